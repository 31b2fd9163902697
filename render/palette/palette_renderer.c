#include "render/palette/palette_renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/pictures/lmp.h"
#include "render/enlarge.h"
#include "render/limits.h"
#include "render/palette/entities/entities.h"
#include "render/palette/kernels/kernels.h"
#include "render/palette/screen.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/view.h"
#include "render/palette/world/world.h"

enum { BUFFER_PADDING = 64 };

struct palette_renderer {
    int width, height;
    int scale;                   /* frame pixels, across and down, for each of the view */
    int most_width, most_height; /* of a view */
    uint8_t palette[PALETTE_BYTES];
    uint8_t colormap[COLORMAP_BYTES];
    uint8_t light[256];         /* the screen's level of each level drawn */
    uint32_t colors[256];       /* with the blends of the moment, */
    uint32_t plain_colors[256]; /* and without any */

    uint8_t *frame;       /* the picture */
    uint8_t *view_pixels; /* what the warp reads, or a view that is no whole frame or enlarged; made
                             when first needed */
    uint8_t *mask;        /* 1 where 2D is that no blend tints; made when first needed */
    bool plain_2d;        /* the look wants that */
    bool masked;          /* and this picture has it */
    int16_t *z;
    struct blend *blend; /* tables for 2D; NULL until first needed */
    struct screen_warp warp;
    struct world *world; /* as large as the last view */
    int world_width, world_height;
    double world_done; /* when it was drawn */
    struct surfaces *surfaces;
    struct entities *entities;
    struct thread_pool *pool;       /* borrowed */
    struct render_profile *profile; /* borrowed; NULL: none */
};

/* State that the jobs of a frame share. */
struct frame_job {
    const struct palette_renderer *renderer;
    const struct palette_scene *scene;
    const struct kernels *kernels;
    struct view camera;
    struct palette_view place;     /* the view's rectangle in the frame */
    struct surfaces_target view;   /* where the world is drawn */
    bool direct;                   /* into the frame itself; else it is put there afterwards */
    int world_code, entities_code; /* how preparing each went */
    bool expand;                   /* bands go to the 32-bit target as soon as they are done */
    uint32_t *target;
    size_t pitch;
};

static size_t num_pixels(const struct palette_renderer *renderer)
{
    return (size_t)renderer->width * (size_t)renderer->height;
}

/* Of the largest view. */
static size_t num_view_pixels(const struct palette_renderer *renderer)
{
    return (size_t)renderer->most_width * (size_t)renderer->most_height;
}

