/* File names of screenshots saved from the viewer. */
#ifndef ENGINE_CAPTURE_SHOT_NAME_H
#define ENGINE_CAPTURE_SHOT_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

enum { SHOT_NAME = 128 };

/* "demo1-0102.345.png": saved_name_stem, then minutes, seconds and milliseconds. number: 0, or the
 * suffix if the name is taken ("demo1-0102.345-2.png"). */
void shot_name_make(char out[SHOT_NAME], const char *demo, double seconds, unsigned number);

/* Finds an unused path in the folder of saved_name_folder. Returns 0, or -1 with errno set. */
int shot_name_find(char *path, size_t size, const char *demo, double seconds) MUST_CHECK;

#endif
