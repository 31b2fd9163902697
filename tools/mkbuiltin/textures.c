#include "tools/mkbuiltin/textures.h"

#include <stdlib.h>

/* One texel: a colour, and whether it glows (takes a fullbright palette entry). */
struct texel {
    struct rgb c;
    int bright;
};

typedef struct texel (*painter)(int x, int y);

static struct texel matt(struct rgb c)
{
    struct texel t = {c, 0};
    return t;
}

static struct texel glow(struct rgb c)
{
    struct texel t = {c, 1};
    return t;
}

static struct rgb shade(struct rgb c, double f)
{
    return rgb_scale(c, f);
}

/* Distance based bevel of a cell of size w*h: > 1 near the top and left edges, < 1 near the others.
 */
static double bevel(double x, double y, double w, double h, double width, double strength)
{
    double light = 1;
    light += strength * (1 - mkb_step(0, width, y));
    light += strength * 0.6 * (1 - mkb_step(0, width, x));
    light -= strength * (1 - mkb_step(0, width, h - 1 - y));
    light -= strength * 0.6 * (1 - mkb_step(0, width, w - 1 - x));
    return light;
}

struct masonry {
    int width, height;    /* size of the texture, texels */
    int stone_w, stone_h; /* size of a stone, texels */
    int shift;            /* offset of every other row */
    int mortar;           /* joint width */
    struct rgb low, high; /* colour range of the stones */
    struct rgb joint;
    double rough, moss;
    int seed;
};

static struct rgb masonry_at(const struct masonry *m, int x, int y)
{
    int row = y / m->stone_h;
    int sx = (x + (row & 1 ? m->shift : 0)) % m->width;
    int column = sx / m->stone_w;
    int cx = sx % m->stone_w;
    int cy = y % m->stone_h;
    double tone = noise_unit(column, row, m->seed);
    double grain = noise_fractal(x / 8.0, y / 8.0, m->width / 8, m->height / 8, 4, m->seed + 3);
    double speck = noise_unit(x, y, m->seed + 9);
    double edge = mkb_min(mkb_min(cx, m->stone_w - 1 - cx), mkb_min(cy, m->stone_h - 1 - cy));
    /* Worn stones: the joint eats irregularly into the edge. */
    double wear = noise_smooth(x / 3.0, y / 3.0, m->width / 3, m->height / 3, m->seed + 5) * 1.6;
    struct rgb c;
    if (edge < m->mortar * 0.5 + wear * 0.6) {
        c = shade(m->joint, 0.75 + 0.4 * speck);
    } else {
        c = rgb_mix(m->low, m->high, mkb_clamp(0.15 + 0.5 * tone + (grain - 0.5) * 1.1, 0, 1));
        c = shade(c, bevel(cx, cy, m->stone_w, m->stone_h, m->mortar + 3.0, 0.30));
        c = shade(c, 1 + (speck - 0.5) * m->rough + (grain - 0.5) * 0.35);
        double crack = noise_smooth(x / 11.0, y / 7.0, m->width / 11, m->height / 7, m->seed + 31);
        if (mkb_abs(crack - 0.5) < 0.012 && tone > 0.55) {
            c = shade(c, 0.62);
        }
    }
    double damp = noise_fractal(x / 16.0, y / 16.0, m->width / 16, m->height / 16, 3, m->seed + 21);
    double green =
        m->moss * mkb_step(0.52, 0.74, damp + (edge < 3 ? 0.07 : 0) + (speck - 0.5) * 0.08);
    return rgb_mix(c, shade(rgb_make(58, 80, 34), 0.5 + 0.7 * speck), green);
}

static struct texel paint_block(int x, int y)
{
    static const struct masonry m = {
        128, 128, 64, 32, 32, 2, {70, 62, 54}, {132, 120, 104}, {30, 26, 22}, 0.22, 0.35, 101};
    return matt(masonry_at(&m, x, y));
}

static struct texel paint_brick(int x, int y)
{
    static const struct masonry m = {
        64, 64, 32, 16, 16, 2, {74, 46, 34}, {132, 90, 66}, {34, 30, 26}, 0.25, 0.6, 211};
    return matt(masonry_at(&m, x, y));
}

static struct texel paint_sand(int x, int y)
{
    static const struct masonry m = {
        128, 128, 64, 64, 32, 2, {112, 98, 72}, {186, 168, 132}, {62, 52, 38}, 0.14, 0.1, 307};
    return matt(masonry_at(&m, x, y));
}

