/* A second demo or moment in the window: shown beside the first, as their difference, or not; and a
 * moment of the demo that plays, kept by a key. */
#ifndef ENGINE_VIEWER_VIEWER_BESIDE_H
#define ENGINE_VIEWER_VIEWER_BESIDE_H

#include "engine/playback/beside/beside.h"
#include "engine/playback/demo_time.h"

struct playback_context;
struct viewer_base;
struct viewer_demo;

struct viewer_beside {
    struct beside_options options; /* of the open demo */
    char at[DEMO_TIME_TEXT];       /* options.at, if a key kept the moment */
};

/* Off, side by side, difference. */
void viewer_cycle_beside(struct viewer_beside *beside, const struct viewer_demo *demo,
                         struct viewer_base *base);
/* Keeps the moment that is shown beside what plays, instead of what was there. */
void viewer_keep_moment(struct viewer_beside *beside, struct viewer_demo *demo,
                        struct viewer_base *base);

/* What another demo is opened with, or the same again: moments are of one demo. */
struct beside_options viewer_beside_of(const struct viewer_beside *beside, bool same);

/* True if the player's renderers are made for another layout; it has these options then. */
bool viewer_changes_beside(const struct viewer_beside *beside, struct playback_context *player);

#endif
