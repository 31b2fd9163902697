#include "render/truecolor/truecolor_renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/pictures/lmp.h"
#include "render/enlarge.h"
#include "render/limits.h"
#include "render/pixel_hash.h"
#include "render/truecolor/entity_batches.h"
#include "render/truecolor/face_batches.h"
#include "render/truecolor/liquid_pictures.h"
#include "render/truecolor/sky_batches.h"
#include "render/truecolor/true_2d.h"
#include "render/truecolor/true_frame.h"
#include "render/truecolor/true_levels.h"
#include "render/truecolor/view_blend.h"
#include "render/truecolor/visible_faces.h"

enum { CLEAR_INDEX = 2 /* palette entry of what nothing covers, the original's r_clearcolor */ };

/* The part of the frame that shows the world, pixels. */
struct place {
    int x, y, width, height;
};

struct truecolor_renderer {
    int width, height;
    int scale; /* frame pixels, across and down, for each of the world */
    enum rgb_filter filter;
    bool square_particles;
    struct thread_pool *pool;       /* borrowed */
    struct render_profile *profile; /* borrowed; NULL: none */
    uint8_t palette[PALETTE_BYTES];
    uint8_t colormap[COLORMAP_BYTES];
    struct true_2d layer;
    uint8_t light[256]; /* the screen's level of each level drawn */
    bool plain;         /* each is itself */
    uint32_t *frame;    /* world and 2D as drawn */
    size_t pitch;       /* of the frame, pixels: the rasterizer's */
    struct raster *raster;
    int raster_width, raster_height;
    struct true_levels levels;
    struct visible_faces visible;
    struct surface_dlights dlights;
    struct fog_ramp fog;
    struct liquid_pictures liquids;
    struct entity_batches entities;
    struct sky_batches sky;
    struct true_scratch rest; /* for sky and liquids */
    struct true_scratch scratches[TRUE_WORLD_PARTS];
    double world_done; /* when that was drawn */
};

