/* What sounds otherwise, or elsewhere, because of the level: who is hurt or dies under water, and
 * what is left of players where it falls down. Told with what the level is to be asked
 * (demo_sound.water, .flight), since a message knows nothing of it.
 *
 * Source: ioquake3's client game (CG_WaterLevel, CG_PainEvent, CG_FragmentBounceSound) and
 * OpenArena's, as facts. Those of the oldest games, CPMA and Quake Live do not gurgle by
 * themselves: their servers send such sounds. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LEVEL_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LEVEL_SOUNDS_H

#include "engine/quake3/sounds/q3_sound_emit.h"

struct q3_pain_source {
    int32_t entity;
    const float *origin; /* of three: his */
    int32_t legs_anim;   /* who crouches has his head lower */
};

/* what: as q3_emit_player has it, where he can breathe. */
void q3_emit_pain(struct q3_sound_emitter *emitter, const struct q3_pain_source *source,
                  const char *what);
void q3_emit_dying(struct q3_sound_emitter *emitter, const struct q3_pain_source *source,
                   const char *what);

/* event: somebody bursts, or is squeezed until he does. */
void q3_emit_gibs(struct q3_sound_emitter *emitter, const struct q3_event *event);

#endif
