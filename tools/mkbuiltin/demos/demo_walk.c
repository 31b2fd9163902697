/* demo1: hall, corridor, pool, lift, balcony, courtyard and the way back, with a fight in each. */
#include "tools/mkbuiltin/demos/demo.h"
#include "tools/mkbuiltin/demos/demos.h"
#include "tools/mkbuiltin/reel.h"

#include <stdlib.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

enum {
    RATE = 36,
    ENT_PLAYER = 1,
    ENT_DOOR,
    ENT_LIFT,
    ENT_GRUNT1,
    ENT_GRUNT2,
    ENT_GRUNT3,
    ENT_GRUNT4,
    ENT_ARMOR,
    ENT_QUAD,
    ENT_HEALTH,
    ENT_GREENPIECE, /* a tracer from the lava */
    ENT_SHOTS,      /* first projectile */
};

static const double start_time = 1.2;
static const double end_time = 40;

/* Places of the player's origin (24 above the feet). */
static const struct demo_key walk[] = {
    {0.0, {256, 56, 56}},      {1.0, {256, 58, 56}},     {1.6, {256, 96, 42}},
    {2.2, {254, 150, 24}},     {4.2, {236, 232, 24}},    {5.2, {246, 340, 24}},
    {6.4, {256, 540, 24}},     {7.1, {256, 690, 24}},    {7.5, {256, 752, 24}},
    {8.9, {256, 976, 88}},     {9.5, {256, 1010, 88}},   {10.5, {256, 1040, 88}},
    {11.2, {256, 1130, 88}},   {11.6, {256, 1186, 95}},  {12.6, {256, 1300, 96}},
    {13.9, {257, 1420, 96}},   {14.4, {262, 1468, 96}},  {14.9, {292, 1482, 92}},
    {15.3, {318, 1490, 20}},   {15.8, {334, 1496, -42}}, {16.8, {352, 1494, -58}},
    {17.6, {378, 1470, -30}},  {18.3, {412, 1436, 46}},  {18.9, {456, 1410, 97}},
    {19.4, {506, 1408, 89}},   {20.2, {600, 1408, 88}},  {20.9, {688, 1408, 88}},
    {21.6, {690, 1408, 88}},   {24.0, {690, 1408, 280}}, {24.6, {700, 1408, 280}},
    {25.4, {800, 1406, 280}},  {26.2, {868, 1392, 280}}, {26.8, {898, 1364, 280}},
    {28.8, {898, 1336, 280}},  {29.5, {894, 1278, 280}}, {29.9, {928, 1264, 279}},
    {31.2, {1190, 1264, 105}}, {31.6, {1200, 1214, 88}}, {32.2, {1182, 1110, 88}},
    {33.0, {1176, 1010, 88}},  {34.4, {1190, 950, 88}},  {35.0, {1238, 890, 88}},
    {35.6, {1248, 800, 88}},   {36.8, {1246, 560, 88}},  {37.4, {1226, 450, 88}},
    {37.9, {1150, 416, 88}},   {38.4, {1010, 416, 88}},  {39.4, {700, 416, 30}},
    {40.0, {560, 416, 24}},
};

/* View angles: pitch (down positive), yaw. */
static const struct demo_key look[] = {
    {0.0, {4, 78, 0}},    {0.9, {-4, 104, 0}},  {1.7, {0, 92, 0}},    {2.6, {-1, 90, 0}},
    {4.4, {0, 92, 0}},    {5.2, {-6, 70, 0}},   {6.0, {2, 88, 0}},    {7.2, {2, 90, 0}},
    {8.1, {-4, 104, 0}},  {9.2, {0, 90, 0}},    {11.2, {2, 90, 0}},   {11.9, {3, 70, 0}},
    {12.5, {0, 66, 0}},   {13.6, {1, 58, 0}},   {14.3, {14, 34, 0}},  {14.9, {28, 26, 0}},
    {15.5, {12, 10, 0}},  {16.2, {4, -30, 0}},  {16.9, {-8, -46, 0}}, {17.7, {-18, -40, 0}},
    {18.5, {-8, -22, 0}}, {19.2, {0, 0, 0}},    {20.4, {0, 0, 0}},    {21.3, {-6, 40, 0}},
    {22.2, {-24, 10, 0}}, {23.2, {-12, -6, 0}}, {24.2, {0, 0, 0}},    {25.6, {4, -8, 0}},
    {26.3, {12, 2, 0}},   {26.9, {27, 9, 0}},   {27.6, {29, 13, 0}},  {28.5, {27, 15, 0}},
    {29.3, {10, -34, 0}}, {29.9, {16, -4, 0}},  {30.9, {10, -10, 0}}, {31.6, {-6, -20, 0}},
    {32.2, {0, -36, 0}},  {32.8, {0, -24, 0}},  {34.2, {-1, -4, 0}},  {34.9, {0, -70, 0}},
    {35.6, {0, -92, 0}},  {36.7, {2, -92, 0}},  {37.4, {0, -150, 0}}, {37.9, {2, -180, 0}},
    {40.0, {0, -180, 0}},
};

