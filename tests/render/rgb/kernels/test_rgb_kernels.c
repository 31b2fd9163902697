/* Every true-colour kernel of every instruction set against the C one, on random data with frequent
 * extremes, between guard bytes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/rgb/kernels/rgb_kernels.h"
#include "tests/support/random_numbers.h"

enum { ROUNDS = 9000, MAX_BLOCKS = 20, GUARD = 16, PITCH = MAX_BLOCKS * RGB_BLOCK_WIDTH + 8 };
enum { FILL_ROWS = 6 };

/* Rows that rise by 0 or 1 from texel to texel, with borders as clamped textures have them. */
static void make_ramp(struct random_source *random, struct texture *texture, uint32_t *texels)
{
    const struct texture_level *level = &texture->levels[0];
    uint32_t texel = next_bits(random) & 0x7f7f7f7f;
    texture->ramp = true;
    for (int u = -1; u <= level->width; u++) {
        texel += u > 0 && u < level->width ? next_bits(random) & 0x01010101 : 0;
        for (int row = 0; row < 3; row++) {
            texels[row * level->stride + u + 1] = texel;
        }
    }
}

/* Levels one behind the other, exactly as large as promised, so that a read beyond a level shows,
 * or a sanitizer sees it. */
static struct texture *make_texture(struct random_source *random)
{
    struct texture *texture = calloc(1, sizeof *texture);
    cr_assert_not_null(texture);
    const bool ramp = next_bits(random) % 4 == 0;
    const int width = 1 << next_int(random, 0, 6), height = ramp ? 1 : 1 << next_int(random, 0, 6);
    texture->clamp = ramp || next_bits(random) & 1;
    const bool all = !ramp && next_bits(random) & 1;
    size_t size = 0, firsts[TEXTURE_LEVELS];
    for (int n = 0; n < TEXTURE_LEVELS; n++) {
        struct texture_level *level = &texture->levels[texture->num_levels++];
        level->width = width >> n > 1 ? width >> n : 1;
        level->height = height >> n > 1 ? height >> n : 1;
        level->stride = level->width + 2 + next_int(random, 0, 3);
        firsts[n] = size + (size_t)level->stride + 1;
        size += (size_t)level->stride * (size_t)(level->height + 2);
        if (!all || (level->width == 1 && level->height == 1)) {
            break;
        }
    }
    uint32_t *texels = malloc(size * sizeof *texels);
    cr_assert_not_null(texels);
    for (size_t i = 0; i < size; i++) {
        const uint32_t bits = next_bits(random);
        texels[i] = bits % 8 == 0 ? 0xffffffff : bits % 8 == 1 ? 0 : next_bits(random);
    }
    for (int n = 0; n < texture->num_levels; n++) {
        texture->levels[n].texels = texels + firsts[n];
        texture->starts[n] = (int32_t)(firsts[n] - firsts[0]);
        texture->strides[n] = texture->levels[n].stride;
    }
    if (ramp) {
        make_ramp(random, texture, texels);
    }
    return texture;
}

static void free_texture(struct texture *texture)
{
    free((void *)(uintptr_t)(texture->levels[0].texels - texture->levels[0].stride - 1));
    free(texture);
}

enum { TEXTURES = 24, PASSES = 5, PLANES = PASSES * 8 };

struct canvas {
    uint32_t pixels[GUARD + 2 * PITCH + GUARD];
    int32_t depths[GUARD + MAX_BLOCKS * RGB_BLOCK + GUARD];
    uint32_t ids[GUARD + MAX_BLOCKS * RGB_BLOCK + GUARD];
    uint8_t masks[GUARD + MAX_BLOCKS + GUARD], done[GUARD + MAX_BLOCKS + GUARD];
    unsigned any;
    int count;
};

/* Arguments of a call. */
struct job {
    struct rgb_batch *batch;
    struct rgb_triangle *triangle;
    struct rgb_run run;
    struct rgb_spans spans;
    struct rgb_rows rows;
    int32_t left[FILL_ROWS], right[FILL_ROWS];
    uint8_t masks[MAX_BLOCKS];
    bool write;
    struct canvas before;
};

