/* The strip of ticks over the rail: which kinds of events happened in which of its columns, in
 * lanes, ticks that stand too near to each other as one block. */
#ifndef ENGINE_VIEWER_OVERLAY_BAR_TICKS_H
#define ENGINE_VIEWER_OVERLAY_BAR_TICKS_H

#include "engine/viewer/overlay/bar_layout.h"

enum {
    BAR_MAX_COLUMNS = 4096,
    BAR_MERGE = 3 /* pixels: ticks with less between them are one */
};

/* What one walk over the events finds. */
struct bar_ticks {
    uint16_t columns[BAR_MAX_COLUMNS]; /* bits of the kinds there */
    uint32_t kinds;                    /* bits of those there are */
    bool has_near;                     /* one near the mouse: */
    int distance;
    struct demo_event near;
    char level[DEMO_EVENT_TEXT]; /* where the play head is */
};

/* hovered: whether one near the mouse is looked for, at most `reach` pixels away. */
void bar_find_ticks(struct bar_ticks *ticks, const struct bar *bar, const struct bar_layout *at,
                    bool hovered, int reach);

/* A run of columns [from, to) in which a kind's ticks are drawn as one. The first that begins at
 * column `from` or later; false: there is none. `near`: columns closer than that are one run. */
struct bar_run {
    int from, to;
};
bool bar_next_run(const uint16_t *columns, int num_columns, enum demo_event_kind kind, int near,
                  int from, struct bar_run *run);

/* The lane a kind stands in, from the top; -1: over all of them and the rail. */
int bar_lane(enum demo_event_kind kind);

void bar_draw_ticks(const struct osd_canvas *canvas, const struct bar *bar,
                    const struct bar_ticks *ticks, const struct bar_layout *at);

#endif
