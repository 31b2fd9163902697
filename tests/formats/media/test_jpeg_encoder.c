/* Pictures as JPEG: what a decoder makes of them, and that the bytes stay what they are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "formats/base/checksum.h"
#include "formats/media/jpeg_encoder.h"
#include "tests/support/random_numbers.h"
#include "tests/support/scarce.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#include "formats/base/stb.h"

enum { WIDTH = 64, HEIGHT = 48, PIXELS_MAX = 70 * 70 };

enum pattern { SLOPE, NOISE, CHECKS, PATTERNS };

/* Test images: smooth, random colours, and maximal contrast. */
static void draw_pattern(enum pattern pattern, uint32_t width, uint32_t height, uint32_t *pixels)
{
    struct random_source random = {.seed = 7};
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const uint32_t slope = (x * 255 / width) << 16 | (y * 255 / height) << 8 | (x + y);
            pixels[y * width + x] = pattern == SLOPE   ? slope
                                    : pattern == NOISE ? next_bits(&random) & 0x00ffffff
                                                       : ((x ^ y) & 1) * 0x00ffffff;
        }
    }
}

static struct byte_writer encode_jpeg(uint32_t width, uint32_t height, int quality,
                                      const uint32_t *pixels)
{
    struct jpeg_encoder encoder;
    struct byte_writer out = {0};
    cr_assert_eq(jpeg_encoder_begin(&encoder, width, height, quality), 0);
    jpeg_encode(&encoder, pixels, &out);
    cr_assert_not(out.failed);
    jpeg_encoder_free(&encoder);
    return out;
}

/* Mean square difference per channel between the decoded image and the source. */
static double error_of(const struct byte_writer *jpeg, uint32_t width, uint32_t height,
                       const uint32_t *pixels)
{
    int w = 0, h = 0, channels = 0;
    double sum = 0.0;
    uint8_t *rgb = stbi_load_from_memory(jpeg->data, (int)jpeg->size, &w, &h, &channels, 3);
    cr_assert_not_null(rgb);
    cr_assert(w == (int)width && h == (int)height && channels == 3);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        for (int c = 0; c < 3; c++) {
            const int wanted = (int)(pixels[i] >> (16 - 8 * c) & 255), got = rgb[3 * i + (size_t)c];
            sum += (double)(got - wanted) * (got - wanted);
        }
    }
    stbi_image_free(rgb);
    return sum / (3.0 * width * height);
}

Test(jpeg_encoder, is_as_good_as_its_quality)
{
    /* The most that the error of a smooth picture may be, a little more than it is. */
    static const struct {
        int quality;
        double most;
    } cases[] = {{1, 520.0}, {25, 12.0}, {50, 7.0}, {75, 4.0}, {90, 2.5}, {91, 1.0}, {100, 0.5}};
    uint32_t pixels[PIXELS_MAX];
    draw_pattern(SLOPE, WIDTH, HEIGHT, pixels);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer jpeg = encode_jpeg(WIDTH, HEIGHT, cases[i].quality, pixels);
        const double error = error_of(&jpeg, WIDTH, HEIGHT, pixels);
        cr_expect_lt(error, cases[i].most, "quality %d: %f", cases[i].quality, error);
        byte_writer_free(&jpeg);
    }
}

Test(jpeg_encoder, extreme_images_round_trip)
{
    uint32_t pixels[PIXELS_MAX];
    for (int pattern = NOISE; pattern <= CHECKS; pattern++) {
        draw_pattern((enum pattern)pattern, WIDTH, HEIGHT, pixels);
        struct byte_writer jpeg = encode_jpeg(WIDTH, HEIGHT, 100, pixels);
        const double error = error_of(&jpeg, WIDTH, HEIGHT, pixels);
        cr_expect_lt(error, 1.0, "pattern %d: %f", pattern, error);
        byte_writer_free(&jpeg);
    }
}

Test(jpeg_encoder, uniform_images_stay_uniform)
{
    static const uint32_t colors[] = {0x00000000, 0x00ffffff, 0x00ff0000, 0x0000ff00, 0x000000ff,
                                      0x0000ffff, 0x00ff00ff, 0x00ffff00, 0x00808080, 0x00123456};
    uint32_t pixels[PIXELS_MAX];
    for (size_t c = 0; c < sizeof(colors) / sizeof(colors[0]); c++) {
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            pixels[i] = colors[c];
        }
        for (int quality = 90; quality <= 100; quality += 10) {
            struct byte_writer jpeg = encode_jpeg(WIDTH, HEIGHT, quality, pixels);
            cr_expect_lt(error_of(&jpeg, WIDTH, HEIGHT, pixels), 3.0, "%06x", (unsigned)colors[c]);
            byte_writer_free(&jpeg);
        }
    }
}

Test(jpeg_encoder, any_size_is_complete)
{
    static const uint32_t sides[] = {1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 70};
    enum { SIDES = sizeof(sides) / sizeof(sides[0]) };
    for (int i = 0; i < SIDES * SIDES; i++) {
        const uint32_t width = sides[i % SIDES], height = sides[i / SIDES];
        /* Exact size, so that the sanitizers detect reads past the end. */
        uint32_t *pixels = malloc(sizeof(*pixels) * width * height);
        for (uint32_t k = 0; k < width * height; k++) {
            pixels[k] = (k % width * 2 + k / width) * 0x00010101; /* grey */
        }
        for (int quality = 90; quality <= 91; quality++) {
            struct byte_writer jpeg = encode_jpeg(width, height, quality, pixels);
            cr_expect_lt(error_of(&jpeg, width, height, pixels), 4.0, "%ux%u", (unsigned)width,
                         (unsigned)height);
            byte_writer_free(&jpeg);
        }
        free(pixels);
    }
}

/* The bytes are the same on every machine, and films of today those of tomorrow. */
Test(jpeg_encoder, bytes_are_constant)
{
    static const struct {
        int quality;
        uint32_t crc[PATTERNS];
    } cases[] = {{1, {0x58bf451b, 0x605d6a01, 0x00131651}},
                 {60, {0x86c80166, 0x7236dceb, 0xe277464b}},
                 {90, {0x1f315453, 0xbdce41f9, 0xbaf30483}},
                 {95, {0xa4b51469, 0x3cd63623, 0xa406c5a7}},
                 {100, {0x0d470e81, 0x0c792b7d, 0xfb6e2f8c}}};
    uint32_t pixels[PIXELS_MAX];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            draw_pattern((enum pattern)pattern, 61, 45, pixels);
            struct byte_writer jpeg = encode_jpeg(61, 45, cases[i].quality, pixels);
            const uint32_t crc = checksum_crc32(0, jpeg.data, jpeg.size);
            cr_expect_eq(crc, cases[i].crc[pattern], "quality %d, pattern %d: 0x%08x",
                         cases[i].quality, pattern, (unsigned)crc);
            byte_writer_free(&jpeg);
        }
    }
}

Test(jpeg_encoder, out_of_memory)
{
    struct jpeg_encoder encoder;
    scarce_begin_from(1);
    const int code = jpeg_encoder_begin(&encoder, WIDTH, HEIGHT, 90);
    jpeg_encoder_free(&encoder);
    scarce_end();
    cr_expect_eq(code, FORMAT_MEMORY);
}
