/* What the parts of the Quake III HUD share: the facts they draw, and common drawing functions.
 *
 * Source: the original's client game (cg_draw), as facts. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_PARTS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_PARTS_H

#include "engine/quake3/hud/q3_hud_canvas.h"
#include "engine/quake3/match/q3_match.h"

struct q3_hud {
    struct q3_canvas canvas;
    struct q3_build *build;
    const struct q3_interp *m;
    const struct q3_hud_state *memory;
    struct q3_match match;
    double now;                              /* ms */
    int32_t time;                            /* the same in whole ms */
    bool own_eyes;                           /* first person of the recorded player */
    bool mini;                               /* essentials only */
    int32_t client, team, pm_type, pm_flags; /* the recorded player's */
    int32_t health, armor, weapons;
    bool spectates;
    bool board; /* the scoreboard is shown */
};

enum { Q3_PMF_FOLLOW = 4096, Q3_PMF_SCORES = 8192 };
enum { Q3_HUD_FADE = 200 /* ms; duration of fading out */ };

/* Opacity of an element shown for `total` ms since `start` (0 = never): 1, then down to 0 in its
 * last Q3_HUD_FADE ms. */
float q3_hud_fade(const struct q3_hud *hud, int32_t start, int32_t total);

/* Looks up a client; false: not connected. name: with colours, at most Q3_HUD_NAME bytes. */
bool q3_hud_player(const struct q3_hud *hud, int32_t client, struct q3_player *player,
                   char name[Q3_HUD_NAME]);

/* Draws a player's head model, turned by `angles`, degrees; nothing if there is no model. */
void q3_hud_head(struct q3_hud *hud, int32_t client, struct q3_rect at, const float angles[3]);
/* Draws the turning flag of a flag powerup. */
void q3_hud_flag(struct q3_hud *hud, enum q3_powerup flag, struct q3_rect at);
/* Colour of the health number (CG_GetColorForHealth). */
void q3_hud_health_color(int32_t health, int32_t armor, float color[4]);

/* "1st", "Tied for 3rd"; rank from 0 on, with Q3_RANK_TIED. */
enum { Q3_HUD_PLACE = 40 };
void q3_hud_place_text(int32_t rank, char text[Q3_HUD_PLACE]);

/* "WORD in: 5" in the middle, growing as the server time `time` comes nearer, ms; nothing after it.
 */
void q3_hud_count_down(struct q3_hud *hud, const char *word, int32_t time);

#endif
