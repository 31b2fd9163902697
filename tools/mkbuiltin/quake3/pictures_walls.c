/* Textures of the level's walls: stone, metal and others. */
#include "tools/mkbuiltin/quake3/paint.h"
#include "tools/mkbuiltin/quake3/pictures.h"

#define FOLDER "textures/reel3/"

static double fractal(double x, double y, int cells, int octaves, int seed, int side)
{
    return noise_fractal(x * cells / side, y * cells / side, cells, cells, octaves, seed);
}

/* A texture of stones in rows; 128 x 128 texels. */
struct stones {
    int width, height; /* size of a stone, texels */
    int shift;         /* offset of every other row, texels */
    double joint;      /* width of the joints */
    double round;      /* radius of the edges, texels */
    struct rgb dark, light, mortar;
    int seed;
};

static struct paint_point stones_at(const struct stones *s, int x, int y)
{
    int row = y / s->height;
    int sx = (x + (row & 1 ? s->shift : 0)) % 128;
    int column = sx / s->width;
    double tone = noise_unit(column, row, s->seed);
    double grain = fractal(x, y, 16, 4, s->seed + 1, 128);
    double fine = fractal(x, y, 64, 2, s->seed + 2, 128);
    double wear = (fractal(x, y, 12, 3, s->seed + 3, 128) - 0.5) * 5;
    double cx = mkb_min(sx % s->width + 0.5, s->width - sx % s->width - 0.5);
    double cy = mkb_min(y % s->height + 0.5, s->height - y % s->height - 0.5);
    double edge = mkb_min(cx, cy) + wear - s->joint;
    double in = mkb_step(-0.6, 0.8, edge);
    struct rgb stone =
        rgb_mix(s->dark, s->light, mkb_clamp(0.1 + 0.5 * tone + (grain - 0.5) * 1.3, 0, 1));
    struct paint_point p = paint_plain(rgb_mix(rgb_scale(s->mortar, 0.7 + 0.6 * fine), stone, in));
    double damp = mkb_step(0.55, 0.8, fractal(x, y, 4, 3, s->seed + 4, 128));
    p.c = rgb_mix(p.c, rgb_make(p.c.r * 0.62, p.c.g * 0.74, p.c.b * 0.6), damp);
    p.height = in * (2.2 + mkb_step(0, s->round, edge) * 1.6 + tone) + (grain - 0.5) * 3 + fine;
    p.shine = 0.12;
    return p;
}

static struct paint_point paint_block(int x, int y, int variant)
{
    static const struct stones s = {64,           32,  32, 1.5, 5, {84, 78, 74}, {168, 156, 140},
                                    {44, 40, 38}, 3001};
    (void)variant;
    return stones_at(&s, x, y);
}

static struct paint_point paint_brick(int x, int y, int variant)
{
    static const struct stones s = {32,           16,  16, 1.2, 3, {98, 60, 44}, {176, 122, 88},
                                    {66, 60, 52}, 3101};
    (void)variant;
    return stones_at(&s, x, y);
}

static struct paint_point paint_floor(int x, int y, int variant)
{
    static const struct stones s = {64,           64,  0, 1.2, 4, {104, 98, 92}, {158, 150, 138},
                                    {40, 38, 36}, 3201};
    (void)variant;
    struct paint_point p = stones_at(&s, x, y);
    double dx = x % 64 - 31.5;
    double dy = y % 64 - 31.5;
    double ring = mkb_abs(sqrt(dx * dx + dy * dy) - 20);
    if ((x / 64 + y / 64) % 2 == 0) {
        double carved = 1 - mkb_step(1, 2.6, ring);
        p.height -= 2.4 * carved;
        p.c = rgb_scale(p.c, 1 - 0.3 * carved);
    }
    return p;
}

