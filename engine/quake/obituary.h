/* Reading the line a Quake server prints when somebody dies: who did it, to whom, with what.
 *
 * The games' own words are known (id's Quake and QuakeWorld, and those that servers of today added
 * to them), whatever the players are called. Names are spans of the line, glyphs of Quake's font.
 */
#ifndef ENGINE_QUAKE_OBITUARY_H
#define ENGINE_QUAKE_OBITUARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum obituary_cause {
    OBITUARY_AXE,
    OBITUARY_SHOTGUN,
    OBITUARY_SUPER_SHOTGUN,
    OBITUARY_NAILGUN,
    OBITUARY_SUPER_NAILGUN,
    OBITUARY_GRENADE,
    OBITUARY_ROCKET,
    OBITUARY_LIGHTNING,
    OBITUARY_DISCHARGE,
    OBITUARY_GRAPPLE,
    OBITUARY_TELEFRAG,
    OBITUARY_STOMP, /* by somebody's feet */
    OBITUARY_SQUISH,
    OBITUARY_WATER,
    OBITUARY_SLIME,
    OBITUARY_LAVA,
    OBITUARY_FALL,
    OBITUARY_TRAP,
    OBITUARY_MONSTER,
    OBITUARY_HIMSELF,   /* by a command, or in a way the line does not tell */
    OBITUARY_TEAM_MATE, /* a team mate died of it, of what the line does not tell */
    OBITUARY_CAUSES
};

struct obituary_name {
    size_t start, length; /* in the line; length 0 = the line does not tell, or there is none */
};

struct obituary {
    enum obituary_cause cause;
    struct obituary_name killer, victim;
};

/* line: terminated, without its line end. False: it tells of nobody's death. */
bool obituary_read(const char *line, struct obituary *obituary);

/* A short word for it: "rl", "lava". */
const char *obituary_cause_word(enum obituary_cause cause);

#endif
