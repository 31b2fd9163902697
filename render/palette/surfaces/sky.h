/* The sky: two scrolling layers of one 256 x 128 texture, put together for a moment.
 *
 * The left half is the front layer (0 = see-through), the right half the background. The spans
 * scroll both by sky time * speed (render/palette/kernels/kernels.h); the front layer is shifted
 * once more by as much, so it moves twice as fast. */
#ifndef RENDER_PALETTE_SURFACES_SKY_H
#define RENDER_PALETTE_SURFACES_SKY_H

#include <stdint.h>

#include "formats/maps/bsp.h"

enum { SKY_SIDE = 128, SKY_BYTES = SKY_SIDE * SKY_SIDE };

struct sky_moment {
    float scroll;  /* texels, for span_sky */
    int32_t shift; /* texels the front layer is ahead, both ways */
};

struct sky_moment sky_at(double time);

/* The texture all sky surfaces of a map show: the last one whose name begins with "sky", as the
 * original keeps the last it loads. -1 when there is none with 256 x 128 texels. */
int32_t sky_texture(const struct bsp *bsp);

/* texture: 256 * 128 texels, or NULL: one colour. */
void sky_compose(uint8_t dest[SKY_BYTES], const uint8_t *texture, int32_t shift);

#endif
