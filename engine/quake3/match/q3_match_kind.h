/* Game types independent of the g_gametype numbers, which differ by game.
 *
 * The one table of their names and traits, for HUD and info. Source: the original's game, Team
 * Arena's, OpenArena's, and CPMA, OSP and Quake Live as far as known, checked against demos. All
 * static. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_MATCH_KIND_H
#define ENGINE_QUAKE3_MATCH_Q3_MATCH_KIND_H

#include <stdbool.h>
#include <stdint.h>

enum q3_match_kind {
    Q3_KIND_UNKNOWN,
    Q3_KIND_FREE_FOR_ALL,
    Q3_KIND_TOURNAMENT,
    Q3_KIND_SINGLE_PLAYER,
    Q3_KIND_TEAM_DEATHMATCH,
    Q3_KIND_CAPTURE,
    Q3_KIND_ONE_FLAG,
    Q3_KIND_OVERLOAD,
    Q3_KIND_HARVESTER,
    Q3_KIND_ELIMINATION, /* OpenArena's, up to Domination */
    Q3_KIND_CTF_ELIMINATION,
    Q3_KIND_LAST_MAN,
    Q3_KIND_DOUBLE_DOMINATION,
    Q3_KIND_DOMINATION,
    Q3_KIND_DUEL,
    Q3_KIND_RACE,
    Q3_KIND_CLAN_ARENA,
    Q3_KIND_FREEZE_TAG,
    Q3_KIND_ATTACK_DEFEND,
    Q3_KIND_RED_ROVER,
    Q3_KIND_HOONYMODE, /* CPMA's, to the end */
    Q3_KIND_CAPTURE_STRIKE,
    Q3_KIND_TEAM_FORTRESS,
    Q3_KIND_TWO_ON_TWO,
    Q3_KINDS
};

enum q3_kind_traits {
    Q3_KIND_TEAMS = 1,       /* two of them have the scores */
    Q3_KIND_FLAGS = 2,       /* both have a flag */
    Q3_KIND_SHARED_FLAG = 4, /* there is one for both */
    Q3_KIND_PAIR = 8,        /* one against one, others wait */
    Q3_KIND_ALONE = 16,      /* single player, against bots */
    Q3_KIND_ROUNDS = 32      /* who is dead waits for the next one */
};

/* Numberings of game types. */
enum q3_kind_list {
    Q3_KINDS_ORIGINAL,  /* and Team Arena */
    Q3_KINDS_OPENARENA, /* g_gametype, as in all lists except CPMA's */
    Q3_KINDS_OSP,
    Q3_KINDS_CPMA, /* "t" of configstring 672 */
    Q3_KINDS_LIVE
};

enum q3_match_kind q3_match_kind_of(enum q3_kind_list list, int32_t number);

/* "Capture the Flag"; NULL if unknown. */
const char *q3_match_kind_name(enum q3_match_kind kind);
/* Bits of enum q3_kind_traits; 0 if unknown. */
unsigned q3_match_kind_traits(enum q3_match_kind kind);

#endif
