#include "engine/quake3/effects/q3_impact.h"

#include <stddef.h>
#include <string.h>

#include "assets/quake/alias_normals.h"
#include "engine/quake3/scene/q3_weapons.h"

#define BULLET "models/weaphits/bullet.md3"
#define RING "models/weaphits/ring02.md3"

static const struct q3_explosion explosions[Q3_WEAPONS] = {
    [Q3_WEAPON_MACHINEGUN] = {.model = BULLET, .material = "bulletExplosion", .life = 600},
    [Q3_WEAPON_SHOTGUN] = {.model = BULLET, .material = "bulletExplosion", .life = 600},
    [Q3_WEAPON_GRENADES] = {.material = "grenadeExplosion",
                            .light = 300.0f,
                            .light_color = {1.0f, 1.0f, 0.0f},
                            .life = 600},
    [Q3_WEAPON_ROCKETS] = {.material = "rocketExplosion",
                           .light = 300.0f,
                           .light_color = {1.0f, 0.75f, 0.0f},
                           .life = 1000},
    [Q3_WEAPON_RAILGUN] = {.model = RING, .material = "railExplosion", .life = 600},
    [Q3_WEAPON_PLASMA] = {.model = RING, .material = "plasmaExplosion", .life = 600},
    [Q3_WEAPON_BFG] = {.material = "bfgExplosion", .life = 600},
    [Q3_WEAPON_MINES] = {.material = "grenadeExplosion",
                         .light = 300.0f,
                         .light_color = {1.0f, 1.0f, 0.0f},
                         .life = 600},
    [Q3_WEAPON_CHAINGUN] = {.model = BULLET, .life = 600},
    [Q3_WEAPON_HEAVY] = {.model = BULLET, .material = "bulletExplosion", .life = 600},
};

static bool has_team_arenas(enum q3_mod mod)
{
    return mod == Q3_MOD_TEAM_ARENA || mod == Q3_MOD_OPENARENA;
}

const struct q3_explosion *q3_impact_of(enum q3_mod mod, int32_t weapon)
{
    if (weapon <= Q3_WEAPON_NONE || weapon >= Q3_WEAPONS || explosions[weapon].life == 0 ||
        (weapon >= Q3_WEAPON_NAILGUN && !has_team_arenas(mod))) {
        return NULL;
    }
    return &explosions[weapon];
}

bool q3_impact_goes_through(enum q3_mod mod, int32_t weapon)
{
    return weapon == Q3_WEAPON_GRENADES || weapon == Q3_WEAPON_ROCKETS ||
           (has_team_arenas(mod) && (weapon == Q3_WEAPON_NAILGUN || weapon == Q3_WEAPON_MINES ||
                                     weapon == Q3_WEAPON_CHAINGUN));
}

void q3_direction_of(int32_t byte, float direction[3])
{
    memset(direction, 0, 3 * sizeof(*direction));
    if (byte >= 0 && byte < ALIAS_NORMALS) {
        memcpy(direction, alias_normals[byte], 3 * sizeof(*direction));
    }
}
