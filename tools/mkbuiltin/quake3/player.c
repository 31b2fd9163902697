/* The player: three models put together by tags, each with separate animations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mkbuiltin/quake3/md3_out.h"
#include "tools/mkbuiltin/quake3/models3.h"
#include "tools/mkbuiltin/quake3/paint.h"

#define FOLDER "models/players/sarge/"

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
    P_FOOT_L,
    P_LEG_R,
    P_SHIN_R,
    P_FOOT_R
};

/* The order of animation.cfg. */
enum motion {
    DEATH1,
    DEAD1,
    DEATH2,
    DEAD2,
    DEATH3,
    DEAD3,
    GESTURE,
    ATTACK,
    ATTACK2,
    DROP,
    RAISE,
    STAND,
    STAND2,
    CRAWL,
    WALK,
    RUN,
    BACK,
    SWIM,
    JUMP,
    LAND,
    JUMP_BACK,
    LAND_BACK,
    IDLE,
    IDLE_CROUCHED,
    TURN,
    MOTIONS
};

static const struct {
    int count, loop, fps;
    const char *name;
} motions[MOTIONS] = {
    [DEATH1] = {14, 0, 16, "death1"},
    [DEAD1] = {1, 0, 16, "dead1"},
    [DEATH2] = {12, 0, 16, "death2"},
    [DEAD2] = {1, 0, 16, "dead2"},
    [DEATH3] = {14, 0, 15, "death3"},
    [DEAD3] = {1, 0, 15, "dead3"},
    [GESTURE] = {16, 0, 11, "gesture"},
    [ATTACK] = {6, 0, 15, "attack"},
    [ATTACK2] = {6, 0, 15, "attack2"},
    [DROP] = {5, 0, 20, "drop"},
    [RAISE] = {4, 0, 20, "raise"},
    [STAND] = {1, 0, 15, "stand"},
    [STAND2] = {1, 0, 15, "stand2"},
    [CRAWL] = {8, 8, 16, "walk crouched"},
    [WALK] = {12, 12, 18, "walk"},
    [RUN] = {12, 12, 22, "run"},
    [BACK] = {12, 12, 22, "back"},
    [SWIM] = {8, 8, 14, "swim"},
    [JUMP] = {8, 0, 18, "jump"},
    [LAND] = {6, 0, 20, "land"},
    [JUMP_BACK] = {5, 0, 12, "jump back"},
    [LAND_BACK] = {4, 0, 16, "land back"},
    [IDLE] = {8, 8, 8, "idle"},
    [IDLE_CROUCHED] = {6, 6, 8, "idle crouched"},
    [TURN] = {6, 6, 13, "turn"},
};

static void add_parts(struct mesh *m)
{
    mesh_part(m, -1, v_make(0, 0, 0));
    mesh_part(m, P_ROOT, v_make(0, 0, 2));
    mesh_part(m, P_TORSO, v_make(0, 0, 20));
    mesh_part(m, P_TORSO, v_make(0, 9.6, 16.5));
    mesh_part(m, P_ARM_L, v_make(0, 10.4, 8));
    mesh_part(m, P_TORSO, v_make(0, -9.6, 16.5));
    mesh_part(m, P_ARM_R, v_make(0, -10.4, 8));
    mesh_part(m, P_ROOT, v_make(0, 4.2, -1));
    mesh_part(m, P_LEG_L, v_make(0.6, 4.6, -11.5));
    mesh_part(m, P_SHIN_L, v_make(-0.4, 4.8, -21));
    mesh_part(m, P_ROOT, v_make(0, -4.2, -1));
    mesh_part(m, P_LEG_R, v_make(0.6, -4.6, -11.5));
    mesh_part(m, P_SHIN_R, v_make(-0.4, -4.8, -21));
}

static const struct mesh_paint suit = {MESH_RAMP_BY_SKIN, 0.62, PATTERN_PLATES, 0.25};
static const struct mesh_paint cloth = {MESH_RAMP_BY_SKIN, 0.42, PATTERN_CLOTH, 0.35};
static const struct mesh_paint plate = {2, 0.62, PATTERN_BRUSHED, 0.25};
static const struct mesh_paint dark = {0, 0.30, PATTERN_GRIP, 0.3};
static const struct mesh_paint boot = {1, 0.34, PATTERN_BRUSHED, 0.35};
static const struct mesh_paint brass = {5, 0.66, PATTERN_BRUSHED, 0.2};
static const struct mesh_paint helmet = {2, 0.66, PATTERN_HELMET, 0.2};
static const struct mesh_paint glove = {1, 0.44, PATTERN_CLOTH, 0.3};

