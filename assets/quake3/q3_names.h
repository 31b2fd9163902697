/* Names as Quake III's data has them. Private to this module. */
#ifndef ASSETS_QUAKE3_Q3_NAMES_H
#define ASSETS_QUAKE3_Q3_NAMES_H

#include <stdbool.h>

enum { Q3_NAME = 64, Q3_KEY = 96 };

/* Normalises a name: '\' becomes '/', a leading slash is removed. False (out is empty): the name is
 * empty or longer than the game allows. */
bool q3_name_clean(const char *name, char out[Q3_NAME]);
/* True if a normalised name may be a file's; the game refuses paths outside its data. */
bool q3_name_is_inside(const char *name);
/* The extension, after the last dot after the last slash; "" = none. */
const char *q3_name_ending(const char *name);
/* Removes the extension with its dot. */
void q3_name_strip(char *name);
/* Converts to lower case. */
void q3_name_lower(char *name);

#endif
