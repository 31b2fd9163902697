/* What sounds on and on at the entities of a snapshot: the loops they are told with, weapons held
 * and firing, missiles, flight.
 *
 * An entity has one at a time: of several the last counts, in the order the original draws.
 * Speakers go on when they are out of sight. Source: the original's cg_ents.c, cg_weapons.c and
 * cg_players.c, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LOOPS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LOOPS_H

#include <stdbool.h>

#include "engine/quake3/sounds/q3_sound_emit.h"

struct q3_loop {
    const char *name; /* static; NULL = none, or by its number: */
    uint16_t sound;   /* in the demo's list; 0 = none */
    bool is_there;    /* the entity is in the snapshot */
    bool speaker;     /* it goes on when the entity is told of no more */
    bool chaingun;    /* it turns */
    uint8_t e_type;   /* the entity's */
};

struct q3_loops {
    struct q3_loop of[Q3_MAX_ENTITIES];
};

/* Those of the current snapshot. */
void q3_loops_collect(const struct q3_state *state, const struct q3_game *game, enum q3_mod mod,
                      struct q3_loops *loops);

/* What changed since `before`; restarted: nothing was heard before. */
void q3_loops_emit(struct q3_sound_emitter *emitter, const struct q3_loops *before, bool restarted);

#endif
