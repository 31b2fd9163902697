/* Windows bitmaps (BMP) as Quake III reads them: 8 bits with a palette, 24 and 32 bits; ioquake3's
 * tr_image_bmp.c (facts only). The first row of the file is the bottom one, whatever the sign of
 * its height, and rows have no bytes to fill them up: a picture whose width is no multiple of four
 * is skewed, as it is there. */
#ifndef FORMATS_PICTURES_BMP_H
#define FORMATS_PICTURES_BMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/pictures/image.h"

enum { BMP_HEADER = 54, BMP_PALETTE = 1024 /* 256 entries: blue, green, red, unused */ };

bool bmp_is(const uint8_t *data, size_t size);

/* Alpha is 255 but in pictures of 32 bits. Refuses what the original does: compression, other
 * depths, a size of the file in its head that is not size; 16 bits, too, whose colours the original
 * takes from memory that nobody wrote. Sides above max_side are refused (at most IMAGE_MAX_SIDE).
 * Owned; free with image_rgba_free; nothing is owned on failure. */
int bmp_read(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
             struct format_error *err) MUST_CHECK;

#endif
