/* What a contact sheet shows: moments of a demo with a line of words for each, and where on the
 * sheet their pictures lie. */
#ifndef ENGINE_CAPTURE_SHEET_PLAN_H
#define ENGINE_CAPTURE_SHEET_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playback/timeline.h"

enum { SHEET_MOST_MOMENTS = 1000, SHEET_TEXT = DEMO_EVENT_TEXT };

struct sheet_choice {
    uint32_t kinds;  /* of events, bits (1 << kind), each of which is a moment; 0: evenly */
    uint32_t most;   /* moments, 1 .. SHEET_MOST_MOMENTS; evenly: so many */
    double from, to; /* demo seconds; of that part alone */
};

struct sheet_moment {
    double time;
    char text[SHEET_TEXT]; /* what happens, or the level where another one begins; ASCII */
};

struct sheet_plan {
    struct sheet_moment *moments; /* in the order of the demo; owned */
    uint32_t count;
    uint32_t found; /* events there are; more than `count` of them are thinned evenly */
};

/* Evenly: the middles of equal parts. A level is shown 2 s after it begins, or in the middle of a
 * shorter one; another event when it is first seen. The timeline's index must be complete. 0 or
 * FORMAT_MEMORY. */
int sheet_plan_make(struct sheet_plan *plan, const struct timeline *timeline,
                    const struct sheet_choice *choice) MUST_CHECK;
void sheet_plan_free(struct sheet_plan *plan);

/* Pixels. Each picture has a line of letters below it; above them all is one more. */
struct sheet_layout {
    int columns, rows;
    int width, height; /* of the sheet */
    int tile_width, tile_height;
    int gap;     /* around and between pictures */
    int letters; /* size of a text */
    int line;    /* height of a line */
};

/* For `count` pictures (at least 1) of that size; columns 0: as it looks best. False: the sheet
 * would be too large. */
bool sheet_lay_out(struct sheet_layout *layout, uint32_t count, int columns, int tile_width,
                   int tile_height);
/* Where the picture of that number begins. */
void sheet_place(const struct sheet_layout *layout, uint32_t number, int *x, int *y);

#endif
