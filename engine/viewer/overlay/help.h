/* The help: current key bindings and mouse gestures, in groups and columns, over the whole picture.
 * First the few that everybody needs, then all. Typed text finds among all. */
#ifndef ENGINE_VIEWER_OVERLAY_HELP_H
#define ENGINE_VIEWER_OVERLAY_HELP_H

#include <stdbool.h>

#include "engine/text/osd.h"
#include "engine/viewer/keys/keys.h"

enum { HELP_FILTER = 24 };

struct help { /* zero-initialise */
    bool shown;
    bool all; /* all keys, and not the basic ones alone */
    int page; /* from 0; beyond the last page = the last page */
    char
        filter[HELP_FILTER]; /* shows only lines that contain it, in text, heading or action name */
};

/* Shows the basic keys, without a filter. */
void help_open(struct help *help);
/* Appends a visible ASCII character to the filter; ignores others, and all when the filter is full.
 */
void help_type(struct help *help, char character);
/* Deletes the last character of the filter. */
void help_erase(struct help *help);
/* Clears the filter; without a filter, closes the page. */
void help_escape(struct help *help);
/* Turns `pages` pages forward (negative: back), clamped to the existing ones. Behind the basic keys
 * are the pages of all keys. */
void help_turn(struct help *help, const struct key_map *map, int width, int height, int pages);

/* Number of pages in a picture of this size. */
int help_pages(const struct help *help, const struct key_map *map, int width, int height);
void help_draw(const struct help *help, const struct key_map *map, const struct osd_canvas *canvas);

#endif
