/* Announcer sounds of team games (flags, obelisks, team scores), for the local player's team.
 *
 * They share one queue. Source: the original's cg_event.c (EV_GLOBAL_TEAM_SOUND), as
 * facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_TEAM_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_TEAM_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* parm: eventParm of the event; unknown values are silent. */
void q3_team_sounds(struct q3_sound_emitter *emitter, int32_t parm);

#endif
