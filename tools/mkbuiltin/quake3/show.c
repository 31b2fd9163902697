#include "tools/mkbuiltin/quake3/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/mkbuiltin/demos/demo.h"
#include "tools/mkbuiltin/quake3/figures.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

static const double end_time = 22;
static const int start_msec = 5000;

static const struct demo_key walk[] = {
    {0.0, {0, 1524, 24}},     {0.6, {0, 1520, 24}},     {1.4, {0, 1440, 24}},
    {2.6, {6, 1260, 24}},     {3.2, {20, 1190, 24}},    {4.1, {2, 1040, 24}},
    {4.9, {0, 920, 24}},      {5.6, {0, 800, 24}},      {6.2, {0, 712, 24}},
    {7.0, {0, 580, 24}},      {7.6, {0, 470, 24}},      {8.2, {-96, 400, 24}},
    {9.0, {-170, 330, 24}},   {10.0, {-206, 236, 24}},  {10.9, {-290, 120, 24}},
    {12.0, {-306, -60, 24}},  {12.9, {-190, -240, 24}}, {13.7, {-40, -330, 24}},
    {14.4, {120, -262, 24}},  {14.8, {226, -200, 32}},  {15.2, {286, -180, 150}},
    {15.7, {344, -160, 236}}, {16.1, {388, -136, 208}}, {16.3, {404, -126, 192}},
    {17.0, {470, -30, 192}},  {17.5, {530, 0, 192}},    {18.0, {536, 0, 192}},
    {18.8, {474, -40, 192}},  {19.4, {440, -90, 192}},  {20.2, {430, -70, 192}},
    {21.0, {396, -10, 192}},  {22.0, {372, 24, 192}},
};
static const double pad_time = 14.8;
static const double landing_time = 16.3;

/* Pitch (down positive) and yaw; yaw continues beyond 180. */
static const struct demo_key look[] = {
    {0.0, {4, 262, 0}},    {0.7, {10, 270, 0}}, {1.5, {4, 270, 0}},   {2.2, {12, 284, 0}},
    {2.9, {8, 262, 0}},    {3.6, {0, 268, 0}},  {4.6, {0, 270, 0}},   {6.6, {0, 270, 0}},
    {7.2, {-4, 266, 0}},   {7.7, {0, 250, 0}},  {8.3, {0, 248, 0}},   {9.0, {1, 249, 0}},
    {9.7, {2, 256, 0}},    {10.3, {4, 262, 0}}, {10.9, {6, 280, 0}},  {11.6, {2, 306, 0}},
    {12.2, {-2, 330, 0}},  {12.9, {0, 356, 0}}, {13.6, {2, 372, 0}},  {14.3, {4, 388, 0}},
    {14.9, {-10, 388, 0}}, {15.5, {4, 398, 0}}, {16.2, {6, 404, 0}},  {16.8, {0, 408, 0}},
    {17.3, {4, 364, 0}},   {17.9, {4, 356, 0}}, {18.5, {0, 410, 0}},  {19.0, {0, 444, 0}},
    {19.6, {1, 452, 0}},   {20.3, {4, 454, 0}}, {20.9, {12, 510, 0}}, {21.4, {17, 536, 0}},
    {22.0, {16, 544, 0}},
};

