/* Rows of kills in a demo: kills without dying, kills within a short time, and who ended a row.
 *
 * A pure function of the demo's indexed kills; where they do not name killers (old servers) there
 * are none. Suicides and kills of team mates that cost a point do not count. In NetQuake and .qwd
 * demos only a kill by someone else ends a row: other deaths are not in the index. Times: seconds.
 */
#ifndef ENGINE_PLAYBACK_STREAKS_STREAK_PLAN_H
#define ENGINE_PLAYBACK_STREAKS_STREAK_PLAN_H

#include "engine/family/demo_call.h"
#include "engine/family/demo_events.h"
#include "engine/playback/timeline.h"

#define STREAK_QUICK_SECONDS 3.0 /* from a kill to the next one of a double kill, and so on */
#define STREAK_SHOWN_SECONDS 4.0

enum { STREAK_STEP = 5 /* kills in a row that are told, and each multiple */, STREAK_SLOTS = 64 };

enum streak_kind { STREAK_ROW, STREAK_ENDED, STREAK_QUICK };

struct streak {
    double time;
    enum streak_kind kind;
    uint32_t kills;        /* of the row; QUICK: 2 or more */
    int16_t player, other; /* slots; ENDED: whose row it was */
};

struct streak_plan {        /* start from {0}; free with streak_plan_free */
    struct streak *streaks; /* by time */
    size_t count, capacity;
};

/* events: by time. deaths_count: a DEMO_EVENT_DEATH with a killer is that one's kill (Quake III's,
 * of the watched player). Returns 0 or FORMAT_MEMORY. */
int streak_plan_build(struct streak_plan *plan, const struct demo_event *events, uint32_t count,
                      bool deaths_count) MUST_CHECK;
/* Waits for the index. */
int streak_plan_read(struct streak_plan *plan, const struct timeline *timeline,
                     bool deaths_count) MUST_CHECK;
void streak_plan_free(struct streak_plan *plan);

/* What is told at a time, the newest last; names are of the players at the timeline's cursor.
 * Returns the number. */
uint32_t streak_plan_at(const struct streak_plan *plan, const struct timeline *timeline,
                        double time, struct demo_call calls[DEMO_CALLS]);

#endif
