/* The strip of ticks over the rail: kinds of events in lanes, ticks that stand too near to each
 * other as one block. */
#ifndef ENGINE_VIEWER_OVERLAY_BAR_TICKS_H
#define ENGINE_VIEWER_OVERLAY_BAR_TICKS_H

#include "engine/viewer/overlay/bar_layout.h"
#include "engine/viewer/overlay/bar_strip.h"

enum { BAR_MERGE = 3 /* pixels: ticks with less between them are one */ };

/* The lane a kind stands in, from the top; -1: over all of them and the rail. */
int bar_lane(enum demo_event_kind kind);
/* Where ticks are at the same place, the one of the higher rank is seen. */
int bar_rank(enum demo_event_kind kind);

void bar_draw_ticks(const struct osd_canvas *canvas, const struct bar *bar,
                    const struct bar_strip *strip, const struct bar_layout *at);

#endif
