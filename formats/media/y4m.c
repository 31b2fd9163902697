#include "formats/media/y4m.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/media/pixel.h"

static const char frame_line[Y4M_FRAME_LINE + 1] = "FRAME\n";

enum { FRAME_LINE = Y4M_FRAME_LINE, MAX_HEADER = 160 };

/* BT.601: Y' = 0.299 R + 0.587 G + 0.114 B, over 219 of 255 steps; Cb and Cr are B - Y and R - Y,
 * scaled to 112 steps to either side. In 65536ths, rounded so that black and white, and every grey,
 * come out without colour: each chroma row adds up to 0. */
enum {
    Y_R = 16829,
    Y_G = 33039,
    Y_B = 6416,
    CB_R = -9714,
    CB_G = -19071,
    CB_B = 28785,
    CR_R = 28785,
    CR_G = -24103,
    CR_B = -4682,
    Y_BIAS = (16 << 16) + (1 << 15),
    C_BIAS = (128 << 16) + (1 << 15)
};

size_t y4m_frame_size(const struct y4m_format *format)
{
    const size_t luma = (size_t)format->width * format->height;
    return format->chroma == Y4M_420 ? luma + luma / 2 : 3 * luma;
}

static void luma_row(const uint32_t *pixels, size_t width, uint8_t *y)
{
    for (size_t i = 0; i < width; i++) {
        const uint32_t p = pixels[i];
        y[i] =
            (uint8_t)((Y_R * pixel_red(p) + Y_G * pixel_green(p) + Y_B * pixel_blue(p) + Y_BIAS) >>
                      16);
    }
}

static void chroma_row(const uint32_t *pixels, size_t width, uint8_t *cb, uint8_t *cr)
{
    for (size_t i = 0; i < width; i++) {
        const uint32_t p = pixels[i];
        const int r = pixel_red(p), g = pixel_green(p), b = pixel_blue(p);
        cb[i] = (uint8_t)((CB_R * r + CB_G * g + CB_B * b + C_BIAS) >> 16);
        cr[i] = (uint8_t)((CR_R * r + CR_G * g + CR_B * b + C_BIAS) >> 16);
    }
}

/* Averages two rows to one chroma row of half the width. Sums of four pixels have two more fraction
 * bits. */
static void chroma_rows(const uint32_t *a, const uint32_t *b, size_t width, uint8_t *cb,
                        uint8_t *cr)
{
    for (size_t i = 0; i + 1 < width; i += 2) {
        const int red4 =
            pixel_red(a[i]) + pixel_red(a[i + 1]) + pixel_red(b[i]) + pixel_red(b[i + 1]);
        const int green4 =
            pixel_green(a[i]) + pixel_green(a[i + 1]) + pixel_green(b[i]) + pixel_green(b[i + 1]);
        const int blue4 =
            pixel_blue(a[i]) + pixel_blue(a[i + 1]) + pixel_blue(b[i]) + pixel_blue(b[i + 1]);
        cb[i / 2] = (uint8_t)((CB_R * red4 + CB_G * green4 + CB_B * blue4 + 4 * C_BIAS) >> 18);
        cr[i / 2] = (uint8_t)((CR_R * red4 + CR_G * green4 + CR_B * blue4 + 4 * C_BIAS) >> 18);
    }
}

void y4m_convert(const struct y4m_format *format, const uint32_t *pixels, uint8_t *frame)
{
    const size_t width = format->width, height = format->height;
    const bool half = format->chroma == Y4M_420;
    const size_t row = half ? width / 2 : width, chroma = half ? row * (height / 2) : row * height;
    uint8_t *y = frame, *cb = y + width * height, *cr = cb + chroma;
    for (size_t i = 0; i < height; i++) {
        const uint32_t *line = pixels + i * width;
        luma_row(line, width, y + i * width);
        if (!half) {
            chroma_row(line, width, cb + i * row, cr + i * row);
        } else if (i % 2) {
            chroma_rows(line - width, line, width, cb + i / 2 * row, cr + i / 2 * row);
        }
    }
}

static int write_bytes(struct y4m_writer *writer, const void *bytes, size_t size)
{
    writer->size += size;
    return writer->sink.append(writer->sink.context, bytes, size);
}

int y4m_begin(struct y4m_writer *writer, const struct media_sink *sink,
              const struct y4m_format *format)
{
    const bool half = format->chroma == Y4M_420;
    char header[MAX_HEADER];
    *writer = (struct y4m_writer){.sink = *sink, .format = *format};
    if (half && (format->width % 2 || format->height % 2)) {
        return FORMAT_BAD;
    }
    writer->frame = malloc(FRAME_LINE + y4m_frame_size(format));
    if (!writer->frame) {
        return FORMAT_MEMORY;
    }
    memcpy(writer->frame, frame_line, FRAME_LINE);
    const int length = snprintf(header, sizeof(header),
                                "YUV4MPEG2 W%" PRIu32 " H%" PRIu32 " F%" PRIu32 ":%" PRIu32
                                " Ip A1:1 %s XCOLORRANGE=LIMITED\n",
                                format->width, format->height, format->fps_num, format->fps_den,
                                half ? "C420jpeg XYSCSS=420JPEG" : "C444 XYSCSS=444");
    return write_bytes(writer, header, (size_t)length);
}

static int write_frame(struct y4m_writer *writer)
{
    writer->frames++;
    return write_bytes(writer, writer->frame, FRAME_LINE + y4m_frame_size(&writer->format));
}

int y4m_add_frame(struct y4m_writer *writer, const uint32_t *pixels)
{
    y4m_convert(&writer->format, pixels, writer->frame + FRAME_LINE);
    return write_frame(writer);
}

int y4m_add_encoded_frame(struct y4m_writer *writer, const uint8_t *frame)
{
    memcpy(writer->frame + FRAME_LINE, frame, y4m_frame_size(&writer->format));
    return write_frame(writer);
}

void y4m_free(struct y4m_writer *writer)
{
    free(writer->frame);
    writer->frame = NULL;
}
