/* Two players in the courtyard; the ranking at the end. demo2 sees them by cameras, demo3
 * (QuakeWorld) through the eyes of one, demo4 (QuakeWorld) from where its viewer likes. */
#include "tools/mkbuiltin/demos/demo_quakeworld.h"
#include "tools/mkbuiltin/demos/demos.h"
#include "tools/mkbuiltin/models.h"
#include "tools/mkbuiltin/reel.h"

#include <stdlib.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

enum {
    RATE = 20,
    QUAKEWORLD_RATE = 36,
    ENT_RED = 1,
    ENT_BLUE,
    ENT_DOOR = 5,
    ENT_LIFT,
    ENT_CAMERA,
    ENT_QUAD,
    ENT_ARMOR,
    ENT_SHOTS,
};

static const double start_time = 20;
static const double fight_end = 24;
static const double end_time = 27;

static const struct demo_key red_path[] = {
    {0, {900, 1400, 280}},    {1.2, {880, 1290, 280}},  {1.8, {940, 1264, 270}},
    {3.0, {1190, 1264, 105}}, {3.6, {1180, 1160, 88}},  {4.6, {1210, 1000, 88}},
    {5.6, {1330, 950, 88}},   {6.6, {1480, 980, 88}},   {7.8, {1600, 1090, 88}},
    {9.0, {1610, 1250, 88}},  {10.4, {1560, 1400, 88}}, {11.6, {1420, 1480, 88}},
    {12.8, {1260, 1480, 88}}, {14, {1150, 1420, 88}},   {15.4, {1080, 1360, 88}},
    {16.4, {1120, 1440, 88}}, {17.6, {1240, 1520, 88}}, {18.2, {1250, 1524, 88}}};
static const struct demo_key blue_path[] = {{0, {1500, 1480, 88}},   {1.5, {1600, 1360, 88}},
                                            {3.0, {1600, 1200, 88}}, {4.2, {1580, 1060, 88}},
                                            {5.2, {1480, 980, 88}},  {6.2, {1560, 1110, 88}},
                                            {7.4, {1590, 1260, 88}}, {8.4, {1530, 1400, 88}},
                                            {9.2, {1430, 1480, 88}}, {9.5, {1424, 1484, 88}}};
static const struct demo_key blue_again[] = {
    {12, {1248, 920, 88}},    {13, {1180, 980, 88}},   {14.4, {1120, 1100, 88}},
    {15.6, {1150, 1160, 88}}, {17, {1180, 1080, 88}},  {18.4, {1250, 990, 88}},
    {20, {1370, 950, 88}},    {21.4, {1490, 990, 88}}, {24, {1600, 1180, 88}}};
static const struct demo_key red_again[] = {
    {20.4, {1460, 1480, 88}}, {21.6, {1560, 1400, 88}}, {24, {1610, 1290, 88}}};

static const struct demo_actor actors[] = {
    {ENT_RED,
     red_path,
     COUNT(red_path),
     0,
     18.1,
     20.4,
     {2.2, 3.1, 4.4, 5.0, 6.1, 7.3, 8.2, 9.1, 13.6, 14.6, 15.6, 16.8},
     {6.5, 14.3, 17.2},
     0},
    {ENT_BLUE,
     blue_path,
     COUNT(blue_path),
     0,
     9.45,
     12,
     {1.8, 2.8, 3.8, 4.8, 6.4, 7.0, 8.0, 8.8},
     {3.4, 5.3, 8.4},
     0},
    {ENT_BLUE,
     blue_again,
     COUNT(blue_again),
     12,
     -1,
     -1,
     {13.2, 14.0, 15.0, 16.2, 17.0, 17.8, 22.2, 23.0},
     {15.8},
     0},
    {ENT_RED, red_again, COUNT(red_again), 20.4, -1, -1, {22.6, 23.4}, {22.4}, 0},
};

