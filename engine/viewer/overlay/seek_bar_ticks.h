/* The strip of ticks over the rail: kinds of events in lanes, ticks that stand too near to each
 * other as one block. */
#ifndef ENGINE_VIEWER_OVERLAY_SEEK_BAR_TICKS_H
#define ENGINE_VIEWER_OVERLAY_SEEK_BAR_TICKS_H

#include "engine/viewer/overlay/seek_bar_layout.h"
#include "engine/viewer/overlay/seek_bar_strip.h"

enum { SEEK_BAR_MERGE = 3 /* pixels: ticks with less between them are one */ };

/* Lane of a kind, from the top; -1: covers all lanes and the rail. */
int seek_bar_lane(enum demo_event_kind kind);
/* Drawing order, from 0: at the same place the higher rank is visible. */
int seek_bar_rank(enum demo_event_kind kind);

/* What a kind's ticks look like, for the legend: as wide and dashed as they are, in an area of at
 * least 3 scales across. */
void seek_bar_draw_swatch(const struct osd_canvas *canvas, enum demo_event_kind kind,
                          struct osd_area area, int scale, int alpha);

void seek_bar_draw_ticks(const struct osd_canvas *canvas, const struct seek_bar *bar,
                         const struct seek_bar_strip *strip, const struct seek_bar_layout *at);

#endif
