/* One picture of the viewer: the demo's, and over it the player's own. */
#ifndef ENGINE_VIEWER_VIEWER_DRAW_H
#define ENGINE_VIEWER_VIEWER_DRAW_H

#include "formats/base/error.h"

struct viewer;

/* 0, or negative after one line on stderr. */
int viewer_draw(struct viewer *viewer) MUST_CHECK;
/* The same moment as it is without the bar, for saving: not shown. Likewise. */
int viewer_draw_bare(struct viewer *viewer) MUST_CHECK;

#endif