static const struct demo_key flint_path[] = {
    {6.4, {-300, -200, 24}}, {7.4, {-292, -40, 24}},  {8.2, {-306, 60, 24}},
    {8.45, {-300, 86, 52}},  {8.75, {-288, 112, 60}}, {9.05, {-272, 138, 24}},
    {9.7, {-236, 110, 24}},  {10.2, {-232, 70, 24}},  {10.8, {-236, 40, 24}},
};
static const double flint_dies = 10.15;
static const double flint_back = 13.2;
static const struct demo_key flint_again[] = {
    {13.2, {0, -452, 48}},    {14.6, {10, -430, 48}},   {15.6, {-60, -380, 36}},
    {16.6, {-170, -280, 24}}, {17.6, {-260, -180, 24}}, {18.6, {-300, -40, 24}},
    {19.6, {-290, 90, 24}},   {20.6, {-200, 220, 24}},  {21.4, {-120, 300, 24}},
    {22.0, {-60, 360, 24}},
};
static const struct demo_key mara_path[] = {
    {9.0, {180, 330, 24}},    {9.7, {192, 240, 24}},    {10.4, {240, 140, 24}},
    {11.0, {264, 40, 24}},    {11.7, {246, -110, 24}},  {12.3, {150, -262, 24}},
    {12.9, {110, -290, 24}},  {13.3, {130, -270, 24}},  {13.8, {226, -200, 32}},
    {14.2, {286, -170, 150}}, {14.7, {344, -120, 236}}, {15.1, {388, -80, 208}},
    {15.3, {404, -60, 192}},  {16.2, {440, 60, 192}},   {17.2, {452, 190, 192}},
    {18.0, {400, 216, 192}},  {18.7, {450, 180, 192}},  {19.3, {410, 150, 192}},
    {19.9, {440, 170, 192}},  {22.0, {440, 170, 192}},
};
static const double mara_dies = 19.95;

struct item {
    int kind;
    struct vec3 at; /* on the floor */
    double taken;   /* 0: not in this demo */
};
static const struct item items[] = {
    {ITEM_SHARD, {0, 1400, 0}, 1.75},    {ITEM_SHARD, {0, 1350, 0}, 2.1},
    {ITEM_HEALTH, {8, 1230, 0}, 2.85},   {ITEM_SHARD, {0, 1070, 0}, 3.95},
    {ITEM_SHARD, {0, 1020, 0}, 4.25},    {ITEM_ARMOR, {0, 624, 0}, 6.75},
    {ITEM_BULLETS, {-110, 390, 0}, 8.3}, {ITEM_ROCKETS, {-300, 60, 0}, 11.3},
    {ITEM_ROCKETL, {0, -464, 24}, 0},    {ITEM_HEALTH_LARGE, {-40, -330, 0}, 13.7},
    {ITEM_QUAD, {552, 0, 176}, 17.8},    {ITEM_MEGA, {-440, -160, 0}, 0},
    {ITEM_HEALTH, {440, 160, 168}, 0},   {ITEM_HEALTH, {440, 200, 168}, 0},
    {ITEM_SHARD, {300, 0, 0}, 0},        {ITEM_SHARD, {300, 50, 0}, 0},
    {ITEM_SHARD, {300, -50, 0}, 0},
};

/* --- the viewer ------------------------------------------------------------------------------- */

static void viewer_event(struct show *s, int event, int parm)
{
    struct q3_player_state *p = &s->r.player;
    int n = p->fields[Q3_PS_EVENT_SEQUENCE];
    ps_set(p, n & 1 ? Q3_PS_EVENTS_1 : Q3_PS_EVENTS_0, event);
    ps_set(p, n & 1 ? Q3_PS_EVENT_PARMS_1 : Q3_PS_EVENT_PARMS_0, parm);
    ps_set(p, Q3_PS_EVENT_SEQUENCE, n + 1);
}

static struct vec3 viewer_place(const struct show *s)
{
    return demo_path(walk, COUNT(walk), s->t);
}

static struct vec3 viewer_look(const struct show *s)
{
    return demo_path(look, COUNT(look), s->t);
}

static struct vec3 viewer_muzzle(const struct show *s)
{
    return v_add(v_add(viewer_place(s), v_make(0, 0, 26)),
                 v_scale(demo_forward(viewer_look(s)), 14));
}

