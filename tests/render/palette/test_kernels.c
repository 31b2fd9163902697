/* Every kernel of every instruction set against the C one, on random data. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/palette/kernels/kernels.h"
#include "tests/support/random_numbers.h"

/* Every level against the C kernels, on random input with a liking for extremes, between guard
 * bytes. */

enum { ROUNDS = 20000, MAX_COUNT = 200, GUARD = 64, GUARD_BYTE = 0xa5 };

static int next_count(struct random_source *random)
{
    return next_bits(random) % 3 == 0 ? next_int(random, 1, 17) : next_int(random, 1, MAX_COUNT);
}

struct texture {
    int width, height;
    uint8_t *pixels;
};

/* Exactly as large as promised, so that a sanitizer sees reads beyond. */
static struct texture make_texture(struct random_source *random, int width, int height,
                                   size_t padding)
{
    size_t size = (size_t)width * (size_t)height;
    struct texture texture = {width, height, malloc(size + padding)};
    cr_assert_not_null(texture.pixels);
    for (size_t i = 0; i < size; i++) {
        texture.pixels[i] = (uint8_t)next_bits(random);
    }
    return texture;
}

static struct span_surface make_surface(struct random_source *random, const struct texture *texture)
{
    /* Half of the surfaces are plausible (the block is really seen), the others wild. */
    if (next_bits(random) & 1) {
        float zi = 0.001f + 0.01f * fabsf(next_unit(random));
        return (struct span_surface){
            .zi_origin = zi,
            .zi_stepu = next_unit(random) * zi / 4000,
            .zi_stepv = next_unit(random) * zi / 4000,
            .sdivz_origin = next_unit(random) * zi * (float)texture->width,
            .sdivz_stepu = next_unit(random) * zi,
            .sdivz_stepv = next_unit(random) * zi,
            .tdivz_origin = next_unit(random) * zi * (float)texture->height,
            .tdivz_stepu = next_unit(random) * zi,
            .tdivz_stepv = next_unit(random) * zi,
            .sadjust = next_int(random, -(texture->width << 16), texture->width << 16),
            .tadjust = next_int(random, -(texture->height << 16), texture->height << 16),
            .bbextents = (texture->width << 16) - 1,
            .bbextentt = (texture->height << 16) - 1,
            .pixels = texture->pixels,
            .stride = texture->width,
        };
    }
    return (struct span_surface){
        .zi_origin = next_float(random, 0.1f),
        .zi_stepu = next_float(random, 0.001f),
        .zi_stepv = next_float(random, 0.001f),
        .sdivz_origin = next_float(random, 1.0f),
        .sdivz_stepu = next_float(random, 0.1f),
        .sdivz_stepv = next_float(random, 0.1f),
        .tdivz_origin = next_float(random, 1.0f),
        .tdivz_stepu = next_float(random, 0.1f),
        .tdivz_stepv = next_float(random, 0.1f),
        .sadjust = (int32_t)next_bits(random),
        .tadjust = (int32_t)next_bits(random),
        .bbextents = next_int(random, 16, (texture->width << 16) - 1),
        .bbextentt = next_int(random, 16, (texture->height << 16) - 1),
        .pixels = texture->pixels,
        .stride = texture->width,
    };
}

static void next_place(struct random_source *random, int *u, int *v)
{
    static const int edges[] = {0, 1, 7, 8, 319, 1919, 3839};
    *u = next_bits(random) & 3 ? next_int(random, 0, 3839) : edges[next_bits(random) % 7];
    *v = next_bits(random) & 3 ? next_int(random, 0, 2159) : edges[next_bits(random) % 6];
}

struct canvas {
    uint8_t bytes[GUARD + 32 + MAX_COUNT * 4 + GUARD];
};

static void clear_canvas(struct canvas *canvas)
{
    memset(canvas->bytes, GUARD_BYTE, sizeof canvas->bytes);
}

static void check_guards(const struct canvas *canvas, size_t offset, size_t size)
{
    for (size_t i = 0; i < sizeof canvas->bytes; i++) {
        if (i < offset || i >= offset + size) {
            cr_assert_eq(canvas->bytes[i], GUARD_BYTE, "byte %zu outside %zu + %zu", i, offset,
                         size);
        }
    }
}

