/* Positions of doors and lifts at the time of a shot. Its hits stay visible for seconds and must
 * not change when the movers move.
 *
 * Stored as a Q3_EFFECT_MOVERS after the shot's effect, with the same seed. Pure functions of a
 * state. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOT_MOVERS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOT_MOVERS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

struct q3_state;

enum {
    Q3_SHOT_MODELS = 256, /* range of submodel numbers: as many as modelindex can hold */
    Q3_SHOT_MOVED =
        3, /* maximum of stored movers that are displaced from the map file's position */
    Q3_SHOT_MOVERS = 64 /* maximum of movers that block a shot, displaced or not */
};

struct q3_shot_mover {
    uint32_t model;
    float origin[3]; /* displacement from the map file's position, units */
};

/* Stores the movers of the current snapshot for a shot whose seed and end are set. False: the
 * snapshot has no movers. */
bool q3_shot_movers_note(const struct q3_state *state, const struct q3_effect *shot,
                         struct q3_effect *movers);

/* Finds the movers of a shot; returns their number. */
uint32_t q3_shot_movers_of(const struct q3_effects *effects, const struct q3_effect *shot,
                           struct q3_shot_mover movers[Q3_SHOT_MOVERS]);

#endif