static struct texel paint_floor(int x, int y)
{
    static const struct masonry m = {
        64, 64, 32, 32, 0, 1, {66, 64, 64}, {116, 112, 108}, {26, 25, 25}, 0.18, 0.12, 401};
    return matt(masonry_at(&m, x, y));
}

/* Octagons with small dark squares between them. */
static struct texel paint_floor2(int x, int y)
{
    double cx = mkb_abs((x % 64) - 31.5);
    double cy = mkb_abs((y % 64) - 31.5);
    double grain = noise_fractal(x / 8.0, y / 8.0, 8, 8, 4, 77);
    double speck = noise_unit(x, y, 78);
    double octagon = mkb_max(mkb_max(cx, cy) - 31, (cx + cy) - 46);
    struct rgb c;
    if (octagon > 1.2) {
        c = rgb_mix(rgb_make(44, 26, 22), rgb_make(92, 52, 40), grain);
        c = shade(c, 1 + 0.25 * mkb_clamp((cx + cy - 52) / 8, -1, 1));
    } else if (octagon > -0.6) {
        c = rgb_make(24, 22, 20);
    } else {
        c = rgb_mix(rgb_make(82, 82, 92), rgb_make(142, 140, 148), grain);
        c = shade(c, 1 - 0.22 * mkb_step(-5, -0.6, octagon));
        double ring = mkb_abs(octagon + 12);
        c = shade(c, ring < 1.2 ? 0.7 : ring < 2.4 ? 1.1 : 1);
    }
    return matt(shade(c, 0.92 + 0.18 * speck));
}

/* A round rivet head at the middle of a cell; light from the upper left. */
static double rivet(double x, double y, double radius)
{
    double r = sqrt(x * x + y * y);
    if (r > radius + 1.2) {
        return 1;
    }
    if (r > radius) {
        return 0.6;
    }
    return 1.05 - 0.4 * (x + y) / (radius * 1.4);
}

static struct rgb metal_at(int x, int y, int w, int h, int seed)
{
    double brushed = noise_smooth(x / 16.0, y * 1.0, w / 16, h, seed);
    double stain = noise_fractal(x / 16.0, y / 16.0, w / 16, h / 16 ? h / 16 : 1, 3, seed + 1);
    struct rgb c =
        rgb_mix(rgb_make(66, 68, 80), rgb_make(112, 114, 128), 0.5 * brushed + 0.5 * stain);
    double rust = mkb_step(0.55, 0.8, stain + 0.1 * noise_unit(x, y, seed + 2));
    return rgb_mix(c, rgb_make(112, 66, 34), rust * 0.7);
}

static struct texel paint_metal(int x, int y)
{
    struct rgb c = metal_at(x, y, 64, 64, 511);
    c = shade(c, bevel(x, y, 64, 64, 3, 0.4));
    if (x == 0 || y == 0) {
        c = shade(c, 0.45);
    }
    double rx = mkb_min(mkb_abs(x - 6.0), mkb_abs(x - 57.0)) *
                (x < 32 ? (x < 6 ? -1 : 1) : (x < 57 ? -1 : 1));
    double ry = mkb_min(mkb_abs(y - 6.0), mkb_abs(y - 57.0)) *
                (y < 32 ? (y < 6 ? -1 : 1) : (y < 57 ? -1 : 1));
    c = shade(c, rivet(rx, ry, 2.4));
    if (x > 12 && x < 52 && y > 12 && y < 52) {
        c = shade(c, x == 13 || y == 13 ? 0.6 : x == 51 || y == 51 ? 1.3 : 0.93);
    }
    return matt(c);
}

static struct texel paint_trim(int x, int y)
{
    struct rgb c = metal_at(x, y, 64, 16, 611);
    c = shade(rgb_mix(c, rgb_make(120, 92, 52), 0.45), bevel(8, y, 64, 16, 3, 0.5));
    c = shade(c, rivet((x % 16) - 7.5, y - 7.5, 2.3));
    return matt(c);
}

static struct rgb wood_at(double along, double across, int plank, int seed)
{
    double wobble = noise_smooth(along / 16.0, plank * 3.0, 8, 64, seed) * 3;
    double ring = across * 0.9 + wobble + plank * 7.3;
    double wave = ring - mkb_floor(ring / 4) * 4;
    double fibre = noise_smooth(along / 12.0, across * 1.7 + plank * 19, 8, 256, seed + 1);
    double f = 0.3 + 0.12 * mkb_abs(wave - 2) + 0.45 * fibre;
    return rgb_mix(rgb_make(48, 28, 14), rgb_make(138, 94, 54), mkb_clamp(f, 0, 1));
}

