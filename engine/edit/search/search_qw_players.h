/* What a search follows of QuakeWorld's players from update to update: flight and speed.
 *
 * The client state is followed, since a .mvd has what changed alone and no velocities. Whether a
 * player is on the ground is told by some servers, else it follows from the height. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_QW_PLAYERS_H
#define ENGINE_EDIT_SEARCH_SEARCH_QW_PLAYERS_H

#include "engine/edit/search/search_internal.h"
#include "engine/quakeworld/qw_state.h"

struct qw_bodies {          /* start from zeros; free with qw_bodies_free */
    struct qw_state *state; /* NULL = nothing is followed */
    uint32_t blocks, updates, levels;
    uint32_t steady[QW_PLAYERS];                   /* updates in sight without a jump */
    double seen[QW_PLAYERS], grounded[QW_PLAYERS]; /* clock; QW_NEVER = not in this level */
};

/* Begins to follow the players if a pattern needs it; without memory, search->status is set. */
void qw_bodies_begin(struct qw_bodies *bodies, struct search *search);
void qw_bodies_free(struct qw_bodies *bodies);
/* Follows the block at `at`; reports speeds to search. */
void qw_bodies_see(struct qw_bodies *bodies, struct search *search, size_t at);
/* Fills in the feats of a kill by a rocket or a grenade. */
void qw_bodies_kill(const struct qw_bodies *bodies, struct search_fact *kill);

#endif
