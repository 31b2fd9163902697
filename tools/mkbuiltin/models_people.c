/* Two-legged figures: the player and the grunt. */
#include "tools/mkbuiltin/mesh.h"
#include "tools/mkbuiltin/models.h"

#include <stdio.h>
#include <stdlib.h>

enum part {
    P_ROOT,
    P_TORSO,
    P_HEAD,
    P_ARM_L,
    P_FORE_L,
    P_ARM_R,
    P_FORE_R,
    P_LEG_L,
    P_SHIN_L,
    P_LEG_R,
    P_SHIN_R,
    P_COUNT
};

struct person {
    struct mesh_paint chest, hips, arms, legs, boots, head, pads, gun;
    double bulk; /* thickness of chest and arms */
    int backpack, horns;
};

static void add_parts(struct mesh *m)
{
    mesh_part(m, -1, v_make(0, 0, 0));
    mesh_part(m, P_ROOT, v_make(0, 0, 2));
    mesh_part(m, P_TORSO, v_make(0, 0, 20));
    mesh_part(m, P_TORSO, v_make(0, 10.5, 16));
    mesh_part(m, P_ARM_L, v_make(0, 10.5, 8));
    mesh_part(m, P_TORSO, v_make(0, -10.5, 16));
    mesh_part(m, P_ARM_R, v_make(0, -10.5, 8));
    mesh_part(m, P_ROOT, v_make(0, 4.4, -1));
    mesh_part(m, P_LEG_L, v_make(0.5, 4.4, -12));
    mesh_part(m, P_ROOT, v_make(0, -4.4, -1));
    mesh_part(m, P_LEG_R, v_make(0.5, -4.4, -12));
}

static void add_body(struct mesh *m, const struct person *p)
{
    double b = p->bulk;
    const struct mesh_ring hips[4] = {
        {-4, 3.2, 4.6, 0, 0}, {-2, 4.6, 6.6, 0, 0}, {1.5, 4.8, 6.8, 0, 0}, {3.5, 4, 5.8, 0, 0}};
    mesh_loft(m, P_ROOT, 2, v_make(0, 0, 0), hips, 4, 8, p->hips, 64, 20);
    const struct mesh_ring chest[6] = {{2, 3.8, 5.6, 0, 0},
                                       {6, 4.4 * b, 6.6 * b, 0.4, 0},
                                       {11, 5.4 * b, 8.2 * b, 0.8, 0},
                                       {16, 5.6 * b, 8.8 * b, 0.4, 0},
                                       {19.5, 4.4 * b, 7 * b, -0.4, 0},
                                       {21.5, 2.4, 3, -0.6, 0}};
    mesh_loft(m, P_TORSO, 2, v_make(0, 0, 0), chest, 6, 10, p->chest, 96, 48);
    const struct mesh_ring head[6] = {{20, 2.2, 2.2, 0, 0},   {22, 3.9, 3.5, 0.6, 0},
                                      {25, 4.9, 4.2, 0.8, 0}, {28.5, 4.8, 4.2, 0.4, 0},
                                      {31, 3.4, 3, 0, 0},     {32.2, 0.8, 0.8, -0.2, 0}};
    mesh_loft(m, P_HEAD, 2, v_make(0, 0, 0), head, 6, 10, p->head, 80, 40);
    if (p->backpack) {
        mesh_box(m, P_TORSO, v_make(-9.5, -4.5, 6), v_make(-4, 4.5, 18), p->pads, 40, 24);
        const struct mesh_ring tank[4] = {
            {7, 1, 1, 0, 0}, {8, 2, 2, 0, 0}, {17, 2, 2, 0, 0}, {18.5, 0.8, 0.8, 0, 0}};
        mesh_loft(m, P_TORSO, 2, v_make(-10.5, 2.4, 0), tank, 4, 6, p->gun, 24, 24);
        mesh_loft(m, P_TORSO, 2, v_make(-10.5, -2.4, 0), tank, 4, 6, p->gun, 24, 24);
    }
    if (p->horns) {
        const struct mesh_ring horn[3] = {
            {0, 1.2, 1.2, 0, 0}, {3, 0.9, 0.9, 0, 0}, {7, 0, 0, 2, 0}};
        mesh_loft(m, P_HEAD, 2, v_make(0, 4, 28), horn, 3, 5, p->boots, 16, 16);
        mesh_loft(m, P_HEAD, 2, v_make(0, -4, 28), horn, 3, 5, p->boots, 16, 16);
    }
}

