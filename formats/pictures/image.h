/* Pictures of true colour: PNG, TGA and JPEG, decoded by stb_image. Rows go from top to bottom. */
#ifndef FORMATS_PICTURES_IMAGE_H
#define FORMATS_PICTURES_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { IMAGE_MAX_SIDE = 16384, IMAGE_MAX_PIXELS = 1 << 26 };

struct image {
    int width, height;
    uint8_t *rgb; /* width * height * 3, or NULL */
};

struct image_rgba {
    int width, height;
    uint8_t *rgba; /* width * height * 4; alpha 255 where the picture has none */
};

/* Decodes a PNG (detected by its signature), else a TGA, without alpha: types 1, 2, 3 and the
 * run-length encoded 9, 10, 11. The error names other kinds that it knows by their first bytes.
 * max_side: larger sides are rejected, at most IMAGE_MAX_SIDE. Images larger than their bytes can
 * encode are rejected before allocating. Owned; free with image_free; nothing is owned on failure.
 */
int image_read(struct image *image, const uint8_t *data, size_t size, int max_side,
               struct format_error *err) MUST_CHECK;
void image_free(struct image *image);

/* As image_read, with alpha and also JPEG (baseline and progressive, detected by its signature).
 * Missing parts of a damaged JPEG are grey. */
int image_read_rgba(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                    struct format_error *err) MUST_CHECK;
void image_rgba_free(struct image_rgba *image);

/* Width and height alone; rgba stays NULL. Rejects what image_read_rgba rejects by the header. */
int image_rgba_measure(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                       struct format_error *err) MUST_CHECK;

/* Halves both sides, to 1 at least: means of two by two pixels. An odd side's last row or column is
 * dropped. */
void image_rgba_halve(struct image_rgba *image);

#endif
