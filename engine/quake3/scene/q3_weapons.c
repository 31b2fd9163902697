#include "engine/quake3/scene/q3_weapons.h"

#include <stddef.h>

#define ROCKET "models/ammo/rocket/rocket.md3"

static const struct q3_weapon weapons[Q3_WEAPONS] = {
    [Q3_WEAPON_GAUNTLET] = {.flash = {0.6f, 0.6f, 1.0f}},
    [Q3_WEAPON_MACHINEGUN] = {.flash = {1.0f, 1.0f, 0.0f}},
    [Q3_WEAPON_SHOTGUN] = {.flash = {1.0f, 1.0f, 0.0f}},
    [Q3_WEAPON_GRENADES] = {.flash = {1.0f, 0.7f, 0.0f}, .missile = "models/ammo/grenade1.md3"},
    [Q3_WEAPON_ROCKETS] = {.flash = {1.0f, 0.75f, 0.0f},
                           .missile = ROCKET,
                           .light_radius = 200.0f,
                           .light = {1.0f, 0.75f, 0.0f}},
    [Q3_WEAPON_LIGHTNING] = {.flash = {0.6f, 0.6f, 1.0f}},
    [Q3_WEAPON_RAILGUN] = {.flash = {1.0f, 0.5f, 0.0f}},
    [Q3_WEAPON_PLASMA] = {.flash = {0.6f, 0.6f, 1.0f},
                          .sprite = "sprites/plasma1",
                          .sprite_radius = 16.0f},
    [Q3_WEAPON_BFG] = {.flash = {1.0f, 0.7f, 1.0f}, .missile = "models/weaphits/bfg.md3"},
    [Q3_WEAPON_GRAPPLE] = {.flash = {0.6f, 0.6f, 1.0f},
                           .missile = ROCKET,
                           .light_radius = 200.0f,
                           .light = {1.0f, 0.75f, 0.0f}},
    [Q3_WEAPON_NAILGUN] = {.flash = {1.0f, 0.75f, 0.0f}, .missile = "models/weaphits/nail.md3"},
    [Q3_WEAPON_MINES] = {.flash = {1.0f, 0.7f, 0.0f}, .missile = "models/weaphits/proxmine.md3"},
    [Q3_WEAPON_CHAINGUN] = {.flash = {1.0f, 1.0f, 0.0f}},
    [Q3_WEAPON_HEAVY] = {.flash = {1.0f, 1.0f, 0.0f}},
};

/* OpenArena has its own model for it, without a light. */
static const struct q3_weapon openarena_grapple = {.flash = {0.6f, 0.6f, 1.0f},
                                                   .missile = "models/ammo/hook/hook.md3"};

const struct q3_weapon *q3_weapon_of(enum q3_mod mod, int32_t number)
{
    if (number <= Q3_WEAPON_NONE || number >= Q3_WEAPONS) {
        return NULL;
    }
    return mod == Q3_MOD_OPENARENA && number == Q3_WEAPON_GRAPPLE ? &openarena_grapple
                                                                  : &weapons[number];
}
