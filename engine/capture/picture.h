/* Writes the renderer's last frame, or any pixels, as a PNG file. */
#ifndef ENGINE_CAPTURE_PICTURE_H
#define ENGINE_CAPTURE_PICTURE_H

#include <stdbool.h>

#include "formats/base/error.h"
#include "render/renderer.h"

/* True if a PNG file may have that name: it ends in .png or has no extension, or it is "-" or no
 * regular file (a device, a pipe). */
bool picture_may_be_named(const char *path);

/* force: an existing file may be replaced. Returns 0 or a negative FORMAT_ code; fills err. */
int picture_write_png(struct renderer *renderer, const char *path, bool force,
                      struct format_error *err) MUST_CHECK;

/* Pixels: 0x00RRGGBB, rows from the top, no padding. Returns as picture_write_png. */
int picture_write_pixels(const uint32_t *pixels, int width, int height, const char *path,
                         bool force, struct format_error *err) MUST_CHECK;

#endif
