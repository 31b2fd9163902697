/* Projectiles, items, gibs and torches. */
#include "tools/mkbuiltin/mesh.h"
#include "tools/mkbuiltin/models.h"

#include <stdio.h>
#include <stdlib.h>

static const struct mesh_paint steel = {0, 0.55, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint iron = {0, 0.28, PATTERN_PLAIN, 0.3};
static const struct mesh_paint red = {4, 0.75, PATTERN_STRIPES, 0.2};
static const struct mesh_paint olive = {3, 0.55, PATTERN_PLATES, 0.3};
static const struct mesh_paint meat = {4, 0.5, PATTERN_PLAIN, 0.8};
static const struct mesh_paint bone = {10, 0.85, PATTERN_PLAIN, 0.3};
static const struct mesh_paint brass = {5, 0.62, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint blaze = {14, 0.9, PATTERN_FIRE, 0.2};
static const struct mesh_paint shell = {MESH_RAMP_BY_SKIN, 0.62, PATTERN_PLATES, 0.25};

static struct mesh *start(int skin_width, int skin_height, int skins)
{
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, skin_width, skin_height, skins);
    mesh_part(m, -1, v_make(0, 0, 0));
    return m;
}

static void finish(struct mesh *m, struct pak_out *pak, const char *name, struct mesh_output o)
{
    struct mesh_frame frame = {.name = "frame1"};
    mesh_write_mdl(m, pak_out_add(pak, name), &frame, 1, o);
    mesh_free(m);
    free(m);
}

static void add_missile(struct pak_out *pak)
{
    struct mesh *m = start(64, 64, 1);
    const struct mesh_ring body[6] = {{-9, 1.4, 1.4, 0, 0}, {-8, 2, 2, 0, 0},    {3, 2, 2, 0, 0},
                                      {4, 2.6, 2.6, 0, 0},  {7, 2.2, 2.2, 0, 0}, {11, 0, 0, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), body, 6, 8, red, 64, 32);
    mesh_box(m, 0, v_make(-10, -5, -0.3), v_make(-5, 5, 0.3), steel, 24, 12);
    mesh_box(m, 0, v_make(-10, -0.3, -5), v_make(-5, 0.3, 5), steel, 24, 12);
    const struct mesh_ring jet[3] = {
        {-14, 0, 0, 0, 0}, {-10, 1.2, 1.2, 0, 0}, {-8.9, 1.3, 1.3, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), jet, 3, 6, blaze, 32, 12);
    finish(m, pak, "progs/missile.mdl", (struct mesh_output){MESH_ROCKET, 0, 0, 0});
}

static void add_grenade(struct pak_out *pak)
{
    struct mesh *m = start(64, 32, 1);
    const struct mesh_ring body[6] = {{-5, 1, 1, 0, 0},      {-4, 2.8, 2.8, 0, 0},
                                      {0, 3.3, 3.3, 0, 0},   {3, 2.8, 2.8, 0, 0},
                                      {4.5, 1.4, 1.4, 0, 0}, {6, 1.2, 1.2, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), body, 6, 8, olive, 64, 24);
    finish(m, pak, "progs/grenade.mdl", (struct mesh_output){MESH_GRENADE, 0, 0, 0});
}

static void add_gib(struct pak_out *pak)
{
    struct mesh *m = start(64, 64, 1);
    const struct mesh_ring flesh[5] = {{-7, 1.2, 1, 0.5, 0},
                                       {-4, 3.4, 2.2, -0.6, 0.4},
                                       {0, 3, 3.1, 0.9, -0.3},
                                       {4, 3.6, 2, -0.4, 0.6},
                                       {7, 0.6, 0.6, 0.8, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), flesh, 5, 7, meat, 64, 32);
    const struct mesh_ring shard[3] = {
        {-11, 0.5, 0.5, 0, 0}, {-8, 1.1, 1.1, 0, 0}, {-4, 0.9, 0.9, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0.4), shard, 3, 5, bone, 24, 16);
    finish(m, pak, "progs/gib1.mdl", (struct mesh_output){MESH_GIB, 0, 0, 0});
}

static void add_spikes(struct pak_out *pak)
{
    struct mesh *m = start(32, 16, 1);
    const struct mesh_ring nail[4] = {
        {-6, 0.9, 0.9, 0, 0}, {-5.4, 0.5, 0.5, 0, 0}, {4, 0.45, 0.45, 0, 0}, {7, 0, 0, 0, 0}};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), nail, 4, 5, steel, 32, 16);
    finish(m, pak, "progs/spike.mdl", (struct mesh_output){0, 0, 0, 0});
    m = start(32, 32, 1);
    const struct mesh_ring dart[4] = {
        {-8, 0, 0, 0, 0}, {-3, 1.4, 1.4, 0, 0}, {2, 1.6, 1.6, 0, 0}, {7, 0, 0, 0, 0}};
    const struct mesh_paint venom = {3, 0.85, PATTERN_STRIPES, 0.2};
    mesh_loft(m, 0, 0, v_make(0, 0, 0), dart, 4, 6, venom, 32, 24);
    finish(m, pak, "progs/w_spike.mdl", (struct mesh_output){MESH_TRACER, 0, 0, 0});
}

