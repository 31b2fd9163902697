/* Statistics of the matches and levels of a demo, and of their players and teams.
 *
 * A level with matches in it counts as these; what was before the first, warmup, does not count.
 * Times: seconds of playback. Texts are plain ASCII. */
#ifndef ENGINE_STATS_STATS_MATCH_H
#define ENGINE_STATS_STATS_MATCH_H

#include "engine/events/game_event.h"
#include "engine/family/demo_items.h"
#include "engine/inspect/demo_told.h"
#include "engine/stats/stats_columns.h"
#include "formats/base/error.h"

/* Values by column, with a bit for each: */
struct stats_values {
    double values[STATS_COLUMNS];
    uint64_t known;
    uint64_t least;   /* it is that or more: the demo does not show all */
    uint64_t derived; /* the demo does not tell it: it is concluded from what it shows */
};

struct stats_items { /* bit n: enum demo_item_kind n */
    uint32_t taken[DEMO_ITEM_KINDS];
    uint32_t known, least, derived;
};

/* A player, or a team: then `team` and `slot` have no meaning. */
struct stats_row {
    char name[GAME_NAME], team[GAME_NAME]; /* "" = not known; none */
    int32_t slot;
    bool viewed;    /* the demo shows his view */
    double seconds; /* of the matches that the row is about */
    uint32_t matches;
    uint32_t demos, last_demo; /* of a sum; last_demo: number of the demo added last, from 1 */
    struct stats_values columns;
    struct stats_items items;
    uint32_t frags_by[GAME_WEAPONS];
    int32_t attacks[SUMMARY_WEAPONS], hits[SUMMARY_WEAPONS]; /* from SUMMARY_MG on */
};

struct stats_rows { /* by falling score */
    struct stats_row *items;
    size_t count, room;
};

struct stats_match {
    uint32_t level;      /* of the demo's levels, from 0 */
    char map[GAME_NAME]; /* the level's file, "dm6"; "" = not known */
    bool in_match;       /* a match began in the level; else all of the level */
    double start, end;   /* it lasts end - start */
    bool finished;       /* the level, or the match, came to its end */
    double finish_time;  /* by the game's clock; NAN = not known */
    bool has_counts;     /* a game of monsters and secrets: */
    int32_t kills, total_kills, secrets, total_secrets;
    struct stats_rows teams; /* none without two of them */
    struct stats_rows players;
    uint32_t taken[DEMO_ITEM_KINDS]; /* by all, unknown ones included */
};

struct stats_demo { /* start from {0}; free with stats_demo_free */
    struct stats_match *matches;
    size_t count, room;
    struct demo_told told;
};

void stats_demo_free(struct stats_demo *demo);

/* Adds a zeroed row. NULL if out of memory. */
struct stats_row *stats_rows_add(struct stats_rows *rows);
/* Orders by falling score, then by name. */
void stats_rows_sort(struct stats_rows *rows);
/* Sets a value; NAN: it is not known. */
void stats_row_set(struct stats_row *row, int column, double value);
static inline bool stats_row_knows(const struct stats_row *row, int column)
{
    return (row->columns.known >> column & 1) != 0;
}
/* Adds up, as the columns say; sum: zeroed before the first. */
void stats_row_add(struct stats_row *sum, const struct stats_row *more);
/* Sets the columns that follow from others: efficiency, speed, accuracies of weapons. */
void stats_row_conclude(struct stats_row *row);

#endif
