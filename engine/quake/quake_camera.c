#include "engine/quake/quake_camera.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

enum {
    WALL_CONTENTS = CONTENTS_BIT(CONTENTS_SOLID) | CONTENTS_BIT(CONTENTS_SKY),
    LIQUID_CONTENTS =
        CONTENTS_BIT(CONTENTS_WATER) | CONTENTS_BIT(CONTENTS_SLIME) | CONTENTS_BIT(CONTENTS_LAVA)
};

/* Range of the chase camera's trace for the recorder's aim. */
static const float aim_distance = 4096.0f;

/* The room a camera keeps around it, so that no wall comes through the picture's edge; the smaller
 * ones are for eyes that have less themselves. */
static const float margins[] = {6.0f, 2.0f, 0.25f};
static const float liquid_margin = 1.0f;
/* Nearer to the eye than this a camera rather leaves the water. */
static const float min_in_liquid = 32.0f;

/* --- what is in the way ----------------------------------------------------------------------- */

static bool can_block(const struct model *model)
{
    return model != NULL && model->kind == MODEL_BRUSH && !model->missing;
}

/* A point of the world as a brush entity's model has it. */
static void into_model(const struct palette_entity *entity, const float point[3], float out[3])
{
    float offset[3], forward[3], right[3], up[3];
    for (int i = 0; i < 3; i++) {
        offset[i] = point[i] - entity->origin[i];
        out[i] = offset[i];
    }
    if (entity->angles[0] == 0.0f && entity->angles[1] == 0.0f && entity->angles[2] == 0.0f) {
        return;
    }
    dmath_angle_vectors(entity->angles, forward, right, up);
    vec_to_axes(offset, forward, right, up, out);
    out[1] = -out[1];
}

/* Fraction of the path, 0..1, up to the first wall. */
static float free_way(const struct palette_scene *scene, const float from[3], const float to[3],
                      float margin)
{
    const struct model *world = scene->world;
    float best = 1.0f;
    if (can_block(world)) {
        best = bsp_trace(world->bsp, world->submodel, from, to, margin, WALL_CONTENTS);
    }
    for (size_t i = 0; i < scene->num_entities && best > 0.0f; i++) {
        const struct palette_entity *entity = &scene->entities[i];
        if (can_block(entity->model)) {
            float a[3], b[3];
            into_model(entity, from, a);
            into_model(entity, to, b);
            float found =
                bsp_trace(entity->model->bsp, entity->model->submodel, a, b, margin, WALL_CONTENTS);
            best = found < best ? found : best;
        }
    }
    return best;
}

/* Fraction of the path on the eye's side of an opaque liquid surface; from beyond it the
 * recorder would be hidden. */
static float way_to_liquid(const struct palette_scene *scene, const float from[3],
                           const float to[3])
{
    const struct model *world = scene->world;
    uint32_t contents = LIQUID_CONTENTS;
    if (!can_block(world)) {
        return 1.0f;
    }
    if (scene->liquid_clear[LIQUID_WATER] > 0) {
        contents &= ~CONTENTS_BIT(CONTENTS_WATER);
    }
    if (scene->liquid_clear[LIQUID_SLIME] > 0) {
        contents &= ~CONTENTS_BIT(CONTENTS_SLIME);
    }
    if (scene->liquid_clear[LIQUID_LAVA] > 0) {
        contents &= ~CONTENTS_BIT(CONTENTS_LAVA);
    }
    uint32_t leaf = bsp_point_leaf(world->bsp, world->submodel, from);
    if (CONTENTS_BIT(world->bsp->leafs[leaf].contents) & contents) {
        contents = CONTENTS_BIT(CONTENTS_EMPTY);
    }
    return bsp_trace(world->bsp, world->submodel, from, to, liquid_margin, contents);
}

/* --- the chase camera ------------------------------------------------------------------------- */

static void go_part(const float from[3], const float to[3], float part, float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = from[i] + part * (to[i] - from[i]);
    }
}

/* From the eye towards the place it should have, as far as there is room. False when there is none
 * at all. */
static bool find_place(const struct palette_scene *scene, const float eye[3], const float wanted[3],
                       float place[3])
{
    float length = vec_distance(eye, wanted);
    float in_liquid = way_to_liquid(scene, eye, wanted);
    for (size_t i = 0; i < sizeof margins / sizeof *margins; i++) {
        float part = free_way(scene, eye, wanted, margins[i]);
        if (in_liquid < part && in_liquid * length >= min_in_liquid) {
            part = in_liquid;
        }
        go_part(eye, wanted, part, place);
        if (part > 0.0f && free_way(scene, place, place, 0.0f) > 0.0f) {
            return true;
        }
    }
    return false;
}

/* Turns the camera to a point; one that is too near leaves it as it is. */
static void look_at(const float origin[3], const float point[3], float angles[3])
{
    double x = (double)point[0] - (double)origin[0];
    double y = (double)point[1] - (double)origin[1];
    double z = (double)point[2] - (double)origin[2];
    double level = sqrt(x * x + y * y);
    if (level >= 1.0) {
        angles[0] = (float)(-dmath_atan2(z, level) * 180.0 / DMATH_PI);
        angles[1] = (float)(dmath_atan2(y, x) * 180.0 / DMATH_PI);
    }
}

static void place_chase(const struct camera *camera, const struct palette_scene *scene,
                        float origin[3], float angles[3])
{
    float forward[3], right[3], up[3], wanted[3], place[3], aim[3];
    dmath_angle_vectors(angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        wanted[i] = origin[i] - camera->distance * forward[i];
        aim[i] = origin[i] + aim_distance * forward[i];
    }
    wanted[2] += camera->height;
    angles[2] = 0.0f;
    if (find_place(scene, origin, wanted, place)) {
        go_part(origin, aim, free_way(scene, origin, aim, 0.0f), aim);
        look_at(place, aim, angles);
        memcpy(origin, place, sizeof place);
    }
}

void quake_camera_place(const struct camera *camera, const struct palette_scene *scene,
                        float origin[3], float angles[3])
{
    if (camera->kind == CAMERA_CHASE) {
        place_chase(camera, scene, origin, angles);
    } else if (camera->kind == CAMERA_FREE) {
        memcpy(origin, camera->origin, sizeof camera->origin);
        memcpy(angles, camera->angles, sizeof camera->angles);
    }
}