static void viewer_weapon(struct show *s)
{
    struct q3_player_state *p = &s->r.player;
    int firing = 0;
    int state = 0;
    if (show_between(s, 7.95, 9.05) || show_between(s, 15.95, 16.75)) {
        if (s->weapon == WP_MACHINEGUN) {
            firing = 1;
            state = 3;
            int beat = (int)(s->t * 20 + 0.5);
            if (beat % 2 == 0) {
                s->bullets--;
                viewer_event(s, EV_FIRE_WEAPON, 0);
                figure_torso(s, &s->viewer, ANIM_ATTACK, 0.3);
                shot_bullet(s, NUM_VIEWER, viewer_muzzle(s), demo_forward(viewer_look(s)),
                            beat % 6            ? -1
                            : s->t < flint_dies ? NUM_FLINT
                                                : NUM_MARA);
            }
        }
    }
    static const double changes[3][2] = {
        {9.15, WP_ROCKET}, {11.4, WP_MACHINEGUN}, {18.2, WP_ROCKET}};
    for (int i = 0; i < COUNT(changes); i++) {
        if (show_now(s, changes[i][0])) {
            viewer_event(s, EV_CHANGE_WEAPON, 0);
            figure_torso(s, &s->viewer, ANIM_DROP, 0.2);
        }
        if (show_now(s, changes[i][0] + 0.2)) {
            s->weapon = (int)changes[i][1];
            figure_torso(s, &s->viewer, ANIM_RAISE, 0.25);
        }
        state = show_between(s, changes[i][0], changes[i][0] + 0.2)          ? 2
                : show_between(s, changes[i][0] + 0.2, changes[i][0] + 0.45) ? 1
                                                                             : state;
    }
    static const double shots[] = {9.8, 12.6, 18.9, 19.7, 21.5};
    for (int i = 0; i < COUNT(shots); i++) {
        if (show_now(s, shots[i])) {
            int aimed = i == 0 ? NUM_FLINT : i == 3 ? NUM_MARA : -1;
            struct vec3 to =
                aimed == NUM_FLINT ? demo_path(flint_path, COUNT(flint_path), flint_dies)
                : aimed == NUM_MARA
                    ? demo_path(mara_path, COUNT(mara_path), mara_dies)
                    : v_add(viewer_muzzle(s), v_scale(demo_forward(viewer_look(s)), 100));
            s->rockets--;
            viewer_event(s, EV_FIRE_WEAPON, 0);
            figure_torso(s, &s->viewer, ANIM_ATTACK, 0.5);
            shot_rocket(s, viewer_muzzle(s), to, aimed);
        }
        if (show_between(s, shots[i], shots[i] + 0.3)) {
            firing = 1;
            state = 3;
        }
    }
    ps_set(p, Q3_PS_WEAPON, s->weapon);
    ps_set(p, Q3_PS_WEAPONSTATE, state);
    ps_set(p, Q3_PS_E_FLAGS, firing ? FL_FIRING : 0);
    p->ammo[WP_MACHINEGUN] = s->bullets;
    p->ammo[WP_ROCKET] = s->rockets;
}

static void viewer_move(struct show *s)
{
    struct q3_player_state *p = &s->r.player;
    struct vec3 at = viewer_place(s);
    struct vec3 angles = viewer_look(s);
    double step = RECORD_STEP / 1000.0;
    struct vec3 velocity =
        s->viewer.is_placed ? v_scale(v_sub(at, s->viewer.last), 1 / step) : v_make(0, 0, 0);
    double speed = sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    int direction = figure_direction(velocity, angles.y);
    int was_in_air = s->viewer.air >= 0;
    figure_check(s, "the viewer", at);
    figure_move(s, &s->viewer, velocity, direction, figure_floor(s, at), at.z);
    int in_air = s->viewer.air >= 0;
    if (show_now(s, pad_time)) {
        viewer_event(s, EV_JUMP_PAD, 0);
    }
    if (was_in_air && !in_air && s->t > landing_time - 0.3) {
        viewer_event(s, EV_FALL_SHORT, 0);
    }
    int bob = p->fields[Q3_PS_BOB_CYCLE];
    int moved = in_air || speed < 20 ? 0 : (int)(step * 1000 * (speed > 190 ? 0.4 : 0.3) + 0.5);
    if (moved && ((bob + 64) ^ (bob + moved + 64)) & 128) {
        viewer_event(s, EV_FOOTSTEP, 0);
    }
    ps_set(p, Q3_PS_BOB_CYCLE, (bob + moved) & 255);
    ps_set(p, Q3_PS_COMMAND_TIME, s->r.time);
    ps_float(p, Q3_PS_ORIGIN_0, at.x);
    ps_float(p, Q3_PS_ORIGIN_1, at.y);
    ps_float(p, Q3_PS_ORIGIN_2, at.z + 0.125);
    ps_float(p, Q3_PS_VELOCITY_0, velocity.x);
    ps_float(p, Q3_PS_VELOCITY_1, velocity.y);
    ps_float(p, Q3_PS_VELOCITY_2, velocity.z);
    double yaw = angles.y - 360 * mkb_floor(angles.y / 360 + 0.5);
    ps_float(p, Q3_PS_VIEWANGLES_0, angles.x);
    ps_float(p, Q3_PS_VIEWANGLES_1, yaw);
    ps_set(p, Q3_PS_MOVEMENT_DIR, direction);
    ps_set(p, Q3_PS_LEGS_ANIM, s->viewer.legs);
    ps_set(p, Q3_PS_TORSO_ANIM, s->viewer.torso);
    ps_set(p, Q3_PS_GROUND_ENTITY_NUM, in_air ? GROUND_NONE : GROUND_WORLD);
    p->stats[STAT_HEALTH] = s->health;
    p->stats[STAT_ARMOR] = s->armor;
    p->persistant[0] = s->score;
    p->powerups[1] = s->quad_until;
    s->viewer.last = at;
    s->viewer.is_placed = 1;
}

