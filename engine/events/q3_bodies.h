/* What makes a frag of Quake III remarkable: flight, shots, turns of the view, followed from
 * snapshot to snapshot.
 *
 * Players are those in sight; height and view of one whose entity did not change stay. Times are
 * server ms. Source of the rules and of their constants: UberDemoTools' patterns. */
#ifndef ENGINE_EVENTS_Q3_BODIES_H
#define ENGINE_EVENTS_Q3_BODIES_H

#include "engine/events/game_event.h"
#include "engine/quake3/q3_state.h"

enum {
    Q3_SHOTS = 16, /* of a player that may still be under way */
    Q3_LOOKS = 5,  /* last views of a player */
    Q3_WEAPON_GRENADES = 4,
    Q3_WEAPON_ROCKETS = 5,
    Q3_WEAPON_BFG = 9,
    Q3_WEAPONS_SHOT = 10 /* weapons below it are shots' */
};

/* A player as the playerState or an entity has it. */
struct q3_sight {
    int32_t slot, time, ground, teleport; /* slot: below Q3_PLAYERS */
    float origin[3], velocity[3], angles[3];
    uint32_t powerups; /* bits of enum q3_powerup */
    bool changed;      /* since the last snapshot */
};

struct q3_shot {
    bool flies; /* it has hit nobody yet */
    int32_t time, weapon;
    float origin[3];
};

struct q3_look {
    int32_t time, teleport; /* the flag toggles with each teleport */
    float angles[3];
};

struct q3_body {
    bool seen;    /* if not, the next members have no meaning */
    int32_t time; /* last seen */
    int32_t grounded;
    int32_t turned;    /* the height last stayed, or began to rise */
    int32_t direction; /* of the height: -1, 0, 1 */
    float origin[3];
    uint32_t num_shots, num_looks; /* so far */
    struct q3_shot shots[Q3_SHOTS];
    struct q3_look looks[Q3_LOOKS];
    uint32_t flags; /* that he has, bits of enum q3_powerup */
    /* From Q3_POWERUP_RED_FLAG on, when he had which last, 0 = never, and since when, 0 = unknown.
     */
    int32_t had[3], since[3];
};

struct q3_bodies { /* start from zeros; again at each level */
    struct q3_body players[Q3_PLAYERS];
    float missile_speeds[Q3_WEAPONS_SHOT]; /* by weapon, units per second; 0 = unknown */
};

/* The current snapshot shows a player. */
void q3_bodies_see_player(struct q3_bodies *bodies, const struct q3_sight *sight);
/* It shows a missile that is not as in the last one. */
void q3_bodies_see_missile(struct q3_bodies *bodies, const struct q3_entity_state *entity);
/* A player in sight fired that weapon. */
void q3_bodies_shoot(struct q3_bodies *bodies, int32_t slot, int32_t weapon, int32_t time);
/* The player who had that flag (or the neutral one) last, a moment ago; GAME_NOBODY = nobody in
 * sight. */
int32_t q3_bodies_find_carrier(const struct q3_bodies *bodies, enum q3_powerup flag, int32_t time);
/* Fills in the feats of a frag: flight of the victim and distance of the shot that hit, if it was a
 * direct hit; turn of the view, if it was by the railgun. */
void q3_bodies_frag(struct q3_bodies *bodies, struct game_event *frag, int32_t time);

#endif