/* Compares whole canvases: the pixels and the guard bytes around them. */
static void check_same(const struct canvas *want, const struct canvas *have, const char *what,
                       int set, int count, int round)
{
    for (size_t i = 0; i < sizeof want->bytes; i++) {
        cr_assert_eq(want->bytes[i], have->bytes[i],
                     "%s, %s: count %d, round %d, byte %zu: %d, not %d", what,
                     kernels_set(set)->name, count, round, i, have->bytes[i], want->bytes[i]);
    }
}

Test(kernels, levels_fall_back)
{
    const int best = (int)cpu_detect();
    cr_assert_eq(kernels_get(CPU_AVX512), kernels_get((enum cpu_level)best));
    cpu_set_level(CPU_C);
    cr_assert_eq(kernels_active(), kernels_get(CPU_C));
    cpu_set_level(CPU_AVX512);
    cr_assert_eq(kernels_active(), kernels_get((enum cpu_level)best));
    for (int level = CPU_C; level < CPU_LEVELS; level++) {
        cr_assert_eq(cpu_level_from_name(cpu_level_name((enum cpu_level)level)), level);
    }
    cr_assert_eq(cpu_level_from_name("neon"), (int)CPU_SSE41);
    cr_assert_eq(cpu_level_from_name("wasm128"), (int)CPU_SSE41);
    cr_assert_eq(cpu_level_from_name("mmx"), -1);
    cr_assert_eq(cpu_level_from_name(NULL), -1);
}

static void check_spans(bool faithful)
{
    struct random_source random = {faithful ? 1 : 2, 0};
    for (int round = 0; round < ROUNDS; round++) {
        struct texture texture = make_texture(&random, next_int(&random, 2, 80),
                                              next_int(&random, 2, 80), KERNEL_BLOCK_PADDING);
        struct span_surface surface = make_surface(&random, &texture);
        size_t offset = GUARD + (size_t)next_int(&random, 0, 31);
        int count = next_count(&random), u, v;
        next_place(&random, &u, &v);
        struct canvas want, have;
        clear_canvas(&want);
        const struct kernels *c = kernels_get(CPU_C);
        (faithful ? c->span_faithful : c->span_exact)(&surface, want.bytes + offset, u, v, count);
        check_guards(&want, offset, (size_t)count);
        for (int set = 1; kernels_set(set) != NULL; set++) {
            const struct kernels *other = kernels_set(set);
            clear_canvas(&have);
            (faithful ? other->span_faithful : other->span_exact)(&surface, have.bytes + offset, u,
                                                                  v, count);
            check_same(&want, &have, faithful ? "span_faithful" : "span_exact", set, count, round);
        }
        free(texture.pixels);
    }
}

Test(kernels, span_faithful)
{
    check_spans(true);
}

Test(kernels, span_exact)
{
    check_spans(false);
}

/* Rows too wide for 16-bit products take another way. */
Test(kernels, span_wide_stride)
{
    struct random_source random = {9, 0};
    struct texture texture = make_texture(&random, 40000, 3, KERNEL_BLOCK_PADDING);
    texture.width = 32767; /* fixed-point columns end here */
    for (int round = 0; round < 500; round++) {
        struct span_surface surface = make_surface(&random, &texture);
        surface.stride = 40000;
        struct canvas want, have;
        for (int kind = 0; kind < 2; kind++) {
            clear_canvas(&want);
            const struct kernels *c = kernels_get(CPU_C);
            (kind ? c->span_exact : c->span_faithful)(&surface, want.bytes + GUARD, 10, 20, 61);
            for (int set = 1; kernels_set(set) != NULL; set++) {
                const struct kernels *other = kernels_set(set);
                clear_canvas(&have);
                (kind ? other->span_exact : other->span_faithful)(&surface, have.bytes + GUARD, 10,
                                                                  20, 61);
                check_same(&want, &have, "wide stride", set, 61, round);
            }
        }
    }
    free(texture.pixels);
}

