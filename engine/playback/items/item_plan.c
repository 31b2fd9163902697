#include "engine/playback/items/item_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

/* A player takes what is this near: across, and up or down. Updates are up to a tenth of a second
 * apart. */
#define REACH_ACROSS 96.0f
#define REACH_UP 96.0f
/* Unseen for longer than this, an item that comes back at an unknown time may be there. */
#define HELD_SECONDS 120.0

/* Seen again later than this after its time, it was there, and taken between two updates. */
#define LATE_SECONDS 5.0

enum { NOBODY = UINT32_MAX };

/* An item of the level that is read. */
struct tracked {
    uint32_t number; /* of its entity */
    uint32_t item;   /* of plan.items */
    enum item_now now;
    uint32_t taker; /* slot; NOBODY = unknown, or it does not matter any more */
    uint64_t seen;  /* number of the last update that has it */
    struct demo_item last;
};

struct reading {
    struct item_plan *plan;
    double time;
    uint64_t update;
    bool begun;
    uint32_t level_count;
    struct tracked tracked[DEMO_ITEMS];
    uint32_t num_tracked;
    struct demo_items seen;
};

/* --- reading ---------------------------------------------------------------------------------- */

static int add_change(struct reading *r, struct tracked *track, enum item_now now, double back)
{
    struct item_plan *plan = r->plan;
    if (plan->num_changes == ITEM_PLAN_CHANGES) {
        return 0;
    }
    const int status = array_reserve(&plan->changes, &plan->cap_changes, plan->num_changes + 1,
                                     sizeof(*plan->changes));
    if (status == 0) {
        track->now = now;
        plan->changes[plan->num_changes++] = (struct item_change){r->time, back, track->item, now};
        plan->items[track->item].count++;
    }
    return status;
}

static int begin_level(struct reading *r)
{
    struct item_plan *plan = r->plan;
    r->begun = true;
    r->level_count = r->seen.level_count;
    r->num_tracked = 0;
    if (plan->num_levels == ITEM_PLAN_LEVELS) {
        return 0;
    }
    const int status = array_reserve(&plan->levels, &plan->cap_levels, plan->num_levels + 1,
                                     sizeof(*plan->levels));
    if (status == 0) {
        plan->levels[plan->num_levels++] =
            (struct item_plan_level){.start = r->time, .first = (uint32_t)plan->num_items};
    }
    return status;
}

/* The tracked item that is in the update; a new one if there is room. NULL: there is none, or out
 * of memory: *status is set. hint: where it is likely. */
static struct tracked *track_item(struct reading *r, const struct demo_item *item, uint32_t hint,
                                  int *status)
{
    struct item_plan *plan = r->plan;
    for (uint32_t i = 0; i < r->num_tracked; i++) {
        struct tracked *track = &r->tracked[(hint + i) % r->num_tracked];
        if (track->number == item->number && track->last.kind == item->kind) {
            return track;
        }
    }
    if (r->num_tracked == DEMO_ITEMS || plan->num_levels == 0 ||
        plan->num_changes == ITEM_PLAN_CHANGES) {
        return NULL;
    }
    *status =
        array_reserve(&plan->items, &plan->cap_items, plan->num_items + 1, sizeof(*plan->items));
    if (*status < 0) {
        return NULL;
    }
    struct item_plan_item *to = &plan->items[plan->num_items];
    *to = (struct item_plan_item){.kind = item->kind};
    memcpy(to->origin, item->origin, sizeof(to->origin));
    plan->levels[plan->num_levels - 1].count++;
    struct tracked *track = &r->tracked[r->num_tracked++];
    *track = (struct tracked){.number = item->number,
                              .item = (uint32_t)plan->num_items++,
                              .now = ITEM_UNKNOWN,
                              .taker = NOBODY};
    return track;
}

/* Items that are in the update. */
static int see_items(struct reading *r)
{
    int status = 0;
    for (uint32_t i = 0; i < r->seen.num_items && status == 0; i++) {
        struct tracked *track = track_item(r, &r->seen.items[i], i, &status);
        if (!track) {
            continue;
        }
        track->last = r->seen.items[i];
        track->seen = r->update;
        track->taker = NOBODY;
        if (track->now != ITEM_THERE) {
            status = add_change(r, track, ITEM_THERE, r->time);
        }
    }
    return status;
}

/* Who is at the item's place, the nearest; NOBODY. */
static uint32_t find_taker(const struct reading *r, const float place[3])
{
    uint32_t taker = NOBODY;
    float nearest = INFINITY;
    for (uint32_t i = 0; i < r->seen.num_players; i++) {
        const struct demo_item_player *player = &r->seen.players[i];
        const float x = player->origin[0] - place[0], y = player->origin[1] - place[1],
                    z = player->origin[2] - place[2];
        const float distance = x * x + y * y + z * z;
        if (fabsf(x) <= REACH_ACROSS && fabsf(y) <= REACH_ACROSS && fabsf(z) <= REACH_UP &&
            distance < nearest) {
            nearest = distance;
            taker = player->slot;
        }
    }
    return taker;
}

static int lose_item(struct reading *r, struct tracked *track)
{
    const struct demo_item *item = &track->last;
    const uint32_t taker = find_taker(r, item->origin);
    if ((taker == NOBODY && !r->seen.sees_all) || !(item->respawn > 0.0f)) {
        return add_change(r, track, ITEM_UNKNOWN, r->time);
    }
    track->taker = item->while_rich ? taker : NOBODY;
    return add_change(r, track, ITEM_TAKEN,
                      item->while_rich ? INFINITY : r->time + (double)item->respawn);
}

