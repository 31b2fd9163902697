/* The frame a renderer drew last, or any pixels, as a PNG file. */
#ifndef ENGINE_CAPTURE_PICTURE_H
#define ENGINE_CAPTURE_PICTURE_H

#include "formats/base/error.h"
#include "render/renderer.h"

/* 0, or a negative code with one line in err->what. */
int picture_write_png(struct renderer *renderer, const char *path,
                      struct format_error *err) MUST_CHECK;

/* The same of any pixels (0x00RRGGBB, rows from the top, without gaps). */
int picture_write_pixels(const uint32_t *pixels, int width, int height, const char *path,
                         struct format_error *err) MUST_CHECK;

#endif
