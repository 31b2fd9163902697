#include "render/rgb/rgb_renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake3/builtin_textures.h"
#include "formats/base/q3_waves.h"
#include "render/enlarge.h"
#include "render/limits.h"
#include "render/pixel_hash.h"
#include "render/rgb/batches.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/entities/model.h"
#include "render/rgb/entities/strips.h"
#include "render/rgb/raster/raster.h"
#include "render/rgb/rgb_2d.h"
#include "render/rgb/view.h"
#include "render/rgb/world/bsp_traverse.h"

struct rgb_renderer {
    int width, height;
    int scale;                      /* frame pixels, across and down, for each of the world */
    struct thread_pool *pool;       /* borrowed */
    struct render_profile *profile; /* borrowed; NULL: none */
    struct render_light wanted;     /* gamma and contrast */
    bool overbright;                /* the last frame's levels are doubled */
    uint8_t light[256];             /* the screen's level of each level drawn */
    bool plain;                     /* each is itself */
    struct q3_waves waves;
    struct texture *builtin[Q3_TEXTURES];
    struct raster *raster; /* the frame's */
    struct raster *world;  /* the world's: another one if it is enlarged */
    double world_done;     /* when that was drawn */
    uint32_t *line;        /* a row of the frame */
    struct rgb_draw_list draw_list;
    struct rgb_traversal traversal;
    struct rgb_batches batches[RGB_WORLD_PARTS]; /* one for each thread at work */
};

