/* Recording from the window: a key says where a range begins, and again where it ends; then a film
 * of it is made while play goes on. It shows what the window shows when the range ends: the same
 * camera, eyes, status bar, light and size, at normal speed, with the demo's sound. Several ranges
 * wait for each other. */
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

/* A film that is to be made. */
struct viewer_film {
    char *demo; /* as struct viewer_demo names it; owned */
    double from, to;
    char path[RECORD_PATH];
    struct render_argv argv;
};

struct viewer_record {
    bool begun; /* of the demo that is open a range begins at */
    double begin;
    struct viewer_film *films; /* owned; the first is being made, the others wait */
    size_t num_films, cap_films;
    struct film_process process; /* of the first */
    double leave_until;          /* the key that leaves does so up to then, platform_now() */
};

/* The key: a range begins here; ends here, in either direction, and is recorded; where there is an
 * A-B loop and no range, the loop is recorded. */
void viewer_record(struct viewer *viewer);
/* The other key: takes back a range that has begun, or the newest film; what is already made of
 * that stays as a film. */
void viewer_stop_record(struct viewer_record *record, struct viewer_base *base);
/* Ends an open range, because another demo is about to be opened. */
void viewer_end_range(struct viewer *viewer);
/* Starts the next film, hears of the one being made, says what became of it. */
void viewer_follow_record(struct viewer_record *record, struct viewer_bar *bar,
                          struct viewer_base *base);
/* Whether the key that leaves may do so: where something would be lost that is said first, and may
 * be done then. */
bool viewer_may_leave(struct viewer_record *record, struct viewer_base *base, double now);
/* Ends what is being made, says on stderr what is not made, and frees it all. */
void viewer_end_record(struct viewer_record *record, struct viewer_base *base);

/* What the bar shows of it: ranges of the demo that is open, and a word or two, "" = none. The
 * range that has begun is the last one. */
size_t viewer_describe_record(const struct viewer_record *record, const struct viewer_demo *demo,
                              struct seek_bar_film films[SEEK_BAR_FILMS],
                              char word[SEEK_BAR_FILM_WORD]);

#endif