static void make_triangle(struct random_source *random, struct rgb_triangle *triangle)
{
    const bool tame = next_bits(random) % 4 != 0;
    triangle->x0 = next_int(random, 0, 3839);
    triangle->y0 = next_int(random, 0, 2159);
    triangle->z = (uint64_t)next_bits(random) << 24 | next_bits(random);
    triangle->z_dx = tame ? (uint64_t)(int64_t)(next_unit(random) * 1e13f)
                          : (uint64_t)next_bits(random) << 32 | next_bits(random);
    triangle->z_dy = tame ? (uint64_t)(int64_t)(next_unit(random) * 1e13f)
                          : (uint64_t)next_bits(random) << 32 | next_bits(random);
    triangle->z_min = next_int(random, 0, RGB_FAR);
    triangle->z_min = next_bits(random) % 8 == 0 ? 0 : triangle->z_min;
    triangle->z_max = next_bits(random) % 8 == 0 ? 0
                      : next_bits(random) & 1    ? RGB_FAR
                                                 : next_int(random, 0, RGB_FAR);
    const float over_w = 0.0002f + 0.2f * fabsf(next_unit(random));
    triangle->over_w =
        tame ? (struct rgb_plane){over_w, next_unit(random) * over_w / 2000,
                                  next_unit(random) * over_w / 2000}
             : (struct rgb_plane){next_float(random, 0.1f), next_float(random, 0.001f),
                                  next_float(random, 0.001f)};
    if (next_bits(random) % 4 == 0) { /* it faces the view */
        triangle->over_w.dx = triangle->over_w.dy = 0;
    }
    for (int i = 0; i < PLANES; i++) {
        const float size = tame ? over_w * 300 : 100;
        triangle->planes[i] = (struct rgb_plane){
            next_float(random, size * 20), next_float(random, size), next_float(random, size)};
    }
}

static uint8_t next_sampling(struct random_source *random, const struct texture *texture)
{
    if (texture->num_levels == 1 && next_bits(random) % 2 == 0) {
        return RGB_AT_LEVEL_0;
    }
    return (uint8_t)next_int(random, RGB_AT_LEVEL_0 + 1, RGB_AT_SHARP_TEXELS);
}

