/* What the announcer says of flags, obelisks and the teams' scores, as the own team hears it.
 *
 * Each waits for the one before it. Source: the original's cg_event.c (EV_GLOBAL_TEAM_SOUND), as
 * facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_TEAM_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_TEAM_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* parm: of the event; numbers that are none say nothing. */
void q3_team_sounds(struct q3_sound_emitter *emitter, int32_t parm);

#endif
