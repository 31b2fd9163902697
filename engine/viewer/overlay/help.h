/* The help page: current key bindings and mouse gestures, in groups and columns, over the whole
 * picture. Typed text filters it. */
#ifndef ENGINE_VIEWER_OVERLAY_HELP_H
#define ENGINE_VIEWER_OVERLAY_HELP_H

#include <stdbool.h>

#include "engine/text/osd.h"
#include "engine/viewer/keys/keys.h"

enum { HELP_FILTER = 24 };

struct help { /* start from {0} */
    bool shown;
    int page;                 /* from 0; what there is not counts as the last */
    char filter[HELP_FILTER]; /* only lines with this in them, their heading or action's name */
};

/* With everything on it, from the first page. */
void help_open(struct help *help);
/* Adds a character to the filter; what is no visible ASCII, or too much, is not taken. */
void help_type(struct help *help, char character);
/* Takes the last one away. */
void help_erase(struct help *help);
/* The filter first, then the page. */
void help_escape(struct help *help);
/* So many pages on, inside those there are. */
void help_turn(struct help *help, const struct key_map *map, int width, int height, int pages);

/* Number of pages in a picture of this size. */
int help_pages(const struct help *help, const struct key_map *map, int width, int height);
void help_draw(const struct help *help, const struct key_map *map, const struct osd_canvas *canvas);

#endif