static void make_pass(struct random_source *random, struct rgb_pass *pass,
                      struct texture *const *textures, bool tested, uint32_t first_plane)
{
    static const uint8_t factors[] = {
        Q3_FACTOR_ZERO,      Q3_FACTOR_ONE,
        Q3_FACTOR_SRC_COLOR, Q3_FACTOR_ONE_MINUS_SRC_COLOR,
        Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE_MINUS_DST_COLOR,
        Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
    };
    pass->texture = textures[next_int(random, 0, TEXTURES - 1)];
    pass->second = next_bits(random) & 1 ? textures[next_int(random, 0, TEXTURES - 1)] : NULL;
    pass->sum = next_bits(random) & 1;
    pass->sampling = next_sampling(random, pass->texture);
    pass->second_sampling = pass->second != NULL ? next_sampling(random, pass->second) : 0;
    if (pass->second == NULL && next_bits(random) % 8 == 0) {
        pass->sampling = RGB_AT_NO_PLACE;
    }
    pass->coloring = (uint8_t)next_int(random, RGB_UNCOLORED, RGB_VERTEX_COLOR);
    pass->gain = next_bits(random) & 1 ? (uint8_t)next_int(random, 0, RGB_GAIN_MAX) : 0;
    if (pass->texture->ramp && pass->second == NULL) {
        pass->sampling = RGB_AT_RAMP;
    }
    pass->source = factors[next_bits(random) % 8];
    pass->destination = factors[next_bits(random) % 8];
    if (next_bits(random) & 1) { /* the most frequent ones, which may have separate loops */
        static const uint8_t pairs[][2] = {
            {Q3_FACTOR_ONE, Q3_FACTOR_ZERO},
            {Q3_FACTOR_ONE, Q3_FACTOR_ONE},
            {Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO},
            {Q3_FACTOR_ZERO, Q3_FACTOR_SRC_COLOR},
            {Q3_FACTOR_DST_COLOR, Q3_FACTOR_SRC_COLOR},
            {Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE},
            {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE},
            {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        };
        const uint8_t *pair = pairs[next_bits(random) % 8];
        pass->source = pair[0];
        pass->destination = pair[1];
    }
    pass->alpha_test = tested ? (uint8_t)next_int(random, Q3_ALPHA_ALL, Q3_ALPHA_GE128) : 0;
    pass->depth_equal = next_bits(random) & 1;
    pass->depth_write = next_bits(random) & 1;
    pass->color = next_bits(random);
    pass->first_plane = first_plane;
}

static void make_job(struct random_source *random, struct job *job, struct texture *const *textures)
{
    make_triangle(random, job->triangle);
    job->batch->num_passes = (uint32_t)next_int(random, 1, PASSES);
    job->batch->num_planes = PLANES;
    const bool tested = next_bits(random) & 1;
    for (uint32_t i = 0; i < job->batch->num_passes; i++) {
        make_pass(random, &job->batch->passes[i], textures, tested, i * 8);
    }
    job->run = (struct rgb_run){next_int(random, 0, 959) * 4, next_int(random, 0, 1079) * 2,
                                next_int(random, 1, MAX_BLOCKS)};
    for (int row = 0; row < 2; row++) {
        job->spans.left[row] = job->run.x + next_int(random, 0, job->run.blocks * 4);
        job->spans.right[row] = job->run.x + next_int(random, 0, job->run.blocks * 4);
    }
    const int pairs = next_int(random, 1, job->run.blocks < FILL_ROWS / 2 ? 1 : FILL_ROWS / 2);
    const int blocks = job->run.blocks / pairs;
    job->rows = (struct rgb_rows){job->run.y, 2 * pairs - next_int(random, 0, 1), blocks, job->left,
                                  job->right};
    for (int row = 0; row < 2 * pairs; row++) {
        job->left[row] = next_int(random, 0, blocks * 4);
        job->right[row] = next_int(random, 0, blocks * 4);
    }
    for (int i = 0; i < MAX_BLOCKS; i++) {
        job->masks[i] = next_bits(random) & 1 ? 255 : (uint8_t)next_bits(random);
    }
    job->write = next_bits(random) & 1;
    memset(&job->before, 0xa5, sizeof job->before);
    for (int i = 0; i < MAX_BLOCKS * RGB_BLOCK; i++) {
        job->before.depths[GUARD + i] =
            next_bits(random) & 1 ? RGB_FAR : next_int(random, 0, RGB_FAR);
        job->before.ids[GUARD + i] = (uint32_t)next_int(random, 0, next_bits(random) & 1 ? 1 : 3);
    }
    for (int i = 0; i < 2 * PITCH; i++) {
        job->before.pixels[GUARD + i] = next_bits(random) & 0xffffff;
    }
    memset(job->before.done + GUARD, 0, MAX_BLOCKS);
}

enum kernel { FILL, COVER, PICK, PLAIN, MANY, BY_DEPTH, LIT, FLAT, NUM_KERNELS };

static void run_kernel(const struct rgb_kernels *kernels, enum kernel kernel, const struct job *job,
                       struct canvas *canvas)
{
    const struct rgb_batch *batch = job->batch;
    uint32_t *pixels = canvas->pixels + GUARD;
    int32_t *depths = canvas->depths + GUARD;
    uint32_t *ids = canvas->ids + GUARD;
    *canvas = job->before;
    switch (kernel) {
    case FILL:
        kernels->fill(job->triangle, &job->rows, depths, ids, 77);
        break;
    case COVER:
        canvas->any = kernels->cover(job->triangle, &job->spans, job->run, depths, job->write,
                                     canvas->masks + GUARD);
        break;
    case PICK:
        canvas->count =
            kernels->pick(ids, job->run.blocks, 1, canvas->masks + GUARD, canvas->done + GUARD);
        break;
    case PLAIN:
        kernels->shade_plain(batch, job->triangle, job->run, job->masks, pixels, PITCH, depths);
        break;
    case MANY:
        kernels->shade_passes(batch, job->triangle, job->run, job->masks, pixels, PITCH, depths);
        break;
    case BY_DEPTH:
        kernels->shade_by_depth(batch, job->triangle, job->run, job->masks, pixels, PITCH, depths);
        break;
    case FLAT: {
        const int rows = job->write ? 1 : 2, first = job->spans.left[0] - job->run.x;
        const struct rgb_bounds bounds = {job->spans.left[0], job->spans.right[0], job->run.y,
                                          job->run.y + rows};
        kernels->shade_flat(batch, job->triangle, bounds, pixels + first, PITCH);
        break;
    }
    default:
        kernels->shade_lit[batch->passes[0].sampling](batch, job->triangle, job->run, job->masks,
                                                      pixels, PITCH, depths);
        break;
    }
}

/* A job some kernels promise less for: they draw but one pass of a kind. */
static void fit_job(struct job *job, enum kernel kernel, struct texture *light)
{
    struct rgb_pass *pass = &job->batch->passes[0];
    if (kernel != PLAIN && kernel != LIT && kernel != FLAT) {
        return;
    }
    job->batch->num_passes = 1;
    if (kernel == FLAT) {
        pass->alpha_test = Q3_ALPHA_ALL;
        pass->second = NULL;
        pass->gain = 0;
        pass->sampling = pass->sampling == RGB_AT_NO_PLACE ? RGB_AT_NO_PLACE : RGB_AT_LEVEL_0;
        pass->coloring = pass->coloring == RGB_VERTEX_COLOR ? RGB_ONE_COLOR : pass->coloring;
        job->triangle->over_w.dx = job->triangle->over_w.dy = 0;
        job->triangle->planes[pass->first_plane].dy = 0;
        job->triangle->planes[pass->first_plane + 1].dx = 0;
        return;
    }
    pass->source = Q3_FACTOR_ONE;
    pass->destination = Q3_FACTOR_ZERO;
    pass->alpha_test = Q3_ALPHA_ALL;
    pass->second = NULL;
    if (kernel == LIT) {
        pass->sampling = pass->sampling >= RGB_AT_NO_PLACE ? RGB_AT_LEVEL_0 : pass->sampling;
        pass->second = light;
        pass->second_sampling = RGB_AT_LEVEL_0;
        pass->sum = false;
        pass->coloring = RGB_UNCOLORED;
    }
}

static void compare_level(enum cpu_level level, uint32_t seed)
{
    struct random_source random = {seed, 0};
    struct texture *textures[TEXTURES];
    for (int i = 0; i < TEXTURES; i++) {
        textures[i] = make_texture(&random);
    }
    struct job *job = calloc(1, sizeof *job);
    struct canvas *expected = malloc(sizeof *expected), *got = malloc(sizeof *got);
    job->batch = calloc(1, sizeof *job->batch + PASSES * sizeof(struct rgb_pass));
    job->triangle = calloc(1, sizeof *job->triangle + PLANES * sizeof(struct rgb_plane));
    for (int round = 0; round < ROUNDS; round++) {
        make_job(&random, job, textures);
        const enum kernel kernel = (enum kernel)(round % NUM_KERNELS);
        fit_job(job, kernel, textures[next_int(&random, 0, TEXTURES - 1)]);
        run_kernel(rgb_kernels_get(CPU_C), kernel, job, expected);
        run_kernel(rgb_kernels_get(level), kernel, job, got);
        cr_assert_eq(memcmp(expected, got, sizeof *got), 0, "kernel %d of %s, round %d",
                     (int)kernel, cpu_level_name(level), round);
    }
    for (int i = 0; i < TEXTURES; i++) {
        free_texture(textures[i]);
    }
    free(job->batch);
    free(job->triangle);
    free(job);
    free(expected);
    free(got);
}

Test(rgb_kernels, sse41_gives_the_bits_of_c)
{
    compare_level(CPU_SSE41, 1);
}

Test(rgb_kernels, avx2_gives_the_bits_of_c)
{
    compare_level(CPU_AVX2, 2);
}

Test(rgb_kernels, avx512_gives_the_bits_of_c)
{
    compare_level(CPU_AVX512, 4);
}

/* Columns of steep and flat edges, also far outside the picture; rows after the last are not
 * written. */
Test(rgb_kernels, edges_are_traced_alike)
{
    enum { ROWS = 40 };
    struct random_source random = {5, 0};
    for (int round = 0; round < 4000; round++) {
        const double height = next_int(&random, 1, 1 << 22), size = round % 2 ? 1e9 : 1e6;
        const struct rgb_edge edge = {(double)next_float(&random, (float)size) * height + 0.5,
                                      256.0 * next_int(&random, -(1 << 20), 1 << 20),
                                      1.0 / (256.0 * height), next_int(&random, 1, 7680)};
        const int count = next_int(&random, 0, ROWS - 8);
        int32_t expected[ROWS], got[ROWS];
        memset(expected, 0xa5, sizeof expected);
        rgb_kernels_get(CPU_C)->trace(&edge, count, expected);
        for (int level = CPU_SSE41; level < CPU_LEVELS; level++) {
            memset(got, 0xa5, sizeof got);
            rgb_kernels_get((enum cpu_level)level)->trace(&edge, count, got);
            cr_assert_eq(memcmp(expected, got, sizeof got), 0, "%s, round %d",
                         cpu_level_name((enum cpu_level)level), round);
        }
        cr_assert(count == 0 || (expected[0] >= 0 && expected[0] <= (int32_t)edge.most));
    }
}

/* The C kernels write masked pixels alone. */
Test(rgb_kernels, pixels_outside_the_mask_stay)
{
    struct random_source random = {3, 0};
    struct texture *textures[TEXTURES];
    for (int i = 0; i < TEXTURES; i++) {
        textures[i] = make_texture(&random);
    }
    struct job *job = calloc(1, sizeof *job);
    struct canvas *got = malloc(sizeof *got);
    job->batch = calloc(1, sizeof *job->batch + PASSES * sizeof(struct rgb_pass));
    job->triangle = calloc(1, sizeof *job->triangle + PLANES * sizeof(struct rgb_plane));
    for (int round = 0; round < 500; round++) {
        make_job(&random, job, textures);
        run_kernel(rgb_kernels_get(CPU_C), BY_DEPTH, job, got);
        for (int i = 0; i < GUARD + 2 * PITCH + GUARD; i++) {
            const int place = i - GUARD, row = place / PITCH, column = place % PITCH;
            const int block = column / RGB_BLOCK_WIDTH;
            const bool inside = place >= 0 && row < 2 && block < job->run.blocks &&
                                job->masks[block] >> (row * 4 + column % 4) & 1;
            cr_assert(inside || got->pixels[i] == job->before.pixels[i], "round %d pixel %d", round,
                      i);
            cr_assert(!inside || got->pixels[i] >> 24 == 0);
        }
    }
    for (int i = 0; i < TEXTURES; i++) {
        free_texture(textures[i]);
    }
    free(job->batch);
    free(job->triangle);
    free(job);
    free(got);
}

/* --- check values --------------------------------------------------------------------------------
 */

/* One pixel of a pass whose coordinates, in 1/256 texels, run by `du` and `dv` a pixel. */
static uint32_t draw_one(const struct rgb_pass *pass, float u, float v, float du, float dv,
                         uint32_t there)
{
    struct rgb_batch *batch = calloc(1, sizeof *batch + sizeof *pass);
    struct rgb_triangle *triangle = calloc(1, sizeof *triangle + 8 * sizeof(struct rgb_plane));
    batch->num_passes = 1;
    batch->num_planes = 4;
    batch->passes[0] = *pass;
    triangle->over_w = (struct rgb_plane){1, 0, 0};
    triangle->planes[0] = (struct rgb_plane){u, du, 0};
    triangle->planes[1] = (struct rgb_plane){v, 0, dv};
    uint32_t pixels[2][4] = {{there}};
    const uint8_t mask = 1;
    rgb_kernels_get(CPU_C)->shade_passes(batch, triangle, (struct rgb_run){0, 0, 1}, &mask,
                                         pixels[0], 4, NULL);
    free(batch);
    free(triangle);
    return pixels[0][0];
}

/* 4 x 4 texels of one colour. */
static struct texture plain_texture(uint32_t *texels, uint32_t color)
{
    for (int i = 0; i < 36; i++) {
        texels[i] = color;
    }
    return (struct texture){.num_levels = 1, .levels = {{4, 4, 6, texels + 7}}};
}

Test(rgb_kernels, two_texels_mix_with_their_rounding)
{
    uint32_t texels[36];
    struct texture texture = plain_texture(texels, 0xff0a0a14);
    for (int row = 0; row < 6; row++) {
        texels[row * 6 + 2] = 0xff14140a;
    }
    const struct rgb_pass pass = {
        .texture = &texture, .source = Q3_FACTOR_ONE, .destination = Q3_FACTOR_ZERO};
    /* Half way between texels 0 and 1: their weights are 128. */
    cr_assert_eq(draw_one(&pass, 256, 256, 0, 0, 0), 0x0f0f0f);
    /* In the middle of texel 0, then of texel 1. */
    cr_assert_eq(draw_one(&pass, 128, 128, 0, 0, 0), 0x0a0a14);
    cr_assert_eq(draw_one(&pass, 384, 128, 0, 0, 0), 0x14140a);
}

Test(rgb_kernels, levels_mix_by_the_linear_logarithm)
{
    /* Derivatives (3, 0) and (0, 1): levels 1 and 2; level 2 has weight 144 / 256. */
    uint32_t texels[4][36];
    struct texture texture = plain_texture(texels[0], 0xffffffff);
    texture.num_levels = 3;
    for (int n = 1; n < 3; n++) {
        plain_texture(texels[n], n == 1 ? 0xff000000 : 0xffffffff);
        texture.levels[n] = (struct texture_level){4 >> n, 4 >> n, 6, texels[n] + 7};
    }
    const struct rgb_pass pass = {.texture = &texture,
                                  .sampling = RGB_AT_TWO_LEVELS,
                                  .source = Q3_FACTOR_ONE,
                                  .destination = Q3_FACTOR_ZERO};
    const uint32_t weight = (255 * 144 + 128) >> 8;
    cr_assert_eq(draw_one(&pass, 128, 128, 3 * 256, 1 * 256, 0), weight * 0x010101);
    cr_assert_eq(draw_one(&pass, 128, 128, 1 * 256, 1 * 256, 0), 0xffffff, "magnified: level 0");
    cr_assert_eq(draw_one(&pass, 128, 128, 9e9f, 256, 0), 0xffffff, "the last level");
}

Test(rgb_kernels, blends_round_each_product_and_add)
{
    uint32_t texels[36];
    struct texture texture = plain_texture(texels, 0x80c8c8c8); /* 200, half there */
    struct rgb_pass pass = {.texture = &texture, .source = Q3_FACTOR_DST_COLOR};
    pass.destination = Q3_FACTOR_ZERO;
    cr_assert_eq(draw_one(&pass, 0, 0, 0, 0, 0x646464), 78 * 0x010101);
    pass.destination = Q3_FACTOR_SRC_COLOR;
    cr_assert_eq(draw_one(&pass, 0, 0, 0, 0, 0x646464), 156 * 0x010101);
    pass.destination = Q3_FACTOR_ONE; /* 78 + 200 */
    cr_assert_eq(draw_one(&pass, 0, 0, 0, 0, 0xc8c864), 0xffff00 | (78 + 100));
    pass.source = Q3_FACTOR_SRC_ALPHA; /* 200 * 128 / 255 = 100, 100 * 127 / 255 = 50 */
    pass.destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
    cr_assert_eq(draw_one(&pass, 0, 0, 0, 0, 0x646464), 150 * 0x010101);
}

Test(rgb_kernels, alpha_decides_at_its_limits)
{
    static const struct {
        uint32_t alpha;
        uint8_t test;
        bool drawn;
    } cases[] = {{0, Q3_ALPHA_GT0, false},     {1, Q3_ALPHA_GT0, true},
                 {127, Q3_ALPHA_LT128, true},  {128, Q3_ALPHA_LT128, false},
                 {127, Q3_ALPHA_GE128, false}, {128, Q3_ALPHA_GE128, true},
                 {0, Q3_ALPHA_ALL, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t texels[36];
        struct texture texture = plain_texture(texels, cases[i].alpha << 24 | 0x112233);
        const struct rgb_pass pass = {.texture = &texture,
                                      .source = Q3_FACTOR_ONE,
                                      .destination = Q3_FACTOR_ZERO,
                                      .alpha_test = cases[i].test};
        cr_assert_eq(draw_one(&pass, 0, 0, 0, 0, 0x445566), cases[i].drawn ? 0x112233u : 0x445566u,
                     "case %zu", i);
    }
}
