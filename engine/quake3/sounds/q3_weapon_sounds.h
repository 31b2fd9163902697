/* Sounds of weapons by number: firing, ready loop, missile loop, impact.
 *
 * '#' in a name is replaced by a random character of `picks`; '-' removes it. Source: the
 * original's client game (cg_weapons) and those of the games made of it, as facts. All static. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_WEAPON_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_WEAPON_SOUNDS_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"

/* A name, or one of several with equal probability. picks: NULL = one name. name: NULL = silent. */
struct q3_sound_choice {
    const char *name, *picks;
};

enum q3_surface { Q3_SURFACE_WALL, Q3_SURFACE_METAL, Q3_SURFACE_FLESH };

/* Weapon numbers without a weapon are silent; those above the known ones have the rocket's, as in
 * the original. */
struct q3_sound_choice q3_weapon_fire(enum q3_mod mod, int32_t weapon);
/* NULL = silent. */
const char *q3_weapon_fire_loop(enum q3_mod mod, int32_t weapon);  /* while it fires */
const char *q3_weapon_ready_loop(enum q3_mod mod, int32_t weapon); /* while it is held */
const char *q3_missile_loop(enum q3_mod mod, int32_t weapon);
/* Impact sound. On flesh only weapons that explode have one. */
struct q3_sound_choice q3_weapon_impact(enum q3_mod mod, int32_t weapon, enum q3_surface surface);

#endif
