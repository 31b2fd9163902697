/* What is played, and how it stands: the kind of game, its limits, scores and clock, from the
 * configstrings, which say it in ways that differ by game.
 *
 * Source: the original's client game, Quake Live's and CPMA's configstrings as far as they are
 * known, checked against demos. Pure. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_MATCH_H
#define ENGINE_QUAKE3_MATCH_Q3_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/match/q3_match_kind.h"
#include "engine/quake3/q3_state.h"

enum q3_flag_place { /* as the configstring says it, of red and blue */
                     Q3_FLAG_HOME,
                     Q3_FLAG_TAKEN,
                     Q3_FLAG_DROPPED
};

struct q3_match {
    enum q3_mod mod;
    enum q3_match_kind kind;
    const char *name;   /* "Capture the Flag"; NULL = none is known */
    bool teams;         /* two of them have the scores */
    bool flags;         /* both have a flag */
    bool one_flag;      /* there is one for both */
    bool tournament;    /* one against one, others wait */
    bool single;        /* against bots, by oneself */
    bool rounds;        /* who is dead waits for the next one */
    bool own_excellent; /* OpenArena's server has a rule of its own for excellent: its client then
                           passes over the count of them */
    int32_t scores[2];  /* red's and blue's, or of the first two; Q3_SCORE_NOT_PRESENT */
    int32_t warmup;     /* when it begins, ms; -1 = waits for players; 0 = it is on */
    int32_t start;      /* its clock's 0, ms */
    int32_t stopped;    /* the clock stands since then, ms; 0 = it runs */
    int32_t resumes;    /* until then; 0 = nobody knows */
    int32_t
        round_begins;    /* CPMA's and Quake Live's: the next round, ms; 0 or less = none is due, */
    int32_t round_start; /* the one that runs, ms; 0 = none does or nobody says */
    int round_turn;      /* which team attacks in it: 0 red, 1 blue */
    int32_t time_limit;  /* minutes; 0 = none, as are these: */
    int32_t limit;       /* of scores: captures, frags or rounds */
    enum q3_flag_place flag_places[2];
    int held[2];        /* points of Double Domination: 1 red has it, 2 blue, 3 it is not there */
    int one_flag_place; /* 0 at its base, 2 red has it, 3 blue has it, 4 dropped */
    int32_t left[2];    /* red's and blue's who live in this round; -1 = nobody says */
};

void q3_match_of(struct q3_match *match, const struct q3_state *state, const struct q3_game *game);

/* Double Domination: seconds, as the original counts them, until the points score for the one team
 * that has both; at a time, ms. team: 1 red, 2 blue. False: none has, or nobody says when. */
bool q3_match_scoring(const struct q3_match *match, const struct q3_arena *arena, double now,
                      int32_t *team, int *seconds);

/* The mod a state's configstrings tell. */
enum q3_mod q3_match_mod(const struct q3_state *state, const struct q3_game *game);

#endif
