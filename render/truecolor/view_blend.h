/* The tints of the view by damage, pickups, powerups and liquids, as one mix over the finished
 * world.
 *
 * Source: QuakeSpasm's view.c (V_CalcBlend, V_PolyBlend). The colours and shares are those of the
 * scene, in 256ths. */
#ifndef RENDER_TRUECOLOR_VIEW_BLEND_H
#define RENDER_TRUECOLOR_VIEW_BLEND_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/scene_palette.h"
#include "render/pixels/pixels.h"

struct view_blend {
    bool shown;
    struct pixel_levels levels;
};

void view_blend_set(struct view_blend *blend, const struct palette_blend blends[PALETTE_BLENDS]);
/* pixels: 0x00RRGGBB. */
void view_blend_row(const struct view_blend *blend, uint32_t *to, const uint32_t *from, int count);

#endif
