/* What a search follows of Quake III's players from snapshot to snapshot: flight, shots, turns of
 * the view, flags, speed.
 *
 * Players are those in sight; height and view of one whose entity did not change stay. Times are
 * server ms. Source of the rules and of their constants: UberDemoTools' patterns. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_Q3_PLAYERS_H
#define ENGINE_EDIT_SEARCH_SEARCH_Q3_PLAYERS_H

#include "engine/edit/search/search_internal.h"
#include "engine/quake3/q3_state.h"

enum {
    Q3_SHOTS = 16, /* of a player that may still be under way */
    Q3_LOOKS = 5,  /* last views of a player */
    Q3_WEAPON_GRENADES = 4,
    Q3_WEAPON_ROCKETS = 5,
    Q3_WEAPON_BFG = 9,
    Q3_WEAPONS_SHOT = 10 /* weapons below it are shots' */
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
    int32_t had[3]; /* when he had which last, from Q3_POWERUP_RED_FLAG on; 0 = never */
};

struct q3_bodies { /* start from zeros; again at each level */
    struct q3_body players[Q3_PLAYERS];
    float missile_speeds[Q3_WEAPONS_SHOT]; /* by weapon, units per second; 0 = unknown */
};

/* Follows the players of the current snapshot; reports flags taken and speeds to search. */
void q3_bodies_see(struct q3_bodies *bodies, struct search *search, const struct q3_state *state,
                   const struct q3_game *game);
/* A player in sight fired that weapon. */
void q3_bodies_fire(struct q3_bodies *bodies, int32_t slot, int32_t weapon, int32_t time);
/* The player who had that flag (or the neutral one) last, a moment ago; -1 = nobody in sight. */
int32_t q3_bodies_carrier(const struct q3_bodies *bodies, enum q3_powerup flag, int32_t time);
/* Fills in the feats of a kill: flight of the victim and distance of the shot
 * that hit, if it was a direct hit; turn of the view, if it was by the railgun.
 */
void q3_bodies_kill(struct q3_bodies *bodies, struct search_fact *kill, int32_t time);

#endif
