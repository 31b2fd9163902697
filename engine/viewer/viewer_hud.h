/* The game's 2D layer in the viewer: keys and saved settings of status bar, crosshair, clock,
 * scores. */
#ifndef ENGINE_VIEWER_VIEWER_HUD_H
#define ENGINE_VIEWER_VIEWER_HUD_H

#include <stdint.h>

#include "engine/family/hud_options.h"
#include "engine/viewer/keys/keys.h"

struct viewer_base;
struct viewer_demo;
struct viewer_picture;

struct viewer_hud {
    struct hud_options options; /* used for all demos; scale in pixels of the window */
    int32_t scores_key;         /* code of the key that holds the scores up; 0 = none */
};

/* Initialises from the options, then from saved settings. */
void viewer_begin_hud(struct viewer_hud *hud, struct viewer_base *base);
/* A step larger (positive) or smaller. */
void viewer_change_view_size(struct viewer_hud *hud, struct viewer_base *base, double direction);
/* Performs an action of KEY_GROUP_HUD on the game's own display. False for any other action. */
bool viewer_change_hud(struct viewer_hud *hud, struct viewer_base *base,
                       const struct viewer_demo *demo, const struct viewer_picture *picture,
                       enum action action);
/* Scores are shown while the key is down; 0 releases whichever it is. */
void viewer_hold_scores(struct viewer_hud *hud, struct viewer_base *base, enum hud_scores scores,
                        int32_t key);
void viewer_release_scores(struct viewer_hud *hud, struct viewer_base *base, int32_t key);

#endif
