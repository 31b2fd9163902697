#include "render/palette/screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/dmath.h"

enum { GLYPH = 8, SHEET_WIDTH = 128, COLORMAP_ROW = 256, COLORMAP_LAST_ROW = 63 };

void screen_palette(const uint8_t *palette768, const struct palette_blend blends[PALETTE_BLENDS],
                    const uint8_t light[256], uint32_t out[256])
{
    struct palette_blend active[PALETTE_BLENDS]; /* mostly none: this is done for every frame */
    int num_active = 0;
    for (int i = 0; i < PALETTE_BLENDS; i++) {
        if (blends[i].percent > 0) {
            active[num_active] = blends[i];
            active[num_active].percent = blends[i].percent < 256 ? blends[i].percent : 256;
            num_active++;
        }
    }
    for (int i = 0; i < 256; i++) {
        uint32_t color = 0;
        for (int channel = 0; channel < 3; channel++) {
            int value = palette768[i * 3 + channel];
            for (int blend = 0; blend < num_active; blend++) {
                /* The shift rounds down, below zero too: darkening goes one step further. */
                value += (active[blend].percent * (active[blend].color[channel] - value)) >> 8;
            }
            color = color << 8 | light[value];
        }
        out[i] = color;
    }
}

/* ---- 2D ---- */

struct canvas {
    uint8_t *pixels;
    uint8_t *mask; /* 1 where something was drawn; or NULL */
    struct blend *blend;
    int width, height;
};

/* The part [*begin, *end) of `count` cells of `scale` pixels from `at` on that touches 0 ..
 * limit - 1. */
static void clip_cells(int64_t at, int64_t count, int64_t scale, int64_t limit, int64_t *begin,
                       int64_t *end)
{
    *begin = at < 0 ? -at / scale : 0;
    *end = at >= limit ? 0 : (limit - at + scale - 1) / scale;
    if (*end > count) {
        *end = count;
    }
}

/* A picture or glyph to draw: indices, each of scale x scale pixels from (x, y) on. */
struct pattern {
    int64_t x, y, scale;
    const uint8_t *indices;
    int64_t width, height, stride;
    int transparent; /* the index that is not drawn, or OPAQUE */
};

enum { OPAQUE = -1 };

/* Columns [begin, end) of a row of indices, all opaque, into rows [top, bottom). */
static void draw_run(const struct canvas *canvas, const struct pattern *pattern,
                     const uint8_t *source, int64_t begin, int64_t end, int64_t top, int64_t bottom)
{
    const int64_t x = pattern->x, scale = pattern->scale;
    uint8_t *row = canvas->pixels + top * canvas->width;
    int64_t left = x + begin * scale;
    left = left < 0 ? 0 : left;
    int64_t u = left;
    const int64_t right = x + end * scale > canvas->width ? canvas->width : x + end * scale;
    int64_t column = begin;
    /* A whole cell at once; the next cells overwrite its excess pixels. */
    for (; scale <= 8 && column < end && u + 8 <= right; column++) {
        const uint64_t cell = source[column] * 0x0101010101010101u;
        memcpy(row + u, &cell, sizeof cell);
        u = x + (column + 1) * scale;
    }
    for (; column < end; column++) {
        int64_t stop = x + (column + 1) * scale;
        stop = stop > canvas->width ? canvas->width : stop;
        while (u < stop) {
            row[u++] = source[column];
        }
    }
    for (int64_t v = top + 1; v < bottom; v++) { /* the same again, as often as scale wants */
        memcpy(canvas->pixels + v * canvas->width + left, row + left, (size_t)(u - left));
    }
    for (int64_t v = top; v < bottom && canvas->mask != NULL && u > left; v++) {
        memset(canvas->mask + v * canvas->width + left, 1, (size_t)(u - left));
    }
}

/* The first column from `column` on that is drawn, or end. Pictures have much that is not. */
static int64_t find_drawn(const uint8_t *texels, int64_t column, int64_t end, int transparent)
{
    const uint64_t eight = (uint64_t)(uint8_t)transparent * 0x0101010101010101u;
    uint64_t next;
    for (; transparent != OPAQUE && end - column >= (int64_t)sizeof next; column += sizeof next) {
        memcpy(&next, texels + column, sizeof next);
        if (next != eight) {
            break;
        }
    }
    while (column < end && texels[column] == transparent) {
        column++;
    }
    return column;
}

