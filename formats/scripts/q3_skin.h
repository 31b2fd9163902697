/* Skins of Quake III's models (.skin): which shader each surface has. */
#ifndef FORMATS_SCRIPTS_Q3_SKIN_H
#define FORMATS_SCRIPTS_Q3_SKIN_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { Q3_SKIN_NAME = 64, Q3_SKIN_MAX = 256 /* further lines are ignored */ };

struct q3_skin_line {
    char surface[Q3_SKIN_NAME]; /* lower case */
    char shader[Q3_SKIN_NAME];  /* as written; "" or "nodraw": what the game has by that name */
};

struct q3_skin {
    struct q3_skin_line *lines;
    size_t count, capacity;
};

/* Any text is a skin; lines of tags are skipped. Returns 0 or FORMAT_MEMORY. */
int q3_skin_read(struct q3_skin *skin, const void *text, size_t size,
                 struct format_error *err) MUST_CHECK;
void q3_skin_free(struct q3_skin *skin);

/* The shader of a surface, by its name as md3.h has it; NULL when the skin has none for it. */
const char *q3_skin_find(const struct q3_skin *skin, const char *surface);

#endif
