#include "render/rgb/entities/model.h"

#include <math.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/rgb/entities/fogged.h"
#include "render/rgb/world/surface.h"

/* r_lodscale of the original: higher values keep detailed models at a larger distance. */
static const float LOD_SCALE = 5.0f;

static float clamp_float(float value, float least, float most)
{
    return value > least ? value < most ? value : most : least;
}

/* ---- MD3: what shows ---- */

static void find_frames(struct rgb_draw_entity *drawn, const struct md3 *md3)
{
    const struct rgb_entity *entity = drawn->entity;
    const int64_t count = md3->num_frames;
    int64_t frame = entity->frame, old_frame = entity->old_frame;
    if ((entity->flags & RGB_WRAP_FRAMES) != 0) {
        frame = (frame % count + count) % count;
        old_frame = (old_frame % count + count) % count;
    }
    if (frame < 0 || frame >= count || old_frame < 0 || old_frame >= count) {
        frame = old_frame = 0; /* both, when either is none */
    }
    drawn->frame = (uint32_t)frame;
    drawn->old_frame = (uint32_t)old_frame;
    drawn->backlerp = frame == old_frame ? 0.0f : clamp_float(entity->backlerp, 0.0f, 1.0f);
}

/* By how much of the picture's height the frame's sphere fills. */
static uint32_t find_lod(const struct rgb_draw_entity *drawn, const struct rgb_view *view)
{
    const struct q3_model *model = drawn->entity->model;
    if (model->num_lods < 2) {
        return 0;
    }
    const struct md3_frame *frame = &model->lods[0].md3.frames[drawn->frame];
    float corner[3];
    for (int i = 0; i < 3; i++) {
        corner[i] = fmaxf(fabsf(frame->mins[i]), fabsf(frame->maxs[i]));
    }
    const float depth = drawn->space.place[0];
    const float size = depth > 0.0f ? fminf(vec_length(corner) * view->cot_y / depth, 1.0f) : 0.0f;
    const float coarse = size != 0.0f ? 1.0f - LOD_SCALE * size : 0.0f;
    const float lod =
        clamp_float(coarse * (float)model->num_lods, 0.0f, (float)(model->num_lods - 1));
    return (uint32_t)lod;
}

/* A frame of an LOD; coarser files may have fewer. */
static uint32_t frame_of(const struct md3 *md3, uint32_t frame)
{
    return frame < md3->num_frames ? frame : 0;
}

static bool may_be_seen(const struct rgb_draw_entity *drawn, const struct md3 *md3,
                        const struct rgb_view *view)
{
    const struct md3_frame *a = &md3->frames[frame_of(md3, drawn->frame)];
    const struct md3_frame *b = &md3->frames[frame_of(md3, drawn->old_frame)];
    float mins[3], maxs[3];
    for (int i = 0; i < 3; i++) {
        mins[i] = fminf(a->mins[i], b->mins[i]);
        maxs[i] = fmaxf(a->maxs[i], b->maxs[i]);
    }
    return rgb_space_sees_box(&drawn->space, view, mins, maxs);
}

/* The entity's own material, else its skin's by the surface's name, else the model's. */
static const struct material *find_material(const struct rgb_entity *entity,
                                            const struct q3_model_lod *lod, uint32_t number)
{
    const struct md3_surface *surface = &lod->md3.surfaces[number];
    if (entity->material != NULL) {
        return entity->material;
    }
    const struct q3_model_skin *skin = entity->skin;
    if (skin != NULL && skin->only != NULL) {
        return skin->only;
    }
    for (size_t i = 0; skin != NULL && i < skin->lines.count; i++) {
        if (strcmp(skin->lines.lines[i].surface, surface->name) == 0) {
            return skin->materials[i];
        }
    }
    if (skin != NULL) {
        return skin->unnamed;
    }
    const uint32_t count = surface->num_shaders > 0 ? surface->num_shaders : 1;
    const uint32_t wanted = entity->skin_number > 0 ? (uint32_t)entity->skin_number : 0;
    return lod->materials[number][wanted % count];
}

static bool collect_md3(struct rgb_draw_list *draw_list, struct rgb_draw_entity *drawn,
                        uint32_t number, const struct rgb_view *view, const struct q3_level *level)
{
    const struct rgb_entity *entity = drawn->entity;
    const struct q3_model *model = entity->model;
    if (model->num_lods == 0) {
        return false;
    }
    find_frames(drawn, &model->lods[0].md3);
    drawn->lod = find_lod(drawn, view);
    const struct q3_model_lod *lod = &model->lods[drawn->lod];
    if (!may_be_seen(drawn, &lod->md3, view)) {
        return false;
    }
    const struct md3_frame *frame = &lod->md3.frames[frame_of(&lod->md3, drawn->frame)];
    float center[3];
    for (int i = 0; i < 3; i++) {
        center[i] = entity->origin[i] + frame->origin[i];
    }
    const uint32_t fog = rgb_fog_at_sphere(level, center, frame->radius);
    for (uint32_t i = 0; i < lod->md3.num_surfaces; i++) {
        const struct material *called = find_material(entity, lod, i);
        if (called != NULL) {
            const struct rgb_draw_surf surf = {
                .called = called,
                .kind = RGB_SURF_MD3,
                .entity = number,
                .number = i,
                .fog = fog,
                .indexes = 3 * lod->md3.surfaces[i].num_triangles,
            };
            rgb_draw_list_add(draw_list, &surf);
        }
    }
    return true;
}

/* ---- Parts of the level ---- */

/* If any light's box meets the part's, all of its surfaces are lit by the first one of the scene,
 * by a slip of the original's. */
