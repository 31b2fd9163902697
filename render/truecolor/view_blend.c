#include "render/truecolor/view_blend.h"

void view_blend_set(struct view_blend *blend, const struct palette_blend blends[PALETTE_BLENDS])
{
    double share = 0.0, color[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < PALETTE_BLENDS; i++) {
        if (blends[i].percent <= 0) {
            continue;
        }
        const double one = blends[i].percent < 255 ? blends[i].percent / 255.0 : 1.0;
        share += one * (1.0 - share);
        for (int c = 0; c < 3; c++) {
            color[c] += (blends[i].color[c] - color[c]) * (one / share);
        }
    }
    blend->shown = share > 0.0;
    for (int c = 0; c < 3 && blend->shown; c++) {
        for (int i = 0; i < 256; i++) {
            blend->level[c][i] = (uint8_t)(i * (1.0 - share) + color[c] * share + 0.5);
        }
    }
}

void view_blend_row(const struct view_blend *blend, uint32_t *to, const uint32_t *from, int count)
{
    for (int i = 0; i < count; i++) {
        const uint32_t pixel = from[i];
        to[i] = (uint32_t)blend->level[0][pixel >> 16 & 255] << 16 |
                (uint32_t)blend->level[1][pixel >> 8 & 255] << 8 | blend->level[2][pixel & 255];
    }
}