/* A camera shot: path and target. follow: entity to look at; 0 = a point. */
struct camera {
    double from;
    struct demo_key path[3];
    int follow;
    struct vec3 point;
};
static const struct camera cameras[] = {
    {0,
     {{0, {1560, 900, 420}}, {2.5, {1380, 900, 330}}, {5, {1130, 940, 260}}},
     0,
     {1290, 1250, 150}},
    {5,
     {{5, {1300, 1080, 150}}, {7, {1340, 1020, 170}}, {9, {1390, 1060, 190}}},
     ENT_BLUE,
     {0, 0, 0}},
    {8.4,
     {{8.4, {1300, 1540, 120}}, {10, {1310, 1545, 140}}, {11.9, {1330, 1550, 200}}},
     ENT_BLUE,
     {0, 0, 0}},
    {11.9,
     {{11.9, {1130, 880, 110}}, {13.5, {1110, 900, 150}}, {15, {1060, 960, 210}}},
     ENT_BLUE,
     {0, 0, 0}},
    {15,
     {{15, {890, 1250, 330}}, {16.8, {960, 1300, 320}}, {18.6, {1040, 1400, 260}}},
     ENT_RED,
     {0, 0, 0}},
    {20.4,
     {{20.4, {1660, 1240, 380}}, {22, {1640, 1120, 300}}, {24, {1560, 1010, 200}}},
     0,
     {1500, 1300, 100}},
};

struct duel {
    struct demo d;
    double t, step;
    struct demo_shots shots;
    int frags[2];
    double fired[2]; /* when each shot last */
};

static int now(const struct duel *s, double when)
{
    return demo_now(s->t, s->step, when);
}

static void place_entity(struct duel *s, int number, int model, struct vec3 at, int colormap)
{
    struct demo_entity *e = &s->d.entities[number];
    e->active = 1;
    e->model = model;
    e->origin = at;
    e->colormap = colormap;
}

static void place_entities(struct duel *s)
{
    for (int i = 1; i <= 4; i++) {
        place_entity(s, i, MODEL_PLAYER, v_make(0, 0, 0), i);
        s->d.entities[i].active = i <= 2;
    }
    place_entity(s, ENT_DOOR, MODEL_DOOR, v_make(0, 0, 0), 0);
    place_entity(s, ENT_LIFT, MODEL_LIFT, v_make(0, 0, 192), 0);
    place_entity(s, ENT_CAMERA, MODEL_SPIKE, cameras[0].path[0].p, 0);
    place_entity(s, ENT_QUAD, MODEL_QUAD, v_make(1248, 1480, 64), 0);
    place_entity(s, ENT_ARMOR, MODEL_ARMOR, v_make(1480, 980, 64), 0);
    s->d.entities[ENT_ARMOR].skin = 2;
    s->d.entities[ENT_CAMERA].active = !s->d.quakeworld;
    for (int i = 1; i < ENT_SHOTS; i++) {
        demo_baseline(&s->d, i);
    }
}

static void fly(struct duel *s, struct demo_shot shot)
{
    demo_launch(&s->shots, shot, ENT_SHOTS, s->t);
}

/* Every third trigger of an actor is a rocket, the others are nails with a hit on the wall behind.
 */
static void shoot(struct duel *s, const struct demo_actor *a, int index)
{
    struct demo *d = &s->d;
    int enemy = a->entity == ENT_RED ? ENT_BLUE : ENT_RED;
    struct vec3 from = v_add(d->entities[a->entity].origin, v_make(0, 0, 8));
    struct vec3 at = d->entities[enemy].origin;
    struct vec3 dir = v_unit(v_sub(at, from));
    from = v_add(from, v_scale(dir, 20));
    if (index % 3 != 1) {
        struct vec3 to = v_add(at, v_make((noise_unit(index, 1, a->entity) - 0.5) * 90,
                                          (noise_unit(index, 2, a->entity) - 0.5) * 90, -22));
        struct demo_shot shot = {
            s->t,           v_length(v_sub(to, from)) / 900, from, to, 0, MODEL_MISSILE, 0, 1,
            NQ_TE_EXPLOSION};
        fly(s, shot);
        demo_sound(d, a->entity, 1, SOUND_ROCKET, from);
        return;
    }
    for (int i = 0; i < 3; i++) {
        struct vec3 to = v_add(at, v_make(i * 8 - 8, 4 - i * 3, 4 * i));
        struct demo_shot shot = {s->t + i * 0.1,
                                 v_length(v_sub(to, from)) / 1000,
                                 from,
                                 to,
                                 0,
                                 MODEL_SPIKE,
                                 0,
                                 0,
                                 i == 1 ? NQ_TE_SPIKE : NQ_TE_SUPERSPIKE};
        fly(s, shot);
    }
    demo_sound(d, a->entity, 1, SOUND_NAIL, from);
}

