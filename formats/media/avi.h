/* Motion JPEG in AVI: the one moving picture every player opens, for machines without a display.
 *
 * Usage: avi_begin, avi_add_frame for every frame, avi_end. The file goes to a sink piece by piece;
 * the writer holds one frame and 16 bytes of index a frame. */
#ifndef FORMATS_MEDIA_AVI_H
#define FORMATS_MEDIA_AVI_H

#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/media/sink.h"

/* Stop adding frames here: AVI 1.0 readers take sizes as signed 32-bit numbers. */
#define AVI_MAX_BYTES ((uint64_t)2000 * 1000 * 1000)

struct avi_writer {
    struct media_sink sink;
    uint64_t size;            /* bytes written so far */
    struct byte_writer chunk; /* the frame being written; its memory is used again */
    struct byte_writer index; /* idx1 entries */
    uint8_t *rgb;             /* width * height * 3 */
    uint32_t frames;
    uint32_t fps;
    uint32_t width, height;
};

/* All return 0, FORMAT_MEMORY, or the sink's code. Call avi_free in any case. */
int avi_begin(struct avi_writer *avi, const struct media_sink *sink, uint32_t width,
              uint32_t height, uint32_t fps) MUST_CHECK;
/* pixels: width * height of 0x00RRGGBB. quality 1..100. */
int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels, int quality) MUST_CHECK;
/* Appends the index and patches sizes. */
int avi_end(struct avi_writer *avi) MUST_CHECK;
void avi_free(struct avi_writer *avi);

#endif
