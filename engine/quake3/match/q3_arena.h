/* State of OpenArena's own game types, from server commands: round start, attackers, control
 * points and owners, double domination, obelisks.
 *
 * Source: OpenArena's published game (g_cmds, cg_servercmds) of 0.8.8 and later, as facts.
 * Numbers first, then texts: a part of q3_state, which packs and hashes it. Times: server ms. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_ARENA_H
#define ENGINE_QUAKE3_MATCH_Q3_ARENA_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/quake3/q3_command.h"

enum { Q3_ARENA_POINTS = 6, Q3_ARENA_NAME = 20 };

struct q3_arena {                               /* zeroed: nothing received */
    int32_t round_start;                        /* current or next round */
    int32_t attackers;                          /* team: 1 red, 2 blue; 0 = unknown */
    int32_t take_time;                          /* when a double domination scores; 0 = unknown */
    int32_t obelisks[2];                        /* health of red's and of blue's, percent */
    int32_t num_points;                         /* at most Q3_ARENA_POINTS */
    int32_t owners[Q3_ARENA_POINTS];            /* team, 0 = none */
    char names[Q3_ARENA_POINTS][Q3_ARENA_NAME]; /* NUL-terminated, filled up with NULs */
};

/* False: the command is none of these; nothing has changed then. */
bool q3_arena_command(struct q3_arena *arena, const struct q3_words *words);

#endif
