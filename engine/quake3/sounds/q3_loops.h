/* Looping sounds of entities: loopSound, ready and firing weapons, missiles, flight.
 *
 * An entity has one loop: of several the last counts, in the original's drawing order. Loops of
 * speakers continue when the entity leaves the snapshot. Source: the original's cg_ents.c,
 * cg_weapons.c and cg_players.c, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LOOPS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LOOPS_H

#include <stdbool.h>

#include "engine/quake3/sounds/q3_sound_emit.h"

struct q3_loop {
    const char *name; /* static; NULL = the sound of number `sound` */
    uint16_t sound;   /* index of the configstrings of sounds; 0 = none */
    bool is_there;    /* the entity is in the snapshot */
    bool speaker;     /* continues without the entity */
    bool chaingun;    /* a chaingun is firing */
    uint8_t e_type;   /* the entity's */
};

struct q3_loops {
    struct q3_loop of[Q3_MAX_ENTITIES];
};

/* Collects the loops of the current snapshot. */
void q3_loops_collect(const struct q3_state *state, const struct q3_game *game, enum q3_mod mod,
                      struct q3_loops *loops);

/* Emits loops that changed since `before`. restarted: ignores `before`, all loops start again. */
void q3_loops_emit(struct q3_sound_emitter *emitter, const struct q3_loops *before, bool restarted);

#endif
