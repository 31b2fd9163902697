/* Sprites, beams and models that hits, shots and scores emit: position, size, colour, begin and
 * end. */
#include <criterion/criterion.h>

#include "engine/quake3/effects/q3_gibs.h"
#include "engine/quake3/effects/q3_impact.h"
#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/effects/q3_powers.h"
#include "engine/quake3/effects/q3_trail.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/vec.h"
#include "tests/engine/quake3/effects/effect_stage.h"

enum {
    EV_BULLET_FLESH = 48,
    EV_BULLET_WALL = 49,
    EV_RAIL = 53,
    EV_PLUM = 65,
    ROCKET = 90,
    NO_IMPACT = 255,
    DAMAGE_YAW_270 = 191 /* 255ths of a turn */
};

static const char *const models[] = {NULL};
static const char *const shaders[] = {"bloodExplosion",
                                      "viewBloodBlend",
                                      "smokePuff",
                                      "railCore",
                                      "railDisc",
                                      "gfx/2d/numbers/three_32b",
                                      "gfx/2d/numbers/minus_32b",
                                      "gfx/misc/tracer",
                                      NULL};
static struct effect_stage e;

static void begin(const char *version)
{
    effect_begin(&e, version, "", models, shaders);
    effect_stand(&e, 120, -120, 60, 0);
    (void)effect_at(&e, 1000);
}

static const struct rgb_scene *between(double fraction)
{
    return stage_scene(&e.scene, fraction);
}

/* --- blood ------------------------------------------------------------------------------------ */

Test(q3_hits, blood_shows_for_500_ms)
{
    begin("baseq3-1");
    effect_event(&e, EV_BULLET_FLESH, 10, 20, 60)[Q3_ES_EVENT_PARM] = SHOOTER;
    const struct rgb_entity *blood = effect_find(effect_at(&e, 1050), "bloodExplosion", 0);
    cr_assert_not_null(blood);
    cr_expect_eq(blood->kind, RGB_SPRITE);
    cr_expect_eq(blood->flags, 0);
    cr_expect_float_eq(blood->radius, 24.0f, 1e-4f);
    cr_expect_float_eq(blood->shader_time, 0.0, 0.0, "its pictures follow the scene's clock");
    EXPECT_POINT(blood->origin, 10.0, 20.0, 60.0);
    stage_snapshot(&e.scene, 2050);
    cr_expect_eq(effect_count(between(0.499), "bloodExplosion"), 1);
    cr_expect_eq(effect_count(between(0.5), "bloodExplosion"), 0);
    effect_end(&e);
}

Test(q3_hits, the_victims_view_has_no_blood_sprite_of_the_hit)
{
    begin("baseq3-1");
    effect_event(&e, EV_BULLET_FLESH, 10, 20, 60)[Q3_ES_EVENT_PARM] = 0;
    const struct rgb_entity *blood = effect_find(effect_at(&e, 1050), "bloodExplosion", 0);
    cr_assert_not_null(blood);
    cr_expect_eq(blood->flags, RGB_NOT_IN_EYES);
    effect_end(&e);
}

/* The damage direction is that of the shot: yaw 270 comes from the left of a view along yaw 0. */
Test(q3_hits, a_hit_from_the_left_shows_blood_left_of_the_view_for_500_ms)
{
    begin("baseq3-1");
    int32_t *f = e.scene.demo->player.fields;
    f[Q3_PS_DAMAGE_EVENT] = 1;
    f[Q3_PS_DAMAGE_COUNT] = 20;
    f[Q3_PS_DAMAGE_YAW] = DAMAGE_YAW_270;
    cr_expect_eq(effect_count(effect_at(&e, 1050), "viewBloodBlend"), 0);
    stage_snapshot(&e.scene, 2050);
    cr_expect_eq(effect_count(between(0.0009), "viewBloodBlend"), 0, "less than a millisecond");
    cr_expect_eq(effect_count(between(0.001), "viewBloodBlend"), 1);
    const struct rgb_scene *scene = between(0.25);
    const struct rgb_entity *blob = effect_find(scene, "viewBloodBlend", 0);
    cr_assert_not_null(blob);
    const float *eye = e.scene.scene.camera.origin;
    const float off[3] = {blob->origin[0] - eye[0], blob->origin[1] - eye[1],
                          blob->origin[2] - eye[2]};
    cr_expect_float_eq(vec_dot(off, scene->axis[0]), 8.0f, 1e-2f);
    cr_expect_float_eq(vec_dot(off, scene->axis[1]), 8.0f, 1e-2f, "left: %g",
                       (double)vec_dot(off, scene->axis[1]));
    cr_expect_float_eq(vec_dot(off, scene->axis[2]), 0.0f, 0.5f);
    cr_expect_float_eq(blob->radius, 24.0f, 1e-4f); /* 3 * 20 * 40 / 100 */
    cr_expect_eq(blob->color[3], 100);
    cr_expect_eq(blob->flags, RGB_ONLY_IN_EYES, "the gun hides it");
    cr_expect_eq(effect_count(between(0.499), "viewBloodBlend"), 1);
    cr_expect_eq(effect_count(between(0.5), "viewBloodBlend"), 0);
    effect_end(&e);
}

