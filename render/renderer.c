#include "render/renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "render/enlarge.h"
#include "render/palette/palette_renderer.h"
#include "render/rgb/rgb_renderer.h"
#include "render/thread_pool.h"
#include "render/truecolor/truecolor_renderer.h"

struct renderer {
    int width, height;
    struct thread_pool *pool;
    bool owns_pool;
    struct palette_renderer *palette;     /* NULL: draws no such scenes */
    struct truecolor_renderer *truecolor; /* draws such scenes in palette's stead */
    struct rgb_renderer *rgb;             /* NULL: no options for Quake III */
    struct render_light light;
    enum scene_kind drawn; /* whose renderer has the picture drawn last */
    uint32_t *pixels;      /* for renderer_frame; allocated by its first call */
    bool fetched;          /* they are the picture drawn last */
};

static bool is_within(int value, int least, int most)
{
    return value >= least && value <= most;
}

static bool options_valid(const struct renderer_options *options, int scale)
{
    const bool small = options->rgb != NULL && options->palette == NULL;
    return is_within(scale, 1, RENDER_MAX_SCALE) &&
           is_within(options->width, 1, RENDER_MAX_WIDTH * scale) &&
           is_within(options->height, 1, RENDER_MAX_HEIGHT * scale) &&
           enlarge_cells(options->width, scale) >= (small ? RENDER_RGB_MIN : RENDER_MIN_WIDTH) &&
           enlarge_cells(options->height, scale) >= (small ? RENDER_RGB_MIN : RENDER_MIN_HEIGHT) &&
           options->threads >= 1;
}