static const struct demo_key grunt1_path[] = {
    {1.2, {262, 604, 24}}, {2.8, {250, 470, 24}}, {3.4, {232, 440, 24}}, {4.6, {236, 430, 24}}};
static const struct demo_key grunt2_path[] = {{10, {470, 1560, 88}},
                                              {11.8, {420, 1636, 88}},
                                              {12.6, {384, 1652, 88}},
                                              {13.8, {376, 1650, 88}}};
static const struct demo_key grunt3_path[] = {{24, {1420, 1440, 88}},
                                              {25.6, {1310, 1410, 88}},
                                              {26.6, {1250, 1460, 88}},
                                              {27.8, {1236, 1442, 88}}};
static const struct demo_key grunt4_path[] = {{29, {1470, 1440, 88}},
                                              {30, {1590, 1290, 88}},
                                              {31.4, {1584, 1080, 88}},
                                              {32.4, {1470, 990, 88}},
                                              {34, {1440, 972, 88}}};

static const struct demo_actor grunts[4] = {
    {ENT_GRUNT1, grunt1_path, COUNT(grunt1_path), 0, 4.5, -1, {2.9, 3.7}, {3.25, 4.0}, 0},
    {ENT_GRUNT2, grunt2_path, COUNT(grunt2_path), 0, 13.7, -1, {12.3, 13.1}, {12.9, 13.35}, 0},
    {ENT_GRUNT3, grunt3_path, COUNT(grunt3_path), 0, 28.2, 28.2, {26.2, 27.0}, {27.75}, 0},
    {ENT_GRUNT4, grunt4_path, COUNT(grunt4_path), 0, 33.9, -1, {31.6, 32.2}, {32.8, 33.2, 33.6}, 0},
};

struct show {
    struct demo d;
    double t, step;
    struct vec3 eye, aim; /* the player's */
    int health, armor, items;
    int weapon, weapon_item;
    double last_fire;
    struct demo_shots shots;
};

static struct vec3 place(int entity, const struct show *s)
{
    return s->d.entities[entity].origin;
}

static int now(const struct show *s, double when)
{
    return demo_now(s->t, s->step, when);
}

static void place_entity(struct show *s, int number, int model, double x, double y, double z)
{
    struct demo_entity *e = &s->d.entities[number];
    e->active = 1;
    e->model = model;
    e->origin = v_make(x, y, z);
}

static void place_entities(struct show *s)
{
    place_entity(s, ENT_PLAYER, MODEL_PLAYER, 256, 56, 56);
    s->d.entities[ENT_PLAYER].colormap = 1;
    place_entity(s, ENT_DOOR, MODEL_DOOR, 0, 0, 0);
    place_entity(s, ENT_LIFT, MODEL_LIFT, 0, 0, 0);
    for (int i = 0; i < 4; i++) {
        struct vec3 p = grunts[i].path[0].p;
        place_entity(s, grunts[i].entity, MODEL_GRUNT, p.x, p.y, p.z);
    }
    place_entity(s, ENT_ARMOR, MODEL_ARMOR, 256, 440, 0);
    place_entity(s, ENT_QUAD, MODEL_QUAD, 870, 1384, 256);
    place_entity(s, ENT_HEALTH, MODEL_HEALTH, 240, 684, 0);
    place_entity(s, ENT_GREENPIECE, MODEL_W_SPIKE, 1376, 1216, 60);
    for (int i = 1; i <= ENT_GREENPIECE; i++) {
        demo_baseline(&s->d, i);
    }
    s->d.entities[ENT_GREENPIECE].active = 0;
}