/* Rounded stones without order: each place belongs to the nearest of scattered points. */
static struct paint_point paint_cobble(int x, int y, int variant)
{
    (void)variant;
    enum { CELLS = 8, CELL = 16 };
    double best = 1e9;
    double second = 1e9;
    int which = 0;
    for (int j = -1; j <= 1; j++) {
        for (int i = -1; i <= 1; i++) {
            int cx = x / CELL + i;
            int cy = y / CELL + j;
            int wx = (cx + CELLS) % CELLS;
            int wy = (cy + CELLS) % CELLS;
            double px = (cx + 0.15 + 0.7 * noise_unit(wx, wy, 3301)) * CELL - x;
            double py = (cy + 0.15 + 0.7 * noise_unit(wx, wy, 3302)) * CELL - y;
            double d = sqrt(px * px + py * py);
            if (d < best) {
                second = best;
                best = d;
                which = wy * CELLS + wx;
            } else if (d < second) {
                second = d;
            }
        }
    }
    double edge = (second - best) + (fractal(x, y, 32, 2, 3303, 128) - 0.5) * 3;
    double in = mkb_step(0.6, 3, edge);
    double tone = noise_unit(which, 1, 3304);
    double grain = fractal(x, y, 32, 3, 3305, 128);
    struct rgb stone =
        rgb_mix(rgb_make(82, 80, 80), rgb_make(150, 142, 130), 0.6 * tone + 0.5 * grain);
    struct rgb earth =
        rgb_mix(rgb_make(44, 38, 30), rgb_make(66, 66, 40), fractal(x, y, 8, 3, 3306, 128));
    struct paint_point p = paint_plain(rgb_mix(earth, stone, in));
    p.height = in * 1.5 + mkb_step(0, 9, edge) * 4 + grain * 1.6;
    p.shine = 0.1;
    return p;
}

static struct paint_point paint_ceiling(int x, int y, int variant)
{
    (void)variant;
    double rough = fractal(x, y, 8, 5, 3401, 128);
    double big = fractal(x, y, 4, 3, 3402, 128);
    struct paint_point p =
        paint_plain(rgb_mix(rgb_make(62, 58, 56), rgb_make(120, 112, 102), rough));
    p.c = rgb_scale(p.c, 0.8 + 0.4 * big);
    p.height = rough * 12;
    return p;
}

static double rivet_height(double dx, double dy, double radius)
{
    double r = sqrt(dx * dx + dy * dy) / radius;
    return r < 1 ? sqrt(1 - r * r) * 2.2 : r < 1.5 ? -0.6 : 0;
}

/* A plate of iron of the given size with rivets in its corners. */
static struct paint_point plate_at(int x, int y, int w, int h, int seed, struct rgb dark,
                                   struct rgb light)
{
    double px = x % w + 0.5;
    double py = y % h + 0.5;
    double edge = mkb_min(mkb_min(px, w - px), mkb_min(py, h - py));
    double brushed = noise_fractal(x / 16.0, y / 1.0, 8, 128, 2, seed);
    double stain = fractal(x, y, 4, 4, seed + 1, 128);
    struct paint_point p = paint_plain(rgb_mix(dark, light, 0.45 * brushed + 0.55 * stain));
    double rust = mkb_step(0.58, 0.75, stain) * 0.55;
    p.c = rgb_mix(p.c, rgb_make(112, 66, 38), rust * (0.6 + 0.4 * brushed));
    p.height = mkb_step(0.4, 2.2, edge) * 2.6 + brushed * 0.5 - mkb_step(0.6, 0.7, stain) * 0.6;
    double rx = mkb_min(px, w - px) - 7;
    double ry = mkb_min(py, h - py) - 7;
    p.height += rivet_height(rx, ry, 2.6);
    p.shine = 0.45 * (1 - rust);
    return p;
}

static struct paint_point paint_metal(int x, int y, int variant)
{
    (void)variant;
    return plate_at(x, y, 64, y < 64 ? 64 : 32, 3501, rgb_make(66, 70, 78),
                    rgb_make(128, 132, 140));
}

