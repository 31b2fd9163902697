/* Marks of hits: which, where, how long; shadows and wakes. */
#include <criterion/criterion.h>

#include "engine/quake3/scene/level_fx/q3_decals.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/scene/level_fx/level_fx_stage.h"

enum {
    EV_BULLET_WALL = 49,
    EV_FLESH = 50,
    EV_WALL = 51,
    EV_RAIL = 53,
    EV_SHOTGUN = 54,
    AT = 100 /* an entity */
};

static struct level_fx_stage c;

static void begin(void)
{
    level_fx_begin_watched(&c);
}

static void end(void)
{
    level_fx_end(&c);
}

TestSuite(q3_decals, .init = begin, .fini = end);

static const uint8_t *color_of(const struct rgb_scene *scene)
{
    cr_assert_gt(scene->num_polys, 0);
    return scene->points[scene->polys[0].first].color;
}

static void expect_color(const struct rgb_scene *scene, int red, int green, int blue, int alpha)
{
    const uint8_t *color = color_of(scene);
    cr_expect(color[0] == red && color[1] == green && color[2] == blue && color[3] == alpha,
              "%d %d %d %d at %g", color[0], color[1], color[2], color[3], c.scene.scene.time);
}

/* The decal of an impact above the middle of the floor, from its own entity. */
static const struct rgb_scene *hit(int32_t event, int32_t weapon, int32_t time)
{
    const uint32_t number = AT + 100 + (uint32_t)time / 50 % 800;
    level_fx_event(&c, number, event, 32, 24, FLOOR)[Q3_ES_WEAPON] = weapon;
    const struct rgb_scene *scene = level_fx_at(&c, time);
    q3_demo_remove(c.scene.demo, number);
    return scene;
}

Test(q3_decals, each_weapon_has_its_own)
{
    static const struct {
        int32_t weapon;
        const char *shader;
        float radius;
    } marks[] = {
        {Q3_WEAPON_GAUNTLET, "gfx/damage/hole_lg_mrk", 12},
        {Q3_WEAPON_MACHINEGUN, "gfx/damage/bullet_mrk", 8},
        {Q3_WEAPON_SHOTGUN, "gfx/damage/bullet_mrk", 4},
        {Q3_WEAPON_GRENADES, "gfx/damage/burn_med_mrk", 64},
        {Q3_WEAPON_ROCKETS, "gfx/damage/burn_med_mrk", 64},
        {Q3_WEAPON_LIGHTNING, "gfx/damage/hole_lg_mrk", 12},
        {Q3_WEAPON_RAILGUN, "gfx/damage/plasma_mrk", 24},
        {Q3_WEAPON_PLASMA, "gfx/damage/plasma_mrk", 16},
        {Q3_WEAPON_BFG, "gfx/damage/burn_med_mrk", 32},
        {Q3_WEAPON_NAILGUN, "gfx/damage/hole_lg_mrk", 12},
        {Q3_WEAPON_MINES, "gfx/damage/burn_med_mrk", 64},
        {Q3_WEAPON_CHAINGUN, "gfx/damage/bullet_mrk", 8},
        {INT32_MAX, "gfx/damage/hole_lg_mrk", 12},
    };
    int32_t time = 1000;
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        time += 10100; /* those before are gone */
        const struct rgb_scene *scene = hit(EV_WALL, marks[i].weapon, time);
        cr_assert_gt(scene->num_polys, 0, "%s", marks[i].shader);
        cr_expect_str_eq(scene->polys[0].material->name, marks[i].shader);
        const struct rgb_point *p = &scene->points[scene->polys[0].first];
        const float way = hypotf(p[1].xyz[0] - p[0].xyz[0], p[1].xyz[1] - p[0].xyz[1]);
        const float part = hypotf(p[1].st[0] - p[0].st[0], p[1].st[1] - p[0].st[1]);
        cr_expect_float_eq(way / part, 2.0f * marks[i].radius, 0.05f, "%d", marks[i].weapon);
    }
}

