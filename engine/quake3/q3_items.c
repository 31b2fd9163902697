#include "engine/quake3/q3_items.h"

#include <stddef.h>

#define A(name) "models/powerups/armor/" name ".md3"
#define H(name) "models/powerups/health/" name ".md3"
#define W(name) "models/weapons2/" name ".md3"
#define M(name) "models/powerups/ammo/" name ".md3"
#define P(name) "models/powerups/instant/" name ".md3"
#define D(name) "models/powerups/holdable/" name ".md3"

/* The original's list ends with the blue flag. The items after it are Team Arena's, which most
 * later games have as well. */
static const struct q3_item usual[] = {
    {NULL, 0, 0, false, NULL, NULL},
    {"Armor Shard", Q3_ITEM_ARMOR, 5, false, A("shard"), A("shard_sphere")},
    {"Armor", Q3_ITEM_ARMOR, 50, true, A("armor_yel"), NULL},
    {"Heavy Armor", Q3_ITEM_ARMOR, 100, true, A("armor_red"), NULL},
    {"5 Health", Q3_ITEM_HEALTH, 5, false, H("small_cross"), H("small_sphere")},
    {"25 Health", Q3_ITEM_HEALTH, 25, false, H("medium_cross"), H("medium_sphere")},
    {"50 Health", Q3_ITEM_HEALTH, 50, false, H("large_cross"), H("large_sphere")},
    {"Mega Health", Q3_ITEM_HEALTH, 100, true, H("mega_cross"), H("mega_sphere")},
    {"Gauntlet", Q3_ITEM_WEAPON, 1, true, W("gauntlet/gauntlet"), NULL},
    {"Shotgun", Q3_ITEM_WEAPON, 3, true, W("shotgun/shotgun"), NULL},
    {"Machinegun", Q3_ITEM_WEAPON, 2, true, W("machinegun/machinegun"), NULL},
    {"Grenade Launcher", Q3_ITEM_WEAPON, 4, true, W("grenadel/grenadel"), NULL},
    {"Rocket Launcher", Q3_ITEM_WEAPON, 5, true, W("rocketl/rocketl"), NULL},
    {"Lightning Gun", Q3_ITEM_WEAPON, 6, true, W("lightning/lightning"), NULL},
    {"Railgun", Q3_ITEM_WEAPON, 7, true, W("railgun/railgun"), NULL},
    {"Plasma Gun", Q3_ITEM_WEAPON, 8, true, W("plasma/plasma"), NULL},
    {"BFG10K", Q3_ITEM_WEAPON, 9, true, W("bfg/bfg"), NULL},
    {"Grappling Hook", Q3_ITEM_WEAPON, 10, true, W("grapple/grapple"), NULL},
    {"Shells", Q3_ITEM_AMMO, 3, false, M("shotgunam"), NULL},
    {"Bullets", Q3_ITEM_AMMO, 2, false, M("machinegunam"), NULL},
    {"Grenades", Q3_ITEM_AMMO, 4, false, M("grenadeam"), NULL},
    {"Cells", Q3_ITEM_AMMO, 8, false, M("plasmaam"), NULL},
    {"Lightning", Q3_ITEM_AMMO, 6, false, M("lightningam"), NULL},
    {"Rockets", Q3_ITEM_AMMO, 5, false, M("rocketam"), NULL},
    {"Slugs", Q3_ITEM_AMMO, 7, false, M("railgunam"), NULL},
    {"Bfg Ammo", Q3_ITEM_AMMO, 9, false, M("bfgam"), NULL},
    {"Personal Teleporter", Q3_ITEM_HOLDABLE, 1, true, D("teleporter"), NULL},
    {"Medkit", Q3_ITEM_HOLDABLE, 2, true, D("medkit"), D("medkit_sphere")},
    {"Quad Damage", Q3_ITEM_POWERUP, 1, true, P("quad"), P("quad_ring")},
    {"Battle Suit", Q3_ITEM_POWERUP, 2, true, P("enviro"), P("enviro_ring")},
    {"Speed", Q3_ITEM_POWERUP, 3, true, P("haste"), P("haste_ring")},
    {"Invisibility", Q3_ITEM_POWERUP, 4, true, P("invis"), P("invis_ring")},
    {"Regeneration", Q3_ITEM_POWERUP, 5, true, P("regen"), P("regen_ring")},
    {"Flight", Q3_ITEM_POWERUP, 6, true, P("flight"), P("flight_ring")},
    {"Red Flag", Q3_ITEM_TEAM, 7, true, "models/flags/r_flag.md3", NULL},
    {"Blue Flag", Q3_ITEM_TEAM, 8, true, "models/flags/b_flag.md3", NULL},
    {"Kamikaze", Q3_ITEM_HOLDABLE, 3, true, "models/powerups/kamikazi.md3", NULL},
    {"Portal", Q3_ITEM_HOLDABLE, 4, true, D("porter"), NULL},
    {"Invulnerability", Q3_ITEM_HOLDABLE, 5, true, D("invulnerability"), NULL},
    {"Nails", Q3_ITEM_AMMO, 11, false, M("nailgunam"), NULL},
    {"Proximity Mines", Q3_ITEM_AMMO, 12, false, M("proxmineam"), NULL},
    {"Chaingun Belt", Q3_ITEM_AMMO, 13, false, M("chaingunam"), NULL},
    {"Scout", Q3_ITEM_PERSISTENT, 10, true, "models/powerups/scout.md3", NULL},
    {"Guard", Q3_ITEM_PERSISTENT, 11, true, "models/powerups/guard.md3", NULL},
    {"Doubler", Q3_ITEM_PERSISTENT, 12, true, "models/powerups/doubler.md3", NULL},
    {"Ammo Regen", Q3_ITEM_PERSISTENT, 13, true, "models/powerups/ammo.md3", NULL},
    {"Neutral Flag", Q3_ITEM_TEAM, 9, true, "models/flags/n_flag.md3", NULL},
    {"Red Cube", Q3_ITEM_TEAM, 0, true, "models/powerups/orb/r_orb.md3", NULL},
    {"Blue Cube", Q3_ITEM_TEAM, 0, true, "models/powerups/orb/b_orb.md3", NULL},
    {"Nailgun", Q3_ITEM_WEAPON, 11, true, "models/weapons/nailgun/nailgun.md3", NULL},
    {"Prox Launcher", Q3_ITEM_WEAPON, 12, true, "models/weapons/proxmine/proxmine.md3", NULL},
    {"Chaingun", Q3_ITEM_WEAPON, 13, true, "models/weapons/vulcan/vulcan.md3", NULL},
};

