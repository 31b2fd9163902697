/* Items, missiles, movers and submodels of levels, in scenes of placeholders. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quake3/scene/q3_packet_entities.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/scene/scene_stage.h"
#include "tests/support/scarce.h"

enum { THING = 100, SHARD = 1, SHOTGUN = 9, MEGA = 7, QUAD = 28, MODELS = 32 };

static struct scene_stage s;

static void begin(void)
{
    stage_begin(&s);
    q3_demo_configstring(s.demo, Q3_CS_SERVERINFO, "\\mapname\\nowhere");
    q3_demo_configstring(s.demo, MODELS + 1, "models/a.md3");
    q3_demo_configstring(s.demo, MODELS + 2, "-1");
    q3_demo_configstring(s.demo, 24, "old=new:1.5@half=");
    q3_demo_gamestate(s.demo, 0);
}

static void end(void)
{
    stage_end(&s);
}

TestSuite(q3_packet_entities, .init = begin, .fini = end);

static int32_t *add(int32_t type)
{
    q3_demo_place(s.demo, THING, 10, 20, 30);
    int32_t *f = q3_demo_entity(s.demo, THING);
    f[Q3_ES_E_TYPE] = type;
    return f;
}

static int32_t *add_item(int32_t number)
{
    int32_t *f = add(Q3_ET_ITEM);
    f[Q3_ES_MODELINDEX] = number;
    return f;
}

static const struct rgb_entity *thing(const struct rgb_scene *scene, size_t number)
{
    cr_assert_lt(number, scene->num_entities);
    return &scene->entities[number];
}

Test(q3_packet_entities, items_bob_and_turn)
{
    add_item(SHARD);
    stage_snapshot(&s, 1512);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_assert_eq(scene->num_entities, 1, "its sphere is not drawn");
    const struct rgb_entity *e = thing(scene, 0);
    cr_expect_str_eq(e->model->name, "models/powerups/armor/shard");
    EXPECT_POINT(e->origin, 10, 20, 30 + 4 + 4 * cos(2512 * (0.005 + THING * 0.00001)));
    const double yaw = (1512 % 2048) * 360.0 / 2048 * 3.14159265358979 / 180;
    EXPECT_POINT(e->axis[0], cos(yaw), sin(yaw), 0);
}

Test(q3_packet_entities, rings_turn_the_other_way)
{
    add_item(QUAD);
    stage_snapshot(&s, 1256);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_assert_eq(scene->num_entities, 2);
    const struct rgb_entity *ring = thing(scene, 1);
    cr_expect_str_eq(ring->model->name, "models/powerups/instant/quad_ring");
    cr_expect_float_eq(ring->origin[2], thing(scene, 0)->origin[2] + 12.0f, 1e-3);
    const double yaw = -(1256 % 1024) * 360.0 / 1024 * 3.14159265358979 / 180;
    EXPECT_POINT(ring->axis[0], cos(yaw), sin(yaw), 0);
}

Test(q3_packet_entities, crosses_do_not_turn_their_spheres)
{
    add_item(MEGA);
    stage_snapshot(&s, 1256);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_assert_eq(scene->num_entities, 2);
    EXPECT_POINT(thing(scene, 1)->axis[0], 1, 0, 0);
    cr_expect_lt(fabsf(thing(scene, 0)->axis[0][0]), 0.999f);
}

Test(q3_packet_entities, weapons_are_half_as_large_again)
{
    add_item(SHOTGUN);
    stage_snapshot(&s, 2048);
    const struct rgb_entity *e = thing(stage_scene(&s, 1.0), 0);
    EXPECT_POINT(e->axis[0], 1.5, 0, 0);
    const float *low = e->model->mins, *high = e->model->maxs;
    cr_expect_float_eq(e->origin[0], 10 - (low[0] + high[0]) / 2, 1e-3);
}

Test(q3_packet_entities, an_item_that_came_back_grows)
{
    enum { ITEM_RESPAWN = 40 };
    int32_t *f = add_item(SHARD);
    f[Q3_ES_E_FLAGS] = Q3_EF_NO_DRAW;
    stage_snapshot(&s, 2000);
    cr_expect_eq(stage_scene(&s, 1.0)->num_entities, 0);
    f[Q3_ES_E_FLAGS] = 0;
    f[Q3_ES_EVENT] = ITEM_RESPAWN | 0x100;
    stage_snapshot(&s, 2048);
    stage_snapshot(&s, 2298);
    const struct rgb_entity *e = thing(stage_scene(&s, 1.0), 0);
    cr_expect_float_eq(sqrtf(e->axis[0][0] * e->axis[0][0] + e->axis[0][1] * e->axis[0][1]), 0.25f,
                       1e-4);
    stage_snapshot(&s, 3048);
    e = thing(stage_scene(&s, 1.0), 0);
    cr_expect_float_eq(e->axis[2][2], 1.0f, 1e-4);
}

Test(q3_packet_entities, unknown_numbers_draw_nothing)
{
    static const int32_t numbers[] = {INT32_MIN, -1, 0, 61, 255, 256, 100000, INT32_MAX};
    static const int32_t types[] = {Q3_ET_GENERAL, Q3_ET_ITEM,   Q3_ET_MISSILE, Q3_ET_MOVER,
                                    Q3_ET_BEAM,    Q3_ET_PORTAL, Q3_ET_SPEAKER, Q3_ET_INVISIBLE};
    int32_t time = 1000;
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        for (size_t k = 0; k < sizeof(types) / sizeof(types[0]); k++) {
            int32_t *f = add(types[k]);
            f[Q3_ES_MODELINDEX] = f[Q3_ES_MODELINDEX2] = f[Q3_ES_WEAPON] = numbers[i];
            stage_snapshot(&s, time += 50);
            cr_expect_eq(stage_scene(&s, 1.0)->num_entities, 0, "type %d, %d", (int)types[k],
                         (int)numbers[i]);
        }
    }
}

/* Each once, whatever the picture. */
Test(q3_packet_entities, unknown_numbers_are_logged_once)
{
    static const struct {
        int32_t type;
        enum q3_entity_field field;
        int32_t number;
        const char *line;
    } cases[] = {
        {Q3_ET_GENERAL, Q3_ES_EVENT, 120 | 0x100, "event 120 is unknown"},
        {13 + 121, Q3_ES_TIME, 1, "event 121 is unknown"},
        {Q3_ET_MISSILE, Q3_ES_WEAPON, 99, "weapon 99 is unknown"},
        {Q3_ET_PLAYER, Q3_ES_WEAPON, 98, "weapon 98 is unknown"},
        {Q3_ET_ITEM, Q3_ES_MODELINDEX, 77, "item 77 is unknown"},
        {Q3_ET_PLAYER, Q3_ES_LEGS_ANIM, 99 | 0x80, "animation 99 is unknown"},
        {Q3_ET_PLAYER, Q3_ES_TORSO_ANIM, 100, "animation 100 is unknown"},
    };
    int32_t time = 1000;
    stage_snapshot(&s, time);
    (void)stage_scene(&s, 1.0);
    const uint32_t before = s.num_lines;
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int32_t *f = q3_demo_entity(s.demo, THING);
        memset(f, 0, Q3_ES_COUNT * sizeof(*f));
        f[Q3_ES_E_TYPE] = cases[i].type;
        f[cases[i].field] = cases[i].number;
        for (int again = 0; again < 2; again++) {
            stage_snapshot(&s, time += 50);
            (void)stage_scene(&s, 1.0);
            cr_expect_eq(s.num_lines, before + i + 1, "%u: %s", i, s.line);
        }
        cr_expect_eq(strncmp(s.line, cases[i].line, strlen(cases[i].line)), 0, "%s", s.line);
    }
    for (int32_t weapon = 100; weapon < 250; weapon++) {
        q3_demo_entity(s.demo, THING)[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
        q3_demo_entity(s.demo, THING)[Q3_ES_WEAPON] = weapon;
        stage_snapshot(&s, time += 50);
        (void)stage_scene(&s, 1.0);
    }
    cr_expect_leq(s.num_lines, before + Q3_DATA_TOLD, "not without end");
}

