/* The camera of Quake III frames. */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/engine/quake3/scene/scene_stage.h"

static struct scene_stage s;

static void begin(void)
{
    stage_begin(&s);
    q3_demo_gamestate(s.demo, 0);
}

static void end(void)
{
    stage_end(&s);
}

TestSuite(q3_view, .init = begin, .fini = end);

static int32_t *player(void)
{
    return s.demo->player.fields;
}

Test(q3_view, eyes_are_at_the_height_of_the_view)
{
    stage_set(player(), Q3_PS_VIEWANGLES_1, 30.0f);
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 100, 0, 76);
    EXPECT_POINT(v->angles, 0, 30, 0);
    cr_expect(v->own_eyes && v->client == 0);
}

Test(q3_view, between_two_snapshots_it_is_on_its_way)
{
    stage_snapshot(&s, 1000);
    stage_set(player(), Q3_PS_ORIGIN_0, 140.0f);
    stage_set(player(), Q3_PS_VIEWANGLES_1, -20.0f);
    player()[Q3_PS_VIEWHEIGHT] = 12; /* counts from the next snapshot on */
    stage_snapshot(&s, 1050);
    const struct q3_view *v = stage_view(&s, 0.25);
    EXPECT_POINT(v->origin, 110, 0, 76);
    EXPECT_POINT(v->angles, 0, -5, 0);
}

Test(q3_view, the_head_goes_up_and_down)
{
    player()[Q3_PS_BOB_CYCLE] = 128 + 64;
    stage_set(player(), Q3_PS_VELOCITY_0, 300.0f);
    stage_set(player(), Q3_PS_VELOCITY_1, 400.0f);
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    const double bob = fabs(sin(64.0 / 127.0 * 3.14159265358979));
    EXPECT_POINT(v->origin, 100, 0, 76 + bob * 500 * 0.005);
    EXPECT_POINT(v->angles, bob * 0.002 * 500, 0, -bob * 0.002 * 500);
    s.options.no_bob = true;
    v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 100, 0, 76);
    EXPECT_POINT(v->angles, 0, 0, 0);
}

Test(q3_view, ducking_takes_a_tenth_of_a_second)
{
    stage_snapshot(&s, 1000);
    player()[Q3_PS_VIEWHEIGHT] = 12;
    stage_snapshot(&s, 1050);
    EXPECT_POINT(stage_view(&s, 1.0)->origin, 100, 0, 76);
    stage_snapshot(&s, 1100);
    EXPECT_POINT(stage_view(&s, 1.0)->origin, 100, 0, 69);
    EXPECT_POINT(stage_view(&s, 0.5)->origin, 100, 0, 72.5);
    stage_snapshot(&s, 1150);
    EXPECT_POINT(stage_view(&s, 1.0)->origin, 100, 0, 62);
    stage_snapshot(&s, 1200);
    EXPECT_POINT(stage_view(&s, 0.5)->origin, 100, 0, 62);
}

Test(q3_view, a_landing_bends_the_knees)
{
    enum { FALL_MEDIUM = 11 };
    stage_snapshot(&s, 1000);
    player()[Q3_PS_EVENTS_0] = FALL_MEDIUM;
    player()[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 1050);
    cr_expect_float_eq(stage_view(&s, 1.0)->origin[2], 76.0, 1e-3);
    stage_snapshot(&s, 1125);
    cr_expect_float_eq(stage_view(&s, 1.0)->origin[2], 76.0 - 8.0, 1e-3, "half the way down");
    stage_snapshot(&s, 1350);
    cr_expect_float_eq(stage_view(&s, 1.0)->origin[2], 76.0 - 8.0, 1e-3, "half the way up");
    stage_snapshot(&s, 1500);
    cr_expect_float_eq(stage_view(&s, 1.0)->origin[2], 76.0, 1e-3);
}

Test(q3_view, a_hit_throws_the_head_back)
{
    stage_snapshot(&s, 1000);
    player()[Q3_PS_DAMAGE_EVENT] = 1;
    player()[Q3_PS_DAMAGE_COUNT] = 40; /* with health 100: kick 40 * 40 / 100, limited to 10 */
    player()[Q3_PS_DAMAGE_YAW] = player()[Q3_PS_DAMAGE_PITCH] = 255;
    stage_snapshot(&s, 1050);
    cr_expect_eq(stage_view(&s, 1.0)->angles[0], 0.0f);
    stage_snapshot(&s, 1100);
    cr_expect_float_eq(stage_view(&s, 1.0)->angles[0], -5.0, 1e-3);
    stage_snapshot(&s, 1150);
    cr_expect_float_eq(stage_view(&s, 1.0)->angles[0], -10.0, 1e-3);
    stage_snapshot(&s, 1350);
    cr_expect_float_eq(stage_view(&s, 1.0)->angles[0], -5.0, 1e-3);
    stage_snapshot(&s, 1550);
    cr_expect_eq(stage_view(&s, 1.0)->angles[0], 0.0f);
}

Test(q3_view, in_openarenas_rounds_a_hit_does_not_move_the_head)
{
    /* The middle three of five: Elimination, the same with flags, Last Man. */
    q3_demo_command(s.demo, "cs 20 \"baseoa-1\"");
    for (int kind = 7; kind <= 11; kind++) {
        char command[64];
        snprintf(command, sizeof(command), "cs 0 \"\\g_gametype\\%d\"", kind);
        q3_demo_command(s.demo, command);
        stage_snapshot(&s, 1000 * kind);
        player()[Q3_PS_DAMAGE_EVENT]++;
        player()[Q3_PS_DAMAGE_COUNT] = 40;
        player()[Q3_PS_DAMAGE_YAW] = player()[Q3_PS_DAMAGE_PITCH] = 255;
        stage_snapshot(&s, 1000 * kind + 50);
        stage_snapshot(&s, 1000 * kind + 150);
        cr_expect_float_eq(stage_view(&s, 1.0)->angles[0], kind >= 8 && kind <= 10 ? 0.0 : -10.0,
                           1e-3, "%d", kind);
    }
}

