#include "render/rgb/batches.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "render/rgb/entities/model.h"
#include "render/rgb/entities/strips.h"
#include "render/rgb/shading/dlight_pass.h"
#include "render/rgb/world/surface.h"
#include "render/slots.h"

/* Batch limits of the original. They are visible where translucent surfaces of several stages
 * overlap: a batch draws all its triangles with one stage, then with the next. */
enum { VERTICES_MAX = 1000, INDEXES_MAX = 6000 };
/* Different light sets per batch; triangles with further sets get all lights. */
enum { LIGHT_SETS_MAX = 6 };
/* As far as the sky's cube is away, in parts of the far plane's distance. */
static const float SKY_PART = 1.75f;

static const float no_place[3];
static const float no_axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

void rgb_batches_free(struct rgb_batches *batches)
{
    rgb_mesh_free(&batches->mesh);
    rgb_passes_free(&batches->passes);
    free(batches->clip);
    free(batches->indexes);
    free(batches->reached);
    free(batches->lit);
    memset(batches, 0, sizeof *batches);
}

/* ---- Around a batch ---- */

static const struct rgb_draw_entity *drawn_entity(const struct rgb_batch_frame *frame,
                                                  const struct rgb_draw_surf *surf)
{
    return surf->entity == RGB_NO_ENTITY ? NULL : &frame->draw_list->entities[surf->entity];
}

static bool has_own_space(const struct rgb_draw_surf *surf)
{
    return surf->entity != RGB_NO_ENTITY &&
           (surf->kind == RGB_SURF_LEVEL || surf->kind == RGB_SURF_MD3);
}

static void set_view(struct rgb_shade_view *view, const struct rgb_batch_frame *frame,
                     const struct rgb_draw_surf *surf)
{
    const struct rgb_draw_entity *drawn = drawn_entity(frame, surf);
    const bool own = has_own_space(surf);
    memset(view, 0, sizeof *view);
    view->waves = frame->waves;
    view->overbright = frame->overbright;
    view->time = frame->scene->time;
    view->shader_time = frame->scene->time - surf->time_offset;
    rgb_shade_place(view, frame->view->eye, frame->view->axis, own ? drawn->space.origin : no_place,
                    own ? drawn->space.axis : no_axis);
    if (drawn == NULL) {
        memset(view->entity_color, 255, sizeof view->entity_color);
        return;
    }
    view->shader_time -= drawn->entity->shader_time;
    memcpy(view->entity_color, drawn->entity->color, sizeof view->entity_color);
    memcpy(view->entity_st, drawn->entity->shader_st, sizeof view->entity_st);
    view->light = drawn->light;
}

static bool set_fog(struct rgb_fog_view *fog, const struct rgb_batch_frame *frame,
                    const struct rgb_draw_surf *surf)
{
    if (surf->fog == 0 || frame->level == NULL || surf->fog > frame->level->bsp.num_fogs) {
        return false;
    }
    const bool own = has_own_space(surf);
    const struct rgb_draw_entity *drawn = drawn_entity(frame, surf);
    rgb_fog_view_make(fog, frame->level, surf->fog - 1, frame->view->eye, frame->view->axis[0],
                      own ? drawn->space.origin : no_place, own ? drawn->space.axis : no_axis);
    return true;
}

static int add_surf(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                    const struct rgb_space *world, const struct rgb_draw_surf *surf)
{
    const struct rgb_draw_entity *drawn = drawn_entity(frame, surf);
    struct rgb_mesh *mesh = &batches->mesh;
    switch ((enum rgb_surf_kind)surf->kind) {
    case RGB_SURF_LEVEL:
        return rgb_surface_add(mesh, frame->view, drawn != NULL ? &drawn->space : world,
                               frame->level, surf->number);
    case RGB_SURF_MD3:
        return rgb_model_add(mesh, drawn, surf->number, frame->waves);
    case RGB_SURF_SPRITE:
    case RGB_SURF_STRIPS:
        return rgb_strips_add(mesh, drawn->entity, frame->view);
    case RGB_SURF_POLY:
        break;
    }
    return rgb_poly_add(mesh, frame->draw_list->scene, surf->number);
}