static void fly(struct show *s, struct demo_shot shot)
{
    demo_launch(&s->shots, shot, ENT_SHOTS, s->t);
}

static void fire(struct show *s, int sound)
{
    s->last_fire = s->t;
    demo_sound(&s->d, ENT_PLAYER, 1, sound, place(ENT_PLAYER, s));
}

static struct vec3 muzzle(const struct show *s)
{
    return v_add(s->eye, v_add(v_scale(demo_forward(s->aim), 14), v_make(0, 0, -8)));
}

/* Traces the view line until it hits a solid. */
static struct vec3 aim_point(const struct show *s, struct vec3 dir)
{
    struct vec3 p = s->eye;
    for (int i = 0; i < 400; i++) {
        struct vec3 next = v_add(p, v_scale(dir, 4));
        if (level_contents_at(s->d.world, next) == CONTENTS_SOLID) {
            break;
        }
        p = next;
    }
    return p;
}

static void blood(struct show *s, struct vec3 at, int count)
{
    struct vec3 back = v_scale(demo_forward(s->aim), -2);
    demo_particles(&s->d, at, back, 73, count);
}

static void shotgun(struct show *s, int target)
{
    fire(s, SOUND_SHOTGUN);
    for (int i = 0; i < 6; i++) {
        double dy = (noise_unit(i, (int)(s->t * 100), 1) - 0.5) * 7;
        double dp = (noise_unit(i, (int)(s->t * 100), 2) - 0.5) * 5;
        if (target && i % 2 == 0) {
            struct vec3 at = v_add(place(target, s), v_make(dy * 1.5, dp * 2, 6 + dp * 2));
            blood(s, at, 12);
        } else {
            struct vec3 dir = demo_forward(v_add(s->aim, v_make(dp, dy, 0)));
            demo_point_effect(&s->d, NQ_TE_GUNSHOT, aim_point(s, dir));
        }
    }
}

static void nail(struct show *s, int target, int i)
{
    fire(s, SOUND_NAIL);
    struct vec3 dir =
        demo_forward(v_add(s->aim, v_make((i % 3 - 1) * 1.2, (i % 2 ? 1 : -1) * 0.8, 0)));
    struct vec3 to = target ? v_add(place(target, s), v_make(0, 0, 6 + i % 4)) : aim_point(s, dir);
    struct vec3 from = v_add(muzzle(s), v_make(i % 2 ? 2 : -2, 0, 0));
    struct demo_shot shot = {s->t,
                             v_length(v_sub(to, from)) / 1000,
                             from,
                             to,
                             0,
                             MODEL_SPIKE,
                             0,
                             0,
                             target  ? -1
                             : i % 3 ? NQ_TE_SPIKE
                                     : NQ_TE_SUPERSPIKE};
    fly(s, shot);
    if (target) {
        blood(s, to, 9);
    }
}

static void rocket(struct show *s, struct vec3 to)
{
    fire(s, SOUND_ROCKET);
    struct vec3 from = muzzle(s);
    struct demo_shot shot = {
        s->t, v_length(v_sub(to, from)) / 900, from, to, 0, MODEL_MISSILE, 0, 1, NQ_TE_EXPLOSION};
    fly(s, shot);
}

static void select_weapon(struct show *s, int model, int item)
{
    s->weapon = model;
    s->weapon_item = item;
    s->items |= item;
}

static void take(struct show *s, int entity, const char *text, int sound)
{
    s->d.entities[entity].active = 0;
    demo_print(&s->d, text);
    demo_sound(&s->d, ENT_PLAYER, 3, sound, place(ENT_PLAYER, s));
    demo_flash(&s->d);
}

static void hurt(struct show *s, int from, int amount)
{
    int saved = s->armor ? amount / 3 : 0;
    s->armor -= saved;
    s->health -= amount - saved;
    demo_damage(&s->d, saved, amount - saved, place(from, s));
    demo_sound(&s->d, ENT_PLAYER, 2, SOUND_PAIN, place(ENT_PLAYER, s));
}

static void death(struct show *s, int entity, const char *text)
{
    demo_sound(&s->d, entity, 2, SOUND_DEATH, place(entity, s));
    demo_simple(&s->d, NQ_KILLEDMONSTER);
    demo_print(&s->d, text);
    s->d.client.ammo_counts[0]++;
}