/* An exact pixel does not depend on where its span begins. */
Test(kernels, span_exact_can_be_split)
{
    struct random_source random = {3, 0};
    struct texture texture = make_texture(&random, 64, 64, KERNEL_BLOCK_PADDING);
    for (int round = 0; round < 500; round++) {
        struct span_surface surface = make_surface(&random, &texture);
        int cut = next_int(&random, 1, 99);
        for (int set = 0; kernels_set(set) != NULL; set++) {
            const struct kernels *kernels = kernels_set(set);
            uint8_t whole[100], parts[100];
            kernels->span_exact(&surface, whole, 5, 7, 100);
            kernels->span_exact(&surface, parts, 5, 7, cut);
            kernels->span_exact(&surface, parts + cut, 5 + cut, 7, 100 - cut);
            cr_assert_arr_eq(whole, parts, sizeof whole);
        }
    }
    free(texture.pixels);
}

/* The faithful run against numbers worked out by hand: an affine wall (1/z constant). */
Test(kernels, span_faithful_by_hand)
{
    uint8_t texels[64 * 64 + KERNEL_BLOCK_PADDING];
    for (int i = 0; i < 64 * 64; i++) {
        texels[i] = (uint8_t)(i % 64 + i / 64);
    }
    const struct span_surface surface = {
        .zi_origin = 0.5f,
        .sdivz_stepu = 0.25f, /* half a texel per pixel */
        .tdivz_stepv = 0.5f,  /* one row per row */
        .bbextents = (64 << 16) - 1,
        .bbextentt = (64 << 16) - 1,
        .pixels = texels,
        .stride = 64,
    };
    for (int set = 0; kernels_set(set) != NULL; set++) {
        uint8_t row[40];
        kernels_set(set)->span_faithful(&surface, row, 10, 3, 40);
        for (int i = 0; i < 40; i++) {
            cr_assert_eq(row[i], (10 + i) / 2 + 3);
        }
    }
}

static void check_turbulence(bool faithful)
{
    struct random_source random = {faithful ? 4 : 5, 0};
    int32_t *sine = malloc(KERNEL_TURB_ENTRIES * sizeof *sine);
    cr_assert_not_null(sine);
    kernels_turb_table(sine, KERNEL_TURB_ENTRIES);
    for (int round = 0; round < ROUNDS; round++) {
        int width = 16 << next_int(&random, 0, 4), height = 16 << next_int(&random, 0, 4);
        if (next_bits(&random) & 1) {
            width = height = 64;
        }
        struct texture texture = make_texture(&random, width, height, KERNEL_PADDING);
        struct texture extent = {next_int(&random, 1, 4000), next_int(&random, 1, 4000),
                                 texture.pixels};
        struct span_surface surface = make_surface(&random, &extent);
        surface.stride = width;
        struct span_turbulence turb = {sine, next_int(&random, 0, 127), width - 1, height - 1};
        size_t offset = GUARD + (size_t)next_int(&random, 0, 31);
        int count = next_count(&random), u, v;
        next_place(&random, &u, &v);
        struct canvas want, have;
        clear_canvas(&want);
        const struct kernels *c = kernels_get(CPU_C);
        (faithful ? c->turb_faithful : c->turb_exact)(&surface, &turb, want.bytes + offset, u, v,
                                                      count);
        check_guards(&want, offset, (size_t)count);
        for (int set = 1; kernels_set(set) != NULL; set++) {
            const struct kernels *other = kernels_set(set);
            clear_canvas(&have);
            (faithful ? other->turb_faithful : other->turb_exact)(&surface, &turb,
                                                                  have.bytes + offset, u, v, count);
            check_same(&want, &have, faithful ? "turb_faithful" : "turb_exact", set, count, round);
        }
        free(texture.pixels);
    }
    free(sine);
}

Test(kernels, turb_faithful)
{
    check_turbulence(true);
}

Test(kernels, turb_exact)
{
    check_turbulence(false);
}

Test(kernels, turb_table)
{
    int32_t table[KERNEL_TURB_ENTRIES];
    kernels_turb_table(table, KERNEL_TURB_ENTRIES);
    cr_assert_eq(table[0], 8 << 16);
    cr_assert(table[32] > (16 << 16) - 4 && table[32] <= 16 << 16);
    cr_assert(table[128] < table[0]); /* 3.14159 is a little short of pi */
    for (int i = 0; i < KERNEL_TURB_ENTRIES; i++) {
        cr_assert(table[i] >= 0 && table[i] <= 16 << 16);
    }
}

