/* YUV4MPEG2 (y4m) writer: uncompressed video, as input for encoders.
 *
 * Source: the yuv4mpeg(5) manual page of mjpegtools. What is written:
 *
 * - BT.601 in the limited range (luma 16..235, chroma 16..240), the readers' default; the header
 * has the range (XCOLORRANGE=LIMITED) and no field for the matrix.
 *
 * - C444: full chroma resolution. C420jpeg: one chroma sample per 2 x 2 pixels, sited in their
 * centre, from the sum of the four; width and height are even.
 *
 * - Progressive (Ip) with square pixels (A1:1).
 *
 * Integer arithmetic: the same bytes on every machine. Values are rounded to the nearest 65536th,
 * halves upward. */
#ifndef FORMATS_MEDIA_Y4M_H
#define FORMATS_MEDIA_Y4M_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/sink.h"

enum y4m_chroma { Y4M_420, Y4M_444 };

struct y4m_format {
    uint32_t width, height;    /* 1..65535; even for Y4M_420 */
    uint32_t fps_num, fps_den; /* frames per second; neither is 0 */
    enum y4m_chroma chroma;
};

enum { Y4M_FRAME_LINE = 6 }; /* bytes before each frame: "FRAME\n" */

/* Bytes of a frame: the planes Y, Cb, Cr without the line before them. */
size_t y4m_frame_size(const struct y4m_format *format);
/* A picture's planes. pixels: width * height of 0x00RRGGBB. frame: y4m_frame_size. */
void y4m_convert(const struct y4m_format *format, const uint32_t *pixels, uint8_t *frame);

/* --- writing
 * --------------------------------------------------------------------------------------
 *
 * Usage: y4m_begin, then frames; there is nothing to end. The sink need not patch. */
struct y4m_writer {
    struct media_sink sink;
    struct y4m_format format;
    uint64_t size;   /* bytes written so far */
    uint64_t frames; /* written so far */
    uint8_t *frame;  /* "FRAME\n" and y4m_frame_size bytes */
};

/* All return 0, FORMAT_MEMORY, FORMAT_BAD for an odd size with Y4M_420, or the sink's code. Call
 * y4m_free in any case. */
int y4m_begin(struct y4m_writer *writer, const struct media_sink *sink,
              const struct y4m_format *format) MUST_CHECK;
int y4m_add_frame(struct y4m_writer *writer, const uint32_t *pixels) MUST_CHECK;
/* Appends a frame as stored in the file, y4m_frame_size bytes. */
int y4m_add_encoded_frame(struct y4m_writer *writer, const uint8_t *frame) MUST_CHECK;
void y4m_free(struct y4m_writer *writer);

#endif
