/* Textures as Quake III makes them from images: orientation, sizes, mip levels.
 *
 * Pixels are red, green, blue, alpha bytes. Integer arithmetic: the same bits everywhere. */
#ifndef FORMATS_PICTURES_Q3_IMAGE_H
#define FORMATS_PICTURES_Q3_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/pictures/image.h"

enum { Q3_IMAGE_LEVELS = 15 /* mip levels of a side of IMAGE_MAX_SIDE */ };

struct q3_image {
    int width, height;                /* size of level 0, powers of two */
    int num_levels;                   /* 1 without mipmaps; else down to 1 x 1 */
    uint8_t *levels[Q3_IMAGE_LEVELS]; /* each half the size of the previous one, at least 1; all in
                                         the allocation of levels[0] */
    bool opaque;                      /* alpha is 255 everywhere */
};

/* Decodes a PNG, TGA, JPEG or BMP (bmp.h), told by their first bytes. The first row of a TGA is the
 * bottom one, whatever its header says. Owned; free with image_rgba_free. */
int q3_image_decode(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                    struct format_error *err) MUST_CHECK;

/* A texture of a picture: sides rounded down to powers of two, with mipmaps or without. */
int q3_image_make(struct q3_image *image, const struct image_rgba *picture, bool mipmaps,
                  struct format_error *err) MUST_CHECK;
void q3_image_free(struct q3_image *image);

/* The largest power of two not above it. */
int q3_image_side(int side);

/* Resamples to another size: each pixel is the mean of four, taken at a quarter and three quarters
 * of it. */
void q3_image_resample(const uint8_t *in, int width, int height, uint8_t *out, int out_width,
                       int out_height);

/* Halves both sides, which are even or 1: means of four or two pixels. */
void q3_image_halve(const uint8_t *in, int width, int height, uint8_t *out);

#endif
