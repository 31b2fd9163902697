#include "engine/quake/hud/hud_scores.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud_ranks.h"

/* The four best over the bar. */
void hud_draw_frags(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    size_t order[HUD_MAX_RANKED];
    size_t count = hud_rank_players(info, false, order);
    for (size_t i = 0; i < count && i < 4; i++) {
        const struct hud_player *player = &info->players[order[i]];
        int32_t x = (23 + (int32_t)i * 4) * HUD_GLYPH;
        hud_put_fill(hud, x + 10, -23, 28, 4, hud_flag_color(player->shirt));
        hud_put_fill(hud, x + 10, -19, 28, 3, hud_flag_color(player->trousers));
        hud_put_frags(hud, x + 12, -24, player->frags);
        if (player->self) {
            hud_put_brackets(hud, x + 6, x + 32, -24);
        }
    }
}

/* --- NetQuake's ------------------------------------------------------------------------------- */

/* Sbar_DeathmatchOverlay; rows move together where they would not fit. */
static void draw_rankings(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct lmp_picture title;
    size_t order[HUD_MAX_RANKED];
    size_t count = hud_rank_players(info, false, order);
    if (hud_find_picture(hud, "gfx/ranking.lmp", &title)) {
        hud_put_picture(hud, (HUD_WIDTH - title.width) / 2, 8, &title);
    } else {
        hud_put_text(hud, 124, 16, "RANKINGS");
    }
    const int32_t bottom = hud_rows_below(hud);
    const int32_t step = 40 + 10 * (int32_t)count <= bottom ? 10 : 8;
    for (size_t i = 0; i < count; i++) {
        const struct hud_player *player = &info->players[order[i]];
        const int32_t y = 40 + (int32_t)i * step;
        if (y + HUD_GLYPH > bottom) {
            break;
        }
        hud_put_flag(hud, 80, y, player, step == 8);
        hud_put_frags(hud, 88, y, player->frags);
        if (player->self) {
            hud_put_glyph(hud, 72, y, 13); /* the menu's arrow */
        }
        hud_put_text(hud, 144, y, player->name);
    }
}

/* --- QuakeWorld's ----------------------------------------------------------------------------- */

/* Columns of the table; teams move the names to the right. */
enum {
    LOSS_COLUMN = 32,
    TIME_COLUMN = 64,
    FRAGS_COLUMN = 104,
    TEAM_COLUMN = 152,
    NAME_COLUMN = 152,
    TEAM_WIDTH = 40
};

/* A heading's line: its ends and its middle. */
static void put_rule(const struct hud *hud, int32_t x, int32_t y, int32_t glyphs)
{
    for (int32_t i = 0; i < glyphs; i++) {
        const uint8_t glyph = i == 0 ? 29 : i == glyphs - 1 ? 31 : 30;
        hud_put_glyph(hud, x + i * HUD_GLYPH, y, glyph);
    }
}

static void put_heading(const struct hud *hud, int32_t x, const char *word, int32_t width,
                        int32_t y)
{
    hud_put_text(hud, x, y, word);
    put_rule(hud, x, y + HUD_GLYPH, width);
}

/* Returns where the headings go. */
static int32_t put_title(const struct hud *hud)
{
    struct lmp_picture title;
    if (!hud_find_picture(hud, "gfx/ranking.lmp", &title)) {
        hud_put_text(hud, 124, 8, "RANKINGS");
        return 24;
    }
    hud_put_picture(hud, (HUD_WIDTH - title.width) / 2, 0, &title);
    return title.height > 24 ? title.height : 24;
}