/* Quake's mega: its seconds begin when its taker has lost the extra health. */
static int watch_taker(struct reading *r, struct tracked *track)
{
    for (uint32_t i = 0; i < r->seen.num_players; i++) {
        const struct demo_item_player *player = &r->seen.players[i];
        if (player->slot == track->taker && player->is_poor) {
            track->taker = NOBODY;
            return add_change(r, track, ITEM_TAKEN, r->time + (double)track->last.respawn);
        }
    }
    return 0;
}

/* Items that are not in the update. */
static int miss_items(struct reading *r)
{
    int status = 0;
    for (uint32_t i = 0; i < r->num_tracked && status == 0; i++) {
        struct tracked *track = &r->tracked[i];
        if (track->seen == r->update) {
            continue;
        }
        if (track->now == ITEM_THERE) {
            status = lose_item(r, track);
        } else if (track->taker != NOBODY) {
            status = watch_taker(r, track);
        }
    }
    return status;
}

static int take_update(struct reading *r)
{
    int status = 0;
    r->update++;
    if (!r->begun || r->seen.level_count != r->level_count) {
        status = begin_level(r);
    }
    status = status == 0 ? see_items(r) : status;
    return status == 0 ? miss_items(r) : status;
}

/* Changes by time become changes by item: each goes to the next place of its item. */
static int sort_changes(struct item_plan *plan)
{
    struct item_change *sorted = calloc(plan->num_changes + 1, sizeof(*sorted));
    uint32_t first = 0;
    if (!sorted) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < plan->num_items; i++) {
        plan->items[i].first = first;
        first += plan->items[i].count;
        plan->items[i].count = 0;
    }
    for (size_t i = 0; i < plan->num_changes; i++) {
        struct item_plan_item *item = &plan->items[plan->changes[i].item];
        sorted[item->first + item->count++] = plan->changes[i];
    }
    free(plan->changes);
    plan->changes = sorted;
    plan->cap_changes = plan->num_changes + 1;
    return 0;
}

void item_plan_settle(struct item_plan *plan, bool sees_all)
{
    for (size_t i = 0; i < plan->num_items; i++) {
        struct item_change *changes = plan->changes + plan->items[i].first;
        for (uint32_t k = 0; k + 1 < plan->items[i].count; k++) {
            const struct item_change *next = &changes[k + 1];
            if (changes[k].now == ITEM_TAKEN && next->now == ITEM_THERE &&
                next->time < changes[k].back + (sees_all ? LATE_SECONDS : 0.0)) {
                changes[k].back = next->time;
            }
        }
    }
}

int item_plan_read(struct item_plan *plan, const struct timeline *timeline)
{
    struct timeline *head;
    *plan = (struct item_plan){0};
    int status = timeline_wait(timeline, false);
    if (status < 0 || (status = timeline_open_head(&head, timeline)) < 0) {
        return status;
    }
    struct reading *reading = calloc(1, sizeof(*reading));
    status = reading ? 0 : FORMAT_MEMORY;
    const uint32_t updates = timeline_extent(timeline).num_updates;
    for (uint32_t i = 0; status == 0 && i < updates; i++) {
        reading->plan = plan;
        reading->time = timeline_update_time(timeline, i);
        status = timeline_go_update(head, i);
        if (status == 0) {
            timeline_items(head, &reading->seen);
            status = take_update(reading);
        }
    }
    status = status == 0 ? sort_changes(plan) : status;
    if (status == 0) {
        item_plan_settle(plan, reading->seen.sees_all);
    }
    free(reading);
    timeline_close(head);
    if (status < 0) {
        item_plan_free(plan);
    }
    return status;
}

void item_plan_free(struct item_plan *plan)
{
    free(plan->levels);
    free(plan->items);
    free(plan->changes);
    *plan = (struct item_plan){0};
}

/* --- at a time -------------------------------------------------------------------------------- */

/* The last change of an item at or before a time; NULL = none. */
static const struct item_change *find_change(const struct item_plan *plan,
                                             const struct item_plan_item *item, double time)
{
    uint32_t low = 0, high = item->count;
    while (low < high) { /* the first one after */
        const uint32_t middle = low + (high - low) / 2;
        if (plan->changes[item->first + middle].time <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? &plan->changes[item->first + low - 1] : NULL;
}

static struct demo_item_wait wait_of(const struct item_plan_item *item,
                                     const struct item_change *change, double time)
{
    struct demo_item_wait wait = {.kind = item->kind};
    memcpy(wait.origin, item->origin, sizeof(wait.origin));
    if (change && change->now == ITEM_THERE) {
        wait.there = true;
    } else if (change && change->now == ITEM_TAKEN) {
        const bool held = isinf(change->back);
        wait.taken = held ? time < change->time + HELD_SECONDS : time <= change->back;
        wait.wait = held ? -1.0 : change->back - time;
    }
    return wait;
}

uint32_t item_plan_at(const struct item_plan *plan, double time,
                      struct demo_item_wait waits[DEMO_ITEMS])
{
    size_t level = plan->num_levels;
    while (level > 0 && plan->levels[level - 1].start > time) {
        level--;
    }
    if (level == 0) {
        return 0;
    }
    const struct item_plan_level *at = &plan->levels[level - 1];
    for (uint32_t i = 0; i < at->count; i++) {
        const struct item_plan_item *item = &plan->items[at->first + i];
        waits[i] = wait_of(item, find_change(plan, item, time), time);
    }
    return at->count;
}
