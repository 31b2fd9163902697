/* Recording from the window: a key sets the start of a range, then its end, and the form of a film
 * of it (record_question.h), which is rendered in the background. It has the view of the window
 * when the range ends (camera, followed player, status bar, gamma, size), at normal speed, with the
 * demo's sound. Films are rendered one after the other. Main thread only. */
#ifndef ENGINE_VIEWER_RECORD_VIEWER_RECORD_H
#define ENGINE_VIEWER_RECORD_VIEWER_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/capture/film_form.h"
#include "engine/viewer/overlay/question.h"
#include "engine/viewer/overlay/seek_bar.h"
#include "engine/viewer/record/film_process.h"
#include "engine/viewer/record/render_argv.h"

struct viewer;
struct viewer_bar;
struct viewer_base;
struct viewer_demo;

enum { RECORD_PATH = 4096 };

/* What the shown question is about. */
enum record_question { RECORD_ASKS_FORM, RECORD_ASKS_TO_LEAVE };

/* A film to render. */
struct viewer_film {
    char *demo; /* demo name as in struct viewer_demo; NULL = builtin:demo1. Owned */
    double from, to;
    enum film_form form;
    char path[RECORD_PATH];
    struct render_argv argv;
};

struct viewer_record {
    bool begun; /* a range of the open demo was started, at `begin` */
    double begin;
    struct viewer_film *films; /* owned; the first is being rendered, the others wait */
    size_t num_films, cap_films;
    struct film_process process; /* renders the first */
    enum film_form form;         /* offered first: the last one chosen */
    bool leaves;                 /* the window closes when the films are made */
    struct question question;
    enum record_question asks;
    enum film_form forms[QUESTION_ANSWERS]; /* RECORD_ASKS_FORM: of each answer */
    const char *asked_what;                 /* and the range, as viewer_record_range takes it */
    double asked_from, asked_to;
};

/* The record key: starts a range at the current time, or ends it (before or after its start) and
 * queues its film. Without an open range an A-B loop is queued at once. */
void viewer_record(struct viewer *viewer);
/* The cancel key: drops an open range, or the newest film. The part that is already rendered stays
 * as a film. */
void viewer_stop_record(struct viewer_record *record, struct viewer_base *base);
/* Queues a film of a range of the open demo, seconds in any order. what: "" or how the message
 * calls it. */
void viewer_record_range(struct viewer *viewer, const char *what, double a, double b,
                         enum film_form form);
/* Ends an open range and queues its film without asking. Call it before another demo is opened. */
void viewer_end_range(struct viewer *viewer);
/* Starts the next film, reads the progress of the current one, reports its end. Call it once per
 * frame. */
void viewer_follow_record(struct viewer_record *record, struct viewer_bar *bar,
                          struct viewer_base *base);
/* True once the films are made that the window stays open for. */
bool viewer_leaves_after_record(const struct viewer_record *record);
/* Ends the current film, prints the command lines of the waiting ones to stderr, and frees
 * everything. */
void viewer_end_record(struct viewer_record *record, struct viewer_base *base);

/* Facts for the seek bar: the ranges of the open demo, an open range last, and a status text ("" =
 * none). Returns the number of ranges. */
size_t viewer_describe_record(const struct viewer_record *record, const struct viewer_demo *demo,
                              struct seek_bar_film films[SEEK_BAR_FILMS],
                              char word[SEEK_BAR_FILM_WORD]);

#endif