/* --- entities --------------------------------------------------------------------------------- */

static void take_item(struct show *s, const struct item *it)
{
    viewer_event(s, EV_ITEM_PICKUP, it->kind);
    switch (it->kind) {
    case ITEM_SHARD:
        s->armor += 5;
        break;
    case ITEM_ARMOR:
        s->armor += 50;
        break;
    case ITEM_HEALTH:
        s->health += 25;
        break;
    case ITEM_HEALTH_LARGE:
        s->health += 50;
        break;
    case ITEM_BULLETS:
        s->bullets += 50;
        break;
    case ITEM_ROCKETS:
        s->rockets += 5;
        break;
    default:
        s->quad_until = s->r.time + 30000;
        break;
    }
    s->health = s->health > 100 ? 100 : s->health;
}

static void place_items(struct show *s)
{
    for (int i = 0; i < COUNT(items); i++) {
        const double above_floor = 15;
        struct q3_entity_state *e = &s->r.entities[NUM_FIRST_ITEM + i];
        struct vec3 at = v_add(items[i].at, v_make(0, 0, above_floor));
        s->r.active[e->number] = true;
        es_set(e, Q3_ES_E_TYPE, ET_ITEM);
        es_set(e, Q3_ES_MODELINDEX, items[i].kind);
        es_place(e, at);
        es_float(e, Q3_ES_ORIGIN_0, at.x);
        es_float(e, Q3_ES_ORIGIN_1, at.y);
        es_float(e, Q3_ES_ORIGIN_2, at.z);
        es_set(e, Q3_ES_GROUND_ENTITY_NUM, GROUND_WORLD);
    }
}

static void move_items(struct show *s)
{
    const double comes_back = 6.5; /* sooner than in the game, so that it is seen */
    for (int i = 0; i < COUNT(items); i++) {
        struct q3_entity_state *e = &s->r.entities[NUM_FIRST_ITEM + i];
        if (items[i].taken > 0 && show_now(s, items[i].taken)) {
            take_item(s, &items[i]);
            es_set(e, Q3_ES_E_FLAGS, FL_NODRAW);
            es_set(e, Q3_ES_EVENT, 0);
        }
        if (items[i].taken > 0 && show_now(s, items[i].taken + comes_back) &&
            items[i].kind != ITEM_QUAD) {
            es_set(e, Q3_ES_E_FLAGS, 0);
            es_set(e, Q3_ES_EVENT, EV_ITEM_RESPAWN | 1 << 8);
        }
    }
}

