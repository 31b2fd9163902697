#include "engine/quake/hud/hud_extras.h"

#include <stdio.h>

enum { DOT_COLOR = 79, CORNER_TOP = 4, CORNER_STEP = 10 };

void hud_draw_crosshair(struct hud *hud)
{
    hud->left = hud->view.x + hud->view.width / 2;
    hud->top = hud->view.y + hud->view.height / 2;
    if (hud->info->options->crosshair == 1) {
        hud_put_glyph(hud, -4, -4, '+');
    } else if (hud->info->options->crosshair == 2) {
        for (int32_t at = -3; at <= 3; at += 2) {
            hud_put_fill(hud, at, 0, 1, 1, DOT_COLOR);
            hud_put_fill(hud, 0, at, 1, 1, DOT_COLOR);
        }
    }
}

/* Whole seconds as "m:ss", with hours where there are any. */
static void format_clock(char *text, size_t size, double seconds)
{
    const int whole = seconds > 0.0 ? (int)(seconds < 1e8 ? seconds : 1e8) : 0;
    if (whole >= 3600) {
        snprintf(text, size, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(text, size, "%d:%02d", whole / 60, whole % 60);
    }
}

int32_t hud_corner_glyphs(const struct hud_options *options)
{
    return options->clock || options->speed ? 10 : 0; /* "99999 u/s", and a blank */
}

void hud_draw_corner(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    char text[32];
    int32_t y = CORNER_TOP;
    hud_place_frame(hud);
    if (info->options->clock) {
        format_clock(text, sizeof text, info->match_clock >= 0.0 ? info->match_clock : info->time);
        hud_put_text_to(hud, hud->columns - HUD_GLYPH, y, text);
        y += CORNER_STEP;
    }
    if (info->options->speed && info->numbers == HUD_NUMBERS) {
        const double speed = info->speed < 99999.0 ? info->speed : 99999.0;
        snprintf(text, sizeof text, "%d u/s", (int)(speed + 0.5));
        hud_put_text_to(hud, hud->columns - HUD_GLYPH, y, text);
    }
}