/* --- smoke ------------------------------------------------------------------------------------ */

/* A rocket along x from 0, `z` high, since 1000: a puff each 50 ms, 45 units apart. */
static const struct rgb_scene *fly(int32_t owner, float z)
{
    q3_demo_place(e.scene.demo, ROCKET, 0, 0, z);
    int32_t *f = q3_demo_entity(e.scene.demo, ROCKET);
    f[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
    f[Q3_ES_WEAPON] = Q3_WEAPON_ROCKETS;
    f[Q3_ES_OTHER_ENTITY_NUM] = owner;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    f[Q3_ES_POS_TR_TIME] = 1000;
    stage_set(f, Q3_ES_POS_TR_DELTA_0, 900.0f);
    stage_snapshot(&e.scene, 1050);
    return effect_at(&e, 1300);
}

Test(q3_hits, a_puff_that_contains_the_camera_is_left_out)
{
    begin("baseq3-1");
    effect_stand(&e, 180, 50, 74, 0); /* the eye is 26 higher and 50 left of the puff at x = 180 */
    const struct rgb_scene *scene = fly(SHOOTER, 100);
    cr_expect_eq(effect_count(scene, "smokePuff"), 4, "%d", effect_count(scene, "smokePuff"));
    for (int i = 0; i < 4; i++) {
        static const float x[] = {90.0f, 135.0f, 225.0f, 270.0f};
        const struct rgb_entity *puff = effect_find(scene, "smokePuff", i);
        cr_assert_not_null(puff);
        EXPECT_POINT(puff->origin, x[i], 0.0, 100.0);
    }
    effect_end(&e);
}

Test(q3_hits, a_puff_that_contained_the_camera_does_not_come_back)
{
    begin("baseq3-1");
    effect_stand(&e, 180, 50, 74, 0);
    cr_expect_eq(effect_count(fly(SHOOTER, 100), "smokePuff"), 4);
    effect_stand(&e, 180, 500, 74, 0); /* away from all; two puffs more */
    cr_expect_eq(effect_count(effect_at(&e, 1400), "smokePuff"), 6);
    e.scene.options.camera.kind = CAMERA_FREE; /* has never been in one */
    e.scene.options.camera.origin[1] = 500.0f;
    cr_expect_eq(effect_count(stage_scene(&e.scene, 1.0), "smokePuff"), 7);
    e.scene.options.camera.kind = CAMERA_EYE;
    effect_stand(&e, 270, 50, 74, 0);
    cr_expect_eq(effect_count(effect_at(&e, 1450), "smokePuff"), 6, "270 is gone, too");
    for (int i = 0; i < 29; i++) {
        effect_stand(&e, 180, 500, 74, 0);
        (void)effect_at(&e, 1460 + 10 * i);
    }
    /* Of 14 the one at 270 is gone, by the oldest snapshot that is known. */
    cr_expect_eq(effect_count(effect_at(&e, 1790), "smokePuff"), 13);
    effect_end(&e);
}

Test(q3_hits, openarenas_shooter_does_not_see_the_puffs_around_the_muzzle)
{
    for (int owner = 0; owner < 2; owner++) {
        begin("baseoa-1");
        const int count = effect_count(fly(owner, 100), "smokePuff");
        /* Puffs start at 1050 to 1300 ms; the first, at x = 45, is within 64 units of the start. */
        cr_expect_eq(count, owner == 0 ? 5 : 6, "%d: %d", owner, count);
        effect_end(&e);
    }
}

Test(q3_hits, missiles_with_smoke_and_the_life_of_their_puffs)
{
    for (int32_t weapon = -1; weapon <= Q3_WEAPONS; weapon++) {
        const bool smokes = weapon == Q3_WEAPON_GRENADES || weapon == Q3_WEAPON_ROCKETS ||
                            weapon == Q3_WEAPON_NAILGUN || weapon == Q3_WEAPON_MINES;
        cr_expect_eq(q3_trail_life(weapon) > 0, smokes, "%d", weapon);
    }
    cr_expect_eq(q3_trail_life(Q3_WEAPON_ROCKETS), 2000);
}

Test(q3_hits, the_oldest_of_512_trails_goes)
{
    static struct q3_trails trails;
    q3_trails_clear(&trails);
    for (int32_t i = 0; i < Q3_TRAILS + 2; i++) {
        q3_trails_add(&trails, &(struct q3_trail){.entity = i});
    }
    cr_expect_eq(trails.count, (uint32_t)Q3_TRAILS);
    cr_expect_eq(q3_trails_at(&trails, 0)->entity, 2);
    cr_expect_eq(q3_trails_at(&trails, Q3_TRAILS - 1)->entity, Q3_TRAILS + 1);
}

/* The rotation of a puff is any angle. */
Test(q3_hits, puffs_are_rotated_by_up_to_a_turn)
{
    int octants = 0;
    begin("baseq3-1");
    const struct rgb_scene *scene = fly(SHOOTER, 100);
    stage_snapshot(&e.scene, 3000);
    scene = between(1.0);
    for (int i = 0; i < effect_count(scene, "smokePuff"); i++) {
        const float rotation = effect_find(scene, "smokePuff", i)->rotation;
        cr_expect(rotation >= 0.0f && rotation < 360.0f, "%g", (double)rotation);
        octants |= 1 << (int)(rotation / 45.0f);
    }
    cr_expect_eq(octants, 0xff, "%x", octants);
    effect_end(&e);
}

/* --- rails and tracers ------------------------------------------------------------------------ */

Test(q3_hits, openarenas_rail_has_rings_that_widen_and_end_one_by_one)
{
    begin("baseoa-1");
    int32_t *f = effect_event(&e, EV_RAIL, 100, 0, 100);
    stage_set(f, Q3_ES_ORIGIN2_2, 104.0f); /* the rail starts 4 lower */
    f[Q3_ES_EVENT_PARM] = NO_IMPACT;
    f[Q3_ES_CLIENT_NUM] = SHOOTER;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_assert_eq(effect_count(scene, "railDisc"), 10);
    for (int i = 0; i < 10; i++) {
        const struct rgb_entity *ring = effect_find(scene, "railDisc", i);
        cr_expect_float_eq(ring->origin[0], 20.0f + 10.0f * (float)i, 1e-3f);
        cr_expect_float_eq(hypotf(ring->origin[1], ring->origin[2] - 100.0f), 4.0f, 1e-3f);
        cr_expect_eq(ring->color[3], 255);
    }
    const struct rgb_entity *core = effect_find(scene, "railCore", 0);
    cr_assert_not_null(core);
    EXPECT_POINT(core->origin, 0.0, 0.0, 100.0);
    EXPECT_POINT(core->end, 100.0, 0.0, 100.0);
    stage_snapshot(&e.scene, 2050);
    scene = between(0.5);
    cr_expect_eq(effect_count(scene, "railDisc"), 10);
    const struct rgb_entity *ring = effect_find(scene, "railDisc", 0);
    cr_expect_float_eq(hypotf(ring->origin[1], ring->origin[2] - 100.0f), 7.0f, 1e-3f);
    scene = between(0.62); /* ring i lasts 600 + 5 i ms */
    cr_expect_eq(effect_count(scene, "railDisc"), 5);
    cr_expect_float_eq(effect_find(scene, "railDisc", 0)->origin[0], 70.0f, 1e-3f);
    cr_expect_eq(effect_count(scene, "railCore"), 0);
    effect_end(&e);
}

static int count_tracers(const struct rgb_scene *scene)
{
    int count = 0;
    for (size_t i = 0; i < scene->num_polys; i++) {
        count += strcmp(scene->polys[i].material->name, "gfx/misc/tracer") == 0;
    }
    return count;
}

Test(q3_hits, a_tracer_is_two_units_wide_and_at_most_100_long)
{
    int tracers = 0;
    begin("baseq3-1");
    effect_stand(&e, 120, -120, 60, 90);
    (void)effect_shooter(&e, 0, 0, 60, 0);
    for (uint32_t i = 0; i < 30; i++) {
        q3_demo_place(e.scene.demo, EVENT_ENTITY + i, 500, 0, 86);
        int32_t *f = q3_demo_entity(e.scene.demo, EVENT_ENTITY + i);
        f[Q3_ES_E_TYPE] = EVENTS + EV_BULLET_WALL;
        f[Q3_ES_OTHER_ENTITY_NUM] = SHOOTER;
    }
    const struct rgb_scene *scene = effect_at(&e, 1050);
    for (size_t i = 0; i < scene->num_polys; i++) {
        const struct rgb_poly *poly = &scene->polys[i];
        if (strcmp(poly->material->name, "gfx/misc/tracer") != 0) {
            continue;
        }
        const struct rgb_point *p = &scene->points[poly->first];
        tracers++;
        cr_assert_eq(poly->count, 4);
        cr_expect_float_eq(vec_distance(p[0].xyz, p[1].xyz), 2.0f, 1e-3f);
        cr_expect_float_eq(vec_distance(p[2].xyz, p[3].xyz), 2.0f, 1e-3f);
        cr_expect_float_eq((p[0].xyz[2] + p[1].xyz[2]) / 2.0f, 86.0f, 1e-3f);
        cr_expect(p[0].xyz[0] - p[3].xyz[0] > 10.0f && p[0].xyz[0] - p[3].xyz[0] <= 100.01f);
        cr_expect(p[3].xyz[0] >= 64.0f && p[0].xyz[0] <= 500.01f);
    }
    cr_expect(tracers >= 5 && tracers <= 20, "%d", tracers);
    stage_snapshot(&e.scene, 1150); /* 20 ms are 0.2 of the way */
    cr_expect_eq(count_tracers(between(0.19)), tracers);
    cr_expect_eq(count_tracers(between(0.21)), 0);
    effect_end(&e);
}

/* --- impacts, colours, plums, gibs ------------------------------------------------------------ */

Test(q3_hits, explosions_have_the_lights_of_their_weapons)
{
    EXPECT_POINT(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_GRENADES)->light_color, 1.0, 1.0, 0.0);
    EXPECT_POINT(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_ROCKETS)->light_color, 1.0, 0.75, 0.0);
    EXPECT_POINT(q3_impact_of(Q3_MOD_OPENARENA, Q3_WEAPON_MINES)->light_color, 1.0, 1.0, 0.0);
    for (int32_t weapon = -1; weapon <= Q3_WEAPONS; weapon++) {
        const bool explodes = weapon == Q3_WEAPON_GRENADES || weapon == Q3_WEAPON_ROCKETS;
        const bool of_team_arena = weapon == Q3_WEAPON_NAILGUN || weapon == Q3_WEAPON_MINES ||
                                   weapon == Q3_WEAPON_CHAINGUN;
        cr_expect_eq(q3_impact_goes_through(Q3_MOD_NONE, weapon), explodes, "%d", weapon);
        cr_expect_eq(q3_impact_goes_through(Q3_MOD_TEAM_ARENA, weapon), explodes || of_team_arena,
                     "%d", weapon);
    }
}

