/* YUV4MPEG2 (y4m): moving pictures without loss of time or place, the form encoders take in.
 *
 * Source: the yuv4mpeg(5) manual page of mjpegtools. What is written here:
 * - BT.601 in the limited range (luma 16 .. 235, chroma 16 .. 240), which readers suppose where
 *   nothing is said; the header says the range (XCOLORRANGE=LIMITED) and has no word for the
 * matrix.
 * - C444: every pixel its own colour. C420jpeg: one colour for two by two pixels, sited in their
 *   middle, of the sum of the four; width and height are even.
 * - Progressive (Ip) with square pixels (A1:1).
 * All of it is integer arithmetic: the same bytes on every machine. Where a pixel falls between
 * two values it is rounded to the nearest of 65536ths, halves upward. */
#ifndef FORMATS_MEDIA_Y4M_H
#define FORMATS_MEDIA_Y4M_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/sink.h"

enum y4m_chroma { Y4M_420, Y4M_444 };

struct y4m_format {
    uint32_t width, height;    /* 1 .. 65535; even for Y4M_420 */
    uint32_t fps_num, fps_den; /* frames a second; neither is 0 */
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
/* A frame as the file holds it, y4m_frame_size bytes. */
int y4m_add_encoded_frame(struct y4m_writer *writer, const uint8_t *frame) MUST_CHECK;
void y4m_free(struct y4m_writer *writer);

#endif