static void place_movers(struct show *s)
{
    struct q3_entity_state *door = &s->r.entities[NUM_DOOR];
    s->r.active[NUM_DOOR] = true;
    es_set(door, Q3_ES_E_TYPE, ET_MOVER);
    es_set(door, Q3_ES_MODELINDEX, 1);
    es_set(door, Q3_ES_SOLID, SOLID_MODEL);
    struct q3_entity_state *push = &s->r.entities[NUM_PUSH];
    s->r.active[NUM_PUSH] = true;
    es_set(push, Q3_ES_E_TYPE, ET_PUSH);
    es_float(push, Q3_ES_ORIGIN2_0, 300);
    es_float(push, Q3_ES_ORIGIN2_1, 60);
    es_float(push, Q3_ES_ORIGIN2_2, 560);
}

/* Moves the door up or down by its height minus the lip. */
static void move_door(struct show *s)
{
    static const struct {
        double at, from, to;
    } moves[] = {{4.7, 0, 120}, {8.9, 120, 0}, {20, 0, 120}};
    const double seconds = 0.6;
    struct q3_entity_state *e = &s->r.entities[NUM_DOOR];
    for (int i = 0; i < COUNT(moves); i++) {
        if (show_now(s, moves[i].at)) {
            es_set(e, Q3_ES_POS_TR_TYPE, TR_LINEAR_STOP);
            es_set(e, Q3_ES_POS_TR_TIME, s->r.time);
            es_set(e, Q3_ES_POS_TR_DURATION, (int)(seconds * 1000));
            es_place(e, v_make(0, 0, moves[i].from));
            es_velocity(e, v_make(0, 0, (moves[i].to - moves[i].from) / seconds));
        }
        if (show_now(s, moves[i].at + seconds + 0.05)) {
            es_set(e, Q3_ES_POS_TR_TYPE, TR_STATIONARY);
            es_set(e, Q3_ES_POS_TR_TIME, 0);
            es_set(e, Q3_ES_POS_TR_DURATION, 0);
            es_place(e, v_make(0, 0, moves[i].to));
            es_velocity(e, v_make(0, 0, 0));
        }
    }
}

/* --- the others ------------------------------------------------------------------------------- */

static void obituary(struct show *s, int victim, int means)
{
    struct q3_entity_state *e = shot_spark(s, EV_OBITUARY, v_make(0, 0, 0), 0.3);
    es_set(e, Q3_ES_OTHER_ENTITY_NUM, victim);
    es_set(e, Q3_ES_OTHER_ENTITY_NUM2, NUM_VIEWER);
    es_set(e, Q3_ES_EVENT_PARM, means);
    s->r.player.persistant[0] = ++s->score; /* the viewer has moved already */
    char text[16];
    snprintf(text, sizeof text, "%d", s->score);
    record_configstring(&s->r, CS_SCORES1, text);
}

static void fire_bursts(struct show *s, int number, struct actor *a, double from, double to)
{
    struct q3_entity_state *e = &s->r.entities[number];
    int keep = e->fields[Q3_ES_E_FLAGS] & FL_TELEPORT;
    int fires = show_between(s, from, to);
    es_set(e, Q3_ES_E_FLAGS, keep | (fires ? FL_FIRING : 0));
    if (fires && (int)(s->t * 20 + 0.5) % 2 == 0) {
        struct vec3 muzzle = v_add(a->last, v_make(0, 0, 20));
        figure_event(e, a, EV_FIRE_WEAPON, 0);
        figure_torso(s, a, ANIM_ATTACK, 0.3);
        shot_bullet(s, number, muzzle,
                    v_unit(v_sub(v_add(viewer_place(s), v_make(0, 0, 14)), muzzle)), -1);
    }
}

