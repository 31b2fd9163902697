#include "render/rgb/raster/raster.h"

#include <stdlib.h>
#include <string.h>

#include "render/rgb/raster/raster_internal.h"

enum { ALIGNMENT = 64, MIN_ARENA = 1 << 18 };

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static void *allocate_aligned(size_t size)
{
    return aligned_alloc(ALIGNMENT, round_up(size, ALIGNMENT));
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
    raster->pitch = round_up((size_t)width, RGB_BLOCK_WIDTH);
    raster->filter = filter;
    raster->pool = pool;
    raster->num_bands = (height + RASTER_BAND_HEIGHT - 1) / RASTER_BAND_HEIGHT;
    raster->scratch_size = raster->pitch * RASTER_BAND_HEIGHT;
    atomic_init(&raster->taken, 0);
    const size_t rows = (size_t)raster->num_bands * RASTER_BAND_HEIGHT;
    raster->pixels = allocate_aligned(rows * raster->pitch * sizeof *raster->pixels);
    raster->bands = calloc((size_t)raster->num_bands, sizeof *raster->bands);
    const size_t scratch = raster->scratch_size * RASTER_SCRATCHES;
    raster->depths = allocate_aligned(scratch * sizeof *raster->depths);
    raster->ids = allocate_aligned(scratch * sizeof *raster->ids);
    if (raster->pixels == NULL || raster->bands == NULL || raster->depths == NULL ||
        raster->ids == NULL) {
        raster_destroy(raster);
        return NULL;
    }
    memset(raster->pixels, 0, rows * raster->pitch * sizeof *raster->pixels);
    raster_begin(raster);
    return raster;
}

void raster_destroy(struct raster *raster)
{
    if (raster == NULL) {
        return;
    }
    for (int i = 0; raster->bands != NULL && i < raster->num_bands; i++) {
        free(raster->bands[i].solid.items);
        free(raster->bands[i].rest.items);
    }
    free(raster->bands);
    free(raster->pixels);
    free(raster->depths);
    free(raster->ids);
    free(raster->arena);
    free(raster->vertices);
    free(raster);
}

void raster_set_profile(struct raster *raster, struct render_profile *profile)
{
    raster->profile = profile;
}

void raster_begin(struct raster *raster)
{
    raster->kernels = rgb_kernels_active();
    raster->arena_used = RASTER_UNIT;
    raster->mixing = false;
    raster->sky_mixing = false;
    raster_end_part(raster);
    for (int i = 0; i < raster->num_bands; i++) {
        raster->bands[i].solid.count = 0;
        raster->bands[i].rest.count = 0;
    }
}

uint32_t raster_reserve(struct raster *raster, size_t size)
{
    const size_t rounded = round_up(size, RASTER_UNIT);
    const size_t place = raster->arena_used;
    if (rounded > raster->arena_capacity - place || raster->arena == NULL) {
        size_t capacity = raster->arena_capacity > 0 ? raster->arena_capacity * 2 : MIN_ARENA;
        while (capacity < place + rounded) {
            capacity *= 2;
        }
        if (capacity / RASTER_UNIT > UINT32_MAX) {
            return 0;
        }
        uint8_t *arena = realloc(raster->arena, capacity);
        if (arena == NULL) {
            return 0;
        }
        raster->arena = arena;
        raster->arena_capacity = capacity;
    }
    memset(raster->arena + place, 0, rounded);
    raster->arena_used = place + rounded;
    return (uint32_t)(place / RASTER_UNIT);
}

void raster_draw(struct raster *raster, raster_rows_fn rows, void *context)
{
    raster->rows = rows;
    raster->context = context;
    thread_pool_run(raster->pool, raster_draw_band, raster, raster->num_bands);
}

const uint32_t *raster_pixels(const struct raster *raster, size_t *pitch)
{
    *pitch = raster->pitch;
    return raster->pixels;
}
