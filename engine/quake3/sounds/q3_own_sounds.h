/* What the player the demo shows the world to hears alone, from what changed of him since the
 * snapshot before: hits, pain, rewards, the lead, the last minutes and frags, ammunition and
 * powerups that run out.
 *
 * Only between two snapshots of the same player, also across a restart of the level. The original
 * warns of minutes and frags once and remembers it; here a warning comes when the snapshot before
 * was not yet due for it, so a score that falls back and rises again is told again.
 * Source: the original's cg_playerstate.c, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_OWN_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_OWN_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* best_before: the best of the scores before the message (see q3_own_best_score). */
void q3_own_sounds(struct q3_sound_emitter *emitter, int32_t best_before);

/* Of the players, or of the teams; what a match's frag limit is compared with. */
int32_t q3_own_best_score(const struct q3_match *match);

#endif
