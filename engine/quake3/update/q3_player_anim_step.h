/* Updates the animation state of players by the current snapshot of a client state. */
#ifndef ENGINE_QUAKE3_UPDATE_Q3_PLAYER_ANIM_STEP_H
#define ENGINE_QUAKE3_UPDATE_Q3_PLAYER_ANIM_STEP_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_state.h"

/* The current snapshot: all events from number first_event on happened in it. */
void q3_player_anim_step(struct q3_state *state, const struct q3_game *game, uint32_t first_event);

#endif
