#include "engine/commands/options_hud.h"

#include <stdlib.h>
#include <string.h>

static bool take_style(void *target, const char *text)
{
    struct hud_options *hud = target;
    hud->own |= HUD_OWN_STYLE;
    return hud_style_parse(&hud->style, text);
}

static bool take_view_size(void *target, const char *text)
{
    struct hud_options *hud = target;
    hud->own |= HUD_OWN_VIEW_SIZE;
    return options_parse_int(text, HUD_VIEW_LEAST, HUD_VIEW_MOST, &hud->view_size);
}

static bool take_scale(void *target, const char *text)
{
    struct hud_options *hud = target;
    hud->own |= HUD_OWN_SCALE;
    if (strcmp(text, "auto") == 0) {
        hud->scale = 0;
        return true;
    }
    return options_parse_int(text, 1, HUD_SCALE_MOST, &hud->scale);
}

static bool take_crosshair(void *target, const char *text)
{
    struct hud_options *hud = target;
    hud->own |= HUD_OWN_CROSSHAIR;
    return options_parse_int(text, 0, HUD_CROSSHAIRS - 1, &hud->crosshair);
}

static bool take_scores(void *target, const char *text)
{
    struct hud_options *hud = target;
    const bool teams = strcmp(text, "teams") == 0;
    hud->scores = teams ? HUD_SCORES_TEAMS : HUD_SCORES_PLAYERS;
    return teams || strcmp(text, "players") == 0;
}

static bool take_alpha(void *target, const char *text)
{
    struct hud_options *hud = target;
    char *end;
    const double alpha = strtod(text, &end);
    hud->own |= HUD_OWN_CLEAR;
    if (end == text || *end != '\0' || !(alpha >= 0.0 && alpha <= 1.0)) {
        return false;
    }
    hud->clear = HUD_CLEAR_ALL - (int)(alpha * HUD_CLEAR_ALL + 0.5);
    return true;
}

void options_fill_hud(struct option table[OPTIONS_HUD], struct hud_options *hud)
{
    const struct option options[OPTIONS_HUD] = {
        {"hud", "STYLE",
         "full (default), mini: only what counts, or none. For Quake also over: the\n"
         "bar lies over the picture; classic: the picture ends above it; headup:\n"
         "figures without a bar; modern, side: the least, in corners",
         .parse = take_style, .target = hud},
        {"viewsize", "N", "30 to 120 as in Quake (100): 110 no inventory, 120 no bar",
         .parse = take_view_size, .target = hud, .least = HUD_VIEW_LEAST, .most = HUD_VIEW_MOST},
        {"hud-scale", "N", "pixels a pixel of the bar, 1 to 16, or auto (default)",
         .parse = take_scale, .target = hud, .least = 1, .most = HUD_SCALE_MOST},
        {"crosshair", "N", "0 none (default), 1 a plus, 2 dots", .parse = take_crosshair,
         .target = hud, .least = 0, .most = HUD_CROSSHAIRS - 1},
        {"scores", "WHAT", "players or teams: the scores over every picture", .parse = take_scores,
         .target = hud},
        {"hud-alpha", "A", "opacity of the bar's ground, 0 to 1 (default); ports of today: 0.75",
         .parse = take_alpha, .target = hud, .range = "0 to 1"},
        {"show-clock", NULL, "the time of the match or level in a corner", .flag = &hud->clock},
        {"show-speed", NULL, "the player's speed below it", .flag = &hud->speed},
        {"show-frags", NULL, "who killed whom with what", .flag = &hud->frags},
        {"show-team", NULL, "how the player's team mates are, and where (QuakeWorld, Quake III)",
         .flag = &hud->team},
        {.name = NULL},
    };
    memcpy(table, options, sizeof options);
}
