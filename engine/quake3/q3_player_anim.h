/* Per-player animation state carried across snapshots: torso and leg angles, animations, fire and
 * pain times, barrel spin.
 *
 * Source: the original's client game (cg_players, cg_weapons). It steps these once per drawn frame;
 * here the state steps them once per snapshot, and times between two snapshots interpolate. With
 * one frame per snapshot both give the same result.
 * Animation frames also depend on the model's animation.cfg, which the state does not have: it
 * stores which animations started when, and q3_player_anim_frame steps through them when drawing.
 * q3_player_anim_step.h updates the state, q3_player_anim_query.h evaluates it.
 *
 * Kept for each player and corpse of the last two snapshots, and for the own player, whose entity
 * is made from the playerState. Part of struct q3_state: plain memory, 32-bit words, zero = none.
 * Times are server ms; `time` parameters are between the previous snapshot and the current one
 * (later times give the current one). */
#ifndef ENGINE_QUAKE3_Q3_PLAYER_ANIM_H
#define ENGINE_QUAKE3_Q3_PLAYER_ANIM_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"
#include "formats/scripts/q3_animation.h"

enum {
    Q3_OWN = Q3_MAX_ENTITIES, /* entity number of the own player */
    Q3_PLAYER_ANIMS,
    Q3_CHANGES = 96,       /* stored changes per animation */
    Q3_TIMES = 256,        /* stored snapshot times */
    Q3_TURN_UNITS = 65536, /* units of a full turn in stored angles */
    Q3_NEVER = INT32_MIN
};

enum { /* bits of a change; the low 8 are the animation with its toggle bit */
       Q3_CHANGE_HASTE = 0x100,
       Q3_CHANGE_RESET = 0x200,  /* discards all earlier changes */
       Q3_CHANGE_HIDDEN = 0x400, /* the own player has no body: animation stops */
       Q3_CHANGE_CLIENT = 11,    /* shift of 6 bits: client number of the own player, else 0 */
       Q3_CHANGE_BITS = 17 /* number of low bits; those above are ms since the previous change */
};

struct q3_animated {
    int32_t count; /* stored changes; each is less than 2^15 ms after the previous one */
    int32_t time;  /* time of the newest change */
    uint32_t changes[Q3_CHANGES]; /* the newest last */
};

struct q3_swing {
    int32_t torso_yaw, torso_pitch, legs_yaw; /* 65536ths of a turn, 0..65535 */
    int32_t
        moving; /* angles that are turning to the view: 1 torso yaw, 2 torso pitch, 4 legs yaw */
};

struct q3_barrel {
    int32_t angle; /* at `start`, 65536ths of a turn */
    int32_t start, spins;
};

struct q3_player_anim {
    int32_t seen; /* value of q3_state.updates at the last snapshot with this player; 0 = none */
    int32_t
        flags; /* eFlags in that snapshot; own player: client number, as that body is never reset */
    struct q3_swing swings[2];   /* at the previous snapshot and at that one */
    struct q3_barrel barrels[2]; /* at the same two snapshots */
    struct q3_animated legs, torso;
    int32_t pains;    /* count; every second one twists to the other side */
    int32_t pain[2];  /* times of the last two; 0 = never */
    int32_t flash[2]; /* times of the last two shots */
    int32_t rail[2];  /* times of the last two railgun shots */
};

/* Animation state of all players and items of a q3_state. */
struct q3_player_anims {
    uint32_t num_times; /* snapshots since the gamestate; snapshot i is times[i % Q3_TIMES] */
    int32_t times[Q3_TIMES];
    int32_t respawned[Q3_MAX_ENTITIES]; /* items: last respawn time, 0 = never; for one second after
                                           it they are drawn growing. Obelisks: time of destruction,
                                           0 = intact */
    uint32_t count;                     /* used entries of numbers; Q3_OWN is not counted */
    uint16_t numbers[Q3_MAX_ENTITIES];  /* ascending */
    struct q3_player_anim of[Q3_PLAYER_ANIMS];
};

/* Angle of a barrel at `time`, degrees. */
double q3_barrel_angle(const struct q3_barrel *barrel, double time);

/* False for spectators, during the intermission, and if the player is gibbed. */
bool q3_player_has_body(const struct q3_player_state *player);

/* For the files of the state alone. */

void q3_player_anim_clear(struct q3_player_anims *player_anims); /* as a gamestate does */
/* An entity of the current snapshot is a player. */
void q3_player_anim_track(struct q3_player_anims *player_anims, uint32_t number);
#endif
