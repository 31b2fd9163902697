/* Shells and gibs: how they begin, fly, lie and go. */
#include <criterion/criterion.h>

#include "engine/quake3/scene/level_fx/q3_fragments.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/scene/level_fx/level_fx_stage.h"

enum { EV_FIRE = 23, EV_GIB = 64, SHOOTER = 100 };

static struct level_fx_stage c;

static void begin(void)
{
    level_fx_begin_watched(&c);
}

static void end(void)
{
    level_fx_end(&c);
}

TestSuite(q3_fragments, .init = begin, .fini = end);

/* Entities of a model or sprite, and the first of them. */
static size_t count_of(const struct rgb_scene *scene, const char *name,
                       const struct rgb_entity **first)
{
    size_t count = 0;
    for (size_t i = scene->num_entities; i-- > 0;) {
        const struct rgb_entity *e = &scene->entities[i];
        const char *has = e->kind == RGB_SPRITE ? e->material->name : e->model->name;
        if (strncmp(has, name, strlen(name)) == 0) {
            *first = e;
            count++;
        }
    }
    return count;
}

static const struct rgb_scene *fire(uint32_t number, int32_t weapon, int32_t time)
{
    q3_demo_place(c.scene.demo, number, -40, 20, FLOOR + 24);
    int32_t *f = q3_demo_entity(c.scene.demo, number);
    f[Q3_ES_WEAPON] = weapon;
    f[Q3_ES_EVENT] = EV_FIRE;
    return level_fx_at(&c, time);
}

Test(q3_fragments, a_bullets_shell)
{
    const struct rgb_entity *shell = NULL;
    const struct rgb_scene *scene = fire(SHOOTER, Q3_WEAPON_MACHINEGUN, 2000);
    cr_assert_eq(count_of(scene, "models/weapons2/shells/m_shell", &shell), 1);
    /* 8 ahead, 4 to the right, 24 up, and up to 15 ms of flight from there */
    cr_expect_float_eq(shell->origin[0], -32.0f, 0.01f);
    cr_expect(shell->origin[1] <= 16.0f && shell->origin[1] > 16.0f - 0.015f * 90.0f);
    cr_expect(shell->origin[2] >= FLOOR + 48.0f &&
              shell->origin[2] < FLOOR + 48.0f + 0.015f * 150.0f);
    const float before = shell->origin[2];
    cr_assert_eq(count_of(level_fx_at(&c, 2060), "models/weapons2/shells/m_shell", &shell), 1);
    cr_expect_gt(shell->origin[2], before, "it flies up at first");
    cr_assert_eq(count_of(level_fx_at(&c, 3450), "models/weapons2/shells/m_shell", &shell), 1);
    cr_expect_float_eq(shell->origin[2], LYING, 0.01f, "%g", (double)shell->origin[2]);
    cr_expect_lt(shell->origin[1], 0.0f, "thrown to the right");
    cr_expect_eq(count_of(level_fx_at(&c, 2000 + 3126), "models/weapons2/shells/m_shell", &shell),
                 0);
}

/* It sinks by 16 units in its last second, and is lit as where it lay. */
Test(q3_fragments, shells_sink_at_the_end)
{
    const struct rgb_entity *shell = NULL;
    float lowest = LYING;
    fire(SHOOTER, Q3_WEAPON_MACHINEGUN, 2000);
    for (int32_t time = 3400; time < 5150; time += 25) {
        if (count_of(level_fx_at(&c, time), "models/weapons2/shells/m_shell", &shell) == 1) {
            cr_expect_leq(shell->origin[2], lowest + 1e-3f);
            lowest = shell->origin[2];
            cr_expect(lowest > LYING - 0.01f || ((shell->flags & RGB_OWN_LIGHT_PLACE) != 0 &&
                                                 fabsf(shell->light_origin[2] - LYING) < 0.01f));
        }
    }
    cr_expect(lowest < LYING - 15.0f && lowest >= LYING - 16.0f, "%g", (double)lowest);
}

Test(q3_fragments, a_shotguns_two)
{
    const struct rgb_entity *shell = NULL;
    const struct rgb_scene *scene = fire(SHOOTER, Q3_WEAPON_SHOTGUN, 2000);
    cr_assert_eq(count_of(scene, "models/weapons2/shells/s_shell", &shell), 2);
    EXPECT_POINT(shell->origin, -32, 20, FLOOR + 48);
    scene = level_fx_at(&c, 2100);
    cr_assert_eq(count_of(scene, "models/weapons2/shells/s_shell", &shell), 2);
    cr_expect(shell->origin[1] > 22.9f && shell[1].origin[1] < 17.1f, "one to either side");
    cr_expect_eq(count_of(level_fx_at(&c, 9499), "models/weapons2/shells/s_shell", &shell), 2);
    cr_expect_eq(count_of(level_fx_at(&c, 12001), "models/weapons2/shells/s_shell", &shell), 0);
}

Test(q3_fragments, other_weapons_have_none)
{
    const struct rgb_entity *shell = NULL;
    for (int32_t i = 0; i < 3; i++) {
        static const int32_t weapons[] = {Q3_WEAPON_ROCKETS, Q3_WEAPON_NAILGUN, 77};
        fire(SHOOTER + (uint32_t)i, weapons[i], 2000 + i * 50);
    }
    cr_expect_eq(count_of(stage_scene(&c.scene, 1.0), "models/weapons2/shells/", &shell), 0);
}

