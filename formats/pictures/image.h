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

/* Width and height alone; pixels stay NULL. Refuses what image_read refuses by its head. */
int image_measure(struct image *image, const uint8_t *data, size_t size, int max_side,
                  struct format_error *err) MUST_CHECK;

/* Decodes a PNG, told by its first bytes, or else a TGA, without alpha: types 1, 2, 3 and their
 * run-length encoded kin 9, 10, 11. max_side: what is larger either way is refused, at most
 * IMAGE_MAX_SIDE. Nothing is allocated for a picture larger than its bytes can stand for. Free with
 * image_free; on failure nothing is to be freed. */
int image_read(struct image *image, const uint8_t *data, size_t size, int max_side,
               struct format_error *err) MUST_CHECK;
void image_free(struct image *image);

/* The same with alpha, and JPEG (baseline and progressive), told by its first bytes, as well. What
 * a damaged JPEG lacks is grey. */
int image_read_rgba(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                    struct format_error *err) MUST_CHECK;
void image_rgba_free(struct image_rgba *image);

#endif
