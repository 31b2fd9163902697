/* Parser of a Quake server's obituary lines: killer, victim, cause.
 *
 * Knows the wording of id's Quake and QuakeWorld, of current servers and of LibreQuake; player
 * names may be anything. Names are spans of the line, glyphs of conchars. */
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
    OBITUARY_STOMP, /* stomped by another player */
    OBITUARY_SQUISH,
    OBITUARY_WATER,
    OBITUARY_SLIME,
    OBITUARY_LAVA,
    OBITUARY_FALL,
    OBITUARY_TRAP,
    OBITUARY_MONSTER,
    OBITUARY_HIMSELF,   /* by the kill command, or the line has no cause */
    OBITUARY_TEAM_MATE, /* a team mate was killed, the line has no cause */
    OBITUARY_CAUSES
};

struct obituary_name {
    size_t start, length; /* in the line; length 0 = not in the line, or none */
};

struct obituary {
    enum obituary_cause cause;
    struct obituary_name killer, victim;
};

/* line: terminated, without its line end. False: not an obituary. */
bool obituary_read(const char *line, struct obituary *obituary);

/* A short word for it: "rl", "lava". */
const char *obituary_cause_word(enum obituary_cause cause);

#endif
