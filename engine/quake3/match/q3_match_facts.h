/* What the configstrings say of a match: game type, limits, scores and clock.
 *
 * Plain values, derived by q3_match_of; the state keeps them and renews them when a configstring
 * changes. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_MATCH_FACTS_H
#define ENGINE_QUAKE3_MATCH_Q3_MATCH_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/match/q3_match_kind.h"
#include "engine/quake3/q3_game.h"

enum q3_flag_place { /* red's and blue's, from the configstring */
                     Q3_FLAG_HOME,
                     Q3_FLAG_TAKEN,
                     Q3_FLAG_DROPPED
};

struct q3_match {
    enum q3_mod mod;
    enum q3_match_kind kind;
    const char *name;   /* "Capture the Flag", static; NULL = none is known */
    bool teams;         /* two of them have the scores */
    bool flags;         /* both have a flag */
    bool one_flag;      /* there is one for both */
    bool tournament;    /* one against one, others wait */
    bool single;        /* single player, against bots */
    bool rounds;        /* who is dead waits for the next one */
    bool own_excellent; /* OpenArena's g_altExcellent: the client ignores the excellent count */
    int32_t scores[2];  /* red's and blue's, or of the first two; Q3_SCORE_NOT_PRESENT */
    int32_t warmup;     /* when it begins, ms; -1 = waits for players; 0 = it is on */
    int32_t start;      /* its clock's 0, ms */
    int32_t stopped;    /* the clock stands since then, ms; 0 = it runs */
    int32_t resumes;    /* end of the pause; 0 = unknown */
    int32_t
        round_begins;    /* CPMA's and Quake Live's: the next round, ms; 0 or less = none is due, */
    int32_t round_start; /* start of the current round, ms; 0 = none or unknown */
    int round_turn;      /* which team attacks in it: 0 red, 1 blue */
    int32_t time_limit;  /* minutes; 0 = none, as are these: */
    int32_t limit;       /* capture, frag or round limit */
    enum q3_flag_place flag_places[2];
    int held[2];        /* points of Double Domination: 1 red has it, 2 blue, 3 it is not there */
    int one_flag_place; /* 0 at its base, 2 red has it, 3 blue has it, 4 dropped */
    int32_t left[2];    /* living players of red and blue; -1 = unknown */
};

#endif