Test(q3_packet_entities, models_by_configstring)
{
    int32_t *f = add(Q3_ET_GENERAL);
    f[Q3_ES_MODELINDEX] = 1;
    f[Q3_ES_FRAME] = 3;
    stage_snapshot(&s, 1000);
    const struct rgb_entity *e = thing(stage_scene(&s, 1.0), 0);
    cr_expect_str_eq(e->model->name, "models/a");
    cr_expect(e->frame == 3 && e->old_frame == 3);
    f[Q3_ES_MODELINDEX] = 2; /* no path */
    stage_snapshot(&s, 1050);
    cr_expect_eq(stage_scene(&s, 1.0)->num_entities, 0);
}

Test(q3_packet_entities, missiles_look_where_they_fly_and_shine)
{
    int32_t *f = add(Q3_ET_MISSILE);
    f[Q3_ES_WEAPON] = Q3_WEAPON_ROCKETS;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    f[Q3_ES_POS_TR_TIME] = 1000;
    stage_set(f, Q3_ES_POS_TR_DELTA_1, 900.0f);
    stage_snapshot(&s, 1100);
    stage_snapshot(&s, 1150);
    const struct rgb_scene *scene = stage_scene(&s, 0.5);
    const struct rgb_entity *e = thing(scene, 0);
    EXPECT_POINT(e->origin, 10, 20 + 900 * 0.125, 30);
    EXPECT_POINT(e->axis[0], 0, 1, 0);
    for (int i = 0; i < 3; i++) { /* a right-handed set of axes, rolled by 1125 / 4 degrees */
        cr_expect_float_eq(e->axis[2][i],
                           e->axis[0][(i + 1) % 3] * e->axis[1][(i + 2) % 3] -
                               e->axis[0][(i + 2) % 3] * e->axis[1][(i + 1) % 3],
                           1e-5);
    }
    cr_assert_eq(scene->num_dlights, 1);
    cr_expect_eq(scene->dlights[0].radius, 200.0f);
    s.options.no_effects = true;
    cr_expect_eq(stage_scene(&s, 0.5)->num_dlights, 0);
}

