/* Kernels over 32-bit pixels: the C functions against the formula, the faster ones against C. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/pixels/pixels.h"

enum { ROUNDS = 20000, PIXELS_MAX = 100, GUARD = 16, ALL = PIXELS_MAX + 2 * GUARD };

#define GUARD_PIXEL 0xfeedbeefu

static uint32_t bits(uint32_t round, uint32_t place)
{
    return dmath_hash(round, place, 0x9e3);
}

/* Often black, white or nearly so. */
static uint8_t channel(uint32_t round, uint32_t place)
{
    static const uint8_t extremes[] = {0, 1, 127, 128, 254, 255};
    const uint32_t b = bits(round, place);
    return b & 0x100 ? (uint8_t)b : extremes[(uint8_t)b % sizeof(extremes)];
}

struct pixel_row {
    uint32_t all[ALL];
};

static void fill_row(struct pixel_row *row, uint32_t round, int from, int count)
{
    for (int i = 0; i < ALL; i++) {
        row->all[i] = GUARD_PIXEL;
    }
    for (int i = 0; i < count; i++) {
        uint8_t bytes[4];
        for (uint32_t b = 0; b < 4; b++) {
            bytes[b] = channel(round, 1000 + 4 * (uint32_t)i + b);
        }
        memcpy(&row->all[from + i], bytes, sizeof(bytes));
    }
}

static int weigh(int byte, int hidden, int channel_of_color, int inked)
{
    return (byte * (256 - hidden) + channel_of_color * inked) >> 8;
}

static const uint8_t *bytes_of(const uint32_t *pixels)
{
    return (const uint8_t *)pixels;
}

/* Boxes of several rows in a picture that is little wider. */
Test(pixels, blend_follows_the_formula)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const int pitch = 1 + (int)(bits(round, 0) % PIXELS_MAX);
        const int height = (int)(bits(round, 4) % (uint32_t)(PIXELS_MAX / pitch + 1));
        const int width = (int)(bits(round, 5) % (uint32_t)(pitch + 1));
        const int from = GUARD - (int)(bits(round, 1) % 8);
        const int weight = (int)(bits(round, 2) % 257);
        const uint32_t color = bits(round, 3);
        struct pixel_row before, row, other;
        fill_row(&before, round, from, pitch * height);
        row = other = before;
        struct pixel_box box = {row.all + from, (size_t)pitch, width, height};
        pixel_kernels_get(CPU_C)->blend(&box, color, weight);
        for (int i = 0; i < ALL; i++) {
            const bool inside = i >= from && i < from + pitch * height;
            if (!inside || (i - from) % pitch >= width) {
                cr_assert_eq(row.all[i], before.all[i], "pixel %d was not to be touched", i);
                continue;
            }
            for (int b = 0; b < 4; b++) {
                cr_assert_eq(bytes_of(&row.all[i])[b], weigh(bytes_of(&before.all[i])[b], weight,
                                                             bytes_of(&color)[b], weight));
            }
        }
        box.pixels = other.all + from;
        pixel_kernels_get(CPU_AVX2)->blend(&box, color, weight);
        cr_assert_eq(memcmp(&row, &other, sizeof(row)), 0, "round %u, %dx%d", round, width, height);
    }
}

/* The arrays have exactly the documented sizes, so that a sanitizer reports reads after their ends.
 */
static void check_cover(uint32_t round)
{
    const int pitch = 1 + (int)(bits(round, 0) % PIXELS_MAX);
    const int height = (int)(bits(round, 4) % (uint32_t)(PIXELS_MAX / pitch + 1));
    const int width = (int)(bits(round, 5) % (uint32_t)(pitch + 1));
    const int from = GUARD - (int)(bits(round, 1) % 8);
    const uint32_t color = bits(round, 3);
    const bool outlined = bits(round, 6) % 4 > 0;
    const size_t bytes = 4 * (size_t)(width * height);
    uint8_t *ink = malloc(bytes + !bytes), *apart = malloc(bytes + !bytes);
    cr_assert(ink && apart);
    const uint8_t *shade = outlined ? apart : ink;
    for (size_t i = 0; i < bytes; i++) {
        ink[i] = channel(round, 2000 + (uint32_t)i);
        apart[i] = channel(round, 3000 + (uint32_t)i);
        apart[i] = apart[i] < ink[i] ? ink[i] : apart[i];
    }
    struct pixel_row before, row;
    fill_row(&before, round, from, pitch * height);
    row = before;
    struct pixel_box box = {row.all + from, (size_t)pitch, width, height};
    const struct pixel_cover cover = {ink, shade, (size_t)width};
    pixel_kernels_get(CPU_C)->cover(&box, color, &cover);
    for (int i = 0; i < ALL; i++) {
        const int x = (i - from) % pitch, y = (i - from) / pitch;
        if (i < from || i >= from + pitch * height || x >= width) {
            cr_assert_eq(row.all[i], before.all[i], "pixel %d was not to be touched", i);
            continue;
        }
        for (int b = 0; b < 4; b++) {
            const int at = 4 * (y * width + x) + b;
            const int wanted = weigh(bytes_of(&before.all[i])[b], shade[at] + (shade[at] >= 128),
                                     bytes_of(&color)[b], ink[at] + (ink[at] >= 128));
            cr_assert_eq(bytes_of(&row.all[i])[b], wanted);
        }
    }
    struct pixel_row other = before;
    box.pixels = other.all + from;
    pixel_kernels_get(CPU_AVX2)->cover(&box, color, &cover);
    cr_assert_eq(memcmp(&row, &other, sizeof(row)), 0, "round %u, %dx%d", round, width, height);
    free(ink);
    free(apart);
}

Test(pixels, cover_follows_the_formula)
{
    for (uint32_t round = 0; round < ROUNDS; round++) {
        check_cover(round);
    }
}

Test(pixels, nothing_to_do)
{
    for (int level = CPU_C; level < CPU_LEVELS; level++) {
        const struct pixel_kernels *kernels = pixel_kernels_get((enum cpu_level)level);
        uint32_t pixel = GUARD_PIXEL;
        const uint8_t whole[4] = {255, 255, 255, 255};
        for (int size = -7; size <= 0; size++) {
            kernels->blend(&(struct pixel_box){&pixel, 1, size, 1}, 0, 256);
            kernels->blend(&(struct pixel_box){&pixel, 1, 1, size}, 0, 256);
        }
        const struct pixel_cover cover = {whole, whole, 1};
        for (int size = -7; size <= 0; size++) {
            kernels->cover(&(struct pixel_box){&pixel, 1, size, 1}, 0, &cover);
            kernels->cover(&(struct pixel_box){&pixel, 1, 1, size}, 0, &cover);
        }
        cr_expect_eq(pixel, GUARD_PIXEL);
    }
}

Test(pixels, follow_the_cpu_level)
{
    cpu_set_level(CPU_C);
    cr_expect_eq(pixel_kernels_active(), pixel_kernels_get(CPU_C));
    cpu_set_level(cpu_detect());
    cr_expect_eq(pixel_kernels_active(), pixel_kernels_get(CPU_AVX2));
    if (cpu_detect() >= CPU_AVX2) {
        cr_expect_neq(pixel_kernels_get(CPU_AVX2), pixel_kernels_get(CPU_C));
    }
}
