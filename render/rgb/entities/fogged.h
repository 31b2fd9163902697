/* Finds the fog volume that an entity is in. */
#ifndef RENDER_RGB_ENTITIES_FOGGED_H
#define RENDER_RGB_ENTITIES_FOGGED_H

#include <stdint.h>

#include "assets/quake3/level.h"

/* The first of the level's fogs, from 1 on, whose box meets this one; 0 = none. level may be NULL.
 */
uint32_t rgb_fog_at_box(const struct q3_level *level, const float mins[3], const float maxs[3]);
uint32_t rgb_fog_at_sphere(const struct q3_level *level, const float center[3], float radius);

#endif