Test(q3_decals, stay_ten_seconds_and_fade_by_colour)
{
    const struct rgb_scene *scene = hit(EV_BULLET_WALL, 0, 2000);
    cr_expect_float_eq(level_fx_whole_area(scene), 256.0f, 0.1f);
    expect_color(scene, 255, 255, 255, 255);
    expect_color(level_fx_at(&c, 10999), 255, 255, 255, 255);
    expect_color(level_fx_at(&c, 11500), 127, 127, 127, 255);
    expect_color(level_fx_at(&c, 11999), 0, 0, 0, 255);
    cr_expect_eq(level_fx_at(&c, 12001)->num_polys, 0);
}

Test(q3_decals, a_moment_before_there_are_none)
{
    hit(EV_BULLET_WALL, 0, 2000);
    cr_expect_eq(stage_scene(&c.scene, 0.5)->num_polys, 0);
    cr_expect_gt(stage_scene(&c.scene, 1.0)->num_polys, 0);
}

Test(q3_decals, plasma_loses_its_glow_and_fades_by_alpha)
{
    expect_color(hit(EV_WALL, Q3_WEAPON_PLASMA, 2000), 255, 255, 255, 255);
    expect_color(level_fx_at(&c, 3299), 255, 255, 255, 255);
    expect_color(level_fx_at(&c, 4000), 150, 150, 150, 255);
    expect_color(level_fx_at(&c, 5000), 0, 0, 0, 255);
    expect_color(level_fx_at(&c, 11500), 0, 0, 0, 127);
}

/* The shooter's first colour is blue, which keeps its glow, as in the original. */
Test(q3_decals, rails_have_the_shooters_colour)
{
    expect_color(hit(EV_RAIL, Q3_WEAPON_RAILGUN, 2000), 0, 0, 255, 255);
    expect_color(level_fx_at(&c, 6000), 0, 0, 255, 255);
    expect_color(level_fx_at(&c, 11500), 0, 0, 255, 127);
    level_fx_event(&c, AT, EV_RAIL, 32, 24, FLOOR)[Q3_ES_EVENT_PARM] = 255;
    cr_expect_eq(level_fx_at(&c, 12100)->num_polys, 0, "it met nothing");
}

Test(q3_decals, of_flesh_some_mark_the_wall_behind)
{
    cr_expect_eq(hit(EV_FLESH, Q3_WEAPON_PLASMA, 2000)->num_polys, 0);
    cr_expect_eq(hit(EV_FLESH, Q3_WEAPON_NAILGUN, 2100)->num_polys, 0);
    cr_expect_gt(hit(EV_FLESH, Q3_WEAPON_ROCKETS, 2200)->num_polys, 0);
}

Test(q3_decals, pellets)
{
    int32_t *f = level_fx_event(&c, AT, EV_SHOTGUN, 32, 24, 60);
    stage_set(f, Q3_ES_ORIGIN2_2, -4096.0f);
    f[Q3_ES_OTHER_ENTITY_NUM] = 7;
    const struct rgb_scene *scene = level_fx_at(&c, 2000);
    cr_expect_geq(scene->num_polys, 11);
    for (size_t i = 0; i < scene->num_points; i++) {
        const float *p = scene->points[i].xyz;
        cr_expect_float_eq(p[2], FLOOR, 1e-3f);
        /* 52 units on the way 131072 to one of 11200 to either side, and the mark's own size */
        cr_expect(fabsf(p[0] - 32.0f) < 4.5f + 6.0f && fabsf(p[1] - 24.0f) < 4.5f + 6.0f);
    }
    cr_expect_eq(level_fx_at(&c, 12100)->num_polys, 0);
}

