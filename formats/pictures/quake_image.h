/* Pictures in true colour that people add to Quake's data: replacements of textures and skins, and
 * skyboxes.
 *
 * PNG, TGA, JPEG, PCX with a palette of its own, and Quake's own lmp (a qpic) through the game's
 * palette. A file's kind is found by its bytes, since many have a wrong extension. Rows go from top
 * to bottom. */
#ifndef FORMATS_PICTURES_QUAKE_IMAGE_H
#define FORMATS_PICTURES_QUAKE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/pictures/image.h"

enum { QUAKE_IMAGE_EXTENSIONS = 5 };

/* Extensions in the order in which files are looked for: DarkPlaces' order, and QuakeSpasm's as far
 * as that has them (TGA, PCX); ironwail adds lmp. ".tga" etc. */
extern const char *const quake_image_extensions[QUAKE_IMAGE_EXTENSIONS];

/* Width and height alone; rgba stays NULL. Rejects what quake_image_read rejects by the header.
 * max_side: larger sides are rejected, at most IMAGE_MAX_SIDE. */
int quake_image_measure(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                        struct format_error *err) MUST_CHECK;

/* Decodes a whole file. palette: PALETTE_BYTES, for an lmp; its index 255 gets alpha 0. Images
 * larger than their bytes can encode are rejected before allocating. Safe from any thread. Owned;
 * free with image_rgba_free; nothing is owned on failure. */
int quake_image_read(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                     const uint8_t *palette, struct format_error *err) MUST_CHECK;

#endif
