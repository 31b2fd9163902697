/* Models of items, missiles, debris and impact effects. */
#include <stdlib.h>

#include "tools/mkbuiltin/quake3/models3.h"
#include "tools/mkbuiltin/quake3/things.h"

#define HEALTH "models/powerups/health/"
#define ARMOR "models/powerups/armor/"
#define AMMO "models/powerups/ammo/"
#define INSTANT "models/powerups/instant/"

static const struct mesh_paint plain = {0, 0.6, PATTERN_PLAIN, 0};

static void add_cross(struct pk3_out *pk3, const struct palette *palette, const char *cross,
                      const char *sphere, int ramp, double size)
{
    const struct mesh_paint paint = {ramp, 0.85, PATTERN_PLAIN, 0.15};
    double a = size * 0.32;
    struct mesh *m = thing_begin(palette, 64, 32);
    mesh_box(m, 0, v_make(-a, -size, -a), v_make(a, size, a), paint, 30, 30);
    mesh_box(m, 0, v_make(-a * 1.01, -a * 0.99, -size), v_make(a * 1.01, a * 0.99, size), paint, 30,
             30);
    thing_end(pk3, m, cross, NULL, NULL, 0);
    m = thing_begin(palette, 32, 32);
    thing_ball(m, v_make(0, 0, 0), size * 1.5, size * 1.5, plain, 32, 32);
    thing_end(pk3, m, sphere, "models/reel3/glass", NULL, 0);
}

static void add_armor(struct pk3_out *pk3, const struct palette *palette, const char *name,
                      int ramp)
{
    const struct mesh_paint paint = {ramp, 0.8, PATTERN_PLATES, 0.2};
    const struct mesh_paint trim = {2, 0.7, PATTERN_BRUSHED, 0.2};
    struct mesh *m = thing_begin(palette, 128, 64);
    const struct mesh_ring chest[6] = {{-10, 5, 7, 0, 0},    {-6, 6, 8.4, 0.6, 0},
                                       {0, 7, 10.6, 1.2, 0}, {5, 6.4, 11, 0.6, 0},
                                       {8, 4.6, 7, 0, 0},    {9, 3, 4, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), chest, 6, 12, paint, 112, 40);
    for (int i = 0; i < 2; i++) {
        thing_ball(m, v_make(0, i ? -11.5 : 11.5, 5.5), 4.4, 4, trim, 40, 20);
    }
    thing_end(pk3, m, name, NULL, NULL, 0);
}

static void add_shard(struct pk3_out *pk3, const struct palette *palette)
{
    const struct mesh_paint paint = {11, 0.85, PATTERN_GEM, 0.2};
    struct mesh *m = thing_begin(palette, 32, 32);
    const struct mesh_ring rings[4] = {
        {-8, 0, 0, 0, 0}, {-1, 3.4, 4.6, 0, 0}, {3, 2.4, 3.4, 0.6, 0}, {9, 0, 0, 1, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), rings, 4, 5, paint, 32, 30);
    thing_end(pk3, m, ARMOR "shard", NULL, NULL, 0);
    m = thing_begin(palette, 32, 32);
    thing_ball(m, v_make(0, 0, 0), 10, 10, plain, 32, 32);
    thing_end(pk3, m, ARMOR "shard_sphere", "models/reel3/glass", NULL, 0);
}

static void add_ammo(struct pk3_out *pk3, const struct palette *palette, const char *name, int ramp)
{
    const struct mesh_paint box = {0, 0.5, PATTERN_PLATES, 0.2};
    const struct mesh_paint band = {ramp, 0.8, PATTERN_STRIPES, 0.15};
    struct mesh *m = thing_begin(palette, 64, 64);
    mesh_box(m, 0, v_make(-7, -9, -7), v_make(7, 9, 4), box, 60, 30);
    mesh_box(m, 0, v_make(-7.4, -5, -7.2), v_make(7.4, 5, 4.4), band, 60, 20);
    mesh_box(m, 0, v_make(-1, -4, 4), v_make(1, 4, 6), box, 30, 10);
    thing_end(pk3, m, name, NULL, NULL, 0);
}

static void add_quad(struct pk3_out *pk3, const struct palette *palette)
{
    struct mesh *m = thing_begin(palette, 64, 64);
    const struct mesh_ring gem[4] = {
        {-14, 0, 0, 0, 0}, {-3, 9, 9, 0, 0}, {3, 9, 9, 0, 0}, {14, 0, 0, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), gem, 4, 8, plain, 64, 60);
    thing_end(pk3, m, INSTANT "quad", "models/reel3/quad", NULL, 0);
    m = thing_begin(palette, 64, 32);
    const struct mesh_ring hoop[2] = {{-2.4, 16, 16, 0, 0}, {2.4, 16, 16, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), hoop, 2, 20, plain, 64, 32);
    thing_end(pk3, m, INSTANT "quad_ring", "models/reel3/quad_ring", NULL, 0);
}