static void add_limbs(struct mesh *m, const struct person *p)
{
    for (int side = 0; side < 2; side++) {
        double y = side ? -1 : 1;
        int arm = side ? P_ARM_R : P_ARM_L;
        int fore = side ? P_FORE_R : P_FORE_L;
        int leg = side ? P_LEG_R : P_LEG_L;
        int shin = side ? P_SHIN_R : P_SHIN_L;
        double b = p->bulk;
        const struct mesh_ring pad[5] = {{11.5, 2.2 * b, 2 * b, 0, 0},
                                         {13.5, 3.8 * b, 3.4 * b, 0, 0},
                                         {16.5, 4.2 * b, 3.8 * b, 0, 0},
                                         {19, 3 * b, 2.6 * b, 0, 0},
                                         {20, 0.6, 0.6, 0, 0}};
        mesh_loft(m, arm, 2, v_make(0, 10.8 * y, 0), pad, 5, 8, p->pads, 40, 24);
        const struct mesh_ring upper[3] = {
            {7, 2 * b, 2 * b, 0, 0}, {10, 2.6 * b, 2.4 * b, 0, 0}, {15, 2.4 * b, 2.2 * b, 0, 0}};
        mesh_loft(m, arm, 2, v_make(0, 10.5 * y, 0), upper, 3, 7, p->arms, 32, 20);
        const struct mesh_ring lower[5] = {{-3, 1.2, 1.2, 0, 0},
                                           {-1.5, 2, 1.8, 0, 0},
                                           {1, 1.6, 1.6, 0, 0},
                                           {5, 2.5 * b, 2.3 * b, 0, 0},
                                           {8.6, 2 * b, 2 * b, 0, 0}};
        mesh_loft(m, fore, 2, v_make(0, 10.5 * y, 0), lower, 5, 7, p->arms, 32, 24);
        const struct mesh_ring thigh[4] = {{-12.5, 2.7, 2.6, 0.4, 0},
                                           {-9, 3.3, 3.1, 0.3, 0},
                                           {-4, 3.9, 3.5, 0, 0},
                                           {0, 3.4, 3.1, 0, 0}};
        mesh_loft(m, leg, 2, v_make(0, 4.4 * y, 0), thigh, 4, 8, p->legs, 40, 28);
        const struct mesh_ring knee[3] = {
            {-14, 1.6, 2, 2.2, 0}, {-12, 2, 2.4, 2.4, 0}, {-10, 1.4, 1.8, 2.2, 0}};
        mesh_loft(m, shin, 2, v_make(0, 4.4 * y, 0), knee, 3, 6, p->pads, 20, 12);
        const struct mesh_ring calf[4] = {{-22, 2.2, 2.1, 0, 0},
                                          {-19, 2.5, 2.4, 0, 0},
                                          {-15, 3.1, 2.9, -0.3, 0},
                                          {-11, 2.6, 2.5, 0, 0}};
        mesh_loft(m, shin, 2, v_make(0, 4.4 * y, 0), calf, 4, 8, p->boots, 40, 24);
        mesh_box(m, shin, v_make(-3, 4.4 * y - 2.3, -24), v_make(6, 4.4 * y + 2.3, -20.6), p->boots,
                 28, 14);
    }
    /* The weapon lies along the forearm (down in the rest pose, forward when the arm is raised). */
    mesh_box(m, P_FORE_R, v_make(-1, -12.4, -13), v_make(2.6, -8.6, 1), p->gun, 32, 16);
    const struct mesh_ring barrel[3] = {
        {-26, 1.1, 1.1, 0, 0}, {-25, 1.5, 1.5, 0, 0}, {-12, 1.2, 1.2, 0, 0}};
    mesh_loft(m, P_FORE_R, 2, v_make(1, -10.5, 0), barrel, 3, 6, p->gun, 24, 32);
}

