/* Pictures of one colour in each format that replaces Quake's. */
#ifndef TESTS_SUPPORT_MEDIA_PICTURE_BYTES_H
#define TESTS_SUPPORT_MEDIA_PICTURE_BYTES_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "formats/base/bytes.h"
#include "formats/media/jpeg_encoder.h"
#include "formats/pictures/pcx.h"
#include "formats/pictures/png.h"

enum { PICTURE_TGA, PICTURE_PNG, PICTURE_JPEG, PICTURE_PCX, PICTURE_LMP, PICTURE_KINDS };

static inline struct byte_writer picture_tga_head(unsigned type, unsigned width, unsigned height)
{
    struct byte_writer w = {0};
    const uint8_t head[12] = {0, 0, (uint8_t)type};
    byte_writer_bytes(&w, head, sizeof(head));
    byte_writer_u16(&w, width);
    byte_writer_u16(&w, height);
    byte_writer_u8(&w, 32);
    byte_writer_u8(&w, 0x28); /* top row first, 8 bits of alpha */
    return w;
}

/* color: 0xAARRGGBB. */
static inline struct byte_writer picture_tga(unsigned width, unsigned height, uint32_t color)
{
    struct byte_writer w = picture_tga_head(2, width, height);
    for (unsigned i = 0; i < width * height; i++) {
        byte_writer_u32(&w, color);
    }
    return w;
}

/* Few bytes for many pixels; their number is a multiple of 128. */
static inline struct byte_writer picture_tga_runs(unsigned width, unsigned height, uint32_t color)
{
    struct byte_writer w = picture_tga_head(10, width, height);
    for (unsigned i = 0; i < width * height / 128; i++) {
        byte_writer_u8(&w, 0xff);
        byte_writer_u32(&w, color);
    }
    return w;
}

/* line: bytes of a row, at least width. */
static inline struct byte_writer picture_pcx_head(int width, int height, int line)
{
    struct byte_writer w = {0};
    uint8_t head[PCX_HEADER] = {10, 5, 1, 8};
    head[8] = (uint8_t)(width - 1);
    head[9] = (uint8_t)((width - 1) >> 8);
    head[10] = (uint8_t)(height - 1);
    head[11] = (uint8_t)((height - 1) >> 8);
    head[65] = 1;
    head[66] = (uint8_t)line;
    head[67] = (uint8_t)(line >> 8);
    byte_writer_bytes(&w, head, sizeof(head));
    return w;
}

/* Index 1, which the file's palette makes that colour. */
static inline struct byte_writer picture_pcx(int width, int height, uint32_t color)
{
    struct byte_writer w = picture_pcx_head(width, height, width);
    for (int i = 0; i < width * height; i++) {
        byte_writer_u8(&w, 1);
    }
    byte_writer_u8(&w, 12);
    for (int i = 0; i < 256; i++) {
        byte_writer_u8(&w, i == 1 ? color >> 16 & 255 : 7);
        byte_writer_u8(&w, i == 1 ? color >> 8 & 255 : 7);
        byte_writer_u8(&w, i == 1 ? color & 255 : 7);
    }
    return w;
}

static inline struct byte_writer picture_lmp(int width, int height, uint8_t index)
{
    struct byte_writer w = {0};
    byte_writer_u32(&w, (uint32_t)width);
    byte_writer_u32(&w, (uint32_t)height);
    for (int i = 0; i < width * height; i++) {
        byte_writer_u8(&w, index);
    }
    return w;
}

/* color: 0x00RRGGBB. index: of an lmp. */
static inline struct byte_writer picture_of_kind(int kind, int width, int height, uint32_t color,
                                                 uint8_t index)
{
    struct byte_writer w = {0};
    struct jpeg_encoder jpeg;
    const size_t count = (size_t)width * (size_t)height;
    uint32_t *pixels = malloc(count * sizeof(*pixels));
    cr_assert_not_null(pixels);
    for (size_t i = 0; i < count; i++) {
        pixels[i] = color;
    }
    if (kind == PICTURE_TGA) {
        w = picture_tga((unsigned)width, (unsigned)height, 0xff000000u | color);
    } else if (kind == PICTURE_PNG) {
        cr_assert_eq(png_encode_rgb(pixels, width, height, &w), 0);
    } else if (kind == PICTURE_JPEG) {
        cr_assert_eq(jpeg_encoder_begin(&jpeg, (uint32_t)width, (uint32_t)height, 95), 0);
        jpeg_encode(&jpeg, pixels, &w);
        jpeg_encoder_free(&jpeg);
    } else {
        w = kind == PICTURE_PCX ? picture_pcx(width, height, color)
                                : picture_lmp(width, height, index);
    }
    free(pixels);
    cr_assert(!w.failed);
    return w;
}

#endif
