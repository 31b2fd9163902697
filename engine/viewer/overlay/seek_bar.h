/* The seek bar: time and length, speed, levels, events, marks, the A-B loop, the indexed part, and
 * a label at the mouse.
 *
 * While the index grows the length is an estimate, shown with a "~"; a damaged end of the demo is
 * hatched. Recorded ranges have a line below the rail, brighter for the finished part of the film.
 * Each kind of event has a colour; a legend is shown with the mouse. */
#ifndef ENGINE_VIEWER_OVERLAY_SEEK_BAR_H
#define ENGINE_VIEWER_OVERLAY_SEEK_BAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/playback/demo_mark.h"
#include "engine/playback/timeline.h"
#include "engine/playback/transport.h"
#include "engine/text/osd.h"
#include "engine/viewer/overlay/seek_bar_strip.h"

/* A range that is recorded, or is going to be. */
struct seek_bar_film {
    double from, to; /* demo seconds; `to` may be infinite */
    double done;     /* rendered part of the film, 0..1 */
    bool begun;      /* it has no end yet: that is where play stands */
};

enum { SEEK_BAR_FILMS = 32, SEEK_BAR_FILM_WORD = 40 };

struct seek_bar {
    const struct transport *transport;
    const struct timeline *timeline; /* its events; not touched when the extent has none */
    struct timeline_extent extent;   /* the timeline's, asked once a frame */
    const struct demo_mark *marks;   /* by rising time */
    size_t num_marks;
    uint32_t filter;      /* bits of the kinds that "next event" stops at; the others are dim */
    const char *filtered; /* name of the filter; NULL = not shown */
    bool no_spoilers;     /* hides everything after `seen`: the rail ends there */
    double seen;          /* the latest time shown so far */
    int mouse_x, mouse_y; /* picture pixels; negative = no mouse */
    bool dragging;        /* the play head: the label stays wherever the mouse goes */
    bool muted;
    int volume;           /* percent; 100 is not shown */
    size_t place, places; /* in the playlist, from 1 on; one place is not shown */
    const char *exact;    /* block and server time of the picture that stands; NULL = not shown */
    const char *followed; /* followed player; NULL if there is only one view */
    const char *damage;   /* why the demo ends early, with the word for it; NULL = it does not */
    double lost;          /* the share of its bytes behind the damage */
    const struct seek_bar_film *films;
    size_t num_films;
    const char *film_word; /* text about the films; NULL = none */
};

/* Part of the bar at a point of the picture. */
enum seek_bar_part {
    SEEK_BAR_NOWHERE, /* the picture */
    SEEK_BAR_GROUND,  /* the bar, but nothing to click on */
    SEEK_BAR_RAIL,    /* rail and ticks: a time */
    SEEK_BAR_SYMBOL,  /* play, pause */
    SEEK_BAR_SPEED,
    SEEK_BAR_LOOP,
    SEEK_BAR_RECORD, /* a range that has begun */
    SEEK_BAR_MUTED
};

enum seek_bar_part seek_bar_part_at(const struct seek_bar *bar, int width, int height, int x,
                                    int y);
/* Rows at the bottom of the picture that the bar and its label cover. */
int seek_bar_covers(const struct seek_bar *bar, int width, int height);
/* The demo time under x, kept inside the rail's ends. */
double seek_bar_time_at(const struct seek_bar *bar, int width, int height, int x);
void seek_bar_draw(const struct seek_bar *bar, const struct osd_canvas *canvas);
/* The same, faster from the second picture on: bar_strip.h. */
void seek_bar_draw_kept(const struct seek_bar *bar, struct seek_bar_strip *strip,
                        const struct osd_canvas *canvas);

/* The colour of a kind's ticks, and its name. */
uint32_t seek_bar_event_color(enum demo_event_kind kind);
const char *seek_bar_event_name(enum demo_event_kind kind);

#endif
