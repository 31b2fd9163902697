#include "engine/quake/hud/hud.h"

#include <string.h>

#include "engine/quake/hud/hud_bar.h"
#include "engine/quake/hud/hud_canvas.h"
#include "engine/quake/hud/hud_crosshair.h"
#include "engine/quake/hud/hud_intermission.h"
#include "engine/quake/hud/hud_overlay.h"
#include "engine/quake/hud/hud_scores.h"
#include "engine/quake/hud/hud_text.h"

enum { PAUSE_ROOM = 48 /* rows below that are the bar's */, PAUSE_HEIGHT = 24 };

static void draw_pause(struct hud *hud)
{
    static const char words[] = "PAUSED";
    struct lmp_picture plaque;
    const int32_t y = (HUD_HEIGHT - PAUSE_ROOM - PAUSE_HEIGHT) / 2;
    hud_place_overlay(hud);
    if (hud_find_picture(hud, "gfx/pause.lmp", &plaque)) {
        hud_put_picture(hud, (HUD_WIDTH - plaque.width) / 2, y, &plaque);
    } else {
        hud_put_text(hud, (HUD_WIDTH - (int32_t)strlen(words) * HUD_GLYPH) / 2, y, words);
    }
}

/* Centred, as in most current engines. The original puts a match's bar at the left; so does this
 * when the small ranking has no room otherwise. */
static int32_t place_bar(const struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const bool match = info->quakeworld || (info->deathmatch && info->max_players > 1);
    const int32_t middle = (hud->width - HUD_WIDTH * hud->scale) / 2;
    if (!match) {
        return middle;
    }
    if (info->options->style == HUD_CLASSIC) {
        return 0;
    }
    const int32_t room = info->teams ? HUD_RANKING_TEAM_ROOM : HUD_RANKING_ROOM;
    const int32_t least = hud->columns >= room ? room : HUD_RANKING_ROOM;
    const bool fits = (hud->columns - HUD_WIDTH) / 2 + HUD_WIDTH >= least;
    return fits || hud->columns < HUD_RANKING_ROOM ? middle : 0;
}

/* The original: when the player died. Whoever watches another sees more of the game without. */
static enum hud_scores find_scores(const struct hud_info *info)
{
    const bool match = info->quakeworld || info->deathmatch;
    if (!match || !info->in_game) {
        return HUD_SCORES_NONE;
    }
    if (info->options->scores != HUD_SCORES_NONE) {
        return info->options->scores;
    }
    const bool dead = info->numbers == HUD_NUMBERS && info->health <= 0 && !info->flies;
    return dead && !info->spectates ? HUD_SCORES_TEAMS : HUD_SCORES_NONE;
}

static void draw_playing(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    const bool bar = info->in_game && !info->flies && hud->width >= HUD_WIDTH;
    const enum hud_scores scores = find_scores(info);
    if (scores == HUD_SCORES_NONE) {
        hud_draw_world(hud);
    }
    if (bar && !info->outside) {
        hud_draw_crosshair(hud);
    }
    if (info->paused) {
        draw_pause(hud);
    }
    hud_draw_center(hud);
    if (bar) {
        hud_draw_bar(hud);
    }
    if (scores != HUD_SCORES_NONE) {
        hud_draw_scores(hud, scores);
    }
    if (scores == HUD_SCORES_NONE) {
        hud_draw_match(hud);
    }
    hud_draw_corner(hud);
    hud_draw_notify(hud);
}

void hud_draw(struct palette_scene *scene, struct quake_data *data, const struct hud_info *info,
              int width, int height)
{
    const bool has_bar = info->in_game && !info->flies && info->intermission == HUD_PLAYING;
    const struct hud_layout layout = hud_lay_out(info->options, width, height, has_bar);
    struct hud hud = {.scene = scene,
                      .data = data,
                      .info = info,
                      .width = width,
                      .height = height,
                      .scale = layout.scale,
                      .columns = width / layout.scale,
                      .rows = height / layout.scale,
                      .lines = layout.lines,
                      .headup = layout.headup,
                      .modern = layout.modern,
                      .mission = hud_mission_of(data),
                      .view = scene->view};
    if (hud.view.width == 0) {
        hud.view = (struct palette_view){0, 0, width, height};
    }
    hud.bar_left = place_bar(&hud);
    hud_put_tiles(&hud);
    scene->has_page = info->intermission == HUD_INTERMISSION || info->intermission == HUD_FINALE ||
                      (info->intermission == HUD_PLAYING && find_scores(info) != HUD_SCORES_NONE);
    switch (info->intermission) {
    case HUD_INTERMISSION:
        hud_draw_intermission(&hud);
        break;
    case HUD_FINALE:
        hud_draw_finale(&hud);
        hud_draw_center(&hud);
        break;
    case HUD_CUTSCENE:
        hud_draw_center(&hud);
        break;
    default:
        draw_playing(&hud);
        break;
    }
}
