/* Where doors and lifts stood when a shot was fired: what is seen of its hits stays for seconds,
 * and must not change when they move.
 *
 * Kept as an effect of kind Q3_EFFECT_MOVERS behind the shot's own, with its seed. Plain functions
 * of a state. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOT_MOVERS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOT_MOVERS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

enum {
    Q3_SHOT_MODELS = 256, /* models of the level, by number: as many as an entity can have */
    Q3_SHOT_MOVED = 3,    /* of those that are not where the level's file has them */
    Q3_SHOT_MOVERS = 64   /* that a shot is stopped by, of both */
};

struct q3_shot_mover {
    uint32_t model;
    float origin[3]; /* how far from where the file has it, units */
};

/* Of the current snapshot, for a shot whose seed and end are set; false: there is none in it. */
bool q3_shot_movers_note(const struct q3_state *state, const struct q3_effect *shot,
                         struct q3_effect *movers);

/* Those of a shot; how many. */
uint32_t q3_shot_movers_of(const struct q3_effects *effects, const struct q3_effect *shot,
                           struct q3_shot_mover movers[Q3_SHOT_MOVERS]);

#endif
