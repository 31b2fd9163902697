/* Floors of a Quake map, for pictures from above. */
#ifndef ASSETS_OVERVIEW_QUAKE_FLOORS_H
#define ASSETS_OVERVIEW_QUAKE_FLOORS_H

#include "assets/overview/level_map.h"
#include "formats/maps/bsp.h"

/* Faces whose normal rises by less are walls. */
#define FLOOR_LEAST_RISE 0.3f

struct quake_floors {
    const struct bsp *bsp;
    uint32_t submodel; /* 0 = the world */
};

/* level_map_floors.next of a struct quake_floors; faces of sky and liquids are none. at[0]: the
 * face, from the submodel's first. */
bool quake_floors_next(const void *floors, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                       uint32_t *num_points);

/* The corners of a face. False: it has more than LEVEL_MAP_POINTS, or less than 3. */
bool quake_face_points(const struct bsp *bsp, const struct bsp_face *face,
                       float points[LEVEL_MAP_POINTS][3]);
/* How far its normal rises, -1..1. */
float quake_face_rise(const struct bsp *bsp, const struct bsp_face *face);

#endif