Test(q3_fragments, water_slows_shells)
{
    const struct rgb_entity *shell = NULL;
    level_fx_end(&c);
    level_fx_begin_with(&c, Q3_CONTENTS_WATER);
    level_fx_watch(&c);
    level_fx_at(&c, 1000);
    q3_demo_place(c.scene.demo, SHOOTER, -40, 20, -80);
    int32_t *f = q3_demo_entity(c.scene.demo, SHOOTER);
    f[Q3_ES_WEAPON] = Q3_WEAPON_SHOTGUN;
    f[Q3_ES_EVENT] = EV_FIRE;
    level_fx_at(&c, 2000);
    cr_assert_eq(count_of(level_fx_at(&c, 2100), "models/weapons2/shells/s_shell", &shell), 2);
    cr_expect_lt(fabsf(shell->origin[1] - 20.0f), 0.51f);
}

/* --- gibs ------------------------------------------------------------------------------------- */

static const struct rgb_scene *burst(int32_t time)
{
    level_fx_event(&c, SHOOTER, EV_GIB, 32, 32, FLOOR + 24);
    return level_fx_at(&c, time);
}

Test(q3_fragments, ten_gibs_fly_and_bleed)
{
    const struct rgb_entity *gib = NULL, *puff = NULL, *leg = NULL;
    const struct rgb_scene *scene = burst(2000);
    cr_assert_eq(count_of(scene, "models/gibs/", &gib), Q3_GIBS);
    cr_expect_eq(count_of(scene, "models/gibs/leg", &leg), 2);
    EXPECT_POINT(gib->origin, 32, 32, FLOOR + 24);
    EXPECT_POINT(gib->axis[0], 1, 0, 0);
    cr_expect_eq(count_of(scene, "bloodTrail", &puff), 0);
    scene = level_fx_at(&c, 2399); /* steps of 150 on the server's clock: 2100, 2250 */
    cr_expect_eq(count_of(scene, "bloodTrail", &puff), 2 * Q3_GIBS);
    const float left = 1.0f - 299.0f / 2000.0f;
    cr_expect_float_eq(puff->radius, 20.0f * (1.0f - left) + 16.0f, 1e-3f);
    cr_expect_eq(puff->color[3], (uint8_t)(255.0f * left));
    cr_expect_eq(count_of(level_fx_at(&c, 6999), "models/gibs/", &gib), Q3_GIBS);
    cr_expect_eq(count_of(level_fx_at(&c, 10001), "models/gibs/", &gib), 0);
}

/* Stains come at the first bounce, not before, and stay for ten seconds from there. */
Test(q3_fragments, gibs_stain_the_floor)
{
    burst(2000);
    cr_expect_eq(level_fx_at(&c, 2100)->num_polys, 0);
    const struct rgb_scene *scene = level_fx_at(&c, 5000);
    cr_assert_gt(scene->num_polys, 0);
    cr_expect_str_eq(scene->polys[0].material->name, "bloodMark");
    const struct rgb_point *p = &scene->points[scene->polys[0].first];
    const float radius = 0.5f * hypotf(p[1].xyz[0] - p[0].xyz[0], p[1].xyz[1] - p[0].xyz[1]) /
                         hypotf(p[1].st[0] - p[0].st[0], p[1].st[1] - p[0].st[1]);
    cr_expect(radius > 15.9f && radius < 47.1f, "%g", (double)radius);
    cr_expect_eq(p[0].color[0], 255);
    cr_expect_gt(level_fx_at(&c, 11900)->num_polys, 0);
    cr_expect_eq(level_fx_at(&c, 15500)->num_polys, 0);
}

Test(q3_fragments, are_bounded)
{
    const struct rgb_entity *e = NULL;
    for (uint32_t i = 0; i < 200; i++) {
        level_fx_event(&c, SHOOTER + i, EV_GIB, 32, 32, FLOOR + 24);
    }
    level_fx_at(&c, 2000);
    const struct rgb_scene *scene = level_fx_at(&c, 2700);
    cr_expect_leq(count_of(scene, "models/gibs/", &e), Q3_FRAGMENTS);
    cr_expect_geq(count_of(scene, "models/gibs/", &e), Q3_FRAGMENTS - Q3_GIBS);
    cr_expect_leq(count_of(scene, "bloodTrail", &e), Q3_FRAGMENT_PUFFS);
}

Test(q3_fragments, none_without_effects)
{
    c.scene.options.no_effects = true;
    cr_expect_eq(burst(2000)->num_entities, 0);
    cr_expect_eq(level_fx_at(&c, 5000)->num_polys, 0);
}

Test(q3_fragments, numbers_that_are_none)
{
    static const float bad[] = {NAN, INFINITY, -1e30f};
    for (uint32_t i = 0; i < 3; i++) {
        level_fx_event(&c, SHOOTER + 3 * i, EV_GIB, 0, bad[i], 0);
        q3_demo_place(c.scene.demo, SHOOTER + 3 * i + 1, 0, 0, bad[i]);
        int32_t *f = q3_demo_entity(c.scene.demo, SHOOTER + 3 * i + 1);
        f[Q3_ES_WEAPON] = Q3_WEAPON_SHOTGUN;
        f[Q3_ES_EVENT] = EV_FIRE;
        q3_demo_place(c.scene.demo, SHOOTER + 3 * i + 2, 0, 0, 60);
        f = q3_demo_entity(c.scene.demo, SHOOTER + 3 * i + 2);
        stage_set(f, Q3_ES_APOS_TR_BASE_1, bad[i]);
        f[Q3_ES_WEAPON] = Q3_WEAPON_SHOTGUN;
        f[Q3_ES_EVENT] = EV_FIRE;
    }
    const struct rgb_entity *e = NULL;
    const struct rgb_scene *scene = level_fx_at(&c, 2000);
    cr_expect_eq(count_of(scene, "models/", &e), 0);
    cr_expect_eq(level_fx_at(&c, 4000)->num_polys, 0);
}
