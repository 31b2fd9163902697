/* From what was counted and listed of a part of a demo to its statistics. */
#ifndef ENGINE_STATS_STATS_MAKE_H
#define ENGINE_STATS_STATS_MAKE_H

#include "engine/events/events_read.h"
#include "engine/stats/stats_tally.h"

/* A match, or all of a level. Offsets: of the first block, and of the next part's. */
struct stats_part {
    bool in_match, ended, finished;
    double start, end, ended_at; /* ended_at: if ended */
    double finish_time;          /* NAN = not known */
    size_t start_offset, end_offset;
    uint32_t level;
    char map[GAME_NAME];
};

/* The players that the server lists. */
struct stats_listed {
    bool there, spectator, has_score;
    int32_t score;
    char name[GAME_NAME], team[GAME_NAME];
};

struct stats_list { /* by slot */
    struct stats_listed players[DEMO_STATS_PLAYERS];
};

void stats_list_fill(struct stats_list *list, const struct demo_stats *stats);

struct stats_making { /* borrowed */
    const struct stats_part *part;
    struct stats_count *count; /* who is listed alone is added */
    const struct stats_list *list;
    const struct events_scanned *scanned;
    bool scores_add_up; /* a team's score is the sum of its players' */
};

/* match: zeroed. Returns 0 or FORMAT_MEMORY. */
int stats_make_match(struct stats_match *match, const struct stats_making *making) MUST_CHECK;
/* Counts of monsters and secrets of the levels; what the demo tells of its match. stats: of the
 * whole demo. */
void stats_make_levels(struct stats_demo *demo, const struct demo_stats *stats);

#endif