struct rgb_renderer *rgb_renderer_create(int width, int height, int scale,
                                         const struct rgb_options *options,
                                         struct thread_pool *pool)
{
    struct rgb_renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        return NULL;
    }
    renderer->width = width;
    renderer->height = height;
    renderer->scale = scale;
    renderer->pool = pool;
    const struct render_light plain = render_light_plain();
    rgb_renderer_set_light(renderer, &plain);
    q3_waves_make(&renderer->waves);
    renderer->line = malloc((size_t)width * sizeof *renderer->line);
    renderer->raster = raster_create(width, height, options->filter, pool);
    renderer->world = scale == 1
                          ? renderer->raster
                          : raster_create(enlarge_cells(width, scale), enlarge_cells(height, scale),
                                          options->filter, pool);
    if (builtin_textures_make(renderer->builtin) < 0 || renderer->raster == NULL ||
        renderer->world == NULL || renderer->line == NULL) {
        rgb_renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void rgb_renderer_destroy(struct rgb_renderer *renderer)
{
    if (renderer != NULL) {
        for (int i = 0; i < RGB_WORLD_PARTS; i++) {
            rgb_batches_free(&renderer->batches[i]);
        }
        rgb_traversal_free(&renderer->traversal);
        rgb_draw_list_free(&renderer->draw_list);
        builtin_textures_free(renderer->builtin);
        if (renderer->world != renderer->raster) {
            raster_destroy(renderer->world);
        }
        raster_destroy(renderer->raster);
        free(renderer->line);
        free(renderer);
    }
}

void rgb_renderer_set_light(struct rgb_renderer *renderer, const struct render_light *light)
{
    struct render_light shown = *light;
    if (renderer->overbright) {
        shown.contrast *= 2.0;
    }
    renderer->wanted = *light;
    renderer->plain = render_light_is_plain(&shown);
    render_light_table(&shown, renderer->light);
}

/* A frame is doubled if its level was lit for that. */
static void set_overbright(struct rgb_renderer *renderer, const struct q3_level *level)
{
    const bool overbright = level != NULL && level->overbright;
    if (renderer->overbright != overbright) {
        const struct render_light wanted = renderer->wanted;
        renderer->overbright = overbright;
        rgb_renderer_set_light(renderer, &wanted);
    }
}

void rgb_renderer_set_profile(struct rgb_renderer *renderer, struct render_profile *profile)
{
    renderer->profile = profile;
    raster_set_profile(renderer->raster, profile);
    raster_set_profile(renderer->world, profile);
}

/* ---- Out of the renderer ---- */

struct expand_job {
    const struct rgb_renderer *renderer;
    uint32_t *target;
    size_t pitch;
};

/* As the screen shows them. */
static void light_row(const struct rgb_renderer *renderer, uint32_t *to, const uint32_t *from,
                      int width)
{
    if (renderer->plain) {
        memcpy(to, from, (size_t)width * sizeof *to);
        return;
    }
    render_light_row(renderer->light, to, from, width);
}

/* Rows of the enlarged world; lit: as the screen shows them. */
static void enlarge_rows(const struct rgb_renderer *renderer, uint32_t *to, size_t pitch, int first,
                         int end, bool lit)
{
    const int scale = renderer->scale, cells = enlarge_cells(renderer->width, scale);
    size_t world_pitch;
    const uint32_t *world = raster_pixels(renderer->world, &world_pitch);
    for (int row = first; row < end; row++, to += pitch) {
        const uint32_t *from = world + (size_t)(row / scale) * world_pitch;
        uint32_t line[RENDER_MAX_WIDTH];
        if (row > first && row % scale != 0) {
            memcpy(to, to - pitch, (size_t)renderer->width * sizeof *to);
            continue;
        }
        if (lit && !renderer->plain) {
            light_row(renderer, line, from, cells);
            from = line;
        }
        enlarge_pixels(to, from, renderer->width, scale);
    }
}

/* True if the frame's pixels there are the enlarged world's alone, which its raster does not have.
 */
static bool is_bare(const struct rgb_renderer *renderer, int row)
{
    return renderer->world != renderer->raster && !raster_has_batches(renderer->raster, row);
}

/* Rows that the raster draws together. */
static void expand_rows(void *context, int first, int end)
{
    const struct expand_job *job = context;
    const struct rgb_renderer *renderer = job->renderer;
    uint32_t *to = job->target + (size_t)first * job->pitch;
    size_t pitch;
    const uint32_t *pixels = raster_pixels(renderer->raster, &pitch);
    if (is_bare(renderer, first)) {
        enlarge_rows(renderer, to, job->pitch, first, end, true);
        return;
    }
    for (int row = first; row < end; row++, to += job->pitch) {
        light_row(renderer, to, pixels + (size_t)row * pitch, renderer->width);
    }
}

static void expand_band(void *context, int band)
{
    const struct expand_job *job = context;
    const int height = job->renderer->height, first = band * RASTER_BAND_HEIGHT;
    expand_rows(context, first,
                first + RASTER_BAND_HEIGHT < height ? first + RASTER_BAND_HEIGHT : height);
}

void rgb_renderer_expand(const struct rgb_renderer *renderer, uint32_t *target, size_t pitch)
{
    struct expand_job job = {renderer, target, pitch};
    thread_pool_run(renderer->pool, expand_band, &job,
                    (renderer->height + RASTER_BAND_HEIGHT - 1) / RASTER_BAND_HEIGHT);
}

/* A row as the screen shows it; the next one may be in the same place. */
static const uint32_t *frame_row(const struct rgb_renderer *renderer, int row)
{
    size_t pitch;
    const uint32_t *pixels = raster_pixels(renderer->raster, &pitch) + (size_t)row * pitch;
    if (is_bare(renderer, row)) {
        enlarge_rows(renderer, renderer->line, 0, row, row + 1, true);
        return renderer->line;
    }
    if (renderer->plain) {
        return pixels;
    }
    light_row(renderer, renderer->line, pixels, renderer->width);
    return renderer->line;
}

uint64_t rgb_renderer_hash(const struct rgb_renderer *renderer)
{
    struct pixel_hash hash;
    pixel_hash_begin(&hash);
    for (int row = 0; row < renderer->height; row++) {
        pixel_hash_row(&hash, frame_row(renderer, row), renderer->width);
    }
    return pixel_hash_end(&hash, renderer->width);
}

/* ---- The frame ---- */

/* Bits of the dynamic lights that are any. The original has no others than the first ones. */
static uint32_t lights_of(const struct rgb_scene *scene)
{
    uint32_t lights = 0;
    for (uint32_t i = 0; i < RGB_LIGHTS_MAX && i < scene->num_dlights; i++) {
        const struct rgb_dlight *light = &scene->dlights[i];
        const float sum = light->origin[0] + light->origin[1] + light->origin[2];
        if (light->radius > 0.0f && light->radius < 1e6f && sum > -1e9f && sum < 1e9f) {
            lights |= 1u << i;
        }
    }
    return lights;
}

/* Sets the light of an entity. */
static void light_entity(const struct rgb_renderer *renderer, const struct rgb_scene *scene,
                         struct rgb_draw_entity *drawn)
{
    const struct rgb_entity *entity = drawn->entity;
    const bool own_place = (entity->flags & RGB_OWN_LIGHT_PLACE) != 0;
    rgb_light_entity(&drawn->light, scene->level, &renderer->waves,
                     own_place ? entity->light_origin : entity->origin, scene->dlights,
                     scene->num_dlights, drawn->space.axis, renderer->overbright);
}

static void collect_entities(struct rgb_renderer *renderer, const struct rgb_scene *scene,
                             const struct rgb_view *view, uint32_t lights)
{
    struct rgb_draw_list *draw_list = &renderer->draw_list;
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct rgb_entity *entity = &scene->entities[i];
        struct rgb_space space;
        if ((entity->flags & RGB_NOT_IN_EYES) != 0 ||
            !rgb_space_of_entity(&space, view, entity->origin, entity->axis)) {
            continue;
        }
        const uint32_t number = (uint32_t)draw_list->num_entities;
        struct rgb_draw_entity *drawn = rgb_draw_list_add_entity(draw_list);
        if (drawn == NULL) {
            return;
        }
        drawn->entity = entity;
        drawn->space = space;
        if (entity->kind != RGB_MODEL) {
            rgb_strips_collect(draw_list, entity, number, scene->level);
        } else if (rgb_model_collect(draw_list, drawn, number, view, scene->level, lights)) {
            light_entity(renderer, scene, drawn);
        } else {
            draw_list->num_entities--;
        }
    }
}