static void play_flint(struct show *s)
{
    struct vec3 eye = v_add(viewer_place(s), v_make(0, 0, 26));
    struct q3_entity_state *e = &s->r.entities[NUM_FLINT];
    if (s->t < flint_path[0].t) {
        return;
    }
    if (s->t < flint_dies) {
        figure_act(s, NUM_FLINT, &s->flint, demo_path(flint_path, COUNT(flint_path), s->t), eye,
                   WP_MACHINEGUN);
        fire_bursts(s, NUM_FLINT, &s->flint, 8.25, 9.75);
        return;
    }
    if (s->t < flint_back) {
        figure_die(s, NUM_FLINT, &s->flint, s->flint.last, flint_dies);
        if (show_now(s, flint_dies)) {
            obituary(s, NUM_FLINT, MOD_ROCKET);
        }
        return;
    }
    if (show_now(s, flint_back)) { /* the corpse stays; the player spawns elsewhere */
        struct q3_entity_state *corpse = &s->r.entities[NUM_CORPSE];
        *corpse = *e;
        corpse->number = NUM_CORPSE;
        es_set(corpse, Q3_ES_EVENT, 0);
        es_set(corpse, Q3_ES_POS_TR_TYPE, TR_STATIONARY);
        s->r.active[NUM_CORPSE] = true;
        s->flint = (struct actor){
            .air = -1, .torso = ANIM_STAND, .legs = ANIM_IDLE, .events = s->flint.events};
        es_set(e, Q3_ES_E_FLAGS, FL_TELEPORT);
        struct q3_entity_state *in = shot_spark(s, EV_TELEPORT_IN, flint_again[0].p, 0.3);
        es_set(in, Q3_ES_CLIENT_NUM, NUM_FLINT);
    }
    struct vec3 p = demo_path(flint_again, COUNT(flint_again), s->t);
    struct vec3 ahead = demo_path(flint_again, COUNT(flint_again), s->t + 0.4);
    struct vec3 target = s->t < 14.4
                             ? v_add(p, v_make(0, 100, 26))
                             : v_add(v_add(ahead, v_scale(v_sub(ahead, p), 4)), v_make(0, 0, 26));
    figure_act(s, NUM_FLINT, &s->flint, p, target, WP_ROCKET);
    if (show_now(s, 13.6)) {
        figure_torso(s, &s->flint, ANIM_GESTURE, 2);
    }
}

static void play_mara(struct show *s)
{
    struct vec3 eye = v_add(viewer_place(s), v_make(0, 0, 26));
    if (s->t < mara_path[0].t) {
        return;
    }
    if (s->t >= mara_dies) {
        figure_die(s, NUM_MARA, &s->mara, s->mara.last, mara_dies);
        if (show_now(s, mara_dies)) {
            obituary(s, NUM_MARA, MOD_ROCKET);
        }
        return;
    }
    struct vec3 p = demo_path(mara_path, COUNT(mara_path), s->t);
    figure_act(s, NUM_MARA, &s->mara, p, eye, WP_ROCKET);
    static const double shots[] = {11.2, 12.0, 13.0, 17.5, 19.1};
    struct q3_entity_state *e = &s->r.entities[NUM_MARA];
    int fires = 0;
    for (int i = 0; i < COUNT(shots); i++) {
        fires |= show_between(s, shots[i], shots[i] + 0.2);
        if (show_now(s, shots[i])) {
            struct vec3 muzzle = v_add(p, v_make(0, 0, 22));
            struct vec3 aim = v_add(eye, v_make(i % 2 ? 60 : -70, i % 2 ? -50 : 40, -10));
            figure_event(e, &s->mara, EV_FIRE_WEAPON, 0);
            figure_torso(s, &s->mara, ANIM_ATTACK, 0.5);
            shot_rocket(s, muzzle, aim, -1);
        }
    }
    es_set(e, Q3_ES_E_FLAGS, fires ? FL_FIRING : 0);
}

/* --- before and between ----------------------------------------------------------------------- */

