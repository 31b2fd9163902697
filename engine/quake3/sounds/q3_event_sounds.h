/* Sounds of entity events (q3_event_kind.h): footsteps, jumps, pickups, shots, hits, deaths.
 *
 * Silent in the original and here: steps up stairs, bullet hits on flesh, score plums, obituaries,
 * shells. Not emitted: Team Arena's voice chats, and Quake Live's sounds for races, infections and
 * awards. Source: the original's cg_event.c and cg_weapons.c, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_EVENT_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_EVENT_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* Emits the sounds of an event. number: its index since the start of the state
 * (q3_state.num_events). */
void q3_event_sounds(struct q3_sound_emitter *emitter, const struct q3_event *event,
                     uint32_t number);

/* Pain sound of a player by remaining health: "pain50_1.wav". */
const char *q3_event_pain(int32_t health);

#endif
