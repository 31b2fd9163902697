#include "assets/overview/quake_floors.h"

#include <string.h>

float quake_face_rise(const struct bsp *bsp, const struct bsp_face *face)
{
    const float up = bsp->planes[face->plane].normal[2];
    return face->back ? -up : up;
}

bool quake_face_points(const struct bsp *bsp, const struct bsp_face *face,
                       float points[LEVEL_MAP_POINTS][3])
{
    if (face->num_edges < 3 || face->num_edges > LEVEL_MAP_POINTS) {
        return false;
    }
    for (uint32_t i = 0; i < face->num_edges; i++) {
        const int32_t edge = bsp->surfedges[face->first_surfedge + i];
        const uint32_t corner = edge >= 0 ? bsp->edges[edge][0] : bsp->edges[-edge][1];
        memcpy(points[i], bsp->vertices[corner], sizeof(points[i]));
    }
    return true;
}

bool quake_floors_next(const void *floors, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                       uint32_t *num_points)
{
    const struct quake_floors *list = floors;
    const struct bsp_submodel *model = &list->bsp->submodels[list->submodel];
    while (at[0] < model->num_faces) {
        const struct bsp_face *face = &list->bsp->faces[model->first_face + at[0]++];
        if (!(face->flags & (BSP_FACE_SKY | BSP_FACE_TURB)) &&
            quake_face_rise(list->bsp, face) >= FLOOR_LEAST_RISE &&
            quake_face_points(list->bsp, face, points)) {
            *num_points = face->num_edges;
            return true;
        }
    }
    return false;
}
