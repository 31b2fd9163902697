/* PNG files: round trips, truncation, rows filtered as stb's encoder filters them, 16 bits a
 * channel, allocation failures. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/checksum.h"
#include "formats/base/deflate.h"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include "formats/base/stb.h"
#include "formats/pictures/image.h"
#include "formats/pictures/png.h"
#include "tests/support/random_numbers.h"
#include "tests/support/scarce.h"

Test(png, round_trip)
{
    enum { WIDTH = 33, HEIGHT = 7 };
    uint32_t pixels[WIDTH * HEIGHT];
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = (i * 2654435761u) & 0xffffff;
    }
    pixels[1] = 0x123456;
    struct byte_writer w = {0};
    cr_assert_eq(png_encode_rgb(pixels, WIDTH, HEIGHT, &w), FORMAT_OK);
    uint32_t *back = NULL;
    int width = 0;
    int height = 0;
    cr_assert_eq(png_read_rgb(w.data, w.size, &back, &width, &height), FORMAT_OK);
    cr_assert(width == WIDTH && height == HEIGHT);
    cr_assert_arr_eq(back, pixels, sizeof(pixels));
    free(back);
    for (size_t size = 0; size < w.size; size++) {
        uint8_t *copy = malloc(size ? size : 1);
        memcpy(copy, w.data, size);
        (void)!png_read_rgb(copy, size, &back, &width, &height);
        free(back);
        free(copy);
    }
    cr_assert_lt(png_encode_rgb(pixels, 0, 1, &w), 0);
    cr_assert_lt(png_encode_rgb(pixels, PNG_MAX_SIDE + 1, 1, &w), 0);
    byte_writer_free(&w);
}

static void append_bytes(void *context, void *data, int size)
{
    byte_writer_bytes(context, data, (size_t)size);
}

/* Kinds of pixels: noise (stored as it is), one colour (the longest matches), slopes (filters),
 * few colours (many matches of equal length), repeated lines far apart, and all at once. */
static uint32_t make_pixel(int kind, int x, int y, uint32_t *random)
{
    switch (kind) {
    case 0:
        return next_random(random) & 0xffffff;
    case 1:
        return 0x402010;
    case 2:
        return (uint32_t)(x * 3 & 255) << 16 | (uint32_t)(y * 5 & 255) << 8 | ((x + y) & 255);
    case 3:
        return next_random(random) % 3 * 0x112233;
    case 4:
        return (uint32_t)((x * 7919 + y % 5 * 104729) & 0xffffff);
    default:
        return make_pixel((x / 16 + y / 8) % 5, x, y, random);
    }
}

