/* Sounds that depend on the level: pain and death under water, impacts of gibs. A message has no
 * level, so the sounds are emitted with the query that the player of sounds runs against it
 * (demo_sound.water, .flight).
 *
 * Source: ioquake3's client game (CG_WaterLevel, CG_PainEvent, CG_FragmentBounceSound) and
 * OpenArena's, as facts. The clients of the oldest games, CPMA and Quake Live do not choose
 * underwater sounds: their servers send them. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LEVEL_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LEVEL_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

struct q3_pain_source {
    int32_t entity;
    const float *origin; /* the player's, 3 floats; borrowed */
    int32_t legs_anim;   /* LEGS_* animation: crouching lowers the head */
};

/* Emits a pain or death sound. what: the sound above water, as in q3_emit_player. */
void q3_emit_pain(struct q3_sound_emitter *emitter, const struct q3_pain_source *source,
                  const char *what);
void q3_emit_dying(struct q3_sound_emitter *emitter, const struct q3_pain_source *source,
                   const char *what);

/* Emits the impact sounds of gibs. event: a Q3_EVENT_GIB or Q3_EVENT_JUICED. */
void q3_emit_gibs(struct q3_sound_emitter *emitter, const struct q3_event *event);

#endif