static void build_lower(struct mesh *m)
{
    const struct mesh_ring hips[5] = {{-5, 2.6, 4.0, 0, 0},
                                      {-3, 4.4, 6.4, 0, 0},
                                      {0, 4.9, 6.9, 0, 0},
                                      {2.6, 4.4, 6.2, 0, 0},
                                      {4, 3.6, 5.2, 0, 0}};
    mesh_loft(m, P_ROOT, 2, v_make(0, 0, 0), hips, 5, 9, cloth, 64, 20);
    const struct mesh_ring belt[4] = {
        {0.6, 4.6, 6.6, 0, 0}, {1.2, 5.4, 7.3, 0, 0}, {2.8, 5.3, 7.1, 0, 0}, {3.4, 4.4, 6.2, 0, 0}};
    mesh_loft(m, P_ROOT, 2, v_make(0, 0, 0), belt, 4, 9, brass, 64, 10);
    for (int side = 0; side < 2; side++) {
        double y = side ? -1 : 1;
        int leg = side ? P_LEG_R : P_LEG_L;
        const struct mesh_ring thigh[5] = {{-12.5, 2.7, 2.6, 0.5, 0.2 * y},
                                           {-9, 3.4, 3.2, 0.4, 0.1 * y},
                                           {-5, 4.1, 3.7, 0.1, 0},
                                           {-1, 3.9, 3.5, 0, -0.2 * y},
                                           {1.5, 2.4, 2.2, 0, -0.4 * y}};
        mesh_loft(m, leg, 2, v_make(0, 4.3 * y, 0), thigh, 5, 7, cloth, 40, 26);
        const struct mesh_ring guard[4] = {{-9.5, 1.2, 2.4, 3.2, 0},
                                           {-8, 1.9, 3.0, 3.1, 0},
                                           {-4, 1.9, 2.9, 2.9, 0},
                                           {-2.5, 1, 1.8, 2.6, 0}};
        mesh_loft(m, leg, 2, v_make(0, 4.6 * y, 0), guard, 4, 6, suit, 24, 16);
        const struct mesh_ring knee[4] = {{-14.6, 1.2, 1.8, 2.0, 0},
                                          {-13, 2.2, 2.6, 2.0, 0},
                                          {-10.8, 2.2, 2.6, 2.2, 0},
                                          {-9.6, 1, 1.6, 2.0, 0}};
        mesh_loft(m, leg + 1, 2, v_make(0, 4.6 * y, 0), knee, 4, 6, plate, 24, 12);
        const struct mesh_ring calf[5] = {{-22, 2.0, 1.9, -0.3, 0},
                                          {-19, 2.5, 2.3, -0.4, 0},
                                          {-15.5, 3.3, 3.0, -0.7, 0},
                                          {-12.5, 2.8, 2.6, 0, 0},
                                          {-11, 1.9, 1.9, 0.2, 0}};
        mesh_loft(m, leg + 1, 2, v_make(0, 4.7 * y, 0), calf, 5, 7, boot, 40, 26);
        const struct mesh_ring foot[5] = {{-4, 1.6, 1.2, 0, 0.2},
                                          {-3, 2.4, 1.9, 0, 0},
                                          {1, 2.5, 1.9, 0, 0},
                                          {4.6, 2.6, 1.4, 0, -0.5},
                                          {6.4, 1.4, 0.7, 0, -1.1}};
        mesh_loft(m, leg + 2, 0, v_make(0, 4.8 * y, -22), foot, 5, 6, boot, 40, 18);
    }
}

