/* What a Quake III message tells to be heard, all of it: sounds of events, of the own player and of
 * the match, loops, music.
 *
 * A pure function of the states before and behind the message. Source: see the files of each. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUNDS_H

#include "engine/family/demo_sounds.h"
#include "engine/quake3/q3_state.h"
#include "engine/quake3/sounds/q3_loops.h"
#include "engine/quake3/sounds/q3_match_sounds.h"

/* What was heard before a message. */
struct q3_sounds_seen {
    uint32_t gamestates, num_events, updates;
    int32_t restarts, best_score;
    struct q3_match_seen match;
    struct q3_loops loops;
};

void q3_sounds_before(struct q3_sounds_seen *seen, const struct q3_state *state,
                      const struct q3_game *game);

/* Behind the message, whole or as far as it was good. 0 or FORMAT_MEMORY. */
int q3_sounds_note(const struct q3_sounds_seen *before, const struct q3_state *state,
                   const struct q3_game *game, struct demo_sounds *sounds) MUST_CHECK;

#endif
