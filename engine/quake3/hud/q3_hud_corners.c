#include "engine/quake3/hud/q3_hud_corners.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_icons.h"
#include "engine/quake3/hud/q3_hud_overlay.h"
#include "engine/quake3/hud/q3_hud_rounds.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/match/q3_stat_index.h"

enum { RIGHT = 640, ICON = 48, TEXT = 32 };

static const float half_white[4] = {1.0f, 1.0f, 1.0f, 0.5f};

/* --- above ------------------------------------------------------------------------------------ */

static float draw_line(struct q3_hud *hud, float y, struct q3_letters letters, const char *text)
{
    q3_text_right(&hud->canvas, 635.0f, y + 2.0f, letters, q3_white, text);
    return y + 20.0f;
}

static float draw_attacker(struct q3_hud *hud, float y)
{
    enum { SIZE = 60, SHOWN = 10000 };
    const int32_t attacker = q3_player_count(hud->m->game, &hud->m->player, Q3_COUNT_ATTACKER);
    const int32_t hit = hud->memory->hit_time;
    const float angles[3] = {0.0f, 180.0f, 0.0f};
    struct q3_player player;
    char name[Q3_HUD_NAME];
    if (hit == 0 || hud->now < hit || hud->now - hit > SHOWN || hud->health <= 0 ||
        attacker == hud->client || !q3_hud_player(hud, attacker, &player, name)) {
        return y;
    }
    q3_hud_head(hud, attacker, (struct q3_rect){RIGHT - SIZE, y, SIZE, SIZE}, angles);
    q3_text_right(&hud->canvas, RIGHT, y + SIZE, q3_big, half_white, name);
    return y + SIZE + 18.0f;
}

void q3_hud_upper_right(struct q3_hud *hud)
{
    const bool own = hud->own_eyes && !hud->mini;
    q3_canvas_stand(&hud->canvas, Q3_EDGE_HIGH, Q3_EDGE_LOW);
    float y = q3_hud_overlay(hud, HUD_SLOT_TEAM, 0.0f);
    y = q3_hud_round_lines(hud, y);
    if (own && hud->match.mod == Q3_MOD_OPENARENA && (hud->pm_flags & Q3_PMF_FOLLOW) != 0) {
        y = draw_line(hud, y, q3_small, "USE_ITEM to stop following");
    }
    y = q3_hud_overlay(hud, HUD_SLOT_CLOCK, y);
    if (own) {
        y = draw_attacker(hud, y);
    }
    (void)q3_hud_overlay(hud, HUD_SLOT_SPEED, y);
}

/* --- scores ----------------------------------------------------------------------------------- */

enum { SCORES = 408, BOX = 24 };

/* A score in its box, which ends at `right`; returns the box's left edge. */
static float draw_box(struct q3_hud *hud, float right, int32_t value, const float color[4],
                      bool framed)
{
    char text[TEXT];
    snprintf(text, sizeof(text), "%2d", (int)value);
    const float width = 16.0f * (float)strlen(text) + 8.0f;
    const struct q3_rect at = {right - width, SCORES - 4.0f, width, BOX};
    if (color) {
        q3_canvas_fill(&hud->canvas, at, color);
    }
    if (framed) {
        (void)q3_canvas_picture(&hud->canvas, "gfx/2d/select", at, q3_white);
    }
    q3_text(&hud->canvas, at.x + 4.0f, SCORES, q3_big, q3_white, 0, text);
    return at.x;
}

static void draw_flag_icon(struct q3_hud *hud, int team, float left, float right)
{
    static const char *const names[2][3] = {
        {"icons/iconf_red1", "icons/iconf_red2", "icons/iconf_red3"},
        {"icons/iconf_blu1", "icons/iconf_blu2", "icons/iconf_blu3"}};
    static const char *const shared[2] = {"icons/iconf_red2", "icons/iconf_blu2"};
    const struct q3_rect at = {left, SCORES - 28.0f, right - left, BOX};
    const int place = hud->match.one_flag_place;
    const char *name = hud->match.flags ? names[team][hud->match.flag_places[team]] : NULL;
    if (hud->match.one_flag && team == 0 && (place == 0 || place == 4)) {
        name = place == 0 ? "icons/iconf_neutral1" : "icons/iconf_neutral3";
    } else if (hud->match.one_flag && place == 2 + team) {
        name = shared[team];
    }
    if (name) {
        (void)q3_canvas_picture(&hud->canvas, name, at, q3_white);
    }
}

static float draw_team_scores(struct q3_hud *hud)
{
    static const float colors[2][4] = {{1.0f, 0.0f, 0.0f, 0.33f}, {0.0f, 0.0f, 1.0f, 0.33f}};
    float x = RIGHT;
    for (int team = 1; team >= 0; team--) {
        const int32_t score = hud->match.scores[team];
        const bool own = hud->team == (team == 0 ? Q3_TEAM_RED : Q3_TEAM_BLUE);
        const float left =
            draw_box(hud, x, score == Q3_SCORE_NOT_PRESENT ? 0 : score, colors[team], own);
        draw_flag_icon(hud, team, left, x);
        q3_hud_round_point(hud, team, (struct q3_rect){left, SCORES - 36.0f, x - left, 32.0f});
        x = left;
    }
    q3_hud_round_figures(hud, x, SCORES - 28.0f);
    return x;
}

