#include "tools/mkbuiltin/picture.h"

#include "tools/mkbuiltin/font.h"

#include <string.h>

void picture_begin(struct picture *p, const struct palette *palette, int w, int h)
{
    if (w * h > PICTURE_MAX) {
        mkb_fail("a picture of %dx%d is too large", w, h);
    }
    p->palette = palette;
    p->w = w;
    p->h = h;
    memset(p->px, PALETTE_TRANSPARENT, sizeof p->px);
}

void picture_write(const struct picture *p, struct buf *out)
{
    buf_i32(out, p->w);
    buf_i32(out, p->h);
    buf_bytes(out, p->px, (size_t)(p->w * p->h));
}

void picture_dot(struct picture *p, int x, int y, struct rgb c)
{
    if (x >= 0 && y >= 0 && x < p->w && y < p->h) {
        p->px[y * p->w + x] = (uint8_t)palette_quantise(p->palette, c);
    }
}

void picture_panel(struct picture *p, int x0, int y0, int x1, int y1, struct rgb c, double strength)
{
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            double grain = noise_fractal(x / 8.0, y / 4.0, 64, 32, 3, 2001);
            double f = 0.8 + 0.4 * grain;
            if (x == x0 || y == y0) {
                f *= 1 + strength;
            } else if (x == x1 - 1 || y == y1 - 1) {
                f *= 1 - strength;
            }
            picture_dot(p, x, y, rgb_scale(c, f));
        }
    }
}

void picture_rod(struct picture *p, double ax, double ay, double bx, double by, double r,
                 struct rgb c)
{
    double dx = bx - ax;
    double dy = by - ay;
    double length = mkb_max(sqrt(dx * dx + dy * dy), 1e-6);
    for (int y = 0; y < p->h; y++) {
        for (int x = 0; x < p->w; x++) {
            double px = x + 0.5 - ax;
            double py = y + 0.5 - ay;
            double along = mkb_clamp((px * dx + py * dy) / (length * length), 0, 1);
            double ex = px - dx * along;
            double ey = py - dy * along;
            double d = sqrt(ex * ex + ey * ey);
            if (d <= r) {
                picture_dot(p, x, y, rgb_scale(c, 1.0 - 0.55 * (ey + ex * 0.4) / r));
            }
        }
    }
}

void picture_ball(struct picture *p, double cx, double cy, double rx, double ry, struct rgb c)
{
    for (int y = 0; y < p->h; y++) {
        for (int x = 0; x < p->w; x++) {
            double dx = (x + 0.5 - cx) / rx;
            double dy = (y + 0.5 - cy) / ry;
            if (dx * dx + dy * dy <= 1) {
                picture_dot(p, x, y, rgb_scale(c, 1.05 - 0.38 * (dx + dy)));
            }
        }
    }
}

/* Ink density around a point of the glyph's own 5x7 grid. */
static double ink_at(int c, double x, double y)
{
    double fx = mkb_floor(x - 0.5);
    double fy = mkb_floor(y - 0.5);
    int ix = (int)fx;
    int iy = (int)fy;
    double u = x - 0.5 - fx;
    double v = y - 0.5 - fy;
    double top = mkb_mix(font_ink(c, ix, iy), font_ink(c, ix + 1, iy), u);
    double bottom = mkb_mix(font_ink(c, ix, iy + 1), font_ink(c, ix + 1, iy + 1), u);
    return mkb_mix(top, bottom, v);
}

void picture_letter(struct picture *p, int c, double x, double y, double scale, struct rgb top,
                    struct rgb bottom)
{
    for (int py = 0; py < p->h; py++) {
        for (int px = 0; px < p->w; px++) {
            double gx = (px + 0.5 - x) / scale;
            double gy = (py + 0.5 - y) / scale;
            if (gx < -1 || gy < -1 || gx > FONT_WIDTH + 1 || gy > FONT_HEIGHT + 1) {
                continue;
            }
            double step = 1 / scale;
            double ink = ink_at(c, gx, gy);
            if (ink > 0.42) {
                double light = ink_at(c, gx + step, gy + step) - ink_at(c, gx - step, gy - step);
                struct rgb col = rgb_mix(top, bottom, gy / FONT_HEIGHT);
                picture_dot(p, px, py, rgb_scale(col, mkb_clamp(1 + light * 0.55, 0.5, 1.5)));
            } else if (ink_at(c, gx - step, gy - step) > 0.42) {
                picture_dot(p, px, py, rgb_make(14, 11, 9));
            }
        }
    }
}

double picture_text(struct picture *p, const char *text, double x, double y, double scale,
                    struct rgb top, struct rgb bottom)
{
    double at = x;
    for (; *text; text++) {
        picture_letter(p, (unsigned char)*text, at, y, scale, top, bottom);
        at += 6 * scale;
    }
    return at - x;
}
