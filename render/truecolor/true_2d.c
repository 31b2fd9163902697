#include "render/truecolor/true_2d.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "render/palette/screen.h"

enum {
    GLYPH = 8,
    PIECE = 64, /* pixels of a row that are skipped at once */
    SHEET_WIDTH = 128,
    SIXTEENTHS = 16,  /* of palette_2d.clear */
    DARKEST_ROW = 63, /* of the colormap; row 0 is twice as bright as the colour itself */
    TRANSPARENT = 255
};

void true_2d_free(struct true_2d *layer)
{
    free(layer->indices);
    free(layer->mask);
    layer->indices = layer->mask = NULL;
}

static uint32_t color_of(const struct true_2d *layer, uint8_t index)
{
    const uint8_t *color = layer->palette + (size_t)index * 3;
    return (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

/* ---- What is opaque ---- */

static bool is_empty(const uint8_t mask[PIECE])
{
    uint64_t any = 0;
    for (int i = 0; i < PIECE; i += 8) {
        uint64_t eight;
        memcpy(&eight, mask + i, sizeof eight);
        any |= eight;
    }
    return any == 0;
}

/* Pixels of the mask, which is empty after. Mostly nothing is drawn. */
static void put_row(const uint32_t colors[256], const uint8_t *indices, uint8_t *mask, int width,
                    uint32_t *row)
{
    for (int first = 0; first < width; first += PIECE) {
        const int end = first + PIECE < width ? first + PIECE : width;
        if (end - first == PIECE && is_empty(mask + first)) {
            continue;
        }
        for (int x = first; x < end; x++) {
            if (mask[x] != 0) {
                row[x] = colors[indices[x]];
                mask[x] = 0;
            }
        }
    }
}

/* Items from `first` to before `end`, all opaque; the mask is empty before and after. */
static void draw_opaque(const struct true_2d *layer, const struct palette_scene *scene,
                        uint32_t *frame, size_t first, size_t end)
{
    uint32_t colors[256];
    if (first == end) {
        return;
    }
    for (int i = 0; i < 256; i++) {
        colors[i] = color_of(layer, (uint8_t)i);
    }
    screen_draw_items(layer->indices, layer->mask, layer->width, layer->height, scene,
                      layer->colormap, first, end);
    for (int y = 0; y < layer->height; y++) {
        const size_t start = (size_t)y * (size_t)layer->width;
        put_row(colors, layer->indices + start, layer->mask + start, layer->width,
                frame + (size_t)y * layer->pitch);
    }
}

/* ---- What is mixed ---- */

/* Pixels of an item inside the frame: from *left to before *right, likewise down. */
struct area {
    int64_t left, right, top, bottom;
};

static struct area area_of(const struct true_2d *layer, int64_t x, int64_t y, int64_t width,
                           int64_t height)
{
    struct area area = {x, x + width, y, y + height};
    area.left = area.left > 0 ? area.left : 0;
    area.top = area.top > 0 ? area.top : 0;
    area.right = area.right < layer->width ? area.right : layer->width;
    area.bottom = area.bottom < layer->height ? area.bottom : layer->height;
    return area;
}

/* share: of `over`, 0..256. */
static uint32_t mix_colors(uint32_t over, uint32_t under, uint32_t share)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const uint32_t a = over >> shift & 255, b = under >> shift & 255;
        mixed |= (a * share + b * (256 - share) + 128) >> 8 << shift;
    }
    return mixed;
}

static void draw_clear_picture(const struct true_2d *layer, const struct palette_2d *item,
                               uint32_t *frame)
{
    const int64_t scale = item->scale < 1 ? 1 : item->scale;
    const int64_t stride = item->stride > 0 ? item->stride : item->width;
    const int clear = item->clear < SIXTEENTHS ? item->clear : SIXTEENTHS - 1;
    const uint32_t share = (uint32_t)(SIXTEENTHS - clear) * 256 / SIXTEENTHS;
    const struct area area =
        area_of(layer, item->x, item->y, item->width * scale, item->height * scale);
    for (int64_t v = area.top; v < area.bottom; v++) {
        const uint8_t *texels = item->pixels + (v - item->y) / scale * stride;
        uint32_t *row = frame + v * (int64_t)layer->pitch;
        for (int64_t u = area.left; u < area.right; u++) {
            const uint8_t index = texels[(u - item->x) / scale];
            if (item->opaque || index != TRANSPARENT) {
                row[u] = mix_colors(color_of(layer, index), row[u], share);
            }
        }
    }
}

