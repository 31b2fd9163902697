/* One picture of the viewer: the demo's, and over it the player's own. */
#ifndef ENGINE_VIEWER_VIEWER_DRAW_H
#define ENGINE_VIEWER_VIEWER_DRAW_H

#include "formats/base/error.h"

struct osd_canvas;
struct viewer;
struct viewer_demo;

/* 0, or negative after one line on stderr. */
int viewer_draw(struct viewer *viewer) MUST_CHECK;
/* Draws the same frame without overlay, for saving; does not show it. Returns as above. */
int viewer_draw_bare(struct viewer *viewer) MUST_CHECK;

/* The row of the canvas our own lines begin below: the game's own end there, whether there are some
 * now or not, so that nothing jumps. */
int viewer_messages_top(const struct viewer_demo *demo);
/* The row that this text goes below on the last frame: so that it covers nothing of the game's, the
 * first from viewer_messages_top on, or the canvas's first; else where it covers the least. It ends
 * above row `bottom`. */
int viewer_messages_place(const struct viewer_demo *demo, const struct osd_canvas *canvas,
                          const char *text, int bottom);

#endif
