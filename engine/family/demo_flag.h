/* The flags of two teams: what happens to them, in words, and as servers print it.
 *
 * Source: what ThreeWave CTF (as purectf has it), KTX, Quake III and Team Arena print; real demos.
 */
#ifndef ENGINE_FAMILY_DEMO_FLAG_H
#define ENGINE_FAMILY_DEMO_FLAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_events.h"

enum demo_flag { DEMO_FLAG_RED, DEMO_FLAG_BLUE, DEMO_FLAG_NEUTRAL, DEMO_FLAGS };

enum demo_flag_act {
    DEMO_FLAG_TAKEN, /* from its base, or where it lay */
    DEMO_FLAG_DROPPED,
    DEMO_FLAG_RETURNED, /* it is at its base again, by a player or by itself */
    DEMO_FLAG_CAPTURED
};

struct demo_flag_line {
    enum demo_flag flag;
    enum demo_flag_act act;
    size_t name; /* length of the player's name, which begins the line; 0 = it names nobody */
};

/* Reads a line that a server printed to all players. line: plain ASCII, terminated, without colours
 * (demo_plain_text); spaces at its end do not count. False: it tells of no flag. */
bool demo_flag_read(const char *line, struct demo_flag_line *told);

/* Adds an event of kind DEMO_EVENT_FLAG: "ann takes the blue flag". who: a name, a team's for
 * players unknown, or "" = nobody is known. player: the slot, or negative. Returns 0 or
 * FORMAT_MEMORY. */
int demo_events_add_flag(struct demo_events *events, enum demo_flag flag, enum demo_flag_act act,
                         const char *who, int32_t player) MUST_CHECK;

/* Reads the text of such an event; told->name is the length of `who`, which may be a team's. False:
 * it is none. */
bool demo_flag_read_event(const char *text, struct demo_flag_line *told);

/* "red flag taken"; static. */
const char *demo_flag_act_text(enum demo_flag flag, enum demo_flag_act act);

#endif
