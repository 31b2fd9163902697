/* File names of demos saved from the viewer. */
#ifndef ENGINE_CAPTURE_CLIP_NAME_H
#define ENGINE_CAPTURE_CLIP_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

/* Finds a free name "demo1-clip-0001.dem" in the folder of saved_name.h; extension: ".dem". Returns
 * 0, or -1 with errno set. */
int clip_name_find(char *path, size_t size, const char *demo, const char *extension) MUST_CHECK;

#endif
