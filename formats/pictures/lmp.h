/* Quake's bare pictures: qpic (int32 width, int32 height, indices), palette.lmp and colormap.lmp.
 */
#ifndef FORMATS_PICTURES_LMP_H
#define FORMATS_PICTURES_LMP_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    PALETTE_BYTES = 768,
    COLORMAP_ROWS = 64,
    COLORMAP_BYTES = COLORMAP_ROWS * 256 /* row 0 is the brightest */
};

/* An image of palette indices, 255 = transparent. Borrowed: points into the data that was read. */
struct lmp_picture {
    int32_t width;
    int32_t height;
    const uint8_t *pixels;
};

int lmp_read(struct lmp_picture *picture, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;

#endif