static void build_upper(struct mesh *m)
{
    const struct mesh_ring chest[7] = {{1, 3.2, 4.8, 0, 0},    {4, 4.1, 6.0, 0.2, 0},
                                       {8, 4.9, 7.4, 0.8, 0},  {12.5, 5.9, 8.8, 1.1, 0},
                                       {16, 5.6, 9.0, 0.5, 0}, {19, 4.4, 7.0, -0.3, 0},
                                       {21, 2.6, 3.4, -0.5, 0}};
    mesh_loft(m, P_TORSO, 2, v_make(0, 0, 0), chest, 7, 10, suit, 112, 44);
    const struct mesh_ring collar[4] = {{18.4, 3.6, 4.6, -0.4, 0},
                                        {19, 4.6, 5.8, -0.4, 0},
                                        {20.6, 4.4, 5.4, -0.6, 0},
                                        {21.4, 3, 3.6, -0.5, 0}};
    mesh_loft(m, P_TORSO, 2, v_make(0, 0, 0), collar, 4, 10, plate, 64, 10);
    mesh_box(m, P_TORSO, v_make(-9.4, -4.6, 7), v_make(-4.2, 4.6, 18.5), dark, 48, 18);
    const struct mesh_ring tank[5] = {{6, 0.8, 0.8, 0, 0},
                                      {7, 1.9, 1.9, 0, 0},
                                      {17, 1.9, 1.9, 0, 0},
                                      {18.6, 1.2, 1.2, 0, 0},
                                      {19.6, 0.4, 0.4, 0, 0}};
    mesh_loft(m, P_TORSO, 2, v_make(-10.2, 2.5, 0), tank, 5, 7, brass, 28, 20);
    mesh_loft(m, P_TORSO, 2, v_make(-10.2, -2.5, 0), tank, 5, 7, brass, 28, 20);
    for (int side = 0; side < 2; side++) {
        double y = side ? -1 : 1;
        int arm = side ? P_ARM_R : P_ARM_L;
        const struct mesh_ring pad[6] = {
            {11, 2.0, 1.8, 0, 0.4 * y},    {13, 3.9, 3.3, 0, 0.6 * y},
            {16, 4.7, 4.1, 0, 0.4 * y},    {18.6, 4.0, 3.4, 0, 0},
            {20.2, 2.2, 1.8, 0, -0.4 * y}, {20.8, 0.4, 0.4, 0, -0.6 * y}};
        mesh_loft(m, arm, 2, v_make(0, 10.4 * y, 0), pad, 6, 8, suit, 48, 22);
        const struct mesh_ring upper[4] = {
            {7, 1.9, 1.9, 0, 0}, {9.5, 2.5, 2.4, 0, 0}, {13, 2.8, 2.6, 0, 0}, {16, 2.2, 2, 0, 0}};
        mesh_loft(m, arm, 2, v_make(0, 10.4 * y, 0), upper, 4, 7, cloth, 32, 20);
        const struct mesh_ring lower[5] = {{-0.6, 1.5, 1.4, 0, 0},
                                           {1.4, 2.3, 2.1, 0, 0},
                                           {4.6, 2.8, 2.6, 0, 0},
                                           {7.6, 2.3, 2.2, 0, 0},
                                           {9, 1.6, 1.6, 0, 0}};
        mesh_loft(m, arm + 1, 2, v_make(0, 10.4 * y, 0), lower, 5, 7, plate, 32, 20);
        const struct mesh_ring hand[4] = {{-4.4, 0.9, 0.8, 0.3, 0},
                                          {-3.2, 1.9, 1.5, 0.3, 0},
                                          {-1, 1.9, 1.5, 0.1, 0},
                                          {0, 1.2, 1.1, 0, 0}};
        mesh_loft(m, arm + 1, 2, v_make(0, 10.4 * y, 0), hand, 4, 6, glove, 24, 14);
    }
}

