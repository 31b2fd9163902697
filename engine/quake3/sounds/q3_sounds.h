/* Emits all sounds of a Quake III message: events, local player, match, loops, music.
 *
 * A pure function of the states before and after the message. Source: see the files of each part.
 */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUNDS_H

#include "engine/family/demo_sounds.h"
#include "engine/quake3/q3_state.h"
#include "engine/quake3/sounds/q3_loops.h"
#include "engine/quake3/sounds/q3_match_sounds.h"

/* State before a message, as far as sounds depend on it. */
struct q3_sounds_seen {
    uint32_t gamestates, num_events, updates;
    int32_t restarts, best_score;
    struct q3_match_seen match;
    struct q3_loops loops;
};

void q3_sounds_before(struct q3_sounds_seen *seen, const struct q3_state *state,
                      const struct q3_game *game);

/* Call after the message was applied, fully or up to an error in it. Returns 0 or FORMAT_MEMORY. */
int q3_sounds_note(const struct q3_sounds_seen *before, const struct q3_state *state,
                   const struct q3_game *game, struct demo_sounds *sounds) MUST_CHECK;

#endif
