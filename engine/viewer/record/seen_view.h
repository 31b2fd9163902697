/* What the window shows, as options of the commands that draw: for films and for the line of a
 * picture. Main thread only. */
#ifndef ENGINE_VIEWER_RECORD_SEEN_VIEW_H
#define ENGINE_VIEWER_RECORD_SEEN_VIEW_H

#include "engine/playback/playback_context.h"

struct viewer;

struct seen_view {
    struct playback_options options; /* its strings belong to the viewer, or are `follow` */
    char follow[16], others[VIEW_NAMES];
    double gamma, contrast; /* 0 = the command's default */
    int width, height;      /* of the window's canvas, pixels */
};

/* Of the open demo. Borrows; good until the viewer changes. */
void seen_view_find(struct viewer *viewer, struct seen_view *view);

#endif
