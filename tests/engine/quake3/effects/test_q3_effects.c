/* Effects drawn at a time: size, brightness, duration. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_beam.h"
#include "engine/quake3/effects/q3_bullet.h"
#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/effects/q3_impact.h"
#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/effects/q3_plum.h"
#include "engine/quake3/effects/q3_powers.h"
#include "engine/quake3/effects/q3_smoke.h"
#include "engine/quake3/effects/q3_sprite_fx.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"
#include "tests/engine/quake3/scene/scene_stage.h"

enum { EVENT = 13, EV_ROCKET_WALL = 51, ROCKET = 90 };

/* --- shapes ----------------------------------------------------------------------------------- */

Test(q3_effects, smoke_of_a_rocket_grows_and_fades_where_it_is)
{
    const struct q3_sprite_fx puff = {.kind = Q3_SPRITE_FX_STAYS,
                                      .velocity = {9.0f, 9.0f, 9.0f},
                                      .radius = 64.0f,
                                      .alpha = 0.33f,
                                      .start = 1000.0,
                                      .end = 3000.0};
    struct q3_sprite_fx_look look;
    cr_expect_not(q3_sprite_fx_at(&puff, 999.0, &look));
    cr_expect_not(q3_sprite_fx_at(&puff, 3000.0, &look));
    cr_assert(q3_sprite_fx_at(&puff, 1000.0, &look));
    cr_expect_float_eq(look.radius, 8.0f, 1e-4f);
    cr_expect_eq(look.alpha, 84);
    cr_assert(q3_sprite_fx_at(&puff, 2000.0, &look));
    cr_expect_float_eq(look.radius, 40.0f, 1e-4f);
    cr_expect_eq(look.alpha, 42);
    EXPECT_POINT(look.origin, 0.0, 0.0, 0.0);
}

Test(q3_effects, a_puff_that_drifts_keeps_its_size_if_told_to)
{
    struct q3_sprite_fx puff = {.kind = Q3_SPRITE_FX_DRIFTS,
                                .keeps_size = true,
                                .velocity = {0.0f, 0.0f, 8.0f},
                                .radius = 32.0f,
                                .alpha = 0.33f,
                                .end = 900.0};
    struct q3_sprite_fx_look look;
    cr_assert(q3_sprite_fx_at(&puff, 450.0, &look));
    cr_expect_float_eq(look.radius, 32.0f, 1e-4f);
    cr_expect_eq(look.alpha, 42);
    EXPECT_POINT(look.origin, 0.0, 0.0, 3.6);
    puff.keeps_size = false;
    cr_assert(q3_sprite_fx_at(&puff, 450.0, &look));
    cr_expect_float_eq(look.radius, 24.0f, 1e-4f);
}

Test(q3_effects, an_explosion_shines_for_half_its_life_and_then_fades)
{
    const struct q3_explosion *rocket = q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_ROCKETS);
    cr_assert_not_null(rocket);
    cr_expect_eq(rocket->life, 1000);
    cr_expect_float_eq(q3_explosion_light(rocket, 0.0), 300.0f, 1e-3f);
    cr_expect_float_eq(q3_explosion_light(rocket, 0.49), 300.0f, 1e-3f);
    cr_expect_float_eq(q3_explosion_light(rocket, 0.75), 150.0f, 1e-3f);
    cr_expect_eq(q3_explosion_alpha(0.0), 84);
    cr_expect_eq(q3_explosion_alpha(0.5), 42);
    cr_expect_float_eq(q3_explosion_radius(0.0), 30.0f, 1e-4f);
    cr_expect_float_eq(q3_explosion_radius(0.5), 51.0f, 1e-4f);
}