static void build_head(struct mesh *m)
{
    const struct mesh_ring head[8] = {{19.6, 2.2, 2.2, 0, 0},    {21.4, 3.4, 3.2, 0.5, 0},
                                      {23, 4.5, 4.0, 0.8, 0},    {25.4, 5.0, 4.4, 0.7, 0},
                                      {28, 5.0, 4.5, 0.3, 0},    {30, 4.3, 3.9, 0, 0},
                                      {31.5, 2.8, 2.6, -0.2, 0}, {32.2, 0.6, 0.6, -0.2, 0}};
    mesh_loft(m, P_HEAD, 2, v_make(0, 0, 0), head, 8, 12, helmet, 64, 40);
    const struct mesh_ring crest[4] = {{-4.6, 0.3, 0.8, 0, -1.4},
                                       {-2, 0.6, 1.7, 0, 0},
                                       {2.4, 0.6, 1.7, 0, 0.2},
                                       {5, 0.3, 0.6, 0, -1.6}};
    mesh_loft(m, P_HEAD, 0, v_make(0, 0, 31.2), crest, 4, 6, suit, 36, 12);
    for (int side = 0; side < 2; side++) {
        double y = side ? -1 : 1;
        const struct mesh_ring ear[3] = {
            {3.8, 1.8, 1.9, 0, 0}, {5.2, 1.7, 1.8, 0, 0}, {5.8, 0.6, 0.7, 0, 0}};
        struct mesh_ring turned[3];
        for (int i = 0; i < 3; i++) {
            turned[i] = ear[side ? 2 - i : i];
            turned[i].at *= y;
        }
        mesh_loft(m, P_HEAD, 1, v_make(0, 0, 25), turned, 3, 7, brass, 24, 10);
    }
}

static double wave(double part)
{
    return mkb_sin(2 * MKB_PI * part);
}

/* Both hands on the gun, which points ahead. */
static void pose_hold(struct mesh_frame *f)
{
    f->turns[P_ARM_R].pitch = -14;
    f->turns[P_ARM_R].roll = -6;
    f->turns[P_FORE_R].pitch = -76;
    f->turns[P_FORE_R].roll = 6;
    f->turns[P_ARM_L].pitch = -44;
    f->turns[P_ARM_L].yaw = -16;
    f->turns[P_FORE_L].pitch = -46;
    f->turns[P_FORE_L].yaw = -34;
}

static void pose_fall(struct mesh_frame *f, int motion, double t)
{
    double fall = mkb_step(0.1, 0.85, t);
    double swing = wave(t / 2);
    double back = motion == DEATH1 ? -1 : motion == DEATH2 ? 1 : -0.25;
    f->turns[P_ROOT].pitch = 86 * back * fall;
    f->turns[P_ROOT].roll = motion == DEATH3 ? 78 * fall : 0;
    f->turns[P_ROOT].shift =
        v_make(8 * back * fall, motion == DEATH3 ? 6 * fall : 0, -18.6 * fall * fall);
    f->turns[P_TORSO].pitch = 12 * back * swing;
    f->turns[P_HEAD].pitch = -16 * swing + (motion == DEATH2 ? -20 : 8) * fall;
    f->turns[P_HEAD].yaw = 34 * fall;
    f->turns[P_LEG_L].pitch = -42 * swing * (motion == DEATH2 ? -0.4 : 1);
    f->turns[P_LEG_R].pitch = -16 * swing;
    f->turns[P_SHIN_L].pitch = 60 * swing + 14 * fall;
    f->turns[P_SHIN_R].pitch = 30 * swing;
    f->turns[P_LEG_L].roll = 14 * fall;
    f->turns[P_LEG_R].roll = -12 * fall;
    f->turns[P_FOOT_L].pitch = 30 * fall;
    f->turns[P_FOOT_R].pitch = 26 * fall;
    f->turns[P_ARM_L].pitch = mkb_mix(f->turns[P_ARM_L].pitch, -12, fall) - 50 * swing;
    f->turns[P_ARM_L].roll = 64 * fall;
    f->turns[P_FORE_L].pitch = mkb_mix(f->turns[P_FORE_L].pitch, -18, fall);
    f->turns[P_FORE_L].yaw = mkb_mix(f->turns[P_FORE_L].yaw, 0, fall);
    f->turns[P_ARM_R].roll = mkb_mix(-6, -58, fall);
    f->turns[P_FORE_R].pitch = mkb_mix(f->turns[P_FORE_R].pitch, -24, fall);
}