/* The decompressed IDAT chunk, `size` bytes; the caller frees. */
static uint8_t *read_rows(const struct byte_writer *png, size_t size)
{
    enum { HEADER = 8 + 25, CHUNK = 8 };
    const uint8_t *chunk = png->data + HEADER;
    cr_assert(png->size > HEADER + CHUNK && memcmp(chunk + 4, "IDAT", 4) == 0);
    const size_t length =
        (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | (size_t)chunk[3];
    cr_assert_leq(length, png->size - HEADER - CHUNK);
    uint8_t *rows = malloc(size);
    cr_assert_eq(inflate_bytes(chunk + CHUNK + DEFLATE_HEADER, length - DEFLATE_HEADER, rows, size),
                 0);
    return rows;
}

/* zlib compresses better than stb: a tiny picture alone may take some bytes more. */
Test(png, rows_are_filtered_as_by_stbs_encoder_and_compressed_better)
{
    static const int sizes[][2] = {{1, 1},  {1, 2},  {2, 1},    {3, 3},     {5, 40},
                                   {64, 1}, {33, 7}, {150, 90}, {320, 200}, {700, 40}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (int kind = 0; kind < 6; kind++) {
            const int width = sizes[i][0], height = sizes[i][1];
            const size_t count = (size_t)width * (size_t)height;
            uint32_t random = (uint32_t)(i * 6) + (uint32_t)kind;
            uint32_t *pixels = malloc(count * sizeof(*pixels));
            uint8_t *rgb = malloc(count * 3);
            for (size_t p = 0; p < count; p++) {
                pixels[p] = make_pixel(kind, (int)p % width, (int)p / width, &random);
                rgb[p * 3] = (uint8_t)(pixels[p] >> 16);
                rgb[p * 3 + 1] = (uint8_t)(pixels[p] >> 8);
                rgb[p * 3 + 2] = (uint8_t)pixels[p];
            }
            struct byte_writer ours = {0}, theirs = {0};
            cr_assert_eq(png_encode_rgb(pixels, width, height, &ours), FORMAT_OK);
            cr_assert(
                stbi_write_png_to_func(append_bytes, &theirs, width, height, 3, rgb, width * 3));
            const size_t total = (count * 3) + (size_t)height;
            uint8_t *our_rows = read_rows(&ours, total), *their_rows = read_rows(&theirs, total);
            cr_assert_arr_eq(our_rows, their_rows, total, "%dx%d, kind %d", width, height, kind);
            cr_assert_leq(ours.size, theirs.size + 16, "%dx%d, kind %d", width, height, kind);
            free(our_rows);
            free(their_rows);
            byte_writer_free(&ours);
            byte_writer_free(&theirs);
            free(rgb);
            free(pixels);
        }
    }
}

static void put_chunk(struct byte_writer *out, const char *type, const uint8_t *data, size_t size)
{
    const uint8_t length[4] = {(uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8),
                               (uint8_t)size};
    byte_writer_bytes(out, length, 4);
    byte_writer_bytes(out, type, 4);
    byte_writer_bytes(out, data, size);
    uint32_t sum = checksum_crc32(0, (const uint8_t *)type, 4);
    sum = checksum_crc32(sum, data, size);
    const uint8_t bytes[4] = {(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8),
                              (uint8_t)sum};
    byte_writer_bytes(out, bytes, 4);
}

/* 16-bit channels are reduced to their upper byte, with alpha and without. */
Test(png, pictures_of_16_bits_are_read)
{
    enum { WIDTH = 5, HEIGHT = 3 };
    for (unsigned channels = 3; channels <= 4; channels++) {
        const uint8_t head[13] = {0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 16, channels == 3 ? 2 : 6,
                                  0, 0, 0};
        struct byte_writer rows = {0}, packed = {0}, file = {0};
        for (unsigned y = 0; y < HEIGHT; y++) {
            byte_writer_u8(&rows, 0); /* no filter */
            for (unsigned i = 0; i < WIDTH * channels; i++) {
                byte_writer_u8(&rows, y * 64 + i * 3); /* the upper half comes first */
                byte_writer_u8(&rows, 255 - i);
            }
        }
        cr_assert_eq(deflate_zlib(&packed, rows.data, rows.size, DEFLATE_FAST), FORMAT_OK);
        byte_writer_bytes(&file, "\x89PNG\r\n\x1a\n", 8);
        put_chunk(&file, "IHDR", head, sizeof(head));
        put_chunk(&file, "IDAT", packed.data, packed.size);
        put_chunk(&file, "IEND", head, 0);
        struct image image;
        struct format_error err = {0};
        cr_assert_eq(image_read(&image, file.data, file.size, IMAGE_MAX_SIDE, &err), 0, "%s",
                     err.what);
        cr_assert(image.width == WIDTH && image.height == HEIGHT);
        for (unsigned p = 0; p < WIDTH * HEIGHT; p++) {
            for (unsigned c = 0; c < 3; c++) {
                const unsigned at = p % WIDTH * channels + c;
                cr_assert_eq(image.rgb[p * 3 + c], p / WIDTH * 64 + at * 3, "%u", p);
            }
        }
        image_free(&image);
        byte_writer_free(&rows);
        byte_writer_free(&packed);
        byte_writer_free(&file);
    }
}

/* Each allocation in turn is the first that fails: an error, no crash, and nothing is kept. */
Test(png, out_of_memory)
{
    enum { SIDE = 96 };
    static uint32_t pixels[SIDE * SIDE];
    struct byte_writer whole = {0}, out = {0};
    uint32_t random = 1;
    for (int i = 0; i < SIDE * SIDE; i++) { /* most does not pack: the output grows several times */
        const uint32_t next = next_random(&random);
        pixels[i] = i % SIDE < SIDE / 4 ? (uint32_t)i : next;
    }
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &whole), FORMAT_OK);
    scarce_end();
    const uint64_t calls = scarce_count();
    cr_assert_eq(scarce_blocks(), 1); /* the file */
    cr_assert_gt(calls, 8);
    for (uint64_t from = 1; from <= calls; from++) {
        scarce_begin_from(from);
        cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &out), FORMAT_MEMORY, "%d", (int)from);
        byte_writer_free(&out);
        cr_assert_eq(scarce_blocks(), 0, "%d", (int)from);
        scarce_end();
    }
    scarce_begin_from(calls + 1);
    cr_assert_eq(png_encode_rgb(pixels, SIDE, SIDE, &out), FORMAT_OK);
    scarce_end();
    cr_assert(out.size == whole.size && memcmp(out.data, whole.data, out.size) == 0);
    byte_writer_free(&out);
    byte_writer_free(&whole);
}