static struct texel paint_wood(int x, int y)
{
    int plank = x / 16;
    int cx = x % 16;
    struct rgb c = wood_at(y, cx, plank, 701);
    c = shade(c, 0.85 + 0.3 * noise_unit(plank, 0, 702));
    c = shade(c, cx == 0 ? 0.35 : cx == 1 ? 1.18 : cx == 15 ? 0.6 : 1);
    int joint = (y + (plank & 1) * 32) % 64;
    if (joint == 0) {
        c = shade(c, 0.4);
    }
    double nail = rivet(cx - 8.0, joint - 4.0, 1.4);
    return matt(nail != 1 ? shade(rgb_make(60, 58, 60), nail) : c);
}

static struct texel paint_beam(int x, int y)
{
    struct rgb c = wood_at(x, y, 1, 733);
    c = shade(c, bevel(10, y, 64, 32, 4, 0.45));
    if (y == 7 || y == 24) {
        c = shade(c, 0.55);
    } else if (y == 8 || y == 25) {
        c = shade(c, 1.25);
    }
    double dx = mkb_abs((x % 32) - 15.5);
    double dy = mkb_abs(y - 15.5);
    if (dx + dy < 6.5) {
        c = shade(c, dx + dy > 5.2 ? 0.55 : 1.15 - 0.05 * (x % 32 - 15));
    }
    return matt(c);
}

static struct texel paint_ceiling(int x, int y)
{
    double f = noise_fractal(x / 16.0, y / 16.0, 4, 4, 5, 801);
    double g = noise_fractal((x + 2) / 16.0, (y + 2) / 16.0, 4, 4, 5, 801);
    struct rgb c = rgb_mix(rgb_make(36, 33, 32), rgb_make(86, 80, 76), f);
    return matt(shade(c, 1 + mkb_clamp((f - g) * 3, -0.4, 0.5)));
}

static struct texel paint_rock(int x, int y)
{
    double f = noise_fractal(x / 16.0, y / 16.0, 8, 8, 5, 823);
    double g = noise_fractal((x + 2) / 16.0, (y + 2) / 16.0, 8, 8, 5, 823);
    double moss = mkb_step(0.5, 0.7, noise_fractal(x / 32.0, y / 32.0, 4, 4, 4, 829));
    struct rgb c = rgb_mix(rgb_make(70, 58, 42), rgb_make(132, 114, 84), f);
    c = rgb_mix(c, rgb_mix(rgb_make(44, 52, 20), rgb_make(98, 106, 50), f), moss * 0.8);
    return matt(shade(c, 1 + mkb_clamp((f - g) * 3.5, -0.4, 0.5)));
}

static struct texel paint_lamp(int x, int y)
{
    double dx = mkb_abs(x - 15.5);
    double dy = mkb_abs(y - 15.5);
    double d = mkb_max(dx, dy);
    if (d > 12.5) {
        struct rgb c = metal_at(x, y, 32, 32, 911);
        return matt(shade(rgb_mix(c, rgb_make(130, 100, 50), 0.5), bevel(x, y, 32, 32, 3, 0.5)));
    }
    if (d > 11.5 || mkb_abs(dx - 0.0) < 1 || mkb_abs(dy - 0.0) < 1) {
        return matt(rgb_make(58, 44, 28));
    }
    double f = 1 - (dx * dx + dy * dy) / 290;
    return glow(rgb_mix(rgb_make(250, 160, 50), rgb_make(255, 250, 205), mkb_clamp(f, 0, 1)));
}