static void check_sky(bool faithful)
{
    struct random_source random = {faithful ? 6 : 7, 0};
    struct texture texture = make_texture(&random, 128, 128, KERNEL_PADDING);
    for (int round = 0; round < ROUNDS; round++) {
        struct span_sky sky = {.width = next_int(&random, 160, 3840),
                               .height = next_int(&random, 100, 2160),
                               .scroll = next_float(&random, 128),
                               .pixels = texture.pixels};
        float angles[3] = {next_unit(&random) * 90, next_unit(&random) * 180,
                           next_unit(&random) * 50};
        dmath_angle_vectors(angles, sky.forward, sky.right, sky.up);
        if (next_bits(&random) % 16 == 0) { /* no sense, but must agree and stay inside */
            sky.forward[next_bits(&random) % 3] = next_float(&random, 1);
            sky.right[next_bits(&random) % 3] = next_float(&random, 1);
            sky.up[next_bits(&random) % 3] = next_float(&random, 1);
        }
        size_t offset = GUARD + (size_t)next_int(&random, 0, 31);
        int count = next_count(&random), u, v;
        next_place(&random, &u, &v);
        struct canvas want, have;
        clear_canvas(&want);
        const struct kernels *c = kernels_get(CPU_C);
        (faithful ? c->sky_faithful : c->sky_exact)(&sky, want.bytes + offset, u, v, count);
        check_guards(&want, offset, (size_t)count);
        for (int set = 1; kernels_set(set) != NULL; set++) {
            const struct kernels *other = kernels_set(set);
            clear_canvas(&have);
            (faithful ? other->sky_faithful : other->sky_exact)(&sky, have.bytes + offset, u, v,
                                                                count);
            check_same(&want, &have, faithful ? "sky_faithful" : "sky_exact", set, count, round);
        }
    }
    free(texture.pixels);
}

Test(kernels, sky_faithful)
{
    check_sky(true);
}

Test(kernels, sky_exact)
{
    check_sky(false);
}

Test(kernels, skybox)
{
    struct random_source random = {13, 0};
    for (int round = 0; round < ROUNDS / 2; round++) {
        int side = 1 << next_int(&random, 0, 5);
        struct texture texture = make_texture(&random, side, side * 6, KERNEL_PADDING);
        struct span_skybox box = {.xcenter = (float)next_int(&random, 80, 1920) - 0.5f,
                                  .ycenter = (float)next_int(&random, 50, 1080) - 0.5f,
                                  .xscaleinv = 1.0f / (float)next_int(&random, 50, 2000),
                                  .yscaleinv = 1.0f / (float)next_int(&random, 50, 2000),
                                  .side = side,
                                  .pixels = texture.pixels};
        float angles[3];
        for (int i = 0; i < 3; i++) { /* along the axes and seams now and then */
            angles[i] = next_bits(&random) & 3 ? next_unit(&random) * 180
                                               : (float)next_int(&random, -4, 4) * 45;
        }
        dmath_angle_vectors(angles, box.forward, box.right, box.up);
        if (next_bits(&random) % 8 == 0) { /* no sense, but must agree and stay inside */
            box.forward[next_bits(&random) % 3] = next_float(&random, 1);
            box.right[next_bits(&random) % 3] = next_float(&random, 1);
            box.up[next_bits(&random) % 3] = next_float(&random, 1);
            box.xscaleinv = next_float(&random, 1);
        }
        size_t offset = GUARD + (size_t)next_int(&random, 0, 31);
        int count = next_count(&random), u, v;
        next_place(&random, &u, &v);
        struct canvas want, have;
        clear_canvas(&want);
        kernels_get(CPU_C)->skybox(&box, want.bytes + offset, u, v, count);
        check_guards(&want, offset, (size_t)count);
        for (int set = 1; kernels_set(set) != NULL; set++) {
            clear_canvas(&have);
            kernels_set(set)->skybox(&box, have.bytes + offset, u, v, count);
            check_same(&want, &have, "skybox", set, count, round);
        }
        free(texture.pixels);
    }
}

