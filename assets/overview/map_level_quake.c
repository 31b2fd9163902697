/* Shapes of Quake's maps. */
#include <math.h>
#include <string.h>

#include "assets/overview/map_level_parts.h"

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

/* How far a face's normal rises, -1..1. */
static float find_rise(const struct bsp *bsp, const struct bsp_face *face)
{
    const float up = bsp->planes[face->plane].normal[2];
    return face->back ? -up : up;
}

/* The corners of a face, moved by origin. False: there are too many, or too few. */
static bool find_points(const struct bsp *bsp, const struct bsp_face *face, const float origin[3],
                        float points[MAP_AREA_POINTS][3])
{
    if (face->num_edges < 3 || face->num_edges > MAP_AREA_POINTS) {
        return false;
    }
    for (uint32_t i = 0; i < face->num_edges; i++) {
        const int32_t edge = bsp->surfedges[face->first_surfedge + i];
        const uint32_t corner = edge >= 0 ? bsp->edges[edge][0] : bsp->edges[-edge][1];
        for (int k = 0; k < 3; k++) {
            points[i][k] = bsp->vertices[corner][k] + origin[k];
        }
    }
    return true;
}

static int add_face(struct map_level *level, const struct bsp *bsp, const struct bsp_face *face,
                    const float origin[3])
{
    const bool is_liquid = (face->flags & BSP_FACE_TURB) != 0;
    const float rise = find_rise(bsp, face);
    float points[MAP_AREA_POINTS][3];
    if ((face->flags & BSP_FACE_SKY) != 0 || !find_points(bsp, face, origin, points)) {
        return 0;
    }
    if (rise >= MAP_FLOOR_RISE) {
        const enum map_area_kind kind = is_liquid ? find_liquid(bsp, face) : MAP_FLOOR;
        const bool is_teleporter = is_liquid && kind == MAP_FLOOR;
        return is_teleporter ? 0 : map_level_add_area(level, kind, points, face->num_edges);
    }
    return !is_liquid && rise > -MAP_FLOOR_RISE ? map_level_add_wall(level, points, face->num_edges)
                                                : 0;
}

int map_level_add_quake(struct map_level *level, const struct bsp *bsp, uint32_t submodel,
                        const float origin[3])
{
    const struct bsp_submodel *model = &bsp->submodels[submodel];
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < model->num_faces; i++) {
        status = add_face(level, bsp, &bsp->faces[model->first_face + i], origin);
    }
    return status;
}