/* The first column from `column` on that is not drawn, or end. */
static int64_t find_gap(const uint8_t *texels, int64_t column, int64_t end, int transparent)
{
    const uint8_t *gap =
        transparent == OPAQUE ? NULL : memchr(texels + column, transparent, (size_t)(end - column));
    return gap != NULL ? gap - texels : end;
}

/* At scale 1, cells (column0 to before column1, row0 to before row1): runs are copied. */
static void copy_pattern(const struct canvas *canvas, const struct pattern *pattern,
                         int64_t column0, int64_t column1, int64_t row0, int64_t row1)
{
    for (int64_t row = row0; row < row1; row++) {
        const uint8_t *texels = pattern->indices + row * pattern->stride;
        const int64_t place = (pattern->y + row) * canvas->width + pattern->x;
        for (int64_t begin = column0, end;; begin = end) {
            begin = find_drawn(texels, begin, column1, pattern->transparent);
            if (begin >= column1) {
                break;
            }
            end = find_gap(texels, begin, column1, pattern->transparent);
            memcpy(canvas->pixels + place + begin, texels + begin, (size_t)(end - begin));
            if (canvas->mask != NULL) {
                memset(canvas->mask + place + begin, 1, (size_t)(end - begin));
            }
        }
    }
}

static void draw_pattern(const struct canvas *canvas, const struct pattern *pattern)
{
    const int64_t scale = pattern->scale;
    const int transparent = pattern->transparent;
    int64_t column0, column1, row0, row1;
    clip_cells(pattern->x, pattern->width, scale, canvas->width, &column0, &column1);
    clip_cells(pattern->y, pattern->height, scale, canvas->height, &row0, &row1);
    if (scale == 1) {
        copy_pattern(canvas, pattern, column0, column1, row0, row1);
        return;
    }
    for (int64_t row = row0; row < row1; row++) {
        const uint8_t *texels = pattern->indices + row * pattern->stride;
        int64_t top = pattern->y + row * scale, bottom = top + scale;
        top = top < 0 ? 0 : top;
        bottom = bottom > canvas->height ? canvas->height : bottom;
        for (int64_t column = column0; column < column1; column++) {
            if (texels[column] == transparent) {
                continue;
            }
            int64_t begin = column;
            while (column < column1 && texels[column] != transparent) {
                column++;
            }
            draw_run(canvas, pattern, texels, begin, column, top, bottom);
        }
    }
}

/* A pattern that the picture shows through: each cell pixel by pixel. table: blend.h's. */
static void draw_mixed(const struct canvas *canvas, const struct palette_2d *item, int64_t scale,
                       int64_t stride, const uint8_t *table)
{
    int64_t column0, column1, row0, row1;
    clip_cells(item->x, item->width, scale, canvas->width, &column0, &column1);
    clip_cells(item->y, item->height, scale, canvas->height, &row0, &row1);
    if (column0 >= column1 || row0 >= row1) {
        return;
    }
    const int64_t left = item->x < 0 ? 0 : item->x, top = item->y < 0 ? 0 : item->y;
    const int64_t wanted = item->x + column1 * scale, lowest = item->y + row1 * scale;
    const int64_t right = wanted < canvas->width ? wanted : canvas->width;
    const int64_t bottom = lowest < canvas->height ? lowest : canvas->height;
    for (int64_t v = top; v < bottom; v++) {
        const uint8_t *texels = item->pixels + (v - item->y) / scale * stride;
        uint8_t *dest = canvas->pixels + v * canvas->width;
        int64_t column = (left - item->x) / scale;
        for (int64_t u = left; u < right; column++) {
            int64_t stop = item->x + (column + 1) * scale;
            stop = stop < right ? stop : right;
            if (!item->opaque && texels[column] == 255) {
                u = stop;
                continue;
            }
            const uint8_t *row = table + texels[column] * 256;
            if (canvas->mask != NULL) {
                memset(canvas->mask + v * canvas->width + u, 1, (size_t)(stop - u));
            }
            for (; u < stop; u++) {
                dest[u] = row[dest[u]];
            }
        }
    }
}

