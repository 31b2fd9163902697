/* A text panel with a background in the upper middle of the picture, for content longer than a
 * line. */
#ifndef ENGINE_VIEWER_OVERLAY_PANEL_H
#define ENGINE_VIEWER_OVERLAY_PANEL_H

#include "engine/text/osd.h"

/* Draws a panel between rows `top` and `bottom`. The first line is the title. Lines are wrapped; if
 * there are too many, those before the last two are omitted. Draws nothing if title and last lines
 * do not fit. */
void panel_draw(const struct osd_canvas *canvas, const char *text, int top, int bottom);

#endif