/* CPMA's letters a to x: hundredths of red, green and blue. */
Test(q3_hits, cpmas_letters_are_a_circle_of_colours)
{
    static const int colors[24][3] = {
        {97, 0, 0},  {97, 38, 0}, {97, 59, 0}, {97, 77, 0}, {97, 97, 0}, {77, 97, 0},
        {59, 97, 0}, {38, 97, 0}, {0, 97, 0},  {0, 97, 38}, {0, 97, 59}, {0, 97, 77},
        {0, 97, 97}, {0, 77, 97}, {0, 59, 97}, {0, 38, 97}, {0, 0, 97},  {38, 0, 97},
        {59, 0, 97}, {77, 0, 97}, {97, 0, 97}, {97, 0, 77}, {97, 0, 59}, {97, 0, 38}};
    for (int i = 0; i < 24; i++) {
        char info[] = "n\\x\\c1\\b";
        float color[3];
        info[sizeof(info) - 2] = (char)('b' + i); /* a is red, too */
        effect_begin(&e, "cpma-1", "", models, shaders);
        q3_demo_configstring(e.scene.demo, FIRST_PLAYER + SHOOTER, info);
        q3_demo_gamestate(e.scene.demo, 0);
        stage_snapshot(&e.scene, 1000);
        (void)stage_view(&e.scene, 1.0);
        q3_player_color(&e.scene.interp, SHOOTER, Q3_COLOR_CORE, color);
        for (int k = 0; k < 3; k++) {
            cr_expect_float_eq(color[k], (float)(i < 23 ? colors[i][k] : 97) / 100.0f, 0.006f,
                               "%c: %g", 'b' + i, (double)color[k]);
        }
        effect_end(&e);
    }
}

