/* A plan of whose eyes a demo with several views is seen with: one shot after another, from the
 * first picture to the last.
 *
 * What matters is known in advance, since the demo is recorded: the plan is the list of shots with
 * the highest worth, found by dynamic programming over cells of a eighth of a second. It is a pure
 * function of the facts, in integers. A shot lasts FOLLOW_SHOT_SECONDS
 * or more. It is shorter if its player dies, but then at least half as long, or leaves. With
 * FOLLOW_AUTO no shot ends while its player fights. Times: seconds of playback. */
#ifndef ENGINE_PLAYBACK_FOLLOW_PLAN_H
#define ENGINE_PLAYBACK_FOLLOW_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playback/follow/follow_facts.h"
#include "engine/playback/follow/follow_target.h"

#define FOLLOW_SHOT_SECONDS 2.0

struct follow_shot { /* [start, end) */
    double start, end;
    uint8_t slot;
    bool cut_short; /* shorter than FOLLOW_SHOT_SECONDS: its player dies or leaves in it */
};

struct follow_plan {           /* start from {0}; free with follow_plan_free */
    struct follow_shot *shots; /* by time, without gaps */
    uint32_t count;            /* 0: the demo has no such player, or one view only */
};

/* Returns 0 or FORMAT_MEMORY; takes milliseconds for an hour. target: not FOLLOW_PLAYER. */
int follow_plan_build(struct follow_plan *plan, enum follow_target target,
                      const struct follow_facts *facts) MUST_CHECK;
void follow_plan_free(struct follow_plan *plan);

/* The shot at a time; the first or last one outside of the demo. NULL: the plan has none. */
const struct follow_shot *follow_plan_at(const struct follow_plan *plan, double time);

#endif
