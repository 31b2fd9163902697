/* Sounds from changes of the player state: hits, pain, rewards, lead changes, time and frag
 * warnings, low ammunition, expiring powerups. All except pain are for the local player alone.
 *
 * Compares two snapshots of the same player, also across a map_restart. The original stores which
 * warnings were played. Here a warning is emitted when the previous snapshot was not yet due for
 * it, so a score that falls and rises again repeats it. Source: the original's cg_playerstate.c, as
 * facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_OWN_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_OWN_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* best_before: q3_own_best_score before the message. */
void q3_own_sounds(struct q3_sound_emitter *emitter, int32_t best_before);

/* Best score of the players or teams, which the frag limit is compared with. */
int32_t q3_own_best_score(const struct q3_match *match);

#endif
