/* The frame a renderer drew last, as a PNG file. */
#ifndef ENGINE_CAPTURE_PICTURE_H
#define ENGINE_CAPTURE_PICTURE_H

#include "formats/base/error.h"
#include "render/renderer.h"

/* 0, or a negative code with one line in err->what. */
int picture_write_png(struct renderer *renderer, const char *path,
                      struct format_error *err) MUST_CHECK;

#endif