/* A place's dither, from the definition: half of Bayer's matrix. */
static int fog_dither(int u, int v)
{
    static const int bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return bayer[v & 3][u & 3] / 2;
}

Test(kernels, fog)
{
    enum { ROWS = 100 };
    struct random_source random = {14, 0};
    uint8_t *levels = malloc(KERNEL_FOG_DEPTHS + KERNEL_PADDING);
    uint8_t *rows = malloc(ROWS * 256 + KERNEL_PADDING);
    cr_assert(levels != NULL && rows != NULL);
    for (int i = 0; i < ROWS * 256; i++) {
        rows[i] = i < KERNEL_FOG_DITHER * 256 ? (uint8_t)i : (uint8_t)next_bits(&random);
    }
    for (int round = 0; round < ROUNDS / 10; round++) {
        const int clear_z = next_int(&random, 0, 0x7fff), near = next_int(&random, 1, 0x7fff);
        const int steepness = next_int(&random, 1, 100);
        int level = next_int(&random, 0, ROWS - KERNEL_FOG_DITHER);
        for (int i = 0; i < KERNEL_FOG_DEPTHS; i++) {
            const int any = next_int(&random, 0, ROWS - KERNEL_FOG_DITHER);
            level -= level > 0 && i > near - 20 && any % steepness == 0;
            levels[i] = (uint8_t)(i >= 0x8000 ? any : i < clear_z ? level : 0);
        }
        const struct span_fog fog = {levels, rows, (int16_t)clear_z};
        for (int k = 0; k < 10; k++) {
            int16_t z[MAX_COUNT];
            uint8_t source[MAX_COUNT];
            size_t offset = GUARD + (size_t)next_int(&random, 0, 31);
            int count = next_count(&random), u, v;
            next_place(&random, &u, &v);
            const uint32_t kind = next_bits(&random) % 4;
            const int flat = next_int(&random, -0x8000, 0x7fff);
            for (int i = 0; i < count; i++) {
                int any = next_int(&random, -0x8000, 0x7fff);
                int place = near + next_int(&random, -9, 9);
                place = place > 0x7fff ? 0x7fff : place < 0 ? 0 : place;
                z[i] = (int16_t)(kind == 0 ? any : kind == 1 ? flat : place);
                source[i] = (uint8_t)next_bits(&random);
            }
            struct canvas want, have;
            clear_canvas(&want);
            for (int i = 0; i < count; i++) {
                int row = levels[(uint16_t)z[i]] + fog_dither(u + i, v);
                want.bytes[offset + (size_t)i] = rows[row * 256 + source[i]];
            }
            for (int set = 0; kernels_set(set) != NULL; set++) {
                clear_canvas(&have);
                memcpy(have.bytes + offset, source, (size_t)count);
                kernels_set(set)->fog(&fog, have.bytes + offset, z, u, v, count);
                check_same(&want, &have, "fog", set, count, round);
            }
        }
    }
    free(levels);
    free(rows);
}

Test(kernels, z_fill)
{
    struct random_source random = {10, 0};
    for (int round = 0; round < ROUNDS; round++) {
        int count = next_count(&random);
        int32_t izi = (int32_t)next_bits(&random), step = (int32_t)next_bits(&random);
        if (next_bits(&random) & 1) {
            step >>= 14;
        }
        size_t offset = GUARD + (size_t)next_int(&random, 0, 15) * 2;
        struct canvas want, have;
        clear_canvas(&want);
        clear_canvas(&have);
        int16_t *dest = (int16_t *)(void *)(want.bytes + offset);
        for (int i = 0; i < count; i++) {
            uint32_t z = (uint32_t)izi + (uint32_t)i * (uint32_t)step;
            dest[i] = (int16_t)(uint16_t)(z >> 16);
        }
        for (int set = 0; kernels_set(set) != NULL; set++) {
            clear_canvas(&have);
            kernels_set(set)->z_fill((int16_t *)(void *)(have.bytes + offset), count, izi, step);
            check_same(&want, &have, "z_fill", set, count, round);
        }
    }
}

