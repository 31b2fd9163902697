/* Shapes of Quake III's maps. */
#include <math.h>
#include <string.h>

#include "assets/overview/map_level_parts.h"

/* How far its normal rises, -1..1; 0 if it has no area. Triangles are clockwise seen from the
 * front. */
static float find_rise(float points[3][3])
{
    float(*p)[3] = points;
    const float a[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const float b[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    const float n[3] = {b[1] * a[2] - b[2] * a[1], b[2] * a[0] - b[0] * a[2],
                        b[0] * a[1] - b[1] * a[0]};
    const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return length > 0.0f ? n[2] / length : 0.0f;
}

/* Triangle `number` of a surface; of a patch two for each cell of its control points. False: it has
 * no more. */
static bool find_triangle(const struct q3_bsp *bsp, const struct q3_bsp_surface *surface,
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

/* A patch may be seen from either side. */
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
    for (uint32_t i = 0; status == 0 && find_triangle(bsp, surface, i, points); i++) {
        const float rise = find_rise(points);
        move_points(points, origin);
        if (rise >= MAP_FLOOR_RISE) {
            status = map_level_add_area(level, liquid, points, 3);
        } else if (liquid == MAP_FLOOR && rise > -MAP_FLOOR_RISE) {
            status = map_level_add_wall(level, points, 3);
        }
    }
    return status;
}

int map_level_add_q3(struct map_level *level, const struct q3_bsp *bsp, uint32_t model,
                     const float origin[3])
{
    const struct q3_bsp_model *part = &bsp->models[model];
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < part->num_surfaces; i++) {
        status = add_surface(level, bsp, &bsp->surfaces[part->first_surface + i], origin);
    }
    return status;
}
