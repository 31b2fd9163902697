/* Floors of a Quake III map, for pictures from above: triangles. */
#ifndef ASSETS_OVERVIEW_Q3_FLOORS_H
#define ASSETS_OVERVIEW_Q3_FLOORS_H

#include "assets/overview/level_map.h"
#include "formats/maps/q3_bsp.h"

struct q3_floors {
    const struct q3_bsp *bsp;
    uint32_t model; /* 0 = the world */
};

/* level_map_floors.next of a struct q3_floors; surfaces of sky, liquids and fog, and those not
 * drawn, are none. at: the surface, from the model's first, and its triangle. A patch may be seen
 * from either side. */
bool q3_floors_next(const void *floors, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                    uint32_t *num_points);

/* Triangle `number` of a surface; of a patch two for each cell of its control points. False: it
 * has no more. */
bool q3_surface_triangle(const struct q3_bsp *bsp, const struct q3_bsp_surface *surface,
                         uint32_t number, float points[3][3]);
/* How far a triangle's normal rises, -1..1; 0 if it has no area. */
float q3_triangle_rise(float points[3][3]);

#endif