/* ---- Dynamic lights ---- */

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1) {
        count++;
    }
    return count;
}

/* Sets `bit` for each triangle of batches->lit, which lists them in the mesh's order. */
static void note_reached(struct rgb_batches *batches, uint32_t count, uint64_t bit)
{
    const struct rgb_mesh *mesh = &batches->mesh;
    uint32_t next = 0;
    for (uint32_t i = 0; i + 3 <= mesh->num_indexes && next < count; i += 3) {
        if (memcmp(mesh->indexes + i, batches->lit + next, 3 * sizeof *batches->lit) == 0) {
            batches->reached[i / 3] |= bit;
            next += 3;
        }
    }
}

/* A pass for each of the lights, *num_made in all, and for each triangle which of them it needs. */
static int add_lights(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                      const struct rgb_draw_surf *surf, uint32_t lights, uint32_t *num_made)
{
    const struct rgb_mesh *mesh = &batches->mesh;
    struct rgb_passes *passes = &batches->passes;
    const struct rgb_draw_entity *drawn = has_own_space(surf) ? drawn_entity(frame, surf) : NULL;
    const uint32_t triangles = mesh->num_indexes / 3;
    *num_made = 0;
    if (array_reserve(&batches->reached, &batches->cap_reached, triangles,
                      sizeof *batches->reached) < 0 ||
        array_reserve(&batches->lit, &batches->cap_lit, mesh->num_indexes, sizeof *batches->lit) <
            0 ||
        array_reserve(&batches->indexes, &batches->cap_indexes, mesh->num_indexes,
                      sizeof *batches->indexes) < 0) {
        return FORMAT_MEMORY;
    }
    memset(batches->reached, 0, triangles * sizeof *batches->reached);
    for (uint32_t i = 0; i < RGB_LIGHTS_MAX; i++) {
        if ((lights >> i & 1) == 0) {
            continue;
        }
        struct rgb_dlight light = frame->draw_list->scene->dlights[i];
        if (drawn != NULL) {
            rgb_space_from_world(&drawn->space, light.origin, light.origin);
        }
        float(*st)[2] = rgb_passes_take_st(passes);
        uint8_t(*color)[4] = rgb_passes_take_color(passes);
        const uint32_t count = rgb_shade_dlight(mesh, &light, st, color, batches->lit);
        if (count != 0) {
            rgb_passes_add_light(passes, frame->builtin[Q3_TEXTURE_DLIGHT], (const float(*)[2])st,
                                 (const uint8_t(*)[4])color);
            note_reached(batches, count, UINT64_C(1) << (*num_made)++);
        }
    }
    return 0;
}

/* The mesh's triangles, those with the same lights at a time. All have the passes before and after
 * the lights'. */
static int add_by_lights(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                         struct raster_batch *batch, uint32_t first_light, uint32_t num_lights)
{
    const struct rgb_mesh *mesh = &batches->mesh;
    const struct rgb_passes *all = &batches->passes;
    struct raster_pass some[RASTER_PASSES];
    const uint32_t triangles = mesh->num_indexes / 3;
    const uint64_t done = UINT64_MAX; /* marks a triangle; no light set is as large */
    int code = 0;
    for (uint32_t sets = 0, at = 0; code == 0; sets++) {
        while (at < triangles && batches->reached[at] == done) {
            at++;
        }
        if (at == triangles) {
            break;
        }
        const bool rest = sets + 1 >= LIGHT_SETS_MAX;
        const uint64_t set = batches->reached[at];
        uint32_t count = 0;
        for (uint32_t i = at; i < triangles; i++) {
            if (batches->reached[i] != done && (rest || batches->reached[i] == set)) {
                memcpy(batches->indexes + count, mesh->indexes + 3 * i,
                       3 * sizeof *batches->indexes);
                count += 3;
                batches->reached[i] = done;
            }
        }
        uint32_t num_passes = 0;
        for (uint32_t i = 0; i < all->count; i++) {
            const bool is_light = i >= first_light && i < first_light + num_lights;
            if (!is_light || rest || (set >> (i - first_light) & 1) != 0) {
                some[num_passes++] = all->list[i];
            }
        }
        batch->num_indexes = count;
        batch->indexes = batches->indexes;
        batch->num_passes = num_passes;
        batch->passes = some;
        code = raster_add(frame->queue, batch);
    }
    return code;
}