/* Its rotation (apos) is that of before it stuck. */
Test(q3_packet_entities, a_mine_that_sticks_lies_by_its_angles)
{
    int32_t *f = add(Q3_ET_MISSILE);
    f[Q3_ES_WEAPON] = Q3_WEAPON_MINES;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_STATIONARY;
    stage_set(f, Q3_ES_APOS_TR_BASE_1, 45.0f);
    stage_set(f, Q3_ES_ANGLES_0, 30.0f);
    stage_set(f, Q3_ES_ANGLES_1, 90.0f);
    stage_set(f, Q3_ES_ANGLES_2, 180.0f);
    stage_snapshot(&s, 1100);
    const struct rgb_entity *e = thing(stage_scene(&s, 1.0), 0);
    EXPECT_POINT(e->axis[0], 0, sqrt(0.75), -0.5);
    EXPECT_POINT(e->axis[1], 1, 0, 0);
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    stage_set(f, Q3_ES_POS_TR_DELTA_2, 10.0f);
    stage_snapshot(&s, 1150);
    EXPECT_POINT(thing(stage_scene(&s, 1.0), 0)->axis[0], 0, 0, 1);
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_STATIONARY;
    stage_set(f, Q3_ES_ANGLES_1, NAN); /* drawn along no direction */
    stage_snapshot(&s, 1200);
    cr_expect_eq(stage_scene(&s, 1.0)->num_entities, 1);
}

Test(q3_packet_entities, plasma_is_a_sprite)
{
    int32_t *f = add(Q3_ET_MISSILE);
    f[Q3_ES_WEAPON] = Q3_WEAPON_PLASMA;
    stage_snapshot(&s, 1000);
    const struct rgb_entity *e = thing(stage_scene(&s, 1.0), 0);
    cr_expect(e->kind == RGB_SPRITE && e->radius == 16.0f);
    cr_expect_str_eq(e->material->name, "sprites/plasma1");
}

