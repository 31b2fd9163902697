/* When the items of a demo are taken and come back, found in one pass over the whole demo.
 *
 * An item that was in an update and is no more in the next one has been taken if the demo has all
 * items (.mvd), or if a player is at its place; else nothing is known of it until it is seen again.
 * When it comes back is told by the game's rules, or by the demo where it is seen to come back: a
 * new round brings all items back at once. A pure function of the demo. Times: seconds of demo
 * time, as in timeline.h. Immutable after reading. */
#ifndef ENGINE_PLAYBACK_ITEMS_ITEM_PLAN_H
#define ENGINE_PLAYBACK_ITEMS_ITEM_PLAN_H

#include "engine/family/demo_items.h"
#include "engine/playback/timeline.h"

enum {
    ITEM_PLAN_LEVELS = 1024,     /* later levels are left out */
    ITEM_PLAN_CHANGES = 1 << 18, /* later changes are left out */
};

enum item_now { ITEM_UNKNOWN, ITEM_THERE, ITEM_TAKEN };

struct item_change {
    double time;
    double back;   /* TAKEN: when it comes back; INFINITY = not known yet */
    uint32_t item; /* of plan.items */
    uint32_t now;  /* enum item_now */
};

struct item_plan_level { /* items [first, first + count) */
    double start;
    uint32_t first, count;
};

struct item_plan_item {
    enum demo_item_kind kind;
    float origin[3];
    uint32_t first, count; /* changes of it, by time */
};

struct item_plan { /* start from {0}; free with item_plan_free */
    struct item_plan_level *levels;
    size_t num_levels, cap_levels;
    struct item_plan_item *items;
    size_t num_items, cap_items;
    struct item_change *changes; /* by item, then by time */
    size_t num_changes, cap_changes;
};

/* Waits for the index; takes half a second for an hour. Returns 0 or FORMAT_MEMORY. */
int item_plan_read(struct item_plan *plan, const struct timeline *timeline) MUST_CHECK;
void item_plan_free(struct item_plan *plan);

/* Lets taken items come back when the demo shows them again: earlier than the rules have it in any
 * demo, somewhat later as well where it has all items. For item_plan_read and tests. */
void item_plan_settle(struct item_plan *plan, bool sees_all);

/* All items of the level at a time; returns their number. */
uint32_t item_plan_at(const struct item_plan *plan, double time,
                      struct demo_item_wait waits[DEMO_ITEMS]);

#endif