static struct paint_point paint_trim(int x, int y, int variant)
{
    (void)variant;
    struct paint_point p =
        plate_at(x, y, 64, 32, 3601, rgb_make(76, 62, 46), rgb_make(150, 122, 84));
    double bar = mkb_abs(y - 15.5);
    if (bar < 5) {
        p.height += 2 * mkb_step(5, 3, bar);
        p.c = rgb_mix(p.c, rgb_make(190, 150, 88), 0.5);
    }
    return p;
}

static struct paint_point paint_door(int x, int y, int variant)
{
    (void)variant;
    struct paint_point p =
        plate_at(x, y, 128, 128, 3701, rgb_make(70, 66, 66), rgb_make(126, 118, 112));
    double dx = x - 63.5;
    double dy = y - 63.5;
    double r = sqrt(dx * dx + dy * dy);
    double spoke = mkb_min(mkb_abs(dx), mkb_abs(dy));
    p.height +=
        2 * (mkb_step(52, 50, r) - mkb_step(40, 38, r)) + (r < 18 ? 3 * mkb_step(18, 14, r) : 0);
    if (r > 18 && r < 40) {
        p.height += 1.6 * mkb_step(5, 3.5, spoke);
    }
    if (mkb_abs(dy) < 1.2) {
        p.height -= 4;
        p.c = rgb_scale(p.c, 0.4);
    }
    int stripe = ((x + y) / 8) & 1;
    if (y < 12 || y > 115) {
        p.c = rgb_mix(p.c, stripe ? rgb_make(206, 158, 34) : rgb_make(36, 34, 32), 0.75);
    }
    return p;
}

/* A lamp's cover. variant 1: the glow, a separate texture that is added over it. */
static struct paint_point paint_lamp(int x, int y, int variant)
{
    double px = x - 31.5;
    double py = y - 31.5;
    double d = mkb_max(mkb_abs(px), mkb_abs(py));
    double cross = mkb_min(mkb_abs(px), mkb_abs(py));
    double in = mkb_step(24, 21, d);
    if (variant == 1) {
        double f = in * mkb_step(0.5, 3, cross) * (1 - 0.35 * d / 24);
        return paint_plain(rgb_scale(rgb_make(255, 236, 190), f * 0.8));
    }
    struct paint_point p =
        plate_at(x, y, 64, 64, 3801, rgb_make(70, 68, 66), rgb_make(120, 116, 110));
    struct rgb glass = rgb_mix(rgb_make(176, 150, 96), rgb_make(240, 228, 196), 1 - d / 24);
    p.c = rgb_mix(p.c, glass, in * mkb_step(0.5, 2, cross));
    p.height += 2 * (mkb_step(29, 27, d) - 2 * in);
    return p;
}

static struct paint_point paint_grate(int x, int y, int variant)
{
    (void)variant;
    double bx = mkb_abs(x % 16 - 7.5);
    double by = mkb_abs(y % 16 - 7.5);
    double frame = mkb_min(mkb_min(x, 63 - x), mkb_min(y, 63 - y));
    double bar = mkb_max(bx, by);
    struct paint_point p =
        plate_at(x, y, 64, 64, 3901, rgb_make(74, 70, 64), rgb_make(136, 126, 112));
    p.alpha = frame < 4 || bar > 5.6 ? 1 : 0;
    p.height = frame < 4 ? 2 : mkb_step(5.6, 7.5, bar) * 2;
    p.shine = 0.4;
    return p;
}

static struct paint_point paint_marble(int x, int y, int variant)
{
    (void)variant;
    double warp = fractal(x, y, 4, 4, 4001, 128) * 6;
    double vein = mkb_abs(mkb_sin((x / 128.0 * 2 + y / 128.0) * 2 * MKB_PI + warp * 2));
    double grain = fractal(x, y, 32, 3, 4002, 128);
    double dark = mkb_step(0.22, 0, vein);
    struct paint_point p =
        paint_plain(rgb_mix(rgb_make(150, 140, 126), rgb_make(188, 178, 160), grain));
    p.c = rgb_mix(p.c, rgb_make(86, 72, 66), dark * 0.8);
    if (y % 64 < 3) {
        p.height = -1.5;
        p.c = rgb_scale(p.c, 0.7);
    }
    p.shine = 0.15;
    return p;
}

