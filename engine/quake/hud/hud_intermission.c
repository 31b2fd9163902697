#include "engine/quake/hud/hud_intermission.h"

#include <stdio.h>

#include "engine/quake/hud/hud_scores.h"

static void draw_tally(const struct hud *hud, int32_t y, int32_t part, int32_t whole)
{
    hud_put_number(hud, 160, y, part, false);
    if (!hud_put_clear(hud, 232, y, "num_slash")) {
        hud_put_text(hud, 232, y + HUD_GLYPH, "/");
    }
    hud_put_number(hud, 240, y, whole, false);
}

static void put_digit(const struct hud *hud, int32_t x, int32_t y, int digit)
{
    char name[16], text[2] = {(char)('0' + digit), '\0'};
    snprintf(name, sizeof name, "num_%d", digit);
    if (!hud_put_clear(hud, x, y, name)) {
        hud_put_text(hud, x + HUD_GLYPH, y + HUD_GLYPH, text);
    }
}

/* Sbar_IntermissionOverlay */
void hud_draw_intermission(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    if (info->deathmatch) { /* the teams; players when they are asked for */
        hud_draw_scores(hud, info->options->scores == HUD_SCORES_PLAYERS ? HUD_SCORES_PLAYERS
                                                                         : HUD_SCORES_TEAMS);
        return;
    }
    hud_place_overlay(hud);
    if (!hud_put_named(hud, 64, 24, "gfx/complete.lmp")) {
        hud_put_text(hud, 100, 32, "LEVEL COMPLETED");
    }
    if (!hud_put_clear(hud, 0, 56, "gfx/inter.lmp")) {
        hud_put_text(hud, 32, 72, "TIME");
        hud_put_text(hud, 32, 112, "SECRETS");
        hud_put_text(hud, 32, 152, "MONSTERS");
    }
    int seconds = info->completed_time > 0 ? (int)info->completed_time : 0;
    hud_put_number(hud, 160, 64, seconds / 60, false);
    if (!hud_put_clear(hud, 234, 64, "num_colon")) {
        hud_put_text(hud, 234, 72, ":");
    }
    put_digit(hud, 246, 64, seconds % 60 / 10);
    put_digit(hud, 266, 64, seconds % 10);
    draw_tally(hud, 104, info->secrets, info->total_secrets);
    draw_tally(hud, 144, info->monsters, info->total_monsters);
}

void hud_draw_finale(struct hud *hud)
{
    struct lmp_picture title;
    hud_place_frame(hud);
    if (hud_find_picture(hud, "gfx/finale.lmp", &title)) {
        hud_put_clear(hud, (hud->columns - title.width) / 2, 16, "gfx/finale.lmp");
    }
}