static void tell_gamestate(struct show *s)
{
    struct record *r = &s->r;
    char text[64];
    record_configstring(
        r, 0,
        "\\sv_hostname\\The Third "
        "Reel\\mapname\\reel3\\gamename\\baseq3\\protocol\\68\\g_gametype\\0"
        "\\sv_maxclients\\8\\timelimit\\10\\fraglimit\\20\\dmflags\\0\\version\\quakereel");
    record_configstring(r, 1, "\\sv_serverid\\1\\sv_fps\\20\\sv_pure\\0\\timescale\\1\\fs_game\\");
    record_configstring(r, 3, "The Third Reel");
    record_configstring(r, CS_SCORES1, "0");
    record_configstring(r, CS_SCORES2, "0");
    record_configstring(r, CS_VERSION, "baseq3-1");
    snprintf(text, sizeof text, "%d", start_msec - 2000);
    record_configstring(r, CS_LEVEL_START, text);
    char list[40];
    memset(list, '0', sizeof list);
    list[36] = '\0';
    for (int i = 0; i < COUNT(items); i++) {
        list[items[i].kind] = '1';
    }
    list[10] = '1'; /* the machinegun all players have */
    record_configstring(r, CS_ITEMS, list);
    static const char *const players[3][3] = {
        {"Ember", "sarge", "4"}, {"Flint", "sarge/blue", "5"}, {"Mara", "sarge/red", "2"}};
    for (int i = 0; i < 3; i++) {
        char info[200];
        snprintf(info, sizeof info,
                 "n\\%s\\t\\0\\model\\%s\\hmodel\\%s\\c1\\%s\\c2\\%s\\hc\\100\\w\\0\\l\\0",
                 players[i][0], players[i][1], players[i][1], players[i][2], players[i][2]);
        record_configstring(r, CS_PLAYERS + i, info);
    }
}

static void tell_news(struct show *s)
{
    static const struct {
        double at;
        const char *text;
    } news[] = {
        {0.3, "print \"Ember^7 entered the game\n\""},
        {6.4, "print \"Flint^7 entered the game\n\""},
        {9.0, "print \"Mara^7 entered the game\n\""},
        {13.8, "chat \"Flint^7: ^2well aimed\""},
        {16.9, "chat \"Mara^7: ^2up here, then\""},
        {21.6, "scores 3 2 0 0 2 24 1 0 0 62 0 0 0 0 0 0 0 1 0 31 1 0 0 14 0 0 0 0 0 0 0 2 0 40 1 "
               "0 0 9 0 0 0 0 0 0 0"},
    };
    for (int i = 0; i < COUNT(news); i++) {
        if (show_now(s, news[i].at)) {
            record_command(&s->r, "%s", news[i].text);
        }
    }
}

static void begin(struct show *s)
{
    record_begin(&s->r, start_msec);
    tell_gamestate(s);
    place_items(s);
    place_movers(s);
    s->weapon = WP_MACHINEGUN;
    s->health = 80;
    s->bullets = 100;
    s->rockets = 8;
    s->viewer.air = s->flint.air = s->mara.air = -1;
    s->viewer.legs = s->flint.legs = s->mara.legs = ANIM_IDLE;
    s->viewer.torso = s->flint.torso = s->mara.torso = ANIM_STAND;
    struct q3_player_state *p = &s->r.player;
    ps_set(p, Q3_PS_VIEWHEIGHT, 26);
    ps_set(p, Q3_PS_GRAVITY, 800);
    ps_set(p, Q3_PS_SPEED, 320);
    p->stats[STAT_WEAPONS] = 1 << 1 | 1 << WP_MACHINEGUN | 1 << WP_ROCKET;
    p->stats[STAT_MAX_HEALTH] = 100;
    p->ammo[1] = -1;
    record_start(&s->r);
}

void show_add(struct pk3_out *pk3, const struct level *world)
{
    struct show *s = mkb_alloc(1, sizeof *s);
    s->world = world;
    begin(s);
    const int steps = (int)(end_time * 1000) / RECORD_STEP;
    for (int i = 0; i <= steps; i++) {
        s->t = i * (RECORD_STEP / 1000.0);
        shot_end_sparks(s);
        shot_fly(s);
        move_door(s);
        move_items(s);
        viewer_move(s);
        play_flint(s);
        play_mara(s);
        viewer_weapon(s);
        tell_news(s);
        record_snapshot(&s->r);
    }
    record_end(&s->r, pk3_out_add(pk3, "demos/demo5.dm_68"));
    free(s);
}