static void draw_picture(const struct canvas *canvas, const struct palette_2d *item, int64_t scale)
{
    const int64_t stride = item->stride > 0 ? item->stride : item->width;
    const uint8_t *table = NULL;
    if (item->clear > 0 && canvas->blend != NULL) {
        const int most = BLEND_OPACITIES - 1;
        table = blend_opacity_table(canvas->blend,
                                    BLEND_OPACITIES - (item->clear < most ? item->clear : most));
    }
    if (table != NULL) {
        draw_mixed(canvas, item, scale, stride, table);
    } else {
        const struct pattern pattern = {.x = item->x,
                                        .y = item->y,
                                        .scale = scale,
                                        .indices = item->pixels,
                                        .width = item->width,
                                        .height = item->height,
                                        .stride = stride,
                                        .transparent = item->opaque ? OPAQUE : 255};
        draw_pattern(canvas, &pattern);
    }
}

static const uint8_t *find_glyph(const struct palette_2d *item, uint8_t glyph)
{
    return item->pixels + (glyph >> 4) * GLYPH * SHEET_WIDTH + (glyph & 15) * GLYPH;
}

/* Where a letter or one of its pixel's neighbours is: a pixel more on each side. */
static void draw_outline(const struct canvas *canvas, const uint8_t *letter, int64_t x, int64_t y,
                         int64_t scale)
{
    enum { SIDE = GLYPH + 2, NOTHING = 255 };
    uint8_t cells[SIDE * SIDE];
    memset(cells, NOTHING, sizeof cells);
    for (int at = 0; at < GLYPH * GLYPH; at++) {
        if (letter[at / GLYPH * SHEET_WIDTH + at % GLYPH] != 0) {
            uint8_t *corner = cells + at / GLYPH * SIDE + at % GLYPH;
            for (int row = 0; row < 3; row++) {
                memset(corner + row * SIDE, PALETTE_OUTLINE, 3);
            }
        }
    }
    const struct pattern pattern = {.x = x - scale,
                                    .y = y - scale,
                                    .scale = scale,
                                    .indices = cells,
                                    .width = SIDE,
                                    .height = SIDE,
                                    .stride = SIDE,
                                    .transparent = NOTHING};
    draw_pattern(canvas, &pattern);
}

static bool has_glyphs(const struct palette_scene *scene, const struct palette_2d *item)
{
    return item->kind == PALETTE_2D_GLYPHS && item->pixels != NULL && item->width > 0 &&
           item->height > 0 && item->text <= scene->text_size &&
           (size_t)item->width <= scene->text_size - item->text;
}

static bool is_outlined(const struct palette_scene *scene, size_t item)
{
    return item < scene->num_items && scene->items[item].outlined &&
           has_glyphs(scene, &scene->items[item]);
}

/* Outlines of the texts that follow one another from `first` on: before the letters of all of them,
 * so that these stay whole. */
static void draw_outlines(const struct canvas *canvas, const struct palette_scene *scene,
                          size_t first)
{
    for (size_t at = first; is_outlined(scene, at); at++) {
        const struct palette_2d *item = &scene->items[at];
        const uint8_t *glyphs = scene->text + item->text;
        const int64_t scale = item->scale < 1 ? 1 : item->scale;
        for (int64_t i = 0; i < item->width; i++) {
            const int64_t x = item->x + i * GLYPH * scale;
            const bool near = x - scale < canvas->width && x + (GLYPH + 1) * scale > 0;
            if (near && (glyphs[i] & 127) != ' ') {
                draw_outline(canvas, find_glyph(item, glyphs[i]), x, item->y, scale);
            }
        }
    }
}

