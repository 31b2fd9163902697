/* Lines printed by the demo's server, as a console lists them. The list grows while a demo is
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
    double time; /* time of the first frame that could show it; set by the timeline */
    uint32_t step;
    uint32_t audience;          /* bit n: sent to the player in slot n */
    char text[DEMO_PRINT_TEXT]; /* plain ASCII, NUL-terminated; a longer line is split */
    uint32_t num_runs;          /* colour runs; text after the last one keeps its colour */
    struct quake_text_run runs[DEMO_PRINT_RUNS];
};

struct demo_prints { /* initialise to {0}; caller frees items */
    struct demo_print *items;
    uint32_t count;
    size_t capacity;
    /* The incomplete line: servers print in pieces. */
    char line[DEMO_PRINT_LINE];
    uint32_t length, audience;
    bool chat;
};

/* Maximum number of lines, beyond what real demos have; later ones are dropped. */
enum { DEMO_MAX_PRINTS = 1 << 16 };

/* Appends printed text: each line that is complete is added as plain ASCII (quake_text.h), except
 * empty lines. chat: QuakeWorld's chat print level. prints may be NULL. Returns 0 or FORMAT_MEMORY.
 */
int demo_prints_add(struct demo_prints *prints, uint32_t audience, bool chat,
                    const char *text) MUST_CHECK;

#endif