Test(q3_effects, weapons_hit_as_the_original_has_it)
{
    cr_expect_str_eq(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_GRENADES)->material, "grenadeExplosion");
    cr_expect_eq(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_GRENADES)->life, 600);
    cr_expect_str_eq(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_PLASMA)->model,
                     "models/weaphits/ring02.md3");
    cr_expect_null(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_LIGHTNING));
    cr_expect_null(q3_impact_of(Q3_MOD_NONE, Q3_WEAPON_CHAINGUN));
    cr_expect_not_null(q3_impact_of(Q3_MOD_OPENARENA, Q3_WEAPON_CHAINGUN));
    cr_expect_null(q3_impact_of(Q3_MOD_OPENARENA, -1));
    cr_expect_null(q3_impact_of(Q3_MOD_OPENARENA, 1000000));
    cr_expect(q3_impact_goes_through(Q3_MOD_NONE, Q3_WEAPON_ROCKETS));
    cr_expect_not(q3_impact_goes_through(Q3_MOD_NONE, Q3_WEAPON_PLASMA));
}

Test(q3_effects, directions_are_of_the_table_of_normals)
{
    float direction[3];
    q3_direction_of(5, direction);
    EXPECT_POINT(direction, 0.0, 0.0, 1.0);
    q3_direction_of(255, direction);
    EXPECT_POINT(direction, 0.0, 0.0, 0.0);
    q3_direction_of(-1, direction);
    EXPECT_POINT(direction, 0.0, 0.0, 0.0);
}

Test(q3_effects, a_rail_fades_evenly)
{
    cr_expect_float_eq(q3_rail_left(-1.0, 400.0), 0.0, 1e-9);
    cr_expect_float_eq(q3_rail_left(0.0, 400.0), 1.0, 1e-9);
    cr_expect_float_eq(q3_rail_left(100.0, 400.0), 0.75, 1e-9);
    cr_expect_float_eq(q3_rail_left(400.0, 400.0), 0.0, 1e-9);
}

Test(q3_effects, four_in_ten_bullets_are_seen_on_their_way)
{
    uint32_t seen = 0;
    for (uint32_t seed = 0; seed < 10000; seed++) {
        const struct q3_effect effect = {.seed = dmath_hash(seed, 7, 9)};
        float span[2];
        cr_expect_not(q3_tracer_span(&effect, 99.0f, span));
        if (q3_tracer_span(&effect, 500.0f, span)) {
            cr_assert(span[0] >= 50.0f && span[0] < 490.0f, "%f", (double)span[0]);
            cr_assert(span[1] <= 500.0f && span[1] - span[0] <= 100.001f);
            seen++;
        }
    }
    cr_expect(seen > 3800 && seen < 4200, "%u", seen);
}

