/* Game data in the viewer: dropped folders and paks, the saved folder, and messages about missing
 * files. */
#ifndef ENGINE_VIEWER_VIEWER_DATA_H
#define ENGINE_VIEWER_VIEWER_DATA_H

#include <stdbool.h>

#include "assets/search.h"
#include "engine/family/demo_events.h"
#include "engine/playback/playback_context.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/data_panel.h"

struct viewer;
struct viewer_base;
struct viewer_demo;

/* Files of this demo that the game data lacks. */
struct viewer_missing {
    unsigned count;
    double until;      /* when the message disappears, platform_now() */
    char places[4096]; /* searched folders, if no game data was found */
};

/* The games whose data lie in folders of their own. */
enum viewer_game { VIEWER_QUAKE, VIEWER_QUAKE3, VIEWER_GAMES };
enum { VIEWER_FOLDERS = 16 * SEARCH_PATH }; /* bytes for several */

struct viewer_data {
    char dropped[VIEWER_GAMES][SEARCH_PATH]; /* folders dropped on the window; "" = none */
    char basedirs[VIEWER_FOLDERS];   /* those and the command line's, as demo_search has them */
    char remembered[VIEWER_FOLDERS]; /* folders in the settings, likewise */
    bool dismissed;                  /* the user has closed the panel */
    struct viewer_missing missing;
};

/* Options for opening demos, with the dropped or saved game data. */
struct playback_options viewer_player_options(struct viewer_data *data,
                                              const struct viewer_base *base);
/* Handles a dropped path: if it is game data, reopens the demo with it. False if it is not. */
bool viewer_take_game_data(struct viewer *viewer, const char *path);
void viewer_remember_data(struct viewer_data *data, struct viewer_base *base);
/* True if the folder is one of those in the settings when the demo was opened. */
bool viewer_remembers(const struct viewer_data *data, const char *folder);
/* True if the last picture's level is a placeholder. */
bool viewer_level_is_missing(const struct viewer_demo *demo);
/* The panel about missing data, and storage for its texts. False if none is shown, as while the
 * game's scores cover it. */
struct described_data {
    struct data_panel panel;
    char level[DEMO_EVENT_TEXT];
    char hides[KEY_HELP_TEXT];
};
bool viewer_describe_data(const struct viewer_data *missing, const struct viewer_demo *demo,
                          const struct viewer_base *base, struct described_data *data);
/* A demo was opened: nothing is missing yet but what never was there. */
void viewer_begin_missing(struct viewer_data *data, const struct viewer_demo *demo);
/* Counts on the screen what else is missing. */
void viewer_follow_missing(struct viewer_data *data, const struct viewer_demo *demo,
                           struct viewer_base *base, double now);

#endif
