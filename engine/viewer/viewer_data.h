/* Game data the viewer is given: folders and paks dropped on the window, what is remembered, and
 * what is said of what is missing. */
#ifndef ENGINE_VIEWER_VIEWER_DATA_H
#define ENGINE_VIEWER_VIEWER_DATA_H

#include <stdbool.h>

#include "assets/search.h"
#include "engine/family/demo_events.h"
#include "engine/playback/player.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/data_panel.h"

struct viewer;
struct viewer_base;
struct viewer_demo;

/* What the game data was found to lack of this demo. */
struct viewer_missing {
    unsigned count;
    double until;      /* when it is no longer told, platform_now() */
    char places[4096]; /* where it was looked for, when there is no game data at all */
};

struct viewer_data {
    char basedir[SEARCH_PATH];    /* game data the person gave; "" = none */
    char remembered[SEARCH_PATH]; /* what the settings say of it, for the demo that is open */
    bool dismissed;               /* he knows that it is missing */
    struct viewer_missing missing;
};

/* How demos are opened and drawn, with the game data the person gave or remembers. */
struct player_options viewer_player_options(struct viewer_data *data,
                                            const struct viewer_base *base);
/* A dropped path: if it is game data, the demo is opened anew with it. False: it is something else.
 */
bool viewer_take_game_data(struct viewer *viewer, const char *path);
void viewer_remember_data(struct viewer_data *data, struct viewer_base *base);
/* Whether a placeholder stands in for the level of the last picture. */
bool viewer_level_is_missing(const struct viewer_demo *demo);
/* What to say of that, and what of its words lies in no other place. False: nothing, as while the
 * game's own scores lie there. */
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
