/* Notify lines and centre prints of a server, each with its audience of players.
 *
 * Plain memory without pointers and padding, parts of a client state; a family chooses how many
 * lines and centre prints it keeps. Text is glyphs of conchars. Times: seconds of the state's
 * clock. */
#ifndef ENGINE_QUAKE_CONSOLE_TEXT_H
#define ENGINE_QUAKE_CONSOLE_TEXT_H

#include <stdint.h>

#include "formats/base/quake_text.h"

enum { CONSOLE_LINE_BYTES = 192, CONSOLE_CENTER_BYTES = 1024 };
/* Stored colour changes; text after the last one keeps its colour. */
enum { CONSOLE_LINE_RUNS = 13, CONSOLE_CENTER_RUNS = 15 };

/* Bit n of an audience: the player in slot n sees it. */
#define CONSOLE_EVERYBODY UINT32_MAX

struct console_line {
    double time; /* when its first character came */
    uint16_t length;
    uint16_t open; /* it waits for its end */
    uint32_t audience;
    uint32_t num_runs;
    struct quake_text_run runs[CONSOLE_LINE_RUNS];
    uint8_t text[CONSOLE_LINE_BYTES];
};

/* The lines as a ring: the oldest of `count` lines is at `first`. */
struct console_ring {
    uint32_t first;
    uint32_t count;
};

struct console_center {
    double time;  /* when it came; a time long ago = never */
    double since; /* when the same text first came; earlier than `time` if it is sent again while it
                     is shown */
    uint32_t length;
    uint32_t audience;
    uint32_t num_runs;
    struct quake_text_run runs[CONSOLE_CENTER_RUNS];
    uint8_t text[CONSOLE_CENTER_BYTES];
};

/* The i-th of the ring's lines, 0 = the oldest, in an array for `capacity` lines. */
static inline struct console_line *console_line_at(const struct console_ring *ring,
                                                   struct console_line *lines, uint32_t capacity,
                                                   uint32_t i)
{
    return &lines[(ring->first + i) % capacity];
}

struct console_print {
    uint32_t audience; /* bit n: player n sees it */
    double time;
    const char *text;
    const uint16_t *colors; /* one per byte of the text (quake_text.h); NULL = none */
};

/* Con_Print: lines may arrive in pieces; a first byte of 1 or 2 makes the text bronze. */
void console_print(struct console_ring *ring, struct console_line *lines, uint32_t capacity,
                   const struct console_print *print);

/* A centre print takes the place of those its audience has; with no room left the oldest goes.
 * A state is one update ahead of what is drawn, so a text that is sent again while it is shown
 * keeps the time it has been shown since. colors: as in console_print. */
void console_print_center(struct console_center *centers, uint32_t count, uint32_t audience,
                          double time, const char *text, const uint16_t *colors);
/* The centre print that any of the players sees; NULL = none. */
const struct console_center *console_find_center(const struct console_center *centers,
                                                 uint32_t count, uint32_t players);

/* Copies at most size - 1 bytes and a NUL, zeroes the rest; returns the length. */
uint32_t console_copy_text(char *to, uint32_t size, const char *from);

#endif
