/* Saves marks, the place in the demo and settings while the window is open, so that a crash or a
 * kill loses no mark and at most the last seconds of the place. */
#ifndef ENGINE_VIEWER_VIEWER_AUTOSAVE_H
#define ENGINE_VIEWER_VIEWER_AUTOSAVE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/viewer/saved/saved_file.h"

struct viewer_base;
struct viewer_demo;
struct window;

/* The place while a thread writes it: a write may take a fifth of a second on a busy disk, and the
 * picture must not stand still. */
struct viewer_place_save {
    pthread_t thread;
    bool running; /* the thread must be joined */
    atomic_bool done;
    const char *path, *name; /* the open demo's; borrowed */
    double time;
    int status, failure; /* of demo_bookmarks_save_resume, and errno; valid when done */
};

/* Saves marks and place of the open demo if they changed. A failure is reported once, until saving
 * succeeds again. */
void viewer_save_bookmarks(struct viewer_demo *demo, struct viewer_base *base,
                           enum saved_patience patience);
/* Sets the place at which watching stopped to the time that is shown: none near the end, and the
 * earlier one as long as only the first seconds were seen. */
void viewer_note_place(struct viewer_demo *demo);
/* Saves the place when playback pauses, and otherwise every few seconds if it changed. now:
 * platform_now(). */
void viewer_follow_place(struct viewer_demo *demo, struct viewer_base *base, double now);
/* Waits until the place is written, and reports a failure. */
void viewer_end_place_save(struct viewer_demo *demo, struct viewer_base *base);
/* Saves changed settings and the window's position every few seconds. window may be NULL. */
void viewer_follow_settings(struct viewer_base *base, const struct window *window, double now);
/* Keeps the window's position among the settings, unless the command line gave a size. */
void viewer_note_window(struct viewer_base *base, const struct window *window);

#endif
