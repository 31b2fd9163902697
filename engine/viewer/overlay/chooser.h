/* The list of demos to choose one from, in a panel over the picture: an archive's, a folder's, the
 * playlist. Draws what it is given and knows which line is meant; opens nothing. */
#ifndef ENGINE_VIEWER_OVERLAY_CHOOSER_H
#define ENGINE_VIEWER_OVERLAY_CHOOSER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/osd.h"

struct chooser { /* start from {0} */
    bool shown;
    size_t selected; /* inside the list, where it is not empty */
    size_t top;      /* the first line in sight */
    /* How much all names begin with, found once: there may be very many. */
    char *const *measured; /* whose; NULL = none's yet */
    size_t measured_count, start;
};

/* The names of the list, borrowed; NULL is the built-in demo. */
struct chooser_list {
    char *const *names;
    size_t count;
    size_t current; /* the one that plays */
};

void chooser_open(struct chooser *chooser, size_t selected);
/* So many lines on (negative: back), inside the list. */
void chooser_move(struct chooser *chooser, const struct chooser_list *list, double lines);
/* Names in sight at once in a picture of this size. */
size_t chooser_page(int width, int height, size_t count);
/* The line under a point of the picture. False: there is none. */
bool chooser_at(const struct chooser *chooser, const struct chooser_list *list, int width,
                int height, int x, int y, size_t *place);
/* Keeps the selected line in sight, too. */
void chooser_draw(struct chooser *chooser, const struct chooser_list *list,
                  const struct osd_canvas *canvas);

#endif