static struct paint_point paint_beam(int x, int y, int variant)
{
    (void)variant;
    double grain = noise_fractal(x / 4.0, y / 32.0, 16, 2, 3, 4101);
    struct paint_point p = paint_plain(rgb_mix(rgb_make(58, 40, 26), rgb_make(122, 88, 56), grain));
    double edge = mkb_min(x % 32 + 0.5, 31.5 - x % 32);
    p.height = mkb_step(0, 3, edge) * 3 + grain * 3;
    return p;
}

static struct paint_point paint_detail(int x, int y, int variant)
{
    (void)variant;
    double v =
        128 + (fractal(x, y, 32, 2, 4201, 64) - 0.5) * 60 + (noise_unit(x, y, 4202) - 0.5) * 26;
    return paint_plain(rgb_make(v, v, v));
}

static struct paint_point paint_crystal(int x, int y, int variant)
{
    (void)variant;
    double f = fractal(x, y, 4, 4, 4301, 64);
    double edge = mkb_abs(mkb_sin(f * 14));
    return paint_plain(
        rgb_mix(rgb_make(30, 96, 108), rgb_make(160, 250, 240), edge * edge * 0.6 + f * 0.3));
}

static struct paint_point paint_water(int x, int y, int variant)
{
    (void)variant;
    double a = fractal(x, y, 4, 4, 4401, 128);
    double b = fractal(x, y, 8, 3, 4402, 128);
    double f = mkb_clamp(1 - mkb_abs(a - 0.5) * 4 + (b - 0.5) * 0.6, 0, 1);
    struct rgb c = rgb_mix(rgb_make(12, 44, 58), rgb_make(52, 112, 120), f);
    return paint_plain(rgb_mix(c, rgb_make(170, 220, 220), mkb_step(0.8, 1, f) * 0.6));
}

/* variant 0: the far layer, whole; 1: torn clouds to be blended over it. */
static struct paint_point paint_clouds(int x, int y, int variant)
{
    double f = fractal(x, y, 4, 5, 4501 + variant * 10, 128);
    if (variant == 0) {
        struct rgb c =
            rgb_mix(rgb_make(72, 84, 122), rgb_make(176, 156, 150), mkb_step(0.25, 0.75, f));
        return paint_plain(c);
    }
    struct paint_point p = paint_plain(
        rgb_mix(rgb_make(120, 104, 108), rgb_make(244, 216, 188), mkb_step(0.5, 0.8, f)));
    p.alpha = mkb_step(0.42, 0.68, f) * 0.9;
    return p;
}

/* Environment map of polished surfaces: a bright horizon between ground and sky. */
static struct paint_point paint_environment(int x, int y, int variant)
{
    (void)variant;
    double v = y / 63.0 + (fractal(x, y, 4, 3, 4601, 64) - 0.5) * 0.16;
    struct rgb c =
        v < 0.48 ? rgb_mix(rgb_make(66, 92, 140), rgb_make(236, 230, 214), mkb_step(0, 0.48, v))
                 : rgb_mix(rgb_make(92, 66, 44), rgb_make(34, 26, 24), mkb_step(0.48, 0.8, v));
    return paint_plain(c);
}

/* A dial in four pictures: a hand going round, and a bar that grows. */
static struct paint_point paint_screen(int x, int y, int variant)
{
    double dx = x - 31.5;
    double dy = y - 26;
    double r = sqrt(dx * dx + dy * dy);
    double turn = mkb_atan2(dy, dx) / (2 * MKB_PI) - variant * 0.25;
    turn -= mkb_floor(turn);
    double line = y % 3 == 0 ? 0.6 : 1;
    struct rgb c = rgb_make(8, 24, 20);
    if (r < 22) {
        c = rgb_mix(c, rgb_make(40, 220, 130), mkb_step(0.55, 1, turn) * 0.9);
        c = mkb_abs(r - 21) < 1 || mkb_abs(r - 11) < 0.6 ? rgb_make(30, 150, 100) : c;
    } else if (y > 52 && y < 59 && x > 6 && x < 57) {
        c = x < 12 + variant * 12 ? rgb_make(240, 150, 50) : rgb_make(40, 30, 20);
    }
    struct paint_point p = paint_plain(rgb_scale(c, line));
    if (mkb_min(mkb_min(x, 63 - x), mkb_min(y, 63 - y)) < 3) {
        p = paint_plain(rgb_make(70, 70, 74));
        p.height = 2;
    }
    return p;
}

