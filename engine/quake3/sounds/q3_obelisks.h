/* Sound of an obelisk that starts to respawn, emitted once at its origin.
 *
 * Source: the original's cg_ents.c (CG_TeamBase), as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_OBELISKS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_OBELISKS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

void q3_obelisks_emit(struct q3_sound_emitter *emitter);

#endif
