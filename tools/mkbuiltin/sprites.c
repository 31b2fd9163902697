/* Sprites: the explosion and the bubble. */
#include "tools/mkbuiltin/models.h"

/* The bright core of a fireball cools and tears into smoke over six frames. Returns a palette
 * index. */
static int fireball_pixel(const struct palette *p, int x, int y, int size, int frame)
{
    double cx = x - size / 2.0 + 0.5;
    double cy = y - size / 2.0 + 0.5;
    double r = sqrt(cx * cx + cy * cy) / (size / 2.0);
    double t = (frame + 0.5) / 6;
    double rough = noise_fractal(x / 9.0 + frame * 3, y / 9.0, 64, 64, 4, 900 + frame / 2);
    double reach = 0.45 + 0.55 * mkb_step(0, 0.7, t);
    double body = reach * (0.72 + 0.56 * rough) - r;
    double hollow = mkb_step(0.45, 1.1, t) * (1 - rough) * 0.9;
    double heat = body * 2.2 * (1.25 - t) + 0.25 - hollow * 0.7;
    if (body < 0 || r > 0.98 || (t > 0.6 && rough < (t - 0.6) * 1.25)) {
        return PALETTE_TRANSPARENT;
    }
    if (heat < 0.16) {
        return palette_quantise(p, rgb_scale(rgb_make(96, 78, 66), 0.4 + rough * 0.8));
    }
    return PALETTE_FULLBRIGHT + (int)mkb_clamp(heat * 15, 0, 15);
}

static int bubble_pixel(const struct palette *p, int x, int y, int size, int frame)
{
    double cx = x - size / 2.0 + 0.5;
    double cy = y - size / 2.0 + 0.5;
    double r = sqrt(cx * cx + cy * cy);
    double radius = size / 2.0 - 1 - frame;
    if (mkb_abs(r - radius + 0.8) < 0.9) {
        return palette_quantise(p, rgb_mix(rgb_make(70, 110, 160), rgb_make(190, 220, 240),
                                           mkb_clamp(0.5 - (cx + cy) / (radius * 3), 0, 1)));
    }
    double hx = cx + radius * 0.4;
    double hy = cy + radius * 0.4;
    return hx * hx + hy * hy < 1.6 ? 254 : PALETTE_TRANSPARENT;
}

static void write_sprite(struct buf *out, const struct palette *p, int size, int frames,
                         int (*pixel)(const struct palette *, int, int, int, int))
{
    buf_bytes(out, "IDSP", 4);
    buf_i32(out, 1);
    buf_i32(out, 2); /* always faces the viewer */
    buf_f32(out, sqrt(2.0) * size / 2);
    buf_i32(out, size);
    buf_i32(out, size);
    buf_i32(out, frames);
    buf_f32(out, 0);
    buf_i32(out, 0);
    for (int f = 0; f < frames; f++) {
        buf_i32(out, 0);
        buf_i32(out, -size / 2);
        buf_i32(out, size / 2);
        buf_i32(out, size);
        buf_i32(out, size);
        for (int i = 0; i < size * size; i++) {
            buf_u8(out, pixel(p, i % size, i / size, size, f));
        }
    }
}

void sprites_add(struct pak_out *pak, const struct palette *palette)
{
    write_sprite(pak_out_add(pak, "progs/s_explod.spr"), palette, 56, 6, fireball_pixel);
    write_sprite(pak_out_add(pak, "progs/s_bubble.spr"), palette, 16, 2, bubble_pixel);
}