struct palette_renderer *palette_renderer_create(int width, int height, int scale,
                                                 const struct palette_options *options,
                                                 struct thread_pool *pool)
{
    if (options->palette == NULL || options->colormap == NULL) {
        return NULL;
    }
    struct palette_renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        return NULL;
    }
    renderer->width = width;
    renderer->height = height;
    renderer->scale = scale;
    renderer->most_width = enlarge_cells(width, scale);
    renderer->most_height = enlarge_cells(height, scale);
    renderer->pool = pool;
    const struct render_light plain = render_light_plain();
    palette_renderer_set_light(renderer, &plain);
    memcpy(renderer->palette, options->palette, PALETTE_BYTES);
    memcpy(renderer->colormap, options->colormap, COLORMAP_BYTES);
    renderer->frame = calloc(1, num_pixels(renderer) + BUFFER_PADDING);
    renderer->z = calloc(num_view_pixels(renderer) + BUFFER_PADDING, sizeof *renderer->z);
    renderer->world = world_create(renderer->most_width, renderer->most_height);
    renderer->world_width = renderer->most_width;
    renderer->world_height = renderer->most_height;
    renderer->plain_2d = options->look == LOOK_EXACT;
    renderer->surfaces = surfaces_create(renderer->colormap, renderer->palette, options->look,
                                         options->colored_light);
    renderer->entities = entities_create(renderer->colormap, options->look);
    if (renderer->entities != NULL) {
        entities_set_palette(renderer->entities, renderer->palette);
    }
    if (renderer->frame == NULL || renderer->z == NULL || renderer->world == NULL ||
        renderer->surfaces == NULL || renderer->entities == NULL) {
        palette_renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void palette_renderer_destroy(struct palette_renderer *renderer)
{
    if (renderer == NULL) {
        return;
    }
    if (renderer->entities != NULL) {
        entities_destroy(renderer->entities);
    }
    surfaces_destroy(renderer->surfaces);
    if (renderer->world != NULL) {
        world_destroy(renderer->world);
    }
    screen_warp_free(&renderer->warp);
    free(renderer->z);
    free(renderer->mask);
    blend_destroy(renderer->blend);
    free(renderer->view_pixels);
    free(renderer->frame);
    free(renderer);
}

void palette_renderer_set_light(struct palette_renderer *renderer, const struct render_light *light)
{
    render_light_table(light, renderer->light);
}

void palette_renderer_set_profile(struct palette_renderer *renderer, struct render_profile *profile)
{
    renderer->profile = profile;
}

/* ---- Jobs ---- */

static void expand_rows(const struct frame_job *job, int row0, int row1)
{
    const struct palette_renderer *renderer = job->renderer;
    if (job->target != NULL) {
        const uint64_t start = render_profile_now(renderer->profile);
        const struct screen_expansion expansion = {job->target, job->pitch, renderer->frame,
                                                   renderer->width};
        screen_expand_rows(job->kernels, &expansion, row0, row1, renderer->colors);
        if (renderer->masked) {
            screen_expand_masked(&expansion, renderer->mask, row0, row1, renderer->plain_colors);
        }
        render_profile_add(renderer->profile, RENDER_EXPAND, start);
    }
}

static void band_rows(int band, int height, int *row0, int *row1)
{
    *row0 = band * BAND_HEIGHT;
    *row1 = *row0 + BAND_HEIGHT < height ? *row0 + BAND_HEIGHT : height;
}

static int num_bands(int height)
{
    return (height + BAND_HEIGHT - 1) / BAND_HEIGHT;
}

/* First pixel of the view in the frame. */
static uint8_t *place_in_frame(const struct frame_job *job)
{
    return job->renderer->frame + (size_t)job->place.y * (size_t)job->renderer->width +
           job->place.x;
}

/* Job 0 collects the world's visible polygons, on one thread because they share edges in order; job
 * 1 prepares the models meanwhile. */
static void collect_job(void *context, int number)
{
    struct frame_job *job = context;
    const struct palette_renderer *renderer = job->renderer;
    const uint64_t start = render_profile_now(renderer->profile);
    if (number == 0) {
        job->world_code = world_collect(renderer->world);
    } else {
        job->entities_code =
            entities_prepare(renderer->entities, job->scene, &job->camera, renderer->world);
    }
    render_profile_add(renderer->profile, number == 0 ? RENDER_VISIBLE : RENDER_MODELS, start);
}

static void scan_job(void *context, int band)
{
    const struct frame_job *job = context;
    const uint64_t start = render_profile_now(job->renderer->profile);
    world_scan_band(job->renderer->world, band);
    render_profile_add(job->renderer->profile, RENDER_SCAN, start);
}

static void build_job(void *context, int build)
{
    const struct frame_job *job = context;
    const uint64_t start = render_profile_now(job->renderer->profile);
    surfaces_build(job->renderer->surfaces, build);
    render_profile_add(job->renderer->profile, RENDER_TEXELS, start);
}

/* Draws the translucent surfaces, from `place` on, and entities in one order, far ones first. */
static void draw_translucent(const struct frame_job *job, int band, uint32_t place, int row0,
                             int row1)
{
    const struct palette_renderer *renderer = job->renderer;
    uint32_t count = entities_num_translucent(renderer->entities);
    for (uint32_t i = 0; i < count; i++) {
        place = surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view,
                                          place, entities_rank(renderer->entities, i));
        entities_draw_translucent(renderer->entities, i, job->kernels, renderer->surfaces,
                                  &job->view, row0, row1);
    }
    surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view, place,
                              UINT32_MAX);
}