/* Fights, in the order of the walk. */

static void act_hall(struct show *s)
{
    if (now(s, 0.4)) {
        demo_text(&s->d, NQ_CENTERPRINT, "Welcome to the Reel");
    }
    if (now(s, 2.95)) {
        hurt(s, ENT_GRUNT1, 9);
    }
    if (now(s, 3.25) || now(s, 4.0) || now(s, 4.5)) {
        shotgun(s, ENT_GRUNT1);
    }
    if (now(s, 4.55)) {
        death(s, ENT_GRUNT1, "A grunt is down\n");
    }
    if (now(s, 5.75)) {
        s->armor = 100;
        s->items |= IT_ARMOR1;
        take(s, ENT_ARMOR, "You got armor\n", SOUND_ARMOR);
    }
    if (now(s, 6.4)) {
        shotgun(s, 0);
    }
    if (now(s, 7.05)) {
        s->health = 100;
        take(s, ENT_HEALTH, "You receive 15 health\n", SOUND_ITEM);
    }
    if (now(s, 7.7)) {
        demo_lightstyle(&s->d, REEL_STYLE_SWITCH, "m");
        demo_text(&s->d, NQ_CENTERPRINT, "The lamps come on");
    }
}

static void act_pool(struct show *s)
{
    if (now(s, 8.5)) {
        demo_sound(&s->d, ENT_DOOR, 2, SOUND_DOOR, v_make(256, 1072, 128));
    }
    if (now(s, 11.5)) {
        select_weapon(s, MODEL_V_NAIL, IT_NAILGUN);
    }
    for (int i = 0; i < 14; i++) {
        if (now(s, 12.2 + i * 0.11)) {
            nail(s, i == 4 || i == 6 || i == 10 || i == 12 || i == 13 ? ENT_GRUNT2 : 0, i);
        }
    }
    if (now(s, 13.15)) {
        hurt(s, ENT_GRUNT2, 12);
    }
    if (now(s, 13.75)) {
        death(s, ENT_GRUNT2, "A grunt was nailed\n");
    }
    if (now(s, 15.25)) {
        demo_sound(&s->d, ENT_PLAYER, 4, SOUND_SPLASH, place(ENT_PLAYER, s));
    }
    for (int i = 0; i < 5; i++) {
        /* Bubbles rise from the swimmer. */
        if (now(s, 15.6 + i * 0.4)) {
            struct vec3 from = v_add(place(ENT_PLAYER, s), v_make(34, -12 + 6 * i, 0));
            struct vec3 to = v_make(from.x + 4, from.y, REEL_WATER_LEVEL);
            struct demo_shot shot = {s->t, (to.z - from.z) / 60, from, to, 0, MODEL_BUBBLE, 0, 0,
                                     -1};
            fly(s, shot);
        }
    }
    if (now(s, 21.6) || now(s, 24.0)) {
        demo_sound(&s->d, ENT_LIFT, 2, SOUND_LIFT, v_make(688, 1408, 64));
    }
}

static void throw_gibs(struct show *s, struct vec3 at)
{
    for (int i = 0; i < 5; i++) {
        double a = i * 1.3 + 0.4;
        struct vec3 to = v_add(at, v_make(120 * mkb_cos(a), 110 * mkb_sin(a), -22));
        struct demo_shot shot = {s->t, 1.0 + 0.1 * i, at, to, 800, MODEL_GIB, 0, 0, -1};
        fly(s, shot);
    }
}

static void act_balcony(struct show *s)
{
    if (now(s, 26.05)) {
        s->items |= IT_QUAD;
        take(s, ENT_QUAD, "You got the Quad Damage\n", SOUND_QUAD);
        demo_text(&s->d, NQ_CENTERPRINT, "Quad Damage!");
    }
    if (now(s, 24.4)) {
        select_weapon(s, MODEL_V_ROCK, IT_ROCKET_LAUNCHER);
    }
    if (now(s, 26.4)) {
        hurt(s, ENT_GRUNT3, 8);
    }
    if (now(s, 27.1)) {
        rocket(s, v_make(1290, 1396, 68));
        struct demo_shot grenade = {
            s->t, 1.3, place(ENT_GRUNT3, s), v_make(1010, 1420, 68), 500, MODEL_GRENADE,
            0,    1,   NQ_TE_EXPLOSION};
        fly(s, grenade);
    }
    if (now(s, 27.82)) {
        rocket(s, v_make(1236, 1442, 88));
    }
    if (now(s, 28.2)) {
        throw_gibs(s, v_make(1236, 1442, 100));
        death(s, ENT_GRUNT3, "A grunt was gibbed\n");
        demo_particles(&s->d, v_make(1236, 1442, 100), v_make(0, 0, 4), 73, 80);
    }
    if (now(s, 28.65)) {
        rocket(s, aim_point(s, demo_forward(s->aim)));
    }
}