struct truecolor_renderer *truecolor_renderer_create(int width, int height, int scale,
                                                     const struct palette_options *options,
                                                     struct thread_pool *pool)
{
    if (options->palette == NULL || options->colormap == NULL) {
        return NULL;
    }
    struct truecolor_renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        return NULL;
    }
    renderer->width = width;
    renderer->height = height;
    renderer->scale = scale;
    renderer->filter = options->filter;
    renderer->square_particles = options->square_particles;
    renderer->pool = pool;
    memcpy(renderer->palette, options->palette, PALETTE_BYTES);
    memcpy(renderer->colormap, options->colormap, COLORMAP_BYTES);
    renderer->pitch = ((size_t)width + RASTER_PITCH_UNIT - 1) & ~(size_t)(RASTER_PITCH_UNIT - 1);
    renderer->layer = (struct true_2d){.palette = renderer->palette,
                                       .colormap = renderer->colormap,
                                       .width = width,
                                       .height = height,
                                       .pitch = renderer->pitch};
    const struct render_light plain = render_light_plain();
    truecolor_renderer_set_light(renderer, &plain);
    renderer->frame = calloc(renderer->pitch * ((size_t)height + 1), sizeof *renderer->frame);
    if (renderer->frame == NULL) {
        truecolor_renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void truecolor_renderer_destroy(struct truecolor_renderer *renderer)
{
    if (renderer == NULL) {
        return;
    }
    for (int i = 0; i < TRUE_WORLD_PARTS; i++) {
        true_scratch_free(&renderer->scratches[i]);
    }
    true_scratch_free(&renderer->rest);
    sky_batches_free(&renderer->sky);
    entity_batches_free(&renderer->entities);
    liquid_pictures_free(&renderer->liquids);
    fog_ramp_free(&renderer->fog);
    surface_dlights_free(&renderer->dlights);
    visible_faces_free(&renderer->visible);
    true_levels_free(&renderer->levels);
    raster_destroy(renderer->raster);
    true_2d_free(&renderer->layer);
    free(renderer->frame);
    free(renderer);
}

void truecolor_renderer_set_light(struct truecolor_renderer *renderer,
                                  const struct render_light *light)
{
    renderer->plain = render_light_is_plain(light);
    render_light_table(light, renderer->light);
}

void truecolor_renderer_set_profile(struct truecolor_renderer *renderer,
                                    struct render_profile *profile)
{
    renderer->profile = profile;
    if (renderer->raster != NULL) {
        raster_set_profile(renderer->raster, profile);
    }
}

/* ---- Out of the renderer ---- */

struct expand_job {
    const struct truecolor_renderer *renderer;
    uint32_t *target;
    size_t pitch;
};

static void expand_band(void *context, int band)
{
    const struct expand_job *job = context;
    const struct truecolor_renderer *renderer = job->renderer;
    const int first = band * RASTER_BAND_HEIGHT;
    for (int row = first; row < first + RASTER_BAND_HEIGHT && row < renderer->height; row++) {
        const uint32_t *from = renderer->frame + (size_t)row * renderer->pitch;
        uint32_t *to = job->target + (size_t)row * job->pitch;
        if (renderer->plain) {
            memcpy(to, from, (size_t)renderer->width * sizeof *to);
            continue;
        }
        render_light_row(renderer->light, to, from, renderer->width);
    }
}

void truecolor_renderer_expand(const struct truecolor_renderer *renderer, uint32_t *target,
                               size_t pitch)
{
    struct expand_job job = {renderer, target, pitch};
    thread_pool_run(renderer->pool, expand_band, &job,
                    (renderer->height + RASTER_BAND_HEIGHT - 1) / RASTER_BAND_HEIGHT);
}

double truecolor_renderer_world_done(const struct truecolor_renderer *renderer)
{
    return renderer->world_done;
}

uint64_t truecolor_renderer_hash(const struct truecolor_renderer *renderer)
{
    struct pixel_hash hash;
    pixel_hash_begin(&hash);
    for (int row = 0; row < renderer->height; row++) {
        const uint32_t *shown = renderer->frame + (size_t)row * renderer->pitch;
        uint32_t line[RENDER_MAX_WIDTH * RENDER_MAX_SCALE];
        if (!renderer->plain) {
            render_light_row(renderer->light, line, shown, renderer->width);
            shown = line;
        }
        pixel_hash_row(&hash, shown, renderer->width);
    }
    return pixel_hash_end(&hash, renderer->width);
}

/* ---- The world ---- */

struct frame_job {
    struct truecolor_renderer *renderer;
    struct true_frame frame;
    struct face_model world;
    struct place place;
    struct view_blend blend;
    int codes[TRUE_WORLD_PARTS], rest_code;
};

/* An equal part of the visible faces to a queue of its own. */
static void add_faces(struct frame_job *job, int part)
{
    struct truecolor_renderer *renderer = job->renderer;
    const struct visible_faces *visible = &renderer->visible;
    struct raster_queue *queue = raster_queue(renderer->raster, part);
    const uint32_t count = visible->count;
    const uint32_t first = (uint32_t)((uint64_t)count * (uint32_t)part / TRUE_WORLD_PARTS);
    const uint32_t end = (uint32_t)((uint64_t)count * ((uint32_t)part + 1) / TRUE_WORLD_PARTS);
    const uint64_t start = render_profile_now(renderer->profile);
    for (uint32_t i = first; i < end && job->codes[part] == 0; i++) {
        const uint32_t face = visible->list[i];
        const uint8_t flags = visible->bsp->faces[face].flags;
        if ((flags & (BSP_FACE_SKY | BSP_FACE_TURB)) == 0) {
            job->codes[part] =
                face_batches_add(&job->frame, queue, &renderer->scratches[part], &job->world, face);
        }
    }
    render_profile_add(renderer->profile, RENDER_TRIANGLES, start);
}

/* The world's sky and, after all that is opaque, its liquids. */
static int add_special_faces(struct frame_job *job, unsigned kind)
{
    struct truecolor_renderer *renderer = job->renderer;
    const struct visible_faces *visible = &renderer->visible;
    struct raster_queue *queue =
        raster_queue(renderer->raster, kind == BSP_FACE_SKY ? TRUE_ENTITIES : TRUE_SEE_THROUGH);
    for (uint32_t i = 0; i < visible->count; i++) {
        const uint32_t face = visible->list[i];
        int code = 0;
        if ((visible->bsp->faces[face].flags & kind) == 0) {
            continue;
        }
        if (kind == BSP_FACE_SKY) {
            code = sky_batches_add_window(&renderer->sky, &job->frame, queue, &renderer->rest,
                                          job->world.level, &job->world.clip, face);
        } else {
            code = face_batches_add(&job->frame, queue, &renderer->rest, &job->world, face);
        }
        if (code != 0) {
            return code;
        }
    }
    return 0;
}

/* All that is not the walls of the world, in drawing order. */
static int add_rest(struct frame_job *job)
{
    struct truecolor_renderer *renderer = job->renderer;
    struct true_frame *frame = &job->frame;
    struct sky_batches *sky = &renderer->sky;
    int code = sky_batches_begin(sky, frame, frame->scene->world->bsp);
    if (code == 0) {
        code = add_special_faces(job, BSP_FACE_SKY);
    }
    if (code == 0) {
        code = entity_batches_add_opaque(&renderer->entities, frame, &renderer->levels, sky,
                                         &renderer->visible);
    }
    if (code == 0) {
        code = sky_batches_add_sky(sky, frame, raster_queue(renderer->raster, TRUE_ENTITIES));
    }
    if (code == 0) {
        code = add_special_faces(job, BSP_FACE_TURB);
    }
    if (code == 0) {
        code = entity_batches_add_rest(&renderer->entities, frame, &renderer->levels, sky,
                                       &renderer->visible);
    }
    return code;
}

/* Jobs of a frame's front end: the rest first, which is the longest. */
enum { JOB_REST, JOB_FACES, JOBS = JOB_FACES + TRUE_WORLD_PARTS };

static void add_part(void *context, int number)
{
    struct frame_job *job = context;
    if (number >= JOB_FACES) {
        add_faces(job, number - JOB_FACES);
        return;
    }
    const uint64_t start = render_profile_now(job->renderer->profile);
    job->rest_code = add_rest(job);
    render_profile_add(job->renderer->profile, RENDER_MODELS, start);
}

static bool is_whole_world(const struct palette_entity *entity, const struct bsp *bsp)
{
    const struct model *model = entity->model;
    return model != NULL && model->kind == MODEL_BRUSH && model->bsp != NULL &&
           model->submodel == 0 && object_id_same(model->bsp->identity, bsp->identity);
}

static bool share_faces(const struct bsp_submodel *a, const struct bsp_submodel *b)
{
    return a->first_face < b->first_face + b->num_faces &&
           b->first_face < a->first_face + a->num_faces;
}

/* True if no face of the world is one of an entity's, too, whose light would be made for both. Maps
 * that are damaged have such faces. */
static bool world_is_apart(const struct truecolor_renderer *renderer,
                           const struct palette_scene *scene)
{
    const struct visible_faces *visible = &renderer->visible;
    const struct bsp *bsp = visible->bsp;
    const struct bsp_submodel *world = &bsp->submodels[0];
    const uint32_t first = world->first_face, end = first + world->num_faces;
    bool apart = visible->submodel == 0;
    for (uint32_t i = 0; i < visible->count; i++) {
        apart = apart && visible->list[i] >= first && visible->list[i] < end;
    }
    for (uint32_t i = 1; i < bsp->num_submodels; i++) {
        apart = apart && !share_faces(world, &bsp->submodels[i]);
    }
    for (size_t i = 0; i < scene->num_entities; i++) {
        apart = apart && !is_whole_world(&scene->entities[i], bsp);
    }
    return apart;
}

/* All batches of a frame. Returns 0 or FORMAT_MEMORY. */
static int add_batches(struct frame_job *job)
{
    struct truecolor_renderer *renderer = job->renderer;
    if (world_is_apart(renderer, job->frame.scene)) {
        thread_pool_run(renderer->pool, add_part, job, JOBS);
    } else {
        for (int i = 0; i < JOBS; i++) {
            add_part(job, i);
        }
    }
    int code = job->rest_code;
    for (int i = 0; i < TRUE_WORLD_PARTS; i++) {
        code = job->codes[i] != 0 ? job->codes[i] : code;
    }
    return code;
}

static int resize_raster(struct truecolor_renderer *renderer, int width, int height)
{
    if (renderer->raster != NULL && renderer->raster_width == width &&
        renderer->raster_height == height) {
        return 0;
    }
    raster_destroy(renderer->raster);
    liquid_pictures_free(&renderer->liquids);
    renderer->liquids = liquid_pictures_of(width, height, renderer->filter, renderer->pool);
    renderer->raster = raster_create(width, height, renderer->filter, renderer->pool);
    renderer->raster_width = width;
    renderer->raster_height = height;
    if (renderer->raster == NULL) {
        return FORMAT_MEMORY;
    }
    raster_set_profile(renderer->raster, renderer->profile);
    raster_set_clear(renderer->raster, (uint32_t)renderer->palette[CLEAR_INDEX * 3] << 16 |
                                           (uint32_t)renderer->palette[CLEAR_INDEX * 3 + 1] << 8 |
                                           renderer->palette[CLEAR_INDEX * 3 + 2]);
    return 0;
}

static bool fills_frame(const struct truecolor_renderer *renderer, const struct place *place)
{
    return place->width == renderer->width && place->height == renderer->height;
}

/* Rows of the world that are drawn in the frame itself. */
static void blend_rows(void *context, int first, int end)
{
    const struct frame_job *job = context;
    const struct truecolor_renderer *renderer = job->renderer;
    for (int row = first; row < end; row++) {
        uint32_t *pixels = renderer->frame + (size_t)row * renderer->pitch;
        view_blend_row(&job->blend, pixels, pixels, renderer->width);
    }
}

/* Rows of the world, as soon as they are drawn, to their place in the frame. */
static void place_rows(void *context, int first, int end)
{
    const struct frame_job *job = context;
    const struct truecolor_renderer *renderer = job->renderer;
    const struct place *place = &job->place;
    const int scale = renderer->scale;
    size_t pitch;
    const uint32_t *pixels = raster_pixels(renderer->raster, &pitch);
    for (int row = first; row < end; row++) {
        const uint32_t *from = pixels + (size_t)row * pitch;
        uint32_t line[RENDER_MAX_WIDTH];
        if (job->blend.shown) {
            view_blend_row(&job->blend, line, from, renderer->raster_width);
            from = line;
        }
        for (int i = 0; i < scale && row * scale + i < place->height; i++) {
            uint32_t *to = renderer->frame +
                           (size_t)(place->y + row * scale + i) * renderer->pitch +
                           (size_t)place->x;
            enlarge_pixels(to, from, place->width, scale);
        }
    }
}

static int draw_world(struct frame_job *job, const struct scene *scene)
{
    struct truecolor_renderer *renderer = job->renderer;
    const struct palette_scene *part = scene->palette;
    struct true_frame *frame = &job->frame;
    const struct place *place = &job->place;
    int code = resize_raster(renderer, enlarge_cells(place->width, renderer->scale),
                             enlarge_cells(place->height, renderer->scale));
    if (code != 0) {
        return code;
    }
    raster_begin(renderer->raster);
    *frame = (struct true_frame){.scene = part,
                                 .square_particles = renderer->square_particles,
                                 .palette = renderer->palette,
                                 .raster = renderer->raster,
                                 .dlights = &renderer->dlights,
                                 .fog = &renderer->fog,
                                 .liquids = &renderer->liquids};
    if (!true_view_set(&frame->view, scene, renderer->raster_width, renderer->raster_height,
                       part->underwater_warp)) {
        return 0;
    }
    const uint64_t start = render_profile_now(renderer->profile);
    code = visible_faces_find(&renderer->visible, part->world, &frame->view);
    if (code == 0) {
        code = surface_dlights_mark(&renderer->dlights, part);
    }
    if (code == 0) {
        code = fog_ramp_set(&renderer->fog, &part->fog);
    }
    if (code == 0) {
        job->world.level = true_levels_get(&renderer->levels, part->world->bsp, renderer->palette,
                                           part->replacements);
        code = job->world.level != NULL ? 0 : FORMAT_MEMORY;
    }
    render_profile_add(renderer->profile, RENDER_VISIBLE, start);
    if (code != 0) {
        return code;
    }
    const struct true_space space = true_space_of_world();
    true_clip_set(&job->world.clip, &frame->view, &space);
    job->world.opacity = 255;
    liquid_pictures_begin_frame(&renderer->liquids);
    code = add_batches(job);
    const int liquids_code = liquid_pictures_draw(&renderer->liquids, scene->time);
    return code != 0 ? code : liquids_code;
}

/* Where the world is the whole frame it is drawn in place. */
static void draw_raster(struct frame_job *job)
{
    struct truecolor_renderer *renderer = job->renderer;
    const bool whole = renderer->scale == 1 && fills_frame(renderer, &job->place);
    raster_set_pixels(renderer->raster, whole ? renderer->frame : NULL);
    raster_draw(renderer->raster, !whole ? place_rows : job->blend.shown ? blend_rows : NULL, job);
}

static bool has_world(const struct palette_scene *scene)
{
    return scene->world != NULL && scene->world->kind == MODEL_BRUSH && scene->world->bsp != NULL;
}

/* The scene's view, inside the frame. */
static struct place find_place(const struct truecolor_renderer *renderer,
                               const struct palette_view *view)
{
    const bool inside = view->width > 0 && view->height > 0 && view->x >= 0 && view->y >= 0 &&
                        view->x <= renderer->width - view->width &&
                        view->y <= renderer->height - view->height;
    return inside ? (struct place){view->x, view->y, view->width, view->height}
                  : (struct place){0, 0, renderer->width, renderer->height};
}

int truecolor_renderer_draw(struct truecolor_renderer *renderer, const struct scene *scene,
                            uint32_t *target, size_t pitch)
{
    struct frame_job job = {.renderer = renderer,
                            .place = find_place(renderer, &scene->palette->view)};
    int code = 0;
    if (!has_world(scene->palette) || !fills_frame(renderer, &job.place)) {
        memset(renderer->frame, 0,
               renderer->pitch * (size_t)renderer->height * sizeof *renderer->frame);
    }
    if (has_world(scene->palette)) {
        view_blend_set(&job.blend, scene->palette->blends);
        code = draw_world(&job, scene);
        if (renderer->raster != NULL) {
            draw_raster(&job);
        }
        entity_batches_end_frame(&renderer->entities);
        true_levels_end_frame(&renderer->levels);
    }
    renderer->world_done = platform_now();
    const uint64_t start = render_profile_now(renderer->profile);
    const int code_2d = true_2d_draw(&renderer->layer, scene->palette, renderer->frame);
    render_profile_add(renderer->profile, RENDER_DISPLAY, start);
    code = code != 0 ? code : code_2d;
    if (target != NULL) {
        truecolor_renderer_expand(renderer, target, pitch);
    }
    return code;
}
