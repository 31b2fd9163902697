/* Items of Quake III by their number in entities and events: name, kind, models.
 *
 * Source: the item lists (bg_misc) of the original and of the games based on it, checked against
 * the pickups of real demos. Constant data. */
#ifndef ENGINE_QUAKE3_Q3_ITEMS_H
#define ENGINE_QUAKE3_Q3_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_items.h"
#include "engine/quake3/q3_game.h"

enum q3_item_kind {
    Q3_ITEM_WEAPON, /* tag: the weapon's number */
    Q3_ITEM_AMMO,   /* tag: the weapon's number */
    Q3_ITEM_ARMOR,
    Q3_ITEM_HEALTH,
    Q3_ITEM_POWERUP, /* tag: its number in Quake III */
    Q3_ITEM_HOLDABLE,
    Q3_ITEM_PERSISTENT, /* Team Arena's runes */
    Q3_ITEM_TEAM        /* flags, cubes, control points; tag: the carrier's powerup */
};

enum { Q3_HOLDABLE_KAMIKAZE = 3 }; /* a tag */

struct q3_item {
    const char *name; /* "Red Armor" */
    uint8_t kind;     /* enum q3_item_kind */
    uint8_t tag;
    bool notable;       /* worth a tick on the bar */
    const char *model;  /* "models/powerups/armor/shard.md3" */
    const char *second; /* drawn rotating around or inside it; NULL = none */
};

/* Returns NULL for an unknown number. */
const struct q3_item *q3_item_of(const struct q3_game *game, enum q3_mod mod, int32_t number);

/* What it is among the items that decide matches, by an armour's and a health's points;
 * DEMO_ITEM_KINDS = none of them. */
enum demo_item_kind q3_item_kind_of(const struct q3_item *item);

/* The name in small letters: "red armor". Returns `name`. */
enum { Q3_ITEM_NAME = 32 };
const char *q3_item_lower_name(const struct q3_item *item, char name[Q3_ITEM_NAME]);

/* The item of that weapon, whose model is the weapon's; NULL = none. */
const struct q3_item *q3_item_of_weapon(int32_t weapon);

#endif