/* A rectangle darkened as by a row of the colormap. */
static void draw_shade(const struct true_2d *layer, const struct palette_2d *item, uint32_t *frame)
{
    const int row_number = item->color < DARKEST_ROW ? item->color : DARKEST_ROW;
    const uint32_t factor = (uint32_t)(2 * (DARKEST_ROW - row_number) * 256 / DARKEST_ROW);
    const struct area area = area_of(layer, item->x, item->y, item->width, item->height);
    for (int64_t v = area.top; v < area.bottom; v++) {
        uint32_t *row = frame + v * (int64_t)layer->pitch;
        for (int64_t u = area.left; u < area.right; u++) {
            uint32_t color = 0;
            for (int shift = 0; shift <= 16; shift += 8) {
                const uint32_t level = (row[u] >> shift & 255) * factor >> 8;
                color |= (level < 255 ? level : 255) << shift;
            }
            row[u] = color;
        }
    }
}

/* The tint as bright as the letter's texel: by its largest channel. */
static uint32_t tint_of(const struct true_2d *layer, const struct palette_2d *item, uint8_t index)
{
    const uint8_t *color = layer->palette + (size_t)index * 3;
    uint32_t most = color[0] > color[1] ? color[0] : color[1];
    most = color[2] > most ? color[2] : most;
    uint32_t tint = 0;
    for (int c = 0; c < 3; c++) {
        tint = tint << 8 | (item->tint[c] * most + 127) / 255;
    }
    return tint;
}

static void draw_tinted_letter(const struct true_2d *layer, const struct palette_2d *item,
                               uint8_t glyph, int64_t x, uint32_t *frame)
{
    const int64_t scale = item->scale < 1 ? 1 : item->scale;
    const uint8_t *texels =
        item->pixels + (glyph >> 4) * GLYPH * SHEET_WIDTH + (glyph & 15) * GLYPH;
    const struct area area = area_of(layer, x, item->y, GLYPH * scale, GLYPH * scale);
    for (int64_t v = area.top; v < area.bottom; v++) {
        const uint8_t *from = texels + (v - item->y) / scale * SHEET_WIDTH;
        uint32_t *row = frame + v * (int64_t)layer->pitch;
        for (int64_t u = area.left; u < area.right; u++) {
            const uint8_t index = from[(u - x) / scale];
            row[u] = index != 0 ? tint_of(layer, item, index) : row[u];
        }
    }
}

/* Over letters drawn in the font's own colours. */
static void draw_tints(const struct true_2d *layer, const struct palette_scene *scene,
                       uint32_t *frame, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct palette_2d *item = &scene->items[i];
        const int64_t scale = item->scale < 1 ? 1 : item->scale;
        if (item->kind != PALETTE_2D_GLYPHS || !item->tinted || item->pixels == NULL ||
            item->width <= 0 || item->height <= 0 || item->text > scene->text_size ||
            (size_t)item->width > scene->text_size - item->text) {
            continue;
        }
        for (int64_t k = 0; k < item->width; k++) {
            const int64_t x = item->x + k * GLYPH * scale;
            const uint8_t glyph = scene->text[item->text + (size_t)k];
            if (x < layer->width && x + GLYPH * scale > 0) {
                draw_tinted_letter(layer, item, glyph, x, frame);
            }
        }
    }
}

static bool is_mixed(const struct palette_2d *item)
{
    return item->kind == PALETTE_2D_SHADE || (item->kind == PALETTE_2D_PICTURE && item->clear > 0);
}

static void draw_mixed(const struct true_2d *layer, const struct palette_2d *item, uint32_t *frame)
{
    if (item->width <= 0 || item->height <= 0) {
        return;
    }
    if (item->kind == PALETTE_2D_SHADE) {
        draw_shade(layer, item, frame);
    } else if (item->pixels != NULL) {
        draw_clear_picture(layer, item, frame);
    }
}

int true_2d_draw(struct true_2d *layer, const struct palette_scene *scene, uint32_t *frame)
{
    const size_t count = (size_t)layer->width * (size_t)layer->height;
    size_t first = 0;
    if (scene->num_items == 0) {
        return 0;
    }
    if (layer->mask == NULL) {
        layer->indices = malloc(count);
        layer->mask = calloc(count, 1);
        if (layer->indices == NULL || layer->mask == NULL) {
            true_2d_free(layer);
            return FORMAT_MEMORY;
        }
    }
    for (size_t i = 0; i <= scene->num_items; i++) {
        if (i < scene->num_items && !is_mixed(&scene->items[i])) {
            continue;
        }
        draw_opaque(layer, scene, frame, first, i);
        draw_tints(layer, scene, frame, first, i);
        if (i < scene->num_items) {
            draw_mixed(layer, &scene->items[i], frame);
        }
        first = i + 1;
    }
    return 0;
}