Test(q3_view, a_hit_from_the_left_rolls_it)
{
    player()[Q3_PS_DAMAGE_YAW] = 191; /* flies along yaw 270: to the right, that is from the left */
    stage_snapshot(&s, 1000);
    player()[Q3_PS_DAMAGE_EVENT] = 1;
    player()[Q3_PS_DAMAGE_COUNT] = 40;
    stage_snapshot(&s, 1050);
    stage_snapshot(&s, 1150);
    const struct q3_view *v = stage_view(&s, 1.0);
    cr_expect_float_eq(v->angles[2], 10.0, 0.2, "%g", (double)v->angles[2]);
    cr_expect_float_eq(v->angles[0], 0.0, 0.2, "%g", (double)v->angles[0]);
}

Test(q3_view, the_dead_are_seen_from_behind)
{
    s.demo->player.stats[0] = 0;
    s.demo->player.stats[4] = 90; /* towards the killer */
    player()[Q3_PS_VIEWHEIGHT] = -16;
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 100, -40, 42);
    cr_expect_float_eq(v->angles[1], 90.0, 1e-3);
    cr_expect_gt(v->angles[0], 0.0f, "down to him");
    cr_expect_eq(v->client, -1);
    s.demo->player.persistant[3] = 3; /* spectators have no health */
    stage_snapshot(&s, 1050);
    cr_expect_eq(stage_view(&s, 1.0)->client, 0);
}

Test(q3_view, the_end_of_a_level_is_as_it_is_told)
{
    player()[Q3_PS_PM_TYPE] = Q3_PM_INTERMISSION;
    s.options.camera.kind = CAMERA_CHASE;
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 100, 0, 50);
    cr_expect(v->fixed && v->client == -1);
}

Test(q3_view, an_intermission_has_90_degrees)
{
    static const int32_t types[] = {0, Q3_PM_INTERMISSION, Q3_PM_SINGLE_INTERMISSION};
    s.options.fov = 120.0f;
    for (int i = 0; i < 3; i++) {
        player()[Q3_PS_PM_TYPE] = types[i];
        stage_snapshot(&s, 1000 + 50 * i);
        (void)stage_scene(&s, 1.0);
        cr_expect_float_eq(s.scene.camera.fov_x, i == 1 ? 90.0 : 120.0, 1e-3, "%d", i);
    }
    player()[Q3_PS_PM_TYPE] = Q3_PM_INTERMISSION;
    stage_snapshot(&s, 1200);
    s.options.camera.kind = CAMERA_FREE;
    (void)stage_scene(&s, 1.0);
    cr_expect_float_eq(s.scene.camera.fov_x, 120.0, 1e-3);
}

static int32_t *add_other(uint32_t number)
{
    q3_demo_place(s.demo, number, 200, 10, 20);
    int32_t *f = q3_demo_entity(s.demo, number);
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    stage_set(f, Q3_ES_APOS_TR_BASE_1, 45.0f);
    return f;
}

Test(q3_view, other_eyes)
{
    int32_t *f = add_other(5);
    s.options.follow = 6;
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 200, 10, 46);
    EXPECT_POINT(v->angles, 0, 45, 0);
    cr_expect(!v->own_eyes && v->client == 5);
    f[Q3_ES_LEGS_ANIM] = 13 | 0x80; /* crouching */
    stage_snapshot(&s, 1050);
    EXPECT_POINT(stage_view(&s, 1.0)->origin, 200, 10, 32);
    q3_demo_remove(s.demo, 5);
    stage_snapshot(&s, 1100);
    cr_expect(stage_view(&s, 1.0)->own_eyes, "nobody else is in sight");
}

Test(q3_view, chase_and_free_cameras)
{
    s.options.camera.kind = CAMERA_CHASE;
    s.options.camera.distance = 80.0f;
    s.options.camera.height = 20.0f;
    stage_snapshot(&s, 1000);
    const struct q3_view *v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 20, 0, 96);
    cr_expect_eq(v->client, -1);
    s.options.camera =
        (struct camera){.kind = CAMERA_FREE, .origin = {1, 2, 3}, .angles = {4, 5, 0}};
    v = stage_view(&s, 1.0);
    EXPECT_POINT(v->origin, 1, 2, 3);
    EXPECT_POINT(v->angles, 4, 5, 0);
    cr_expect(v->free);
}

Test(q3_view, numbers_that_are_none)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        for (int kind = 0; kind < CAMERA_KINDS; kind++) {
            stage_set(player(), Q3_PS_ORIGIN_1, bad[i]);
            stage_set(player(), Q3_PS_VIEWANGLES_0, bad[i]);
            stage_set(player(), Q3_PS_VELOCITY_0, bad[i]);
            player()[Q3_PS_VIEWHEIGHT] = INT32_MIN;
            s.demo->player.stats[0] = kind == 0 ? -1 : 100;
            s.options.camera.kind = (enum camera_kind)kind;
            stage_snapshot(&s, 1000 + 100 * (int32_t)i + kind);
            const struct q3_view *v = stage_view(&s, 0.5);
            for (int k = 0; k < 3; k++) {
                cr_expect(isfinite(v->origin[k]) && isfinite(v->angles[k]));
            }
        }
    }
}
