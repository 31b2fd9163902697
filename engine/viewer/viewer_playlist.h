/* The list of demos and the way through it: what the command line, drops and neighbouring files
 * make it, and which demo comes next. */
#ifndef ENGINE_VIEWER_VIEWER_PLAYLIST_H
#define ENGINE_VIEWER_VIEWER_PLAYLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/demo_list.h"
#include "engine/viewer/viewer_listing.h"

struct chooser;
struct viewer;
struct viewer_base;

struct viewer_playlist {
    char **names; /* owned; a NULL entry is the built-in demo */
    size_t count, capacity, current;
    enum listing_order order; /* as sorted last */
    bool elsewhere;           /* the open demo is none of these */
    bool stays;               /* the next demo begins only when it is asked for */
    size_t failed_after;      /* no demo from that index on can be opened; 0 = not tried */
    struct demo_list dropped; /* in the drop that is going on */
};

/* Creates the playlist from the options. False if out of memory. */
bool viewer_make_playlist(struct viewer_playlist *playlist, const struct viewer_base *base);
void viewer_free_playlist(struct viewer_playlist *playlist, struct chooser *chooser);
/* Opens the first demo that can be opened; for an archive also shows the list. False if none can.
 */
bool viewer_open_any(struct viewer *viewer);
/* Tries again what is refused over an empty window. */
void viewer_retry_open(struct viewer *viewer);
/* Takes the names of a list as the playlist, which does not go on by itself. */
void viewer_take_list(struct viewer_playlist *playlist, struct chooser *chooser,
                      struct demo_list *list);
/* Makes the demos of the folder of the only demo there is the playlist. False: there are no others,
 * or it lies in no folder. */
bool viewer_take_neighbours(struct viewer_playlist *playlist, struct chooser *chooser);
/* Moves by that many demos (negative: back), skipping those that cannot be opened. For a single
 * demo, first adds the other demos of its folder, which do not start by themselves. */
void viewer_step_playlist(struct viewer *viewer, double amount);
/* Says which demo of how many it is. */
void viewer_say_place(const struct viewer_playlist *playlist, struct viewer_base *base);
/* At the end of a demo the next of the playlist begins; the last one stays. */
void viewer_follow_playlist(struct viewer *viewer);
/* A file, folder or archive of a drop; at the drop's end one demo is put behind the current one and
 * opened, several become the playlist. */
void viewer_drop_file(struct viewer_playlist *playlist, struct viewer_base *base, const char *path);
void viewer_drop_end(struct viewer *viewer);

#endif
