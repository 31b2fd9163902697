/* The passes of a batch, from a material's stages, dynamic lights and fog. Their arrays are valid
 * until the next rgb_passes_begin. */
#ifndef RENDER_RGB_PASSES_H
#define RENDER_RGB_PASSES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/raster/raster.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/shading/shade.h"

struct rgb_passes { /* start from {0} */
    struct raster_pass list[RASTER_PASSES];
    uint32_t count;
    /* Arrays by vertex: `rows` rows of row_vertices entries, taken one at a time. */
    uint32_t row_vertices, rows, used_rows;
    uint8_t *memory;
    size_t capacity;
};

/* Removes all passes and reserves room for num_passes and their arrays by vertex. Returns 0 or
 * FORMAT_MEMORY. */
int rgb_passes_begin(struct rgb_passes *passes, uint32_t num_vertices,
                     uint32_t num_passes) MUST_CHECK;
void rgb_passes_free(struct rgb_passes *passes);

/* Adds a pass for each stage of the surface's material; the first two become one where the original
 * merges them. fog: NULL = none. level: source of $lightmap for a remapped material; may be NULL.
 */
void rgb_passes_add_stages(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                           const struct rgb_draw_surf *surf, const struct rgb_shade_view *view,
                           const struct rgb_fog_view *fog, const struct q3_level *level);
/* Adds a dynamic light's pass; coordinates and colours are by vertex. */
void rgb_passes_add_light(struct rgb_passes *passes, const struct texture *picture,
                          const float (*st)[2], const uint8_t (*color)[4]);
/* Adds fog over the surface, or over the background if the material is fog alone. */
void rgb_passes_add_fog(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                        const struct q3_shader *rules, const struct rgb_fog_view *fog,
                        const struct texture *picture);

/* Takes a row: one pair or one colour per vertex. */
float (*rgb_passes_take_st(struct rgb_passes *passes))[2];
uint8_t (*rgb_passes_take_color(struct rgb_passes *passes))[4];

#endif