/* Marks of one moment go together once there are more than 256 pieces. */
Test(q3_decals, of_too_many_the_oldest_moment_goes)
{
    static const uint32_t counts[3] = {60, 150, 100};
    const struct rgb_scene *scene = NULL;
    for (uint32_t moment = 0; moment < 3; moment++) {
        for (uint32_t i = 0; i < counts[moment]; i++) {
            level_fx_event(&c, AT + 200 * moment + i, EV_BULLET_WALL, 40, 20, FLOOR)[Q3_ES_WEAPON] =
                (int32_t)moment;
        }
        scene = level_fx_at(&c, 2000 + 50 * (int32_t)moment);
    }
    cr_assert_eq(level_fx_area(scene, 0) > 200.0f, true, "a mark is one piece here");
    cr_expect_eq(scene->num_polys, 250);
    for (uint32_t i = 0; i < 7; i++) {
        level_fx_event(&c, 900 + i, EV_BULLET_WALL, 40, 20, FLOOR);
    }
    cr_expect_eq(level_fx_at(&c, 2150)->num_polys, 107);
}

Test(q3_decals, of_one_moment_there_are_no_more_either)
{
    for (uint32_t i = 0; i < 400; i++) {
        level_fx_event(&c, AT + i, EV_BULLET_WALL, 40, 20, FLOOR);
    }
    cr_expect_eq(level_fx_at(&c, 2000)->num_polys, Q3_DECAL_PIECES);
}

Test(q3_decals, none_without_effects)
{
    c.scene.options.no_effects = true;
    cr_expect_eq(hit(EV_BULLET_WALL, 0, 2000)->num_polys, 0);
    c.scene.options.no_effects = false;
    c.scene.options.no_marks = true;
    cr_expect_eq(stage_scene(&c.scene, 1.0)->num_polys, 0);
    c.scene.options.no_marks = false;
    cr_expect_gt(stage_scene(&c.scene, 1.0)->num_polys, 0);
}

Test(q3_decals, numbers_that_are_none)
{
    static const float bad[] = {NAN, INFINITY, -1e30f, 3e38f};
    for (uint32_t i = 0; i < 4; i++) {
        level_fx_event(&c, AT + 3 * i, EV_WALL, bad[i], 0, 0);
        level_fx_event(&c, AT + 3 * i + 1, EV_WALL, 0, 0, 0)[Q3_ES_EVENT_PARM] = 162 + (int32_t)i;
        int32_t *f = level_fx_event(&c, AT + 3 * i + 2, EV_SHOTGUN, 32, 24, 60);
        stage_set(f, Q3_ES_ORIGIN2_2, bad[i]);
        stage_set(f, Q3_ES_ORIGIN2_0, bad[3 - i]);
    }
    cr_expect_eq(level_fx_at(&c, 2000)->num_polys, 0);
}

/* The same picture from data that was never asked anything. */
Test(q3_decals, what_was_asked_before_does_not_show)
{
    for (uint32_t i = 0; i < 60; i++) {
        level_fx_event(&c, AT + i, EV_WALL, 10.0f + (float)i, 20, FLOOR)[Q3_ES_WEAPON] =
            (int32_t)i % 14;
    }
    const struct rgb_scene *scene = level_fx_at(&c, 2000);
    const size_t count = scene->num_points;
    struct rgb_point *points = calloc(count, sizeof(*points));
    cr_assert_gt(count, 100);
    memcpy(points, scene->points, count * sizeof(*points));
    for (int fresh = 0; fresh < 2; fresh++) {
        scene = stage_scene(&c.scene, 1.0);
        cr_assert_eq(scene->num_points, count);
        cr_expect_arr_eq(points, scene->points, count * sizeof(*points));
        struct format_error err = {0};
        q3_data_close(c.scene.data);
        cr_assert_eq(q3_data_open(&c.scene.data, &c.scene.game, 1, &err), 0);
    }
    free(points);
}

/* --- shadows ---------------------------------------------------------------------------------- */