static void act_courtyard(struct show *s)
{
    if (now(s, 30.3)) {
        demo_point_effect(&s->d, NQ_TE_LAVASPLASH, v_make(1376, 1080, 56));
        struct demo_shot spark = {
            s->t, 1.4, v_make(1376, 1090, 60), v_make(1300, 960, 64), 700, MODEL_W_SPIKE,
            0,    0,   NQ_TE_WIZSPIKE};
        fly(s, spark);
    }
    if (now(s, 31.2)) {
        select_weapon(s, MODEL_V_NAIL, IT_LIGHTNING);
    }
    if (now(s, 31.7)) {
        hurt(s, ENT_GRUNT4, 10);
    }
    if (s->t > 32.5 && s->t < 33.9) {
        struct vec3 to = v_add(place(ENT_GRUNT4, s), v_make(0, 0, 8));
        demo_beam(&s->d, NQ_TE_LIGHTNING2, ENT_PLAYER,
                  v_add(place(ENT_PLAYER, s), v_make(0, 0, 16)), to);
        if ((int)(s->t * RATE) % 4 == 0) {
            fire(s, SOUND_LIGHTNING);
            demo_particles(&s->d, to, v_make(0, 0, 1), 225, 20);
        }
    }
    if (now(s, 33.95)) {
        death(s, ENT_GRUNT4, "A grunt was struck by lightning\n");
    }
    if (now(s, 34.6)) {
        s->items &= ~IT_QUAD;
        demo_print(&s->d, "Quad Damage is wearing off\n");
        demo_point_effect(&s->d, NQ_TE_TELEPORT, v_make(1380, 930, 88));
        demo_sound(&s->d, ENT_PLAYER, 0, SOUND_TELEPORT, v_make(1380, 930, 88));
    }
    if (now(s, 36.3)) {
        demo_simple(&s->d, NQ_FOUNDSECRET);
        demo_sound(&s->d, ENT_PLAYER, 0, SOUND_SECRET, place(ENT_PLAYER, s));
        demo_text(&s->d, NQ_CENTERPRINT, "You found a secret passage!");
    }
    for (int i = 0; i < 8; i++) {
        if (now(s, 38.5 + i * 0.11)) {
            nail(s, 0, i);
        }
    }
    if (now(s, 39.2)) {
        demo_text(&s->d, NQ_CENTERPRINT, "The End");
    }
}

static void move_scenery(struct show *s)
{
    static const struct demo_key door[] = {
        {8.5, {0, 0, 0}}, {9.9, {0, 0, 120}}, {13.6, {0, 0, 120}}, {14.8, {0, 0, 0}}};
    static const struct demo_key lift[] = {
        {21.6, {0, 0, 0}}, {24.0, {0, 0, 192}}, {27.0, {0, 0, 192}}, {29.4, {0, 0, 0}}};
    struct demo *d = &s->d;
    d->entities[ENT_DOOR].origin = demo_path(door, COUNT(door), s->t);
    d->entities[ENT_LIFT].origin = demo_path(lift, COUNT(lift), s->t);
    d->entities[ENT_QUAD].effects = EF_DIMLIGHT;
    for (int i = 0; i < 4; i++) {
        demo_act(d, &grunts[i], place(ENT_PLAYER, s), s->t, s->step);
        for (int k = 0; grunts[i].shots[k] > 0; k++) {
            if (now(s, grunts[i].shots[k])) {
                demo_sound(d, grunts[i].entity, 1, SOUND_SHOTGUN, place(grunts[i].entity, s));
            }
        }
    }
    for (int i = 0; i < s->shots.count; i++) {
        demo_fly(d, &s->shots.list[i], s->t, s->step);
    }
}

