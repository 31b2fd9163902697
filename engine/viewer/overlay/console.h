/* The console: lines the server printed up to the shown time, or the program's own messages, with
 * scrollback and a text filter.
 *
 * Stateless about lines: seeking to an earlier time removes later ones. */
#ifndef ENGINE_VIEWER_OVERLAY_CONSOLE_H
#define ENGINE_VIEWER_OVERLAY_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"

enum { CONSOLE_FILTER = 48, CONSOLE_TEXT = 256 };

/* A list of lines, the oldest first. */
struct console_source {
    /* time: seconds of the demo; negative = none is shown. False: the line is not for this viewer.
     */
    bool (*line)(const void *context, size_t index, double *time, char text[CONSOLE_TEXT]);
    /* Colours of the line's letters, 0x00RRGGBB; 0 = default. NULL = all default. */
    void (*colors)(const void *context, size_t index, uint32_t colors[CONSOLE_TEXT]);
    const void *context;
    size_t count;
    const char *name; /* "demo" */
};

struct console { /* start from {0} */
    bool shown;
    bool own; /* the program's lines, not the demo's */
    char filter[CONSOLE_FILTER];
    size_t scroll; /* how many lines that match lie below the view */
};

void console_toggle(struct console *console);
/* A character of the filter, or one less; both begin at the newest line again. */
void console_type(struct console *console, char character);
void console_erase(struct console *console);
/* Empties the filter, or takes the console away where it is empty. */
void console_escape(struct console *console);
/* So many lines up (negative: down); as far as there are lines that match. */
void console_scroll(struct console *console, const struct console_source *source, long lines);
/* True if the line contains the filter text, ignoring case; *at is its position. */
bool console_matches(const struct console *console, const char *text, size_t *at);
/* Number of matching lines. */
size_t console_count(const struct console *console, const struct console_source *source);
/* Lines a page has on a picture of this size. */
int console_rows(int width, int height);
void console_draw(const struct console *console, const struct console_source *source,
                  const struct osd_canvas *canvas);

#endif