static struct paint_point paint_energy(int x, int y, int variant)
{
    (void)variant;
    double warp = (fractal(x, y, 4, 3, 4701, 64) - 0.5) * 30;
    double wave = mkb_sin((y + warp) / 64.0 * 4 * MKB_PI);
    double f = mkb_clamp(0.5 + 0.5 * wave, 0, 1);
    return paint_plain(rgb_mix(rgb_make(6, 14, 40), rgb_make(90, 190, 255), f * f * f));
}

/* variant 1: the rings that glow. */
static struct paint_point paint_jumppad(int x, int y, int variant)
{
    double dx = x - 63.5;
    double dy = y - 63.5;
    double r = sqrt(dx * dx + dy * dy);
    double ring = mkb_min(mkb_abs(r - 26), mkb_abs(r - 44));
    if (variant == 1) {
        double f = mkb_step(5, 0.5, ring);
        return paint_plain(rgb_scale(rgb_make(255, 150, 50), f));
    }
    struct paint_point p =
        plate_at(x, y, 128, 128, 4801, rgb_make(70, 70, 74), rgb_make(126, 124, 122));
    p.height += 2 * mkb_step(3, 5, ring) + 2 * mkb_step(56, 54, r);
    p.c = rgb_scale(p.c, r < 56 ? 0.8 : 1);
    return p;
}

void pictures_add_walls(struct pk3_out *pk3)
{
    static const struct paint_entry entries[] = {
        {FOLDER "block.png", 128, 128, paint_block, 0},
        {FOLDER "brick.png", 128, 128, paint_brick, 0},
        {FOLDER "floor.png", 128, 128, paint_floor, 0},
        {FOLDER "cobble.png", 128, 128, paint_cobble, 0},
        {FOLDER "ceiling.png", 128, 128, paint_ceiling, 0},
        {FOLDER "metal.png", 128, 128, paint_metal, 0},
        {FOLDER "trim.png", 64, 32, paint_trim, 0},
        {FOLDER "door.png", 128, 128, paint_door, 0},
        {FOLDER "lamp.png", 64, 64, paint_lamp, 0},
        {FOLDER "lamp_glow.png", 64, 64, paint_lamp, 1},
        {FOLDER "grate.tga", 64, 64, paint_grate, 0},
        {FOLDER "marble.png", 128, 128, paint_marble, 0},
        {FOLDER "beam.png", 64, 64, paint_beam, 0},
        {FOLDER "detail.png", 64, 64, paint_detail, 0},
        {FOLDER "crystal.png", 64, 64, paint_crystal, 0},
        {FOLDER "water.png", 128, 128, paint_water, 0},
        {FOLDER "clouds1.png", 128, 128, paint_clouds, 0},
        {FOLDER "clouds2.tga", 128, 128, paint_clouds, 1},
        {FOLDER "environment.png", 64, 64, paint_environment, 0},
        {FOLDER "screen1.png", 64, 64, paint_screen, 0},
        {FOLDER "screen2.png", 64, 64, paint_screen, 1},
        {FOLDER "screen3.png", 64, 64, paint_screen, 2},
        {FOLDER "screen4.png", 64, 64, paint_screen, 3},
        {FOLDER "energy.png", 64, 64, paint_energy, 0},
        {FOLDER "jumppad.png", 128, 128, paint_jumppad, 0},
        {FOLDER "jumppad_glow.png", 128, 128, paint_jumppad, 1},
        {"models/reel3/steel.png", 64, 64, paint_metal, 0},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        paint_add(pk3, &entries[i]);
    }
}
