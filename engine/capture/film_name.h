/* What a film's file is called that is recorded while a demo is watched. */
#ifndef ENGINE_CAPTURE_FILM_NAME_H
#define ENGINE_CAPTURE_FILM_NAME_H

#include <stddef.h>

#include "formats/base/error.h"

/* "demo1-0001.avi" in the folder of saved_name.h: the first number from `least` (1 to 9999) on that
 * no film has, finished or not, and nothing that belongs to one (film_name_beside). Gives the
 * number, or -1 with errno set when there is none. */
int film_name_find(char *path, size_t size, const char *demo, int least) MUST_CHECK;

/* The name of what lies beside a film: its path with `ending` ("-camera.txt") in place of ".avi".
 * 0, or -1 (ENAMETOOLONG). */
int film_name_beside(char *path, size_t size, const char *film, const char *ending) MUST_CHECK;

#endif
