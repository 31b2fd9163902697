/* Private to formats/maps/q3_bsp*.c: lumps and state of the Quake III map reader. */
#ifndef FORMATS_MAPS_Q3_BSP_INTERNAL_H
#define FORMATS_MAPS_Q3_BSP_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "formats/maps/q3_bsp.h"

/* Lumps in the order of the file's table. */
enum q3_lump {
    Q3_LUMP_ENTITIES,
    Q3_LUMP_SHADERS,
    Q3_LUMP_PLANES,
    Q3_LUMP_NODES,
    Q3_LUMP_LEAFS,
    Q3_LUMP_LEAF_SURFACES,
    Q3_LUMP_LEAF_BRUSHES,
    Q3_LUMP_MODELS,
    Q3_LUMP_BRUSHES,
    Q3_LUMP_SIDES,
    Q3_LUMP_VERTICES,
    Q3_LUMP_INDEXES,
    Q3_LUMP_FOGS,
    Q3_LUMP_SURFACES,
    Q3_LUMP_LIGHTMAPS,
    Q3_LUMP_GRID,
    Q3_LUMP_VISIBILITY,
    Q3_LUMPS
};

struct q3_loader {
    struct q3_bsp *bsp;
    const uint8_t *data;
    size_t offset[Q3_LUMPS];
    size_t size[Q3_LUMPS];
    uint32_t counts[Q3_LUMPS];
    struct format_error *err;
};

/* Bound of valid coordinates, units; keeps later arithmetic far from overflow. */
#define Q3_COORDINATE_LIMIT 1048576.0f

size_t q3_record_size(enum q3_lump lump);

/* File offset of record i of a lump. */
static inline size_t q3_record_at(const struct q3_loader *l, enum q3_lump lump, uint32_t i)
{
    return l->offset[lump] + (size_t)i * q3_record_size(lump);
}

static inline bool q3_range_is_inside(uint32_t first, uint32_t count, uint32_t total)
{
    return first <= total && count <= total - first;
}

/* Counts a repaired defect; records the first one's message. */
void q3_bsp_note_damage(struct q3_bsp *bsp, size_t offset, const char *fmt, ...)
    FORMAT_PRINTF(3, 4);

/* `count` floats within +-limit; false when one is not, and then it is 0. */
bool q3_take_floats(const uint8_t **p, float *out, int count, float limit);

/* The surfaces, when all they point at is decoded. */
int q3_bsp_load_surfaces(struct q3_loader *l) MUST_CHECK;
/* The fogs, when brushes and planes are. */
void q3_bsp_load_fogs(struct q3_loader *l);
/* The grid, when the models and the entities are. */
int q3_bsp_load_grid(struct q3_loader *l) MUST_CHECK;

#endif
