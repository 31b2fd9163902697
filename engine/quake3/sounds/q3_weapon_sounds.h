/* What Quake III's weapons sound like by number: fired, held, flying and where they hit.
 *
 * Names have a digit's place, '#': which one is drawn, from `picks`, as the original does with
 * rand(); a '-' there leaves the place out. Source: the original's client game
 * (cg_weapons) and those of the games made of it, as facts. All static. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_WEAPON_SOUNDS_H
#define ENGINE_QUAKE3_SOUNDS_Q3_WEAPON_SOUNDS_H

#include <stdint.h>

#include "engine/quake3/q3_game.h"

/* One of several, each as likely; picks NULL = there is but one. name NULL = none. */
struct q3_sound_choice {
    const char *name, *picks;
};

enum q3_surface { Q3_SURFACE_WALL, Q3_SURFACE_METAL, Q3_SURFACE_FLESH };

/* Weapons that do not exist have none, those beyond the known ones the rocket's, as there. */
struct q3_sound_choice q3_weapon_fire(enum q3_mod mod, int32_t weapon);
/* NULL = silent. */
const char *q3_weapon_fire_loop(enum q3_mod mod, int32_t weapon);  /* while it fires */
const char *q3_weapon_ready_loop(enum q3_mod mod, int32_t weapon); /* while it is held */
const char *q3_missile_loop(enum q3_mod mod, int32_t weapon);
/* Where it hits. What hits flesh bleeds without a sound, but for what explodes there. */
struct q3_sound_choice q3_weapon_impact(enum q3_mod mod, int32_t weapon, enum q3_surface surface);

#endif
