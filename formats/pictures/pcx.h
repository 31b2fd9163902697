/* PCX pictures of 8 bits a pixel: QuakeWorld's player skins, pictures of Quake III and
 * replacements.
 *
 * Source: ZSoft's PCX technical reference (version 5), as far as the games use it: one plane, runs.
 */
#ifndef FORMATS_PICTURES_PCX_H
#define FORMATS_PICTURES_PCX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/pictures/image.h"

enum { PCX_HEADER = 128, PCX_MAX_SIDE = 4096 };

struct pcx {
    int width, height; /* 1..PCX_MAX_SIDE */
    uint8_t *pixels;   /* width * height palette indices, rows from top to bottom */
};

/* True if the file begins as a PCX of 8 bits does. */
bool pcx_is(const uint8_t *data, size_t size);

/* Width and height alone; pixels stay NULL. Rejects what pcx_read rejects by the header. */
int pcx_measure(struct pcx *picture, const uint8_t *data, size_t size,
                struct format_error *err) MUST_CHECK;

/* Decodes a whole file. The file's own palette is not read: Quake's skins use the game's. Images
 * larger than their bytes can encode are rejected before allocating. Owned; free with pcx_free;
 * nothing is owned on failure. */
int pcx_read(struct pcx *picture, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void pcx_free(struct pcx *picture);

/* Decodes a whole file through its own palette, its last 768 bytes; alpha is 255. Owned; free with
 * image_rgba_free; nothing is owned on failure. */
int pcx_read_rgba(struct image_rgba *image, const uint8_t *data, size_t size,
                  struct format_error *err) MUST_CHECK;

#endif