static struct texel paint_door(int x, int y)
{
    struct rgb c = metal_at(x, y, 64, 128, 1013);
    c = rgb_mix(c, rgb_make(84, 60, 44), 0.35);
    int cy = y % 32;
    c = shade(c, bevel(x, cy, 64, 32, 3, 0.4));
    if (x > 7 && x < 56 && cy > 7 && cy < 24) {
        c = shade(c, x == 8 || cy == 8 ? 0.55 : x == 55 || cy == 23 ? 1.35 : 0.85);
    }
    c = shade(c, rivet((x < 32 ? x - 4.0 : x - 59.0), cy - 15.5, 2));
    /* A glowing rune across the middle. */
    double rx = x - 31.5;
    double ry = y - 63.5;
    double r = sqrt(rx * rx + ry * ry);
    double ring = mkb_abs(r - 18);
    double bar = mkb_min(mkb_abs(rx), mkb_abs(mkb_abs(rx) - mkb_abs(ry) * 0.5));
    if (r < 24) {
        c = shade(rgb_make(58, 50, 52), 0.8 + 0.3 * noise_unit(x, y, 1015));
        if (r > 22.5) {
            c = rgb_make(30, 26, 26);
        }
        if (ring < 1.3 || (r < 18 && bar < 1.2)) {
            return glow(rgb_mix(rgb_make(255, 90, 20), rgb_make(255, 220, 120),
                                1 - mkb_min(mkb_min(ring, bar), 1.3) / 1.3));
        }
    }
    return matt(c);
}

static struct texel paint_lift(int x, int y)
{
    struct rgb c = metal_at(x, y, 64, 64, 1117);
    double edge = mkb_min(mkb_min(x, 63 - x), mkb_min(y, 63 - y));
    if (edge < 9) {
        int stripe = ((x + y) / 8) & 1;
        c = stripe ? rgb_make(176, 140, 26) : rgb_make(32, 30, 28);
        c = shade(c, 0.75 + 0.4 * noise_fractal(x / 8.0, y / 8.0, 8, 8, 3, 1119));
    } else if (edge < 11) {
        c = shade(c, 0.4);
    } else {
        /* Tread plate: little bars in two directions. */
        int bx = x % 8;
        int by = y % 8;
        int odd = ((x / 8) + (y / 8)) & 1;
        int bar = odd ? bx > 1 && bx < 6 && by == 3 : by > 1 && by < 6 && bx == 3;
        int under = odd ? bx > 1 && bx < 6 && by == 4 : by > 1 && by < 6 && bx == 4;
        c = shade(c, bar ? 1.45 : under ? 0.6 : 0.9);
    }
    return matt(c);
}

static struct texel paint_carved(int x, int y)
{
    double grain = noise_fractal(x / 8.0, y / 8.0, 8, 16, 4, 1201);
    double speck = noise_unit(x, y, 1203);
    struct rgb c = rgb_mix(rgb_make(88, 76, 58), rgb_make(152, 136, 108), grain);
    double height[2];
    for (int i = 0; i < 2; i++) {
        double px = x - 31.5 - i;
        double py = (y % 64) - 31.5 - i;
        double r = sqrt(px * px + py * py);
        double knot = mkb_abs(mkb_sin(r * 0.42 + 0.6 * mkb_cos(mkb_atan2(py, px) * 4)));
        double band = mkb_abs(mkb_abs(px) - 27);
        height[i] = r < 24 ? mkb_step(0.2, 0.75, knot) : band < 2.5 ? 1 : 0.45;
    }
    c = shade(c, 0.62 + 0.42 * height[0] + mkb_clamp((height[0] - height[1]) * 0.6, -0.4, 0.5));
    if (y % 64 < 3) {
        c = shade(c, 0.6 + 0.25 * (y % 64));
    }
    return matt(shade(c, 0.92 + 0.16 * speck));
}

/* A wall panel with a running light; `phase` 0..2 is the lit lamp, 3 all green. */
static struct texel panel_at(int x, int y, int phase)
{
    struct rgb c = metal_at(x, y, 64, 64, 1301);
    c = shade(c, bevel(x, y, 64, 64, 4, 0.5));
    if (x > 8 && x < 55 && y > 8 && y < 55) {
        c = shade(rgb_make(46, 48, 58), x == 9 || y == 9 ? 0.5 : x == 54 || y == 54 ? 1.5 : 1);
        for (int i = 0; i < 3; i++) {
            double dx = x - 31.5;
            double dy = y - (18 + 14 * i - 0.5);
            double r = sqrt(dx * dx * 0.25 + dy * dy);
            if (r < 4.5) {
                double f = 1 - r / 6;
                if (phase == 3) {
                    return glow(rgb_mix(rgb_make(20, 170, 60), rgb_make(190, 255, 190), f * f));
                }
                if (phase == i) {
                    return glow(rgb_mix(rgb_make(255, 70, 20), rgb_make(255, 240, 180), f));
                }
                c = shade(rgb_make(96, 26, 18), 0.6 + 0.6 * f);
            } else if (r < 5.5) {
                c = shade(c, 0.55);
            }
        }
    }
    return matt(c);
}

