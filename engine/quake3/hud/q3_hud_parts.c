#include "engine/quake3/hud/q3_hud_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/scene/q3_players.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"

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

void q3_hud_count_down(struct q3_hud *hud, const char *word, int32_t time)
{
    static const float widths[] = {28.0f, 24.0f, 20.0f, 16.0f};
    const double left = ((double)time - hud->now) / 1000.0;
    char text[64];
    if (left < 0.0 || left > 1e6) {
        return;
    }
    const int seconds = (int)left;
    const float width = widths[seconds < 3 ? seconds : 3];
    const struct q3_letters letters = {width, 1.5f * width, Q3_TEXT_SHADOW};
    snprintf(text, sizeof(text), "%s in: %d", word, seconds + 1);
    q3_canvas_stand(&hud->canvas, Q3_EDGE_MIDDLE, Q3_EDGE_LOW);
    q3_text_centered(&hud->canvas, 70.0f, letters, q3_white, text);
}