static void draw_score(const struct hud *hud, const struct hud_player *player, int32_t x, int32_t y,
                       bool tight)
{
    const bool teams = hud->info->teams;
    char text[16];
    hud_put_text(hud, x + NAME_COLUMN + (teams ? TEAM_WIDTH : 0), y, player->name);
    snprintf(text, sizeof text, "%4d", player->ping < 0 || player->ping > 999 ? 999 : player->ping);
    hud_put_text(hud, x, y, text);
    snprintf(text, sizeof text, "%3d", (int)hud_clamp(player->loss));
    for (char *p = text; player->loss > 25 && *p != '\0'; p++) {
        *p = (char)(*p | -128); /* the font's coloured half */
    }
    hud_put_text(hud, x + LOSS_COLUMN, y, text);
    if (player->spectator) {
        hud_put_text(hud, x + LOSS_COLUMN + HUD_GLYPH, y, "(spectator)");
        return;
    }
    snprintf(text, sizeof text, "%4d", player->minutes > 9999 ? 9999 : player->minutes);
    hud_put_text(hud, x + TIME_COLUMN, y, text);
    hud_put_flag(hud, x + FRAGS_COLUMN, y, player, tight);
    hud_put_frags(hud, x + FRAGS_COLUMN + HUD_GLYPH, y, player->frags);
    if (player->self) {
        hud_put_brackets(hud, x + FRAGS_COLUMN, x + FRAGS_COLUMN + 32, y);
    }
    if (teams) {
        snprintf(text, sizeof text, "%.*s", HUD_TEAM_SHOWN,
                 player->team != NULL ? player->team : "");
        hud_put_text(hud, x + TEAM_COLUMN, y, text);
    }
}

/* Sbar_DeathmatchOverlay from y on: as many as there is room for, closer where there is little. */
static void draw_players(const struct hud *hud, int32_t y)
{
    const struct hud_info *info = hud->info;
    const int32_t x = info->teams ? 4 : 16, bottom = hud_rows_below(hud);
    size_t order[HUD_MAX_RANKED];
    size_t count = hud_rank_players(info, true, order);
    put_heading(hud, x, "ping", 4, y);
    put_heading(hud, x + 40, "pl", 2, y);
    put_heading(hud, x + TIME_COLUMN, "time", 4, y);
    put_heading(hud, x + FRAGS_COLUMN, "frags", 5, y);
    if (info->teams) {
        put_heading(hud, x + TEAM_COLUMN, "team", 4, y);
    }
    put_heading(hud, x + NAME_COLUMN + (info->teams ? TEAM_WIDTH : 0), "name", 16, y);
    y += 2 * HUD_GLYPH;
    const int32_t step = y + 10 * (int32_t)count <= bottom ? 10 : 8;
    for (size_t i = 0; i < count && y + step <= bottom; i++, y += step) {
        draw_score(hud, &info->players[order[i]], x, y, step == 8);
    }
}

/* Sbar_TeamOverlay: the teams, and their players below. */
static void draw_teams(const struct hud *hud)
{
    const int32_t bottom = hud_rows_below(hud);
    struct hud_team teams[HUD_MAX_RANKED];
    const size_t count = hud_rank_teams(hud->info, teams);
    int32_t y = put_title(hud);
    hud_put_text(hud, 36, y, "low/avg/high team total players");
    put_rule(hud, 36, y + HUD_GLYPH, 12);
    put_rule(hud, 140, y + HUD_GLYPH, 4);
    put_rule(hud, 180, y + HUD_GLYPH, 5);
    put_rule(hud, 228, y + HUD_GLYPH, 7);
    y += 2 * HUD_GLYPH;
    for (size_t i = 0; i < count && y + HUD_GLYPH <= bottom; i++, y += HUD_GLYPH) {
        const struct hud_team *team = &teams[i];
        char text[32];
        snprintf(text, sizeof text, "%3d/%3d/%3d", (int)hud_clamp(team->low_ping),
                 (int)hud_clamp(team->mean_ping), (int)hud_clamp(team->high_ping));
        hud_put_text(hud, 36, y, text);
        snprintf(text, sizeof text, "%.*s", HUD_TEAM_SHOWN, team->name);
        hud_put_text(hud, 140, y, text);
        snprintf(text, sizeof text, "%5d", (int)hud_team_frags(team));
        hud_put_text(hud, 180, y, text);
        snprintf(text, sizeof text, "%5d", (int)team->players);
        hud_put_text(hud, 228, y, text);
        if (team->self) {
            hud_put_brackets(hud, 132, 172, y);
        }
    }
    draw_players(hud, y + HUD_GLYPH);
}

