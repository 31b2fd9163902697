/* The display over a picture of Quake III: what lies over it, as the original shows it.
 *
 * Source: the original's client game (cg_draw, cg_scoreboard, cg_newdraw's predecessors) and what
 * OpenArena, CPMA and Quake Live made of it, as facts. The places are those of a 640 x 480 screen.
 * Pictures and sizes: from the game data; where these lack a picture, words or nothing stand for
 * it. A pure function of the moment and the options. */
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
    const struct q3_moment *m;
    const struct q3_hud_state *memory;
    struct q3_match match;
    double now;                              /* ms, as is */
    int32_t time;                            /* whole ones */
    bool own_eyes;                           /* it is the picture of him whose numbers are known */
    bool mini;                               /* only what counts */
    int32_t client, team, pm_type, pm_flags; /* of the own player */
    int32_t health, armor, weapons;
    bool spectates;
    bool board; /* the scoreboard is shown */
};

enum { Q3_TEAM_FREE, Q3_TEAM_RED, Q3_TEAM_BLUE, Q3_TEAM_SPECTATOR };
enum { Q3_PMF_FOLLOW = 4096, Q3_PMF_SCORES = 8192 };
enum { Q3_HUD_FADE = 200 /* ms: the last part of whatever is shown for a while */ };

/* How much is left of something that was begun at `start` (0 = never) and takes `total` ms: 1, then
 * down to 0 in its last Q3_HUD_FADE. */
float q3_hud_fade(const struct q3_hud *hud, int32_t start, int32_t total);

/* Who is there under that number; false: nobody. name: with colours, at most Q3_HUD_NAME. */
bool q3_hud_player(const struct q3_hud *hud, int32_t client, struct q3_player *player,
                   char name[Q3_HUD_NAME]);

/* A player's head, turned by these angles, and with its icon where the model is not there. */
void q3_hud_head(struct q3_hud *hud, int32_t client, struct q3_rect at, const float angles[3]);
/* The flag of a powerup, as seen in the status bar. */
void q3_hud_flag(struct q3_hud *hud, enum q3_powerup flag, struct q3_rect at);
/* Colour of a player with so much health and armor. */
void q3_hud_health_color(int32_t health, int32_t armor, float color[4]);

/* "1st", "Tied for 3rd"; rank from 0 on, with Q3_RANK_TIED. */
enum { Q3_HUD_PLACE = 40 };
void q3_hud_place_text(int32_t rank, char text[Q3_HUD_PLACE]);

#endif