/* ---- Batches ---- */

static enum raster_depth depth_of(const struct rgb_draw_surf *surf,
                                  const struct rgb_draw_entity *drawn)
{
    if (surf->material->no_depth_test) {
        return RASTER_DEPTH_FRONT;
    }
    return drawn != NULL && (drawn->entity->flags & RGB_NEAR) != 0 ? RASTER_DEPTH_NEAR
                                                                   : RASTER_DEPTH_WORLD;
}

static int set_clip(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                    const struct rgb_space *space)
{
    const struct rgb_mesh *mesh = &batches->mesh;
    if (array_reserve(&batches->clip, &batches->cap_clip, mesh->num_vertices,
                      sizeof *batches->clip) < 0) {
        return FORMAT_MEMORY;
    }
    rgb_space_clip(space, frame->view, (const float(*)[3])mesh->xyz, mesh->num_vertices,
                   batches->clip);
    return 0;
}

/* Sprites face as the view does: all four corners are as far as the middle, which the way through
 * the world has rounded. What is drawn need not be divided pixel by pixel then. */
static void set_sprites_depth(struct rgb_batches *batches, const struct rgb_view *view)
{
    const uint32_t corners = 4;
    for (uint32_t i = 0; i + corners <= batches->mesh.num_vertices; i += corners) {
        const float depth = (batches->clip[i][3] + batches->clip[i + 2][3]) * 0.5f;
        for (uint32_t k = i; k < i + corners; k++) {
            batches->clip[k][2] = depth * view->z_scale + view->z_offset;
            batches->clip[k][3] = depth;
        }
    }
}

/* Draws the whole mesh pass by pass. The order is visible where translucent triangles overlap. */
static int add_by_passes(const struct rgb_batch_frame *frame, struct raster_batch *batch)
{
    const uint32_t count = batch->num_passes;
    int code = 0;
    batch->num_passes = 1;
    for (uint32_t i = 0; i < count && code == 0; i++, batch->passes++) {
        code = raster_add(frame->queue, batch);
    }
    return code;
}

/* The mesh as it is, with the material, fog and entity of `item` and all of `lights`. overlaps: its
 * triangles may be seen through each other. */
static int draw_mesh(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                     const struct rgb_space *world, const struct rgb_draw_surf *surf,
                     uint32_t lights, bool overlaps)
{
    struct rgb_mesh *mesh = &batches->mesh;
    struct rgb_passes *passes = &batches->passes;
    const struct q3_shader *rules = surf->material->rules;
    const struct rgb_draw_entity *drawn = drawn_entity(frame, surf);
    struct rgb_shade_view view;
    struct rgb_fog_view fog;
    set_view(&view, frame, surf);
    if (mesh->num_indexes == 0 ||
        (rules->num_deforms != 0 && !rgb_shade_deform(mesh, rules, &view)) ||
        mesh->num_indexes == 0) {
        return 0;
    }
    const bool foggy = set_fog(&fog, frame, surf);
    const uint32_t most = surf->material->num_stages + count_bits(lights) + 1;
    if (set_clip(batches, frame, has_own_space(surf) ? &drawn->space : world) < 0 ||
        rgb_passes_begin(passes, mesh->num_vertices, most) < 0) {
        return FORMAT_MEMORY;
    }
    if (surf->kind == RGB_SURF_SPRITE && rules->num_deforms == 0) {
        set_sprites_depth(batches, frame->view);
    }
    rgb_passes_add_stages(passes, mesh, surf, &view, foggy ? &fog : NULL, frame->level);
    const uint32_t first_light = passes->count;
    uint32_t num_lights = 0;
    if (lights != 0 && add_lights(batches, frame, surf, lights, &num_lights) < 0) {
        return FORMAT_MEMORY;
    }
    if (foggy && (rules->sort <= Q3_SORT_OPAQUE || (rules->content_flags & Q3_PARM_FOG) != 0)) {
        rgb_passes_add_fog(passes, mesh, rules, &fog, frame->builtin[Q3_TEXTURE_FOG]);
    }
    struct raster_batch batch = {
        .num_vertices = mesh->num_vertices,
        .num_indexes = mesh->num_indexes,
        .clip = (const float(*)[4])batches->clip,
        .indexes = mesh->indexes,
        .cull = rules->cull,
        .depth = depth_of(surf, drawn),
        .polygon_offset = rules->polygon_offset,
        .num_passes = passes->count,
        .passes = passes->list,
    };
    if (passes->count == 0) {
        return 0;
    }
    if (num_lights != 0) {
        return add_by_lights(batches, frame, &batch, first_light, num_lights);
    }
    return overlaps ? add_by_passes(frame, &batch) : raster_add(frame->queue, &batch);
}

