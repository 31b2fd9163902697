/* Adds the lasting effects of each snapshot's events to the client state.
 *
 * Source: the original's client game (cg_event, cg_weapons, cg_effects), as facts. */
#ifndef ENGINE_QUAKE3_UPDATE_Q3_EFFECT_STEP_H
#define ENGINE_QUAKE3_UPDATE_Q3_EFFECT_STEP_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/q3_event.h"
#include "engine/quake3/q3_state.h"

/* Begins a snapshot: removes effects that ended before the previous one. */
void q3_effects_begin(struct q3_state *state);
/* Adds effects that have no event: haste puffs between the last two snapshots, shields raised and
 * lowered. */
void q3_effects_run(struct q3_state *state, const struct q3_game *game);
/* Adds the effect of an event of the current snapshot, if it has one. entity: the event's, NULL =
 * the recorded player's own event. */
void q3_effects_note(struct q3_state *state, const struct q3_game *game,
                     const struct q3_event *event, const struct q3_entity_state *entity);

#endif
