/* Flames, smoke, blasts, marks and symbols. */
#include "tools/mkbuiltin/quake3/paint.h"
#include "tools/mkbuiltin/quake3/pictures.h"

/* Fire by its heat 0..1. */
static struct rgb fire(double heat)
{
    heat = mkb_clamp(heat, 0, 1);
    if (heat < 0.4) {
        return rgb_mix(rgb_make(0, 0, 0), rgb_make(170, 40, 6), heat / 0.4);
    }
    return heat < 0.75
               ? rgb_mix(rgb_make(170, 40, 6), rgb_make(255, 160, 40), (heat - 0.4) / 0.35)
               : rgb_mix(rgb_make(255, 160, 40), rgb_make(255, 250, 200), (heat - 0.75) / 0.25);
}

static double from_middle(int x, int y, int side)
{
    double dx = (x + 0.5) / side * 2 - 1;
    double dy = (y + 0.5) / side * 2 - 1;
    return sqrt(dx * dx + dy * dy);
}

/* One of four pictures of a tongue of fire, 32 by 64. */
static struct paint_point paint_flame(int x, int y, int variant)
{
    double up = 1 - (y + 0.5) / 64; /* 0 at the foot */
    double sway =
        (noise_smooth(variant * 3.7, up * 5 - variant * 1.25, 64, 64, 5001) - 0.5) * 14 * up;
    double wide = 13 * (1 - up) * mkb_step(-0.06, 0.22, up) + 1;
    double off = mkb_abs(x - 15.5 - sway) / wide;
    double lick = noise_fractal(x / 8.0, up * 8 - variant * 2, 4, 8, 3, 5002);
    double heat = (1 - off) * 1.5 * (1 - up * 0.75) + (lick - 0.5) * 0.9 - up * 0.25;
    heat *= mkb_step(0, 0.05, up) * mkb_step(1, 0.85, up) * mkb_step(0, 3, mkb_min(x, 31 - x));
    return paint_plain(fire(heat));
}

static struct paint_point paint_glow(int x, int y, int variant)
{
    double r = from_middle(x, y, 64);
    double f = mkb_clamp(1 - r, 0, 1);
    static const struct rgb colours[3] = {{255, 170, 80}, {90, 230, 220}, {255, 250, 235}};
    return paint_plain(rgb_scale(colours[variant], f * f * (variant == 2 ? 1 : 0.6)));
}

static struct paint_point paint_smoke(int x, int y, int variant)
{
    double r = from_middle(x, y, 32);
    double n = noise_fractal(x / 8.0, y / 8.0, 4, 4, 3, 5101 + variant);
    struct paint_point p = paint_plain(variant ? rgb_make(150, 10, 6) : rgb_make(160, 156, 150));
    p.c = rgb_scale(p.c, 0.6 + 0.7 * n);
    p.alpha = mkb_clamp((1 - r) * 1.6 * (0.35 + 1.1 * n), 0, 1) * mkb_step(1, 0.8, r);
    return p;
}

/* One of eight pictures of a blast: a ball that grows, opens and goes out. */
static struct paint_point paint_blast(int x, int y, int variant)
{
    double age = (variant + 0.5) / 8;
    double r = from_middle(x, y, 64);
    double n = noise_fractal(x / 8.0, y / 8.0 + variant * 0.4, 8, 8, 4, 5201);
    double size = 0.35 + 0.6 * sqrt(age);
    double ball = mkb_clamp((size - r) / size * 2.2 + (n - 0.5) * (0.6 + 1.6 * age), 0, 1.2);
    double hollow = mkb_step(age * 0.9 - 0.3, age * 0.9 + 0.15, r + (n - 0.5) * 0.5);
    double heat = ball * (1.1 - 0.75 * age) * mkb_mix(1, hollow, age) * mkb_step(1, 0.85, r);
    return paint_plain(fire(heat * (1 - age * age * 0.8)));
}

/* A ring of light: where rays and plasma end. */
static struct paint_point paint_ring(int x, int y, int variant)
{
    double r = from_middle(x, y, 64);
    double f = mkb_clamp(1 - mkb_abs(r - 0.65) * 4, 0, 1);
    struct rgb c = variant ? rgb_make(255, 255, 255) : rgb_make(140, 170, 255);
    return paint_plain(rgb_scale(c, f * f));
}