static void draw_glyphs(const struct canvas *canvas, const struct palette_scene *scene,
                        const struct palette_2d *item, int64_t scale)
{
    const uint8_t *glyphs = scene->text + item->text;
    uint8_t tints[256] = {0}, cell[GLYPH * GLYPH]; /* 0 = not known yet, or see-through */
    const bool tinted = item->tinted && canvas->blend != NULL;
    int64_t begin, end;
    clip_cells(item->x, item->width, GLYPH * scale, canvas->width, &begin, &end);
    for (int64_t i = begin; i < end; i++) {
        if ((glyphs[i] & 127) == ' ') {
            continue;
        }
        const uint8_t *source = find_glyph(item, glyphs[i]);
        for (int at = 0; tinted && at < GLYPH * GLYPH; at++) {
            const uint8_t texel = source[at / GLYPH * SHEET_WIDTH + at % GLYPH];
            if (texel != 0 && tints[texel] == 0) { /* a font has few colours */
                tints[texel] = blend_tint(canvas->blend, item->tint, texel);
            }
            cell[at] = tints[texel];
        }
        const struct pattern pattern = {.x = item->x + i * GLYPH * scale,
                                        .y = item->y,
                                        .scale = scale,
                                        .indices = tinted ? cell : source,
                                        .width = GLYPH,
                                        .height = GLYPH,
                                        .stride = tinted ? GLYPH : SHEET_WIDTH};
        draw_pattern(canvas, &pattern);
    }
}

/* Whole tiles over the rectangle, which alone is the canvas then. */
static void draw_tiles(const struct canvas *canvas, const struct palette_2d *item, int64_t scale)
{
    int64_t left, right, top, bottom;
    clip_cells(item->x, item->width, 1, canvas->width, &left, &right);
    clip_cells(item->y, item->height, 1, canvas->height, &top, &bottom);
    for (int64_t row = top; row < bottom; row++) {
        const int64_t v = item->y + row;
        const uint8_t *texels =
            item->pixels + v / scale % item->tile_height * (int64_t)item->tile_width;
        uint8_t *dest = canvas->pixels + v * canvas->width;
        for (int64_t u = item->x + left; u < item->x + right; u++) {
            dest[u] = texels[u / scale % item->tile_width];
        }
        if (canvas->mask != NULL && left < right) {
            memset(canvas->mask + v * canvas->width + item->x + left, 1, (size_t)(right - left));
        }
    }
}

static void shade_run(uint8_t *pixels, int64_t count, const uint8_t *shade)
{
    int64_t i = 0;
    for (; i + 4 <= count; i += 4) { /* half the instructions of one by one */
        const uint8_t a = shade[pixels[i]], b = shade[pixels[i + 1]];
        const uint8_t c = shade[pixels[i + 2]], d = shade[pixels[i + 3]];
        pixels[i] = a;
        pixels[i + 1] = b;
        pixels[i + 2] = c;
        pixels[i + 3] = d;
    }
    for (; i < count; i++) {
        pixels[i] = shade[pixels[i]];
    }
}

/* Fills with color; or, with a row of the colormap, shades what is there. */
static void draw_rectangle(const struct canvas *canvas, const struct palette_2d *item,
                           uint8_t color, const uint8_t *shade)
{
    int64_t left, right, top, bottom;
    clip_cells(item->x, item->width, 1, canvas->width, &left, &right);
    clip_cells(item->y, item->height, 1, canvas->height, &top, &bottom);
    for (int64_t row = top; row < bottom; row++) {
        const int64_t place = (item->y + row) * canvas->width + item->x + left;
        if (left >= right) {
            break;
        }
        if (shade != NULL) {
            shade_run(canvas->pixels + place, right - left, shade);
            continue;
        }
        memset(canvas->pixels + place, color, (size_t)(right - left));
        if (canvas->mask != NULL) {
            memset(canvas->mask + place, 1, (size_t)(right - left));
        }
    }
}

bool screen_needs_blend(const struct palette_scene *scene)
{
    for (size_t i = 0; i < scene->num_items; i++) {
        if (scene->items[i].clear > 0 || scene->items[i].tinted) {
            return true;
        }
    }
    return false;
}

