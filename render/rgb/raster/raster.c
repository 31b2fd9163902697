#include "render/rgb/raster/raster.h"

#include <stdlib.h>
#include <string.h>

#include "render/aligned.h"
#include "render/rgb/raster/raster_internal.h"

enum { MIN_ARENA = 1 << 16 };

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static bool make_queues(struct raster *raster)
{
    for (int i = 0; i < RASTER_QUEUES; i++) {
        struct raster_queue *queue = &raster->queues[i];
        queue->raster = raster;
        queue->number = (uint32_t)i;
        queue->bands = calloc((size_t)raster->num_bands, sizeof *queue->bands);
        if (queue->bands == NULL) {
            return false;
        }
    }
    return true;
}

static void free_queue(struct raster_queue *queue, int num_bands)
{
    for (int i = 0; queue->bands != NULL && i < num_bands; i++) {
        free(queue->bands[i].solid.items);
        free(queue->bands[i].windows.items);
        free(queue->bands[i].sky.items);
        free(queue->bands[i].rest.items);
    }
    free(queue->bands);
    free(queue->arena);
    free(queue->vertices);
}

struct raster *raster_create(int width, int height, enum rgb_filter filter,
                             struct thread_pool *pool)
{
    struct raster *raster = calloc(1, sizeof *raster);
    if (raster == NULL) {
        return NULL;
    }
    raster->width = width;
    raster->height = height;
    _Static_assert((int)RASTER_PITCH_UNIT == (int)RGB_BLOCK_WIDTH, "rows are whole blocks");
    raster->pitch = round_up((size_t)width, RASTER_PITCH_UNIT);
    raster->filter = filter;
    raster->pool = pool;
    raster->num_bands = (height + RASTER_BAND_HEIGHT - 1) / RASTER_BAND_HEIGHT;
    raster->scratch_size = raster->pitch * RASTER_BAND_HEIGHT;
    slots_init(&raster->scratches);
    const size_t rows = (size_t)raster->num_bands * RASTER_BAND_HEIGHT;
    raster->own = aligned_block(rows * raster->pitch * sizeof *raster->own);
    const size_t scratch = raster->scratch_size * RASTER_SCRATCHES;
    raster->depths = aligned_block(scratch * sizeof *raster->depths);
    raster->ids = aligned_block(scratch * sizeof *raster->ids);
    if (raster->own == NULL || !make_queues(raster) || raster->depths == NULL ||
        raster->ids == NULL) {
        raster_destroy(raster);
        return NULL;
    }
    memset(raster->own, 0, rows * raster->pitch * sizeof *raster->own);
    raster_set_pixels(raster, NULL);
    raster_begin(raster);
    return raster;
}

void raster_destroy(struct raster *raster)
{
    if (raster == NULL) {
        return;
    }
    for (int i = 0; i < RASTER_QUEUES; i++) {
        free_queue(&raster->queues[i], raster->num_bands);
    }
    aligned_free(raster->own);
    aligned_free(raster->depths);
    aligned_free(raster->ids);
    free(raster);
}

void raster_set_profile(struct raster *raster, struct render_profile *profile)
{
    raster->profile = profile;
}

void raster_set_clear(struct raster *raster, uint32_t color)
{
    raster->clear = color;
}

void raster_begin(struct raster *raster)
{
    raster->kernels = rgb_kernels_active();
    for (int i = 0; i < RASTER_QUEUES; i++) {
        struct raster_queue *queue = &raster->queues[i];
        queue->arena_used = RASTER_UNIT;
        queue->mixing = false;
        queue->sky_mixing = false;
        raster_end_part(queue);
        for (int k = 0; k < raster->num_bands; k++) {
            queue->bands[k].solid.count = 0;
            queue->bands[k].windows.count = 0;
            queue->bands[k].sky.count = 0;
            queue->bands[k].rest.count = 0;
        }
    }
}

struct raster_queue *raster_queue(struct raster *raster, int number)
{
    return &raster->queues[number];
}

uint32_t raster_reserve(struct raster_queue *queue, size_t size)
{
    const size_t rounded = round_up(size, RASTER_UNIT);
    const size_t place = queue->arena_used;
    if (rounded > queue->arena_capacity - place || queue->arena == NULL) {
        size_t capacity = queue->arena_capacity > 0 ? queue->arena_capacity * 2 : MIN_ARENA;
        while (capacity < place + rounded) {
            capacity *= 2;
        }
        if (capacity / RASTER_UNIT > (size_t)1 << RASTER_PLACE_BITS) {
            return 0;
        }
        uint8_t *arena = realloc(queue->arena, capacity);
        if (arena == NULL) {
            return 0;
        }
        queue->arena = arena;
        queue->arena_capacity = capacity;
    }
    memset(queue->arena + place, 0, rounded);
    queue->arena_used = place + rounded;
    return queue->number << RASTER_PLACE_BITS | (uint32_t)(place / RASTER_UNIT);
}

void raster_draw(struct raster *raster, raster_rows_fn rows, void *context)
{
    raster_draw_over(raster, NULL, rows, context);
}

void raster_draw_over(struct raster *raster, raster_ground_fn ground, raster_rows_fn rows,
                      void *context)
{
    raster->ground = ground;
    raster->rows = rows;
    raster->context = context;
    thread_pool_run(raster->pool, raster_draw_band, raster, raster->num_bands);
}

bool raster_has_batches(const struct raster *raster, int row)
{
    const int band = row / RASTER_BAND_HEIGHT;
    for (int i = 0; i < RASTER_QUEUES; i++) {
        const struct raster_band *lists = &raster->queues[i].bands[band];
        if (lists->solid.count + lists->rest.count > 0) {
            return true;
        }
    }
    return false;
}

void raster_set_pixels(struct raster *raster, uint32_t *pixels)
{
    raster->pixels = pixels != NULL ? pixels : raster->own;
}

const uint32_t *raster_pixels(const struct raster *raster, size_t *pitch)
{
    *pitch = raster->pitch;
    return raster->pixels;
}
