#include "engine/quake3/sounds/q3_weapon_sounds.h"

#include <stdbool.h>
#include <stddef.h>

#include "engine/quake3/scene/q3_weapons.h"

#define W(name) "sound/weapons/" name ".wav"

struct weapon_sounds {
    struct q3_sound_choice fire;
    const char *firing, *ready, *missile;
};

static const struct weapon_sounds weapons[Q3_WEAPONS] = {
    [Q3_WEAPON_GAUNTLET] = {.fire = {W("melee/fstatck"), NULL}, .firing = W("melee/fstrun")},
    [Q3_WEAPON_MACHINEGUN] = {.fire = {W("machinegun/machgf#b"), "1234"}},
    [Q3_WEAPON_SHOTGUN] = {.fire = {W("shotgun/sshotf1b"), NULL}},
    [Q3_WEAPON_GRENADES] = {.fire = {W("grenade/grenlf1a"), NULL}},
    [Q3_WEAPON_ROCKETS] = {.fire = {W("rocket/rocklf1a"), NULL}, .missile = W("rocket/rockfly")},
    [Q3_WEAPON_LIGHTNING] = {.fire = {W("lightning/lg_fire"), NULL},
                             .firing = W("lightning/lg_hum"),
                             .ready = W("melee/fsthum")},
    [Q3_WEAPON_RAILGUN] = {.fire = {W("railgun/railgf1a"), NULL}, .ready = W("railgun/rg_hum")},
    [Q3_WEAPON_PLASMA] = {.fire = {W("plasma/hyprbf1a"), NULL}, .missile = W("plasma/lasfly")},
    [Q3_WEAPON_BFG] = {.fire = {W("bfg/bfg_fire"), NULL},
                       .ready = W("bfg/bfg_hum"),
                       .missile = W("rocket/rockfly")},
    [Q3_WEAPON_GRAPPLE] = {.firing = W("melee/fstrun"), .ready = W("melee/fsthum")},
    [Q3_WEAPON_NAILGUN] = {.fire = {W("nailgun/wnalfire"), NULL}},
    [Q3_WEAPON_MINES] = {.fire = {W("proxmine/wstbfire"), NULL}},
    [Q3_WEAPON_CHAINGUN] = {.fire = {W("vulcan/vulcanf#b"), "1234"},
                            .firing = W("vulcan/wvulfire")},
    [Q3_WEAPON_HEAVY] = {.fire = {W("hmg/machgf#b"), "1234"}},
};

static const struct weapon_sounds unknown = {.fire = {W("rocket/rocklf1a"), NULL}};
static const struct weapon_sounds none = {.fire = {NULL, NULL}};
static const struct weapon_sounds openarena_grapple = {.fire = {W("grapple/grapfire"), NULL},
                                                       .missile = W("grapple/grappull")};

static const struct weapon_sounds *find_weapon(enum q3_mod mod, int32_t weapon)
{
    if (weapon == Q3_WEAPON_GRAPPLE && mod == Q3_MOD_OPENARENA) {
        return &openarena_grapple;
    }
    return weapon == Q3_WEAPON_NONE                 ? &none
           : weapon > 0 && weapon < (int)Q3_WEAPONS ? &weapons[weapon]
                                                    : &unknown;
}

struct q3_sound_choice q3_weapon_fire(enum q3_mod mod, int32_t weapon)
{
    return find_weapon(mod, weapon)->fire;
}

const char *q3_weapon_fire_loop(enum q3_mod mod, int32_t weapon)
{
    return find_weapon(mod, weapon)->firing;
}

const char *q3_weapon_ready_loop(enum q3_mod mod, int32_t weapon)
{
    return find_weapon(mod, weapon)->ready;
}

const char *q3_missile_loop(enum q3_mod mod, int32_t weapon)
{
    return find_weapon(mod, weapon)->missile;
}

/* The impact sound by surface; their names end in d, m and l. */
static struct q3_sound_choice by_surface(enum q3_surface surface, const char *wall,
                                         const char *metal, const char *flesh)
{
    return (struct q3_sound_choice){surface == Q3_SURFACE_METAL   ? metal
                                    : surface == Q3_SURFACE_FLESH ? flesh
                                                                  : wall,
                                    NULL};
}

/* Of the original's weapons only exploding ones have a flesh impact sound; Team Arena's all do. */
static bool has_flesh_impact(enum q3_mod mod, int32_t weapon)
{
    const bool team_arena = mod == Q3_MOD_TEAM_ARENA || mod == Q3_MOD_OPENARENA;
    return weapon == Q3_WEAPON_GRENADES || weapon == Q3_WEAPON_ROCKETS ||
           (team_arena && (weapon == Q3_WEAPON_NAILGUN || weapon == Q3_WEAPON_CHAINGUN ||
                           weapon == Q3_WEAPON_MINES));
}

struct q3_sound_choice q3_weapon_impact(enum q3_mod mod, int32_t weapon, enum q3_surface surface)
{
    static const struct q3_sound_choice silent = {NULL, NULL},
                                        ricochet = {W("machinegun/ric#"), "1233"},
                                        other_ricochet = {W("machinegun/ric#"), "1123"},
                                        bolt = {W("lightning/lg_hit#"), "22-3"},
                                        rocket = {W("rocket/rocklx1a"), NULL},
                                        plasma = {W("plasma/plasmx1a"), NULL};
    const bool team_arena = mod == Q3_MOD_TEAM_ARENA || mod == Q3_MOD_OPENARENA;
    if (surface == Q3_SURFACE_FLESH && !has_flesh_impact(mod, weapon)) {
        return silent;
    }
    switch (weapon) {
    case Q3_WEAPON_MACHINEGUN:
    case Q3_WEAPON_HEAVY:
        return ricochet;
    case Q3_WEAPON_SHOTGUN:
        return silent;
    case Q3_WEAPON_GRENADES:
    case Q3_WEAPON_ROCKETS:
    case Q3_WEAPON_BFG:
        return rocket;
    case Q3_WEAPON_RAILGUN:
    case Q3_WEAPON_PLASMA:
        return plasma;
    case Q3_WEAPON_MINES:
        return (struct q3_sound_choice){W("proxmine/wstbexpl"), NULL};
    case Q3_WEAPON_CHAINGUN:
        return team_arena ? other_ricochet
                          : by_surface(surface, W("vulcan/wvulimpd"), W("vulcan/wvulimpm"),
                                       W("vulcan/wvulimpl"));
    case Q3_WEAPON_LIGHTNING:
        return bolt;
    default:
        return weapon == Q3_WEAPON_NAILGUN || team_arena
                   ? by_surface(surface, W("nailgun/wnalimpd"), W("nailgun/wnalimpm"),
                                W("nailgun/wnalimpl"))
                   : bolt;
    }
}