static void add_rocket(struct pk3_out *pk3, const struct palette *palette)
{
    const struct mesh_paint body = {0, 0.6, PATTERN_BRUSHED, 0.15};
    const struct mesh_paint tip = {4, 0.75, PATTERN_PLAIN, 0.1};
    struct mesh *m = thing_begin(palette, 64, 32);
    const struct mesh_ring tube[4] = {
        {-8, 1.2, 1.2, 0, 0}, {-7, 1.9, 1.9, 0, 0}, {5, 1.9, 1.9, 0, 0}, {6, 1.5, 1.5, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), tube, 4, 8, body, 40, 16);
    const struct mesh_ring nose[4] = {
        {5.6, 1.9, 1.9, 0, 0}, {8, 1.6, 1.6, 0, 0}, {10, 0.9, 0.9, 0, 0}, {11, 0, 0, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), nose, 4, 8, tip, 24, 16);
    mesh_box(m, 0, v_make(-9, -4, -0.2), v_make(-5, 4, 0.2), tip, 24, 10);
    mesh_box(m, 0, v_make(-9, -0.2, -4), v_make(-5, 0.2, 4), tip, 24, 10);
    struct mesh *fire = thing_begin(palette, 32, 64);
    /* The flame's picture stands upright: its foot is at the nozzle. */
    thing_square(fire, v_make(-17, 0, 0), v_make(0, 4, 0), v_make(-10, 0, 0));
    thing_square(fire, v_make(-17, 0, 0), v_make(0, 0, 4), v_make(-10, 0, 0));
    const char *name = "models/ammo/rocket/rocket.md3";
    const struct md3_out_surface surfaces[2] = {{"rocket", "models/ammo/rocket/body.tga", m},
                                                {"fire", "models/reel3/fire", fire}};
    const struct md3_out out = {name, surfaces, 2, NULL, 0, NULL, 1, {0, 0, 0}};
    md3_out_write(&out, pk3_out_add(pk3, name));
    mesh_free(fire);
    free(fire);
    thing_end(pk3, m, "models/ammo/rocket/body", NULL, NULL, 0);
}

/* Shapes of effects: their shaders come from the game. */
static void add_effects(struct pk3_out *pk3, const struct palette *palette)
{
    struct mesh *m = thing_begin(palette, 64, 64);
    thing_square(m, v_make(2, 0, 0), v_make(0, 6, 0), v_make(0, 0, 6));
    thing_square(m, v_make(4, 0, 0), v_make(5, 0, 0), v_make(0, 0, 4));
    thing_square(m, v_make(4, 0, 0), v_make(5, 0, 0), v_make(0, 4, 0));
    thing_end(pk3, m, "models/weaphits/bullet", "bulletExplosion", NULL, 0);
    m = thing_begin(palette, 64, 64);
    thing_square(m, v_make(1, 0, 0), v_make(0, 16, 0), v_make(0, 0, 16));
    thing_end(pk3, m, "models/weaphits/ring02", "plasmaExplosion", NULL, 0);
    m = thing_begin(palette, 64, 32);
    const struct mesh_ring column[2] = {{-24, 22, 22, 0, 0}, {48, 16, 16, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), column, 2, 16, plain, 64, 32);
    thing_end(pk3, m, "models/misc/telep", "teleportEffect", NULL, 0);
    const struct mesh_paint brass = {5, 0.8, PATTERN_BRUSHED, 0.1};
    m = thing_begin(palette, 16, 16);
    const struct mesh_ring shell[3] = {
        {-1.6, 0.5, 0.5, 0, 0}, {0.8, 0.5, 0.5, 0, 0}, {1.6, 0.3, 0.3, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), shell, 3, 6, brass, 16, 16);
    thing_end(pk3, m, "models/weapons2/shells/m_shell", NULL, NULL, 0);
}

void models3_add_items(struct pk3_out *pk3, const struct palette *palette)
{
    add_cross(pk3, palette, HEALTH "small_cross", HEALTH "small_sphere", 11, 7);
    add_cross(pk3, palette, HEALTH "medium_cross", HEALTH "medium_sphere", 12, 9);
    add_cross(pk3, palette, HEALTH "large_cross", HEALTH "large_sphere", 4, 11);
    add_cross(pk3, palette, HEALTH "mega_cross", HEALTH "mega_sphere", 13, 13);
    add_armor(pk3, palette, ARMOR "armor_yel", 12);
    add_armor(pk3, palette, ARMOR "armor_red", 4);
    add_shard(pk3, palette);
    add_ammo(pk3, palette, AMMO "machinegunam", 12);
    add_ammo(pk3, palette, AMMO "rocketam", 4);
    add_ammo(pk3, palette, AMMO "shotgunam", 6);
    add_quad(pk3, palette);
    add_rocket(pk3, palette);
    add_effects(pk3, palette);
}
