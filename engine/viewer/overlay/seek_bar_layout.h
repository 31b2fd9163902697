/* Layout of the seek bar: rows, mapping of time to x, clickable parts.
 *
 * From the top: strip of ticks in lanes, rail, marks, one row of text. Only strip and rail map to
 * times. */
#ifndef ENGINE_VIEWER_OVERLAY_SEEK_BAR_LAYOUT_H
#define ENGINE_VIEWER_OVERLAY_SEEK_BAR_LAYOUT_H

#include "engine/viewer/overlay/seek_bar.h"

/* Measures in pixels of scale 1. */
enum {
    SEEK_BAR_LANE = 2, /* a lane's height, */
    SEEK_BAR_LANES = 3,
    SEEK_BAR_LANE_STEP = 3, /* and from one to the next */
    SEEK_BAR_RAIL_HEIGHT = 4,
    SEEK_BAR_WORD_GAP = 8,
    SEEK_BAR_LABEL_PAD = 4
};

struct seek_bar_layout {
    int scale;
    int size, symbol;        /* text size; side of a symbol */
    int left, width;         /* the rail's, with the part that is lost to damage */
    int good;                /* part of the width that maps to times; the rest is damaged */
    int top;                 /* the panel's */
    int ticks, rail, bottom; /* tops of ticks and rail, the rail's bottom */
    int text, right;         /* the row of words */
    double range;            /* seconds from the rail's left to its good part's end */
};

struct seek_bar_layout seek_bar_lay_out(const struct seek_bar *bar, int width, int height);

int seek_bar_x_of(const struct seek_bar_layout *at, double time);
/* The length shown: the demo's, or what the scanned part makes of it. */
double seek_bar_estimate_total(const struct timeline_extent *extent);

/* A word of the row below the rail. */
struct seek_bar_word {
    int x, width;
    uint32_t color;
    enum seek_bar_part part; /* SEEK_BAR_GROUND: a click on it does nothing */
    char text[80];
};

enum { SEEK_BAR_WORDS = 12 };

/* The words from the left on, behind the symbol; those there is no room for are left out. Returns
 * how many; *end is where the last one ends. */
size_t seek_bar_words(const struct seek_bar *bar, const struct seek_bar_layout *at,
                      struct seek_bar_word words[SEEK_BAR_WORDS], int *end);

#endif