/* Appends an item, unless the mesh has no room for it: there is a batch before it then. */
static int add_fitting(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                       const struct rgb_space *world, const struct rgb_draw_surf *surf, bool *fits)
{
    struct rgb_mesh *mesh = &batches->mesh;
    const uint32_t vertices = mesh->num_vertices, indexes = mesh->num_indexes;
    const int code = add_surf(batches, frame, world, surf);
    *fits = code == 0 && (vertices == 0 ||
                          (mesh->num_vertices < VERTICES_MAX && mesh->num_indexes < INDEXES_MAX));
    if (!*fits) {
        mesh->num_vertices = vertices;
        mesh->num_indexes = indexes;
    }
    return code;
}

/* Draws surfaces [first, end) in batches: runs that merge, up to a batch's limits. The last
 * surface's entity gives colour and time. */
static int draw_surfs(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                      const struct rgb_space *world, const struct rgb_surf_list *list, size_t first,
                      size_t end, bool overlap)
{
    int result = 0;
    for (size_t i = first, next; i < end; i = next) {
        uint32_t lights = 0;
        bool fits = true;
        rgb_mesh_clear(&batches->mesh);
        for (next = i; next < end && fits; next++) {
            const struct rgb_draw_surf *surf = &list->surfs[next];
            /* The first one always is of its run, even where its time is no number. */
            if (next != i && !rgb_surfs_merge(&list->surfs[i], surf)) {
                break;
            }
            if (add_fitting(batches, frame, world, surf, &fits) < 0) {
                result = FORMAT_MEMORY;
                next++;
                break;
            }
            if (!fits) {
                break;
            }
            lights |= surf->lights;
        }
        if (draw_mesh(batches, frame, world, &list->surfs[next - 1], lights, overlap) < 0) {
            result = FORMAT_MEMORY;
        }
    }
    return result;
}

/* ---- Sky ---- */

static void cover_cells(const struct rgb_mesh *mesh, const float eye[3],
                        struct rgb_sky_cells cells[Q3_SKY_SIDES])
{
    for (uint32_t i = 0; i + 3 <= mesh->num_indexes; i += 3) {
        float triangle[3][3];
        for (int k = 0; k < 3; k++) {
            memcpy(triangle[k], mesh->xyz[mesh->indexes[i + (uint32_t)k]], sizeof triangle[k]);
        }
        rgb_sky_cover(cells, (const float(*)[3])triangle, 3, eye);
    }
}

/* A mesh of the sky's: at the far end of depth, and two-sided as its cube is closed. */
static int draw_sky_mesh(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                         const struct rgb_space *world)
{
    const struct rgb_mesh *mesh = &batches->mesh;
    if (mesh->num_indexes == 0 || set_clip(batches, frame, world) < 0) {
        return mesh->num_indexes == 0 ? 0 : FORMAT_MEMORY;
    }
    const struct raster_batch batch = {
        .num_vertices = mesh->num_vertices,
        .num_indexes = mesh->num_indexes,
        .clip = (const float(*)[4])batches->clip,
        .indexes = mesh->indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .depth = RASTER_DEPTH_FAR,
        .num_passes = batches->passes.count,
        .passes = batches->passes.list,
    };
    return raster_add(frame->queue, &batch);
}

