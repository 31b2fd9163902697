#include "assets/texture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SLACK: texels after the last, read but not shown: kernels fetch several at once. */
enum { BORDER = 2, SLACK = 8 };

static int halve_side(int side)
{
    return side > 1 ? side / 2 : 1;
}

static size_t count_texels(int num_levels, int width, int height)
{
    size_t total = SLACK;
    for (int i = 0; i < num_levels; i++, width = halve_side(width), height = halve_side(height)) {
        total += (size_t)(width + BORDER) * (size_t)(height + BORDER);
    }
    return total;
}

static uint32_t texel_of(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* Maps a coordinate -1..side into the texture. */
static int wrap_or_clamp(int at, int side, bool clamp)
{
    if (at >= 0 && at < side) {
        return at;
    }
    return clamp ? (at < 0 ? 0 : side - 1) : (at < 0 ? side - 1 : 0);
}

/* Returns the texels behind those written. */
static uint32_t *fill_level(uint32_t *out, struct texture_level *level, int width, int height,
                            bool clamp, const uint8_t *pixels, bool *opaque)
{
    const int stride = width + BORDER;
    uint8_t alpha = 255;
    *level = (struct texture_level){width, height, stride, out + stride + 1};
    for (int v = -1; v <= height; v++) {
        const uint8_t *row = pixels + (size_t)wrap_or_clamp(v, height, clamp) * (size_t)width * 4;
        *out++ = texel_of(row + (size_t)wrap_or_clamp(-1, width, clamp) * 4);
        for (int u = 0; u < width; u++, row += 4) {
            alpha &= row[3];
            *out++ = texel_of(row);
        }
        row -= (size_t)width * 4;
        *out++ = texel_of(row + (size_t)wrap_or_clamp(width, width, clamp) * 4);
    }
    *opaque = alpha == 255;
    return out;
}

/* True if `count` texels, `step` apart, equal `first`. */
static bool are_like(const uint32_t *texels, int count, int step, uint32_t first)
{
    for (int i = 0; i < count; i++) {
        if (texels[i * step] != first) {
            return false;
        }
    }
    return true;
}

static struct texture_border find_border(const struct texture_level *level)
{
    struct texture_border border = {0, 0, 0, 0};
    const uint32_t *texels = level->texels;
    const int width = level->width, height = level->height, stride = level->stride;
    while (border.top < height && are_like(texels + border.top * stride, width, 1, *texels)) {
        border.top++;
    }
    if (border.top == height) {
        return border;
    }
    while (are_like(texels + (height - 1 - border.bottom) * stride, width, 1, *texels)) {
        border.bottom++;
    }
    while (are_like(texels + border.left, height, stride, *texels)) {
        border.left++;
    }
    while (are_like(texels + width - 1 - border.right, height, stride, *texels)) {
        border.right++;
    }
    return border;
}

static bool is_ramp(const struct texture *t)
{
    const struct texture_level *level = &t->levels[0];
    if (!t->clamp || t->num_levels > 1 || level->height > 1) {
        return false;
    }
    for (int u = 1; u < level->width; u++) {
        for (int shift = 0; shift < 32; shift += 8) {
            if ((level->texels[u] >> shift & 255) - (level->texels[u - 1] >> shift & 255) > 1) {
                return false;
            }
        }
    }
    return true;
}

static void fill_texture(struct texture *t, int width, int height, const uint8_t *const *levels)
{
    uint32_t *out = (uint32_t *)(void *)(t + 1);
    for (int i = 0; i < t->num_levels;
         i++, width = halve_side(width), height = halve_side(height)) {
        bool opaque;
        out = fill_level(out, &t->levels[i], width, height, t->clamp, levels[i], &opaque);
        t->opaque = i == 0 ? opaque : t->opaque;
        t->starts[i] = (int32_t)(t->levels[i].texels - t->levels[0].texels);
        t->strides[i] = t->levels[i].stride;
    }
    t->border = find_border(&t->levels[0]);
    t->ramp = is_ramp(t);
    for (int i = 0; i < SLACK; i++) {
        *out++ = 0;
    }
}

void texture_fill(struct texture *t, const uint8_t *const *levels)
{
    fill_texture(t, t->levels[0].width, t->levels[0].height, levels);
}

struct texture *texture_create(const char *name, bool clamp, int num_levels, int width, int height,
                               const uint8_t *const *levels)
{
    struct texture *t =
        malloc(sizeof(*t) + count_texels(num_levels, width, height) * sizeof(uint32_t));
    if (!t) {
        return NULL;
    }
    *t = (struct texture){.clamp = clamp, .num_levels = num_levels};
    snprintf(t->name, sizeof(t->name), "%s", name);
    fill_texture(t, width, height, levels);
    return t;
}

/* ---- Textures that are drawn ---- */

static uint32_t *texels_of(struct texture *t, int level)
{
    uint32_t *first = (uint32_t *)(void *)(t + 1);
    return first + (t->levels[level].texels - first);
}

/* What is beyond an edge is at the opposite one. */
static void repeat_edges(uint32_t *texels, const struct texture_level *level)
{
    const ptrdiff_t stride = level->stride;
    for (int v = 0; v < level->height; v++) {
        texels[v * stride - 1] = texels[v * stride + level->width - 1];
        texels[v * stride + level->width] = texels[v * stride];
    }
    const size_t row = (size_t)stride * sizeof(*texels);
    memcpy(texels - stride - 1, texels + (level->height - 1) * stride - 1, row);
    memcpy(texels + level->height * stride - 1, texels - 1, row);
}

static uint32_t mean_of_four(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t even = 0x00ff00ff, half = 0x00020002;
    const uint32_t rb = (a & even) + (b & even) + (c & even) + (d & even) + half;
    const uint32_t ag =
        (a >> 8 & even) + (b >> 8 & even) + (c >> 8 & even) + (d >> 8 & even) + half;
    return (rb >> 2 & even) | (ag >> 2 & even) << 8;
}

/* Level `number` from the one before it. */
static void halve_level(struct texture *t, int number)
{
    const struct texture_level *level = &t->levels[number], *larger = &t->levels[number - 1];
    uint32_t *out = texels_of(t, number);
    for (int v = 0; v < level->height; v++, out += level->stride) {
        const uint32_t *upper = larger->texels + (ptrdiff_t)(2 * v) * larger->stride;
        const uint32_t *lower = upper + larger->stride;
        for (int u = 0; u < level->width; u++) {
            out[u] = mean_of_four(upper[2 * u], upper[2 * u + 1], lower[2 * u], lower[2 * u + 1]);
        }
    }
}

struct texture *texture_create_blank(int side)
{
    const uint8_t *levels[TEXTURE_LEVELS];
    uint8_t *black = calloc((size_t)side * (size_t)side, 4);
    struct texture *texture = NULL;
    int count = 1;
    while (side >> count > 0 && count < TEXTURE_LEVELS) {
        count++;
    }
    for (int i = 0; i < count; i++) {
        levels[i] = black;
    }
    if (black) {
        texture = texture_create("", false, count, side, side, levels);
    }
    free(black);
    return texture;
}

void texture_fill_opaque(struct texture *t, const uint32_t *pixels, size_t pitch)
{
    uint32_t *out = texels_of(t, 0);
    for (int v = 0; v < t->levels[0].height; v++, out += t->levels[0].stride, pixels += pitch) {
        for (int u = 0; u < t->levels[0].width; u++) {
            out[u] = pixels[u] | 0xff000000;
        }
    }
    repeat_edges(texels_of(t, 0), &t->levels[0]);
    for (int i = 1; i < t->num_levels; i++) {
        halve_level(t, i);
        repeat_edges(texels_of(t, i), &t->levels[i]);
    }
    t->opaque = true;
    t->border = (struct texture_border){0};
}

void texture_destroy(struct texture *texture)
{
    free(texture);
}

size_t texture_bytes(const struct texture *t)
{
    return sizeof(*t) +
           count_texels(t->num_levels, t->levels[0].width, t->levels[0].height) * sizeof(uint32_t);
}
