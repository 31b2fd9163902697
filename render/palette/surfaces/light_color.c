#include "render/palette/surfaces/light_color.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"

enum {
    ROWS = 64,
    ROW_BITS = (ROWS - 1) << 8,
    LEVEL_BITS = 6,
    LEVELS = 1 << LEVEL_BITS,
    COLORS = 255 /* the last one is transparent in pictures: nothing is mapped to it */
};

struct light_color {
    uint8_t levels[LIGHT_CHANNELS][ROWS * 256]; /* a texel's channel under a row of light */
    uint8_t nearest[LEVELS * LEVELS * LEVELS];  /* red, green, blue levels -> palette index */
    bool fixed[256];                            /* the colormap leaves it alone in every row */
};

static void make_levels(struct light_color *color, const uint8_t *palette)
{
    for (int channel = 0; channel < LIGHT_CHANNELS; channel++) {
        for (int row = 0; row < ROWS; row++) {
            for (int i = 0; i < 256; i++) {
                int own = palette[i * 3 + channel];
                /* own * (2 - 2 * row / 63), rounded */
                int lit = (own * 4 * (ROWS - 1 - row) + ROWS - 1) / (2 * (ROWS - 1));
                lit = lit < 255 ? lit : 255;
                color->levels[channel][row * 256 + i] = (uint8_t)(lit >> (8 - LEVEL_BITS));
            }
        }
    }
}

/* The middle of a level, in the palette's units. */
static int32_t level_middle(int level)
{
    return (level << (8 - LEVEL_BITS)) + (1 << (7 - LEVEL_BITS));
}

static int32_t square_distance(int32_t a, int32_t b)
{
    return (a - b) * (a - b);
}

/* Least squares; of equals the first. */
static void make_nearest(struct light_color *color, const uint8_t *palette)
{
    int32_t red_green[COLORS], blue[COLORS];
    uint8_t *out = color->nearest;
    for (int i = 0; i < COLORS; i++) {
        blue[i] = palette[i * 3 + 2];
    }
    for (int rg = 0; rg < LEVELS * LEVELS; rg++) {
        int32_t r = level_middle(rg >> LEVEL_BITS), g = level_middle(rg & (LEVELS - 1));
        for (int i = 0; i < COLORS; i++) {
            red_green[i] =
                square_distance(r, palette[i * 3]) + square_distance(g, palette[i * 3 + 1]);
        }
        for (int level = 0; level < LEVELS; level++) {
            const int32_t b = level_middle(level);
            int32_t best = INT32_MAX;
            /* Distance and index in one number (below 2^26), so that there is nothing to branch
             * on. */
            for (int i = 0; i < COLORS; i++) {
                int32_t rank = (red_green[i] + square_distance(b, blue[i])) * 256 + i;
                best = rank < best ? rank : best;
            }
            *out++ = (uint8_t)(best & 255);
        }
    }
}

static void find_fixed(struct light_color *color, const uint8_t *colormap)
{
    for (int i = 0; i < 256; i++) {
        color->fixed[i] = true;
        for (int row = 0; row < ROWS; row++) {
            color->fixed[i] = color->fixed[i] && colormap[row * 256 + i] == i;
        }
    }
    color->fixed[COLORS] = true; /* the hole of fences: light never fills it */
}

struct light_color *light_color_create(const uint8_t *palette, const uint8_t *colormap)
{
    struct light_color *color = malloc(sizeof *color);
    if (color == NULL) {
        return NULL;
    }
    make_levels(color, palette);
    make_nearest(color, palette);
    find_fixed(color, colormap);
    return color;
}

void light_color_destroy(struct light_color *color)
{
    free(color);
}

/* red, green, blue: lights whose row is in the bits of ROW_BITS, as the colormap's offsets are. */
static inline uint8_t lit_texel(const struct light_color *color, const uint8_t *colormap,
                                uint32_t texel, uint32_t red, uint32_t green, uint32_t blue)
{
    const uint32_t differ = ((red ^ green) | (red ^ blue)) & ROW_BITS;
    red = (red & ROW_BITS) | texel;
    green = (green & ROW_BITS) | texel;
    blue = (blue & ROW_BITS) | texel;
    if (differ == 0 || color->fixed[texel]) {
        return colormap[red];
    }
    return color->nearest[(uint32_t)color->levels[0][red] << 2 * LEVEL_BITS |
                          (uint32_t)color->levels[1][green] << LEVEL_BITS | color->levels[2][blue]];
}

void light_color_cell(const struct light_color *color, const struct surface_cell *cell,
                      const int32_t light[LIGHT_CHANNELS][4], int mip)
{
    const int shift = 4 - mip, size = 1 << shift;
    const uint8_t *source = cell->source, *colormap = cell->colormap;
    uint8_t *dest = cell->dest;
    int32_t left[LIGHT_CHANNELS], right[LIGHT_CHANNELS];
    int32_t left_step[LIGHT_CHANNELS], right_step[LIGHT_CHANNELS];

    for (int i = 0; i < LIGHT_CHANNELS; i++) {
        left[i] = light[i][0];
        right[i] = light[i][1];
        left_step[i] = (light[i][2] - left[i]) >> shift;
        right_step[i] = (light[i][3] - right[i]) >> shift;
    }
    for (int row = 0; row < size; row++) {
        int32_t red = right[0], green = right[1], blue = right[2];
        const int32_t red_step = (left[0] - red) >> shift;
        const int32_t green_step = (left[1] - green) >> shift;
        const int32_t blue_step = (left[2] - blue) >> shift;
        for (int column = size - 1; column >= 0; column--) {
            dest[column] = lit_texel(color, colormap, source[column], (uint32_t)red,
                                     (uint32_t)green, (uint32_t)blue);
            red += red_step;
            green += green_step;
            blue += blue_step;
        }
        for (int i = 0; i < LIGHT_CHANNELS; i++) {
            left[i] += left_step[i];
            right[i] += right_step[i];
        }
        source += cell->source_stride;
        dest += cell->dest_stride;
    }
}
