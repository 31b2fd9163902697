/* BMP pictures as Quake III reads them: depths, rows, what is refused, damage. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/bmp.h"
#include "formats/pictures/q3_image.h"
#include "tests/support/media/bmp_bytes.h"
#include "tests/support/scarce.h"

enum { SIDE = 16, WIDTH = 3, HEIGHT = 2 };

/* What the file's first pixel, 1 2 3 4 (or index 1), and its last one become. */
struct corners {
    uint8_t lower_left[4], upper_right[4];
};

static uint8_t *make_pixels(unsigned bits)
{
    const size_t count = WIDTH * HEIGHT * (bits / 8);
    uint8_t *pixels = malloc(count);
    for (size_t i = 0; i < count; i++) {
        pixels[i] = (uint8_t)(i + 1);
    }
    return pixels;
}

static struct byte_writer make_file(int height, unsigned bits)
{
    uint8_t *pixels = make_pixels(bits);
    struct byte_writer file = bmp_bytes(WIDTH, height, bits, pixels);
    free(pixels);
    return file;
}

static void expect_corners(int height, unsigned bits, const struct corners *want)
{
    struct byte_writer file = make_file(height, bits);
    struct image_rgba image;
    struct format_error err = {0};
    cr_assert_eq(q3_image_decode(&image, file.data, file.size, SIDE, &err), FORMAT_OK, "%s",
                 err.what);
    cr_assert(image.width == WIDTH && image.height == HEIGHT);
    cr_assert_arr_eq(image.rgba + (size_t)WIDTH * (HEIGHT - 1) * 4, want->lower_left, 4);
    cr_assert_arr_eq(image.rgba + (size_t)(WIDTH - 1) * 4, want->upper_right, 4);
    image_rgba_free(&image);
    byte_writer_free(&file);
}

/* Rows of 3 bytes are not filled up to 4. */
Test(bmp, rows_are_bottom_up_and_follow_each_other)
{
    const struct corners indexed = {{3, 2, 1, 255}, {18, 12, 6, 255}};
    const struct corners plain = {{3, 2, 1, 255}, {18, 17, 16, 255}};
    const struct corners alpha = {{3, 2, 1, 4}, {23, 22, 21, 24}};
    for (int sign = -1; sign <= 1; sign += 2) {
        expect_corners(sign * HEIGHT, 8, &indexed);
        expect_corners(sign * HEIGHT, 24, &plain);
        expect_corners(sign * HEIGHT, 32, &alpha);
    }
}

Test(bmp, what_the_original_refuses)
{
    static const struct {
        size_t at;
        uint32_t value;
        int code;
        const char *what;
    } cases[] = {
        {2, 99, FORMAT_TRUNCATED, "a BMP of 99 bytes by its head, of 72 in fact"},
        {2, 71, FORMAT_BAD, "a BMP of 71 bytes by its head, of 72 in fact"},
        {10, 55, FORMAT_TRUNCATED, "too short for 3x2 pixels"},
        {10, 0xffffffff, FORMAT_TRUNCATED, "too short for 3x2 pixels"},
        {18, 0, FORMAT_BAD, "0x2 pixels exceed the limit"},
        {18, 0x80000000, FORMAT_BAD, "-2147483648x2 pixels exceed the limit"},
        {18, SIDE + 1, FORMAT_BAD, "17x2 pixels exceed the limit"},
        {22, 0, FORMAT_BAD, "3x0 pixels exceed the limit"},
        {22, 0x80000000, FORMAT_BAD, "3x2147483648 pixels exceed the limit"},
        {22, 3, FORMAT_TRUNCATED, "too short for 3x3 pixels"},
        {28, 16, FORMAT_UNKNOWN, "a BMP of 16 bits, which is not read"},
        {28, 4, FORMAT_UNKNOWN, "a BMP of 4 bits, which is not read"},
        {28, 8, FORMAT_TRUNCATED, "too short for 3x2 pixels"},
        {30, 1, FORMAT_UNKNOWN, "a compressed BMP, which is not read"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer file = make_file(HEIGHT, 24);
        struct image_rgba image;
        struct format_error err = {0};
        bytes_put_u32(file.data + cases[i].at, cases[i].value);
        cr_assert_eq(bmp_read(&image, file.data, file.size, SIDE, &err), cases[i].code, "%zu: %s",
                     i, err.what);
        cr_assert_str_eq(err.what, cases[i].what);
        cr_assert_null(image.rgba);
        byte_writer_free(&file);
    }
}

Test(bmp, truncation_and_bit_flips)
{
    static const unsigned depths[] = {8, 24, 32};
    for (size_t d = 0; d < sizeof(depths) / sizeof(depths[0]); d++) {
        struct byte_writer file = make_file(HEIGHT, depths[d]);
        struct image_rgba image;
        for (size_t size = 0; size < file.size; size++) {
            struct format_error err = {0};
            uint8_t *part = malloc(size ? size : 1);
            memcpy(part, file.data, size);
            cr_assert_lt(q3_image_decode(&image, part, size, SIDE, &err), 0, "%zu", size);
            cr_assert(image.rgba == NULL && err.what[0] != '\0' && err.offset <= size);
            if (size >= BMP_HEADER) { /* by a head that says so, too */
                bytes_put_u32(part + 2, (uint32_t)size);
                cr_assert_eq(bmp_read(&image, part, size, SIDE, &err), FORMAT_TRUNCATED);
                cr_assert(err.offset == size && image.rgba == NULL);
            }
            free(part);
        }
        for (size_t bit = 0; bit < BMP_HEADER * 8; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (q3_image_decode(&image, file.data, file.size, SIDE, NULL) == FORMAT_OK) {
                image_rgba_free(&image);
            }
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        byte_writer_free(&file);
    }
}

Test(bmp, out_of_memory)
{
    struct byte_writer file = make_file(HEIGHT, 24);
    struct image_rgba image;
    struct format_error err = {0};
    scarce_begin_from(1);
    const int code = bmp_read(&image, file.data, file.size, SIDE, &err);
    scarce_end();
    cr_assert(code == FORMAT_MEMORY && image.rgba == NULL && scarce_blocks() == 0);
    cr_assert_str_eq(err.what, "out of memory (3x2 pixels)");
    byte_writer_free(&file);
}

Test(q3_image, kinds_that_are_not_read_are_named)
{
    static const struct {
        const char *bytes, *what;
    } cases[] = {
        {"DDS |\0\0\0", "is a DDS file, which is not read"},
        {"GIF89a..", "is a GIF picture, which is not read"},
        {"RIFF\1\0\0\0WEBP", "is a WebP picture, which is not read"},
        {"8BPS....", "is a Photoshop file, which is not read"},
        {"\xabKTX 11", "is a KTX file, which is not read"},
        {"II*\0....", "is a TIFF picture, which is not read"},
        {"#?RADIANCE", "is a Radiance picture, which is not read"},
        {"nothing known of", "neither a PNG nor a TGA"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t file[16] = {0};
        struct image_rgba image;
        struct format_error err = {0};
        memcpy(file, cases[i].bytes, i == 2 ? 12 : 8);
        cr_assert_eq(q3_image_decode(&image, file, sizeof(file), SIDE, &err), FORMAT_UNKNOWN);
        cr_assert_str_eq(err.what, cases[i].what);
    }
    struct image picture;
    struct format_error err = {0};
    cr_assert_lt(image_read(&picture, (const uint8_t *)"BM67", 4, SIDE, &err), 0);
    cr_assert_str_eq(err.what, "is a BMP picture, which is not read");
}
