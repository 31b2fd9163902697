/* Texts of events in NetQuake and QuakeWorld: levels, pickups, counts, printed lines.
 *
 * Source: DEM 1.0.9 table 9 for the items, which are QuakeWorld's as well. */
#ifndef ENGINE_QUAKE_DEMO_WORDS_H
#define ENGINE_QUAKE_DEMO_WORDS_H

#include "engine/family/demo_family.h"

enum { DEMO_LINE_BYTES = 128 };

/* The line being printed: servers print obituaries in pieces. */
struct demo_line { /* start from zeros */
    uint32_t length;
    char text[DEMO_LINE_BYTES]; /* terminated by demo_line_print */
};

/* Takes printed text from *text on, to the end of a line or of the text, and moves *text there.
 * True: line->text is a whole line now, and the next call begins a new one. */
bool demo_line_print(struct demo_line *line, const char **text);

/* "e1m1: The Slipgate Complex". map: "maps/e1m1.bsp" or NULL. */
int demo_note_level(struct demo_events *events, const char *map, const char *name) MUST_CHECK;

/* Adds pickup events for newly set IT_* bits: weapons, powerups, keys, runes. who: player's
 * name, NULL = the recorder. */
int demo_note_items(struct demo_events *events, uint32_t got, const char *who) MUST_CHECK;

/* "kill 3 of 40"; total 0 = not known. */
int demo_note_count(struct demo_events *events, enum demo_event_kind kind, const char *what,
                    int32_t count, int32_t total) MUST_CHECK;

#endif