static void draw_job(void *context, int band)
{
    const struct frame_job *job = context;
    const struct palette_renderer *renderer = job->renderer;
    struct render_profile *profile = renderer->profile;
    uint64_t at = render_profile_now(profile);
    int row0, row1;
    band_rows(band, job->view.height, &row0, &row1);
    surfaces_draw_band(renderer->surfaces, world_get_band(renderer->world, band), &job->view);
    uint32_t place =
        surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view, 0,
                                  surfaces_num_fences(renderer->surfaces));
    at = render_profile_add(profile, RENDER_SPANS, at);
    entities_draw_band(renderer->entities, &job->view, row0, row1);
    at = render_profile_add(profile, RENDER_ENTITIES, at);
    surfaces_fog_band(renderer->surfaces, world_get_band(renderer->world, band), &job->view);
    at = render_profile_add(profile, RENDER_FOG, at);
    draw_translucent(job, band, place, row0, row1);
    render_profile_add(profile, RENDER_SEE_THROUGH, at);
    if (job->expand) {
        expand_rows(job, row0, row1);
    }
}

/* Puts a row of the view in the frame. */
static void place_row(const struct frame_job *job, int row, const uint8_t *source)
{
    const struct palette_renderer *renderer = job->renderer;
    const size_t width = (size_t)job->place.width, pitch = (size_t)renderer->width;
    const int first = row * renderer->scale;
    uint8_t *dest = place_in_frame(job) + (size_t)first * pitch;
    enlarge_bytes(dest, source, job->place.width, renderer->scale);
    for (int i = 1; i < renderer->scale && first + i < job->place.height; i++) {
        memcpy(dest + (size_t)i * pitch, dest, width);
    }
}

static void place_job(void *context, int band)
{
    const struct frame_job *job = context;
    const struct palette_renderer *renderer = job->renderer;
    const uint64_t start = render_profile_now(renderer->profile);
    const int scale = renderer->scale;
    int row0, row1;
    band_rows(band, job->view.height, &row0, &row1);
    for (int row = row0; row < row1; row++) {
        const uint8_t *source = job->view.pixels + (size_t)row * (size_t)job->view.width;
        uint8_t warped[RENDER_MAX_WIDTH];
        if (job->scene->underwater_warp) {
            screen_warp_rows(&renderer->warp, job->view.pixels, warped, 0, row, row + 1,
                             job->camera.time);
            source = warped;
        }
        place_row(job, row, source);
    }
    render_profile_add(renderer->profile, RENDER_WARP, start);
    if (job->expand) {
        const int end = row1 * scale < renderer->height ? row1 * scale : renderer->height;
        expand_rows(job, row0 * scale, end);
    }
}

static void expand_job(void *context, int band)
{
    const struct frame_job *job = context;
    int row0, row1;
    band_rows(band, job->renderer->height, &row0, &row1);
    expand_rows(job, row0, row1);
}

/* ---- The frame ---- */

/* The scene's view, or all of the frame where that is no part of it. */
static struct palette_view find_place(const struct palette_renderer *renderer,
                                      const struct palette_view *view)
{
    const bool fits = view->x >= 0 && view->width > 0 && view->width <= renderer->width &&
                      view->x <= renderer->width - view->width && view->y >= 0 &&
                      view->height > 0 && view->height <= renderer->height &&
                      view->y <= renderer->height - view->height;
    return fits ? *view : (struct palette_view){0, 0, renderer->width, renderer->height};
}

static int make_buffer(uint8_t **buffer, size_t pixels)
{
    if (*buffer == NULL) {
        *buffer = malloc(pixels + BUFFER_PADDING);
    }
    return *buffer != NULL ? 0 : FORMAT_MEMORY;
}

