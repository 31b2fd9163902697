#include "render/rgb/rgb_renderer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BAND_ROWS = 32 };

struct rgb_renderer {
    int width, height;
    struct thread_pool *pool; /* borrowed */
    uint8_t light[256];       /* the screen's level of each level drawn */
    bool plain;               /* each is itself */
    uint32_t *pixels;         /* as drawn: 0x00RRGGBB, width from row to row */
};

struct rgb_renderer *rgb_renderer_create(int width, int height, const struct rgb_options *options,
                                         struct thread_pool *pool)
{
    struct rgb_renderer *renderer = calloc(1, sizeof *renderer);
    if (renderer == NULL) {
        return NULL;
    }
    (void)options;
    renderer->width = width;
    renderer->height = height;
    renderer->pool = pool;
    const struct render_light plain = render_light_plain();
    rgb_renderer_set_light(renderer, &plain);
    renderer->pixels = calloc((size_t)width * (size_t)height, sizeof *renderer->pixels);
    if (renderer->pixels == NULL) {
        rgb_renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void rgb_renderer_destroy(struct rgb_renderer *renderer)
{
    if (renderer != NULL) {
        free(renderer->pixels);
        free(renderer);
    }
}

void rgb_renderer_set_light(struct rgb_renderer *renderer, const struct render_light *light)
{
    render_light_table(light, renderer->light);
    renderer->plain = render_light_is_plain(light);
}

/* ---- Out of the renderer ---- */

struct expand_job {
    const struct rgb_renderer *renderer;
    uint32_t *target;
    size_t pitch;
};

static uint32_t lit(const uint8_t light[256], uint32_t pixel)
{
    return (uint32_t)light[pixel >> 16 & 255] << 16 | (uint32_t)light[pixel >> 8 & 255] << 8 |
           light[pixel & 255];
}

static void expand_band(void *context, int band)
{
    const struct expand_job *job = context;
    const struct rgb_renderer *renderer = job->renderer;
    const size_t width = (size_t)renderer->width;
    const int first = band * BAND_ROWS;
    const int end = first + BAND_ROWS < renderer->height ? first + BAND_ROWS : renderer->height;
    for (int row = first; row < end; row++) {
        const uint32_t *from = renderer->pixels + (size_t)row * width;
        uint32_t *to = job->target + (size_t)row * job->pitch;
        if (renderer->plain) {
            memcpy(to, from, width * sizeof *to);
            continue;
        }
        for (size_t x = 0; x < width; x++) {
            to[x] = lit(renderer->light, from[x]);
        }
    }
}

void rgb_renderer_expand(const struct rgb_renderer *renderer, uint32_t *target, size_t pitch)
{
    struct expand_job job = {renderer, target, pitch};
    thread_pool_run(renderer->pool, expand_band, &job,
                    (renderer->height + BAND_ROWS - 1) / BAND_ROWS);
}

uint64_t rgb_renderer_hash(const struct rgb_renderer *renderer)
{
    /* Four sums side by side: each pixel's step waits for that of four pixels before alone. */
    uint64_t sums[4] = {1, 2, 3, 4};
    const size_t count = (size_t)renderer->width * (size_t)renderer->height;
    for (size_t i = 0; i < count; i++) {
        uint64_t *sum = &sums[i & 3];
        *sum = (*sum ^ lit(renderer->light, renderer->pixels[i])) * UINT64_C(0x9e3779b97f4a7c15);
        *sum ^= *sum >> 29;
    }
    uint64_t hash = count;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ sums[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 32;
    }
    return hash;
}

/* ---- The frame ---- */

int rgb_renderer_draw(struct rgb_renderer *renderer, const struct scene *scene, uint32_t *target,
                      size_t pitch)
{
    (void)scene;
    memset(renderer->pixels, 0,
           (size_t)renderer->width * (size_t)renderer->height * sizeof *renderer->pixels);
    if (target != NULL) {
        rgb_renderer_expand(renderer, target, pitch);
    }
    return 0;
}
