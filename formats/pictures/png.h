/* PNG pictures of 24-bit colour: screenshots and captured frames out, reference pictures in.
 *
 * Pixels are uint32_t 0x00RRGGBB, rows from top to bottom, pitch = width. */
#ifndef FORMATS_PICTURES_PNG_H
#define FORMATS_PICTURES_PNG_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum { PNG_MAX_SIDE = 16384 }; /* maximum width and height, pixels */

/* Appends a whole PNG file to *out. The top byte of each pixel is ignored. The same pixels give the
 * same bytes with the same version of zlib. Returns 0; FORMAT_BAD: size out of range;
 * FORMAT_MEMORY: the contents of *out after its old size are undefined. */
int png_encode_rgb(const uint32_t *pixels, int width, int height,
                   struct byte_writer *out) MUST_CHECK;

/* Decodes a PNG file of any colour type (alpha is dropped). Caller frees *pixels; NULL on failure.
 * FORMAT_UNKNOWN: not a PNG. FORMAT_BAD: damaged, larger than PNG_MAX_SIDE, or larger than its
 * bytes can encode. FORMAT_MEMORY. */
int png_read_rgb(const uint8_t *data, size_t size, uint32_t **pixels, int *width,
                 int *height) MUST_CHECK;

#endif
