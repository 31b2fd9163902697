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
    hud->left = hud->bar_left;
    hud->top = hud->height - hud->info->covered - HUD_BAR * hud->scale;
}

void hud_place_frame(struct hud *hud)
{
    hud->left = 0;
    hud->top = 0;
}

int32_t hud_rows_below(const struct hud *hud)
{
    return (hud->height - hud->info->covered - hud->top) / hud->scale;
}

bool hud_find_picture(const struct hud *hud, const char *name, struct lmp_picture *picture)
{
    return quake_data_picture(hud->data, name, picture) == 0;
}

static struct palette_2d *add_picture(const struct hud *hud, int32_t x, int32_t y,
                                      const struct lmp_picture *picture)
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
    return item;
}

void hud_put_picture(const struct hud *hud, int32_t x, int32_t y, const struct lmp_picture *picture)
{
    struct palette_2d *item = add_picture(hud, x, y, picture);
    if (item != NULL) {
        item->opaque = true;
    }
}

bool hud_put_named(const struct hud *hud, int32_t x, int32_t y, const char *name)
{
    struct lmp_picture picture;
    const bool found = hud_find_picture(hud, name, &picture);
    if (found) {
        hud_put_picture(hud, x, y, &picture);
    }
    return found;
}

bool hud_put_ground(const struct hud *hud, int32_t x, int32_t y, const char *name)
{
    const int32_t clear = hud->info->options->clear;
    struct lmp_picture picture;
    if (!hud_find_picture(hud, name, &picture)) {
        return false;
    }
    if (clear < HUD_CLEAR_ALL) { /* else there is nothing of it */
        struct palette_2d *item = add_picture(hud, x, y, &picture);
        if (item != NULL) {
            item->opaque = true;
            item->clear = (uint8_t)(clear > 0 ? clear : 0);
        }
    }
    return true;
}

bool hud_put_clear(const struct hud *hud, int32_t x, int32_t y, const char *name)
{
    struct lmp_picture picture;
    const bool found = hud_find_picture(hud, name, &picture);
    if (found) {
        add_picture(hud, x, y, &picture);
    }
    return found;
}

static int32_t at_most(int32_t value, int32_t most)
{
    return value < most ? value : most;
}

bool hud_put_part(const struct hud *hud, int32_t x, int32_t y, const char *name, int32_t left,
                  int32_t width, int32_t height)
{
    struct lmp_picture picture;
    if (!hud_find_picture(hud, name, &picture) || left >= picture.width) {
        return false;
    }
    struct palette_2d *item = add_picture(hud, x, y, &picture);
    if (item != NULL) {
        item->opaque = true;
        item->stride = picture.width;
        item->width = at_most(width, picture.width - left);
        item->height = at_most(height, picture.height);
        item->pixels = picture.pixels + left;
    }
    return true;
}

static void put_tiles_in(const struct hud *hud, const struct lmp_picture *tile, int32_t x,
                         int32_t y, int32_t width, int32_t height)
{
    struct palette_2d *item = width > 0 && height > 0 ? palette_scene_add_2d(hud->scene) : NULL;
    if (item != NULL) {
        item->kind = PALETTE_2D_TILES;
        item->x = x;
        item->y = y;
        item->scale = hud->scale;
        item->width = width;
        item->height = height;
        item->tile_width = tile->width;
        item->tile_height = tile->height;
        item->pixels = tile->pixels;
    }
}

void hud_put_tiles(const struct hud *hud)
{
    const struct palette_view *view = &hud->view;
    const int32_t right = view->x + view->width, bottom = view->y + view->height;
    struct lmp_picture tile;
    if (!hud_find_picture(hud, "backtile", &tile)) {
        return; /* it stays black */
    }
    put_tiles_in(hud, &tile, 0, 0, hud->width, view->y);
    put_tiles_in(hud, &tile, 0, bottom, hud->width, hud->height - bottom);
    put_tiles_in(hud, &tile, 0, view->y, view->x, view->height);
    put_tiles_in(hud, &tile, right, view->y, hud->width - right, view->height);
}

void hud_put_glyphs(const struct hud *hud, int32_t x, int32_t y, const uint8_t *glyphs,
                    size_t count)
{
    palette_scene_add_text(hud->scene, hud->left + x * hud->scale, hud->top + y * hud->scale,
                           hud->scale, hud->data->conchars, glyphs, count);
}

/* A digit of four bits as one of eight. */
static uint8_t widen_digit(int digit)
{
    return (uint8_t)((digit & 15) * 17);
}

void hud_put_runs(const struct hud *hud, int32_t x, int32_t y, const struct hud_runs *text,
                  size_t first, size_t count)
{
    const struct quake_text_run *runs = text->runs;
    const size_t num_runs = text->num_runs;
    const size_t end = first + count;
    size_t run = 0;
    for (size_t at = first; at < end;) {
        uint16_t color = 0;
        while (run < num_runs && runs[run].start <= at) {
            run++;
        }
        if (run > 0) {
            color = runs[run - 1].color;
        }
        const size_t stop = run < num_runs && runs[run].start < end ? runs[run].start : end;
        struct palette_2d *item = palette_scene_add_text(
            hud->scene, hud->left + (x + (int32_t)(at - first) * HUD_GLYPH) * hud->scale,
            hud->top + y * hud->scale, hud->scale, hud->data->conchars, text->glyphs + at,
            stop - at);
        if (item != NULL) {
            item->outlined = hud->info->outlines;
        }
        if (item != NULL && color != 0) {
            item->tinted = true;
            item->tint[0] = widen_digit(color >> 8);
            item->tint[1] = widen_digit(color >> 4);
            item->tint[2] = widen_digit(color);
        }
        at = stop;
    }
}

void hud_put_glyph(const struct hud *hud, int32_t x, int32_t y, uint8_t glyph)
{
    hud_put_glyphs(hud, x, y, &glyph, 1);
}

void hud_put_text_to(const struct hud *hud, int32_t x, int32_t y, const char *text)
{
    hud_put_text(hud, x - (int32_t)strlen(text) * HUD_GLYPH, y, text);
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
        if (!hud_put_clear(hud, x, y, name)) {
            hud_put_glyph(hud, x + HUD_GLYPH, y + HUD_GLYPH, (uint8_t)digits[i]);
        }
    }
}
