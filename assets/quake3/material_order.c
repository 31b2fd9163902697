#include "assets/quake3/material_order.h"

#include <stddef.h>

#include "assets/name_map.h"
#include "assets/quake3/material.h"

/* Ranks: a level's below the first; each name has room for its lightmaps. */
#define RANK_OF_GAME 0x40000000u
#define RANK_OF_SCRIPTS 0x50000000u
#define RANK_OF_OTHERS 0x80000000u
enum { LIGHTS = 8, MAX_DEFINITIONS = 0x05000000 };

/* As the published client game registers what it draws in the world. */
static const char *const game_names[] = {
    "smokePuff",
    "smokePuffRagePro",
    "shotgunSmokePuff",
    "sprites/plasma1",
    "bloodTrail",
    "waterBubble",
    "gfx/misc/tracer",
    "powerups/quad",
    "powerups/quadWeapon",
    "powerups/battleSuit",
    "powerups/battleWeapon",
    "powerups/invisibility",
    "powerups/regen",
    "hasteSmokePuff",
    "sprites/foe",
    "sprites/balloon3",
    "bloodExplosion",
    "teleportEffect",
    "gfx/damage/bullet_mrk",
    "gfx/damage/burn_med_mrk",
    "gfx/damage/hole_lg_mrk",
    "gfx/damage/plasma_mrk",
    "markShadow",
    "wake",
    "bloodMark",
    "lightningBoltNew",
    "lightningBolt",
    "rocketExplosion",
    "grenadeExplosion",
    "bulletExplosion",
    "railDisc",
    "railCore",
    "railExplosion",
    "plasmaExplosion",
    "bfgExplosion",
};

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name; name++) {
        hash = (hash ^ (uint8_t)name_lower(*name)) * 16777619u;
    }
    return hash;
}

uint32_t material_order_rank(const char *name, bool scripted, uint32_t definition, int32_t lightmap)
{
    /* Order within a name: lightmaps, then none, white, vertex and 2D. */
    const uint32_t light = lightmap >= 0 ? 0 : lightmap < -6 ? 7 : (uint32_t)-lightmap;
    for (uint32_t i = 0; i < sizeof(game_names) / sizeof(game_names[0]); i++) {
        if (name_equal_nocase(name, game_names[i])) {
            return RANK_OF_GAME + i * LIGHTS + light;
        }
    }
    if (scripted) {
        const uint32_t at = definition < MAX_DEFINITIONS ? definition : MAX_DEFINITIONS;
        return RANK_OF_SCRIPTS + at * LIGHTS + light;
    }
    return RANK_OF_OTHERS | hash_of(name);
}

int material_compare(const struct material *a, const struct material *b)
{
    if (a->rules->sort != b->rules->sort) {
        return a->rules->sort < b->rules->sort ? -1 : 1;
    }
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    const char *x = a->name, *y = b->name;
    for (; *x && name_lower(*x) == name_lower(*y); x++, y++) {
    }
    if (name_lower(*x) != name_lower(*y)) {
        return (uint8_t)name_lower(*x) - (uint8_t)name_lower(*y);
    }
    return a->lightmap < b->lightmap ? -1 : a->lightmap > b->lightmap;
}
