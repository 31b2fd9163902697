/* Items that come back after a time and decide matches: powerups, armours, the mega health.
 *
 * What an update of a demo tells of them (demo_family.items), and what a frame shows: which are
 * there and when the others come back, from a plan of the whole demo (engine/playback/items).
 * Coordinates: Quake units; times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_ITEMS_H
#define ENGINE_FAMILY_DEMO_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

enum demo_item_kind {
    DEMO_ITEM_QUAD,
    DEMO_ITEM_PENTAGRAM,
    DEMO_ITEM_RING,
    DEMO_ITEM_SUIT,
    DEMO_ITEM_HASTE,
    DEMO_ITEM_INVISIBILITY,
    DEMO_ITEM_REGENERATION,
    DEMO_ITEM_FLIGHT,
    DEMO_ITEM_MEGA,
    DEMO_ITEM_RED_ARMOR,
    DEMO_ITEM_YELLOW_ARMOR,
    DEMO_ITEM_GREEN_ARMOR,
    DEMO_ITEM_KINDS
};

/* "quad", "red armor": plain ASCII, at most 12 letters. */
const char *demo_item_name(enum demo_item_kind kind);

enum { DEMO_ITEMS = 64 /* of a level */, DEMO_ITEM_PLAYERS = 64 };

/* An item that is in an update. */
struct demo_item {
    uint32_t number; /* of its entity */
    enum demo_item_kind kind;
    float origin[3];
    float respawn;   /* seconds from being taken until it is back; 0 = it stays away */
    bool while_rich; /* Quake's mega: these seconds begin when its taker has lost the extra health
                      */
};

struct demo_item_player {
    uint32_t slot;
    float origin[3];
    bool is_rich; /* the demo tells that the player has more than 100 health, */
    bool is_poor; /* or 100 and less; neither: it does not tell */
};

/* Level, items and players of an update. */
struct demo_items {
    uint32_t level_count; /* as in demo_body.h */
    bool sees_all;        /* all items that are there are in the update; else those near a player */
    uint32_t num_items;
    struct demo_item items[DEMO_ITEMS];
    uint32_t num_players;
    struct demo_item_player players[DEMO_ITEM_PLAYERS];
};

/* Append an item or a player; what is too many, or has no valid place, is left out. */
void demo_items_add(struct demo_items *items, const struct demo_item *item);
void demo_items_add_player(struct demo_items *items, const struct demo_item_player *player);

/* An item as a frame shows it. */
struct demo_item_wait {
    enum demo_item_kind kind;
    float origin[3];
    bool there;  /* it can be taken */
    bool taken;  /* it is known to have been taken; neither: nothing is known */
    double wait; /* taken: seconds until it is back; negative = not known yet */
};

#endif
