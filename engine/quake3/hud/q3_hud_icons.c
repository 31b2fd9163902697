#include "engine/quake3/hud/q3_hud_icons.h"

#include <stddef.h>
#include <string.h>

enum { ITEMS = 64 /* numbers that may be items */, COMBAT_ARMOR = 50, BODY_ARMOR = 100 };

static const char *const weapons[] = {
    NULL,
    "icons/iconw_gauntlet",
    "icons/iconw_machinegun",
    "icons/iconw_shotgun",
    "icons/iconw_grenade",
    "icons/iconw_rocket",
    "icons/iconw_lightning",
    "icons/iconw_railgun",
    "icons/iconw_plasma",
    "icons/iconw_bfg",
    "icons/iconw_grapple",
    "icons/iconw_nailgun",
    "icons/iconw_proxlauncher",
    "icons/iconw_chaingun",
    "icons/weap_hmg",
};

static const char *const ammo[] = {
    NULL,
    NULL,
    "icons/icona_machinegun",
    "icons/icona_shotgun",
    "icons/icona_grenade",
    "icons/icona_rocket",
    "icons/icona_lightning",
    "icons/icona_railgun",
    "icons/icona_plasma",
    "icons/icona_bfg",
    NULL,
    "icons/icona_nailgun",
    "icons/icona_proxlauncher",
    "icons/icona_chaingun",
    "icons/ammo_hmg",
};

static const char *const powerups[Q3_POWERUPS] = {
    NULL,          "icons/quad",   "icons/envirosuit", "icons/haste",      "icons/invis",
    "icons/regen", "icons/flight", "icons/iconf_red1", "icons/iconf_blu1", "icons/iconf_neutral1",
    "icons/scout", "icons/guard",  "icons/doubler",    "icons/ammo_regen", "icons/invulnerability",
};

static const char *const holdables[] = {
    NULL,           "icons/teleporter",      "icons/medkit", "icons/kamikaze",
    "icons/portal", "icons/invulnerability", "icons/flight"};

#define AT(list, i) ((i) >= 0 && (size_t)(i) < sizeof(list) / sizeof((list)[0]) ? (list)[i] : NULL)

const char *q3_hud_weapon_icon(int32_t weapon)
{
    return AT(weapons, weapon);
}

const char *q3_hud_powerup_icon(int32_t powerup)
{
    return AT(powerups, powerup);
}

static const char *health_icon(uint8_t health)
{
    return health <= 5    ? "icons/iconh_green"
           : health <= 25 ? "icons/iconh_yellow"
           : health <= 50 ? "icons/iconh_red"
                          : "icons/iconh_mega";
}

static const char *armor_icon(uint8_t armor)
{
    return armor <= 5              ? "icons/iconr_shard"
           : armor < COMBAT_ARMOR  ? "icons/iconr_green"
           : armor == COMBAT_ARMOR ? "icons/iconr_yellow"
                                   : "icons/iconr_red";
}

/* Flags, skulls and control points, by model name. */
static const char *team_icon(const struct q3_item *item)
{
    static const char *const pairs[][2] = {
        {"r_orb", "icons/iconh_rorb"},      {"b_orb", "icons/iconh_borb"},
        {"a_blue", "icons/icona_blue"},     {"b_blue", "icons/iconb_blue"},
        {"a_red", "icons/icona_red"},       {"b_red", "icons/iconb_red"},
        {"a_white", "icons/icona_white"},   {"b_white", "icons/iconb_white"},
        {"r_flag", "icons/iconf_red1"},     {"b_flag", "icons/iconf_blu1"},
        {"n_flag", "icons/iconf_neutral1"},
    };
    for (size_t i = 0; item->model && i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        if (strstr(item->model, pairs[i][0])) {
            return pairs[i][1];
        }
    }
    return NULL;
}

const char *q3_hud_icon(const struct q3_item *item)
{
    switch ((enum q3_item_kind)item->kind) {
    case Q3_ITEM_WEAPON:
        return AT(weapons, item->tag);
    case Q3_ITEM_AMMO:
        return AT(ammo, item->tag);
    case Q3_ITEM_ARMOR:
        return armor_icon(item->tag);
    case Q3_ITEM_HEALTH:
        return health_icon(item->tag);
    case Q3_ITEM_POWERUP:
    case Q3_ITEM_PERSISTENT:
        return AT(powerups, item->tag);
    case Q3_ITEM_HOLDABLE:
        return AT(holdables, item->tag);
    case Q3_ITEM_TEAM:
        break;
    }
    return team_icon(item);
}

const struct q3_item *q3_hud_ammo_item(const struct q3_game *game, enum q3_mod mod, int32_t weapon)
{
    for (int32_t i = 1; i < ITEMS; i++) {
        const struct q3_item *item = q3_item_of(game, mod, i);
        if (item && item->kind == Q3_ITEM_AMMO && item->tag == weapon) {
            return item;
        }
    }
    return NULL;
}
