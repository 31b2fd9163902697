/* What a player of Quake has, from update to update: what is new was picked up, what powerup is
 * gone ended. NetQuake's recorder, and the players of QuakeWorld whose stats the demo tells.
 *
 * Source: DEM 1.0.9 table 9 for the bits of items. */
#ifndef ENGINE_EVENTS_QUAKE_PACK_H
#define ENGINE_EVENTS_QUAKE_PACK_H

#include "engine/events/events_internal.h"

struct quake_pack { /* start from zeros, again at each level */
    int32_t health, armor, ammo[4];
    uint32_t items; /* IT_* */
};

struct quake_pack_watch { /* start from zeros, again at each level */
    struct quake_pack before;
    bool seen;
    double born;     /* when the player came to life last */
    double since[4]; /* when each powerup began: quad, pentagram, ring, suit */
};

/* Compares what the player has at an update with what he had at the one before; adds pickups,
 * powerups and their ends. viewed: the demo shows the player's view. now: the demo's clock. */
void quake_pack_see(struct quake_pack_watch *watch, struct events_reader *reader, int32_t slot,
                    const struct quake_pack *pack, bool viewed, double now);

/* The weapon of one IT_* bit, as a stat or message tells the one in hand. */
enum game_weapon quake_pack_weapon(uint32_t bit);
/* DEMO_STATUS_* of the powerups among the items, and whether one of the best weapons is there. */
uint16_t quake_pack_status(uint32_t items);

#endif
