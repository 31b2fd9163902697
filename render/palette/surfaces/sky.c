#include "render/palette/surfaces/sky.h"

#include <string.h>

#include "render/palette/fixed.h"

enum { SKY_SPEED = 8, SKY_PERIOD = SKY_SIDE * 4, SKY_COLOR = 2 };

/* iskyspeed 8 and iskyspeed2 2: their ratio gives the period 128 * 4 * 1. Time is cut in double,
 * the product made in float. */
struct sky_moment sky_at(double time)
{
    float period = SKY_PERIOD;
    float sky_time = (float)(time - (double)((float)fixed_from_double(time / period) * period));
    struct sky_moment moment;
    moment.scroll = sky_time * SKY_SPEED;
    moment.shift = fixed_from_float(moment.scroll);
    return moment;
}

int32_t sky_texture(const struct bsp *bsp)
{
    for (uint32_t i = bsp->num_textures; i > 0; i--) {
        const struct bsp_texture *t = &bsp->textures[i - 1];
        if (strncmp(t->name, "sky", 3) == 0) {
            bool whole = t->mips[0] != NULL && t->width == 2 * SKY_SIDE && t->height == SKY_SIDE;
            return whole ? (int32_t)(i - 1) : -1;
        }
    }
    return -1;
}

/* Eight texels: those of the background where the front's are 0. */
static uint64_t compose_8(uint64_t front, uint64_t back)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t used = (((front & low) + low) | front) & ~low; /* 0x80 in every byte that is not 0 */
    uint64_t mask = (used >> 7) * 255;
    return front | (back & ~mask);
}

void sky_compose(uint8_t dest[SKY_BYTES], const uint8_t *texture, int32_t shift)
{
    if (texture == NULL) {
        memset(dest, SKY_COLOR, SKY_BYTES);
        return;
    }
    for (int32_t y = 0; y < SKY_SIDE; y++) {
        const uint8_t *front = texture + (fixed_add(y, shift) & (SKY_SIDE - 1)) * 2 * SKY_SIDE;
        const uint8_t *back = texture + y * 2 * SKY_SIDE + SKY_SIDE;
        uint8_t row[2 * SKY_SIDE];
        memcpy(row, front, SKY_SIDE);
        memcpy(row + SKY_SIDE, front, SKY_SIDE);
        for (int32_t x = 0; x < SKY_SIDE; x += 8) {
            uint64_t f, b;
            memcpy(&f, row + (shift & (SKY_SIDE - 1)) + x, sizeof f);
            memcpy(&b, back + x, sizeof b);
            f = compose_8(f, b);
            memcpy(dest + y * SKY_SIDE + x, &f, sizeof f);
        }
    }
}
