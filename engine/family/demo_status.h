/* Facts about the players of a demo that shows more of them than the recorder: which views it has,
 * who is seen or alive, weapons, powerups, flags and scores. The list of changes grows while a demo
 * is scanned. Times: seconds. */
#ifndef ENGINE_FAMILY_DEMO_STATUS_H
#define ENGINE_FAMILY_DEMO_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    DEMO_STATUS_VIEW = 1, /* the demo has the player's view */
    DEMO_STATUS_ALIVE = 2,
    DEMO_STATUS_ARMED = 4, /* has one of the best weapons */
    DEMO_STATUS_QUAD = 8,
    DEMO_STATUS_PROTECTED = 16, /* invulnerable */
    DEMO_STATUS_HIDDEN = 32,    /* invisible */
    DEMO_STATUS_FLAG = 64,      /* carries one; known of players out of sight, too */
    DEMO_STATUS_SUIT = 128,     /* Quake III's battle suit */
    DEMO_STATUS_HASTE = 256,
    DEMO_STATUS_REGENERATION = 512,
    DEMO_STATUS_SEEN = 1024 /* the demo shows the player, whose view it may not have */
};

enum { DEMO_STATUS_PLAYERS = 32, DEMO_STATUS_STACK = 8 /* points in a unit of `stack` */ };

/* A player from an update on, until the slot's next entry. */
struct demo_status {
    double time; /* of the update; set by the timeline */
    uint32_t step;
    int32_t frags;
    uint8_t slot; /* below DEMO_STATUS_PLAYERS */
    uint8_t
        stack; /* health and armour together, in units of DEMO_STATUS_STACK points, rounded up */
    uint16_t bits;
};

struct demo_statuses { /* start from {0}; caller frees items */
    struct demo_status *items;
    uint32_t count;
    size_t capacity;
};

/* Maximum number of entries, beyond what real demos have; later ones are dropped. */
enum { DEMO_MAX_STATUSES = 1 << 19 };

/* Adds an entry. statuses may be NULL. Returns 0 or FORMAT_MEMORY. */
int demo_statuses_add(struct demo_statuses *statuses, const struct demo_status *status) MUST_CHECK;

#endif