void hud_draw_scores(struct hud *hud, enum hud_scores scores)
{
    hud_place_overlay(hud);
    if (!hud->info->quakeworld) {
        draw_rankings(hud);
    } else if (scores == HUD_SCORES_TEAMS && hud->info->teams) {
        draw_teams(hud);
    } else {
        draw_players(hud, put_title(hud));
    }
}

/* --- right of the bar ------------------------------------------------------------------------- */

bool hud_shows_ranking(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const int32_t room = hud->columns - hud->bar_left / hud->scale;
    return !hud->modern && room >= HUD_RANKING_ROOM && hud->lines >= HUD_BAR &&
           info->max_players > 1 && (info->quakeworld || info->deathmatch);
}

/* First entry of a window of `rows` rows with the own entry in the middle. */
static size_t find_first(const struct hud_info *info, const size_t *order, size_t count,
                         size_t rows)
{
    size_t own = 0;
    for (size_t i = 0; i < count; i++) {
        own = info->players[order[i]].self ? i : own;
    }
    const size_t first = own > rows / 2 ? own - rows / 2 : 0;
    const size_t last = count > rows ? count - rows : 0;
    return first < last ? first : last;
}

static void draw_small_player(const struct hud *hud, const struct hud_player *player, int32_t y)
{
    const struct hud_info *info = hud->info;
    char name[32];
    hud_put_fill(hud, 324, y + 1, 40, 3, hud_flag_color(player->shirt));
    hud_put_fill(hud, 324, y + 4, 40, 4, hud_flag_color(player->trousers));
    hud_put_frags(hud, 332, y, player->frags);
    if (player->self) {
        hud_put_brackets(hud, 324, 356, y);
    }
    if (info->teams) {
        snprintf(name, sizeof name, "%.*s", HUD_TEAM_SHOWN,
                 player->team != NULL ? player->team : "");
        hud_put_text(hud, 372, y, name);
    }
    snprintf(name, sizeof name, "%.16s", player->name);
    hud_put_text(hud, info->teams ? 412 : 372, y, name);
}

static void draw_small_teams(const struct hud *hud, int32_t top)
{
    struct hud_team teams[HUD_MAX_RANKED];
    const size_t count = hud_rank_teams(hud->info, teams);
    for (int32_t y = top; y < HUD_BAR - 6; y += 2) {
        hud_put_glyph(hud, 532, y, 14);
    }
    int32_t y = top;
    for (size_t i = 0; i < count && y <= HUD_BAR - HUD_GLYPH; i++, y += HUD_GLYPH) {
        char text[16];
        snprintf(text, sizeof text, "%.*s", HUD_TEAM_SHOWN, teams[i].name);
        hud_put_text(hud, 548, y, text);
        snprintf(text, sizeof text, "%5d", (int)hud_team_frags(&teams[i]));
        hud_put_text(hud, 588, y, text);
        if (teams[i].self) {
            hud_put_brackets(hud, 540, 580, y);
        }
    }
}

/* Sbar_MiniDeathmatchOverlay; call after hud_place_bar. */
void hud_draw_ranking(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    size_t order[HUD_MAX_RANKED];
    if (!hud_shows_ranking(hud)) {
        return;
    }
    const size_t rows = (size_t)(hud->lines / HUD_GLYPH);
    const size_t count = hud_rank_players(info, false, order);
    const int32_t top = HUD_BAR - hud->lines;
    const size_t first = find_first(info, order, count, rows);
    for (size_t i = 0; i < rows && first + i < count; i++) {
        draw_small_player(hud, &info->players[order[first + i]],
                          top + (int32_t)i * HUD_GLYPH - info->quakeworld);
    }
    if (info->teams && hud->columns - hud->bar_left / hud->scale >= HUD_RANKING_TEAM_ROOM) {
        draw_small_teams(hud, top);
    }
}
