/* Names as Quake III's data has them. Private to this module. */
#ifndef ASSETS_QUAKE3_Q3_NAMES_H
#define ASSETS_QUAKE3_Q3_NAMES_H

#include <stdbool.h>

enum { Q3_NAME = 64, Q3_KEY = 96 };

/* With '/' for '\' and without one in front. False, and out is empty: it is empty or has more
 * letters than fit, which no file, shader or picture of the game may have. */
bool q3_name_clean(const char *name, char out[Q3_NAME]);
/* Whether a clean name may be a file's: the game refuses places outside of its data. */
bool q3_name_is_inside(const char *name);
/* The ending behind the last dot behind the last slash, without the dot; "" when there is none. */
const char *q3_name_ending(const char *name);
/* Cuts it off with its dot. */
void q3_name_strip(char *name);
/* In small letters. */
void q3_name_lower(char *name);

#endif
