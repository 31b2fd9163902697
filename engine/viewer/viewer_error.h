/* Panel about a demo that could not be opened: error and known facts, over the playing demo or an
 * empty window. */
#ifndef ENGINE_VIEWER_VIEWER_ERROR_H
#define ENGINE_VIEWER_VIEWER_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/overlay/error_panel.h"

struct viewer;
struct viewer_base;
struct viewer_demo;

struct viewer_error {
    bool shown;
    char *name; /* owned; the demo's */
    char reason[192];
    char kind[128], level[160], players[256], length[32]; /* "" = not known */
};

/* Shows the panel for a demo of the playlist. Reads the demo for known facts. */
void viewer_show_error(struct viewer *viewer, size_t place, const char *reason);
/* Closes the panel. False if it was not shown. */
bool viewer_close_error(struct viewer_error *error, struct viewer_base *base);
/* The panel's text, with the keys there are now. */
void viewer_describe_error(const struct viewer_error *error, const struct viewer_demo *demo,
                           const struct viewer_base *base, char text[ERROR_PANEL_BYTES]);

#endif
