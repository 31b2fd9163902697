/* Alias models on the screen: Quake's 16-bit z, affine skins and Gouraud light through the
 * colormap.
 *
 * A list holds the models of one frame as screen triangles. Filling it is serial (alias_list_add);
 * after that alias_draw may run for different rows on different threads and reads only.
 *
 * Two ways lead from vertices to pixels, as in the original (d_polyse.c): triangles stepped along
 * their edges with spans, and, for models far enough away, vertices drawn as pixels and triangles
 * filled by halving their edges. Both give every pixel a value that depends on the triangle alone,
 * so rows can be drawn in any parts. */
#ifndef RENDER_PALETTE_ENTITIES_ALIAS_H
#define RENDER_PALETTE_ENTITIES_ALIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake/alias_normals.h"
#include "formats/base/error.h"
#include "formats/pictures/nearest.h"
#include "render/palette/scene_palette.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/view.h"

enum { ALIAS_COLORMAP_ROWS = 256, ALIAS_COLORMAP_BYTES = ALIAS_COLORMAP_ROWS * 256 };

/* The members of a screen vertex: pixel, skin coordinates 16.16, light (colormap row 8.8), 1/z
 * (2^31 = 1). */
enum { ALIAS_U, ALIAS_V, ALIAS_S, ALIAS_T, ALIAS_LIGHT, ALIAS_ZI, ALIAS_MEMBERS };

enum {
    ALIAS_LEFT_CLIP = 1,
    ALIAS_TOP_CLIP = 2,
    ALIAS_RIGHT_CLIP = 4,
    ALIAS_BOTTOM_CLIP = 8,
    ALIAS_Z_CLIP = 16,
    ALIAS_ANY_CLIP = 31,
    ALIAS_ON_SEAM = 32
};

struct alias_vertex {
    int32_t at[ALIAS_MEMBERS]; /* u 0..width and v 0..height, unless a clip flag is set */
    uint32_t flags;
};

struct alias_triangle { /* faces the viewer; drawn with spans */
    int32_t corners[3][ALIAS_MEMBERS];
    int16_t row0, row1; /* the rows it can touch: row0 <= row < row1 */
};

struct alias_pixel { /* u 0..width, v 0..height */
    int16_t u, v;
};

struct alias_extent { /* bounds of the vertices: pixels, inclusive, and the upper half of 1/z */
    int16_t u0, u1, v0, v1, z1;
};

struct alias_model { /* one model as it is drawn */
    int32_t row0, row1;
    uint32_t first_triangle, num_triangles;
    const uint8_t *skin;
    int32_t skin_width, skin_height;
    int32_t texel_min, texel_max;  /* offsets from skin that are inside the model's pictures */
    const uint8_t *colormap;       /* ALIAS_COLORMAP_BYTES */
    int32_t lights[ALIAS_NORMALS]; /* light by normal number */
    bool holey;                    /* texels of index 255 are not there */

    /* A far model has no triangles in the list: its vertices are drawn as pixels, and which of its
     * triangles face the viewer is found while they are filled. Most of the hidden ones never get
     * that far. */
    bool is_far;
    uint32_t first_vertex; /* in the list's pixels and zi */
    struct alias_extent extent;
    const struct mdl *mdl;
    const struct mdl_vertex *pose;
    int32_t seam_fixup; /* 16.16 */
};

struct alias_list {
    struct alias_model *models;
    uint32_t num_models;
    size_t cap_models;
    struct alias_triangle *triangles;
    uint32_t num_triangles;
    size_t cap_triangles;
    struct alias_pixel *pixels; /* vertices of far models and of the model being added, */
    int32_t *zi;                /* and their 1/z */
    uint32_t num_vertices;
    size_t cap_pixels, cap_zi;
    struct alias_vertex *vertices; /* the model being added, when it is clipped, */
    float (*points)[3];            /* and the same in view space */
    size_t cap_vertices, cap_points;
    float transition, fudge; /* distance from which small triangles are subdivided, per frame */
};

/* One model to add. */
struct alias_request {
    const struct palette_scene *scene; /* lights */
    const struct view *view;
    const struct palette_entity *entity;
    const uint8_t *colormap; /* ALIAS_COLORMAP_BYTES; borrowed until the frame is drawn */
    bool view_weapon; /* the weapon in hand: never culled, at least some light, nearer in z */
};

/* Widens a colormap of 64 rows to 256: light that steps over an end stays at that end. */
void alias_colormap_widen(const uint8_t *colormap, uint8_t wide[ALIAS_COLORMAP_BYTES]);
/* The same with the player's colours in place of the two ranges of the skin (colours 0..15). */
/* Gives a widened colormap coloured light: tint's channels in 1/32. Colours that glow, from 224 on,
 * stay. palette: PALETTE_BYTES. */
void alias_colormap_tint(uint8_t wide[ALIAS_COLORMAP_BYTES], const uint8_t *palette,
                         const struct nearest *nearest, const uint8_t tint[3]);
void alias_colormap_translate(const uint8_t *colormap, unsigned shirt, unsigned trousers,
                              uint8_t wide[ALIAS_COLORMAP_BYTES]);

void alias_list_begin(struct alias_list *list, const struct view *view);
/* 1: added as the last of list->models; 0: not in the picture; FORMAT_MEMORY. */
int alias_list_add(struct alias_list *list, const struct alias_request *request) MUST_CHECK;
void alias_list_free(struct alias_list *list);
/* The columns a model can touch: *u0 <= u < *u1. */
void alias_columns(const struct alias_list *list, const struct alias_model *model, int32_t *u0,
                   int32_t *u1);

/* Draws the part of a model inside rows row0 <= row < row1 of target. */
void alias_draw(const struct alias_list *list, const struct alias_model *model,
                const struct surfaces_target *target, int row0, int row1);

#endif
