/* The demo that plays: opening, beginning, leaving it. */
#ifndef ENGINE_VIEWER_VIEWER_DEMO_H
#define ENGINE_VIEWER_VIEWER_DEMO_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/ghost/speed_trace.h"
#include "engine/playback/playback_context.h"
#include "engine/playback/transport.h"
#include "engine/viewer/overlay/seek_bar_strip.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/viewer_autosave.h"

struct viewer;
struct viewer_base;
struct viewer_path;
struct viewer_sound;
struct window;

struct viewer_demo {
    bool open;  /* the members below are valid */
    char *name; /* owned; the playlist's name, NULL = the built-in demo */
    struct playback_context player;
    struct transport transport;
    struct demo_bookmarks bookmarks;
    double resume; /* where watching stopped the last time; 0 = nowhere */
    struct viewer_place_save place_save;
    double save_due;   /* when the place is saved next, platform_now() */
    bool was_moving;   /* at the last viewer_follow_place */
    bool told_unsaved; /* reported that bookmarks could not be saved */
    double seen;       /* the latest time shown */
    struct seek_bar_strip strip;
    struct speed_trace speeds; /* of the followed player */
    bool told_follow; /* reported that the player named by the options is not in the demo */
    bool told_damage;
    char open_error[192]; /* why the last one that could not be opened was not */
    bool began;           /* a demo was opened before: --start and --end apply to the first only */
    double title_due;     /* when the window's title is looked after, platform_now() */
};

/* Opens a demo of the playlist, then closes the previous one. False if it cannot be opened:
 * reported, and the reason is kept in open_error. */
bool viewer_open_demo(struct viewer *viewer, size_t place);
/* Reopens the current demo at the same time. False if it cannot be opened; the old one stays open.
 */
bool viewer_reopen_demo(struct viewer *viewer);
/* The level that is shown, as the demo calls it; "" = none yet. */
void viewer_level(const struct viewer_demo *demo, struct demo_event *level);
/* Keeps "demo - level" over the window, looking a few times per second. */
void viewer_follow_title(struct viewer_demo *demo, struct window *window, double now);
/* Tells the transport how far the index has come, and the person of damage it found. */
void viewer_follow_index(struct viewer_demo *demo, struct viewer_base *base);
/* Saves bookmarks and reports damage. Does nothing if no demo is open. */
void viewer_close_demo(struct viewer_demo *demo, struct viewer_path *path,
                       struct viewer_sound *sound, struct viewer_base *base);

#endif
