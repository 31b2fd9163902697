#include "engine/quake3/hud/q3_hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
#include "engine/quake3/scene/q3_players.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"

/* --- what the parts share --------------------------------------------------------------------- */

float q3_hud_fade(const struct q3_hud *hud, int32_t start, int32_t total)
{
    const double age = hud->now - (double)start, left = (double)total - age;
    if (start == 0 || age < 0.0 || left <= 0.0) {
        return 0.0f;
    }
    return left < Q3_HUD_FADE ? (float)(left / Q3_HUD_FADE) : 1.0f;
}

bool q3_hud_player(const struct q3_hud *hud, int32_t client, struct q3_player *player,
                   char name[Q3_HUD_NAME])
{
    const struct q3_interp *m = hud->m;
    name[0] = '\0';
    if (client < 0 || client >= Q3_PLAYERS ||
        !q3_state_player(m->state, m->game, (uint32_t)client, player)) {
        return false;
    }
    const uint32_t index = (uint32_t)(m->game->players + client);
    const char *info = q3_gamestate_string(&m->state->gamestate, index);
    if (m->game->live) { /* with the clan tag */
        info_copy(info, "cn", INFO_KEYS_ANY_CASE, name, Q3_HUD_NAME / 2);
    }
    size_t length = strlen(name);
    if (length > 0) {
        name[length++] = ' ';
    }
    info_copy(info, "n", INFO_KEYS_ANY_CASE, name + length, (uint32_t)(Q3_HUD_NAME - length));
    return true;
}

/* Distance from the model's height, as CG_DrawHead. */
static void put_upright(const float mins[3], const float maxs[3], float part, float origin[3])
{
    origin[0] = part * (maxs[2] - mins[2]) / 0.268f;
    origin[1] = 0.5f * (mins[1] + maxs[1]);
    origin[2] = -0.5f * (mins[2] + maxs[2]);
}

void q3_hud_head(struct q3_hud *hud, int32_t client, struct q3_rect at, const float angles[3])
{
    struct q3_player player;
    char name[Q3_HUD_NAME];
    if (!q3_hud_player(hud, client, &player, name)) {
        return;
    }
    const struct player_model *model = q3_players_model(hud->build, &player);
    if (!model || !model->head) {
        return;
    }
    float origin[3];
    put_upright(model->head->mins, model->head->maxs, 0.7f, origin);
    for (int i = 0; i < 3 && model->animations; i++) {
        origin[i] += model->animations->head_offset[i];
    }
    q3_canvas_model(&hud->canvas, model->head, model->head_skin, at, origin, angles);
}

void q3_hud_flag(struct q3_hud *hud, enum q3_powerup flag, struct q3_rect at)
{
    static const char *const names[] = {"models/flags/r_flag.md3", "models/flags/b_flag.md3",
                                        "models/flags/n_flag.md3"};
    const struct q3_model *red = q3_data_model_if_there(hud->build->data, names[0]);
    const double phase = hud->now / 2000.0 / (2.0 * DMATH_PI);
    const float yaw = 60.0f * (float)dmath_sin((phase - floor(phase)) * 2.0 * DMATH_PI);
    const float angles[3] = {0.0f, yaw, 0.0f};
    float origin[3];
    if (red && flag >= Q3_POWERUP_RED_FLAG && flag <= Q3_POWERUP_NEUTRAL_FLAG) {
        put_upright(red->mins, red->maxs, 0.5f, origin);
        (void)q3_canvas_model_file(&hud->canvas, names[flag - Q3_POWERUP_RED_FLAG], at, origin,
                                   angles);
    }
}

void q3_hud_health_color(int32_t health, int32_t armor, float color[4])
{
    color[0] = 1.0f;
    color[1] = color[2] = 0.0f;
    color[3] = 1.0f;
    if (health <= 0) {
        color[0] = 0.0f;
        return;
    }
    const float most = (float)health * 0.66f / 0.34f;
    const float all = (float)health + ((float)armor < most ? (float)armor : most);
    color[1] = all > 60.0f ? 1.0f : all < 30.0f ? 0.0f : (all - 30.0f) / 30.0f;
    color[2] = all >= 100.0f ? 1.0f : all < 66.0f ? 0.0f : (all - 66.0f) / 33.0f;
}

void q3_hud_place_text(int32_t rank, char text[Q3_HUD_PLACE])
{
    const bool tied = (rank & Q3_RANK_TIED) != 0;
    const int32_t place = (rank & (Q3_RANK_TIED - 1)) + 1;
    const int32_t last = place % 10;
    const bool teen = place % 100 >= 11 && place % 100 <= 13;
    const char *end = teen || last < 1 || last > 3 ? "th"
                      : last == 1                  ? "st"
                      : last == 2                  ? "nd"
                                                   : "rd";
    static const char *const colors[4] = {"", "^4", "^1", "^3"};
    const char *color = place <= 3 ? colors[place] : "";
    snprintf(text, Q3_HUD_PLACE, "%s%s%d%s%s", tied ? "Tied for " : "", color, (int)place, end,
             color[0] != '\0' ? "^7" : "");
}

/* --- the whole -------------------------------------------------------------------------------- */

static void begin_hud(struct q3_hud *hud, struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    const struct q3_player_state *player = &m->player;
    *hud = (struct q3_hud){.build = b, .m = m, .memory = q3_interp_hud(m)};
    q3_canvas_begin(&hud->canvas, b);
    q3_match_of(&hud->match, m->state, m->game);
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
    }
    q3_hud_notify(&hud);
}
