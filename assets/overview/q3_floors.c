#include "assets/overview/q3_floors.h"

#include <math.h>
#include <string.h>

#define LEAST_RISE 0.3f /* steeper triangles are walls */

/* Triangles are clockwise seen from the front. */
float q3_triangle_rise(float points[3][3])
{
    float(*p)[3] = points;
    const float a[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const float b[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    const float n[3] = {b[1] * a[2] - b[2] * a[1], b[2] * a[0] - b[0] * a[2],
                        b[0] * a[1] - b[1] * a[0]};
    const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return length > 0.0f ? n[2] / length : 0.0f;
}

bool q3_surface_triangle(const struct q3_bsp *bsp, const struct q3_bsp_surface *surface,
                         uint32_t number, float points[3][3])
{
    const struct q3_bsp_surface *s = surface;
    uint32_t corners[3];
    if (s->kind == Q3_SURFACE_PATCH) {
        const uint32_t across = s->patch_width - 1, cell = number / 2;
        if (s->patch_width < 2 || s->patch_height < 2 || cell / across >= s->patch_height - 1) {
            return false;
        }
        const uint32_t at = cell / across * s->patch_width + cell % across;
        corners[0] = number % 2 == 0 ? at : at + 1;
        corners[1] = at + s->patch_width;
        corners[2] = number % 2 == 0 ? at + 1 : at + s->patch_width + 1;
    } else {
        if ((s->kind != Q3_SURFACE_PLANAR && s->kind != Q3_SURFACE_SOUP) ||
            3 * (uint64_t)number + 3 > s->num_indexes) {
            return false;
        }
        memcpy(corners, &bsp->indexes[s->first_index + 3 * number], sizeof(corners));
    }
    for (int k = 0; k < 3; k++) {
        memcpy(points[k], bsp->vertices[s->first_vertex + corners[k]].xyz, sizeof(points[k]));
    }
    return true;
}

static bool is_drawn(const struct q3_bsp *bsp, const struct q3_bsp_surface *surface)
{
    const struct q3_bsp_shader *shader = &bsp->shaders[surface->shader];
    return (shader->surface_flags & (Q3_SURF_SKY | Q3_SURF_NO_DRAW)) == 0 &&
           (shader->content_flags & (Q3_CONTENTS_WATER | Q3_CONTENTS_FOG)) == 0;
}

bool q3_floors_next(const void *floors, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                    uint32_t *num_points)
{
    const struct q3_floors *list = floors;
    const struct q3_bsp_model *model = &list->bsp->models[list->model];
    while (at[0] < model->num_surfaces) {
        const struct q3_bsp_surface *surface = &list->bsp->surfaces[model->first_surface + at[0]];
        if (!is_drawn(list->bsp, surface) ||
            !q3_surface_triangle(list->bsp, surface, at[1], points)) {
            at[0]++;
            at[1] = 0;
            continue;
        }
        at[1]++;
        if (q3_triangle_rise(points) >= LEAST_RISE) {
            *num_points = 3;
            return true;
        }
    }
    return false;
}
