/* The 2D layer of a Quake III frame, as the original draws it.
 *
 * Source: the original's client game (cg_draw, cg_scoreboard) and its versions in OpenArena,
 * CPMA and Quake Live, as facts. Positions are those of a 640 x 480 screen. Pictures are from
 * the game data; a missing one is replaced by text or left out. A pure function of the
 * interpolated state and the options. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_H

#include "engine/quake3/hud/q3_hud_canvas.h"
#include "engine/quake3/match/q3_match.h"

/* Adds the display to the build's scene, whose view has been found. */
void q3_hud_draw(struct q3_build *build);

/* For the files of the display: what all of its parts need. */
struct q3_hud {
    struct q3_canvas canvas;
    struct q3_build *build;
    const struct q3_interp *m;
    const struct q3_hud_state *memory;
    struct q3_match match;
    double now;                              /* ms, as is */
    int32_t time;                            /* whole ones */
    bool own_eyes;                           /* the view of the player whose stats are known */
    bool mini;                               /* only what counts */
    int32_t client, team, pm_type, pm_flags; /* the recorded player's */
    int32_t health, armor, weapons;
    bool spectates;
    bool board; /* the scoreboard is shown */
};

enum { Q3_PMF_FOLLOW = 4096, Q3_PMF_SCORES = 8192 };
enum { Q3_HUD_FADE = 200 /* ms: the last part of whatever is shown for a while */ };

/* Opacity of an element shown for `total` ms since `start` (0 = never): 1, then down to 0 in its
 * last Q3_HUD_FADE ms. */
float q3_hud_fade(const struct q3_hud *hud, int32_t start, int32_t total);

/* Looks up a client; false: not connected. name: with colours, at most Q3_HUD_NAME bytes. */
bool q3_hud_player(const struct q3_hud *hud, int32_t client, struct q3_player *player,
                   char name[Q3_HUD_NAME]);

/* A player's head, turned by these angles, and with its icon where the model is not there. */
void q3_hud_head(struct q3_hud *hud, int32_t client, struct q3_rect at, const float angles[3]);
/* The flag of a powerup, as seen in the status bar. */
void q3_hud_flag(struct q3_hud *hud, enum q3_powerup flag, struct q3_rect at);
/* CG_GetColorForHealth. */
void q3_hud_health_color(int32_t health, int32_t armor, float color[4]);

/* "1st", "Tied for 3rd"; rank from 0 on, with Q3_RANK_TIED. */
enum { Q3_HUD_PLACE = 40 };
void q3_hud_place_text(int32_t rank, char text[Q3_HUD_PLACE]);

#endif
