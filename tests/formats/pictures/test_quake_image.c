/* Pictures that replace Quake's: each format, sizes, damage, halving. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/quake_image.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/scarce.h"

enum { WIDTH = 12, HEIGHT = 6, MAX_SIDE = 4096, COLOR = 0x40a060, INDEX = 9 };

static uint8_t palette[768];

static void make_palette(void)
{
    memcpy(palette + INDEX * 3, "\x40\xa0\x60", 3);
    memcpy(palette + 255 * 3, "\x11\x22\x33", 3);
}

/* From memory of exactly that size, for AddressSanitizer. Measuring has to agree with reading. */
static int read_picture(const uint8_t *data, size_t size, int max_side, struct image_rgba *image)
{
    struct format_error err = {0};
    struct image_rgba sides;
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, data, size);
    const int measured = quake_image_measure(&sides, exact, size, max_side, &err);
    cr_assert_null(sides.rgba);
    const int code = quake_image_read(image, exact, size, max_side, palette, &err);
    cr_assert(code < 0 || measured == 0);
    cr_assert((code < 0) == (err.what[0] != '\0'));
    if (code == FORMAT_OK) {
        cr_assert(image->width == sides.width && image->height == sides.height && image->rgba);
    } else {
        cr_assert(image->width == 0 && image->height == 0 && !image->rgba);
    }
    free(exact);
    return code;
}

static int difference(const uint8_t *rgba, uint32_t color)
{
    int most = 0;
    for (int c = 0; c < 3; c++) {
        const int off = abs(rgba[c] - (int)(color >> (16 - 8 * c) & 255));
        most = off > most ? off : most;
    }
    return most;
}

Test(quake_image, each_format_gives_the_same_picture)
{
    make_palette();
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        struct byte_writer w = picture_of_kind(kind, WIDTH, HEIGHT, COLOR, INDEX);
        struct image_rgba image;
        cr_assert_eq(read_picture(w.data, w.size, MAX_SIDE, &image), 0, "%d", kind);
        cr_assert(image.width == WIDTH && image.height == HEIGHT);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const uint8_t *p = image.rgba + i * 4;
            cr_assert_leq(difference(p, COLOR), kind == PICTURE_JPEG ? 3 : 0, "%d", kind);
            cr_assert_eq(p[3], 255);
        }
        image_rgba_free(&image);
        cr_assert_eq(read_picture(w.data, w.size, WIDTH, &image), 0);
        image_rgba_free(&image);
        cr_assert_eq(read_picture(w.data, w.size, WIDTH - 1, &image), FORMAT_BAD, "%d", kind);
        byte_writer_free(&w);
    }
}

Test(quake_image, alpha_of_a_tga_and_holes_of_an_lmp)
{
    struct image_rgba image;
    struct byte_writer w = picture_tga(2, 2, 0x12345678);
    make_palette();
    cr_assert_eq(read_picture(w.data, w.size, MAX_SIDE, &image), 0);
    cr_assert_arr_eq(image.rgba + 12, "\x34\x56\x78\x12", 4);
    image_rgba_free(&image);
    byte_writer_free(&w);
    w = picture_lmp(3, 1, 255);
    cr_assert_eq(read_picture(w.data, w.size, MAX_SIDE, &image), 0);
    cr_assert_arr_eq(image.rgba + 8, "\x11\x22\x33\0", 4);
    image_rgba_free(&image);
    byte_writer_free(&w);
}

/* A PCX without a palette is grey. */
Test(quake_image, pcx_without_palette)
{
    struct image_rgba image;
    struct byte_writer w = picture_pcx(8, 2, COLOR);
    cr_assert_eq(read_picture(w.data, w.size - 769, MAX_SIDE, &image), 0);
    cr_assert_arr_eq(image.rgba, "\1\1\1\xff", 4);
    image_rgba_free(&image);
    byte_writer_free(&w);
}

