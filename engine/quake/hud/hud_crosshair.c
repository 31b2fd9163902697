#include "engine/quake/hud/hud_crosshair.h"

enum { DOT_COLOR = 79 };

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
