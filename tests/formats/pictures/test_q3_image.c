/* Pictures as Quake III's textures: rows, sizes, levels; and all real ones. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/q3_image.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

enum { SIDE_MAX = 4096 };

/* A TGA of 1 x 2 pixels of 24 bits: the file's first is red, its second blue. */
static const uint8_t two_rows[18 + 6] = {0, 0, 2, 0, 0,  0, 0, 0, 0,   0,   0, 0,
                                         1, 0, 2, 0, 24, 0, 0, 0, 255, 255, 0, 0};

Test(q3_image, tga_rows_are_bottom_up_regardless_of_the_header)
{
    for (int top_down = 0; top_down < 2; top_down++) {
        uint8_t file[sizeof(two_rows)];
        struct image_rgba image;
        memcpy(file, two_rows, sizeof(file));
        file[17] = top_down ? 0x20 : 0;
        cr_assert_eq(image_read_rgba(&image, file, sizeof(file), 16, NULL), 0);
        cr_assert_eq(image.rgba[0], top_down ? 255 : 0, "others believe it");
        image_rgba_free(&image);
        cr_assert_eq(q3_image_decode(&image, file, sizeof(file), 16, NULL), 0);
        const uint8_t upper[4] = {0, 0, 255, 255}, lower[4] = {255, 0, 0, 255};
        cr_assert_arr_eq(image.rgba, upper, 4);
        cr_assert_arr_eq(image.rgba + 4, lower, 4);
        image_rgba_free(&image);
    }
}

Test(q3_image, sides_are_rounded_down)
{
    static const int sides[][2] = {{1, 1},   {2, 2},     {3, 2},       {57, 32},
                                   {64, 64}, {640, 512}, {2047, 1024}, {16384, 16384}};
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
        cr_assert_eq(q3_image_side(sides[i][0]), sides[i][1]);
    }
}

/* Pixels x + 10 y in red, constants elsewhere. */
static void fill_ramp(uint8_t *out, int width, int height)
{
    for (int i = 0; i < width * height; i++) {
        const uint8_t pixel[4] = {(uint8_t)(i % width + i / width * 10), 1, 2, (uint8_t)(255 - i)};
        memcpy(out + 4 * i, pixel, 4);
    }
}

/* 3 x 3 to 2 x 2: step 1.5 columns, taken at 0.375 and 1.125 (0, 1) and 1.875 and 2.625 (1, 2). */
Test(q3_image, resampling_takes_four_pixels)
{
    uint8_t in[9 * 4], out[4 * 4];
    fill_ramp(in, 3, 3);
    q3_image_resample(in, 3, 3, out, 2, 2);
    cr_assert_eq(out[0], (0 + 1 + 10 + 11) / 4);
    cr_assert_eq(out[4], (1 + 2 + 11 + 12) / 4);
    cr_assert_eq(out[8], (10 + 11 + 20 + 21) / 4);
    cr_assert_eq(out[3], (255 + 254 + 252 + 251) / 4);
    cr_assert(out[1] == 1 && out[6] == 2);
}

Test(q3_image, mip_levels_are_means_of_the_previous_one)
{
    uint8_t pixels[8 * 2 * 4];
    struct image_rgba picture = {8, 2, pixels};
    struct q3_image image;
    fill_ramp(pixels, 8, 2);
    cr_assert_eq(q3_image_make(&image, &picture, true, NULL), 0);
    cr_assert(image.num_levels == 4 && image.width == 8 && image.height == 2 && !image.opaque);
    cr_assert_arr_eq(image.levels[0], pixels, sizeof(pixels));
    cr_assert_eq(image.levels[1][0], (0 + 1 + 10 + 11) >> 2);
    cr_assert_eq(image.levels[1][4 * 3], (6 + 7 + 16 + 17) >> 2);
    cr_assert_eq(image.levels[2][0], (5 + 7) >> 1, "of pairs, where a side is 1");
    cr_assert_eq(image.levels[3][0], (6 + 10) >> 1);
    q3_image_free(&image);
    cr_assert_eq(q3_image_make(&image, &picture, false, NULL), 0);
    cr_assert(image.num_levels == 1 && image.levels[1] == NULL);
    q3_image_free(&image);
}

Test(q3_image, odd_sizes_become_powers_of_two)
{
    uint8_t *pixels = malloc(57 * 640 * 4);
    struct image_rgba picture = {57, 640, pixels};
    struct q3_image image;
    memset(pixels, 255, 57 * 640 * 4);
    cr_assert_eq(q3_image_make(&image, &picture, true, NULL), 0);
    cr_assert(image.width == 32 && image.height == 512 && image.opaque && image.num_levels == 10);
    cr_assert(image.levels[0][0] == 255 && image.levels[9][3] == 255);
    q3_image_free(&image);
    scarce_begin_from(1);
    const int code = q3_image_make(&image, &picture, true, NULL);
    scarce_end();
    cr_assert(code == FORMAT_MEMORY && image.levels[0] == NULL);
    free(pixels);
}