static struct texel paint_panel0(int x, int y)
{
    return panel_at(x, y, 0);
}
static struct texel paint_panel1(int x, int y)
{
    return panel_at(x, y, 1);
}
static struct texel paint_panel2(int x, int y)
{
    return panel_at(x, y, 2);
}
static struct texel paint_panela(int x, int y)
{
    return panel_at(x, y, 3);
}

static double ripple(int x, int y, int seed)
{
    double a = noise_fractal(x / 16.0, y / 16.0, 4, 4, 4, seed);
    double b = noise_fractal(x / 8.0, y / 8.0, 8, 8, 3, seed + 7);
    return 1 - mkb_abs(a - 0.5) * 3.2 + (b - 0.5) * 0.5;
}

static struct texel paint_water(int x, int y)
{
    double f = mkb_clamp(ripple(x, y, 1401), 0, 1);
    struct rgb c = rgb_mix(rgb_make(14, 26, 58), rgb_make(56, 92, 128), f);
    return matt(rgb_mix(c, rgb_make(132, 172, 190), mkb_step(0.86, 1.05, f) * 0.7));
}

static struct texel paint_lava(int x, int y)
{
    double f = mkb_clamp(ripple(x, y, 1501), 0, 1);
    struct rgb c = f < 0.5 ? rgb_mix(rgb_make(70, 14, 2), rgb_make(190, 60, 6), f * 2)
                           : rgb_mix(rgb_make(190, 60, 6), rgb_make(255, 214, 90), f * 2 - 1);
    return glow(c);
}

/* Left half: clouds that move fast, holes are colour 0. Right half: the sky farther away. */
static struct texel paint_sky(int x, int y)
{
    if (x < 128) {
        double f = noise_fractal(x / 32.0, y / 32.0, 4, 4, 5, 1601);
        double ragged = f + (noise_unit(x, y, 1603) - 0.5) * 0.05;
        if (ragged < 0.54) {
            return matt(rgb_make(0, 0, 0));
        }
        double lit = mkb_step(0.54, 0.80, f);
        return matt(rgb_mix(rgb_make(70, 54, 66), rgb_make(196, 160, 142), lit));
    }
    double f = noise_fractal((x - 128) / 32.0, y / 32.0, 4, 4, 5, 1701);
    struct rgb c = rgb_mix(rgb_make(46, 52, 96), rgb_make(112, 104, 140), mkb_step(0.2, 0.75, f));
    double star = noise_unit(x, y, 1707);
    return matt(star > 0.998 && f < 0.42 ? rgb_make(200, 200, 220) : c);
}

static struct texel health_at(int x, int y, int top)
{
    double cx = x - 15.5;
    double cy = y - 15.5;
    double edge = mkb_min(mkb_min(x, 31 - x), mkb_min(y, 31 - y));
    struct rgb c = rgb_mix(rgb_make(150, 142, 128), rgb_make(206, 198, 184),
                           noise_fractal(x / 8.0, y / 8.0, 4, 4, 3, 1801));
    c = shade(c, bevel(x, y, 32, 32, 3, 0.35));
    if (edge < 2) {
        c = shade(rgb_make(112, 70, 40), bevel(x, y, 32, 32, 3, 0.4));
    }
    int cross =
        (mkb_abs(cx) < 3.5 && mkb_abs(cy) < 9.5) || (mkb_abs(cy) < 3.5 && mkb_abs(cx) < 9.5);
    if (cross) {
        return top ? glow(rgb_make(255, 40, 30)) : matt(rgb_make(180, 24, 16));
    }
    return matt(c);
}

static struct texel paint_health(int x, int y)
{
    return health_at(x, y, 0);
}
static struct texel paint_health_top(int x, int y)
{
    return health_at(x, y, 1);
}

