/* The texts in the middle of a demo's screen, with their times, as a list that subtitle_text.h
 * reads. In memory; prints nothing. */
#ifndef ENGINE_EDIT_SUBTITLE_SUBTITLE_LIST_H
#define ENGINE_EDIT_SUBTITLE_SUBTITLE_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

enum {
    SUBTITLE_PLAIN = 2048, /* bytes of a centerprint as plain text; more is left out */
    SUBTITLE_OPEN = 33     /* one for each player of a .mvd, and a new one */
};

enum subtitle_format {
    SUBTITLE_SRT,  /* SubRip */
    SUBTITLE_LINES /* `TIME text`; "\n" begins a new line; when a text ends is not told */
};

struct subtitle_shown {
    double from, to;  /* seconds of playback */
    uint32_t to_whom; /* bit n: player n of a .mvd; all bits elsewhere */
    size_t text;      /* where its text begins in texts; NUL-terminated ASCII, not wrapped */
};

struct subtitle_list {            /* start from {0} */
    struct subtitle_shown *items; /* by from */
    size_t count, room;
    size_t open[SUBTITLE_OPEN]; /* items that are shown: to different players */
    size_t num_open;
    struct byte_writer texts;
};

/* A centerprint of plain text, which stays for `seconds` (may be INFINITY) unless another comes; ""
 * ends the one before. A text that is said again while it is shown stays longer. to_whom is not 0.
 * Times must not go back. Returns 0 or FORMAT_MEMORY. */
int subtitle_list_add(struct subtitle_list *list, double time, double seconds, uint32_t to_whom,
                      const char *text) MUST_CHECK;

/* What those players see ends at that time at the latest. */
void subtitle_list_end(struct subtitle_list *list, double time, uint32_t to_whom);

/* Appends the list to out, whose `failed` tells if memory ran out. */
void subtitle_list_write(const struct subtitle_list *list, enum subtitle_format format,
                         struct byte_writer *out);

void subtitle_list_free(struct subtitle_list *list);

static inline const char *subtitle_list_text(const struct subtitle_list *list, size_t item)
{
    return (const char *)list->texts.data + list->items[item].text;
}

#endif
