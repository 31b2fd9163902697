/* Several views in one frame: how many, and the rectangle of each. */
#ifndef ENGINE_PLAYBACK_VIEWS_VIEW_LAYOUT_H
#define ENGINE_PLAYBACK_VIEWS_VIEW_LAYOUT_H

#include <stdbool.h>

enum { VIEWS_MAX = 4 };

enum view_layout {
    VIEW_GRID, /* all of one size; two are beside each other, in an upright frame one above other */
    VIEW_LARGE, /* the main view large, the others in a column at its right, in an upright frame in
                   a row below it */
    VIEW_LAYOUTS
};

/* Settings of the user; zeroed = one view. */
struct view_options {
    int count;          /* 1, 2 or 4; 0 = 1 */
    int layout;         /* enum view_layout */
    int main;           /* the main view, from 1: it follows --follow, is the large one and the
                           one that is heard; 0 = 1 */
    const char *others; /* whom the other views follow, as view_names has it; borrowed; NULL =
                           the next players */
};

/* A rectangle of the frame, pixels. */
struct playback_part {
    int left, top, width, height;
};

/* The views that are drawn in a frame of that size: the options' number, or fewer, so that each is
 * least_width pixels wide and least_height high; at least 1, at most `most`. */
int view_layout_count(const struct view_options *options, int most, int width, int height,
                      int least_width, int least_height);

/* The rectangles of `count` views, which fill the frame; the large one is the first. */
void view_layout_parts(enum view_layout layout, int count, int width, int height,
                       struct playback_part parts[VIEWS_MAX]);

/* The place of a view among these rectangles, from 0. view, main: from 0. */
int view_layout_place(enum view_layout layout, int view, int main);

#endif
