/* How a level's shapes are added. Private to this folder. */
#ifndef ASSETS_OVERVIEW_MAP_LEVEL_PARTS_H
#define ASSETS_OVERVIEW_MAP_LEVEL_PARTS_H

#include "assets/overview/map_level.h"

enum { MAP_AREA_POINTS = 64 /* corners; faces that have more are left out */ };

/* Faces whose normal rises by less are walls. */
#define MAP_FLOOR_RISE 0.3f

/* Each returns 0 or FORMAT_MEMORY. A polygon with a corner that is not finite is left out. */
int map_level_add_area(struct map_level *level, enum map_area_kind kind, float (*points)[3],
                       uint32_t count) MUST_CHECK;
/* Of an upright polygon. */
int map_level_add_wall(struct map_level *level, float (*points)[3], uint32_t count) MUST_CHECK;

/* A submodel, moved by origin: areas and walls. */
int map_level_add_quake(struct map_level *level, const struct bsp *bsp, uint32_t submodel,
                        const float origin[3]) MUST_CHECK;
int map_level_add_q3(struct map_level *level, const struct q3_bsp *bsp, uint32_t model,
                     const float origin[3]) MUST_CHECK;

#endif
