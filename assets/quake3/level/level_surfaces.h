/* Surfaces of a level that a box may touch: the first step of decals and traces.
 *
 * Pure functions; threads may share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_SURFACES_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_SURFACES_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_NEAR_SURFACES = 64 }; /* the limit of the original */

struct level_near {
    uint32_t count;
    uint32_t surfaces[LEVEL_NEAR_SURFACES]; /* indices into bsp.surfaces, each once */
};

/* True: collect the surface. */
typedef bool level_surface_wanted_fn(const void *context, const struct q3_level *level,
                                     uint32_t surface);

/* Collects wanted surfaces from the world's leafs that the box touches, in the original's order:
 * front before back. Stops at LEVEL_NEAR_SURFACES; the number of surfaces tried is bounded, too. */
void level_surfaces_near(const struct q3_level *level, const float mins[3], const float maxs[3],
                         level_surface_wanted_fn *wanted, const void *context,
                         struct level_near *near);

enum { LEVEL_AHEAD = 1, LEVEL_BEHIND = 2 };

/* The sides of a plane that the box reaches (LEVEL_AHEAD, LEVEL_BEHIND); both if it touches it. */
int level_box_sides(const struct q3_bsp_plane *plane, const float mins[3], const float maxs[3]);

/* True if the bounding box of a triangle touches the box. */
bool level_triangle_meets(const float a[3], const float b[3], const float c[3], const float mins[3],
                          const float maxs[3]);

#endif
