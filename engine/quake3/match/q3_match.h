/* Game type, limits, scores and clock of a match, from configstrings whose format differs by
 * game.
 *
 * Source: the original's client game; Quake Live's and CPMA's configstrings as far as known,
 * checked against demos. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_MATCH_H
#define ENGINE_QUAKE3_MATCH_Q3_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/match/q3_match_facts.h"
#include "engine/quake3/q3_state.h"

/* Reads all configstrings of the match. The state has the result as `match`. */
void q3_match_of(struct q3_match *match, const struct q3_state *state, const struct q3_game *game);

/* Double Domination: seconds until a team that holds both points scores, rounded up as in the
 * original. now: ms. team: 1 red, 2 blue. False: no team does, or the time is unknown. */
bool q3_match_scoring(const struct q3_match *match, const struct q3_arena *arena, double now,
                      int32_t *team, int *seconds);

/* Whether `start` is that of the round, not that of the match. */
static inline bool q3_match_clocks_rounds(const struct q3_match *match)
{
    return match->mod == Q3_MOD_CPMA && match->rounds;
}

/* Renews what the state derives from configstrings that are not the players': match, version_mod,
 * moves_players. Call when one of them changed, and after unpacking. */
void q3_match_refresh(struct q3_state *state, const struct q3_game *game);

/* The mod, from the configstrings. */
enum q3_mod q3_match_mod(const struct q3_state *state, const struct q3_game *game);

#endif
