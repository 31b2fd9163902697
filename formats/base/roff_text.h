/* Text for man pages, which are written in roff. */
#ifndef FORMATS_BASE_ROFF_TEXT_H
#define FORMATS_BASE_ROFF_TEXT_H

#include <stdio.h>

/* Writes text inside a line. Escapes the characters that roff would replace or read as requests.
 * Line ends are written as they are. */
void roff_write(FILE *file, const char *text);

#endif
