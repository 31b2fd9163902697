#include "engine/quake3/effects/q3_effect_kinds.h"

#include "engine/quake3/q3_event_kind.h"

enum { /* ms */
       MARK = 10000,
       BLOOD = 500,
       SHELL = 3125, /* longest life of a machinegun shell */
       GIBS = 8000,  /* longest; the first decals appear while gibs still move */
       JUICED_STANDS = 5000,
       PUFF = 700,
       NO_IMPACT = 255,
       RAIL = 5000 /* rings: 600, and 0.5 ms per unit of length */
};

enum q3_effect_kind q3_effect_kind_of(const struct q3_game *game, enum q3_mod mod, int32_t event)
{
    static const uint8_t kinds[Q3_EVENT_KINDS] = {
        [Q3_EVENT_FIRE_WEAPON] = Q3_EFFECT_FIRE,
        [Q3_EVENT_JUMP_PAD] = Q3_EFFECT_JUMP_PAD,
        [Q3_EVENT_TELEPORT_IN] = Q3_EFFECT_TELEPORT_IN,
        [Q3_EVENT_TELEPORT_OUT] = Q3_EFFECT_TELEPORT_OUT,
        [Q3_EVENT_BULLET_FLESH] = Q3_EFFECT_BULLET_FLESH,
        [Q3_EVENT_BULLET_WALL] = Q3_EFFECT_BULLET_WALL,
        [Q3_EVENT_BULLET_WOOD] = Q3_EFFECT_BULLET_WALL,
        [Q3_EVENT_BULLET_SAND] = Q3_EFFECT_BULLET_WALL,
        [Q3_EVENT_BULLET_SNOW] = Q3_EFFECT_BULLET_WALL,
        [Q3_EVENT_BULLET_GLASS] = Q3_EFFECT_BULLET_WALL,
        [Q3_EVENT_MISSILE_HIT] = Q3_EFFECT_MISSILE_FLESH,
        [Q3_EVENT_MISSILE_MISS] = Q3_EFFECT_MISSILE_WALL,
        [Q3_EVENT_MISSILE_MISS_METAL] = Q3_EFFECT_MISSILE_METAL,
        [Q3_EVENT_RAIL_TRAIL] = Q3_EFFECT_RAIL,
        [Q3_EVENT_SHOTGUN] = Q3_EFFECT_SHOTGUN,
        [Q3_EVENT_GIB] = Q3_EFFECT_GIB,
        [Q3_EVENT_SCORE_PLUM] = Q3_EFFECT_PLUM,
        [Q3_EVENT_KAMIKAZE] = Q3_EFFECT_KAMIKAZE,
        [Q3_EVENT_OBELISK_EXPLODE] = Q3_EFFECT_OBELISK_EXPLODES,
        [Q3_EVENT_INVULNERABILITY_IMPACT] = Q3_EFFECT_INVULNERABILITY_IMPACT,
        [Q3_EVENT_JUICED] = Q3_EFFECT_JUICED,
        [Q3_EVENT_LIGHTNING_BOLT] = Q3_EFFECT_BOLT,
        [Q3_EVENT_USE_MEDKIT] = Q3_EFFECT_MEDKIT,
    };
    return (enum q3_effect_kind)kinds[q3_event_kind_of(game, mod, event)];
}

static int32_t life_of_shot(int32_t weapon)
{
    switch (weapon) {
    case 2:  /* machinegun */
    case 13: /* chaingun */
    case 14: /* Quake Live's machinegun */
        return SHELL;
    case 3: /* shotgun */
        return MARK;
    case 11: /* nailgun */
        return PUFF;
    default:
        return 0; /* the flash is the weapon's */
    }
}

int32_t q3_effect_life(const struct q3_effect *effect)
{
    switch ((enum q3_effect_kind)effect->kind) {
    case Q3_EFFECT_FIRE:
        return life_of_shot(effect->weapon);
    case Q3_EFFECT_BULLET_FLESH:
        return BLOOD + 1000; /* bubbles last longer than blood */
    case Q3_EFFECT_BULLET_WALL:
    case Q3_EFFECT_MISSILE_FLESH:
    case Q3_EFFECT_MISSILE_WALL:
    case Q3_EFFECT_MISSILE_METAL:
    case Q3_EFFECT_SHOTGUN:
        return MARK;
    case Q3_EFFECT_RAIL:
        return effect->parm == NO_IMPACT ? RAIL : MARK;
    case Q3_EFFECT_JUMP_PAD:
    case Q3_EFFECT_INVULNERABILITY_IMPACT:
        return 1000;
    case Q3_EFFECT_TELEPORT_IN:
    case Q3_EFFECT_TELEPORT_OUT:
    case Q3_EFFECT_MEDKIT:
    case Q3_EFFECT_HASTE_PUFF:
        return 500;
    case Q3_EFFECT_GIB:
        return GIBS + MARK;
    case Q3_EFFECT_PLUM:
        return 4000;
    case Q3_EFFECT_KAMIKAZE:
        return 3000;
    case Q3_EFFECT_OBELISK_EXPLODES:
        return 600;
    case Q3_EFFECT_JUICED:
        return JUICED_STANDS + GIBS + MARK;
    case Q3_EFFECT_BOLT:
        return 50;
    case Q3_EFFECT_SHIELD_RISES:
    case Q3_EFFECT_SHIELD_FALLS:
        return 250;
    case Q3_EFFECT_MOVERS: /* as long as its shot */
    case Q3_EFFECT_NONE:
    case Q3_EFFECT_KINDS:
        break;
    }
    return 0;
}
