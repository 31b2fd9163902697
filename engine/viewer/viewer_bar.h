/* The seek bar in the viewer: when it is shown, its contents, and the rows of the picture it
 * covers. */
#ifndef ENGINE_VIEWER_VIEWER_BAR_H
#define ENGINE_VIEWER_VIEWER_BAR_H

#include <stdbool.h>

#include "engine/playback/pov_select.h"
#include "engine/viewer/overlay/seek_bar.h"

struct viewer;
struct viewer_base;
struct viewer_demo;

enum viewer_bar_mode { BAR_WHEN_NEEDED, BAR_ALWAYS, BAR_NEVER, BAR_MODES };

struct viewer_bar {
    enum viewer_bar_mode mode;
    bool shown;
    double until; /* time at which it disappears during playback, platform_now() */
};

/* For a while, where it comes when it is needed. */
void viewer_show_bar(struct viewer_bar *bar, struct viewer_base *base);
/* When needed, always, never. */
void viewer_cycle_bar(struct viewer_bar *bar, struct viewer_base *base);
/* Shows it, or takes it away, as its time comes. */
void viewer_follow_bar(struct viewer *viewer, double now);
/* Name of the followed player; "" if there is only one view. */
void viewer_name_followed(const struct viewer_demo *demo, char text[POV_SELECT_TEXT]);
/* The seek bar's contents now, and storage for its texts. */
/* "b3121 s95023", as places to go to: the block that the picture shows, and the server's clock in
 * ms if the demo has it. */
enum { VIEWER_EXACT = 48 };
void viewer_describe_exact(const struct viewer_demo *demo, char text[VIEWER_EXACT]);

struct described_bar {
    struct seek_bar bar;
    char followed[POV_SELECT_TEXT];
    char exact[VIEWER_EXACT];
    char damage[256];
    struct seek_bar_film films[SEEK_BAR_FILMS];
    char film_word[SEEK_BAR_FILM_WORD];
};
void viewer_describe_bar(const struct viewer *viewer, struct described_bar *bar);
/* The rows of the canvas it takes now, with its label; 0 while it is not shown. */
int viewer_bar_height(const struct viewer *viewer);
/* The rows it takes from the bottom of the demo's picture: none where that is too small for both.
 */
int viewer_bar_covers(const struct viewer *viewer);

#endif
