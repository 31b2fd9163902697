/* The columns of statistics: those of a match summary, then more. One table for text, JSON and CSV.
 */
#ifndef ENGINE_STATS_STATS_COLUMNS_H
#define ENGINE_STATS_STATS_COLUMNS_H

#include <stdint.h>

#include "engine/playback/summary/match_summary.h"

/* X(NAME, "title", what it shows) */
#define STATS_COLUMNS_LIST(X)                                                                      \
    X(STREAK, "run", "most frags in a row without dying")                                          \
    X(FLAGS, "flags", "flags taken")                                                               \
    X(CAPTURES, "caps", "flags captured")                                                          \
    X(RETURNS, "ret", "flags returned")                                                            \
    X(ALIVE, "alive", "seconds alive and seen")                                                    \
    X(SPEED, "speed", "mean speed, up and down apart, units per second")                           \
    X(TOP_SPEED, "top", "highest speed held for a tenth of a second")                              \
    X(DISTANCE, "way", "units, up and down apart")

/* The first are enum summary_column. */
enum stats_column {
    STATS_FIRST_COLUMN = SUMMARY_NUM_COLUMNS - 1,
#define STATS_COLUMN(NAME, title, what) STATS_##NAME,
    STATS_COLUMNS_LIST(STATS_COLUMN)
#undef STATS_COLUMN
        STATS_COLUMNS
};
_Static_assert(STATS_COLUMNS <= 64, "a bit for each");

/* Tables of text. */
enum stats_group {
    STATS_OF_FRAGS,
    STATS_OF_TIME,
    STATS_OF_ITEMS,
    STATS_OF_WEAPONS,
    STATS_OF_MOTION,
    STATS_GROUPS
};

/* How the values of a player's matches become one. */
enum stats_adding {
    STATS_SUM,
    STATS_MOST,
    STATS_BY_TIME, /* the mean, weighted by time */
    STATS_FROM     /* follows from other columns */
};

static inline uint64_t stats_bit(int column)
{
    return UINT64_C(1) << column;
}

/* "kills", "quad_time": of JSON and CSV. */
const char *stats_column_key(int column);
/* "kill", "quad%". */
const char *stats_column_title(int column);
const char *stats_column_words(int column);
enum stats_group stats_column_group(int column);
enum stats_adding stats_column_adding(int column);

#endif
