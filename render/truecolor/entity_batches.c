#include "render/truecolor/entity_batches.h"

#include <string.h>

#include "formats/base/vec.h"
#include "render/truecolor/face_batches.h"

static const float backface_epsilon = 0.01f;

/* What adding an entity needs. */
struct adding {
    struct entity_batches *batches;
    const struct true_frame *frame;
    struct true_levels *levels;
    struct sky_batches *sky;
    struct raster_queue *queue;
};

void entity_batches_end_frame(struct entity_batches *batches)
{
    alias_batches_end_frame(&batches->alias);
    sprite_batches_end_frame(&batches->sprites);
}

void entity_batches_free(struct entity_batches *batches)
{
    alias_batches_free(&batches->alias);
    sprite_batches_free(&batches->sprites);
    true_scratch_free(&batches->scratch);
    memset(batches, 0, sizeof *batches);
}

/* ---- Brush models ---- */

/* The eye in a model's space. */
static void find_eye(const struct true_space *space, const float eye[3], float scale, float out[3])
{
    float offset[3];
    for (int i = 0; i < 3; i++) {
        offset[i] = eye[i] - space->origin[i];
    }
    for (int i = 0; i < 3; i++) {
        out[i] = vec_dot(offset, space->axis[i]) / (scale * scale);
    }
}

static bool box_is_seen(const struct true_view *view, const struct true_space *space,
                        const struct model *model)
{
    float mins[3], maxs[3];
    true_space_box(space, model->mins, model->maxs, mins, maxs);
    return true_view_cross_box(view, mins, maxs, (1 << TRUE_SIDES) - 1) >= 0;
}

static bool faces_eye(const struct bsp *bsp, const struct bsp_face *face, const float eye[3])
{
    const struct bsp_plane *plane = &bsp->planes[face->plane];
    const float distance = vec_dot(plane->normal, eye) - plane->dist;
    return face->back ? distance < -backface_epsilon : distance > backface_epsilon;
}

/* One pass over a brush model's faces: those that are liquids, or the others. */
static int add_model_faces(const struct adding *adding, struct face_model *model,
                           const struct bsp_submodel *submodel, const float eye[3], bool liquids)
{
    struct entity_batches *batches = adding->batches;
    const struct bsp *bsp = model->level->bsp;
    for (uint32_t i = 0; i < submodel->num_faces; i++) {
        const uint32_t number = submodel->first_face + i;
        const struct bsp_face *face = &bsp->faces[number];
        int code = 0;
        if (((face->flags & BSP_FACE_TURB) != 0) != liquids || !faces_eye(bsp, face, eye)) {
            continue;
        }
        if ((face->flags & BSP_FACE_SKY) != 0) {
            code = sky_batches_add_window(adding->sky, adding->frame, adding->queue,
                                          &batches->scratch, model->level, &model->clip, number);
        } else {
            code = face_batches_add(adding->frame, adding->queue, &batches->scratch, model, number);
        }
        if (code != 0) {
            return code;
        }
    }
    return 0;
}

static int add_brush(const struct adding *adding, const struct palette_entity *entity)
{
    const struct model *model = entity->model;
    const float scale = palette_entity_scale(entity);
    const struct true_space space = true_space_at(entity->origin, entity->angles, scale);
    if (model->bsp == NULL || model->submodel >= model->bsp->num_submodels ||
        !box_is_seen(&adding->frame->view, &space, model)) {
        return 0;
    }
    struct face_model drawn = {
        .level = true_levels_get(adding->levels, model->bsp, adding->frame->palette,
                                 adding->frame->scene->replacements),
        .entity_frame = entity->frame,
        .opacity = entity->alpha,
        .own_alpha = entity->own_alpha,
    };
    float eye[3];
    if (drawn.level == NULL) {
        return FORMAT_MEMORY;
    }
    find_eye(&space, adding->frame->view.eye, scale, eye);
    true_clip_set(&drawn.clip, &adding->frame->view, &space);
    const struct bsp_submodel *submodel = &model->bsp->submodels[model->submodel];
    const int code = add_model_faces(adding, &drawn, submodel, eye, false);
    return code != 0 ? code : add_model_faces(adding, &drawn, submodel, eye, true);
}

/* ---- All kinds ---- */

static int add_entity(const struct adding *adding, const struct palette_entity *entity)
{
    switch (entity->model->kind) {
    case MODEL_BRUSH:
        return add_brush(adding, entity);
    case MODEL_ALIAS:
        return alias_batches_add(&adding->batches->alias, adding->frame, adding->queue, entity,
                                 false);
    case MODEL_SPRITE:
        return sprite_batches_add(&adding->batches->sprites, adding->frame, adding->queue, entity);
    }
    return 0;
}

/* Static entities have a place in the tree of the world's leafs: a box of 16 units around. */
static bool is_shown(const struct palette_entity *entity, const struct visible_faces *visible)
{
    const float half = 16.0f;
    float mins[3], maxs[3];
    if (entity->model == NULL || entity->alpha == 0) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        mins[i] = entity->origin[i] - half;
        maxs[i] = entity->origin[i] + half;
    }
    return !entity->needs_pvs || visible_faces_touch(visible, mins, maxs);
}

static int add_all(const struct adding *adding, const struct visible_faces *visible, bool opaque)
{
    const struct palette_scene *scene = adding->frame->scene;
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct palette_entity *entity = &scene->entities[i];
        if (is_shown(entity, visible) && (entity->alpha == 255) == opaque) {
            const int code = add_entity(adding, entity);
            if (code != 0) {
                return code;
            }
        }
    }
    return 0;
}

int entity_batches_add_opaque(struct entity_batches *batches, const struct true_frame *frame,
                              struct true_levels *levels, struct sky_batches *sky,
                              const struct visible_faces *visible)
{
    const struct adding adding = {batches, frame, levels, sky,
                                  raster_queue(frame->raster, TRUE_ENTITIES)};
    return add_all(&adding, visible, true);
}

int entity_batches_add_rest(struct entity_batches *batches, const struct true_frame *frame,
                            struct true_levels *levels, struct sky_batches *sky,
                            const struct visible_faces *visible)
{
    const struct adding adding = {batches, frame, levels, sky,
                                  raster_queue(frame->raster, TRUE_SEE_THROUGH)};
    const struct palette_entity *weapon = &frame->scene->view_model;
    int code = add_all(&adding, visible, false);
    if (code == 0) {
        code = sprite_batches_add_particles(&batches->sprites, frame, adding.queue);
    }
    if (code == 0 && weapon->model != NULL && weapon->model->kind == MODEL_ALIAS) {
        code = alias_batches_add(&batches->alias, frame, raster_queue(frame->raster, TRUE_WEAPON),
                                 weapon, true);
    }
    return code;
}
