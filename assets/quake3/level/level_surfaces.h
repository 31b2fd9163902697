/* Which surfaces of a level may be near: what marks and falling things ask first.
 *
 * Pure functions; threads may share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_SURFACES_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_SURFACES_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_NEAR_SURFACES = 64 }; /* the original looks at no more */

struct level_near {
    uint32_t count;
    uint32_t surfaces[LEVEL_NEAR_SURFACES]; /* of bsp.surfaces, each once */
};

/* Whether a surface is asked for. */
typedef bool level_surface_wanted_fn(const void *context, const struct q3_level *level,
                                     uint32_t surface);

/* The wanted ones of the world's leafs that a box touches, in the original's order: the front of a
 * plane before its back. Of too many the first; and how many are looked at is bounded, whatever the
 * level. */
void level_surfaces_near(const struct q3_level *level, const float mins[3], const float maxs[3],
                         level_surface_wanted_fn *wanted, const void *context,
                         struct level_near *near);

enum { LEVEL_AHEAD = 1, LEVEL_BEHIND = 2 };

/* On which sides of a plane some of a box is; both, but no box on either, where it touches it. */
int level_box_sides(const struct q3_bsp_plane *plane, const float mins[3], const float maxs[3]);

/* Whether a triangle's box meets another one. */
bool level_triangle_meets(const float a[3], const float b[3], const float c[3], const float mins[3],
                          const float maxs[3]);

#endif