/* A few bytes that claim gigabytes of pixels; an image at the size limit must have enough bytes. */
Test(q3_image, impossible_sizes_are_rejected)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 13,  10,  26,   10,   0, 0, 0,    13,
                                  'I',  'H', 'D', 'R', 0,   0,   0x0f, 0xff, 0, 0, 0x0f, 0xff,
                                  8,    6,   0,   0,   0,   0,   0,    0,    0, 0, 0,    0,
                                  1,    'I', 'D', 'A', 'T', 0,   0,    0,    0, 0, 0,    0,
                                  0,    0,   'I', 'E', 'N', 'D', 0,    0,    0, 0};
    static const uint8_t sides[3][2] = {{0xff, 0xff}, {0x01, 0x10}, {0x00, 0x10}};
    for (int i = 0; i < 3; i++) {
        for (int kind = 2; kind <= 10; kind += 8) { /* plain, in runs */
            uint8_t tga[18 + 64] = {[2] = (uint8_t)kind, [16] = 32};
            struct image_rgba image;
            struct format_error err = {0};
            memcpy(tga + 12, sides[i], 2);
            memcpy(tga + 14, sides[i], 2);
            cr_assert_lt(q3_image_decode(&image, tga, sizeof(tga), SIDE_MAX, &err), 0);
            cr_assert(err.what[0] != '\0' && image.rgba == NULL);
        }
    }
    for (int i = 0; i < 2; i++) {
        struct image_rgba image;
        struct format_error err = {0};
        uint8_t copy[sizeof(png)];
        memcpy(copy, png, sizeof(png));
        copy[16] = copy[20] = i == 0 ? 0 : 0x7f; /* 4095 or two billion pixels a side */
        cr_assert_lt(q3_image_decode(&image, copy, sizeof(copy), SIDE_MAX, &err), 0);
        cr_assert(err.what[0] != '\0' && image.rgba == NULL);
    }
}

Test(q3_image, truncation_of_a_tga)
{
    for (size_t size = 0; size < sizeof(two_rows); size++) {
        struct image_rgba image;
        struct format_error err = {0};
        uint8_t *copy = malloc(size ? size : 1);
        memcpy(copy, two_rows, size);
        cr_assert_lt(q3_image_decode(&image, copy, size, 16, &err), 0);
        cr_assert(err.what[0] != '\0' && image.rgba == NULL);
        free(copy);
    }
}

struct images {
    unsigned tga[4]; /* 32 and 24 bits plain, 24 and 32 bits in runs */
    unsigned jpegs, pngs, top_down, odd;
};

static void check_real(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct images *count = context;
    struct image_rgba picture;
    struct q3_image image;
    struct format_error err = {0};
    cr_assert_eq(q3_image_decode(&picture, data, size, SIDE_MAX, &err), 0, "%s: %s", name,
                 err.what);
    cr_assert_eq(q3_image_make(&image, &picture, true, &err), 0);
    const uint8_t *last = image.levels[image.num_levels - 1];
    cr_assert(!image.opaque || last[3] == 255, "%s", name);
    if (data[0] == 0x89) {
        count->pngs++;
    } else if (data[0] == 0xff) {
        count->jpegs++;
        cr_assert(image.opaque, "%s", name);
    } else {
        cr_assert(data[2] == 2 || data[2] == 10, "%s", name);
        count->tga[data[2] == 2 ? data[16] == 24 : 2 + (data[16] == 32)]++;
        count->top_down += data[17] >> 5 & 1;
    }
    count->odd += image.width != picture.width || image.height != picture.height;
    q3_image_free(&image);
    image_rgba_free(&picture);
}

Test(q3_image, real_pictures)
{
    static const unsigned tga[4] = {273, 168, 66, 15};
    struct images count = {.jpegs = 0};
    cr_assert_eq(q3_pack_each(".tga", check_real, &count), 522);
    cr_assert_eq(q3_pack_each(".jpg", check_real, &count), 199);
    cr_assert_eq(q3_pack_each(".png", check_real, &count), 7);
    cr_assert_arr_eq(count.tga, tga, sizeof(tga), "%u %u %u %u", count.tga[0], count.tga[1],
                     count.tga[2], count.tga[3]);
    cr_assert(count.jpegs == 199 && count.pngs == 7, "%u %u", count.jpegs, count.pngs);
    cr_assert_eq(count.top_down, 6);
    cr_assert_eq(count.odd, 4);
}

/* The first of them at every 691st length, and with a bit turned there. */
static void check_damage(const char *name, const uint8_t *data, size_t size, void *context)
{
    unsigned *done = context;
    (void)name;
    if ((*done)++ >= 2) {
        return;
    }
    uint8_t *copy = malloc(size);
    for (size_t at = 0; at < size; at += 691) {
        struct image_rgba image;
        memcpy(copy, data, size);
        copy[at] ^= (uint8_t)(1u << at % 8);
        if (q3_image_decode(&image, copy, size, SIDE_MAX, NULL) == 0) {
            image_rgba_free(&image);
        }
        uint8_t *cut = malloc(at + 1);
        memcpy(cut, data, at);
        if (q3_image_decode(&image, cut, at, SIDE_MAX, NULL) == 0) {
            image_rgba_free(&image);
        }
        free(cut);
    }
    free(copy);
}

Test(q3_image, damaged_jpegs)
{
    unsigned done = 0;
    q3_pack_each(".jpg", check_damage, &done);
}