static void draw_items(const struct canvas *canvas, const struct palette_scene *scene,
                       const uint8_t *colormap, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct palette_2d *item = &scene->items[i];
        const int64_t scale = item->scale < 1 ? 1 : item->scale;
        if (item->width <= 0 || item->height <= 0) {
            continue;
        }
        switch (item->kind) {
        case PALETTE_2D_PICTURE:
            if (item->pixels != NULL) {
                draw_picture(canvas, item, scale);
            }
            break;
        case PALETTE_2D_TILES:
            if (item->pixels != NULL && item->tile_width > 0 && item->tile_height > 0) {
                draw_tiles(canvas, item, scale);
            }
            break;
        case PALETTE_2D_GLYPHS:
            if (is_outlined(scene, i) && (i == first || !is_outlined(scene, i - 1))) {
                draw_outlines(canvas, scene, i);
            }
            if (has_glyphs(scene, item)) {
                draw_glyphs(canvas, scene, item, scale);
            }
            break;
        case PALETTE_2D_FILL:
            draw_rectangle(canvas, item, item->color, NULL);
            break;
        case PALETTE_2D_SHADE: {
            int row = item->color > COLORMAP_LAST_ROW ? COLORMAP_LAST_ROW : item->color;
            draw_rectangle(canvas, item, 0, colormap + row * COLORMAP_ROW);
            break;
        }
        }
    }
}

void screen_draw_2d(uint8_t *frame, uint8_t *mask, int width, int height,
                    const struct palette_scene *scene, const uint8_t *colormap, struct blend *blend)
{
    const struct canvas canvas = {frame, mask, blend, width, height};
    draw_items(&canvas, scene, colormap, 0, scene->num_items);
}

void screen_draw_items(uint8_t *frame, uint8_t *mask, int width, int height,
                       const struct palette_scene *scene, const uint8_t *colormap, size_t first,
                       size_t end)
{
    const struct canvas canvas = {frame, mask, NULL, width, height};
    draw_items(&canvas, scene, colormap, first, end);
}

/* ---- Underwater ---- */

int screen_turb_phase(double time)
{
    double ticks = time * 20;
    if (!(fabs(ticks) < 1e15)) {
        return 0;
    }
    return (int)((int64_t)ticks & (SCREEN_WARP_CYCLE - 1));
}

/* Positions of count + 6 samples in a view of `size` pixels, in the original's float steps: the
 * screen is squeezed a little, so that the moved samples stay inside the view. */
static void make_warp_line(int32_t *line, int count, int size)
{
    const int margin = 2 * SCREEN_WARP_AMPLITUDE;
    const float view = (float)size;
    const float ratio = view / (float)count;
    for (int i = 0; i < count + margin; i++) {
        int32_t at = (int32_t)((float)i * ratio * view / (view + (float)margin));
        line[i] = at < size ? at : size - 1;
    }
}

int screen_warp_prepare(struct screen_warp *warp, int source_width, int source_height, int width,
                        int height)
{
    if (warp->columns != NULL && warp->source_width == source_width &&
        warp->source_height == source_height && warp->width == width && warp->height == height) {
        return 0;
    }
    screen_warp_free(warp);
    const size_t margin = 2 * SCREEN_WARP_AMPLITUDE;
    const int sines = SCREEN_WARP_CYCLE + (width > height ? width : height);
    warp->columns = malloc(((size_t)width + margin) * sizeof *warp->columns);
    warp->rows = malloc(((size_t)height + margin) * sizeof *warp->rows);
    warp->sine = malloc((size_t)sines);
    if (warp->columns == NULL || warp->rows == NULL || warp->sine == NULL) {
        screen_warp_free(warp);
        return FORMAT_MEMORY;
    }
    warp->source_width = source_width;
    warp->source_height = source_height;
    warp->width = width;
    warp->height = height;
    make_warp_line(warp->columns, width, source_width);
    make_warp_line(warp->rows, height, source_height);
    for (int i = 0; i < sines; i++) {
        /* The original's short pi again: where the sine crosses 0, this table is not periodic. */
        double sine = dmath_sin(i * 3.14159 * 2 / SCREEN_WARP_CYCLE);
        warp->sine[i] = (uint8_t)(SCREEN_WARP_AMPLITUDE + sine * SCREEN_WARP_AMPLITUDE);
    }
    return 0;
}

void screen_warp_free(struct screen_warp *warp)
{
    free(warp->columns);
    free(warp->rows);
    free(warp->sine);
    memset(warp, 0, sizeof *warp);
}