static void play_actors(struct duel *s)
{
    for (int i = 0; i < COUNT(actors); i++) {
        const struct demo_actor *a = &actors[i];
        if (s->t < a->born || (a->gone > 0 && s->t >= a->gone)) {
            continue;
        }
        int enemy = a->entity == ENT_RED ? ENT_BLUE : ENT_RED;
        demo_act(&s->d, a, s->d.entities[enemy].origin, s->t, s->step);
        struct demo_entity *e = &s->d.entities[a->entity];
        for (int k = 0; k < 16 && a->shots[k] > 0; k++) {
            if (now(s, a->shots[k])) {
                shoot(s, a, k);
            }
        }
        for (int k = 0; k < 8 && a->pains[k] > 0; k++) {
            if (now(s, a->pains[k])) {
                demo_particles(&s->d, v_add(e->origin, v_make(0, 0, 10)), v_make(0, 0, 2), 73, 24);
                demo_sound(&s->d, a->entity, 2, SOUND_PAIN, e->origin);
            }
        }
        if (a->born > 0 && now(s, a->born)) {
            e->jump = 1;
            demo_point_effect(&s->d, NQ_TE_TELEPORT, e->origin);
            demo_sound(&s->d, a->entity, 0, SOUND_TELEPORT, e->origin);
        }
        if (a->entity == ENT_RED && s->t > 12.9 && s->t < 20) {
            e->effects |= EF_DIMLIGHT;
        }
    }
    for (int i = 0; i < s->shots.count; i++) {
        demo_fly(&s->d, &s->shots.list[i], s->t, s->step);
    }
}

static void frag(struct duel *s, int winner, const char *text)
{
    int loser_entity = winner ? ENT_RED : ENT_BLUE;
    struct vec3 at = s->d.entities[loser_entity].origin;
    s->frags[winner]++;
    demo_frags(&s->d, winner, s->frags[winner]);
    demo_print(&s->d, text);
    demo_sound(&s->d, loser_entity, 2, SOUND_DEATH, at);
    demo_point_effect(&s->d, NQ_TE_EXPLOSION, v_add(at, v_make(10, 0, -16)));
    demo_particles(&s->d, at, v_make(0, 0, 4), 73, 90);
    for (int i = 0; i < 4; i++) {
        double a = i * 1.57 + 0.3;
        struct vec3 to = v_add(at, v_make(110 * mkb_cos(a), 100 * mkb_sin(a), -22));
        struct demo_shot gib = {s->t, 0.9 + 0.1 * i, at, to, 800, MODEL_GIB, 0, 0, -1};
        fly(s, gib);
    }
}

static void play_events(struct duel *s)
{
    struct demo *d = &s->d;
    if (now(s, 0.2)) {
        demo_print(d, "Ember entered the game\n");
        demo_print(d, "Frost entered the game\n");
    }
    if (now(s, 3.4)) {
        demo_print(d, "\001Frost: too slow\n");
    }
    if (now(s, 5.3)) {
        d->entities[ENT_ARMOR].active = 0;
        demo_sound(d, ENT_BLUE, 3, SOUND_ARMOR, d->entities[ENT_ARMOR].origin);
    }
    if (now(s, 9.45)) {
        frag(s, 0, "Frost rides Ember's rocket\n");
    }
    if (now(s, 12.9)) {
        d->entities[ENT_QUAD].active = 0;
        demo_sound(d, ENT_RED, 3, SOUND_QUAD, d->entities[ENT_QUAD].origin);
        demo_text(d, NQ_CENTERPRINT, "Ember has the Quad");
    }
    if (now(s, 18.1)) {
        frag(s, 1, "Ember was nailed by Frost\n");
        demo_point_effect(d, NQ_TE_TAREXPLOSION, d->entities[ENT_RED].origin);
    }
    if (s->t >= 16.6 && s->t < 17.2) {
        demo_beam(d, NQ_TE_LIGHTNING2, ENT_BLUE,
                  v_add(d->entities[ENT_BLUE].origin, v_make(0, 0, 16)),
                  v_add(d->entities[ENT_RED].origin, v_make(0, 0, 8)));
    }
    if (now(s, 20.5)) {
        demo_point_effect(d, NQ_TE_LAVASPLASH, v_make(1240, 1216, 56));
    }
    if (now(s, 23)) {
        struct nq_message m = {.id = NQ_TEMP_ENTITY};
        m.u.temp_entity.type = NQ_TE_EXPLOSION2;
        m.u.temp_entity.origin[0] = 1376;
        m.u.temp_entity.origin[1] = 1216;
        m.u.temp_entity.origin[2] = 400;
        m.u.temp_entity.color_start = 208;
        m.u.temp_entity.color_length = 8;
        demo_send(d, &m);
    }
}

