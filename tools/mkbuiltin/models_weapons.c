/* First-person weapon models: x forward from the eye, z up, everything below the line of
 * sight. */
#include "tools/mkbuiltin/mesh.h"
#include "tools/mkbuiltin/models.h"

#include <stdio.h>
#include <stdlib.h>

enum part { W_BODY, W_BARREL, W_SLIDE, W_FLASH };

static const struct mesh_paint steel = {0, 0.52, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint dark_steel = {0, 0.32, PATTERN_BRUSHED, 0.25};
static const struct mesh_paint brass = {5, 0.62, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint wood = {1, 0.5, PATTERN_CLOTH, 0.3};
static const struct mesh_paint rubber = {2, 0.25, PATTERN_GRIP, 0.2};
static const struct mesh_paint olive = {3, 0.58, PATTERN_PLATES, 0.25};
static const struct mesh_paint blaze = {14, 0.9, PATTERN_FIRE, 0.1};

static void add_parts(struct mesh *m, struct vec3 grip)
{
    mesh_part(m, -1, grip);
    mesh_part(m, W_BODY, grip);
    mesh_part(m, W_BODY, grip);
    mesh_part(m, W_BODY, grip);
}

/* A tube along x with a slightly thicker mouth and a dark bore. */
static void add_tube(struct mesh *m, int part, double x0, double x1, double y, double z,
                     double radius, int sides, struct mesh_paint paint, int skin_w, int skin_h)
{
    const struct mesh_ring rings[5] = {{x0, radius, radius, 0, 0},
                                       {x1 - radius, radius, radius, 0, 0},
                                       {x1 - radius * 0.9, radius * 1.2, radius * 1.2, 0, 0},
                                       {x1, radius * 1.2, radius * 1.2, 0, 0},
                                       {x1 - radius * 0.8, radius * 0.75, radius * 0.75, 0, 0}};
    mesh_loft(m, part, 0, v_make(0, y, z), rings, 5, sides, paint, skin_w, skin_h);
}

/* The flash hides inside the breech and jumps to the muzzle in the first firing frames. */
static void add_flash(struct mesh *m, double x, double z, double size)
{
    const struct mesh_ring rings[4] = {{-size * 0.4, 0.05, 0.05, 0, 0},
                                       {0, size * 0.34, size * 0.34, 0, 0},
                                       {size * 0.5, size * 0.22, size * 0.22, 0, 0},
                                       {size * 1.3, 0, 0, 0, 0}};
    mesh_loft(m, W_FLASH, 0, v_make(x, 0, z), rings, 4, 6, blaze, 32, 24);
}

static void write_weapon(struct mesh *m, struct buf *out, double kick, double slide, double flash,
                         double spin)
{
    static const double recoil[WEAPON_FIRE_COUNT] = {1, 0.75, 0.45, 0.25, 0.1, 0.03};
    static const double pump[WEAPON_FIRE_COUNT] = {0, 0.2, 0.8, 1, 0.6, 0.2};
    struct mesh_frame *frames = mkb_alloc(1 + WEAPON_FIRE_COUNT, sizeof *frames);
    for (int i = 0; i <= WEAPON_FIRE_COUNT; i++) {
        struct mesh_frame *f = &frames[i];
        snprintf(f->name, sizeof f->name, i ? "shot%d" : "idle%d", i ? i : 1);
        if (i) {
            f->turns[W_BODY].shift.x = -kick * recoil[i - 1];
            f->turns[W_BODY].pitch = -kick * 1.6 * recoil[i - 1];
            f->turns[W_SLIDE].shift.x = -slide * pump[i - 1];
            f->turns[W_BARREL].roll = spin * i;
            if (i <= 2) {
                f->turns[W_FLASH].shift.x = flash;
            }
        }
    }
    mesh_write_mdl(m, out, frames, 1 + WEAPON_FIRE_COUNT, (struct mesh_output){0, 0, 0, 0});
    free(frames);
}

static void write_shotgun(struct buf *out)
{
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, 128, 128, 1);
    add_parts(m, v_make(-4, 0, -12));
    add_tube(m, W_BARREL, 2, 27, 1.25, -8.6, 1.15, 8, dark_steel, 64, 20);
    add_tube(m, W_BARREL, 2, 27, -1.25, -8.6, 1.15, 8, dark_steel, 64, 20);
    mesh_box(m, W_BARREL, v_make(3, -0.5, -7.6), v_make(26, 0.5, -7.1), steel, 64, 8);
    const struct mesh_ring body[5] = {{-8, 1.4, 2.2, 0, -1.6},
                                      {-5, 2.2, 2.8, 0, -0.9},
                                      {0, 2.7, 2.7, 0, -0.2},
                                      {5, 2.7, 2.3, 0, 0},
                                      {6, 2.4, 1.9, 0, 0}};
    mesh_loft(m, W_BODY, 0, v_make(0, 0, -9.4), body, 5, 8, brass, 64, 28);
    const struct mesh_ring stock[4] = {{-22, 1.6, 2.6, 0, -4.4},
                                       {-14, 1.5, 2.2, 0, -2.6},
                                       {-8, 1.6, 2, 0, -1.3},
                                       {-6, 1.3, 1.8, 0, -1}};
    mesh_loft(m, W_BODY, 0, v_make(0, 0, -9.6), stock, 4, 6, wood, 64, 28);
    const struct mesh_ring pump[5] = {{9, 1.6, 0.8, 0, 0},
                                      {10, 2.5, 1.4, 0, 0},
                                      {14, 2.3, 1.3, 0, 0},
                                      {18, 2.5, 1.4, 0, 0},
                                      {19, 1.6, 0.8, 0, 0}};
    mesh_loft(m, W_SLIDE, 0, v_make(0, 0, -10.4), pump, 5, 8, wood, 64, 20);
    add_flash(m, 2, -8.8, 5);
    write_weapon(m, out, 4, 5, 25, 0);
    mesh_free(m);
    free(m);
}

static void write_launcher(struct buf *out)
{
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, 128, 160, 1);
    add_parts(m, v_make(-4, 0, -14));
    add_tube(m, W_BODY, -10, 30, 0, -11.6, 3.6, 12, olive, 128, 32);
    for (int i = 0; i < 3; i++) {
        double x = -2 + 9 * i;
        const struct mesh_ring band[2] = {{x, 4.2, 4.2, 0, 0}, {x + 2, 4.2, 4.2, 0, 0}};
        mesh_loft(m, W_BODY, 0, v_make(0, 0, -11.6), band, 2, 12, steel, 64, 10);
    }
    const struct mesh_ring drum[4] = {
        {-6, 2.4, 2.4, 0, 0}, {-5, 3.6, 3.6, 0, 0}, {4, 3.6, 3.6, 0, 0}, {5, 2.4, 2.4, 0, 0}};
    mesh_loft(m, W_BARREL, 0, v_make(0, 0, -17.4), drum, 4, 8, brass, 64, 20);
    mesh_box(m, W_SLIDE, v_make(8, -1.6, -19), v_make(14, 1.6, -14.6), rubber, 48, 16);
    mesh_box(m, W_BODY, v_make(-4, -4.9, -12.4), v_make(10, -3.3, -9.4), dark_steel, 48, 16);
    mesh_box(m, W_BODY, v_make(2, 2.2, -8.4), v_make(9, 3.2, -5.8), dark_steel, 32, 12);
    add_flash(m, 6, -11.6, 9);
    write_weapon(m, out, 6, 3, 26, 60);
    mesh_free(m);
    free(m);
}

