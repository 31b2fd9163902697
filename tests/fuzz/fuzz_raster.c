/* Fuzz target: triangles of any floats, drawn by the plain C kernels and the fastest: nothing may
 * be read or written outside, and the pictures have to be the same. Rasters stay from input to
 * input; now and then a new one draws, too, and its picture has to be the same. */
#include <stdint.h>
#include <string.h>

#include "render/cpu.h"
#include "render/rgb/raster/raster.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    WIDTH = 67,
    HEIGHT = 37,
    VERTICES = 6,
    PASSES = 2,
    FILTERS = 3,
    FRESH = 255 /* odd: both levels */
};

struct input {
    uint8_t filter, cull, depth, offset, combine, sampling, tests, factors[2 * PASSES];
    float clip[VERTICES][4], st[2][VERTICES][2];
    uint8_t colors[VERTICES][4];
};

/* 8 x 4 and its levels. */
static struct texture *make_texture(bool clamp, bool levels)
{
    uint8_t rgba[8 * 4 * 4];
    for (size_t i = 0; i < sizeof rgba; i++) {
        rgba[i] = (uint8_t)(i * 0x9e3779b1u >> 7);
    }
    const uint8_t *const pictures[] = {rgba, rgba + 1, rgba + 2, rgba + 3};
    struct texture *texture = texture_create("", clamp, levels ? 4 : 1, 8, 4, pictures);
    require(texture != NULL);
    return texture;
}

static struct raster *make_raster(const struct input *input, enum cpu_level level)
{
    static struct thread_pool *pool;
    pool = pool ? pool : thread_pool_create(1);
    require(pool != NULL);
    cpu_set_level(level);
    struct raster *raster =
        raster_create(WIDTH, HEIGHT, (enum rgb_filter)(input->filter % FILTERS), pool);
    require(raster != NULL);
    return raster;
}

static uint64_t draw_batch(struct raster *raster, const struct input *input,
                           const struct texture *a, const struct texture *b)
{
    static const uint32_t indexes[] = {0, 1, 2, 3, 4, 5, 0, 2, 4};
    struct raster_pass passes[PASSES];
    memset(passes, 0, sizeof passes);
    for (int i = 0; i < PASSES; i++) {
        passes[i] = (struct raster_pass){
            .texture = a,
            .st = input->st[0],
            .combine = (enum raster_combine)(input->combine >> i % 2 * 4 & 15) % 3,
            .second = b,
            .second_st = input->st[1],
            .color = input->tests & 1 << i ? input->colors : NULL,
            .flat = {255, 255, 255, 255},
            .source = (enum q3_factor)(input->factors[i * 2] % 11),
            .destination = (enum q3_factor)(input->factors[i * 2 + 1] % 11),
            .alpha_test = (enum q3_alpha_test)(input->tests >> (2 + 2 * i) & 3),
            .depth_equal = i > 0 && input->tests & 64,
            .depth_write = !(input->tests & 128),
        };
    }
    const struct raster_batch batch = {
        .num_vertices = VERTICES,
        .num_indexes = 9,
        .clip = input->clip,
        .indexes = indexes,
        .cull = (enum q3_cull)(input->cull % 3),
        .depth = (enum raster_depth)(input->depth % 3),
        .polygon_offset = input->offset & 1,
        .num_passes = 1 + (input->offset >> 1) % PASSES,
        .passes = passes,
    };
    raster_begin(raster);
    require(raster_add(raster_queue(raster, 0), &batch) == 0);
    raster_draw(raster, NULL, NULL);
    size_t pitch;
    const uint32_t *pixels = raster_pixels(raster, &pitch);
    uint64_t hash = 0;
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        hash = (hash ^ pixels[i / WIDTH * pitch + i % WIDTH]) * 1099511628211u;
    }
    return hash;
}

/* By the raster that stays, and now and then by a new one. */
static uint64_t draw_at_level(const struct input *input, const struct texture *a,
                              const struct texture *b, enum cpu_level level)
{
    static struct raster *kept[2][FILTERS];
    static uint32_t pictures;
    struct raster **raster = &kept[level != CPU_C][input->filter % FILTERS];
    if (!*raster) {
        *raster = make_raster(input, level);
    }
    cpu_set_level(level);
    const uint64_t hash = draw_batch(*raster, input, a, b);
    if (++pictures % FRESH == 0) {
        struct raster *fresh = make_raster(input, level);
        require(draw_batch(fresh, input, a, b) == hash);
        raster_destroy(fresh);
    }
    return hash;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    memset(&input, 0, sizeof input);
    memcpy(&input, data, size < sizeof input ? size : sizeof input);
    struct texture *a = make_texture(input.sampling & 1, input.sampling & 2);
    struct texture *b = make_texture(input.sampling & 4, input.sampling & 8);
    require(draw_at_level(&input, a, b, CPU_C) == draw_at_level(&input, a, b, cpu_detect()));
    texture_destroy(a);
    texture_destroy(b);
    return 0;
}