/* Status bar numbers, weapon frame, punch and velocity. */
static void fill_client(struct show *s, struct vec3 velocity, int wet)
{
    struct nq_clientdata *c = &s->d.client;
    double since = s->t - s->last_fire;
    int frame = since < 0.6 ? 1 + (int)(since * 10) : 0;
    c->items = (uint32_t)s->items;
    c->weapon_model = (uint8_t)s->weapon;
    c->weapon_frame = (uint8_t)(frame > 6 ? 0 : frame);
    c->active_weapon = (uint8_t)s->weapon_item;
    c->health = (int16_t)s->health;
    c->armor = (uint8_t)s->armor;
    int slot = s->weapon_item == IT_NAILGUN           ? 1
               : s->weapon_item == IT_ROCKET_LAUNCHER ? 2
               : s->weapon_item == IT_LIGHTNING       ? 3
                                                      : 0;
    static const int ammo_items[4] = {IT_SHELLS, IT_NAILS, IT_ROCKETS, IT_CELLS};
    s->items &= ~(IT_SHELLS | IT_NAILS | IT_ROCKETS | IT_CELLS);
    s->items |= ammo_items[slot];
    if (since < s->step * 0.5 && c->ammo_counts[slot]) {
        c->ammo_counts[slot]--;
    }
    c->ammo = c->ammo_counts[slot];
    c->view_height = 22;
    c->punch[0] = since < 0.2 ? (int8_t)(-2 + (int)(since * 10)) : 0;
    for (int i = 0; i < 3; i++) {
        c->velocity[i] = (int8_t)mkb_clamp(v_get(velocity, i) / 16, -100, 100);
    }
    c->mask = wet ? NQ_SU_INWATER : NQ_SU_ONGROUND;
}

static void one_update(struct show *s)
{
    struct demo *d = &s->d;
    struct demo_entity *me = &d->entities[ENT_PLAYER];
    struct vec3 at = demo_path(walk, COUNT(walk), s->t);
    struct vec3 before = demo_path(walk, COUNT(walk), s->t - s->step);
    struct vec3 velocity = v_scale(v_sub(at, before), 1 / s->step);
    int wet = level_contents_at(d->world, at) == CONTENTS_WATER;
    me->origin = at;
    s->aim = demo_path(look, COUNT(look), s->t);
    s->eye = v_add(at, v_make(0, 0, 22));
    d->time = start_time + s->t;
    d->view_angles = s->aim;
    me->angles = v_make(-s->aim.x / 3, s->aim.y, 0);
    me->frame = 0;
    act_hall(s);
    act_pool(s);
    act_balcony(s);
    act_courtyard(s);
    me->effects = s->t - s->last_fire < 0.06 ? EF_MUZZLEFLASH : 0;
    me->effects |= s->items & IT_QUAD ? EF_DIMLIGHT : 0;
    move_scenery(s);
    fill_client(s, velocity, wet);
    demo_update(d);
}

void demos_add_walk(struct pak_out *pak, const struct level *world)
{
    static const char *const players[1][2] = {{"ranger", "em"}};
    struct show *s = mkb_alloc(1, sizeof *s);
    demo_begin(&s->d, world, -1);
    s->step = 1.0 / RATE;
    s->health = 100;
    s->items = IT_SHOTGUN | IT_AXE | IT_SHELLS;
    s->last_fire = -10;
    select_weapon(s, MODEL_V_SHOT, IT_SHOTGUN);
    const uint8_t ammo[4] = {25, 60, 12, 40};
    for (int i = 0; i < 4; i++) {
        s->d.client.ammo_counts[i] = ammo[i];
    }
    place_entities(s);
    s->d.time = start_time;
    s->d.view_angles = look[0].p;
    demo_signon(&s->d, 1, 0, "The Reel", players);
    demo_lightstyle(&s->d, REEL_STYLE_SWITCH, "b");
    for (int i = 0; (double)i / RATE <= end_time; i++) {
        s->t = (double)i / RATE;
        one_update(s);
    }
    demo_simple(&s->d, NQ_DISCONNECT);
    demo_flush(&s->d);
    demo_end(&s->d, pak_out_add(pak, "demo1.dem"));
    free(s);
}
