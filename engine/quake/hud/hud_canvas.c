#include "engine/quake/hud/hud_canvas.h"

#include <stdio.h>
#include <string.h>

enum { NUMBER_WIDTH = 24 };

void hud_place_overlay(struct hud *hud)
{
    hud->left = (hud->width - HUD_WIDTH * hud->scale) / 2;
    hud->top = (hud->height - HUD_HEIGHT * hud->scale) / 2;
}

void hud_place_bar(struct hud *hud)
{
    hud->left = (hud->width - HUD_WIDTH * hud->scale) / 2;
    hud->top = hud->height - hud->info->covered - HUD_BAR * hud->scale;
}

void hud_place_frame(struct hud *hud)
{
    hud->left = 0;
    hud->top = 0;
}

bool hud_find_picture(const struct hud *hud, const char *name, struct lmp_picture *picture)
{
    return quake_data_picture(hud->data, name, picture) == 0;
}

void hud_put_picture(const struct hud *hud, int32_t x, int32_t y, const struct lmp_picture *picture)
{
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item != NULL) {
        item->kind = PALETTE_2D_PICTURE;
        item->x = hud->left + x * hud->scale;
        item->y = hud->top + y * hud->scale;
        item->scale = hud->scale;
        item->width = picture->width;
        item->height = picture->height;
        item->pixels = picture->pixels;
    }
}

bool hud_put_named(const struct hud *hud, int32_t x, int32_t y, const char *name)
{
    struct lmp_picture picture;
    bool found = hud_find_picture(hud, name, &picture);
    if (found) {
        hud_put_picture(hud, x, y, &picture);
    }
    return found;
}

void hud_put_glyphs(const struct hud *hud, int32_t x, int32_t y, const uint8_t *glyphs,
                    size_t count)
{
    palette_scene_add_text(hud->scene, hud->left + x * hud->scale, hud->top + y * hud->scale,
                           hud->scale, hud->data->conchars, glyphs, count);
}

void hud_put_text(const struct hud *hud, int32_t x, int32_t y, const char *text)
{
    hud_put_glyphs(hud, x, y, (const uint8_t *)text, strlen(text));
}

void hud_put_fill(const struct hud *hud, int32_t x, int32_t y, int32_t width, int32_t height,
                  uint8_t color)
{
    struct palette_2d *item = palette_scene_add_2d(hud->scene);
    if (item != NULL) {
        item->kind = PALETTE_2D_FILL;
        item->x = hud->left + x * hud->scale;
        item->y = hud->top + y * hud->scale;
        item->scale = 1;
        item->width = width * hud->scale;
        item->height = height * hud->scale;
        item->color = color;
    }
}

int32_t hud_clamp(int32_t number)
{
    return number > 999 ? 999 : number < -99 ? -99 : number;
}

void hud_put_number(const struct hud *hud, int32_t x, int32_t y, int32_t number, bool alert)
{
    char digits[16], name[16];
    int length = snprintf(digits, sizeof digits, "%d", (int)hud_clamp(number));
    x += (3 - length) * NUMBER_WIDTH;
    for (int i = 0; i < length; i++, x += NUMBER_WIDTH) {
        const char *prefix = alert ? "anum" : "num";
        if (digits[i] == '-') {
            snprintf(name, sizeof name, "%s_minus", prefix);
        } else {
            snprintf(name, sizeof name, "%s_%c", prefix, digits[i]);
        }
        if (!hud_put_named(hud, x, y, name)) {
            hud_put_glyphs(hud, x + HUD_GLYPH, y + HUD_GLYPH, (const uint8_t *)&digits[i], 1);
        }
    }
}
