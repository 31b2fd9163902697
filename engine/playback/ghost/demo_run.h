/* The run of a demo's player: its path and its split times.
 *
 * Splits are what a demo tells of a run: pickups, secrets, flags, doors and buttons that sound, the
 * end of a level. Read once; immutable afterwards. Times: seconds of demo time. */
#ifndef ENGINE_PLAYBACK_GHOST_DEMO_RUN_H
#define ENGINE_PLAYBACK_GHOST_DEMO_RUN_H

#include "engine/playback/ghost/body_path.h"

enum {
    DEMO_RUN_SPLITS = 8192, /* later ones are left out */
    DEMO_RUN_PLAYER = 64
};

struct run_split {
    double time;
    uint32_t level;             /* of the path */
    uint32_t nth;               /* of that name in the level, from 1 */
    char name[DEMO_EVENT_TEXT]; /* "rocket launcher", "secret 1 of 6", "door at 120 -64 32" */
};

struct demo_run { /* start from {0} */
    struct body_path path;
    struct run_split *splits; /* by rising time */
    size_t num_splits, cap_splits;
    char player[DEMO_RUN_PLAYER]; /* name, plain ASCII; "" = the demo has none, or they are
                                     several */
};

/* who: as in body_path_read. Returns 0 or FORMAT_MEMORY; free the run in either case. */
int demo_run_read(struct demo_run *run, const struct timeline *timeline,
                  const char *who) MUST_CHECK;
void demo_run_free(struct demo_run *run);

/* The split of that level with the same name and number as `like`; NULL = none. */
const struct run_split *demo_run_find(const struct demo_run *run, size_t level,
                                      const struct run_split *like);

#endif
