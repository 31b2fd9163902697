/* The numbers about playback and the followed player, shown over the picture. */
#ifndef ENGINE_VIEWER_STUDY_VIEWER_STATS_H
#define ENGINE_VIEWER_STUDY_VIEWER_STATS_H

#include "engine/text/osd.h"
#include "engine/viewer/overlay/stats_overlay.h"

struct viewer_demo;
struct viewer_picture;
struct viewer_sound;
struct window;

/* The lines of the demo that is open, at its play head. */
void viewer_describe_stats(const struct viewer_demo *demo, const struct viewer_picture *picture,
                           const struct viewer_sound *sound, const struct window *window,
                           char text[STATS_OVERLAY_TEXT]);

/* Draws the followed player's speeds at the right edge, below row `top` and above `bottom`. Nothing
 * if memory ran out. */
void viewer_draw_speeds(struct viewer_demo *demo, const struct osd_canvas *canvas, int top,
                        int bottom);

#endif