/* Collects the draw list of the 3D view. */
static int collect_world(struct rgb_renderer *renderer, const struct scene *scene,
                         struct rgb_batch_frame *frame)
{
    const struct rgb_scene *part = scene->rgb;
    struct rgb_draw_list *draw_list = &renderer->draw_list;
    struct rgb_view view;
    if (!rgb_view_set(&view, scene)) {
        return 0;
    }
    const uint32_t lights = lights_of(part);
    const uint64_t start = render_profile_now(renderer->profile);
    int code = 0;
    if (part->level != NULL) {
        code = rgb_bsp_traverse(&renderer->traversal, draw_list, &view, part->level, lights);
    }
    rgb_polys_collect(draw_list, &view, part->level);
    collect_entities(renderer, part, &view, lights);
    rgb_draw_list_sort(draw_list);
    frame->view = &view;
    frame->level = part->level;
    render_profile_add(renderer->profile, RENDER_VISIBLE, start);
    const int added = rgb_batches_add_world(renderer->batches, frame, renderer->world,
                                            renderer->pool, renderer->profile);
    return code < 0 || added < 0 || draw_list->lacks_memory ? FORMAT_MEMORY : 0;
}

/* Collects a 2D draw's sub-view: entities without a level. */
static int collect_view(struct rgb_renderer *renderer, const struct scene *scene,
                        const struct rgb_2d_draw *draw, struct rgb_batch_frame *frame)
{
    const float width = (float)renderer->width, height = (float)renderer->height;
    struct rgb_draw_list *draw_list = &renderer->draw_list;
    struct rgb_bounds at;
    struct rgb_view view;
    if (!rgb_2d_view_bounds(draw, &at)) {
        return 0;
    }
    const float half[2] = {(float)(at.right - at.left) / width,
                           (float)(at.bottom - at.top) / height};
    const float middle[2] = {(float)(at.left + at.right) / width - 1.0f,
                             1.0f - (float)(at.top + at.bottom) / height};
    const struct rgb_scene alone = {
        .entities = scene->rgb->view_entities + draw->first_entity,
        .num_entities = draw->num_entities,
        .remaps = scene->rgb->remaps,
        .num_remaps = scene->rgb->num_remaps,
    };
    if (raster_begin_part(frame->queue, at.left, at.top, at.right, at.bottom) < 0) {
        return FORMAT_MEMORY;
    }
    rgb_view_set_part(&view, draw->fov_x, draw->fov_y, middle, half);
    rgb_draw_list_begin(draw_list, &alone);
    collect_entities(renderer, &alone, &view, 0);
    rgb_draw_list_sort(draw_list);
    frame->view = &view;
    frame->level = NULL;
    const int added = rgb_batches_add(&renderer->batches[0], frame);
    const bool lacked = draw_list->lacks_memory;
    raster_end_part(frame->queue);
    rgb_draw_list_begin(draw_list, scene->rgb);
    return added < 0 || lacked ? FORMAT_MEMORY : 0;
}

