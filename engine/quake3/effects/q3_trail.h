/* Flight paths of missiles that leave smoke. The smoke outlasts the missile.
 *
 * Source: the original's client game (cg_weapons: trails), as facts. Part of struct q3_state, like
 * q3_effect.h: 32-bit members only, no pointers; zeroed = no trails. A trail is one trajectory;
 * each bounce begins a new trail. Times are server ms. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_TRAIL_H
#define ENGINE_QUAKE3_EFFECTS_Q3_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_trajectory.h"

enum {
    Q3_TRAILS = 512,           /* ring capacity; a further trail replaces the oldest */
    Q3_TRAIL_FLIES = INT32_MAX /* value of `to` while the missile is on the path */
};

struct q3_trail {
    int32_t entity, weapon;
    int32_t owner; /* shooter's client; -1 = unknown: only OpenArena sends it */
    int32_t from;  /* first snapshot with the missile on this path; puffs start later */
    int32_t to;    /* first snapshot without it */
    struct q3_trajectory path;
};

struct q3_trails {
    uint32_t first, count; /* a ring; the i-th oldest is at[(first + i) % Q3_TRAILS] */
    struct q3_trail at[Q3_TRAILS];
};

static inline const struct q3_trail *q3_trails_at(const struct q3_trails *trails, uint32_t i)
{
    return &trails->at[(trails->first + i) % Q3_TRAILS];
}

/* Lifetime of a puff of that weapon's missiles, ms; 0 = no smoke. */
int32_t q3_trail_life(int32_t weapon);

void q3_trails_clear(struct q3_trails *trails);
/* Appends a copy; replaces the oldest if the ring is full. */
void q3_trails_add(struct q3_trails *trails, const struct q3_trail *trail);
#endif