/* A world has one size. */
static int resize_world(struct palette_renderer *renderer, int width, int height)
{
    if (renderer->world_width == width && renderer->world_height == height) {
        return 0;
    }
    struct world *world = world_create(width, height);
    if (world == NULL) {
        return FORMAT_MEMORY;
    }
    world_destroy(renderer->world);
    renderer->world = world;
    renderer->world_width = width;
    renderer->world_height = height;
    return 0;
}

/* Chooses the target of the 3D view: the frame itself, or a separate buffer that is warped, copied
 * or enlarged into the frame. (id's programs warp a view of 320 x 200 stretched to the screen;
 * the reference engine warps all of it.) */
static int choose_view(struct palette_renderer *renderer, struct frame_job *job)
{
    const int width = job->view.width, height = job->view.height;
    const bool whole = job->place.width == renderer->width && job->place.height == renderer->height;
    job->direct = whole && renderer->scale == 1 && !job->scene->underwater_warp;
    job->view.pixels = renderer->frame;
    job->view.z = renderer->z;
    int code = resize_world(renderer, width, height);
    if (code == 0 && !job->direct) {
        code = make_buffer(&renderer->view_pixels, num_view_pixels(renderer));
        job->view.pixels = renderer->view_pixels;
    }
    if (code == 0 && !whole) {
        memset(renderer->frame, 0, num_pixels(renderer));
        job->expand = false; /* what is around the view belongs to the same rows */
    }
    return code == 0 && job->scene->underwater_warp
               ? screen_warp_prepare(&renderer->warp, width, height, width, height)
               : code;
}

static void count_world(struct palette_renderer *renderer)
{
    const struct world *world = renderer->world;
    uint32_t surfaces;
    (void)world_surfaces(world, &surfaces);
    render_profile_count(renderer->profile, RENDER_SURFACES_SEEN, surfaces);
    for (int i = 0; i < world_num_bands(world); i++) {
        render_profile_count(renderer->profile, RENDER_OPAQUE_SPANS,
                             world_get_band(world, i)->num_spans);
    }
}

static int draw_world(struct palette_renderer *renderer, struct frame_job *job)
{
    const struct palette_scene *scene = job->scene;
    int code = choose_view(renderer, job);
    if (code != 0) {
        return code;
    }
    const struct world *world = renderer->world;
    const uint64_t start = render_profile_now(renderer->profile);
    code = world_begin(renderer->world, scene, &job->camera);
    render_profile_add(renderer->profile, RENDER_VISIBLE, start);
    if (code != 0) {
        return code;
    }
    thread_pool_run(renderer->pool, collect_job, job, 2);
    if (job->world_code != 0) {
        return job->world_code;
    }
    int bands = world_num_bands(world);
    thread_pool_run(renderer->pool, scan_job, job, bands);
    for (int i = 0; i < bands; i++) {
        if (world_get_band(world, i)->failed) {
            return FORMAT_MEMORY;
        }
    }
    if (renderer->profile) {
        count_world(renderer);
    }
    code = job->entities_code;
    const uint64_t scanned = render_profile_now(renderer->profile);
    if (code == 0) {
        code = surfaces_prepare(renderer->surfaces, scene, &job->camera, world);
    }
    if (code == 0) {
        code = entities_place(renderer->entities, world, renderer->surfaces);
    }
    render_profile_add(renderer->profile, RENDER_SURFACES, scanned);
    if (code != 0) {
        return code;
    }
    thread_pool_run(renderer->pool, build_job, job, surfaces_num_builds(renderer->surfaces));
    bool expand = job->expand;
    job->expand = expand && job->direct;
    thread_pool_run(renderer->pool, draw_job, job, bands);
    job->expand = expand;
    renderer->world_done = platform_now();
    if (!job->direct) {
        thread_pool_run(renderer->pool, place_job, job, num_bands(job->view.height));
    }
    return 0;
}

