/* Times, captions and layout of a contact sheet's tiles. */
#ifndef ENGINE_CAPTURE_SHEET_PLAN_H
#define ENGINE_CAPTURE_SHEET_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playback/timeline.h"

enum { SHEET_MOMENTS_MAX = 1000, SHEET_TEXT = DEMO_EVENT_TEXT };

struct sheet_choice {
    uint32_t kinds;  /* event kinds to show, bits 1 << kind; 0 = evenly spaced times */
    uint32_t most;   /* maximum of tiles, 1..SHEET_MOMENTS_MAX; their number if evenly spaced */
    double from, to; /* time range, demo seconds */
    bool end;        /* the last tile shows `to` */
};

struct sheet_moment {
    double time;
    char text[SHEET_TEXT]; /* event text, the name of a level that begins, "end"; ASCII */
};

struct sheet_plan {
    struct sheet_moment *moments; /* by time; owned */
    uint32_t count;
    uint32_t found; /* what is to be shown; if more than the maximum, evenly thinned */
};

/* Evenly spaced times are the middles of equal parts. A level is shown 2 s after it begins, or at
 * its middle if shorter; other events when they are first visible. The timeline's index must be
 * complete. Returns 0 or FORMAT_MEMORY. */
int sheet_plan_make(struct sheet_plan *plan, const struct timeline *timeline,
                    const struct sheet_choice *choice) MUST_CHECK;
void sheet_plan_free(struct sheet_plan *plan);

/* In pixels. Each tile has its captions below; the sheet has a title line on top. */
struct sheet_layout {
    uint32_t count; /* of tiles */
    int columns, rows;
    int width, height; /* whole sheet */
    int tile_width, tile_height;
    int gap;      /* around and between tiles */
    int letters;  /* text size */
    int line;     /* line height */
    int captions; /* height of a tile's captions */
};

/* Lays out `count` (at least 1) tiles of that size with `captions` lines below each; columns 0 =
 * automatic. False: the sheet would be too large. */
bool sheet_lay_out(struct sheet_layout *layout, uint32_t count, int columns, int captions,
                   int tile_width, int tile_height);
/* Top-left pixel of tile `number`, from 0. */
void sheet_place(const struct sheet_layout *layout, uint32_t number, int *x, int *y);

#endif
