/* Where missiles that leave smoke behind have flown: the smoke stays when they are gone.
 *
 * Source: the original's client game (cg_weapons: trails), as facts. Part of struct q3_state, like
 * q3_effect.h: plain memory, words only, zeroed = none. A missile's way is told by its trajectory;
 * each bounce begins a new stretch. Times are ms of the server. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_TRAIL_H
#define ENGINE_QUAKE3_EFFECTS_Q3_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_trajectory.h"

enum {
    Q3_TRAILS = 512,           /* that are kept at once; then the oldest goes */
    Q3_TRAIL_FLIES = INT32_MAX /* as its end: the missile is still on it */
};

struct q3_trail {
    int32_t entity, weapon;
    int32_t owner; /* who shot it; -1 = the game does not tell */
    int32_t from;  /* it was seen there first; smoke comes later than that */
    int32_t to;    /* it was seen there no more */
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

/* Ms that smoke of that weapon's missiles lasts; 0 = they leave none. */
int32_t q3_trail_life(int32_t weapon);

/* --- For the files of the state alone. --- */

struct q3_game;
struct q3_state;

void q3_trails_clear(struct q3_trails *trails);
/* One more that is kept, as it is. */
void q3_trails_add(struct q3_trails *trails, const struct q3_trail *trail);
/* The current snapshot: ends the stretches of missiles that are gone or fly another way, and
 * forgets those whose smoke is gone. */
void q3_trails_step(struct q3_state *state, const struct q3_game *game);
/* An entity of the current snapshot that is new or has changed, behind q3_trails_step. */
void q3_trails_track(struct q3_state *state, const struct q3_game *game,
                     const struct q3_entity_state *entity);

#endif
