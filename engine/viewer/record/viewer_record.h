/* Recording from the window: a key sets the start of a range, then its end. A film of the range is
 * rendered in the background. It has the view of the window when the range ends (camera, followed
 * player, status bar, gamma, size), at normal speed, with the demo's sound. Films are rendered one
 * after the other. Main thread only. */
#ifndef ENGINE_VIEWER_RECORD_VIEWER_RECORD_H
#define ENGINE_VIEWER_RECORD_VIEWER_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/overlay/seek_bar.h"
#include "engine/viewer/record/film_process.h"
#include "engine/viewer/record/render_argv.h"

struct viewer;
struct viewer_bar;
struct viewer_base;
struct viewer_demo;

enum { RECORD_PATH = 4096 };

/* A film to render. */
struct viewer_film {
    char *demo; /* demo name as in struct viewer_demo; NULL = builtin:demo1. Owned */
    double from, to;
    char path[RECORD_PATH];
    struct render_argv argv;
};

struct viewer_record {
    bool begun; /* a range of the open demo was started, at `begin` */
    double begin;
    struct viewer_film *films; /* owned; the first is being rendered, the others wait */
    size_t num_films, cap_films;
    struct film_process process; /* renders the first */
    double leave_until;          /* until then the quit key quits without asking, platform_now() */
};

/* The record key: starts a range at the current time, or ends it (before or after its start) and
 * queues its film. Without an open range an A-B loop is queued at once. */
void viewer_record(struct viewer *viewer);
/* The cancel key: drops an open range, or the newest film. The part that is already rendered stays
 * as a film. */
void viewer_stop_record(struct viewer_record *record, struct viewer_base *base);
/* Ends an open range and queues its film. Call it before another demo is opened. */
void viewer_end_range(struct viewer *viewer);
/* Starts the next film, reads the progress of the current one, reports its end. Call it once per
 * frame. */
void viewer_follow_record(struct viewer_record *record, struct viewer_bar *bar,
                          struct viewer_base *base);
/* True if the quit key may quit. False if an open range or a film would be lost: that is reported,
 * and a second press within some seconds returns true. */
bool viewer_may_leave(struct viewer_record *record, struct viewer_base *base, double now);
/* Ends the current film, prints the command lines of the waiting ones to stderr, and frees
 * everything. */
void viewer_end_record(struct viewer_record *record, struct viewer_base *base);

/* Facts for the seek bar: the ranges of the open demo, an open range last, and a status text ("" =
 * none). Returns the number of ranges. */
size_t viewer_describe_record(const struct viewer_record *record, const struct viewer_demo *demo,
                              struct seek_bar_film films[SEEK_BAR_FILMS],
                              char word[SEEK_BAR_FILM_WORD]);

#endif