Test(q3_packet_entities, what_lies_on_a_mover_goes_along)
{
    enum { MOVER = 90 };
    int32_t *mover = q3_demo_entity(s.demo, MOVER);
    mover[Q3_ES_E_TYPE] = Q3_ET_MOVER;
    mover[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    mover[Q3_ES_POS_TR_TIME] = 1000;
    stage_set(mover, Q3_ES_POS_TR_DELTA_2, 100.0f);
    int32_t *f = add(Q3_ET_GENERAL);
    f[Q3_ES_MODELINDEX] = 1;
    f[Q3_ES_GROUND_ENTITY_NUM] = MOVER;
    stage_snapshot(&s, 1000);
    stage_snapshot(&s, 1100);
    EXPECT_POINT(thing(stage_scene(&s, 0.5), 0)->origin, 10, 20, 35);
    EXPECT_POINT(thing(stage_scene(&s, 1.0), 0)->origin, 10, 20, 30);
}

/* Without a level a mover's part of it is nothing, but goes its way, and so does the placeholder of
 * the model it carries. */
Test(q3_packet_entities, movers_of_a_level_that_is_not_there)
{
    int32_t *f = add(Q3_ET_MOVER);
    f[Q3_ES_SOLID] = Q3_SOLID_INLINE;
    f[Q3_ES_MODELINDEX] = 3;
    f[Q3_ES_MODELINDEX2] = 1;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR_STOP;
    f[Q3_ES_POS_TR_TIME] = 1000;
    f[Q3_ES_POS_TR_DURATION] = 200;
    stage_set(f, Q3_ES_POS_TR_DELTA_2, 100.0f);
    stage_snapshot(&s, 1000);
    stage_snapshot(&s, 1100);
    for (int i = 0; i < 3; i++) {
        const struct rgb_scene *scene = stage_scene(&s, 0.5 * i);
        cr_assert(scene->level && scene->level->missing);
        cr_assert_eq(scene->num_entities, 2u);
        const struct rgb_entity *part = thing(scene, 0), *carried = thing(scene, 1);
        cr_expect(part->model->kind == Q3_MODEL_BRUSH && part->model->missing);
        cr_expect(carried->model->kind == Q3_MODEL_MD3 && carried->model->missing);
        EXPECT_POINT(part->origin, 10, 20, 30 + 5 * i);
        EXPECT_POINT(carried->origin, 10, 20, 30 + 5 * i);
    }
}

Test(q3_packet_entities, a_light_of_its_own)
{
    int32_t *f = add(Q3_ET_GENERAL);
    f[Q3_ES_CONSTANT_LIGHT] = 0x193366ff; /* radius 25 * 4, blue .2, green .4, red 1 */
    stage_snapshot(&s, 1000);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_assert_eq(scene->num_dlights, 1);
    cr_expect_eq(scene->dlights[0].radius, 100.0f);
    EXPECT_POINT(scene->dlights[0].color, 1, 0.4, 0.2);
}

Test(q3_packet_entities, places_that_are_none)
{
    int32_t *f = add_item(SHARD);
    stage_set(f, Q3_ES_POS_TR_BASE_1, NAN);
    f[Q3_ES_CONSTANT_LIGHT] = -1;
    stage_snapshot(&s, 1000);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_expect(scene->num_entities == 0 && scene->num_dlights == 0);
}

Test(q3_packet_entities, areas_are_as_the_snapshot_has_them)
{
    s.demo->area_size = 2;
    s.demo->areas[1] = 5;
    stage_snapshot(&s, 1000);
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_expect(scene->hidden_areas[1] == 5);
    cr_expect(scene->all_areas, "the level is a placeholder");
}

/* Each time with new game data, so that all of it is loaded again. */
Test(q3_packet_entities, memory_that_runs_out_anywhere)
{
    bool whole = false;
    for (uint64_t most = 1; !whole; most += 1 + most / 16) {
        struct scene_stage t;
        cr_assert_lt(most, 100000u);
        stage_begin(&t);
        q3_demo_configstring(t.demo, Q3_CS_SERVERINFO, "\\mapname\\nowhere");
        q3_demo_configstring(t.demo, 24, "a=b:1@");
        q3_demo_gamestate(t.demo, 0);
        t.demo->player.fields[Q3_PS_WEAPON] = Q3_WEAPON_ROCKETS;
        for (uint32_t i = 0; i < 3; i++) {
            int32_t *f = q3_demo_entity(t.demo, THING + i);
            f[Q3_ES_E_TYPE] = i == 0 ? Q3_ET_ITEM : i == 1 ? Q3_ET_MISSILE : Q3_ET_GENERAL;
            f[Q3_ES_MODELINDEX] = f[Q3_ES_WEAPON] = 1 + 7 * (i == 1);
            f[Q3_ES_CONSTANT_LIGHT] = -1;
        }
        stage_snapshot(&t, 1000);
        const struct scene_data data = {.quake3 = t.data, .files = t.game.files};
        scarce_begin_from(most);
        const int code = q3_scene_build(&t.scene, t.state, q3_game_of(68), 1.0, &t.options, &data);
        scarce_end();
        cr_assert(code == 0 || code == FORMAT_MEMORY, "%d", code);
        whole = code == 0;
        cr_expect(!whole || t.scene.rgb->num_entities >= 2);
        stage_end(&t);
    }
}
