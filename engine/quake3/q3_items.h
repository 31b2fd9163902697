/* The things that lie about in Quake III's levels, by the number an entity or an event names: what
 * they are called, what they are of, and the models they are seen as.
 *
 * Source: the original's list of items (bg_misc) and those of the games made of it, as facts,
 * checked against the pickups of real demos. All static. */
#ifndef ENGINE_QUAKE3_Q3_ITEMS_H
#define ENGINE_QUAKE3_Q3_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"

enum q3_item_kind {
    Q3_ITEM_WEAPON, /* tag: the weapon's number */
    Q3_ITEM_AMMO,   /* likewise */
    Q3_ITEM_ARMOR,
    Q3_ITEM_HEALTH,
    Q3_ITEM_POWERUP, /* tag: its number in Quake III */
    Q3_ITEM_HOLDABLE,
    Q3_ITEM_PERSISTENT, /* Team Arena's runes */
    Q3_ITEM_TEAM        /* flags, cubes, points to hold; tag: the powerup of who carries it */
};

enum { Q3_HOLDABLE_KAMIKAZE = 3 }; /* a tag */

struct q3_item {
    const char *name; /* "Red Armor" */
    uint8_t kind;     /* enum q3_item_kind */
    uint8_t tag;
    bool notable;       /* worth a tick on the bar */
    const char *model;  /* "models/powerups/armor/shard.md3" */
    const char *second; /* NULL = none; what turns about or inside it */
};

/* NULL = no such item. */
const struct q3_item *q3_item_of(const struct q3_game *game, enum q3_mod mod, int32_t number);

/* The item that is that weapon, NULL = there is none: its model is the weapon's. */
const struct q3_item *q3_item_of_weapon(int32_t weapon);

#endif