static void pose_upper(struct mesh_frame *f, int motion, int i, int count)
{
    static const double kick[6] = {0.5, 1, 0.7, 0.4, 0.2, 0};
    double t = count > 1 ? (double)i / (count - 1) : 0;
    pose_hold(f);
    switch (motion) {
    case GESTURE: { /* the left hand beckons */
        double up = mkb_step(0, 0.25, t) * mkb_step(1, 0.8, t);
        f->turns[P_ARM_L].pitch = mkb_mix(-44, -128, up) + 16 * up * wave(t * 3);
        f->turns[P_ARM_L].roll = 24 * up;
        f->turns[P_FORE_L].pitch = mkb_mix(-46, -50, up) - 30 * up * wave(t * 3);
        f->turns[P_FORE_L].yaw = mkb_mix(-34, 0, up);
        f->turns[P_TORSO].yaw = -14 * up;
        break;
    }
    case ATTACK:
    case ATTACK2:
        f->turns[P_TORSO].pitch = -5 * kick[i];
        f->turns[P_ARM_R].pitch = -14 + 12 * kick[i];
        f->turns[P_FORE_R].pitch = -76 - 14 * kick[i];
        f->turns[P_ARM_L].pitch = -44 + 9 * kick[i];
        if (motion == ATTACK2) {
            f->turns[P_FORE_R].pitch = -76 + 30 * kick[i];
            f->turns[P_ARM_R].pitch = -14 - 44 * kick[i];
        }
        break;
    case DROP:
    case RAISE: {
        double low = motion == DROP ? t : 1 - t;
        f->turns[P_ARM_R].pitch = -14 + 14 * low;
        f->turns[P_FORE_R].pitch = -76 + 52 * low;
        f->turns[P_ARM_L].pitch = -44 + 30 * low;
        break;
    }
    case STAND2:
        f->turns[P_ARM_L].pitch = -10;
        f->turns[P_FORE_L].pitch = -24;
        f->turns[P_FORE_L].yaw = 0;
        break;
    default:
        break;
    }
}

/* Steps: reach of the thighs, lift of the shins, and the rise and fall of the body. */
static void pose_stride(struct mesh_frame *f, double part, double reach, double lift, double bounce)
{
    double s = wave(part);
    double c = wave(part + 0.25);
    f->turns[P_LEG_L].pitch = -reach * s - 4;
    f->turns[P_LEG_R].pitch = reach * s - 4;
    f->turns[P_SHIN_L].pitch = lift * mkb_max(0, c) + 8;
    f->turns[P_SHIN_R].pitch = lift * mkb_max(0, -c) + 8;
    f->turns[P_FOOT_L].pitch = 14 * mkb_max(0, c) - 10 * mkb_max(0, s);
    f->turns[P_FOOT_R].pitch = 14 * mkb_max(0, -c) - 10 * mkb_max(0, -s);
    f->turns[P_ROOT].shift.z = bounce * mkb_abs(c) - bounce * 0.7;
    f->turns[P_ROOT].yaw = 5 * s;
    f->turns[P_ROOT].roll = 2.5 * c;
}

static void pose_crouch(struct mesh_frame *f, double depth)
{
    f->turns[P_ROOT].shift.z -= 9 * depth;
    f->turns[P_LEG_L].pitch -= 62 * depth;
    f->turns[P_LEG_R].pitch -= 40 * depth;
    f->turns[P_SHIN_L].pitch += 92 * depth;
    f->turns[P_SHIN_R].pitch += 84 * depth;
    f->turns[P_FOOT_L].pitch -= 28 * depth;
    f->turns[P_FOOT_R].pitch -= 40 * depth;
}

