#include "tools/mkbuiltin/palette.h"

/* One ramp: the colours at its dark end, its middle and its bright end. */
struct ramp {
    struct rgb dark, middle, bright;
};

static const struct ramp ramps[14] = {
    {{0, 0, 0}, {120, 120, 120}, {238, 238, 238}},   /* 0x00 grey */
    {{12, 8, 5}, {92, 68, 44}, {178, 144, 104}},     /* 0x10 brown: shirts */
    {{9, 10, 15}, {88, 92, 118}, {172, 180, 206}},   /* 0x20 blue grey */
    {{7, 9, 3}, {78, 82, 38}, {158, 160, 92}},       /* 0x30 olive */
    {{12, 2, 0}, {112, 12, 6}, {206, 44, 26}},       /* 0x40 red: blood */
    {{14, 10, 2}, {104, 78, 22}, {198, 160, 62}},    /* 0x50 bronze */
    {{18, 5, 0}, {190, 86, 14}, {255, 238, 150}},    /* 0x60 fire: explosions, trousers */
    {{14, 7, 5}, {126, 84, 60}, {232, 192, 158}},    /* 0x70 skin */
    {{18, 10, 18}, {98, 72, 94}, {190, 164, 186}},   /* 0x80 mauve */
    {{20, 6, 22}, {104, 50, 110}, {206, 152, 212}},  /* 0x90 violet */
    {{16, 15, 12}, {112, 104, 90}, {212, 204, 184}}, /* 0xa0 sandstone */
    {{5, 13, 8}, {50, 88, 58}, {142, 182, 138}},     /* 0xb0 green */
    {{28, 20, 0}, {154, 128, 12}, {255, 240, 82}},   /* 0xc0 yellow */
    {{4, 6, 24}, {34, 58, 132}, {132, 176, 238}},    /* 0xd0 blue */
};

/* 224..239: glowing embers to white fire. 240..254: lamps, plasma, signals. */
static const struct rgb bright_extra[15] = {
    {110, 190, 255}, {60, 130, 255},  {170, 225, 255}, {30, 70, 210},   {70, 255, 110},
    {20, 170, 60},   {190, 255, 190}, {255, 60, 255},  {150, 30, 190},  {255, 190, 255},
    {255, 255, 90},  {255, 40, 30},   {255, 150, 40},  {255, 250, 205}, {255, 255, 255},
};

static void palette_set(struct palette *p, int index, struct rgb c)
{
    p->rgb[index][0] = (uint8_t)(mkb_clamp(c.r, 0, 255) + 0.5);
    p->rgb[index][1] = (uint8_t)(mkb_clamp(c.g, 0, 255) + 0.5);
    p->rgb[index][2] = (uint8_t)(mkb_clamp(c.b, 0, 255) + 0.5);
}

void palette_build(struct palette *p)
{
    for (int row = 0; row < 14; row++) {
        const struct ramp *r = &ramps[row];
        for (int i = 0; i < 16; i++) {
            double f = (double)i / 15;
            struct rgb c = f < 0.5 ? rgb_mix(r->dark, r->middle, f * 2)
                                   : rgb_mix(r->middle, r->bright, f * 2 - 1);
            palette_set(p, row * 16 + (row >= 8 ? 15 - i : i), c);
        }
    }
    for (int i = 0; i < 16; i++) {
        double f = (double)i / 15;
        struct rgb c =
            f < 0.55 ? rgb_mix(rgb_make(96, 8, 0), rgb_make(246, 108, 8), f / 0.55)
                     : rgb_mix(rgb_make(246, 108, 8), rgb_make(255, 244, 170), (f - 0.55) / 0.45);
        palette_set(p, PALETTE_FULLBRIGHT + i, c);
    }
    for (int i = 0; i < 15; i++) {
        palette_set(p, 240 + i, bright_extra[i]);
    }
    palette_set(p, PALETTE_TRANSPARENT, rgb_make(150, 92, 84));
}

int palette_nearest(const struct palette *p, struct rgb c, int first, int last)
{
    int best = first;
    double best_distance = 1e30;
    for (int i = first; i <= last; i++) {
        double dr = c.r - p->rgb[i][0];
        double dg = c.g - p->rgb[i][1];
        double db = c.b - p->rgb[i][2];
        double distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db;
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

int palette_quantise(const struct palette *p, struct rgb c)
{
    return palette_nearest(p, c, 0, PALETTE_FULLBRIGHT - 1);
}

int palette_quantise_bright(const struct palette *p, struct rgb c)
{
    return palette_nearest(p, c, PALETTE_FULLBRIGHT, PALETTE_TRANSPARENT - 1);
}

struct rgb palette_colour(const struct palette *p, int index)
{
    return rgb_make(p->rgb[index][0], p->rgb[index][1], p->rgb[index][2]);
}

void palette_write(const struct palette *p, struct buf *out)
{
    buf_bytes(out, p->rgb, sizeof p->rgb);
}

/* Row 0 is twice the colour, row 32 the colour itself, row 63 nearly black. */
void palette_write_colormap(const struct palette *p, struct buf *out)
{
    for (int row = 0; row < PALETTE_LIGHT_ROWS; row++) {
        double light = (double)(64 - row) / 32;
        for (int i = 0; i < 256; i++) {
            if (i >= PALETTE_FULLBRIGHT) {
                buf_u8(out, i);
                continue;
            }
            struct rgb c = rgb_scale(palette_colour(p, i), light);
            /* Overflow lightens towards white a little instead of shifting the hue. */
            double over = mkb_max(c.r, mkb_max(c.g, c.b)) - 255;
            if (over > 0) {
                c = rgb_mix(c, rgb_make(255, 255, 255), mkb_min(over / 1024, 0.25));
            }
            c = rgb_make(mkb_min(c.r, 255), mkb_min(c.g, 255), mkb_min(c.b, 255));
            buf_u8(out, row == 32 ? i : palette_quantise(p, c));
        }
    }
    buf_u8(out, 256 - PALETTE_FULLBRIGHT);
}