/* OpenArena's items, numbered after those. */
static const struct q3_item openarena[] = {
    {"Point A (Blue)", Q3_ITEM_TEAM, 0, true, "models/dpoints/a_blue.md3", NULL},
    {"Point B (Blue)", Q3_ITEM_TEAM, 0, true, "models/dpoints/b_blue.md3", NULL},
    {"Point A (Red)", Q3_ITEM_TEAM, 0, true, "models/dpoints/a_red.md3", NULL},
    {"Point B (Red)", Q3_ITEM_TEAM, 0, true, "models/dpoints/b_red.md3", NULL},
    {"Point A (White)", Q3_ITEM_TEAM, 0, true, "models/dpoints/a_white.md3", NULL},
    {"Point B (White)", Q3_ITEM_TEAM, 0, true, "models/dpoints/b_white.md3", NULL},
    {"Neutral domination point", Q3_ITEM_TEAM, 0, true, "models/flags/n_flag.md3", NULL},
    {"Red domination point", Q3_ITEM_TEAM, 0, true, "models/flags/r_flag.md3", NULL},
    {"Blue domination point", Q3_ITEM_TEAM, 0, true, "models/flags/b_flag.md3", NULL},
};
static const struct q3_item cpma[] = {
    {"Green Armor", Q3_ITEM_ARMOR, 25, true, A("armor_grn"), NULL},
    {"Backpack", Q3_ITEM_AMMO, 0, false, "models/backpack.md3", NULL},
    {"Neutral Flag", Q3_ITEM_TEAM, 9, true, "models/flags/n_flag.md3", NULL},
};
static const struct q3_item quake_live[] = {
    {"Spawn Armor", Q3_ITEM_ARMOR, 5, false, A("shard"), NULL},
    {"Heavy Machinegun", Q3_ITEM_WEAPON, 14, true, "models/weapons3/hmg/hmg.md3", NULL},
    {"Heavy Bullets", Q3_ITEM_AMMO, 14, false, M("hmgam"), NULL},
    {"Ammo Pack", Q3_ITEM_AMMO, 0, false, M("ammopack"), NULL},
    {"Silver Key", Q3_ITEM_TEAM, 0, true, "models/powerups/keys/key_silver.md3", NULL},
    {"Gold Key", Q3_ITEM_TEAM, 0, true, "models/powerups/keys/key_gold.md3", NULL},
    {"Master Key", Q3_ITEM_TEAM, 0, true, "models/powerups/keys/key_master.md3", NULL},
};