static void write_nailgun(struct buf *out)
{
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, 128, 160, 1);
    add_parts(m, v_make(-2, 0, -11));
    m->parts[W_BARREL].joint = v_make(0, 0, -10.4);
    for (int i = 0; i < 4; i++) {
        double a = MKB_PI / 4 + MKB_PI / 2 * i;
        add_tube(m, W_BARREL, 6, 26, 1.9 * mkb_cos(a), -10.4 + 1.9 * mkb_sin(a), 0.85, 6,
                 dark_steel, 64, 14);
    }
    const struct mesh_ring collar[2] = {{18, 3.3, 3.3, 0, 0}, {20.5, 3.3, 3.3, 0, 0}};
    mesh_loft(m, W_BARREL, 0, v_make(0, 0, -10.4), collar, 2, 8, brass, 64, 10);
    const struct mesh_ring body[5] = {{-12, 2.2, 2.4, 0, -1},
                                      {-8, 3.2, 3.2, 0, -0.4},
                                      {2, 3.8, 3.4, 0, 0},
                                      {7, 3.4, 3.2, 0, 0},
                                      {8.5, 2.6, 2.6, 0, 0}};
    mesh_loft(m, W_BODY, 0, v_make(0, 0, -10.6), body, 5, 8, steel, 96, 32);
    mesh_box(m, W_BODY, v_make(-6, -1.6, -18), v_make(0, 1.6, -13), rubber, 40, 16);
    mesh_box(m, W_BODY, v_make(-4, 3.4, -13), v_make(4, 6.4, -8.5), olive, 40, 16);
    const struct mesh_ring lamp[3] = {{-5, 0.8, 0.8, 0, 0}, {-3, 0.9, 0.9, 0, 0}, {-2, 0, 0, 0, 0}};
    mesh_loft(m, W_BODY, 0, v_make(0, 0, -6.8), lamp, 3, 6, blaze, 24, 12);
    add_flash(m, 4, -10.4, 4.5);
    write_weapon(m, out, 2, 0, 23, 45);
    mesh_free(m);
    free(m);
}

void models_add_weapons(struct pak_out *pak)
{
    write_shotgun(pak_out_add(pak, "progs/v_shot.mdl"));
    write_launcher(pak_out_add(pak, "progs/v_rock2.mdl"));
    write_nailgun(pak_out_add(pak, "progs/v_nail.mdl"));
}