static const struct texture_entry {
    const char *name;
    int width, height;
    painter paint;
} entries[TEX_COUNT] = {
    [TEX_BLOCK] = {"block1", 128, 128, paint_block},
    [TEX_BRICK] = {"brick1", 64, 64, paint_brick},
    [TEX_SAND] = {"sand1", 128, 128, paint_sand},
    [TEX_FLOOR] = {"floor1", 64, 64, paint_floor},
    [TEX_FLOOR2] = {"floor2", 64, 64, paint_floor2},
    [TEX_METAL] = {"metal1", 64, 64, paint_metal},
    [TEX_TRIM] = {"trim1", 64, 16, paint_trim},
    [TEX_WOOD] = {"wood1", 64, 64, paint_wood},
    [TEX_BEAM] = {"beam1", 64, 32, paint_beam},
    [TEX_CEILING] = {"ceil1", 64, 64, paint_ceiling},
    [TEX_LAMP] = {"lamp1", 32, 32, paint_lamp},
    [TEX_DOOR] = {"door1", 64, 128, paint_door},
    [TEX_LIFT] = {"lift1", 64, 64, paint_lift},
    [TEX_ROCK] = {"rock1", 128, 128, paint_rock},
    [TEX_CARVED] = {"carved1", 64, 128, paint_carved},
    [TEX_PANEL0] = {"+0panel", 64, 64, paint_panel0},
    [TEX_PANEL1] = {"+1panel", 64, 64, paint_panel1},
    [TEX_PANEL2] = {"+2panel", 64, 64, paint_panel2},
    [TEX_PANELA] = {"+apanel", 64, 64, paint_panela},
    [TEX_WATER] = {"*water1", 64, 64, paint_water},
    [TEX_LAVA] = {"*lava1", 64, 64, paint_lava},
    [TEX_SKY] = {"sky1", 256, 128, paint_sky},
    [TEX_HEALTH] = {"health1", 32, 32, paint_health},
    [TEX_HEALTH_TOP] = {"health2", 32, 32, paint_health_top},
};

int textures_is_special(int texture)
{
    return entries[texture].name[0] == '*' || texture == TEX_SKY;
}

static uint8_t quantise(const struct palette *p, struct texel t, int x, int y, int keep_zero)
{
    if (t.bright) {
        return (uint8_t)palette_quantise_bright(p, t.c);
    }
    if (t.c.r + t.c.g + t.c.b == 0) {
        return 0;
    }
    /* A little noise hides the steps between palette entries. */
    double d = (noise_unit(x, y, 4242) - 0.5) * 5;
    int index = palette_quantise(p, rgb_make(t.c.r + d, t.c.g + d, t.c.b + d));
    return (uint8_t)(keep_zero && index == 0 ? 1 : index);
}

/* Halves a picture; a texel glows when most of the four did, and is a hole when most were holes. */
static void halve(struct texel *t, int w, int h)
{
    for (int y = 0; y < h / 2; y++) {
        for (int x = 0; x < w / 2; x++) {
            const struct texel q[4] = {t[2 * y * w + 2 * x], t[2 * y * w + 2 * x + 1],
                                       t[(2 * y + 1) * w + 2 * x], t[(2 * y + 1) * w + 2 * x + 1]};
            struct texel r = {{0, 0, 0}, 0};
            for (int i = 0; i < 4; i++) {
                r.c = rgb_make(r.c.r + q[i].c.r / 4, r.c.g + q[i].c.g / 4, r.c.b + q[i].c.b / 4);
                r.bright += q[i].bright;
            }
            r.bright = r.bright >= 2;
            t[y * (w / 2) + x] = r;
        }
    }
}

static struct texel *draw_texels(const struct texture_entry *e)
{
    struct texel *t = mkb_alloc((size_t)(e->width * e->height), sizeof *t);
    for (int y = 0; y < e->height; y++) {
        for (int x = 0; x < e->width; x++) {
            t[y * e->width + x] = e->paint(x, y);
        }
    }
    return t;
}

static void write_miptex(const struct palette *p, struct buf *out, int texture)
{
    const struct texture_entry *e = &entries[texture];
    buf_name(out, e->name, 16);
    buf_i32(out, e->width);
    buf_i32(out, e->height);
    int offset = 40;
    for (int mip = 0; mip < 4; mip++) {
        buf_i32(out, offset);
        offset += (e->width >> mip) * (e->height >> mip);
    }
    struct texel *t = draw_texels(e);
    for (int mip = 0; mip < 4; mip++) {
        int w = e->width >> mip;
        int h = e->height >> mip;
        for (int i = 0; i < w * h; i++) {
            buf_u8(out, quantise(p, t[i], i % w, i / w, texture == TEX_SKY));
        }
        halve(t, w, h);
    }
    free(t);
}

void textures_write_lump(const struct palette *p, struct buf *out, const int *list, int count)
{
    size_t start = out->size;
    buf_i32(out, count);
    buf_zero(out, (size_t)count * 4);
    for (int i = 0; i < count; i++) {
        buf_patch_i32(out, start + 4 + (size_t)i * 4, (int)(out->size - start));
        write_miptex(p, out, list[i]);
    }
}
