#include "engine/quake3/hud/q3_hud.h"

#include <math.h>

#include "engine/quake3/hud/q3_hud_bar.h"
#include "engine/quake3/hud/q3_hud_big_board.h"
#include "engine/quake3/hud/q3_hud_board.h"
#include "engine/quake3/hud/q3_hud_center.h"
#include "engine/quake3/hud/q3_hud_corners.h"
#include "engine/quake3/hud/q3_hud_crosshair_name.h"
#include "engine/quake3/hud/q3_hud_notify.h"
#include "engine/quake3/hud/q3_hud_overlay.h"
#include "engine/quake3/hud/q3_hud_rounds.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"

static void begin_hud(struct q3_hud *hud, struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    const struct q3_player_state *player = &m->player;
    *hud = (struct q3_hud){.build = b, .m = m, .memory = q3_interp_hud(m)};
    q3_canvas_begin(&hud->canvas, b);
    hud->match = m->state->match;
    hud->now = m->time;
    hud->time = (int32_t)floor(m->time);
    hud->mini = b->options->hud.style == HUD_MODERN || b->options->hud.style == HUD_SIDE;
    hud->own_eyes = b->view.own_eyes && !b->view.free;
    hud->client = player->fields[Q3_PS_CLIENT_NUM];
    hud->pm_type = player->fields[Q3_PS_PM_TYPE];
    hud->pm_flags = player->fields[Q3_PS_PM_FLAGS];
    hud->team = q3_player_count(m->game, player, Q3_COUNT_TEAM);
    hud->spectates = hud->team == Q3_TEAM_SPECTATOR;
    hud->health = q3_player_stat(m->game, m->mod, player, Q3_STAT_HEALTH);
    hud->armor = q3_player_stat(m->game, m->mod, player, Q3_STAT_ARMOR);
    hud->weapons = q3_player_stat(m->game, m->mod, player, Q3_STAT_WEAPONS);
}

/* Elements of the player whose view this is. */
static void draw_own(struct q3_hud *hud)
{
    const bool outside = hud->build->view.client < 0;
    if (hud->spectates) {
        q3_hud_spectator(hud);
        if (!outside) {
            q3_hud_crosshair_name(hud);
        }
        return;
    }
    if (hud->health <= 0 || hud->build->options->hud.scores != HUD_SCORES_NONE) {
        return;
    }
    q3_hud_bar(hud);
    if (!outside) {
        q3_hud_crosshair(hud);
        q3_hud_crosshair_name(hud);
    }
    if (!hud->mini) {
        q3_hud_ammo_warning(hud);
        q3_hud_weapons(hud);
        q3_hud_holdable(hud);
        q3_hud_award(hud);
    }
}

void q3_hud_draw(struct q3_build *b)
{
    struct q3_hud hud;
    begin_hud(&hud, b);
    if (!hud.canvas.letters) {
        return; /* out of memory */
    }
    if (hud.pm_type == Q3_PM_INTERMISSION || hud.pm_type == Q3_PM_SINGLE_INTERMISSION) {
        q3_hud_board(&hud);
        if (!hud.board) {
            q3_hud_center_words(&hud);
        }
        q3_hud_notify(&hud);
        return;
    }
    if (q3_hud_big_board(&hud)) {
        q3_hud_notify(&hud);
        return;
    }
    if (b->options->hud.scores == HUD_SCORES_NONE) {
        q3_hud_world(&hud);
    }
    if (hud.own_eyes) {
        draw_own(&hud);
    }
    if (hud.own_eyes && !hud.mini) {
        q3_hud_respawn(&hud);
    }
    q3_hud_vote(&hud);
    q3_hud_upper_right(&hud);
    q3_hud_lower_right(&hud);
    if (hud.own_eyes && !hud.mini) {
        q3_hud_pickup(&hud);
    }
    const bool asked = b->options->hud.scores != HUD_SCORES_NONE; /* the scores take this place */
    if (!asked && (!hud.own_eyes || !q3_hud_following(&hud))) {
        q3_hud_warmup(&hud);
    }
    q3_hud_board(&hud);
    if (!hud.board) {
        q3_hud_round_state(&hud);
        q3_hud_center_words(&hud);
        q3_hud_kill_feed(&hud);
        q3_hud_held_keys(&hud);
        q3_hud_items(&hud);
        q3_hud_view_name(&hud);
        q3_hud_radar(&hud);
    }
    q3_hud_notify(&hud);
}
