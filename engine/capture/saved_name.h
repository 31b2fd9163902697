/* Folder and name stem of files saved from the viewer. */
#ifndef ENGINE_CAPTURE_SAVED_NAME_H
#define ENGINE_CAPTURE_SAVED_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

enum { SAVED_NAME_STEM = 61 };

/* The demo's name without folders and extensions: letters, digits, '.', '_' and '-' only, no
 * leading '.' or '-', never empty. */
void saved_name_stem(char stem[SAVED_NAME_STEM], const char *demo);

/* "" = the current folder; if that is not writable, the user's pictures folder, created if missing.
 * Returns 0, or -1 with errno set. */
int saved_name_folder(char *folder, size_t size) MUST_CHECK;

#endif
