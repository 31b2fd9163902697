/* The summary of a match as a table over the picture: teams, then players, in columns of what the
 * demo tells. */
#ifndef ENGINE_PLAYBACK_SUMMARY_SUMMARY_PANEL_H
#define ENGINE_PLAYBACK_SUMMARY_SUMMARY_PANEL_H

#include "engine/playback/summary/match_summary.h"
#include "engine/text/osd.h"

/* Centred between the rows top and bottom. Columns that are too wide for the canvas are left out
 * from the right, rows from below, which a last row tells. Returns what it covers. */
struct osd_area summary_panel_draw(const struct match_summary *summary,
                                   const struct osd_canvas *canvas, int top, int bottom);

#endif
