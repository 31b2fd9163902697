#include "render/blend.h"

#include <stdlib.h>
#include <string.h>

#include "formats/lmp.h"

struct blend {
    int16_t colors[3][256]; /* red, green, blue planes: the search runs over whole planes */
    uint8_t *tables[BLEND_TENTHS + 1];
};

struct blend *blend_create(const uint8_t *palette)
{
    struct blend *blend = calloc(1, sizeof(*blend));
    if (!blend) {
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
    free(blend);
}

static uint8_t nearest(const struct blend *blend, int red, int green, int blue)
{
    int32_t distance[256];
    for (int i = 0; i < 256; i++) {
        int32_t r = blend->colors[0][i] - red;
        int32_t g = blend->colors[1][i] - green;
        int32_t b = blend->colors[2][i] - blue;
        distance[i] = r * r + g * g + b * b;
    }
    int best = 0;
    for (int i = 1; i < 256; i++) {
        best = distance[i] < distance[best] ? i : best;
    }
    return (uint8_t)best;
}

/* Rounded to the nearest whole number, as the reference pictures show. */
static int mix(int over, int under, int clear)
{
    return (over * (BLEND_TENTHS - clear) + under * clear + BLEND_TENTHS / 2) / BLEND_TENTHS;
}

const uint8_t *blend_table(struct blend *blend, int clear)
{
    if (blend->tables[clear]) {
        return blend->tables[clear];
    }
    uint8_t *table = malloc(BLEND_TABLE);
    if (!table) {
        return NULL;
    }
    for (int over = 0; over < 256; over++) {
        for (int under = 0; under < 256; under++) {
            int rgb[3];
            for (int c = 0; c < 3; c++) {
                rgb[c] = mix(blend->colors[c][over], blend->colors[c][under], clear);
            }
            table[over * 256 + under] = nearest(blend, rgb[0], rgb[1], rgb[2]);
        }
    }
    blend->tables[clear] = table;
    return table;
}
