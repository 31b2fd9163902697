/* A text on a ground of its own in the middle of the upper part of the picture: what is said of
 * something larger than a line, as that the level is missing. */
#ifndef ENGINE_VIEWER_OVERLAY_PANEL_H
#define ENGINE_VIEWER_OVERLAY_PANEL_H

#include "engine/text/osd.h"

/* The text's first line is a title. Line ends begin new lines, and what is wider than the picture
 * is wrapped; of more lines than there is room for, those before the last two lines are left
 * out. The panel begins below row `top` and ends above row `bottom`, where these and the title fit
 * between them. */
void panel_draw(const struct osd_canvas *canvas, const char *text, int top, int bottom);

#endif