static int draw_box(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                    const struct rgb_space *world, const struct material *material,
                    const struct rgb_sky_cells cells[Q3_SKY_SIDES])
{
    const float distance = frame->view->far / SKY_PART;
    for (int side = 0; side < Q3_SKY_SIDES; side++) {
        const struct texture *picture = material->sky[side];
        rgb_mesh_clear(&batches->mesh);
        if (picture == NULL) {
            continue;
        }
        if (rgb_sky_add_cells(&batches->mesh, (enum q3_sky_side)side, &cells[side], NULL,
                              frame->view->eye, distance) < 0 ||
            rgb_passes_begin(&batches->passes, batches->mesh.num_vertices, 1) < 0) {
            return FORMAT_MEMORY;
        }
        batches->passes.list[0] = (struct raster_pass){.texture = picture,
                                                       .st = (const float(*)[2])batches->mesh.st,
                                                       .flat = {255, 255, 255, 255},
                                                       .source = Q3_FACTOR_ONE,
                                                       .destination = Q3_FACTOR_ZERO};
        batches->passes.count = 1;
        if (draw_sky_mesh(batches, frame, world) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

static int draw_clouds(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                       const struct rgb_space *world, const struct rgb_draw_surf *surf,
                       const struct rgb_sky_cells cells[Q3_SKY_SIDES])
{
    const float height = frame->level != NULL ? frame->level->cloud_height : 0.0f;
    struct rgb_mesh *mesh = &batches->mesh;
    if (surf->material->num_stages == 0) {
        return 0;
    }
    if (!batches->has_clouds || batches->cloud_height != height) {
        rgb_clouds_make(&batches->clouds, height);
        batches->cloud_height = height;
        batches->has_clouds = true;
    }
    rgb_mesh_clear(mesh);
    for (int side = 0; side < RGB_CLOUD_SIDES; side++) {
        if (rgb_sky_add_cells(mesh, (enum q3_sky_side)side, &cells[side], &batches->clouds,
                              frame->view->eye, frame->view->far / SKY_PART) < 0) {
            return FORMAT_MEMORY;
        }
    }
    if (mesh->num_indexes == 0) { /* no cell is touched */
        return 0;
    }
    struct rgb_shade_view view;
    struct rgb_fog_view fog;
    set_view(&view, frame, surf);
    const bool foggy = set_fog(&fog, frame, surf);
    if (rgb_passes_begin(&batches->passes, mesh->num_vertices, surf->material->num_stages + 1) <
        0) {
        return FORMAT_MEMORY;
    }
    rgb_passes_add_stages(&batches->passes, mesh, surf, &view, foggy ? &fog : NULL, frame->level);
    if (foggy) {
        rgb_passes_add_fog(&batches->passes, mesh, surf->material->rules, &fog,
                           frame->builtin[Q3_TEXTURE_FOG]);
    }
    return draw_sky_mesh(batches, frame, world);
}

/* Box and clouds of each sky material, in all cells that its surfaces touch; then again in those
 * that its surfaces in a fog touch, whose clouds lie in the fog. */
static int draw_sky(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                    const struct rgb_space *world)
{
    const struct rgb_surf_list *list = &frame->draw_list->sky;
    for (size_t i = 0; i < list->count;) {
        struct rgb_sky_cells cells[Q3_SKY_SIDES] = {{{0}, {0}}};
        const struct rgb_draw_surf *first = &list->surfs[i];
        rgb_mesh_clear(&batches->mesh);
        for (; i < list->count && list->surfs[i].material == first->material &&
               list->surfs[i].fog == first->fog;
             i++) {
            if (list->surfs[i].kind == RGB_SURF_LEVEL && list->surfs[i].entity == RGB_NO_ENTITY &&
                add_surf(batches, frame, world, &list->surfs[i]) < 0) {
                return FORMAT_MEMORY;
            }
        }
        cover_cells(&batches->mesh, frame->view->eye, cells);
        if (first->material->sky[Q3_SKY_RT] != NULL &&
            draw_box(batches, frame, world, first->material, cells) < 0) {
            return FORMAT_MEMORY;
        }
        if (draw_clouds(batches, frame, world, first, cells) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

/* ---- All of them ---- */

int rgb_batches_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame)
{
    const struct rgb_surf_list *solid = &frame->draw_list->solid,
                               *ordered = &frame->draw_list->ordered;
    struct rgb_space world;
    int code[3];
    rgb_space_of_world(&world, frame->view);
    code[0] = draw_surfs(batches, frame, &world, solid, 0, solid->count, false);
    code[1] = draw_sky(batches, frame, &world);
    code[2] = draw_surfs(batches, frame, &world, ordered, 0, ordered->count, true);
    return code[0] < 0 || code[1] < 0 || code[2] < 0 ? FORMAT_MEMORY : 0;
}

/* Fixed cost of a draw surface, in indexes. */
enum { SURF_WEIGHT = 24 };

/* Splits a list into `parts` ranges of about equal cost: part n is [starts[n], starts[n + 1]). No
 * run that merges is cut, so that batches do not depend on the number of parts. */
static void share_out(const struct rgb_surf_list *list, size_t parts, size_t starts[])
{
    const struct rgb_draw_surf *surfs = list->surfs;
    uint64_t total = 0, before = 0;
    for (size_t i = 0; i < list->count; i++) {
        total += surfs[i].indexes + SURF_WEIGHT;
    }
    size_t part = 0;
    for (size_t i = 0; i < list->count; i++) {
        const bool may_start = i == 0 || !rgb_surfs_merge(&surfs[i - 1], &surfs[i]);
        while (may_start && part < parts && before * parts >= total * part) {
            starts[part++] = i;
        }
        before += surfs[i].indexes + SURF_WEIGHT;
    }
    while (part <= parts) {
        starts[part++] = list->count;
    }
}

struct world_job {
    struct rgb_batches *batches;
    struct rgb_batch_frame frame;
    struct rgb_space space;
    struct raster *raster;
    struct render_profile *profile;
    struct slots free; /* unused entries of `batches` */
    size_t solid[RGB_SOLID_PARTS + 1], ordered[RGB_ORDERED_PARTS + 1]; /* where they begin */
    int codes[RGB_WORLD_PARTS];
};

static void add_part(void *context, int part)
{
    struct world_job *job = context;
    const uint64_t start = render_profile_now(job->profile);
    const int slot = slots_take(&job->free, RGB_WORLD_PARTS);
    struct rgb_batches *batches = &job->batches[slot];
    struct rgb_batch_frame frame = job->frame;
    frame.queue = raster_queue(job->raster, part);
    if (part == RGB_SKY_PART) {
        job->codes[part] = draw_sky(batches, &frame, &job->space);
    } else if (part < RGB_SOLID_PARTS) {
        job->codes[part] = draw_surfs(batches, &frame, &job->space, &frame.draw_list->solid,
                                      job->solid[part], job->solid[part + 1], false);
    } else {
        const size_t *starts = &job->ordered[part - RGB_SKY_PART - 1];
        job->codes[part] = draw_surfs(batches, &frame, &job->space, &frame.draw_list->ordered,
                                      starts[0], starts[1], true);
    }
    slots_give_back(&job->free, slot);
    render_profile_add(job->profile, RENDER_TRIANGLES, start);
}

int rgb_batches_add_world(struct rgb_batches batches[RGB_WORLD_PARTS],
                          const struct rgb_batch_frame *frame, struct raster *raster,
                          struct thread_pool *pool, struct render_profile *profile)
{
    struct world_job job = {
        .batches = batches, .frame = *frame, .raster = raster, .profile = profile};
    slots_init(&job.free);
    rgb_space_of_world(&job.space, frame->view);
    share_out(&frame->draw_list->solid, RGB_SOLID_PARTS, job.solid);
    share_out(&frame->draw_list->ordered, RGB_ORDERED_PARTS, job.ordered);
    thread_pool_run(pool, add_part, &job, RGB_WORLD_PARTS);
    for (int part = 0; part < RGB_WORLD_PARTS; part++) {
        if (job.codes[part] < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}
