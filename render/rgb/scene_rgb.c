#include "render/rgb/scene_rgb.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/dmath.h"

struct rgb_scene *rgb_scene_begin(struct scene *scene)
{
    scene_clear(scene);
    if (scene->rgb == NULL) {
        scene->rgb = calloc(1, sizeof *scene->rgb);
        if (scene->rgb == NULL) {
            return NULL;
        }
    }
    const struct rgb_scene kept = *scene->rgb;
    *scene->rgb = (struct rgb_scene){
        .entities = kept.entities,
        .cap_entities = kept.cap_entities,
        .dlights = kept.dlights,
        .cap_dlights = kept.cap_dlights,
        .polys = kept.polys,
        .cap_polys = kept.cap_polys,
        .points = kept.points,
        .cap_points = kept.cap_points,
        .remaps = kept.remaps,
        .cap_remaps = kept.cap_remaps,
        .draws_2d = kept.draws_2d,
        .cap_draws_2d = kept.cap_draws_2d,
        .view_entities = kept.view_entities,
        .cap_view_entities = kept.cap_view_entities,
    };
    scene->kind = SCENE_RGB;
    return scene->rgb;
}

void rgb_scene_destroy(struct rgb_scene *scene)
{
    if (scene != NULL) {
        free(scene->entities);
        free(scene->dlights);
        free(scene->polys);
        free(scene->points);
        free(scene->remaps);
        free(scene->draws_2d);
        free(scene->view_entities);
        free(scene);
    }
}

void rgb_axis_of_angles(const float angles[3], float axis[3][3])
{
    dmath_angle_vectors(angles, axis[0], axis[1], axis[2]);
    for (int i = 0; i < 3; i++) {
        axis[1][i] = -axis[1][i];
    }
}

void rgb_scene_aim(struct scene *scene, int width, int height)
{
    const double half = scene->camera.fov_x * (DMATH_PI / 360.0);
    const double distance = width / dmath_tan(half);
    rgb_axis_of_angles(scene->camera.angles, scene->rgb->axis);
    scene->rgb->fov_y = (float)(dmath_atan2(height, distance) * (360.0 / DMATH_PI));
}

/* Room for `more` elements, or a note that there is none. */
static bool list_reserve(struct rgb_scene *scene, void *list, size_t *cap, size_t count,
                         size_t more, size_t size)
{
    if (array_reserve(list, cap, count + more, size) < 0) {
        scene->lacks_memory = true;
        return false;
    }
    return true;
}

static const struct rgb_entity new_entity = {
    .axis = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}},
    .color = {255, 255, 255, 255},
};

struct rgb_entity *rgb_scene_add_entity(struct rgb_scene *scene)
{
    if (!list_reserve(scene, &scene->entities, &scene->cap_entities, scene->num_entities, 1,
                      sizeof *scene->entities)) {
        return NULL;
    }
    struct rgb_entity *entity = &scene->entities[scene->num_entities++];
    *entity = new_entity;
    return entity;
}

struct rgb_dlight *rgb_scene_add_dlight(struct rgb_scene *scene)
{
    if (!list_reserve(scene, &scene->dlights, &scene->cap_dlights, scene->num_dlights, 1,
                      sizeof *scene->dlights)) {
        return NULL;
    }
    struct rgb_dlight *dlight = &scene->dlights[scene->num_dlights++];
    memset(dlight, 0, sizeof *dlight);
    return dlight;
}

struct rgb_remap *rgb_scene_add_remap(struct rgb_scene *scene)
{
    if (!list_reserve(scene, &scene->remaps, &scene->cap_remaps, scene->num_remaps, 1,
                      sizeof *scene->remaps)) {
        return NULL;
    }
    struct rgb_remap *remap = &scene->remaps[scene->num_remaps++];
    memset(remap, 0, sizeof *remap);
    return remap;
}

struct rgb_2d_draw *rgb_scene_add_2d(struct rgb_scene *scene)
{
    if (!list_reserve(scene, &scene->draws_2d, &scene->cap_draws_2d, scene->num_draws_2d, 1,
                      sizeof *scene->draws_2d)) {
        return NULL;
    }
    struct rgb_2d_draw *draw = &scene->draws_2d[scene->num_draws_2d++];
    memset(draw, 0, sizeof *draw);
    draw->first_entity = scene->num_view_entities;
    return draw;
}

struct rgb_entity *rgb_scene_add_view_entity(struct rgb_scene *scene)
{
    if (scene->num_draws_2d == 0 ||
        !list_reserve(scene, &scene->view_entities, &scene->cap_view_entities,
                      scene->num_view_entities, 1, sizeof *scene->view_entities)) {
        return NULL;
    }
    struct rgb_entity *entity = &scene->view_entities[scene->num_view_entities++];
    *entity = new_entity;
    scene->draws_2d[scene->num_draws_2d - 1].num_entities++;
    return entity;
}

struct rgb_poly *rgb_scene_add_poly(struct rgb_scene *scene, uint32_t count,
                                    struct rgb_point **points)
{
    if (!list_reserve(scene, &scene->polys, &scene->cap_polys, scene->num_polys, 1,
                      sizeof *scene->polys) ||
        !list_reserve(scene, &scene->points, &scene->cap_points, scene->num_points, count,
                      sizeof *scene->points)) {
        return NULL;
    }
    struct rgb_poly *poly = &scene->polys[scene->num_polys++];
    *poly = (struct rgb_poly){.first = scene->num_points, .count = count};
    *points = scene->points + scene->num_points;
    memset(*points, 0, count * sizeof **points);
    scene->num_points += count;
    return poly;
}
