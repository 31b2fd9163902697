/* Shapes of Quake's maps. */
#include <math.h>
#include <string.h>

#include "assets/overview/quake_floors.h"
#include "engine/map/map_level_parts.h"

/* Liquids by the name of their texture, as compilers take them. */
static enum map_area_kind find_liquid(const struct bsp *bsp, const struct bsp_face *face)
{
    const int32_t texture = bsp->texinfo[face->texinfo].texture;
    const char *name = texture >= 0 ? bsp->textures[texture].name : "";
    return strncmp(name, "*lava", 5) == 0    ? MAP_LAVA
           : strncmp(name, "*slime", 6) == 0 ? MAP_SLIME
           : strncmp(name, "*tele", 5) == 0  ? MAP_FLOOR
                                             : MAP_WATER;
}

static void move_points(float points[LEVEL_MAP_POINTS][3], uint32_t count, const float origin[3])
{
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            points[i][k] += origin[k];
        }
    }
}

int map_level_add_quake(struct map_level *level, const struct bsp *bsp, uint32_t submodel,
                        const float origin[3])
{
    const struct quake_floors floors = {bsp, submodel};
    const struct bsp_submodel *model = &bsp->submodels[submodel];
    float points[LEVEL_MAP_POINTS][3];
    uint32_t count;
    int status = 0;
    for (uint32_t at[2] = {0, 0}; status == 0 && quake_floors_next(&floors, at, points, &count);) {
        move_points(points, count, origin);
        status = map_level_add_area(level, MAP_FLOOR, points, count);
    }
    for (uint32_t i = 0; status == 0 && i < model->num_faces; i++) {
        const struct bsp_face *face = &bsp->faces[model->first_face + i];
        const float rise = quake_face_rise(bsp, face);
        if ((face->flags & BSP_FACE_SKY) || !quake_face_points(bsp, face, points)) {
            continue;
        }
        move_points(points, face->num_edges, origin);
        if (!(face->flags & BSP_FACE_TURB)) {
            status = fabsf(rise) < FLOOR_LEAST_RISE
                         ? map_level_add_wall(level, points, face->num_edges)
                         : 0;
        } else if (rise >= FLOOR_LEAST_RISE && find_liquid(bsp, face) != MAP_FLOOR) {
            status = map_level_add_area(level, find_liquid(bsp, face), points, face->num_edges);
        }
    }
    return status;
}
