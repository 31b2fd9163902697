#include "engine/quake/hud/hud_scores.h"

#include <stdio.h>
#include <string.h>

enum { MAX_RANKED = 32 };

/* Spectators stand behind all who play. */
static bool ranks_before(const struct hud_player *a, const struct hud_player *b)
{
    return a->spectator == b->spectator ? a->frags > b->frags : b->spectator;
}

/* Positions of the named players by falling frags; equal ones stay in their order. */
static size_t rank_players(const struct hud_info *info, bool spectators, size_t order[MAX_RANKED])
{
    size_t count = 0;
    for (size_t i = 0; i < info->num_players; i++) {
        const struct hud_player *player = &info->players[i];
        if (player->name[0] == '\0' || (player->spectator && !spectators)) {
            continue;
        }
        size_t at = count < MAX_RANKED ? count++ : MAX_RANKED;
        if (at == MAX_RANKED) {
            if (!ranks_before(player, &info->players[order[MAX_RANKED - 1]])) {
                continue;
            }
            at = MAX_RANKED - 1;
        }
        while (at > 0 && ranks_before(player, &info->players[order[at - 1]])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
    return count;
}

/* Sbar_ColorForMap: the row's ninth shade. */
static uint8_t flag_color(uint8_t color)
{
    return (uint8_t)((color & 15) * 16 + 8);
}

static void put_frags(const struct hud *hud, int32_t x, int32_t y, int32_t frags)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%3d", (int)hud_clamp(frags));
    hud_put_text(hud, x, y, digits);
}

/* The four best over the bar. */
void hud_draw_frags(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, false, order);
    for (size_t i = 0; i < count && i < 4; i++) {
        const struct hud_player *player = &info->players[order[i]];
        int32_t x = (23 + (int32_t)i * 4) * HUD_GLYPH;
        hud_put_fill(hud, x + 10, -23, 28, 4, flag_color(player->shirt));
        hud_put_fill(hud, x + 10, -19, 28, 3, flag_color(player->trousers));
        put_frags(hud, x + HUD_GLYPH, -24, player->frags);
        if (player->self) {
            static const uint8_t brackets[2] = {16, 17};
            hud_put_glyphs(hud, x + 2, -24, &brackets[0], 1);
            hud_put_glyphs(hud, x + 28, -24, &brackets[1], 1);
        }
    }
}

/* Sbar_DeathmatchOverlay */
static void draw_rankings(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct lmp_picture title;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, false, order);
    if (hud_find_picture(hud, "gfx/ranking.lmp", &title)) {
        hud_put_picture(hud, (HUD_WIDTH - title.width) / 2, 8, &title);
    } else {
        hud_put_text(hud, 124, 16, "RANKINGS");
    }
    for (size_t i = 0; i < count; i++) {
        const struct hud_player *player = &info->players[order[i]];
        int32_t y = 40 + (int32_t)i * 10;
        hud_put_fill(hud, 80, y, 40, 4, flag_color(player->shirt));
        hud_put_fill(hud, 80, y + 4, 40, 4, flag_color(player->trousers));
        put_frags(hud, 88, y, player->frags);
        if (player->self) {
            static const uint8_t mark = 12;
            hud_put_glyphs(hud, 72, y, &mark, 1);
        }
        hud_put_text(hud, 144, y, player->name);
    }
}

/* Where QuakeWorld's columns stand; teams push the names aside. */
enum {
    LOSS_COLUMN = 32,
    TIME_COLUMN = 64,
    FRAGS_COLUMN = 104,
    TEAM_COLUMN = 152,
    NAME_COLUMN = 152,
    TEAM_WIDTH = 40,
    TEAM_SHOWN = 4 /* glyphs */
};

/* A heading's line: its ends and its middle. */
static void put_rule(const struct hud *hud, int32_t x, int32_t y, int32_t glyphs)
{
    for (int32_t i = 0; i < glyphs; i++) {
        const uint8_t glyph = i == 0 ? 29 : i == glyphs - 1 ? 31 : 30;
        hud_put_glyphs(hud, x + i * HUD_GLYPH, y, &glyph, 1);
    }
}

static void put_heading(const struct hud *hud, int32_t left, int32_t x, const char *word,
                        int32_t width, int32_t y)
{
    hud_put_text(hud, left + x, y, word);
    put_rule(hud, left + x, y + HUD_GLYPH, width);
}

static void draw_score(const struct hud *hud, const struct hud_player *player, int32_t x, int32_t y)
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
    hud_put_fill(hud, x + FRAGS_COLUMN, y, 40, 4, flag_color(player->shirt));
    hud_put_fill(hud, x + FRAGS_COLUMN, y + 4, 40, 4, flag_color(player->trousers));
    put_frags(hud, x + FRAGS_COLUMN + HUD_GLYPH, y, player->frags);
    if (player->self) {
        static const uint8_t brackets[2] = {16, 17};
        hud_put_glyphs(hud, x + FRAGS_COLUMN, y, &brackets[0], 1);
        hud_put_glyphs(hud, x + FRAGS_COLUMN + 32, y, &brackets[1], 1);
    }
    if (teams) {
        snprintf(text, sizeof text, "%.*s", TEAM_SHOWN, player->team);
        hud_put_text(hud, x + TEAM_COLUMN, y, text);
    }
}

/* QuakeWorld's Sbar_DeathmatchOverlay: as many as the picture has room for. */
static void draw_table(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const int32_t x = info->teams ? 4 : 16;
    struct lmp_picture title;
    size_t order[MAX_RANKED];
    size_t count = rank_players(info, true, order);
    int32_t y = 24;
    if (hud_find_picture(hud, "gfx/ranking.lmp", &title)) {
        hud_put_picture(hud, (HUD_WIDTH - title.width) / 2, 0, &title);
        y = title.height > y ? title.height : y;
    } else {
        hud_put_text(hud, 124, 8, "RANKINGS");
    }
    put_heading(hud, x, 0, "ping", 4, y);
    put_heading(hud, x, 40, "pl", 2, y);
    put_heading(hud, x, TIME_COLUMN, "time", 4, y);
    put_heading(hud, x, FRAGS_COLUMN, "frags", 5, y);
    if (info->teams) {
        put_heading(hud, x, TEAM_COLUMN, "team", 4, y);
    }
    put_heading(hud, x, NAME_COLUMN + (info->teams ? TEAM_WIDTH : 0), "name", 16, y);
    y += 2 * HUD_GLYPH;
    const int32_t bottom = (hud->height - hud->top) / hud->scale;
    for (size_t i = 0; i < count && y + 10 <= bottom; i++, y += 10) {
        draw_score(hud, &info->players[order[i]], x, y);
    }
}

void hud_draw_scores(struct hud *hud)
{
    hud_place_overlay(hud);
    if (hud->info->quakeworld) {
        draw_table(hud);
    } else {
        draw_rankings(hud);
    }
}
