/* Speaker entities that repeat a sound at random intervals.
 *
 * The map sets wait and random. Times come from a hash of the entity number, so they are known at
 * any time without earlier state. Source: the original's cg_ents.c (CG_Speaker), as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SPEAKERS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SPEAKERS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

void q3_speakers_emit(struct q3_sound_emitter *emitter);

#endif
