/* Motion JPEG in AVI: the one moving picture every player opens, for machines without a display.
 *
 * Usage: avi_begin, avi_add_jpeg for every frame, avi_end; then out holds the file. */
#ifndef FORMATS_MEDIA_AVI_H
#define FORMATS_MEDIA_AVI_H

#include <stdint.h>

#include "formats/base/bytes.h"

/* Stop adding frames here: AVI 1.0 readers take sizes as signed 32-bit numbers. */
#define AVI_MAX_BYTES ((size_t)2000 * 1000 * 1000)

struct avi_writer {
    struct byte_writer out;   /* the file so far */
    struct byte_writer index; /* idx1 entries */
    uint32_t frames;
    uint32_t fps;
    uint32_t width, height;
};

void avi_begin(struct avi_writer *avi, uint32_t width, uint32_t height, uint32_t fps);
/* pixels: width * height of 0x00RRGGBB. quality 1..100. 0 or FORMAT_MEMORY. */
int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels, int quality) MUST_CHECK;
/* Patches sizes and appends the index. 0 or FORMAT_MEMORY. */
int avi_end(struct avi_writer *avi) MUST_CHECK;
void avi_free(struct avi_writer *avi);

#endif