static double wave(int i, int count, double phase)
{
    return mkb_sin(2 * MKB_PI * ((double)i / count + phase));
}

/* Gun held forward in both hands. */
static void pose_base(struct mesh_frame *f)
{
    f->turns[P_ARM_R].pitch = -18;
    f->turns[P_FORE_R].pitch = -70;
    f->turns[P_FORE_R].yaw = 6;
    f->turns[P_ARM_L].pitch = -40;
    f->turns[P_ARM_L].yaw = -18;
    f->turns[P_FORE_L].pitch = -58;
    f->turns[P_FORE_L].yaw = -30;
    f->turns[P_TORSO].yaw = 8;
    f->turns[P_HEAD].yaw = -8;
    f->turns[P_LEG_L].roll = 4;
    f->turns[P_LEG_R].roll = -4;
}

static void pose_stride(struct mesh_frame *f, int i, int count, double reach, double lean)
{
    double s = wave(i, count, 0);
    double c = wave(i, count, 0.25);
    f->turns[P_LEG_L].pitch = -reach * s;
    f->turns[P_LEG_R].pitch = reach * s;
    f->turns[P_SHIN_L].pitch = reach * 0.7 * mkb_max(0, c) + 6;
    f->turns[P_SHIN_R].pitch = reach * 0.7 * mkb_max(0, -c) + 6;
    f->turns[P_TORSO].pitch = lean;
    f->turns[P_HEAD].pitch = -lean;
    f->turns[P_TORSO].yaw += 6 * s;
    f->turns[P_ARM_L].pitch += 9 * s;
    f->turns[P_ARM_R].pitch -= 5 * s;
    f->turns[P_ROOT].shift.z = 1.2 * mkb_abs(c) - 1;
}

static void pose_death(struct mesh_frame *f, int i)
{
    double t = (double)(i + 1) / PERSON_DEATH_COUNT;
    double fall = mkb_step(0.1, 0.85, t);
    f->turns[P_ROOT].pitch = -88 * fall;
    f->turns[P_ROOT].shift = v_make(-6 * fall, 0, -18.5 * fall * fall);
    f->turns[P_TORSO].pitch = -14 * mkb_sin(t * MKB_PI);
    f->turns[P_HEAD].pitch = -24 * fall;
    f->turns[P_HEAD].yaw = 30 * fall;
    f->turns[P_LEG_L].pitch = -38 * mkb_sin(t * MKB_PI);
    f->turns[P_LEG_R].pitch = -18 * mkb_sin(t * MKB_PI);
    f->turns[P_SHIN_L].pitch = 55 * mkb_sin(t * MKB_PI) + 12 * fall;
    f->turns[P_LEG_L].roll = 14 * fall;
    f->turns[P_LEG_R].roll = -12 * fall;
    f->turns[P_ARM_L].pitch = mkb_mix(-40, -10, fall);
    f->turns[P_ARM_L].roll = 62 * fall;
    f->turns[P_FORE_L].pitch = mkb_mix(-58, -20, fall);
    f->turns[P_ARM_R].roll = -58 * fall;
    f->turns[P_FORE_R].pitch = mkb_mix(-70, -22, fall);
}

