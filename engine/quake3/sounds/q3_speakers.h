/* Speakers of a level that sound now and then.
 *
 * How often is the level's; when is drawn from their numbers, so that it is known for any time
 * without what was before. Source: the original's cg_ents.c (CG_Speaker), as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SPEAKERS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SPEAKERS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

void q3_speakers_emit(struct q3_sound_emitter *emitter);

#endif