static void pose_lower(struct mesh_frame *f, int motion, int i, int count)
{
    double part = (double)i / count;
    double t = count > 1 ? (double)i / (count - 1) : 0;
    f->turns[P_LEG_L].roll = 4;
    f->turns[P_LEG_R].roll = -4;
    switch (motion) {
    case CRAWL:
        pose_stride(f, part, 20, 20, 0.8);
        pose_crouch(f, 0.9);
        break;
    case WALK:
        pose_stride(f, part, 26, 34, 1.2);
        break;
    case RUN:
        pose_stride(f, part, 46, 66, 3);
        f->turns[P_ROOT].pitch = 9;
        break;
    case BACK:
        pose_stride(f, -part, 34, 44, 2);
        f->turns[P_ROOT].pitch = -4;
        break;
    case SWIM:
        pose_stride(f, part, 24, 20, 0.5);
        f->turns[P_ROOT].pitch = 30;
        f->turns[P_FOOT_L].pitch = f->turns[P_FOOT_R].pitch = 40;
        break;
    case JUMP:
    case JUMP_BACK: {
        double tuck = mkb_step(0, 0.5, t);
        double first = motion == JUMP ? 1 : -0.6;
        f->turns[P_LEG_L].pitch = -52 * tuck * first;
        f->turns[P_LEG_R].pitch = 16 * tuck * first;
        f->turns[P_SHIN_L].pitch = 70 * tuck;
        f->turns[P_SHIN_R].pitch = 44 * tuck;
        f->turns[P_FOOT_L].pitch = f->turns[P_FOOT_R].pitch = 26 * tuck;
        break;
    }
    case LAND:
    case LAND_BACK:
        pose_crouch(f, 0.7 * mkb_step(0, 0.3, t) * mkb_step(1.05, 0.4, t));
        break;
    case IDLE_CROUCHED:
        pose_crouch(f, 1);
        f->turns[P_ROOT].shift.z += 0.3 * wave(part);
        break;
    case TURN:
        pose_stride(f, part, 9, 26, 0.6);
        break;
    default:
        f->turns[P_LEG_L].pitch = -9;
        f->turns[P_LEG_R].pitch = 7;
        f->turns[P_SHIN_L].pitch = 8 + 1.5 * wave(part);
        f->turns[P_SHIN_R].pitch = 4 + 1.5 * wave(part);
        f->turns[P_ROOT].shift.z = -0.35 + 0.35 * wave(part);
        break;
    }
}

/* Frames of one half: those of both come first, as the table of motions has them. */
static int make_frames(struct mesh_frame *frames, int is_lower)
{
    int n = 0;
    for (int motion = 0; motion < MOTIONS; motion++) {
        int torso = motion >= GESTURE && motion < CRAWL;
        int legs = motion >= CRAWL;
        if ((is_lower && torso) || (!is_lower && legs)) {
            continue;
        }
        for (int i = 0; i < motions[motion].count; i++) {
            struct mesh_frame *f = &frames[n++];
            memset(f, 0, sizeof *f);
            if (motion < GESTURE) {
                int dead = motion == DEAD1 || motion == DEAD2 || motion == DEAD3;
                int which = dead ? motion - 1 : motion;
                if (!is_lower) {
                    pose_hold(f);
                }
                pose_fall(f, which, dead ? 1 : (i + 1.0) / motions[motion].count);
                if (!is_lower) { /* the legs carry it along */
                    f->turns[P_ROOT] = (struct mesh_turn){0, 0, 0, {0, 0, 0}};
                }
            } else if (is_lower) {
                pose_lower(f, motion, i, motions[motion].count);
            } else {
                pose_upper(f, motion, i, motions[motion].count);
            }
        }
    }
    return n;
}

static void add_skins(struct pk3_out *pk3, const struct mesh *m, const char *half)
{
    static const char *const skins[3] = {"default", "red", "blue"};
    for (int i = 0; i < 3; i++) {
        char name[64];
        char text[160];
        snprintf(name, sizeof name, FOLDER "%s_%s.png", half, skins[i]);
        paint_add_pixels(pk3, name, m->pictures[i], m->skin_width, m->skin_height);
        const char *tags = strcmp(half, "upper") == 0   ? "tag_torso,\ntag_head,\ntag_weapon,\n"
                           : strcmp(half, "lower") == 0 ? "tag_torso,\n"
                                                        : "tag_head,\n";
        snprintf(text, sizeof text, "%s%s," FOLDER "%s_%s.tga\n", tags, half, half, skins[i]);
        snprintf(name, sizeof name, FOLDER "%s_%s.skin", half, skins[i]);
        pk3_out_add_text(pk3, name, text);
    }
}

static struct mesh *new_mesh(const struct palette *palette, int width, int height)
{
    static const int team[MESH_SKINS_MAX] = {3, 4, 13}; /* olive, red, blue */
    struct mesh *m = mkb_alloc(1, sizeof *m);
    mesh_init(m, width, height, 3);
    mesh_paint_pictures(m, palette, team);
    add_parts(m);
    return m;
}

