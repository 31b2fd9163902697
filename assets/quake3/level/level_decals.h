/* Projects a square decal onto a level's surfaces: bullet holes, burns, shadows.
 *
 * Source: the published renderer's rules, as facts. The square is projected against its normal.
 * Surfaces from 32 units in front of it to 20 behind get fragments: flat faces within 60 degrees of
 * its normal, and patches that face it, each triangle clipped to the square. Left out are shaders
 * with "noimpact", "nomarks" or "fog", movers, and triangle soups. Pure functions; threads may
 * share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_DECALS_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_DECALS_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_DECAL_FRAGMENTS = 128, LEVEL_DECAL_POINTS = 384, LEVEL_DECAL_CORNERS = 10 };

struct level_decal {
    float point[3];  /* centre of the square */
    float normal[3]; /* out of the wall, any length above 0 */
    float radius;    /* half its side, units */
    float turn;      /* degrees about the normal */
};

struct level_decal_point {
    float xyz[3];
    float st[2]; /* 0..1 across the square */
};

/* Convex polygons, one after the other in points; clockwise seen from the front of the surface. */
struct level_decal_fragments {
    uint32_t count, num_points;
    uint8_t corners[LEVEL_DECAL_FRAGMENTS]; /* points per polygon, 3..LEVEL_DECAL_CORNERS */
    struct level_decal_point points[LEVEL_DECAL_POINTS];
};

/* No fragments if a number is not finite, the point is out of range, the normal has no length or
 * the radius is not above 0. The number of surfaces tried is bounded (LEVEL_NEAR_SURFACES). */
void level_decals_find(const struct q3_level *level, const struct level_decal *mark,
                       struct level_decal_fragments *pieces);

/* Bytes in use: up to the last point. */
size_t level_decals_size(const struct level_decal_fragments *pieces);

/* The unit axes of a square with this unit normal, turned about it by `turn` degrees. */
void level_decals_axes(const float normal[3], float turn, float right[3], float up[3]);

#endif
