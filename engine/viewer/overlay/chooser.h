/* The list of demos or marks to choose one from, in a panel over the picture: an archive's, a
 * folder's, the playlist, the demo's marks. What is typed filters it. Draws what it is given and
 * knows which line is meant; opens nothing. */
#ifndef ENGINE_VIEWER_OVERLAY_CHOOSER_H
#define ENGINE_VIEWER_OVERLAY_CHOOSER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/text/osd.h"
#include "engine/viewer/overlay/name_filter.h"

struct chooser { /* start from {0} */
    bool shown;
    bool of_marks;   /* the owner's: which list is shown; chooser_open resets it */
    size_t selected; /* index in the list; matches the filter if any name does */
    size_t top;      /* first visible row */
    struct name_filter filter;
    /* Length of the common prefix of all names, computed once: lists may be long. */
    char *const *measured; /* whose; NULL = none's yet */
    size_t measured_count, start;
};

enum { CHOOSER_TOLD = 80 };

enum chooser_kind { CHOOSER_DEMOS, CHOOSER_MARKS, CHOOSER_KINDS };

/* The names of the list, borrowed; NULL is the built-in demo. */
struct chooser_list {
    char *const *names;
    size_t count;
    size_t current; /* the one that plays, or was passed last */
    enum chooser_kind kind;
    const char *order; /* how it is sorted, borrowed; NULL = that is not told */
    /* What is told of a name at the right edge, in columns; "" = nothing. Where there is little
     * room only the first columns are seen. NULL = of none. */
    void (*tell)(void *context, const char *name, char text[CHOOSER_TOLD]);
    void *context;
};

void chooser_open(struct chooser *chooser, size_t selected);
void chooser_free(struct chooser *chooser);
/* So many rows on (negative: back), inside the list. */
void chooser_move(struct chooser *chooser, const struct chooser_list *list, double lines);
/* A typed character narrows the list, Backspace takes it back; false: nothing changed. */
bool chooser_type(struct chooser *chooser, const struct chooser_list *list, char character);
bool chooser_erase(struct chooser *chooser, const struct chooser_list *list);
/* Shows all names again. False: it does already. */
bool chooser_show_all(struct chooser *chooser);
/* True if any name matches the filter. */
bool chooser_has_choice(const struct chooser *chooser, const struct chooser_list *list);
/* Number of visible rows in a picture of this size. */
size_t chooser_page(int width, int height, size_t count);
/* The line under a point of the picture. False: there is none. */
bool chooser_at(const struct chooser *chooser, const struct chooser_list *list, int width,
                int height, int x, int y, size_t *place);
/* Scrolls so that the selected row is visible. */
void chooser_draw(struct chooser *chooser, const struct chooser_list *list,
                  const struct osd_canvas *canvas);

#endif
