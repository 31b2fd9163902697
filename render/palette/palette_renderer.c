#include "render/palette/palette_renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "render/palette/kernels/kernels.h"
#include "render/palette/screen.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/things/things.h"
#include "render/palette/view.h"
#include "render/palette/world/world.h"

enum { BUFFER_PADDING = 64 };

struct palette_renderer {
    int width, height;
    uint8_t palette[PALETTE_BYTES];
    uint8_t colormap[COLORMAP_BYTES + KERNEL_PADDING];
    uint32_t colors[256];

    uint8_t *frame;       /* the picture */
    uint8_t *view_pixels; /* what the warp reads; made when first needed */
    int16_t *z;
    struct screen_warp warp;
    struct world *world;
    struct surfaces *surfaces;
    struct things *things;
    struct thread_pool *pool; /* borrowed */
};

/* What the jobs of one frame share. */
struct frame_job {
    const struct palette_renderer *renderer;
    const struct palette_scene *scene;
    const struct kernels *kernels;
    struct view camera;
    struct surfaces_target view; /* where the world is drawn */
    int things_code;             /* how preparing the models went */
    bool expand;                 /* bands go to the 32-bit target as soon as they are done */
    uint32_t *target;
    size_t pitch;
};

static size_t num_pixels(const struct palette_renderer *renderer)
{
    return (size_t)renderer->width * (size_t)renderer->height;
}

struct palette_renderer *palette_renderer_create(int width, int height,
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
    renderer->pool = pool;
    memcpy(renderer->palette, options->palette, PALETTE_BYTES);
    memcpy(renderer->colormap, options->colormap, COLORMAP_BYTES);
    renderer->frame = calloc(1, num_pixels(renderer) + BUFFER_PADDING);
    renderer->z = calloc(num_pixels(renderer) + BUFFER_PADDING, sizeof *renderer->z);
    renderer->world = world_create(width, height);
    renderer->surfaces = surfaces_create(renderer->colormap, renderer->palette, options->look,
                                         options->colored_light);
    renderer->things = things_create(renderer->colormap, options->look);
    if (renderer->frame == NULL || renderer->z == NULL || renderer->world == NULL ||
        renderer->surfaces == NULL || renderer->things == NULL) {
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
    if (renderer->things != NULL) {
        things_destroy(renderer->things);
    }
    surfaces_destroy(renderer->surfaces);
    if (renderer->world != NULL) {
        world_destroy(renderer->world);
    }
    screen_warp_free(&renderer->warp);
    free(renderer->z);
    free(renderer->view_pixels);
    free(renderer->frame);
    free(renderer);
}

/* ---- Jobs ---- */

static void expand_rows(const struct frame_job *job, int row0, int row1)
{
    const struct palette_renderer *renderer = job->renderer;
    if (job->target != NULL) {
        screen_expand_rows(job->kernels, job->target, job->pitch, renderer->frame, renderer->width,
                           row0, row1, renderer->colors);
    }
}

static void band_rows(int band, int height, int *row0, int *row1)
{
    *row0 = band * BAND_HEIGHT;
    *row1 = *row0 + BAND_HEIGHT < height ? *row0 + BAND_HEIGHT : height;
}

static int num_frame_bands(const struct palette_renderer *renderer)
{
    return (renderer->height + BAND_HEIGHT - 1) / BAND_HEIGHT;
}

/* Models do not wait for spans: job 0 prepares them, the others scan a band each. */
static void scan_job(void *context, int number)
{
    struct frame_job *job = context;
    const struct palette_renderer *renderer = job->renderer;
    if (number == 0) {
        job->things_code =
            things_prepare(renderer->things, job->scene, &job->camera, renderer->world);
    } else {
        world_scan_band(renderer->world, number - 1);
    }
}

static void build_job(void *context, int build)
{
    const struct frame_job *job = context;
    surfaces_build(job->renderer->surfaces, build);
}

/* What one can see through, from `place` on: surfaces and things in one order, far ones first. */
static void draw_translucent(const struct frame_job *job, int band, uint32_t place, int row0,
                             int row1)
{
    const struct palette_renderer *renderer = job->renderer;
    uint32_t count = things_num_translucent(renderer->things);
    for (uint32_t i = 0; i < count; i++) {
        place = surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view,
                                          place, things_rank(renderer->things, i));
        things_draw_translucent(renderer->things, i, job->kernels, renderer->surfaces, &job->view,
                                row0, row1);
    }
    surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view, place,
                              UINT32_MAX);
}