/* Depths around those of the span, so that both outcomes are as frequent, and often equal. */
static void next_depths(struct random_source *random, int16_t *z, int count, int32_t izi,
                        int32_t step)
{
    for (int i = 0; i < count; i++) {
        uint32_t at = (uint32_t)izi + (uint32_t)i * (uint32_t)step;
        z[i] = (int16_t)(uint16_t)((at >> 16) + (uint32_t)next_int(random, -1, 1));
        z[i] = next_bits(random) % 8 ? z[i] : (int16_t)next_bits(random);
    }
}

struct seen_through {
    int count, hole;
    int32_t izi, step;
    uint8_t *front;
    struct canvas pixels, z;
    size_t offset, z_offset;
};

static void make_seen_through(struct random_source *random, struct seen_through *s)
{
    s->count = next_count(random);
    s->izi = (int32_t)next_bits(random);
    s->step = (int32_t)next_bits(random) >> (next_bits(random) & 1 ? 14 : 0);
    s->hole = next_bits(random) & 1 ? KERNEL_HOLE : KERNEL_NO_HOLE;
    s->offset = GUARD + (size_t)next_int(random, 0, 31);
    s->z_offset = GUARD + (size_t)next_int(random, 0, 15) * 2;
    s->front = malloc((size_t)s->count);
    cr_assert_not_null(s->front);
    clear_canvas(&s->pixels);
    clear_canvas(&s->z);
    next_depths(random, (int16_t *)(void *)(s->z.bytes + s->z_offset), s->count, s->izi, s->step);
    bool whole = next_bits(random) % 4 == 0; /* long runs of one kind */
    for (int i = 0; i < s->count; i++) {
        s->front[i] = (uint8_t)(next_bits(random) % 3 == 0 ? KERNEL_HOLE : next_bits(random));
        s->pixels.bytes[s->offset + (size_t)i] =
            whole || next_bits(random) % 2 ? s->front[i] : (uint8_t)next_bits(random);
    }
}

Test(kernels, fence)
{
    struct random_source random = {13, 0};
    for (int round = 0; round < ROUNDS; round++) {
        struct seen_through s;
        make_seen_through(&random, &s);
        struct canvas pixels = s.pixels, z = s.z;
        int16_t *depths = (int16_t *)(void *)(z.bytes + s.z_offset);
        for (int i = 0; i < s.count; i++) {
            uint32_t at = (uint32_t)s.izi + (uint32_t)i * (uint32_t)s.step;
            int16_t depth = (int16_t)(uint16_t)(at >> 16);
            if (s.front[i] != 255 && depth >= depths[i]) {
                pixels.bytes[s.offset + (size_t)i] = s.front[i];
                depths[i] = depth;
            }
        }
        for (int set = 0; kernels_set(set) != NULL; set++) {
            struct canvas have = s.pixels, have_z = s.z;
            kernels_set(set)->fence(have.bytes + s.offset,
                                    (int16_t *)(void *)(have_z.bytes + s.z_offset), s.front,
                                    s.count, s.izi, s.step);
            check_same(&pixels, &have, "fence", set, s.count, round);
            check_same(&z, &have_z, "fence's z", set, s.count, round);
        }
        free(s.front);
    }
}