static uint32_t lights_on_part(const struct rgb_draw_list *draw_list,
                               const struct rgb_draw_entity *drawn, const struct q3_bsp_model *part,
                               uint32_t lights)
{
    for (uint32_t i = 0; i < RGB_LIGHTS_MAX && lights >> i != 0; i++) {
        if ((lights >> i & 1) == 0) {
            continue;
        }
        const struct rgb_dlight *light = &draw_list->scene->dlights[i];
        float place[3];
        bool meets = true;
        rgb_space_from_world(&drawn->space, light->origin, place);
        for (int k = 0; k < 3; k++) {
            meets = meets && place[k] - light->radius <= part->maxs[k] &&
                    place[k] + light->radius >= part->mins[k];
        }
        if (meets) {
            return lights & 1;
        }
    }
    return 0;
}

static bool collect_part(struct rgb_draw_list *draw_list, struct rgb_draw_entity *drawn,
                         uint32_t number, const struct rgb_view *view, uint32_t lights)
{
    const struct q3_model *model = drawn->entity->model;
    const struct q3_level *level = model->level;
    if (level != draw_list->scene->level || level == NULL ||
        model->submodel >= level->bsp.num_models) {
        return false;
    }
    const struct q3_bsp_model *part = &level->bsp.models[model->submodel];
    if (!rgb_space_sees_box(&drawn->space, view, part->mins, part->maxs)) {
        return false;
    }
    const uint32_t reaching = lights_on_part(draw_list, drawn, part, lights);
    for (uint32_t i = 0; i < part->num_surfaces; i++) {
        rgb_surface_collect(draw_list, view, &drawn->space, level, part->first_surface + i, number,
                            reaching);
    }
    return true;
}

bool rgb_model_collect(struct rgb_draw_list *draw_list, struct rgb_draw_entity *drawn,
                       uint32_t number, const struct rgb_view *view, const struct q3_level *level,
                       uint32_t lights)
{
    const struct q3_model *model = drawn->entity->model;
    if (model == NULL) {
        return false;
    }
    return model->kind == Q3_MODEL_MD3 ? collect_md3(draw_list, drawn, number, view, level)
                                       : collect_part(draw_list, drawn, number, view, lights);
}

/* ---- Triangles ---- */

static void place_vertices(struct rgb_mesh *mesh, const struct md3_surface *surface,
                           const struct md3_vertex *frame, const struct q3_waves *waves)
{
    const float unit = 1.0f / MD3_UNIT;
    for (uint32_t i = 0; i < surface->num_vertices; i++) {
        const uint32_t at = mesh->num_vertices + i;
        for (int k = 0; k < 3; k++) {
            mesh->xyz[at][k] = (float)frame[i].xyz[k] * unit;
        }
        q3_direction(waves, frame[i].latitude, frame[i].longitude, mesh->normal[at]);
    }
}

static void place_between(struct rgb_mesh *mesh, const struct md3_surface *surface,
                          const struct md3_vertex *frame, const struct md3_vertex *old,
                          float backlerp, const struct q3_waves *waves)
{
    const float front = 1.0f - backlerp;
    const float new_unit = front / MD3_UNIT, old_unit = backlerp / MD3_UNIT;
    for (uint32_t i = 0; i < surface->num_vertices; i++) {
        const uint32_t at = mesh->num_vertices + i;
        float before[3], *normal = mesh->normal[at];
        q3_direction(waves, old[i].latitude, old[i].longitude, before);
        q3_direction(waves, frame[i].latitude, frame[i].longitude, normal);
        for (int k = 0; k < 3; k++) {
            mesh->xyz[at][k] = (float)old[i].xyz[k] * old_unit + (float)frame[i].xyz[k] * new_unit;
            normal[k] = before[k] * backlerp + normal[k] * front;
        }
        const float scale = q3_rsqrt(vec_dot(normal, normal));
        for (int k = 0; k < 3; k++) {
            normal[k] *= scale;
        }
    }
}

int rgb_model_add(struct rgb_mesh *mesh, const struct rgb_draw_entity *drawn, uint32_t number,
                  const struct q3_waves *waves)
{
    const struct md3 *md3 = &drawn->entity->model->lods[drawn->lod].md3;
    const struct md3_surface *surface = &md3->surfaces[number];
    const uint32_t first = mesh->num_vertices, count = surface->num_vertices;
    if (count == 0) {
        return 0; /* an empty mesh has no arrays yet */
    }
    const int code = rgb_mesh_reserve(mesh, count, surface->num_triangles * 3);
    if (code < 0) {
        return code;
    }
    const struct md3_vertex *frame =
        surface->vertices + (size_t)frame_of(md3, drawn->frame) * count;
    const struct md3_vertex *old =
        surface->vertices + (size_t)frame_of(md3, drawn->old_frame) * count;
    if (drawn->backlerp == 0.0f) {
        place_vertices(mesh, surface, frame, waves);
    } else {
        place_between(mesh, surface, frame, old, drawn->backlerp, waves);
    }
    memcpy(mesh->st + first, surface->st, count * sizeof *mesh->st);
    memcpy(mesh->light_st + first, surface->st, count * sizeof *mesh->light_st);
    memset(mesh->color + first, 255, count * sizeof *mesh->color);
    mesh->num_vertices += count;
    for (uint32_t i = 0; i < surface->num_triangles; i++) {
        for (int k = 0; k < 3; k++) {
            mesh->indexes[mesh->num_indexes++] = first + surface->triangles[i][k];
        }
    }
    return 0;
}
