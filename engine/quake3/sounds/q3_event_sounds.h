/* What the events of a Quake III demo sound like: steps, jumps, pickups, shots, hits, deaths and
 * the rest of the game's list (q3_event_kind.h).
 *
 * Silent in the original and here: steps up stairs, flesh that is hit by bullets, score plums,
 * obituaries, shells. Not told are Team Arena's spoken orders, whose words its data lists, and what
 * Quake Live sounds in races, of infections and awards.
 * Source: the original's cg_event.c and cg_weapons.c, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_EVENT_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_EVENT_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

/* number: of the event, counted in the state. */
void q3_event_sounds(struct q3_sound_emitter *emitter, const struct q3_event *event,
                     uint32_t number);

/* What a player with so much health left cries: "pain50_1.wav". */
const char *q3_event_pain(int32_t health);

#endif
