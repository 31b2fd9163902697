/* Private to formats/maps/bsp*.c: lumps, source offsets and the passes of the BSP reader. */
#ifndef FORMATS_MAPS_BSP_INTERNAL_H
#define FORMATS_MAPS_BSP_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "formats/maps/bsp.h"

/* Lumps in the order of the file's table (all versions). */
enum bsp_lump {
    LUMP_ENTITIES,
    LUMP_PLANES,
    LUMP_TEXTURES,
    LUMP_VERTICES,
    LUMP_VISIBILITY,
    LUMP_NODES,
    LUMP_TEXINFO,
    LUMP_FACES,
    LUMP_LIGHTING,
    LUMP_CLIPNODES,
    LUMP_LEAFS,
    LUMP_MARK_SURFACES,
    LUMP_EDGES,
    LUMP_SURFEDGES,
    LUMP_MODELS,
    BSP_LUMPS
};

/* Byte offsets of lumps and elements, for error messages. */
struct bsp_source {
    size_t offset[BSP_LUMPS];
    size_t size[BSP_LUMPS];
    size_t element_size[BSP_LUMPS]; /* 1 for lumps of plain bytes */
};

static inline size_t bsp_source_offset(const struct bsp_source *source, enum bsp_lump lump,
                                       size_t element)
{
    return source->offset[lump] + element * source->element_size[lump];
}

/* Counts a repaired defect; records the first one's message. */
void bsp_note_damage(struct bsp *bsp, size_t offset, const char *fmt, ...) FORMAT_PRINTF(3, 4);

/* The texture lump (its bytes are already in bsp->texture_data): pictures and animation chains. */
int bsp_read_textures(struct bsp *bsp, const struct bsp_source *source,
                      struct format_error *err) MUST_CHECK;

/* BSPX lumps that are read. */
enum bspx_name {
    BSPX_RGBLIGHTING,
    BSPX_LIGHTING_E5BGR9,
    BSPX_LMSHIFT,
    BSPX_LMOFFSET,
    BSPX_LMSTYLE,
    BSPX_LMSTYLE16,
    BSPX_DECOUPLED_LM,
    BSPX_NAMES
};

struct bspx_lump {
    const uint8_t *data; /* inside the file; NULL = the map has no such lump, or it is damaged */
    size_t size;
    size_t offset; /* of data in the file, for messages */
    bool damaged;
};

struct bspx {
    struct bspx_lump lumps[BSPX_NAMES];
};

/* Finds the BSPX lumps. Those outside the file, and those that are there twice, are damaged, which
 * is recorded in the map. */
void bsp_find_bspx(struct bsp *bsp, const struct bsp_source *source, const uint8_t *data,
                   size_t size, struct bspx *bspx);
const char *bspx_lump_name(enum bspx_name name);

/* Reads the light colours, once the light data is known. Defects in them are only recorded. */
int bsp_read_colors(struct bsp *bsp, const struct bspx *bspx, struct format_error *err) MUST_CHECK;

/* Second pass, when all lumps are decoded: graphs, then sizes and light of the faces. */
int bsp_check(struct bsp *bsp, const struct bsp_source *source,
              struct format_error *err) MUST_CHECK;

/* The box of a face in texels of s and t. False if it is larger than anything that can be drawn. */
bool bsp_face_range(const struct bsp *bsp, const struct bsp_face *f, float min[2], float max[2]);
const float *bsp_surfedge_vertex(const struct bsp *bsp, uint32_t surfedge);

/* Third pass: creates bsp->face_lights if a face needs one. data: the file. Defects are only
 * recorded. */
int bsp_read_face_lights(struct bsp *bsp, const struct bsp_source *source, const uint8_t *data,
                         const struct bspx *bspx, struct format_error *err) MUST_CHECK;

#endif
