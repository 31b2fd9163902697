#include "render/palette/fog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "formats/pictures/nearest.h"

enum {
    /* Rows of the table, KERNEL_FOG_DITHER to begin with for each value of a level. */
    ROWS_CLEAR = 0,
    ROWS_MIXED = ROWS_CLEAR + KERNEL_FOG_DITHER, /* + level - 1 + dither */
    ROWS_FULL = ROWS_MIXED + FOG_LEVELS - 2 + KERNEL_FOG_DITHER,
    ROWS_SKY = ROWS_FULL + KERNEL_FOG_DITHER, /* also pixels without a surface */
    NUM_ROWS = ROWS_SKY + KERNEL_FOG_DITHER,
    Z_ONE = 0x8000, /* z of distance 1 */
    Z_MAX = 0x7fff,
    BACKGROUND_Z = 0x8ccc, /* the 16 bits of -0.9 * Z_ONE, rounded down */
    COLOR_SHARES = 255,    /* the steps of the sky's share */
    BISECTIONS = 60
};

struct fog_key {
    float density;
    uint8_t color[3];
    uint8_t sky; /* COLOR_SHARES = fog alone */
};

struct fog {
    uint8_t palette[PALETTE_BYTES];
    struct nearest *nearest;
    /* Level i and those above begin where density / 64 * distance is starts[i]. */
    double starts[FOG_LEVELS + 1];
    struct fog_look look;
    struct fog_key made; /* what the tables below are for */
    bool levels_made, rows_made;
    uint8_t levels[KERNEL_FOG_DEPTHS + KERNEL_PADDING];
    uint8_t rows[NUM_ROWS * 256 + KERNEL_PADDING];
};

/* x with 1 - exp(-x * x) = share. */
static double find_start(double share)
{
    double low = 0.0, high = 8.0;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        if (1.0 - dmath_exp(-middle * middle) < share) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

struct fog *fog_create(const uint8_t *palette)
{
    struct fog *fog = calloc(1, sizeof *fog);
    if (fog == NULL) {
        return NULL;
    }
    fog->nearest = nearest_create(palette);
    if (fog->nearest == NULL) {
        free(fog);
        return NULL;
    }
    memcpy(fog->palette, palette, PALETTE_BYTES);
    for (int i = 1; i <= FOG_LEVELS; i++) {
        fog->starts[i] = find_start((i - 0.5) / FOG_LEVELS);
    }
    fog->look.span.levels = fog->levels;
    fog->look.span.rows = fog->rows;
    fog->look.sky = fog->rows + ROWS_SKY * 256;
    return fog;
}

void fog_destroy(struct fog *fog)
{
    if (fog != NULL) {
        free(fog->nearest);
        free(fog);
    }
}

bool fog_wanted(const struct palette_scene *scene)
{
    return scene->fog.density > 0.0f;
}

/* The largest z of this level or a higher one; -1 = none. A z covers 1/z in [z, z + 1): the middle
 * decides. */
static int last_z(const struct fog *fog, int level, float density)
{
    double z = Z_ONE / (fog->starts[level] * 64.0 / (double)density) - 0.5;
    return z < 0.0 ? -1 : z < Z_MAX ? (int)z : Z_MAX - 1;
}

/* Nearer than one unit z overflows to negative values; the background's value is an exception. */
static void make_levels(struct fog *fog, float density)
{
    int first = 0; /* z that has no level yet */
    for (int level = FOG_LEVELS; level > 0; level--) {
        int last = last_z(fog, level, density);
        int row = level == FOG_LEVELS ? ROWS_FULL : ROWS_MIXED + level - 1;
        if (last >= first) {
            memset(fog->levels + first, row, (size_t)(last - first + 1));
            first = last + 1;
        }
    }
    memset(fog->levels + first, ROWS_CLEAR, (size_t)(KERNEL_FOG_DEPTHS - first));
    fog->levels[BACKGROUND_Z] = ROWS_SKY;
    fog->look.span.clear_z = (int16_t)first;
}

/* share of `shares` parts of the fog's colour in each colour of the palette. */
static void make_row(struct fog *fog, int row, const uint8_t color[3], int share, int shares)
{
    uint8_t *out = fog->rows + row * 256;
    for (int i = 0; i < 256; i++) {
        const uint8_t *from = fog->palette + (size_t)i * 3;
        int rgb[3];
        for (int c = 0; c < 3; c++) {
            rgb[c] = (from[c] * (shares - share) + color[c] * share + shares / 2) / shares;
        }
        out[i] = share == 0 ? (uint8_t)i : nearest_find(fog->nearest, rgb[0], rgb[1], rgb[2]);
    }
}

static void repeat_row(struct fog *fog, int row)
{
    for (int i = 1; i < KERNEL_FOG_DITHER; i++) {
        memcpy(fog->rows + (row + i) * 256, fog->rows + row * 256, 256);
    }
}

/* The dithers of a level take shares around its own, whose mean it is. */
static void make_rows(struct fog *fog, const uint8_t color[3])
{
    const int shares = 2 * FOG_LEVELS;
    make_row(fog, ROWS_CLEAR, color, 0, shares);
    repeat_row(fog, ROWS_CLEAR);
    make_row(fog, ROWS_FULL, color, shares, shares);
    repeat_row(fog, ROWS_FULL);
    for (int row = ROWS_MIXED; row < ROWS_FULL; row++) {
        int share = 2 * (row - ROWS_MIXED + 1) - (KERNEL_FOG_DITHER - 1);
        share = share < 0 ? 0 : share > shares ? shares : share;
        make_row(fog, row, color, share, shares);
    }
}

static uint8_t to_byte(float x)
{
    return x > 0.0f ? (uint8_t)((x < 1.0f ? x : 1.0f) * 255.0f + 0.5f) : 0;
}

const struct fog_look *fog_look(struct fog *fog, const struct palette_scene *scene)
{
    struct fog_key key = {.density = scene->fog.density, .sky = to_byte(scene->sky_fog)};
    for (int c = 0; c < 3; c++) { /* whole numbers of 255, as FitzQuake's fog is */
        key.color[c] = to_byte(scene->fog.color[c]);
    }
    if (!fog->levels_made || fog->made.density != key.density) {
        make_levels(fog, key.density);
        fog->levels_made = true;
    }
    bool same_color = memcmp(fog->made.color, key.color, sizeof key.color) == 0;
    if (!fog->rows_made || !same_color) {
        make_rows(fog, key.color);
    }
    if (!fog->rows_made || !same_color || fog->made.sky != key.sky) {
        make_row(fog, ROWS_SKY, key.color, key.sky, COLOR_SHARES);
        repeat_row(fog, ROWS_SKY);
    }
    fog->rows_made = true;
    fog->made = key;
    return &fog->look;
}
