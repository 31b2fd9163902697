/* PCX pictures of 8 bits a pixel: QuakeWorld's player skins.
 *
 * Source: ZSoft's PCX technical reference (version 5), as far as Quake uses it: one plane, runs.
 * Pixels are indices into Quake's palette; the file's own palette is not read. */
#ifndef FORMATS_PICTURES_PCX_H
#define FORMATS_PICTURES_PCX_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { PCX_HEADER = 128, PCX_MAX_SIDE = 4096 };

struct pcx {
    int width, height; /* 1..PCX_MAX_SIDE */
    uint8_t *pixels;   /* width * height, rows from top to bottom */
};

/* Decodes a whole file. Images larger than their bytes can encode are rejected before allocating.
 * Owned; free with pcx_free; nothing is owned on failure. */
int pcx_read(struct pcx *picture, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void pcx_free(struct pcx *picture);

#endif
