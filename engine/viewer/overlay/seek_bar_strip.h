/* The strip's ticks: kinds of events by column. Cached, because a long demo has too many events to
 * visit for each picture. */
#ifndef ENGINE_VIEWER_OVERLAY_SEEK_BAR_STRIP_H
#define ENGINE_VIEWER_OVERLAY_SEEK_BAR_STRIP_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_events.h"

enum { SEEK_BAR_MAX_COLUMNS = 4096 };

/* Columns where something is, a bit each: that of column c is bit c % 64 of word c / 64. */
struct seek_bar_columns {
    uint64_t words[SEEK_BAR_MAX_COLUMNS / 64];
};

struct seek_bar_strip { /* start from {0} for each timeline */
    struct seek_bar_columns columns[DEMO_EVENT_KINDS];
    uint32_t kinds; /* bits of those there are */
    /* Inputs of the cached columns; num_events 0: none yet. */
    uint32_t num_events;
    double range, latest;
    int left, good;
    /* The level from one time up to, but without, another. */
    double level_from, level_until;
    char level[DEMO_EVENT_TEXT];
};

struct seek_bar;
struct seek_bar_layout;

/* Makes the strip that of the bar, and its level that of the play head. */
void seek_bar_strip_follow(struct seek_bar_strip *strip, const struct seek_bar *bar,
                           const struct seek_bar_layout *at);

/* The event nearest to the mouse, at most `reach` pixels away; the highest rank at equal distance.
 * Returns the distance, negative if there is none. */
int seek_bar_strip_near(const struct seek_bar *bar, const struct seek_bar_layout *at, int reach,
                        struct demo_event *near);

/* Number of columns of the readable part of the rail, and the x of one. */
int seek_bar_num_columns(const struct seek_bar_layout *at);
int seek_bar_x_of_column(const struct seek_bar_layout *at, int column);

/* A run of columns [from, to) in which ticks are drawn as one. The first of `count` columns that
 * begins at column `from` or later; false: there is none. `near`: columns closer than that are one
 * run. */
struct seek_bar_run {
    int from, to;
};
bool seek_bar_next_run(const struct seek_bar_columns *columns, int count, int near, int from,
                       struct seek_bar_run *run);

#endif