Test(q3_hits, points_rise_sway_and_fade)
{
    begin("baseq3-1");
    int32_t *f = effect_event(&e, EV_PLUM, 0, 0, 60);
    f[Q3_ES_OTHER_ENTITY_NUM] = 0;
    f[Q3_ES_TIME] = -3;
    stage_snapshot(&e.scene, 1050);
    stage_snapshot(&e.scene, 5050);
    const struct rgb_scene *scene = between(0.25);
    const struct rgb_entity *minus = effect_find(scene, "gfx/2d/numbers/minus_32b", 0),
                            *three = effect_find(scene, "gfx/2d/numbers/three_32b", 0);
    cr_assert(minus && three);
    cr_expect_float_eq(three->origin[2], 60.0f + 110.0f - 75.0f, 1e-2f);
    cr_expect_float_eq(vec_distance(minus->origin, three->origin), 8.0f, 1e-3f);
    cr_expect_float_eq(hypotf(three->origin[0], three->origin[1]), 30.0f, 1e-2f);
    cr_expect_float_eq(three->radius, 4.0f, 1e-4f);
    cr_expect_eq(three->color[3], 255);
    scene = between(0.875);
    three = effect_find(scene, "gfx/2d/numbers/three_32b", 0);
    cr_assert_not_null(three);
    cr_expect_eq(three->color[3], 127);
    cr_expect_eq(effect_count(between(1.0), "gfx/2d/numbers/three_32b"), 0);
    effect_end(&e);
}