struct renderer *renderer_create(const struct renderer_options *options)
{
    const int scale = options->scale == 0 ? 1 : options->scale;
    if (!options_valid(options, scale)) {
        return NULL;
    }
    struct renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        return NULL;
    }
    renderer->width = options->width;
    renderer->height = options->height;
    renderer->light = render_light_plain();
    renderer->drawn = SCENE_EMPTY;
    renderer->owns_pool = options->pool == NULL;
    renderer->pool = renderer->owns_pool ? thread_pool_create(options->threads) : options->pool;
    bool good = renderer->pool != NULL;
    if (good && options->palette != NULL && options->palette->look == LOOK_TRUECOLOR) {
        renderer->truecolor = truecolor_renderer_create(options->width, options->height, scale,
                                                        options->palette, renderer->pool);
        good = renderer->truecolor != NULL;
    } else if (good && options->palette != NULL) {
        renderer->palette = palette_renderer_create(options->width, options->height, scale,
                                                    options->palette, renderer->pool);
        good = renderer->palette != NULL;
    }
    if (good && options->rgb != NULL) {
        renderer->rgb = rgb_renderer_create(options->width, options->height, scale, options->rgb,
                                            renderer->pool);
        good = renderer->rgb != NULL;
    }
    if (!good) {
        renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void renderer_destroy(struct renderer *renderer)
{
    if (renderer == NULL) {
        return;
    }
    palette_renderer_destroy(renderer->palette);
    truecolor_renderer_destroy(renderer->truecolor);
    rgb_renderer_destroy(renderer->rgb);
    if (renderer->pool != NULL && renderer->owns_pool) {
        thread_pool_destroy(renderer->pool);
    }
    free(renderer->pixels);
    free(renderer);
}

int renderer_threads(const struct renderer *renderer)
{
    return thread_pool_threads(renderer->pool);
}

void renderer_set_light(struct renderer *renderer, struct render_light light)
{
    light = render_light_limited(light);
    if (light.gamma == renderer->light.gamma && light.contrast == renderer->light.contrast) {
        return; /* asked for before every picture */
    }
    renderer->light = light;
    if (renderer->palette != NULL) {
        palette_renderer_set_light(renderer->palette, &light);
    }
    if (renderer->truecolor != NULL) {
        truecolor_renderer_set_light(renderer->truecolor, &light);
    }
    if (renderer->rgb != NULL) {
        rgb_renderer_set_light(renderer->rgb, &light);
    }
}

void renderer_set_profile(struct renderer *renderer, struct render_profile *profile)
{
    if (renderer->palette != NULL) {
        palette_renderer_set_profile(renderer->palette, profile);
    }
    if (renderer->truecolor != NULL) {
        truecolor_renderer_set_profile(renderer->truecolor, profile);
    }
    if (renderer->rgb != NULL) {
        rgb_renderer_set_profile(renderer->rgb, profile);
    }
}

static void fill_black(const struct renderer *renderer, uint32_t *target, size_t pitch)
{
    for (int row = 0; row < renderer->height; row++) {
        memset(target + (size_t)row * pitch, 0, (size_t)renderer->width * sizeof *target);
    }
}

int renderer_draw(struct renderer *renderer, const struct scene *scene, uint32_t *target,
                  size_t pitch)
{
    renderer->fetched = false;
    if (scene->kind == SCENE_PALETTE && renderer->truecolor != NULL) {
        renderer->drawn = SCENE_PALETTE;
        return truecolor_renderer_draw(renderer->truecolor, scene, target, pitch);
    }
    if (scene->kind == SCENE_PALETTE && renderer->palette != NULL) {
        renderer->drawn = SCENE_PALETTE;
        return palette_renderer_draw(renderer->palette, scene, target, pitch);
    }
    if (scene->kind == SCENE_RGB && renderer->rgb != NULL) {
        renderer->drawn = SCENE_RGB;
        return rgb_renderer_draw(renderer->rgb, scene, target, pitch);
    }
    renderer->drawn = SCENE_EMPTY;
    if (target != NULL) {
        fill_black(renderer, target, pitch);
    }
    return scene->kind == SCENE_EMPTY ? 0 : FORMAT_MISSING;
}

int renderer_frame(struct renderer *renderer, struct render_frame *frame)
{
    const size_t pitch = (size_t)renderer->width;
    if (renderer->pixels == NULL) {
        renderer->pixels = malloc(pitch * (size_t)renderer->height * sizeof *renderer->pixels);
        if (renderer->pixels == NULL) {
            *frame = (struct render_frame){0};
            return FORMAT_MEMORY;
        }
    }
    if (!renderer->fetched) {
        if (renderer->drawn == SCENE_PALETTE && renderer->truecolor != NULL) {
            truecolor_renderer_expand(renderer->truecolor, renderer->pixels, pitch);
        } else if (renderer->drawn == SCENE_PALETTE) {
            palette_renderer_expand(renderer->palette, renderer->pixels, pitch);
        } else if (renderer->drawn == SCENE_RGB) {
            rgb_renderer_expand(renderer->rgb, renderer->pixels, pitch);
        } else {
            fill_black(renderer, renderer->pixels, pitch);
        }
        renderer->fetched = true;
    }
    *frame = (struct render_frame){renderer->width, renderer->height, pitch, renderer->pixels};
    return 0;
}

double renderer_world_done(const struct renderer *renderer)
{
    switch (renderer->drawn) {
    case SCENE_PALETTE:
        return renderer->truecolor != NULL ? truecolor_renderer_world_done(renderer->truecolor)
                                           : palette_renderer_world_done(renderer->palette);
    case SCENE_RGB:
        return rgb_renderer_world_done(renderer->rgb);
    case SCENE_EMPTY:
        break;
    }
    return 0.0;
}

uint64_t renderer_hash(const struct renderer *renderer)
{
    switch (renderer->drawn) {
    case SCENE_PALETTE:
        return renderer->truecolor != NULL ? truecolor_renderer_hash(renderer->truecolor)
                                           : palette_renderer_hash(renderer->palette);
    case SCENE_RGB:
        return rgb_renderer_hash(renderer->rgb);
    case SCENE_EMPTY:
        break;
    }
    return 0;
}
