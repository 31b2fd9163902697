/* What of a square thrown at a level lies on its surfaces: holes of bullets, burns, shadows.
 *
 * Source: the published renderer's rules, as facts. The square is thrown against its normal; what
 * lies between 32 units in front of it and 20 behind takes a piece: flat faces that look at it by
 * 60 degrees at most, curves that look at it at all, of which every triangle is cut to the square.
 * Not shaders whose script says "noimpact", "nomarks" or "fog", no parts of the level that move,
 * no triangle soups. Pure functions of level and mark; threads may share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_DECALS_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_DECALS_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_DECAL_FRAGMENTS = 128, LEVEL_DECAL_POINTS = 384, LEVEL_DECAL_CORNERS = 10 };

struct level_decal {
    float point[3];  /* the square's middle */
    float normal[3]; /* out of the wall; of any length */
    float radius;    /* half its side, units */
    float turn;      /* degrees about the normal */
};

struct level_decal_point {
    float xyz[3];
    float st[2]; /* 0 .. 1 across the square */
};

/* Convex polygons, whose points follow each other; clockwise as seen from where their surface is
 * seen. */
struct level_decal_fragments {
    uint32_t count, num_points;
    uint8_t corners[LEVEL_DECAL_FRAGMENTS]; /* of each: 3 to LEVEL_DECAL_CORNERS */
    struct level_decal_point points[LEVEL_DECAL_POINTS];
};

/* Nothing where a number is not finite, the point beyond all levels, the normal without length, or
 * the radius not above 0. How much is looked at is bounded, whatever the level. */
void level_decals_find(const struct q3_level *level, const struct level_decal *mark,
                       struct level_decal_fragments *pieces);

/* Bytes of pieces that count: those of the points there are. */
size_t level_decals_size(const struct level_decal_fragments *pieces);

/* The two sides of a square: at right angles to a normal of unit length and each other, turned
 * about it. */
void level_decals_axes(const float normal[3], float turn, float right[3], float up[3]);

#endif