Test(q3_hits, each_gib_has_a_velocity_of_its_own)
{
    struct q3_gib gibs[Q3_GIBS];
    const struct q3_effect juiced = {.kind = Q3_EFFECT_JUICED, .time = 1000, .seed = 7};
    q3_gibs_of(&juiced, gibs);
    for (uint32_t i = 0; i < Q3_GIBS; i++) {
        cr_expect_eq(gibs[i].salt, i * Q3_GIB_SALTS);
        cr_expect_eq(gibs[i].start, 6000);
        cr_expect(gibs[i].life >= 5000 && gibs[i].life < 8000);
        cr_expect(fabsf(gibs[i].velocity[0]) <= 250.0f && gibs[i].velocity[2] >= 0.0f &&
                  gibs[i].velocity[2] < 500.0f);
        for (uint32_t k = 0; k < i; k++) {
            cr_expect_neq(gibs[i].velocity[0], gibs[k].velocity[0], "%u %u", i, k);
        }
    }
    cr_expect_str_eq(gibs[8].model, "models/gibs/leg.md3");
}

Test(q3_hits, a_kamikazes_second_wave_starts_after_two_seconds)
{
    struct q3_kamikaze_look look;
    q3_kamikaze_at(1999.0, &look);
    cr_expect_float_eq(look.second_light, 0.0f, 1e-6f);
    cr_expect_gt(look.wave, 1300.0f);
    q3_kamikaze_at(2000.0, &look);
    cr_expect_float_eq(look.second_light, 1.0f, 1e-6f);
    cr_expect_float_eq(look.wave, 0.0f, 1e-6f);
    q3_kamikaze_at(2125.0, &look);
    cr_expect_float_eq(look.ball, 360.0f, 1e-2f);
    q3_kamikaze_at(249.0, &look);
    cr_expect_float_eq(look.ball_light, 0.0f, 1e-6f);
}
