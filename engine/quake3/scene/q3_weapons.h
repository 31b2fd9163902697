/* Quake III's weapons by number: muzzle flash, missile, lights.
 *
 * Source: the original's client game (cg_weapons) and those of games based on it. Constant data. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_WEAPONS_H
#define ENGINE_QUAKE3_SCENE_Q3_WEAPONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"

enum q3_weapon_number {
    Q3_WEAPON_NONE,
    Q3_WEAPON_GAUNTLET,
    Q3_WEAPON_MACHINEGUN,
    Q3_WEAPON_SHOTGUN,
    Q3_WEAPON_GRENADES,
    Q3_WEAPON_ROCKETS,
    Q3_WEAPON_LIGHTNING,
    Q3_WEAPON_RAILGUN,
    Q3_WEAPON_PLASMA,
    Q3_WEAPON_BFG,
    Q3_WEAPON_GRAPPLE,
    Q3_WEAPON_NAILGUN,
    Q3_WEAPON_MINES,
    Q3_WEAPON_CHAINGUN,
    Q3_WEAPON_HEAVY, /* Quake Live's machinegun */
    Q3_WEAPONS
};

struct q3_weapon {
    float flash[3];      /* colour of the muzzle light, 0..1 */
    const char *missile; /* model; NULL = no missile or a sprite */
    const char *sprite;  /* shader */
    float sprite_radius; /* units */
    float light_radius;  /* light of the missile, units; 0 = none */
    float light[3];
};

/* Returns NULL for an unknown number. */
const struct q3_weapon *q3_weapon_of(enum q3_mod mod, int32_t number);

#endif
