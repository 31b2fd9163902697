/* What a Quake III demo shows of its players, as status and figures: who is in sight, powerups,
 * flags, armours taken. Part of a scanner.
 *
 * A demo shows the recorder's player and those whom the server sent with him. The others' only
 * known status is a flag, from q3_flag_watch. Slots from DEMO_STATUS_PLAYERS on have no status. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_STATUS_WATCH_H
#define ENGINE_QUAKE3_MATCH_Q3_STATUS_WATCH_H

#include "engine/family/demo_figure.h"
#include "engine/family/demo_status.h"
#include "engine/quake3/match/q3_flag_watch.h"

struct q3_status_watch {                /* start from zeros */
    uint16_t told[DEMO_STATUS_PLAYERS]; /* bits of enum demo_status as they were told */
    uint8_t own; /* slot + 1 of whose view the demo had last; 0 = of nobody who plays */
};

struct q3_status_facts { /* borrowed */
    const struct q3_state *state;
    const struct q3_game *game;
    enum q3_mod mod;
    const int8_t *teams; /* of Q3_PLAYERS slots; -1 = empty */
    const struct q3_flag_watch *flags;
    uint32_t first_event; /* number of the first event of the state's new snapshot */
};

/* Adds what is not as it was told. The lists may be NULL. Returns 0 or FORMAT_MEMORY. */
int q3_status_watch_update(struct q3_status_watch *watch, const struct q3_status_facts *facts,
                           struct demo_statuses *statuses, struct demo_figures *figures) MUST_CHECK;

/* DEMO_STATUS_* of a player who has those powerups, which are numbered as the game has them. */
uint16_t q3_status_bits(const struct q3_game *game, uint32_t powerup_bits);

#endif
