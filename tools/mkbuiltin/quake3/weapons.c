/* Guns as they lie in hands and on the ground: x ahead, the grip at 0 0 0. */
#include <stdio.h>
#include <stdlib.h>

#include "tools/mkbuiltin/quake3/models3.h"
#include "tools/mkbuiltin/quake3/things.h"

#define FOLDER "models/weapons2/"

static const struct mesh_paint steel = {0, 0.42, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint dark = {2, 0.34, PATTERN_BRUSHED, 0.25};
static const struct mesh_paint brass = {5, 0.66, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint grip = {1, 0.36, PATTERN_GRIP, 0.2};
static const struct mesh_paint olive = {3, 0.5, PATTERN_PLATES, 0.25};
static const struct mesh_paint red = {4, 0.62, PATTERN_PLATES, 0.25};
static const struct mesh_paint glove = {1, 0.48, PATTERN_CLOTH, 0.3};

static struct md3_out_tag tag(const char *name, double x, double y, double z)
{
    return (struct md3_out_tag){name, 0, {x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static void add_flash(struct pk3_out *pk3, const struct palette *palette, const char *base,
                      double size)
{
    struct mesh *m = thing_begin(palette, 64, 64);
    thing_square(m, v_make(size * 0.5, 0, 0), v_make(size, 0, 0), v_make(0, 0, size * 0.6));
    thing_square(m, v_make(size * 0.5, 0, 0), v_make(size, 0, 0), v_make(0, size * 0.6, 0));
    thing_square(m, v_make(1, 0, 0), v_make(0, size * 0.7, 0), v_make(0, 0, size * 0.7));
    thing_end(pk3, m, base, "models/reel3/flash", NULL, 0);
}

static void add_rocket_launcher(struct pk3_out *pk3, const struct palette *palette)
{
    struct mesh *m = thing_begin(palette, 128, 128);
    thing_tube(m, -9, 24, 0, 5, 3.2, 12, olive, 128, 36);
    for (int i = 0; i < 3; i++) {
        double x = -3 + 9.0 * i;
        const struct mesh_ring band[4] = {{x, 3, 3, 0, 0},
                                          {x + 0.3, 3.8, 3.8, 0, 0},
                                          {x + 1.9, 3.8, 3.8, 0, 0},
                                          {x + 2.2, 3, 3, 0, 0}};
        mesh_loft(m, 0, 0, v_make(0, 0, 5), band, 4, 12, steel, 64, 12);
    }
    const struct mesh_ring back[4] = {
        {-12, 4.4, 4.4, 0, 0}, {-11.2, 4.2, 4.2, 0, 0}, {-8.4, 3.2, 3.2, 0, 0}, {-7.6, 3, 3, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 5), back, 4, 12, brass, 64, 16);
    mesh_box(m, 0, v_make(-1.6, -1.2, -4), v_make(1.6, 1.2, 3), grip, 40, 16);
    mesh_box(m, 0, v_make(8, -1.1, -2.4), v_make(11, 1.1, 2.6), grip, 40, 14);
    mesh_box(m, 0, v_make(-5, 2.6, 5.5), v_make(4, 4.2, 9), dark, 48, 14);
    mesh_box(m, 0, v_make(4, -0.6, 8), v_make(10, 0.6, 10), red, 32, 10);
    const struct md3_out_tag tags[2] = {tag("tag_weapon", 0, 0, 0), tag("tag_flash", 24, 0, 5)};
    thing_end(pk3, m, FOLDER "rocketl/rocketl", NULL, tags, 2);
    add_flash(pk3, palette, FOLDER "rocketl/rocketl_flash", 12);
}

static void add_machinegun(struct pk3_out *pk3, const struct palette *palette)
{
    struct mesh *m = thing_begin(palette, 128, 64);
    const struct mesh_ring body[6] = {{-8, 1.2, 1.8, 0, 0},  {-7, 2, 2.6, 0, 0},
                                      {0, 2.4, 3, 0, 0},     {6, 2.4, 2.8, 0, 0},
                                      {7.6, 1.9, 2.2, 0, 0}, {8, 1.2, 1.4, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 3.4), body, 6, 8, steel, 80, 26);
    mesh_box(m, 0, v_make(-6, -0.7, 6), v_make(4, 0.7, 7.4), dark, 40, 10);
    mesh_box(m, 0, v_make(-1.5, -1, -4.2), v_make(1.3, 1, 2), grip, 32, 14);
    mesh_box(m, 0, v_make(2, -1.4, -5), v_make(5.4, 1.4, 1), brass, 32, 16);
    mesh_box(m, 0, v_make(-14, -0.9, 0.6), v_make(-7, 0.9, 4.6), grip, 40, 14);
    const struct md3_out_tag tags[3] = {tag("tag_weapon", 0, 0, 0), tag("tag_barrel", 8, 0, 3.6),
                                        tag("tag_flash", 22, 0, 3.6)};
    thing_end(pk3, m, FOLDER "machinegun/machinegun", NULL, tags, 3);
    m = thing_begin(palette, 64, 64);
    for (int i = 0; i < 5; i++) {
        double a = 2 * MKB_PI * i / 5;
        thing_tube(m, -1, 13.5, 1.25 * mkb_cos(a), 1.25 * mkb_sin(a), 0.55, 6, dark, 32, 12);
    }
    const struct mesh_ring band[2] = {{7, 2, 2, 0, 0}, {8.6, 2, 2, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), band, 2, 8, brass, 32, 8);
    const struct md3_out_tag barrel_tag = tag("tag_barrel", 0, 0, 0);
    thing_end(pk3, m, FOLDER "machinegun/machinegun_barrel", NULL, &barrel_tag, 1);
    add_flash(pk3, palette, FOLDER "machinegun/machinegun_flash", 8);
}

static void add_shotgun(struct pk3_out *pk3, const struct palette *palette)
{
    struct mesh *m = thing_begin(palette, 64, 64);
    thing_tube(m, -2, 18, 1, 4, 1, 8, dark, 64, 14);
    thing_tube(m, -2, 18, -1, 4, 1, 8, dark, 64, 14);
    const struct mesh_ring body[4] = {
        {-8, 1.2, 1.8, 0, -1}, {-4, 2, 2.4, 0, 0}, {2, 2.2, 2.2, 0, 0}, {3, 1.6, 1.4, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 3.4), body, 4, 8, brass, 40, 16);
    mesh_box(m, 0, v_make(-1.5, -1, -4), v_make(1.2, 1, 2), grip, 24, 12);
    const struct md3_out_tag tags[2] = {tag("tag_weapon", 0, 0, 0), tag("tag_flash", 18, 0, 4)};
    thing_end(pk3, m, FOLDER "shotgun/shotgun", NULL, tags, 2);
    add_flash(pk3, palette, FOLDER "shotgun/shotgun_flash", 9);
}

/* View weapon offsets: at rest, five frames of recoil, lowering and raising. */
static void add_hand(struct pk3_out *pk3, const struct palette *palette)
{
    enum { FRAMES = 16 };
    static const double kick[6] = {0, 1, 0.7, 0.4, 0.2, 0.05};
    static const double low[FRAMES] = {0,   0,   0, 0, 0,    0,   0,    0.25,
                                       0.5, 0.8, 1, 1, 0.75, 0.5, 0.25, 0};
    struct mesh *m = thing_begin(palette, 64, 32);
    const struct mesh_ring arm[5] = {{-26, 2.4, 2.4, 0, -5},
                                     {-10, 2.3, 2.2, 0, -3.4},
                                     {-3, 1.8, 1.7, 0, -2.6},
                                     {1, 1.9, 1.8, 0, -2.2},
                                     {2.4, 1, 1, 0, -2}};
    mesh_loft(m, 0, 0, v_make(19, -8, -13), arm, 5, 8, glove, 64, 30);
    struct mesh_frame *frames = mkb_alloc(FRAMES, sizeof *frames);
    for (int i = 0; i < FRAMES; i++) {
        double k = i < 6 ? kick[i] : 0;
        frames[i].turns[0].shift = v_make(-2.2 * k, 0, -16 * low[i]);
        frames[i].turns[0].pitch = -2.5 * k + 14 * low[i];
    }
    const struct md3_out_tag hand = tag("tag_weapon", 21, -8, -13);
    static const char *const names[2] = {FOLDER "shotgun/shotgun_hand.md3",
                                         FOLDER "machinegun/machinegun_hand.md3"};
    for (int i = 0; i < 2; i++) {
        const struct md3_out_surface surface = {"hand", "models/weapons2/shotgun/hand.tga", m};
        const struct md3_out out = {names[i], &surface, 1, &hand, 1, frames, FRAMES, {0, 0, 0}};
        md3_out_write(&out, pk3_out_add(pk3, names[i]));
    }
    free(frames);
    /* The picture alone: its mesh is in the files above. */
    thing_end(pk3, m, FOLDER "shotgun/hand", NULL, NULL, 0);
}

void models3_add_weapons(struct pk3_out *pk3, const struct palette *palette)
{
    add_rocket_launcher(pk3, palette);
    add_machinegun(pk3, palette);
    add_shotgun(pk3, palette);
    add_hand(pk3, palette);
}
