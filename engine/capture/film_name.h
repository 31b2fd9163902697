/* File names of films recorded in the viewer. */
#ifndef ENGINE_CAPTURE_FILM_NAME_H
#define ENGINE_CAPTURE_FILM_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

/* Finds a free name "demo1-0001.avi" in the folder of saved_name.h: the first number, least..9999,
 * without a film of any ending, FILE.part or companion file (film_name_beside). ending: of a form
 * (film_form.h). Returns the number, or -1 with errno set. */
int film_name_find(char *path, size_t size, const char *demo, const char *ending,
                   int least) MUST_CHECK;

/* Companion file of a film: its path with `ending` ("-camera.txt") replacing its own. Returns 0, or
 * -1 with errno ENAMETOOLONG. */
int film_name_beside(char *path, size_t size, const char *film, const char *ending) MUST_CHECK;

#endif