/* Decals that darken a wall. variant: 0 bullet hole, 1 burn, 2 shadow, 3 blood. */
static struct paint_point paint_mark(int x, int y, int variant)
{
    double r = from_middle(x, y, 32);
    double n = noise_fractal(x / 4.0, y / 4.0, 8, 8, 3, 5301 + variant);
    double f;
    if (variant == 0) {
        f = mkb_step(0.55, 0.15, r + (n - 0.5) * 0.3);
    } else if (variant == 1) {
        f = mkb_clamp((1 - r) * 1.4 + (n - 0.5) * 1.1, 0, 1) * mkb_step(1, 0.7, r);
    } else {
        f = mkb_step(1, variant == 2 ? 0.1 : 0.6, r + (variant == 3 ? (n - 0.5) * 0.8 : 0));
    }
    if (variant == 2) { /* the shadow's shader multiplies by 1 minus this */
        return paint_plain(rgb_scale(rgb_make(170, 170, 170), f));
    }
    struct paint_point p = paint_plain(variant == 3 ? rgb_make(90, 6, 4) : rgb_make(16, 14, 12));
    p.alpha = f * (variant == 1 ? 0.85 : 1);
    return p;
}

static struct paint_point paint_tracer(int x, int y, int variant)
{
    (void)variant;
    double across = 1 - mkb_abs(y - 3.5) / 4;
    double along = mkb_step(0, 0.3, x / 31.0) * mkb_step(1, 0.8, x / 31.0);
    return paint_plain(rgb_scale(rgb_make(255, 220, 130), across * along));
}

static struct paint_point paint_bolt(int x, int y, int variant)
{
    (void)variant;
    double path = 15.5 + (noise_fractal(x / 8.0, 0.5, 8, 4, 3, 5401) - 0.5) * 22;
    double d = mkb_abs(y - path);
    double f = mkb_clamp(1.6 / (d + 0.8) - 0.1, 0, 1) * mkb_step(0, 6, mkb_min(y, 31 - y));
    return paint_plain(
        rgb_mix(rgb_scale(rgb_make(60, 110, 255), f), rgb_make(240, 245, 255), f * f * f));
}

/* Powerup shell around an entity: waving lines. variant: colour. */
static struct paint_point paint_shell(int x, int y, int variant)
{
    static const struct rgb colours[3] = {{60, 90, 255}, {255, 190, 60}, {255, 60, 50}};
    double a = noise_fractal(x / 16.0, y / 16.0, 4, 4, 4, 5501);
    double f = mkb_clamp(1 - mkb_abs(a - 0.5) * 7, 0, 1);
    return paint_plain(rgb_scale(colours[variant], 0.12 + 0.8 * f));
}

void pictures_add_effects(struct pk3_out *pk3)
{
    static const struct paint_entry entries[] = {
        {"gfx/reel3/flame1.png", 32, 64, paint_flame, 0},
        {"gfx/reel3/flame2.png", 32, 64, paint_flame, 1},
        {"gfx/reel3/flame3.png", 32, 64, paint_flame, 2},
        {"gfx/reel3/flame4.png", 32, 64, paint_flame, 3},
        {"gfx/reel3/glow_warm.png", 64, 64, paint_glow, 0},
        {"gfx/reel3/glow_cold.png", 64, 64, paint_glow, 1},
        {"gfx/reel3/glow_white.png", 64, 64, paint_glow, 2},
        {"gfx/reel3/smoke.tga", 32, 32, paint_smoke, 0},
        {"gfx/reel3/blood.tga", 32, 32, paint_smoke, 1},
        {"gfx/reel3/blast1.png", 64, 64, paint_blast, 0},
        {"gfx/reel3/blast2.png", 64, 64, paint_blast, 1},
        {"gfx/reel3/blast3.png", 64, 64, paint_blast, 2},
        {"gfx/reel3/blast4.png", 64, 64, paint_blast, 3},
        {"gfx/reel3/blast5.png", 64, 64, paint_blast, 4},
        {"gfx/reel3/blast6.png", 64, 64, paint_blast, 5},
        {"gfx/reel3/blast7.png", 64, 64, paint_blast, 6},
        {"gfx/reel3/blast8.png", 64, 64, paint_blast, 7},
        {"gfx/reel3/ring.png", 64, 64, paint_ring, 0},
        {"gfx/reel3/ring_white.png", 64, 64, paint_ring, 1},
        {"gfx/reel3/bolt.png", 64, 32, paint_bolt, 0},
        {"gfx/reel3/tracer.png", 32, 8, paint_tracer, 0},
        {"gfx/reel3/shell_blue.png", 64, 64, paint_shell, 0},
        {"gfx/reel3/shell_gold.png", 64, 64, paint_shell, 1},
        {"gfx/reel3/shell_red.png", 64, 64, paint_shell, 2},
        {"gfx/damage/bullet_mrk.tga", 32, 32, paint_mark, 0},
        {"gfx/damage/burn_med_mrk.tga", 32, 32, paint_mark, 1},
        {"gfx/reel3/shadow.png", 32, 32, paint_mark, 2},
        {"gfx/reel3/blood_mark.tga", 32, 32, paint_mark, 3},
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        paint_add(pk3, &entries[i]);
    }
}