static const struct vec3 last_place = {900, 1260, 420};
static const struct vec3 last_look = {18, -8, 0};

/* Cuts to the camera of the moment; two stretches are seen through Frost's eyes. */
static void aim_camera(struct duel *s)
{
    struct demo *d = &s->d;
    double eyes = s->t >= 18.6 && s->t < 20.4;
    int wanted = eyes != 0 ? ENT_BLUE : ENT_CAMERA;
    int cut = 0;
    if (d->view_entity != wanted) {
        demo_setview(d, wanted);
        cut = 1;
    }
    if (wanted == ENT_BLUE) {
        d->view_angles = v_make(0, d->entities[ENT_BLUE].angles.y, 0);
        d->client.view_height = 22;
        return;
    }
    const struct camera *c = &cameras[0];
    for (int i = 1; i < COUNT(cameras); i++) {
        if (s->t >= cameras[i].from - 1e-9) {
            c = &cameras[i];
            cut = cut || now(s, c->from);
        }
    }
    struct demo_entity *e = &d->entities[ENT_CAMERA];
    e->origin = demo_path(c->path, 3, s->t);
    e->jump = cut;
    struct vec3 point =
        c->follow ? v_add(d->entities[c->follow].origin, v_make(0, 0, 10)) : c->point;
    struct vec3 angles = demo_angles(v_sub(point, e->origin));
    d->view_angles = v_make(-angles.x, angles.y, 0);
    e->angles = d->view_angles;
    d->client.view_height = 0;
    if (cut) {
        struct nq_message m = {.id = NQ_SETANGLE};
        m.u.setangle[0] = (float)d->view_angles.x;
        m.u.setangle[1] = (float)d->view_angles.y;
        demo_send(d, &m);
    }
}

static void fill_client(struct duel *s)
{
    struct nq_clientdata *c = &s->d.client;
    c->items = IT_ROCKET_LAUNCHER | IT_NAILGUN | IT_SHOTGUN | IT_AXE | IT_ROCKETS;
    c->health = 85;
    c->armor = s->t > 5.3 && s->t < 9.45 ? 120 : 0;
    c->active_weapon = IT_ROCKET_LAUNCHER;
    c->weapon_model = s->d.view_entity == ENT_BLUE ? MODEL_V_ROCK : 0;
    c->ammo = c->ammo_counts[2] = 20;
    c->mask = NQ_SU_ONGROUND;
}

/* Turns from one angle to another, no faster than `most`. */
static double turn_towards(double from, double to, double most)
{
    double turn = to - from;
    turn -= 360 * mkb_floor(turn / 360 + 0.5);
    return from + mkb_clamp(turn * 0.3, -most, most);
}