/* All of the picture's batches. */
static int collect_scene(struct rgb_renderer *renderer, const struct scene *scene)
{
    const struct rgb_scene *part = scene->rgb;
    struct rgb_batch_frame frame = {
        .scene = scene,
        .draw_list = &renderer->draw_list,
        .waves = &renderer->waves,
        .builtin = renderer->builtin,
        .overbright = renderer->overbright,
        .queue = raster_queue(renderer->raster, RGB_2D_PART),
    };
    rgb_draw_list_begin(&renderer->draw_list, part);
    int code = collect_world(renderer, scene, &frame);
    const uint64_t start = render_profile_now(renderer->profile);
    for (size_t i = 0, next; i < part->num_draws_2d; i = next) {
        const struct rgb_2d_draw *draw = &part->draws_2d[i];
        int added;
        if (draw->kind == RGB_2D_VIEW) {
            next = i + 1;
            added = collect_view(renderer, scene, draw, &frame);
        } else {
            added = rgb_2d_add(&renderer->batches[0], &frame, &renderer->draw_list, renderer->width,
                               renderer->height, i, &next);
            next = next > i ? next : i + 1;
        }
        code = added < 0 ? FORMAT_MEMORY : code;
    }
    render_profile_add(renderer->profile, RENDER_DISPLAY, start);
    return code;
}

static void fill_ground(void *context, uint32_t *pixels, size_t pitch, int first, int end)
{
    const struct expand_job *job = context;
    enlarge_rows(job->renderer, pixels, pitch, first, end, false);
}

int rgb_renderer_draw(struct rgb_renderer *renderer, const struct scene *scene, uint32_t *target,
                      size_t pitch)
{
    const bool enlarged = renderer->world != renderer->raster;
    const raster_rows_fn expand = target != NULL ? expand_rows : NULL;
    set_overbright(renderer, scene->rgb->level);
    raster_begin(renderer->raster);
    if (enlarged) {
        raster_begin(renderer->world);
    }
    const int code = collect_scene(renderer, scene);
    struct expand_job job = {renderer, target, pitch};
    raster_draw(renderer->world, enlarged ? NULL : expand, &job);
    renderer->world_done = platform_now();
    if (enlarged) {
        raster_draw_over(renderer->raster, fill_ground, expand, &job);
    }
    return code;
}

double rgb_renderer_world_done(const struct rgb_renderer *renderer)
{
    return renderer->world_done;
}
