#include "engine/quake3/effects/q3_effect_kinds.h"

#include <stddef.h>

enum { /* ms */
       MARK = 10000,
       BLOOD = 500,
       SHELL = 3125, /* of a machinegun at most */
       GIBS = 8000,  /* at most; and their first marks come before they lie still */
       JUICED_STANDS = 5000,
       PUFF = 700,
       NO_IMPACT = 255,
       RAIL = 5000 /* rings: 600 and half a millisecond for each unit */
};

/* Numbers of: 1.11 to 1.17, 1.27 and later, Quake Live; 0 = not there. */
static const struct {
    uint8_t old, classic, live, kind;
} events[] = {
    {23, 23, 20, Q3_EFFECT_FIRE},
    {13, 13, 9, Q3_EFFECT_JUMP_PAD},
    {42, 42, 39, Q3_EFFECT_TELEPORT_IN},
    {43, 43, 40, Q3_EFFECT_TELEPORT_OUT},
    {47, 48, 45, Q3_EFFECT_BULLET_FLESH},
    {48, 49, 46, Q3_EFFECT_BULLET_WALL},
    {49, 50, 47, Q3_EFFECT_MISSILE_FLESH},
    {50, 51, 48, Q3_EFFECT_MISSILE_WALL},
    {0, 52, 49, Q3_EFFECT_MISSILE_METAL},
    {51, 53, 50, Q3_EFFECT_RAIL},
    {52, 54, 51, Q3_EFFECT_SHOTGUN},
    {62, 64, 63, Q3_EFFECT_GIB},
    {0, 65, 64, Q3_EFFECT_PLUM},
    {0, 68, 67, Q3_EFFECT_KAMIKAZE},
    {0, 69, 68, Q3_EFFECT_OBELISK_EXPLODES},
    {0, 71, 70, Q3_EFFECT_INVULNERABILITY_IMPACT},
    {0, 72, 71, Q3_EFFECT_JUICED},
    {0, 73, 72, Q3_EFFECT_BOLT},
    {26, 26, 23, Q3_EFFECT_MEDKIT},
};

enum q3_effect_kind q3_effect_kind_of(const struct q3_game *game, int32_t event)
{
    const bool old = game->event_entity < 13;
    for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
        const uint8_t number = game->live ? events[i].live
                               : old      ? events[i].old
                                          : events[i].classic;
        if (number == event && number != 0) {
            return (enum q3_effect_kind)events[i].kind;
        }
    }
    return Q3_EFFECT_NONE;
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
    case Q3_EFFECT_NONE:
    case Q3_EFFECT_KINDS:
        break;
    }
    return 0;
}