static void add_half(struct pk3_out *pk3, struct mesh *m, const char *half,
                     const struct mesh_frame *frames, int frame_count,
                     const struct md3_out_tag *tags, int tag_count, struct vec3 origin)
{
    char name[64];
    snprintf(name, sizeof name, FOLDER "%s.md3", half);
    const struct md3_out_surface surface = {half, "", m};
    const struct md3_out out = {name, &surface, 1, tags, tag_count, frames, frame_count, origin};
    md3_out_write(&out, pk3_out_add(pk3, name));
    add_skins(pk3, m, half);
    mesh_free(m);
    free(m);
}

static void add_table(struct pk3_out *pk3)
{
    struct buf *out = pk3_out_add(pk3, FOLDER "animation.cfg");
    char line[100];
    int first = 0;
    static const char head[] = "sex m\nheadoffset 0 0 0\nfootsteps boot\n\n";
    buf_bytes(out, head, strlen(head));
    for (int i = 0; i < MOTIONS + 6; i++) {
        int motion = i < MOTIONS ? i : GESTURE;
        int at = first;
        if (i < MOTIONS) {
            first += motions[i].count;
        } else {
            at = 0;
            for (int k = 0; k < GESTURE; k++) {
                at += motions[k].count;
            }
        }
        int n = snprintf(line, sizeof line, "%d\t%d\t%d\t%d\t// %s\n", at, motions[motion].count,
                         motions[motion].loop, motions[motion].fps, motions[motion].name);
        buf_bytes(out, line, (size_t)n);
    }
}

static struct paint_point icon_point(int x, int y)
{
    double dx = x - 31.5;
    double dy = y - 31.5;
    double r = sqrt(dx * dx + dy * dy * 0.8);
    struct paint_point p = paint_plain(rgb_make(120, 126, 150));
    p.height = r < 24 ? sqrt(24 * 24 - r * r) * 0.9 : 0;
    p.alpha = r < 25 ? 1 : 0;
    p.shine = 0.5;
    if (r < 25 && dy > -10 && dy < 4) {
        p.c = rgb_mix(rgb_make(255, 150, 40), rgb_make(120, 30, 6), mkb_abs(dx) / 24);
    }
    return p;
}

static struct paint_point paint_icon(int x, int y, int variant)
{
    (void)variant;
    return icon_point(x, y);
}

void models3_add_player(struct pk3_out *pk3, const struct palette *palette)
{
    enum { MAX_FRAMES = 220 };
    static const struct vec3 ahead[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const struct vec3 waist = {0, 0, 2};
    const struct vec3 neck = {0, 0, 20};
    struct mesh_frame *frames = mkb_alloc(MAX_FRAMES, sizeof *frames);
    struct mesh *m = new_mesh(palette, 128, 128);
    build_lower(m);
    int count = make_frames(frames, 1);
    const struct md3_out_tag lower_tag = {
        "tag_torso", P_ROOT, waist, {ahead[0], ahead[1], ahead[2]}};
    add_half(pk3, m, "lower", frames, count, &lower_tag, 1, v_make(0, 0, 0));

    m = new_mesh(palette, 256, 128);
    build_upper(m);
    count = make_frames(frames, 0);
    const struct md3_out_tag upper_tags[3] = {
        {"tag_torso", P_ROOT, waist, {ahead[0], ahead[1], ahead[2]}},
        {"tag_head", P_HEAD, neck, {ahead[0], ahead[1], ahead[2]}},
        /* The gun lies along the forearm, which hangs in the rest pose. */
        {"tag_weapon", P_FORE_R, {0.6, -10.4, -2.4}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
    };
    add_half(pk3, m, "upper", frames, count, upper_tags, 3, waist);

    m = new_mesh(palette, 64, 64);
    build_head(m);
    memset(frames, 0, sizeof *frames);
    const struct md3_out_tag head_tag = {"tag_head", P_HEAD, neck, {ahead[0], ahead[1], ahead[2]}};
    add_half(pk3, m, "head", frames, 1, &head_tag, 1, neck);
    free(frames);
    add_table(pk3);
    static const char *const icons[3] = {FOLDER "icon_default.tga", FOLDER "icon_red.tga",
                                         FOLDER "icon_blue.tga"};
    for (int i = 0; i < 3; i++) {
        const struct paint_entry entry = {icons[i], 64, 64, paint_icon, i};
        paint_add(pk3, &entry);
    }
}