/* Draws the 2D list over the frame. In the exact look it keeps its colours. */
static int draw_2d(struct palette_renderer *renderer, const struct palette_scene *scene)
{
    const bool tinted = memcmp(renderer->colors, renderer->plain_colors, sizeof renderer->colors);
    int code = 0;
    if (renderer->plain_2d && tinted) {
        code = make_buffer(&renderer->mask, num_pixels(renderer));
        renderer->masked = code == 0;
    }
    if (renderer->masked) {
        memset(renderer->mask, 0, num_pixels(renderer));
    }
    if (renderer->blend == NULL && screen_needs_blend(scene)) {
        renderer->blend = blend_create(renderer->palette);
        code = renderer->blend != NULL ? code : FORMAT_MEMORY;
    }
    screen_draw_2d(renderer->frame, renderer->masked ? renderer->mask : NULL, renderer->width,
                   renderer->height, scene, renderer->colormap, renderer->blend);
    return code;
}

static bool has_world(const struct palette_scene *scene)
{
    return scene->world != NULL && scene->world->kind == MODEL_BRUSH && scene->world->bsp != NULL;
}

int palette_renderer_draw(struct palette_renderer *renderer, const struct scene *whole,
                          uint32_t *target, size_t pitch)
{
    const struct palette_scene *scene = whole->palette;
    /* If there is 2D, the rows are expanded in a separate pass after it. */
    struct frame_job job = {.renderer = renderer,
                            .scene = scene,
                            .kernels = kernels_active(),
                            .expand = scene->num_items == 0,
                            .target = target,
                            .pitch = pitch};
    bool drawn = has_world(scene);
    int code = 0;

    static const struct palette_blend none[PALETTE_BLENDS];
    renderer->masked = false;
    job.place = find_place(renderer, &scene->view);
    job.view.width = enlarge_cells(job.place.width, renderer->scale);
    job.view.height = enlarge_cells(job.place.height, renderer->scale);
    view_setup(&job.camera, whole, job.view.width, job.view.height);
    renderer->world_done = platform_now();
    screen_palette(renderer->palette, scene->blends, renderer->light, renderer->colors);
    screen_palette(renderer->palette, none, renderer->light, renderer->plain_colors);
    if (drawn) {
        code = draw_world(renderer, &job);
        drawn = code == 0;
    }
    if (!drawn) {
        memset(renderer->frame, 0, num_pixels(renderer));
    }
    if (scene->num_items != 0) {
        const uint64_t start = render_profile_now(renderer->profile);
        const int code_2d = draw_2d(renderer, scene);
        render_profile_add(renderer->profile, RENDER_DISPLAY, start);
        code = code == 0 ? code_2d : code;
    }
    if (target != NULL && (!drawn || !job.expand)) {
        thread_pool_run(renderer->pool, expand_job, &job, num_bands(renderer->height));
    }
    return code;
}

struct palette_frame palette_renderer_frame(const struct palette_renderer *renderer)
{
    return (struct palette_frame){renderer->width, renderer->height, renderer->frame,
                                  renderer->colors};
}

void palette_renderer_expand(const struct palette_renderer *renderer, uint32_t *target,
                             size_t pitch)
{
    struct frame_job job = {
        .renderer = renderer, .kernels = kernels_active(), .target = target, .pitch = pitch};
    thread_pool_run(renderer->pool, expand_job, &job, num_bands(renderer->height));
}

double palette_renderer_world_done(const struct palette_renderer *renderer)
{
    return renderer->world_done;
}

uint64_t palette_renderer_hash(const struct palette_renderer *renderer)
{
    const uint64_t hash = screen_hash(renderer->frame, num_pixels(renderer), renderer->colors);
    return renderer->masked
               ? hash * 0x9e3779b97f4a7c15u +
                     screen_hash(renderer->mask, num_pixels(renderer), renderer->plain_colors)
               : hash;
}
