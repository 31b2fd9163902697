/* What a saved picture's file is called, and which folder it goes to. */
#ifndef ENGINE_CAPTURE_SHOT_NAME_H
#define ENGINE_CAPTURE_SHOT_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

enum { SHOT_NAME = 128 };

/* "demo1-0102.345.png": the demo's name without folders and endings, then minutes, seconds and
 * thousandths. Letters, digits, '.', '_' and '-' alone, never a '.' or '-' first. number: 0, or
 * what tells it from others of that moment ("demo1-0102.345-2.png"). */
void shot_name_make(char out[SHOT_NAME], const char *demo, double seconds, unsigned number);

/* The path of a file that is not there yet: in the current folder, or where that cannot be written
 * in the person's folder of pictures, which is made when it is missing. 0, or -1 with errno set
 * when there is none. */
int shot_name_find(char *path, size_t size, const char *demo, double seconds) MUST_CHECK;

#endif
