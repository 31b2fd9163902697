#include "render/truecolor/view_blend.h"

/* Integers that give the same levels; of several tints there may be none. */
static void find_line(struct pixel_levels *levels, double share, const double color[3])
{
    const double one = 1 << PIXEL_LINEAR_BITS;
    levels->linear = true;
    levels->scale = (uint32_t)((1.0 - share) * one + 0.5);
    for (int c = 0; c < 3; c++) {
        levels->base[c] = (uint32_t)((color[c] * share + 0.5) * one + 0.5);
        for (uint32_t i = 0; i < 256; i++) {
            const uint32_t level = (i * levels->scale + levels->base[c]) >> PIXEL_LINEAR_BITS;
            levels->linear = levels->linear && level == levels->level[c][i];
        }
    }
}

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
            blend->levels.level[c][i] = (uint8_t)(i * (1.0 - share) + color[c] * share + 0.5);
        }
    }
    if (blend->shown) {
        find_line(&blend->levels, share, color);
    }
}

void view_blend_row(const struct view_blend *blend, uint32_t *to, const uint32_t *from, int count)
{
    pixel_kernels_active()->levels(&blend->levels, to, from, count);
}