static void add_bolt(struct pak_out *pak)
{
    struct mesh *m = start(64, 64, 1);
    const struct mesh_paint spark = {15, 0.13, PATTERN_PLAIN, 0.5};
    /* Crooked strands from x = 0 to 30 that meet at both ends. */
    for (int k = 0; k < 3; k++) {
        struct mesh_ring rings[7];
        for (int i = 0; i < 7; i++) {
            int end = i == 0 || i == 6;
            rings[i].at = 5.0 * i;
            rings[i].rx = rings[i].ry = end ? 0.5 : 0.8;
            rings[i].dx = end ? 0 : (noise_unit(i, k, 5) - 0.5) * 8;
            rings[i].dy = end ? 0 : (noise_unit(i, k, 6) - 0.5) * 8;
        }
        mesh_loft(m, 0, 0, v_make(0, 0, 0), rings, 7, 4, spark, 64, 16);
    }
    finish(m, pak, "progs/bolt2.mdl", (struct mesh_output){0, 0, 0, 0});
}

static void add_flame(struct pak_out *pak)
{
    enum { POSES = 6 };
    struct mesh *m = start(64, 96, 1);
    const struct mesh_ring stick[4] = {
        {-14, 0.7, 0.7, -5, 0}, {-6, 1.1, 1.1, -2, 0}, {4, 1.4, 1.4, 0, 0}, {5, 1.2, 1.2, 0, 0}};
    const struct mesh_paint wood = {1, 0.4, PATTERN_CLOTH, 0.3};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), stick, 4, 6, wood, 32, 32);
    const struct mesh_ring cup[3] = {{3, 1.8, 1.8, 0, 0}, {7, 3, 3, 0, 0}, {5, 1.5, 1.5, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), cup, 3, 8, iron, 32, 16);
    const struct mesh_ring tongue[5] = {{5, 1.6, 1.6, 0, 0},
                                        {8, 2.7, 2.7, 0, 0},
                                        {12, 2.1, 2.1, 0.3, 0},
                                        {16, 1, 1, -0.3, 0},
                                        {20, 0, 0, 0.2, 0}};
    int tongues[3];
    for (int i = 0; i < 3; i++) {
        tongues[i] = mesh_part(m, 0, v_make(0, 0, 5));
        mesh_loft(m, tongues[i], 2,
                  v_make(0.8 * mkb_cos(i * 2.1), 0.8 * mkb_sin(i * 2.1), -0.8 * i), tongue, 5, 6,
                  blaze, 32, 24);
    }
    struct mesh_frame frames[POSES] = {0};
    for (int f = 0; f < POSES; f++) {
        snprintf(frames[f].name, sizeof frames[f].name, "flame%d", f + 1);
        for (int i = 0; i < 3; i++) {
            struct mesh_turn *t = &frames[f].turns[tongues[i]];
            t->pitch = 16 * mkb_sin(2 * MKB_PI * (f + 2 * i) / POSES);
            t->roll = 14 * mkb_cos(2 * MKB_PI * (f + 3 * i) / POSES);
            t->yaw = 60.0 * f + 40 * i;
            t->shift.z = 1.6 * mkb_sin(2 * MKB_PI * (2 * f + i) / POSES);
        }
    }
    mesh_write_mdl(m, pak_out_add(pak, "progs/flame.mdl"), frames, POSES,
                   (struct mesh_output){0, 1, 0, 0.1});
    mesh_free(m);
    free(m);
}