/* Headers that promise more than the bytes can hold, or sides beyond the limit. */
Test(quake_image, absurd_sizes)
{
    static const uint32_t pixel[1] = {COLOR};
    static const uint8_t side[4] = {0, 0, 60000 >> 8, 60000 & 255};
    struct image_rgba image;
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        struct byte_writer w = {0};
        if (kind == PICTURE_PNG) {
            cr_assert_eq(png_encode_rgb(pixel, 1, 1, &w), 0);
            memcpy(w.data + 16, side, 4);
            memcpy(w.data + 20, side, 4);
        } else if (kind == PICTURE_JPEG) {
            w = picture_of_kind(kind, 8, 8, COLOR, 0);
            size_t at = 0;
            while (memcmp(w.data + at, "\xff\xc0", 2) != 0) {
                at++;
            }
            memcpy(w.data + at + 5, side + 2, 2);
            memcpy(w.data + at + 7, side + 2, 2);
        } else {
            w = kind == PICTURE_TGA   ? picture_tga_head(10, 60000, 60000)
                : kind == PICTURE_PCX ? picture_pcx_head(60000, 60000, 60000)
                                      : picture_lmp(1, 1, 0);
            if (kind == PICTURE_LMP) {
                w.data[0] = w.data[4] = 60000 & 255;
                w.data[1] = w.data[5] = 60000 >> 8;
            }
            byte_writer_bytes(&w, "abcd", 4);
        }
        cr_assert_lt(read_picture(w.data, w.size, MAX_SIDE, &image), 0, "%d", kind);
        cr_assert_lt(read_picture(w.data, w.size, IMAGE_MAX_SIDE, &image), 0, "%d", kind);
        byte_writer_free(&w);
    }
}

Test(quake_image, truncated_at_every_byte_and_flipped_bits)
{
    make_palette();
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        struct byte_writer w = picture_of_kind(kind, WIDTH, HEIGHT, COLOR, INDEX);
        struct image_rgba image;
        for (size_t size = 0; size < w.size; size++) {
            const int code = read_picture(w.data, size, 64, &image);
            /* A JPEG's missing parts are grey, a PCX may lose its palette, a PNG its last sum. */
            cr_assert(code < 0 || kind == PICTURE_JPEG || kind == PICTURE_PCX ||
                          (kind == PICTURE_PNG && size >= w.size - 4),
                      "%d: %zu", kind, size);
            image_rgba_free(&image);
        }
        for (size_t bit = 0; bit < w.size * 8; bit++) {
            w.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            (void)read_picture(w.data, w.size, 64, &image);
            image_rgba_free(&image);
            w.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        byte_writer_free(&w);
    }
}

Test(quake_image, memory_is_freed_whatever_fails)
{
    make_palette();
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        struct byte_writer w = picture_of_kind(kind, WIDTH, HEIGHT, COLOR, INDEX);
        int code = FORMAT_MEMORY;
        for (uint64_t from = 1; code < 0; from++) {
            struct image_rgba image;
            struct format_error err;
            cr_assert_lt(from, 100);
            scarce_begin_from(from);
            code = quake_image_read(&image, w.data, w.size, MAX_SIDE, palette, &err);
            image_rgba_free(&image);
            scarce_end();
            /* stb does not tell why it could not begin a JPEG. */
            cr_assert(code == 0 || code == FORMAT_MEMORY ||
                          (kind == PICTURE_JPEG && code == FORMAT_BAD),
                      "%d: %s", kind, err.what);
            cr_assert_eq(scarce_blocks(), 0);
        }
        byte_writer_free(&w);
    }
}

Test(quake_image, halving_takes_means_of_four)
{
    static const struct {
        int width, height, half_width, half_height;
        uint8_t first, last; /* of the red of pixels 10 * row + column */
    } sizes[] = {{4, 2, 2, 1, 6, 8}, {5, 3, 2, 1, 6, 8},  {1, 4, 1, 2, 5, 25}, {4, 1, 2, 1, 1, 3},
                 {1, 1, 1, 1, 0, 0}, {2, 5, 1, 2, 6, 26}, {1, 2, 1, 1, 5, 5},  {6, 6, 3, 3, 6, 50}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct image_rgba image = {sizes[i].width, sizes[i].height, NULL};
        const int count = image.width * image.height;
        image.rgba = malloc((size_t)count * 4);
        for (int k = 0; k < count; k++) {
            const uint8_t pixel[4] = {(uint8_t)(k / image.width * 10 + k % image.width), 255, 7, 0};
            memcpy(image.rgba + k * 4, pixel, 4);
        }
        image_rgba_halve(&image);
        cr_assert(image.width == sizes[i].half_width && image.height == sizes[i].half_height);
        const uint8_t *last = image.rgba + (image.width * image.height - 1) * 4;
        cr_assert_eq(image.rgba[0], sizes[i].first, "%zu: %d", i, image.rgba[0]);
        cr_assert_eq(last[0], sizes[i].last, "%zu: %d", i, last[0]);
        cr_assert(last[1] == 255 && last[2] == 7 && last[3] == 0);
        image_rgba_free(&image);
    }
}
