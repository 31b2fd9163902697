/* Shapes of Quake III's maps. */
#include <math.h>

#include "assets/overview/q3_floors.h"
#include "engine/map/map_level_parts.h"

#define LEAST_RISE 0.3f /* as q3_floors has it */

static void move_points(float (*points)[3], const float origin[3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            points[i][k] += origin[k];
        }
    }
}

/* MAP_FLOOR: it is no liquid. */
static enum map_area_kind find_liquid(uint32_t contents)
{
    return (contents & Q3_CONTENTS_LAVA) != 0    ? MAP_LAVA
           : (contents & Q3_CONTENTS_SLIME) != 0 ? MAP_SLIME
           : (contents & Q3_CONTENTS_WATER) != 0 ? MAP_WATER
                                                 : MAP_FLOOR;
}

static int add_surface(struct map_level *level, const struct q3_bsp *bsp,
                       const struct q3_bsp_surface *surface, const float origin[3])
{
    const struct q3_bsp_shader *shader = &bsp->shaders[surface->shader];
    const enum map_area_kind liquid = find_liquid(shader->content_flags);
    float points[3][3];
    int status = 0;
    if (surface->kind == Q3_SURFACE_NOTHING ||
        (shader->surface_flags & (Q3_SURF_SKY | Q3_SURF_NO_DRAW)) != 0 ||
        (shader->content_flags & Q3_CONTENTS_FOG) != 0) {
        return 0;
    }
    for (uint32_t i = 0; status == 0 && q3_surface_triangle(bsp, surface, i, points); i++) {
        const float rise = q3_triangle_rise(points);
        move_points(points, origin);
        if (rise >= LEAST_RISE && liquid == MAP_WATER) {
            status = map_level_add_area(level, liquid, points, 3);
        } else if (liquid == MAP_FLOOR && rise > -LEAST_RISE && rise < LEAST_RISE) {
            status = map_level_add_wall(level, points, 3);
        }
    }
    return status;
}

int map_level_add_q3(struct map_level *level, const struct q3_bsp *bsp, uint32_t model,
                     const float origin[3])
{
    const struct q3_floors floors = {bsp, model};
    const struct q3_bsp_model *part = &bsp->models[model];
    float points[LEVEL_MAP_POINTS][3];
    uint32_t at[2] = {0, 0}, count;
    int status = 0;
    while (status == 0 && q3_floors_next(&floors, at, points, &count)) {
        const uint32_t shader = bsp->surfaces[part->first_surface + at[0]].shader;
        move_points(points, origin);
        status = map_level_add_area(level, find_liquid(bsp->shaders[shader].content_flags), points,
                                    count);
    }
    for (uint32_t i = 0; status == 0 && i < part->num_surfaces; i++) {
        status = add_surface(level, bsp, &bsp->surfaces[part->first_surface + i], origin);
    }
    return status;
}
