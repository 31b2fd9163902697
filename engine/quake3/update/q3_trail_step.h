/* Updates the missile trails of the client state by its current snapshot. */
#ifndef ENGINE_QUAKE3_UPDATE_Q3_TRAIL_STEP_H
#define ENGINE_QUAKE3_UPDATE_Q3_TRAIL_STEP_H

#include "engine/quake3/effects/q3_trail.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_state.h"

/* Applies the current snapshot: ends the trails of missiles that are gone or have a new trajectory,
 * and removes trails without visible smoke. */
void q3_trails_step(struct q3_state *state);
/* Applies a new or changed entity of the current snapshot; call after q3_trails_step. */
void q3_trails_track(struct q3_state *state, const struct q3_entity_state *entity);

#endif
