#include "render/palette/blend.h"

#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "formats/pictures/nearest.h"
#include "render/palette/kernels/kernels.h"

struct blend {
    int16_t colors[3][256]; /* red, green, blue planes: the search runs over whole planes */
    struct nearest_lists *lists;
    uint8_t *tables[BLEND_TENTHS + 1];
    uint8_t *opacities[BLEND_OPACITIES];
};

struct blend *blend_create(const uint8_t *palette)
{
    struct blend *blend = calloc(1, sizeof(*blend));
    if (!blend) {
        return NULL;
    }
    blend->lists = nearest_lists_create(palette);
    if (!blend->lists) {
        free(blend);
        return NULL;
    }
    for (int i = 0; i < PALETTE_BYTES; i++) {
        blend->colors[i % 3][i / 3] = palette[i];
    }
    return blend;
}

void blend_destroy(struct blend *blend)
{
    if (!blend) {
        return;
    }
    for (int i = 0; i <= BLEND_TENTHS; i++) {
        free(blend->tables[i]);
    }
    for (int i = 0; i < BLEND_OPACITIES; i++) {
        free(blend->opacities[i]);
    }
    free(blend->lists);
    free(blend);
}

/* The palette's colour nearest to one, the first of equals, but never number `except`.
 * Squared distances have 18 bits; with the colour's number below them the search is one minimum.
 * That and differences of 16 bits let compilers take vector instructions. */
static uint8_t find_nearest(const struct blend *blend, const int rgb[3], int except)
{
    int32_t ranks[256], least = INT32_MAX;
    for (int i = 0; i < 256; i++) {
        int16_t r = (int16_t)(blend->colors[0][i] - (int16_t)rgb[0]);
        int16_t g = (int16_t)(blend->colors[1][i] - (int16_t)rgb[1]);
        int16_t b = (int16_t)(blend->colors[2][i] - (int16_t)rgb[2]);
        ranks[i] = (r * r + g * g + b * b) * 256 + i;
    }
    ranks[except] = INT32_MAX;
    for (int i = 0; i < 256; i++) {
        least = ranks[i] < least ? ranks[i] : least;
    }
    return (uint8_t)(least & 255);
}

/* The same among all colours, for tables: few come into question, and a table made in the middle
 * of playing must not be noticed. */
static uint8_t find_listed(const struct blend *blend, const int rgb[3])
{
    const uint32_t cube = nearest_cube(rgb[0], rgb[1], rgb[2]);
    const uint32_t end = blend->lists->starts[cube + 1];
    int32_t least = INT32_MAX;
    for (uint32_t k = blend->lists->starts[cube]; k < end; k++) {
        int32_t i = blend->lists->colors[k];
        int32_t r = blend->colors[0][i] - rgb[0];
        int32_t g = blend->colors[1][i] - rgb[1];
        int32_t b = blend->colors[2][i] - rgb[2];
        int32_t rank = (r * r + g * g + b * b) * 256 + i;
        least = rank < least ? rank : least;
    }
    return (uint8_t)(least & 255);
}

/* Rounded to the nearest whole number, as the reference pictures show. */
static int mix_channel(int over, int under, int clear, int steps)
{
    return (over * (steps - clear) + under * clear + steps / 2) / steps;
}

static const uint8_t *get_table(struct blend *blend, uint8_t **slot, int clear, int steps)
{
    if (*slot) {
        return *slot;
    }
    uint8_t *table = calloc(1, BLEND_TABLE + KERNEL_PADDING);
    if (!table) {
        return NULL;
    }
    for (int over = 0; over < 256; over++) {
        for (int under = 0; under < 256; under++) {
            int rgb[3];
            for (int c = 0; c < 3; c++) {
                rgb[c] = mix_channel(blend->colors[c][over], blend->colors[c][under], clear, steps);
            }
            table[over * 256 + under] = find_listed(blend, rgb);
        }
    }
    *slot = table;
    return table;
}

const uint8_t *blend_table(struct blend *blend, int clear)
{
    return get_table(blend, &blend->tables[clear], clear, BLEND_TENTHS);
}

const uint8_t *blend_opacity_table(struct blend *blend, int opacity)
{
    return get_table(blend, &blend->opacities[opacity], BLEND_OPACITIES - opacity, BLEND_OPACITIES);
}

uint8_t blend_mean(const struct blend *blend, const uint8_t *texels, size_t count, uint8_t except)
{
    int64_t sums[3] = {0}, used = 0;
    for (size_t i = 0; i < count; i++) {
        if (texels[i] != except) {
            for (int c = 0; c < 3; c++) {
                sums[c] += blend->colors[c][texels[i]];
            }
            used++;
        }
    }
    int rgb[3];
    for (int c = 0; c < 3; c++) {
        rgb[c] = (int)((sums[c] + used / 2) / used);
    }
    return find_nearest(blend, rgb, except);
}

uint8_t blend_tint(const struct blend *blend, const uint8_t tint[3], uint8_t index)
{
    int level = 0, rgb[3];
    for (int c = 0; c < 3; c++) {
        level = blend->colors[c][index] > level ? blend->colors[c][index] : level;
    }
    for (int c = 0; c < 3; c++) {
        rgb[c] = (tint[c] * level + 127) / 255;
    }
    return find_nearest(blend, rgb, 0);
}

uint8_t blend_nearest_other(const struct blend *blend, uint8_t color)
{
    const int rgb[3] = {blend->colors[0][color], blend->colors[1][color], blend->colors[2][color]};
    return find_nearest(blend, rgb, color);
}