Test(q3_effects, points_have_the_colour_of_how_many_they_are)
{
    static const struct {
        int32_t points;
        uint8_t color[3];
    } cases[] = {{-1, {255, 17, 17}}, {0, {255, 255, 255}},  {1, {255, 255, 255}},
                 {2, {0, 255, 0}},    {10, {255, 255, 0}},   {20, {0, 0, 255}},
                 {50, {255, 0, 255}}, {9999, {255, 0, 255}}, {INT32_MIN, {255, 17, 17}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t color[3];
        q3_plum_color(cases[i].points, color);
        cr_expect_arr_eq(color, cases[i].color, 3, "%d", (int)cases[i].points);
    }
}

Test(q3_effects, a_kamikaze_has_two_waves_and_a_ball)
{
    struct q3_kamikaze_look look;
    q3_kamikaze_at(1000.0, &look);
    cr_expect_float_eq(look.wave, 660.0f, 1e-2f);
    cr_expect_float_eq(look.wave_light, 1.0f, 1e-5f);
    cr_expect_float_eq(look.ball, 720.0f * 750.0f / 1750.0f, 1e-2f);
    cr_expect_float_eq(look.second, 0.0f, 1e-5f);
    q3_kamikaze_at(1750.0, &look);
    cr_expect_float_eq(look.wave_light, 0.5f, 1e-5f);
    q3_kamikaze_at(2500.0, &look);
    cr_expect_float_eq(look.wave, 0.0f, 1e-5f);
    cr_expect_float_eq(look.ball, 0.0f, 1e-5f);
    cr_expect_float_eq(look.second, 352.0f, 1e-2f);
    cr_expect_float_eq(look.second_light, 1.0f, 1e-5f);
    q3_kamikaze_at(3000.0, &look);
    cr_expect_float_eq(look.second, 0.0f, 1e-5f);
}

/* --- players' colours ------------------------------------------------------------------------- */

static void expect_color(const char *version, const char *info, float r, float g, float b)
{
    struct scene_stage s;
    float color[3];
    stage_begin(&s);
    q3_demo_configstring(s.demo, 20, version);
    q3_demo_configstring(s.demo, 544, info);
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    (void)stage_view(&s, 1.0);
    q3_player_color(&s.interp, 0, Q3_COLOR_CORE, color);
    cr_expect(
        fabsf(color[0] - r) < 1e-5f && fabsf(color[1] - g) < 1e-5f && fabsf(color[2] - b) < 1e-5f,
        "%s %s: %g %g %g", version, info, (double)color[0], (double)color[1], (double)color[2]);
    q3_player_color(&s.interp, 5, Q3_COLOR_CORE, color);
    EXPECT_POINT(color, 1.0, 1.0, 1.0);
    stage_end(&s);
}

Test(q3_effects, colours_are_bits_letters_or_none)
{
    expect_color("baseq3-1", "n\\x\\c1\\4", 1.0f, 0.0f, 0.0f);
    expect_color("baseq3-1", "n\\x\\c1\\3", 0.0f, 1.0f, 1.0f);
    expect_color("baseq3-1", "n\\x\\c1\\8ttt", 1.0f, 1.0f, 1.0f);
    expect_color("cpma-1", "n\\x\\c1\\j", 0.0f, 0.965f, 0.0f);
    expect_color("cpma-1", "n\\x\\c1\\4", 0.0f, 0.0f, 1.0f);
    expect_color("cpma-1", "n\\x\\c1\\z", 0.965f, 0.965f, 0.965f);
}

/* --- trails ----------------------------------------------------------------------------------- */

static int32_t *fly(struct scene_stage *s, int32_t weapon, int32_t time)
{
    q3_demo_place(s->demo, ROCKET, 0.0f, 0.0f, 0.0f);
    int32_t *f = q3_demo_entity(s->demo, ROCKET);
    f[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
    f[Q3_ES_WEAPON] = weapon;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    f[Q3_ES_POS_TR_TIME] = time;
    stage_set(f, Q3_ES_POS_TR_DELTA_0, 900.0f);
    return f;
}

Test(q3_effects, smoke_of_a_missile_outlives_it)
{
    struct scene_stage s;
    stage_begin(&s);
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    (void)fly(&s, Q3_WEAPON_ROCKETS, 1000);
    stage_snapshot(&s, 1050);
    stage_snapshot(&s, 1100);
    cr_assert_eq(s.state->trails.count, 1);
    const struct q3_trail *trail = q3_trails_at(&s.state->trails, 0);
    cr_expect_eq(trail->from, 1050);
    cr_expect_eq(trail->to, Q3_TRAIL_FLIES);
    q3_demo_remove(s.demo, ROCKET);
    stage_snapshot(&s, 1300);
    cr_expect_eq(q3_trails_at(&s.state->trails, 0)->to, 1300);
    stage_snapshot(&s, 3250);
    cr_expect_eq(s.state->trails.count, 1);
    stage_snapshot(&s, 3350); /* pictures since 3250 still show it */
    cr_expect_eq(s.state->trails.count, 1);
    stage_snapshot(&s, 3400);
    cr_expect_eq(s.state->trails.count, 0);
    stage_end(&s);
}

Test(q3_effects, openarena_draws_missiles_a_server_frame_ahead)
{
    static const char *const versions[] = {"baseq3-1", "baseoa-1"};
    for (int i = 0; i < 2; i++) {
        struct scene_stage s;
        stage_begin(&s);
        q3_demo_configstring(s.demo, 20, versions[i]);
        q3_demo_configstring(s.demo, 1, "sv_fps\\40");
        q3_demo_gamestate(s.demo, 0);
        (void)fly(&s, Q3_WEAPON_ROCKETS, 1000);
        stage_snapshot(&s, 1100);
        const struct rgb_scene *scene = stage_scene(&s, 1.0);
        cr_assert_eq(scene->num_dlights, 1);
        EXPECT_POINT(scene->dlights[0].origin, i == 0 ? 90.0 : 112.5, 0.0, 0.0);
        stage_end(&s);
    }
}

/* Who records is number 0. */
Test(q3_effects, openarena_moves_ones_own_grenades_ahead_alone)
{
    for (int owner = 0; owner < 2; owner++) {
        struct scene_stage s;
        stage_begin(&s);
        q3_demo_configstring(s.demo, 20, "baseoa-1");
        q3_demo_gamestate(s.demo, 0);
        fly(&s, Q3_WEAPON_GRENADES, 1000)[Q3_ES_OTHER_ENTITY_NUM] = owner;
        stage_snapshot(&s, 1100);
        const struct rgb_scene *scene = stage_scene(&s, 1.0);
        const float x = scene->entities[scene->num_entities - 1].origin[0];
        cr_expect_float_eq(x, owner == 0 ? 135.0f : 90.0f, 1e-3f, "%g", (double)x);
        stage_end(&s);
    }
}

/* A rocket is fired, flies, and meets a wall; OpenArena's client shows each a snapshot earlier. */
Test(q3_effects, openarena_takes_missiles_over_as_soon_as_they_are_known)
{
    static const char *const versions[] = {"baseq3-1", "baseoa-1"};
    for (int oa = 0; oa < 2; oa++) {
        struct scene_stage s;
        stage_begin(&s);
        q3_demo_configstring(s.demo, 20, versions[oa]);
        q3_demo_gamestate(s.demo, 0);
        stage_snapshot(&s, 1000);
        (void)fly(&s, Q3_WEAPON_ROCKETS, 1000);
        stage_snapshot(&s, 1050);
        cr_expect_eq(stage_scene(&s, 0.5)->num_dlights, (size_t)oa, "the rocket's light");
        cr_expect_eq(q3_trails_at(&s.state->trails, 0)->from, oa ? 1000 : 1050);
        int32_t *f = q3_demo_entity(s.demo, ROCKET);
        f[Q3_ES_E_TYPE] = Q3_ET_GENERAL;
        f[Q3_ES_POS_TR_TYPE] = Q3_TR_STATIONARY;
        f[Q3_ES_EVENT] = EV_ROCKET_WALL;
        f[Q3_ES_EVENT_PARM] = 5;
        stage_snapshot(&s, 1100);
        cr_expect_eq(q3_trails_at(&s.state->trails, 0)->to, oa ? 1050 : 1100);
        const struct rgb_scene *scene = stage_scene(&s, 0.5);
        cr_assert_eq(scene->num_dlights, 1);
        cr_expect_float_eq(scene->dlights[0].radius, oa ? 300.0f : 200.0f, 1e-3f,
                           "an explosion's, or still the rocket's");
        cr_expect_eq(q3_effects_at(&s.state->effects, 0)->time, oa ? 1050 : 1100);
        stage_end(&s);
    }
}

Test(q3_effects, a_bounce_begins_another_stretch)
{
    struct scene_stage s;
    stage_begin(&s);
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    int32_t *f = fly(&s, Q3_WEAPON_GRENADES, 1000);
    stage_snapshot(&s, 1050);
    stage_set(f, Q3_ES_POS_TR_DELTA_0, -300.0f);
    f[Q3_ES_POS_TR_TIME] = 1090;
    stage_snapshot(&s, 1100);
    cr_assert_eq(s.state->trails.count, 2);
    cr_expect_eq(q3_trails_at(&s.state->trails, 0)->to, 1100);
    cr_expect_eq(q3_trails_at(&s.state->trails, 1)->from, 1099);
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_STATIONARY;
    stage_snapshot(&s, 1150);
    cr_assert_eq(s.state->trails.count, 2);
    cr_expect_eq(q3_trails_at(&s.state->trails, 1)->to, 1150);
    cr_expect_eq(q3_trail_life(Q3_WEAPON_PLASMA), 0);
    cr_expect_eq(q3_trail_life(Q3_WEAPON_GRENADES), 700);
    cr_expect_float_eq(q3_trail_first(1051.0, 50.0), 1100.0, 1e-9);
    cr_expect_float_eq(q3_trail_first(1100.0, 50.0), 1100.0, 1e-9);
    stage_end(&s);
}

/* --- scenes ----------------------------------------------------------------------------------- */

Test(q3_effects, an_explosion_lights_up_and_none_does_without_effects)
{
    struct scene_stage s;
    stage_begin(&s);
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    q3_demo_place(s.demo, 100, 500.0f, 0.0f, 0.0f);
    int32_t *f = q3_demo_entity(s.demo, 100);
    f[Q3_ES_E_TYPE] = EVENT + EV_ROCKET_WALL;
    f[Q3_ES_WEAPON] = Q3_WEAPON_ROCKETS;
    f[Q3_ES_EVENT_PARM] = 5;
    stage_snapshot(&s, 1050);
    cr_expect_eq(stage_scene(&s, 0.5)->num_dlights, 0, "before it happens");
    const struct rgb_scene *scene = stage_scene(&s, 1.0);
    cr_assert_eq(scene->num_dlights, 1);
    cr_expect_float_eq(scene->dlights[0].radius, 300.0f, 1e-3f);
    EXPECT_POINT(scene->dlights[0].origin, 500.0, 0.0, 16.0); /* off the floor, as the sprite */
    s.options.no_effects = true;
    cr_expect_eq(stage_scene(&s, 1.0)->num_dlights, 0);
    s.options.no_effects = false;
    q3_demo_command(s.demo, "map_restart");
    stage_snapshot(&s, 1100);
    cr_expect_eq(stage_scene(&s, 0.5)->num_dlights, 1);
    cr_expect_eq(stage_scene(&s, 1.0)->num_dlights, 0, "a restart wipes it away");
    stage_end(&s);
}

Test(q3_effects, thousands_of_events_keep_a_picture_bounded)
{
    struct scene_stage s;
    stage_begin(&s);
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    for (uint32_t i = 64; i < 900; i++) {
        q3_demo_place(s.demo, i, 1e30f, -1e30f, 1.0f);
        int32_t *f = q3_demo_entity(s.demo, i);
        f[Q3_ES_E_TYPE] = EVENT + (int32_t)(i % 80);
        f[Q3_ES_WEAPON] = (int32_t)(i % 20) - 3;
        f[Q3_ES_EVENT_PARM] = (int32_t)i - 300;
        stage_set(f, Q3_ES_ORIGIN2_0, -1e30f);
    }
    stage_snapshot(&s, 1050);
    stage_snapshot(&s, 1100);
    for (double fraction = 0.0; fraction <= 1.0; fraction += 0.25) {
        cr_expect_leq(stage_scene(&s, fraction)->num_entities, 20000);
    }
    stage_end(&s);
}

Test(q3_effects, who_runs_fast_leaves_puffs_between_snapshots)
{
    struct scene_stage s;
    stage_begin(&s);
    s.demo->player.powerups[Q3_POWERUP_HASTE] = 99999;
    s.demo->player.fields[Q3_PS_LEGS_ANIM] = 15;
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1000);
    stage_set(s.demo->player.fields, Q3_PS_ORIGIN_0, 200.0f);
    stage_snapshot(&s, 1200);
    cr_assert_eq(s.state->effects.count, 2);
    const struct q3_effect *first = q3_effects_at(&s.state->effects, 0);
    cr_expect_eq(first->kind, Q3_EFFECT_HASTE_PUFF);
    cr_expect_eq(first->time, 1100);
    EXPECT_POINT(first->origin, 150.0, 0.0, 50.0);
    s.demo->player.fields[Q3_PS_LEGS_ANIM] = 22;
    stage_snapshot(&s, 1250);
    stage_snapshot(&s, 1350);
    cr_expect_eq(s.state->effects.count, 2, "standing leaves none");
    stage_end(&s);
}
