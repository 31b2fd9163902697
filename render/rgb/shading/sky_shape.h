/* The sky's shape: a cube around the eye, each side a grid of cells with coordinates for its far
 * box and for its clouds.
 *
 * Directions are the world's; s and t of a side run from -1 to 1. Source: the published client's
 * rules, as measured against its pictures. */
#ifndef RENDER_RGB_SHADING_SKY_SHAPE_H
#define RENDER_RGB_SHADING_SKY_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/material.h"
#include "render/rgb/shading/mesh.h"

enum {
    RGB_SKY_CELLS = 8, /* a side of the cube has 8 x 8 */
    RGB_SKY_POINTS = RGB_SKY_CELLS + 1,
    RGB_CLOUD_SIDES = Q3_SKY_DN /* all sides except the lower one */
};

struct rgb_clouds {
    float st[RGB_CLOUD_SIDES][RGB_SKY_POINTS][RGB_SKY_POINTS][2]; /* [side][t][s] */
};

/* height: cloud height above the ground, units (q3_level.cloud_height). */
void rgb_clouds_make(struct rgb_clouds *clouds, float height);
/* Coordinates of clouds that high in a direction, of any length but 0. */
void rgb_cloud_st(float height, const float direction[3], float st[2]);

/* The point of the cube (largest part 1) at a side's s, t. */
void rgb_sky_direction(enum q3_sky_side side, float s, float t, float direction[3]);
/* The other way round; direction of any length but 0. */
enum q3_sky_side rgb_sky_side(const float direction[3], float *s, float *t);

/* The cells of each side that something covers: from first up to, but without, last. */
struct rgb_sky_cells {         /* zeroed: none */
    uint8_t first[2], last[2]; /* index 0: s, 1: t */
};

/* Grows the sides' cells by those that a convex polygon covers, seen from eye: at most 64 points,
 * further ones are not looked at. */
void rgb_sky_cover(struct rgb_sky_cells cells[Q3_SKY_SIDES], const float (*points)[3],
                   uint32_t count, const float eye[3]);

/* Appends a side's cells to a mesh, at eye + distance * direction, facing the eye, white. clouds
 * NULL: st are those of the far box's picture. 0 or FORMAT_MEMORY. */
int rgb_sky_add_cells(struct rgb_mesh *mesh, enum q3_sky_side side,
                      const struct rgb_sky_cells *cells, const struct rgb_clouds *clouds,
                      const float eye[3], float distance) MUST_CHECK;

#endif
