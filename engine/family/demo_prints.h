/* What a demo's server prints, line by line: what a console would list. Grows while a demo is
 * scanned. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_PRINTS_H
#define ENGINE_FAMILY_DEMO_PRINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/quake_text.h"

enum { DEMO_PRINT_TEXT = 112, DEMO_PRINT_LINE = 1024, DEMO_PRINT_RUNS = 8 };

struct demo_print {
    double time; /* of the first picture that could show it; the timeline fills it in */
    uint32_t step;
    uint32_t audience;          /* bit n: the player in slot n reads it */
    char text[DEMO_PRINT_TEXT]; /* plain ASCII, NUL-terminated; longer lines are several */
    uint32_t num_runs;          /* of colours; those that do not fit go on as the last */
    struct quake_text_run runs[DEMO_PRINT_RUNS];
};

struct demo_prints { /* start from {0}; free items */
    struct demo_print *items;
    uint32_t count;
    size_t capacity;
    /* The line that waits for its end: servers print in pieces. */
    char line[DEMO_PRINT_LINE];
    uint32_t length, audience;
    bool chat;
};

/* The most a demo may have: only hostile ones come near; what follows is not listed. */
enum { DEMO_MAX_PRINTS = 1 << 16 };

/* Takes printed text: lines that end in it are added, without blank ones; Quake's glyphs and what
 * formats/base/quake_text.h reads become plain ASCII. chat: what QuakeWorld's players say. prints
 * NULL: nobody wants it. 0 or FORMAT_MEMORY. */
int demo_prints_add(struct demo_prints *prints, uint32_t audience, bool chat,
                    const char *text) MUST_CHECK;

#endif