/* The one that only Quake Live has in the midst of the others. */
enum { LIVE_JACKET = 4 };
static const struct q3_item live_jacket = {"Green Armor", Q3_ITEM_ARMOR,  25,
                                           true,          A("armor_grn"), NULL};

#define COUNT(list) ((int32_t)(sizeof(list) / sizeof((list)[0])))

static const struct q3_item *find_item(const struct q3_item *list, int32_t count, int32_t number)
{
    return number >= 0 && number < count && list[number].name ? &list[number] : NULL;
}

const struct q3_item *q3_item_of(const struct q3_game *game, enum q3_mod mod, int32_t number)
{
    if (number <= 0) {
        return NULL;
    }
    if (game->live && number == LIVE_JACKET) {
        return &live_jacket;
    }
    if (game->live && number > LIVE_JACKET) {
        number--;
    }
    const int32_t tail = number - COUNT(usual);
    if (tail < 0) {
        return find_item(usual, COUNT(usual), number);
    }
    return game->live                ? find_item(quake_live, COUNT(quake_live), tail)
           : mod == Q3_MOD_CPMA      ? find_item(cpma, COUNT(cpma), tail)
           : mod == Q3_MOD_OPENARENA ? find_item(openarena, COUNT(openarena), tail)
                                     : NULL;
}

enum demo_item_kind q3_item_kind_of(const struct q3_item *item)
{
    enum { GREEN = 25, YELLOW = 50, RED = 100, MEGA = 100 /* tags */ };
    static const enum demo_item_kind powerups[] = {
        DEMO_ITEM_KINDS,        DEMO_ITEM_QUAD,         DEMO_ITEM_SUIT,  DEMO_ITEM_HASTE,
        DEMO_ITEM_INVISIBILITY, DEMO_ITEM_REGENERATION, DEMO_ITEM_FLIGHT};
    switch (item->kind) {
    case Q3_ITEM_POWERUP:
        return item->tag < sizeof(powerups) / sizeof(powerups[0]) ? powerups[item->tag]
                                                                  : DEMO_ITEM_KINDS;
    case Q3_ITEM_ARMOR:
        return item->tag == RED      ? DEMO_ITEM_RED_ARMOR
               : item->tag == YELLOW ? DEMO_ITEM_YELLOW_ARMOR
               : item->tag == GREEN  ? DEMO_ITEM_GREEN_ARMOR
                                     : DEMO_ITEM_KINDS;
    case Q3_ITEM_HEALTH:
        return item->tag == MEGA ? DEMO_ITEM_MEGA : DEMO_ITEM_KINDS;
    default:
        return DEMO_ITEM_KINDS;
    }
}

const char *q3_item_lower_name(const struct q3_item *item, char name[Q3_ITEM_NAME])
{
    size_t i = 0;
    for (; i + 1 < Q3_ITEM_NAME && item->name[i] != '\0'; i++) {
        const char c = item->name[i];
        name[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    name[i] = '\0';
    return name;
}

const struct q3_item *q3_item_of_weapon(int32_t weapon)
{
    static const struct {
        const struct q3_item *list;
        int32_t count;
    } lists[] = {{usual, COUNT(usual)}, {quake_live, COUNT(quake_live)}};
    for (size_t l = 0; l < sizeof(lists) / sizeof(lists[0]); l++) {
        for (int32_t i = 0; i < lists[l].count; i++) {
            const struct q3_item *item = &lists[l].list[i];
            if (item->name && item->kind == Q3_ITEM_WEAPON && item->tag == weapon) {
                return item;
            }
        }
    }
    return NULL;
}