void screen_warp_rows(const struct screen_warp *warp, const uint8_t *source, uint8_t *dest,
                      size_t pitch, int row0, int row1, double time)
{
    const uint8_t *sine = warp->sine + screen_turb_phase(time);
    for (int v = row0; v < row1; v++) {
        const int32_t *columns = warp->columns + sine[v];
        const uint8_t *starts[2 * SCREEN_WARP_AMPLITUDE + 1];
        for (int i = 0; i <= 2 * SCREEN_WARP_AMPLITUDE; i++) {
            starts[i] = source + (ptrdiff_t)warp->rows[v + i] * warp->source_width;
        }
        uint8_t *out = dest + (size_t)v * pitch;
        for (int u = 0; u < warp->width; u++) {
            out[u] = starts[sine[u]][columns[u]];
        }
    }
}

/* ---- Output ---- */

void screen_expand_rows(const struct kernels *kernels, const struct screen_expansion *expansion,
                        int row0, int row1, const uint32_t palette[256])
{
    const size_t width = (size_t)expansion->width, pitch = expansion->pitch;
    if (pitch == width) { /* all in one: kernels prepare for the palette once */
        const size_t first = (size_t)row0 * pitch;
        kernels->expand(expansion->target + first, expansion->frame + first,
                        (row1 - row0) * expansion->width, palette);
        return;
    }
    for (int row = row0; row < row1; row++) {
        kernels->expand(expansion->target + (size_t)row * pitch,
                        expansion->frame + (size_t)row * width, expansion->width, palette);
    }
}

void screen_expand_masked(const struct screen_expansion *expansion, const uint8_t *mask, int row0,
                          int row1, const uint32_t palette[256])
{
    const int width = expansion->width;
    for (int row = row0; row < row1; row++) {
        const uint8_t *here = mask + (size_t)row * (size_t)width;
        const uint8_t *indices = expansion->frame + (size_t)row * (size_t)width;
        uint32_t *out = expansion->target + (size_t)row * expansion->pitch;
        const uint8_t *first = memchr(here, 1, (size_t)width);
        for (int u = first != NULL ? (int)(first - here) : width; u < width; u++) {
            if (here[u]) {
                out[u] = palette[indices[u]];
            }
        }
    }
}

/* A step of a lane: an odd multiplier keeps it reversible, the rotation brings high bits down
 * again. */
static inline uint64_t hash_step(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * 0x9e3779b97f4a7c15u;
    return lane << 29 | lane >> 35;
}

static uint64_t hash_finish(uint64_t h)
{
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t n, uint64_t seed)
{
    /* Four lanes: one multiplication does not wait for the one before. */
    uint64_t a = seed ^ 0x243f6a8885a308d3u, b = seed ^ 0x13198a2e03707344u;
    uint64_t c = seed ^ 0xa4093822299f31d0u, d = seed ^ 0x082efa98ec4e6c89u;
    size_t i = 0;
    for (; i + 32 <= n; i += 32) {
        a = hash_step(a, bytes_u64(bytes + i));
        b = hash_step(b, bytes_u64(bytes + i + 8));
        c = hash_step(c, bytes_u64(bytes + i + 16));
        d = hash_step(d, bytes_u64(bytes + i + 24));
    }
    uint8_t rest[32] = {0};
    memcpy(rest, bytes + i, n - i);
    a = hash_step(a, bytes_u64(rest));
    b = hash_step(b, bytes_u64(rest + 8));
    c = hash_step(c, bytes_u64(rest + 16));
    d = hash_step(d, bytes_u64(rest + 24));
    uint64_t h = hash_finish(a);
    h = hash_finish(h + b);
    h = hash_finish(h + c);
    h = hash_finish(h + d);
    return hash_finish(h ^ (uint64_t)n);
}

uint64_t screen_hash(const uint8_t *indices, size_t n, const uint32_t palette[256])
{
    uint8_t colors[256 * sizeof *palette];
    for (size_t i = 0; i < 256; i++) {
        bytes_put_u32(colors + i * sizeof *palette, palette[i]);
    }
    return hash_bytes(indices, n, hash_bytes(colors, sizeof colors, 0));
}