static void pose_person(struct mesh_frame *f, int frame)
{
    const char *name = "stand";
    int i = frame;
    pose_base(f);
    if (frame >= PERSON_DEATH) {
        i = frame - PERSON_DEATH;
        name = "death";
        pose_death(f, i);
    } else if (frame >= PERSON_PAIN) {
        static const double jolt[PERSON_PAIN_COUNT] = {1, 0.7, 0.3};
        i = frame - PERSON_PAIN;
        name = "pain";
        f->turns[P_TORSO].pitch = -22 * jolt[i];
        f->turns[P_TORSO].yaw = 8 + 26 * jolt[i];
        f->turns[P_HEAD].pitch = -16 * jolt[i];
        f->turns[P_ARM_L].roll = 40 * jolt[i];
        f->turns[P_LEG_R].pitch = 16 * jolt[i];
    } else if (frame >= PERSON_SHOOT) {
        static const double kick[PERSON_SHOOT_COUNT] = {0, 1, 0.6, 0.2};
        i = frame - PERSON_SHOOT;
        name = "shoot";
        f->turns[P_TORSO].pitch = 4 - 10 * kick[i];
        f->turns[P_ARM_R].pitch = -18 + 10 * kick[i];
        f->turns[P_FORE_R].pitch = -70 - 12 * kick[i];
        f->turns[P_LEG_L].pitch = -16;
        f->turns[P_LEG_R].pitch = 14;
    } else if (frame >= PERSON_WALK) {
        i = frame - PERSON_WALK;
        name = "walk";
        pose_stride(f, i, PERSON_WALK_COUNT, 26, 3);
    } else if (frame >= PERSON_RUN) {
        i = frame - PERSON_RUN;
        name = "run";
        pose_stride(f, i, PERSON_RUN_COUNT, 46, 12);
    } else {
        double s = wave(i, PERSON_STAND_COUNT, 0);
        f->turns[P_TORSO].pitch = 1.2 * s;
        f->turns[P_ARM_L].pitch += 1.5 * s;
        f->turns[P_LEG_L].pitch = -6;
        f->turns[P_LEG_R].pitch = 6;
    }
    snprintf(f->name, sizeof f->name, "%s%d", name, i + 1);
}

static void write_person(struct buf *out, const struct person *p)
{
    struct mesh *m = mkb_alloc(1, sizeof *m);
    struct mesh_frame *frames = mkb_alloc(PERSON_FRAMES, sizeof *frames);
    mesh_init(m, 256, 192, 1);
    add_parts(m);
    add_body(m, p);
    add_limbs(m, p);
    for (int i = 0; i < PERSON_FRAMES; i++) {
        pose_person(&frames[i], i);
    }
    mesh_write_mdl(m, out, frames, PERSON_FRAMES, (struct mesh_output){0, 0, 0, 0});
    mesh_free(m);
    free(frames);
    free(m);
}

void models_add_people(struct pak_out *pak)
{
    /* Ramps 1 and 6 are the ones a client recolours: shirt and trousers. */
    const struct person player = {
        .chest = {1, 0.72, PATTERN_PLATES, 0.2},
        .hips = {6, 0.55, PATTERN_STRIPES, 0.2},
        .arms = {1, 0.55, PATTERN_CLOTH, 0.25},
        .legs = {6, 0.58, PATTERN_CLOTH, 0.25},
        .boots = {0, 0.34, PATTERN_BRUSHED, 0.3},
        .head = {2, 0.72, PATTERN_HELMET, 0.2},
        .pads = {0, 0.55, PATTERN_PLATES, 0.25},
        .gun = {0, 0.40, PATTERN_BRUSHED, 0.3},
        .bulk = 1.0,
        .backpack = 1,
    };
    const struct person grunt = {
        .chest = {3, 0.55, PATTERN_PLATES, 0.35},
        .hips = {5, 0.35, PATTERN_GRIP, 0.3},
        .arms = {7, 0.62, PATTERN_PLAIN, 0.3},
        .legs = {3, 0.38, PATTERN_CLOTH, 0.35},
        .boots = {1, 0.30, PATTERN_PLAIN, 0.4},
        .head = {4, 0.42, PATTERN_HELMET, 0.35},
        .pads = {5, 0.55, PATTERN_PLATES, 0.35},
        .gun = {0, 0.36, PATTERN_BRUSHED, 0.3},
        .bulk = 1.18,
        .horns = 1,
    };
    write_person(pak_out_add(pak, "progs/player.mdl"), &player);
    write_person(pak_out_add(pak, "progs/grunt.mdl"), &grunt);
}