static void add_quad(struct pak_out *pak)
{
    /* Two skins in a group: the gem glows and fades. */
    struct mesh *m = start(128, 96, 2);
    const struct mesh_paint gem = {13, 0.7, PATTERN_GEM, 0.1};
    const struct mesh_ring core[5] = {{4, 0, 0, 0, 0},
                                      {14, 7, 7, 0, 0},
                                      {20, 8.5, 8.5, 0, 0},
                                      {26, 7, 7, 0, 0},
                                      {36, 0, 0, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), core, 5, 6, gem, 96, 32);
    for (int i = 0; i < 4; i++) {
        double a = MKB_PI / 2 * i;
        const struct mesh_ring claw[4] = {{2, 0.6, 0.6, 4 * mkb_cos(a), 4 * mkb_sin(a)},
                                          {8, 1.1, 1.1, 10 * mkb_cos(a), 10 * mkb_sin(a)},
                                          {20, 1, 1, 12 * mkb_cos(a), 12 * mkb_sin(a)},
                                          {31, 0, 0, 8 * mkb_cos(a), 8 * mkb_sin(a)}};
        mesh_loft(m, 0, 2, v_make(0, 0, 0), claw, 4, 5, brass, 32, 24);
    }
    const struct mesh_ring foot[3] = {{0, 5, 5, 0, 0}, {2, 6, 6, 0, 0}, {3.5, 3, 3, 0, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), foot, 3, 8, brass, 64, 16);
    finish(m, pak, "progs/quaddama.mdl", (struct mesh_output){MESH_ROTATE, 0, 1, 0.25});
}

static void add_armor(struct pak_out *pak)
{
    struct mesh *m = start(128, 64, 3);
    const struct mesh_ring chest[6] = {{0, 6, 8, 0, 0},      {6, 6.6, 9, 0.5, 0},
                                       {14, 8, 12, 1, 0},    {20, 8, 12.5, 0.5, 0},
                                       {24, 6, 10, -0.4, 0}, {25, 4, 5, -0.6, 0}};
    mesh_loft(m, 0, 2, v_make(0, 0, 0), chest, 6, 12, shell, 128, 40);
    for (int i = 0; i < 2; i++) {
        const struct mesh_ring pad[4] = {
            {15, 4, 3, 0, 0}, {19, 5.4, 4.4, 0, 0}, {24, 4.4, 3.6, 0, 0}, {26, 1, 1, 0, 0}};
        mesh_loft(m, 0, 2, v_make(0, i ? -13.5 : 13.5, 0), pad, 4, 8, shell, 48, 20);
    }
    finish(m, pak, "progs/armor.mdl", (struct mesh_output){MESH_ROTATE, 0, 0, 0});
}

void models_add_items(struct pak_out *pak)
{
    add_missile(pak);
    add_grenade(pak);
    add_gib(pak);
    add_spikes(pak);
    add_bolt(pak);
    add_flame(pak);
    add_quad(pak);
    add_armor(pak);
}
