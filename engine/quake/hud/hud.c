#include "engine/quake/hud/hud.h"

#include <string.h>

#include "engine/quake/hud/hud_bar.h"
#include "engine/quake/hud/hud_canvas.h"
#include "engine/quake/hud/hud_ending.h"
#include "engine/quake/hud/hud_text.h"

static void draw_titled(struct hud *hud, const char *name, const char *words, int32_t y)
{
    struct lmp_picture picture;
    hud_place_overlay(hud);
    if (hud_find_picture(hud, name, &picture)) {
        hud_put_picture(hud, (HUD_WIDTH - picture.width) / 2, y, &picture);
    } else if (words[0] != '\0') {
        hud_put_text(hud, (HUD_WIDTH - (int32_t)strlen(words) * HUD_GLYPH) / 2, y, words);
    }
}

void hud_draw(struct palette_scene *scene, struct quake_data *data, const struct hud_info *info,
              int width, int height)
{
    struct hud hud = {scene, data, info, width, height, 1, 0, 0};
    int scale = width / HUD_WIDTH < height / 240 ? width / HUD_WIDTH : height / 240;
    hud.scale = scale > 1 ? scale : 1;
    switch (info->ending) {
    case HUD_INTERMISSION:
        hud_draw_intermission(&hud);
        return;
    case HUD_FINALE:
        draw_titled(&hud, "gfx/finale.lmp", "", 16);
        hud_draw_center(&hud);
        return;
    case HUD_CUTSCENE:
        hud_draw_center(&hud);
        return;
    default:
        break;
    }
    if (info->paused) {
        draw_titled(&hud, "gfx/pause.lmp", "PAUSED", (HUD_HEIGHT - 48 - 24) / 2);
    }
    hud_draw_center(&hud);
    if (info->in_game && width >= HUD_WIDTH) { /* a cut bar says nothing and hides half the view */
        hud_draw_bar(&hud);
    }
    hud_draw_notify(&hud);
}