Test(kernels, mix)
{
    struct random_source random = {14, 0};
    uint8_t *table = malloc(256 * 256 + KERNEL_PADDING);
    cr_assert_not_null(table);
    for (int i = 0; i < 256 * 256; i++) {
        table[i] = (uint8_t)next_bits(&random);
    }
    for (int round = 0; round < ROUNDS; round++) {
        struct seen_through s;
        make_seen_through(&random, &s);
        struct canvas tested = s.pixels, changed = s.pixels;
        const int16_t *z = (const int16_t *)(const void *)(s.z.bytes + s.z_offset);
        for (int i = 0; i < s.count; i++) {
            uint32_t at = (uint32_t)s.izi + (uint32_t)i * (uint32_t)s.step;
            uint8_t *pixel = &tested.bytes[s.offset + (size_t)i];
            if (s.front[i] != s.hole && (int16_t)(uint16_t)(at >> 16) >= z[i]) {
                *pixel = table[s.front[i] * 256 + *pixel];
            }
            pixel = &changed.bytes[s.offset + (size_t)i];
            if (s.front[i] != *pixel) {
                *pixel = table[s.front[i] * 256 + *pixel];
            }
        }
        for (int set = 0; kernels_set(set) != NULL; set++) {
            const struct kernels *kernels = kernels_set(set);
            struct canvas have = s.pixels;
            kernels->mix(have.bytes + s.offset, z, s.front, s.count, s.izi, s.step, table, s.hole);
            check_same(&tested, &have, "mix", set, s.count, round);
            have = s.pixels;
            kernels->mix_changed(have.bytes + s.offset, s.front, s.count, table);
            check_same(&changed, &have, "mix_changed", set, s.count, round);
        }
        free(s.front);
    }
    free(table);
}

Test(kernels, expand)
{
    struct random_source random = {11, 0};
    uint32_t palette[256];
    for (int i = 0; i < 256; i++) {
        palette[i] = next_bits(&random);
    }
    for (int round = 0; round < ROUNDS / 4; round++) {
        int count = next_count(&random);
        uint8_t *source = malloc((size_t)count);
        cr_assert_not_null(source);
        size_t offset = GUARD + (size_t)next_int(&random, 0, 7) * 4;
        struct canvas want, have;
        clear_canvas(&want);
        for (int i = 0; i < count; i++) {
            source[i] = (uint8_t)next_bits(&random);
            memcpy(want.bytes + offset + (size_t)i * 4, &palette[source[i]], 4);
        }
        for (int set = 0; kernels_set(set) != NULL; set++) {
            clear_canvas(&have);
            kernels_set(set)->expand((uint32_t *)(void *)(have.bytes + offset), source, count,
                                     palette);
            check_same(&want, &have, "expand", set, count, round);
        }
        free(source);
    }
}

/* As many as a band has, of colours as palettes have them. */
Test(kernels, expand_many)
{
    enum { MANY = 5000, LEFT_ALONE = 64 };
    static uint32_t want[MANY + 2 * LEFT_ALONE], have[MANY + 2 * LEFT_ALONE];
    static uint8_t source[MANY];
    struct random_source random = {13, 0};
    uint32_t palette[256];
    for (int round = 0; round < 200; round++) {
        const int count = next_int(&random, 500, MANY - 1);
        const int first = next_int(&random, 1, LEFT_ALONE);
        for (int i = 0; i < 256; i++) {
            palette[i] = next_bits(&random) & 0xffffff;
        }
        palette[255] |= round % 4 == 0 ? 0x80000000 : 0; /* and of others */
        memset(want, 0xa5, sizeof(want));
        for (int i = 0; i < count; i++) {
            source[MANY - count + i] = (uint8_t)next_bits(&random);
            want[first + i] = palette[source[MANY - count + i]];
        }
        for (int set = 0; kernels_set(set) != NULL; set++) {
            memset(have, 0xa5, sizeof(have));
            kernels_set(set)->expand(have + first, source + MANY - count, count, palette);
            cr_assert_arr_eq(have, want, sizeof(want), "%s, %d pixels, round %d",
                             kernels_set(set)->name, count, round);
        }
    }
}

/* The AVX-512 set needs VBMI; without it AVX-512 processors take the AVX2 set. Every set is one of
 * those that the other tests compare. */
Test(kernels, each_cpu_level_uses_its_kernels)
{
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        const struct kernels *taken = kernels_get((enum cpu_level)level);
        const char *name = cpu_level_name((enum cpu_level)level);
        int set = 0;
        while (kernels_set(set) != NULL && kernels_set(set) != taken) {
            set++;
        }
        cr_expect_eq(kernels_set(set), taken, "%s", name);
        cr_expect(strcmp(taken->name, name) == 0 ||
                      (level == CPU_AVX512 && strcmp(taken->name, "avx2") == 0),
                  "%s for %s", taken->name, name);
        cr_expect_eq(kernels_get((enum cpu_level)level), taken, "%s", name);
    }
}
