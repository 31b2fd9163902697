/* What the names of files have in common that are saved while a demo is watched: the demo's name as
 * a part of them, and the folder they go to. */
#ifndef ENGINE_CAPTURE_SAVED_NAME_H
#define ENGINE_CAPTURE_SAVED_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

enum { SAVED_NAME_STEM = 61 };

/* The demo's name without folders and endings. Letters, digits, '.', '_' and '-' alone, never a
 * '.' or '-' first, never empty. */
void saved_name_stem(char stem[SAVED_NAME_STEM], const char *demo);

/* "", the current folder, or where that cannot be written in the person's folder of pictures, which
 * is made when it is missing. 0, or -1 with errno set when there is none. */
int saved_name_folder(char *folder, size_t size) MUST_CHECK;

#endif