static void draw_job(void *context, int band)
{
    const struct frame_job *job = context;
    const struct palette_renderer *renderer = job->renderer;
    int row0, row1;
    band_rows(band, renderer->height, &row0, &row1);
    surfaces_draw_band(renderer->surfaces, world_get_band(renderer->world, band), &job->view);
    uint32_t place =
        surfaces_draw_see_through(renderer->surfaces, renderer->world, band, &job->view, 0,
                                  surfaces_num_fences(renderer->surfaces));
    things_draw_band(renderer->things, &job->view, row0, row1);
    surfaces_fog_band(renderer->surfaces, world_get_band(renderer->world, band), &job->view);
    draw_translucent(job, band, place, row0, row1);
    if (job->expand) {
        expand_rows(job, row0, row1);
    }
}

static void warp_job(void *context, int band)
{
    const struct frame_job *job = context;
    int row0, row1;
    band_rows(band, job->renderer->height, &row0, &row1);
    screen_warp_rows(&job->renderer->warp, job->view.pixels, job->renderer->frame, row0, row1,
                     job->camera.time);
    if (job->expand) {
        expand_rows(job, row0, row1);
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

/* Where the world goes: straight into the frame, or into a view of the same size that the warp
 * reads. (id's programs warp a view of 320 x 200 stretched to the screen; the reference engine
 * warps all of it.) */
static int choose_view(struct palette_renderer *renderer, struct frame_job *job)
{
    job->view =
        (struct surfaces_target){renderer->frame, renderer->z, renderer->width, renderer->height};
    if (!job->scene->underwater_warp) {
        return 0;
    }
    if (renderer->view_pixels == NULL) {
        renderer->view_pixels = malloc(num_pixels(renderer) + BUFFER_PADDING);
        if (renderer->view_pixels == NULL) {
            return FORMAT_MEMORY;
        }
    }
    job->view.pixels = renderer->view_pixels;
    return screen_warp_prepare(&renderer->warp, renderer->width, renderer->height, renderer->width,
                               renderer->height);
}

static int draw_world(struct palette_renderer *renderer, struct frame_job *job)
{
    const struct palette_scene *scene = job->scene;
    const struct world *world = renderer->world;
    int code = choose_view(renderer, job);
    if (code != 0) {
        return code;
    }
    code = world_collect(renderer->world, scene, &job->camera);
    if (code != 0) {
        return code;
    }
    int bands = world_num_bands(world);
    thread_pool_run(renderer->pool, scan_job, job, bands + 1);
    for (int i = 0; i < bands; i++) {
        if (world_get_band(world, i)->failed) {
            return FORMAT_MEMORY;
        }
    }
    code = job->things_code;
    if (code == 0) {
        code = surfaces_prepare(renderer->surfaces, scene, &job->camera, world);
    }
    if (code == 0) {
        code = things_place(renderer->things, renderer->surfaces);
    }
    if (code != 0) {
        return code;
    }
    thread_pool_run(renderer->pool, build_job, job, surfaces_num_builds(renderer->surfaces));
    bool expand = job->expand;
    job->expand = expand && !scene->underwater_warp;
    thread_pool_run(renderer->pool, draw_job, job, bands);
    if (scene->underwater_warp) {
        job->expand = expand;
        thread_pool_run(renderer->pool, warp_job, job, num_frame_bands(renderer));
    }
    return 0;
}

static bool has_world(const struct palette_scene *scene)
{
    return scene->world != NULL && scene->world->kind == MODEL_BRUSH && scene->world->bsp != NULL;
}

int palette_renderer_draw(struct palette_renderer *renderer, const struct scene *whole,
                          uint32_t *target, size_t pitch)
{
    const struct palette_scene *scene = whole->palette;
    /* With 2D to come, the rows are expanded in a pass of their own behind it. */
    struct frame_job job = {.renderer = renderer,
                            .scene = scene,
                            .kernels = kernels_active(),
                            .expand = scene->num_items == 0,
                            .target = target,
                            .pitch = pitch};
    bool drawn = has_world(scene);
    int code = 0;

    view_setup(&job.camera, whole, renderer->width, renderer->height);
    screen_palette(renderer->palette, scene->blends, renderer->colors);
    if (drawn) {
        code = draw_world(renderer, &job);
        drawn = code == 0;
    }
    if (!drawn) {
        memset(renderer->frame, 0, num_pixels(renderer));
    }
    if (scene->num_items != 0) {
        screen_draw_2d(renderer->frame, renderer->width, renderer->height, scene,
                       renderer->colormap);
    }
    if (target != NULL && (scene->num_items != 0 || !drawn)) {
        thread_pool_run(renderer->pool, expand_job, &job, num_frame_bands(renderer));
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
    thread_pool_run(renderer->pool, expand_job, &job, num_frame_bands(renderer));
}

uint64_t palette_renderer_hash(const struct palette_renderer *renderer)
{
    return screen_hash(renderer->frame, num_pixels(renderer), renderer->colors);
}