static float draw_free_scores(struct q3_hud *hud)
{
    static const float grey[4] = {0.5f, 0.5f, 0.5f, 0.33f}, red[4] = {1.0f, 0.0f, 0.0f, 0.33f},
                       blue[4] = {0.0f, 0.0f, 1.0f, 0.33f};
    const int32_t score = q3_player_count(hud->m->game, &hud->m->player, Q3_COUNT_SCORE);
    const int32_t first = hud->match.scores[0];
    const bool plays = !hud->spectates;
    const int32_t second = plays && score != first ? score : hud->match.scores[1];
    float x = RIGHT;
    if (second != Q3_SCORE_NOT_PRESENT) {
        const bool own = plays && score == second && score != first;
        x = draw_box(hud, x, second, own ? red : grey, own);
    }
    if (first != Q3_SCORE_NOT_PRESENT) {
        const bool own = plays && score == first;
        x = draw_box(hud, x, first, own ? blue : grey, own);
    }
    return x;
}

/* --- powerups --------------------------------------------------------------------------------- */

struct timed {
    enum q3_powerup powerup;
    double left; /* ms */
};

/* Finds powerups with an end time, sorted by it: the next to expire first. Returns their number. */
static int find_timed(const struct q3_hud *hud, struct timed list[Q3_ARRAY])
{
    enum { FOREVER = 999000 };
    int count = 0;
    for (uint32_t i = 1; i < Q3_ARRAY; i++) {
        const double left = (double)hud->m->player.powerups[i] - hud->now;
        uint32_t bits = q3_game_powerups(hud->m->game, 1u << i);
        if (bits == 0 || left <= 0.0 || left > FOREVER) {
            continue;
        }
        int place = count++;
        for (; place > 0 && list[place - 1].left > left; place--) {
            list[place] = list[place - 1];
        }
        int powerup = 0;
        while ((bits >>= 1) != 0) {
            powerup++;
        }
        list[place] = (struct timed){(enum q3_powerup)powerup, left};
    }
    return count;
}

static void draw_timed(struct q3_hud *hud, const struct timed *timed, float y)
{
    enum { BLINKS = 5000, BLINK = 1000, PULSE = 200 };
    static const float red[4] = {1.0f, 0.2f, 0.2f, 1.0f};
    const char *icon = q3_hud_powerup_icon((int32_t)timed->powerup);
    const double age = hud->now - hud->memory->powerup_time;
    float size = ICON, color[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    q3_figures(&hud->canvas, 528.0f, y, 2, (int32_t)(timed->left / 1000.0), red);
    if (timed->left < BLINKS) {
        const double part = timed->left / BLINK;
        for (int i = 0; i < 4; i++) {
            color[i] = (float)(part - floor(part));
        }
    }
    if ((int32_t)timed->powerup == hud->memory->powerup && age >= 0.0 && age < PULSE) {
        size = ICON * (1.0f + 0.5f * (1.0f - (float)age / PULSE));
    }
    const struct q3_rect at = {RIGHT - size, y + ICON / 2 - size / 2.0f, size, size};
    if (icon) {
        (void)q3_canvas_picture(&hud->canvas, icon, at, color);
    }
}

static void draw_powerups(struct q3_hud *hud, float y)
{
    struct timed list[Q3_ARRAY];
    const int count = hud->health > 0 && hud->own_eyes ? find_timed(hud, list) : 0;
    for (int i = 0; i < count; i++) {
        y -= ICON;
        draw_timed(hud, &list[i], y);
    }
}

void q3_hud_lower_right(struct q3_hud *hud)
{
    q3_canvas_stand(&hud->canvas, Q3_EDGE_HIGH, Q3_EDGE_HIGH);
    if (!hud->mini) {
        const float x = hud->match.teams ? draw_team_scores(hud) : draw_free_scores(hud);
        if (hud->match.limit > 0) {
            (void)draw_box(hud, x, hud->match.limit, NULL, false);
        }
    }
    draw_powerups(hud, hud->match.kind == Q3_KIND_DOUBLE_DOMINATION ? 368.0f
                       : hud->match.flags || hud->match.one_flag    ? 376.0f
                                                                    : 400.0f);
}

/* --- below, left ------------------------------------------------------------------------------ */

void q3_hud_pickup(struct q3_hud *hud)
{
    enum { SHOWN = 3000, BAR = 1400 /* the weapons end it, see q3_hud_weapons */ };
    const struct q3_hud_state *memory = hud->memory;
    const struct q3_item *item = q3_item_of(hud->m->game, hud->m->mod, memory->pickup_item);
    const float color[4] = {1.0f, 1.0f, 1.0f, q3_hud_fade(hud, memory->pickup_time, SHOWN)};
    const bool barred = memory->select_time != 0 &&
                        (double)memory->select_time + BAR > (double)memory->pickup_time &&
                        memory->select_time <= hud->now;
    if (!item || color[3] <= 0.0f || hud->health <= 0 || barred) {
        return;
    }
    const char *icon = q3_hud_icon(item);
    q3_canvas_stand(&hud->canvas, Q3_EDGE_LOW, Q3_EDGE_HIGH);
    if (icon) {
        (void)q3_canvas_picture(&hud->canvas, icon, (struct q3_rect){8.0f, 384.0f, ICON, ICON},
                                color);
    }
    q3_text(&hud->canvas, 64.0f, 400.0f, q3_big, color, 0, item->name);
}