static const struct rgb_scene *stand_at(float z)
{
    stage_set(c.scene.demo->player.fields, Q3_PS_ORIGIN_2, z);
    const struct rgb_scene *scene = level_fx_at(&c, 1000);
    cr_expect(scene->num_polys == 0 || strcmp(scene->polys[0].material->name, "markShadow") == 0);
    return scene;
}

Test(q3_shadow, fades_with_height, .init = NULL, .fini = NULL)
{
    static const float heights[] = {32.0f, 64.0f, 120.0f};
    for (int i = 0; i < 3; i++) {
        level_fx_begin(&c);
        const struct rgb_scene *scene = stand_at(FLOOR + heights[i]);
        const int dark = (int)(255.0f * (1.0f - (heights[i] - 0.125f) / 128.0f));
        cr_expect_float_eq(level_fx_whole_area(scene), 48.0f * 48.0f, 0.5f);
        expect_color(scene, dark, dark, dark, 255);
        c.scene.options.no_effects = true;
        cr_expect_eq(stage_scene(&c.scene, 1.0)->num_polys, 0);
        c.scene.options.no_effects = false;
        c.scene.options.no_shadows = true;
        cr_expect_eq(stage_scene(&c.scene, 1.0)->num_polys, 0);
        level_fx_end(&c);
    }
    level_fx_begin(&c);
    cr_expect_eq(stand_at(FLOOR + 129.0f)->num_polys, 0);
    level_fx_end(&c);
}

Test(q3_shadow, not_of_the_invisible, .init = NULL, .fini = NULL)
{
    level_fx_begin(&c);
    c.scene.demo->player.powerups[Q3_POWERUP_INVISIBILITY] = 100000;
    cr_expect_eq(stand_at(40.0f)->num_polys, 0);
    level_fx_end(&c);
}

/* The shadow falls on the mover under the player, although it takes no decals: the floor's below is
 * darker. */
Test(q3_shadow, moving_parts_are_ground, .init = NULL, .fini = NULL)
{
    level_fx_begin(&c);
    q3_demo_place(c.scene.demo, AT, 0, 0, 10);
    int32_t *f = q3_demo_entity(c.scene.demo, AT);
    f[Q3_ES_E_TYPE] = Q3_ET_MOVER;
    f[Q3_ES_MODELINDEX] = 1;
    f[Q3_ES_SOLID] = Q3_SOLID_INLINE;
    const int dark = (int)(255.0f * (1.0f - (40.0f - LYING - 10.0f) / 128.0f));
    expect_color(stand_at(40.0f), dark, dark, dark, 255);
    level_fx_end(&c);
}

Test(q3_shadow, a_wake_around_who_wades, .init = NULL, .fini = NULL)
{
    level_fx_begin_with(&c, Q3_CONTENTS_WATER);
    stage_set(c.scene.demo->player.fields, Q3_PS_ORIGIN_2, 20.0f);
    const struct rgb_scene *scene = level_fx_at(&c, 1000);
    cr_assert_eq(scene->num_polys, 1);
    cr_expect_str_eq(scene->polys[0].material->name, "wake");
    const struct rgb_point *p = &scene->points[scene->polys[0].first];
    EXPECT_POINT(p[0].xyz, 0, 0, LYING);
    EXPECT_POINT(p[2].xyz, 64, 64, LYING);
    cr_expect(p[1].st[0] == 0.0f && p[1].st[1] == 1.0f && p[1].color[3] == 255);
    stage_set(c.scene.demo->player.fields, Q3_PS_ORIGIN_2, 33.0f);
    cr_expect_eq(level_fx_at(&c, 1100)->num_polys, 0, "his feet are dry");
    stage_set(c.scene.demo->player.fields, Q3_PS_ORIGIN_2, -25.0f);
    cr_expect_eq(level_fx_at(&c, 1200)->num_polys, 0, "he dives");
    level_fx_end(&c);
}
