/* Tessellates Quake III patches into vertex grids. Each row and column has a LOD error: at a
 * distance it is dropped.
 *
 * A patch is a net of quadratic Bezier curves. It is subdivided where a curve deviates from its
 * chord by more than `subdivisions` units; straight parts are dropped; touching patches are
 * stitched, so that no gap shows between a fine and a coarse edge. These are the original's exact
 * rules, mistakes included: they determine the points. Brighten the map's vertices first
 * (q3_bsp_brighten): colours are rounded to bytes in between. */
#ifndef FORMATS_MAPS_Q3_PATCH_H
#define FORMATS_MAPS_Q3_PATCH_H

#include <stdint.h>

#include "formats/maps/q3_bsp.h"

enum {
    Q3_PATCH_SIDE = 65,          /* points of a grid's side at most */
    Q3_PATCHES_POINTS = 1 << 21, /* for all patches of a map; further ones are not drawn */
    Q3_PATCH_NONE = -1
};

/* The original's default subdivisions and LOD error. */
#define Q3_PATCH_SUBDIVISIONS 4.0f
#define Q3_PATCH_CURVE_ERROR 250.0f

struct q3_patch {
    uint32_t width, height;         /* points, 2..Q3_PATCH_SIDE; 0 = not drawn */
    struct q3_bsp_vertex *vertices; /* row by row */
    /* 1 / distance from the chord; 0 is always there. One more than the side: it is read, too. */
    float width_error[Q3_PATCH_SIDE + 1], height_error[Q3_PATCH_SIDE + 1];
    float mins[3], maxs[3];
    float lod_center[3], lod_radius; /* bounding sphere of its LOD group */
};

struct q3_patches {
    struct q3_patch *patches;
    uint32_t num_patches;
    int32_t *of_surface; /* for each surface of the map its patch, or Q3_PATCH_NONE */
    bool stitched;       /* false: there was too much to compare, and gaps may show */
};

/* One patch. control: width * height points, row by row; both odd, 3 to Q3_PATCH_SIDE_MAX, and
 * their numbers finite. */
int q3_patch_make(struct q3_patch *patch, const struct q3_bsp_vertex *control, uint32_t width,
                  uint32_t height, float subdivisions, struct format_error *err) MUST_CHECK;
void q3_patch_free(struct q3_patch *patch);

/* All of a map, stitched. */
int q3_patches_make(struct q3_patches *patches, const struct q3_bsp *bsp, float subdivisions,
                    struct format_error *err) MUST_CHECK;
void q3_patches_free(struct q3_patches *patches);

/* Between patches of one group of LOD: see the note above. Patches may grow. 1 = done, 0 = there
 * was too much to compare, negative = FORMAT_MEMORY. */
int q3_patches_stitch(struct q3_patch *patches, uint32_t count,
                      struct format_error *err) MUST_CHECK;

/* The largest error that still shows from there; curve_error: Q3_PATCH_CURVE_ERROR. */
float q3_patch_view_error(const struct q3_patch *patch, const float eye[3], const float forward[3],
                          float curve_error);

/* Columns (or rows) of `count` that are drawn at view_error, always with the first and last. Writes
 * their indices to used and returns their number. */
uint32_t q3_patch_used(const float *errors, uint32_t count, float view_error,
                       uint8_t used[Q3_PATCH_SIDE]);

/* Recomputes normals and bounds after points changed. */
void q3_patch_finish(struct q3_patch *patch);

/* The midpoint of two vertices, without its normal. */
void q3_vertex_between(const struct q3_bsp_vertex *a, const struct q3_bsp_vertex *b,
                       struct q3_bsp_vertex *out);

#endif