/* A QuakeWorld player's state: looks at the other player, holds a rocket launcher. */
static void fill_player(struct duel *s, int entity)
{
    struct quakeworld_player *p = &s->d.quakeworld->players[entity - 1];
    const struct demo_entity *e = &s->d.entities[entity];
    const struct demo_entity *enemy = &s->d.entities[entity == ENT_RED ? ENT_BLUE : ENT_RED];
    if (e->active && e->frame < PERSON_DEATH && enemy->active) {
        struct vec3 aim = demo_angles(v_sub(enemy->origin, e->origin));
        p->angles.y = s->t > 0 ? turn_towards(p->angles.y, aim.y, 400 * s->step) : aim.y;
        p->angles.x = s->t > 0 ? turn_towards(p->angles.x, -aim.x, 200 * s->step) : -aim.x;
    }
    if (e->effects & EF_MUZZLEFLASH) {
        s->fired[entity - 1] = s->t;
    }
    int frame = WEAPON_FIRE + (int)((s->t - s->fired[entity - 1]) * 10);
    p->weapon_frame = s->t > 0 && frame < WEAPON_FIRE + WEAPON_FIRE_COUNT ? frame : 0;
    int is_red = entity == ENT_RED;
    int alive = e->active && e->frame < PERSON_DEATH;
    int armored = !is_red && s->t > 5.3 && s->t < 9.45;
    p->wanted[STAT_HEALTH] = alive ? (is_red && s->t > 6.5 ? 62 : 85) : 0;
    p->wanted[STAT_WEAPON] = alive ? MODEL_V_ROCK : 0;
    p->wanted[STAT_AMMO] = p->wanted[STAT_SHELLS + 2] = 20;
    p->wanted[STAT_ARMOR] = armored ? 120 : 0;
    p->wanted[STAT_ACTIVE_WEAPON] = IT_ROCKET_LAUNCHER;
    p->wanted[STAT_ITEMS] = IT_ROCKET_LAUNCHER | IT_NAILGUN | IT_SHOTGUN | IT_AXE | IT_ROCKETS |
                            (armored ? IT_ARMOR1 : 0) |
                            (is_red && s->t > 12.9 && s->t < 18.1 ? IT_QUAD : 0);
}

static void look(struct duel *s)
{
    if (s->d.quakeworld) {
        fill_player(s, ENT_RED);
        fill_player(s, ENT_BLUE);
    } else {
        aim_camera(s);
        fill_client(s);
    }
}

static void end_fight(struct duel *s)
{
    if (s->d.quakeworld) {
        quakeworld_intermission(&s->d, last_place, last_look);
        return;
    }
    s->d.entities[ENT_CAMERA].origin = last_place;
    s->d.entities[ENT_CAMERA].jump = 1;
    s->d.view_angles = last_look;
    s->d.entities[ENT_CAMERA].angles = s->d.view_angles;
    demo_setview(&s->d, ENT_CAMERA);
    demo_simple(&s->d, NQ_INTERMISSION);
}

static void play(struct duel *s, int rate)
{
    static const char *const players[4][2] = {{"Ember", "em"}, {"Frost", "nn"}, {"", ""}, {"", ""}};
    s->step = 1.0 / rate;
    place_entities(s);
    s->d.time = start_time;
    demo_signon(&s->d, 4, 1, "The Reel", players);
    int over = 0;
    for (int i = 0; (double)i / rate <= end_time; i++) {
        s->t = (double)i / rate;
        s->d.time = start_time + s->t;
        if (s->t < fight_end) {
            play_actors(s);
            play_events(s);
            look(s);
        } else if (!over) {
            over = 1;
            end_fight(s);
        }
        demo_update(&s->d);
    }
}

void demos_add_duel(struct pak_out *pak, const struct level *world)
{
    struct duel *s = mkb_alloc(1, sizeof *s);
    demo_begin(&s->d, world, 4);
    s->d.view_entity = ENT_CAMERA;
    play(s, RATE);
    demo_simple(&s->d, NQ_DISCONNECT);
    demo_flush(&s->d);
    demo_end(&s->d, pak_out_add(pak, "demo2.dem"));
    free(s);
}

void demos_add_quakeworld(struct pak_out *pak, const struct level *world)
{
    static const char *const names[2] = {"demo3.qwd", "demo4.mvd"};
    for (int i = 0; i < 2; i++) {
        struct duel *s = mkb_alloc(1, sizeof *s);
        demo_begin(&s->d, world, 0);
        quakeworld_begin(&s->d, i == 0 ? ENT_RED : 0, 1.0 / QUAKEWORLD_RATE);
        play(s, QUAKEWORLD_RATE);
        demo_end(&s->d, pak_out_add(pak, names[i]));
        free(s);
    }
}
