/* View effects: hits, ducking, landing. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quake3/q3_view_state.h"
#include "formats/base/dmath.h"

static int32_t word(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Who looks along that yaw, and is hit for `count` from a yaw (in 255ths of a turn). */
static struct q3_player_state player(float yaw, int32_t event, int32_t count, int32_t from)
{
    struct q3_player_state p = {0};
    p.stats[0] = 100;
    p.fields[Q3_PS_VIEWHEIGHT] = 26;
    p.fields[Q3_PS_VIEWANGLES_1] = word(yaw);
    p.fields[Q3_PS_DAMAGE_EVENT] = event;
    p.fields[Q3_PS_DAMAGE_COUNT] = count;
    p.fields[Q3_PS_DAMAGE_YAW] = from;
    return p;
}

static void step(struct q3_view_state *view, const struct q3_player_state *before,
                 int32_t before_time, const struct q3_player_state *now, int32_t time)
{
    const struct q3_snapshot a = {.server_time = before_time, .player = *before};
    const struct q3_snapshot b = {.server_time = time, .player = *now};
    q3_view_state_step(view, &a, &b);
}

static struct q3_view_state hit(float yaw_before, float yaw, int32_t count, int32_t from)
{
    const struct q3_player_state before = player(yaw_before, 0, 0, 0);
    const struct q3_player_state now = player(yaw, 1, count, from);
    struct q3_view_state view = {0};
    step(&view, &before, 650, &now, 700);
    return view;
}

Test(q3_view_state, a_hit_from_before_rolls_nothing_and_kicks_up)
{
    const struct q3_view_state view = hit(0.0f, 0.0f, 20, 0);
    cr_expect_eq(view.damage_time, 700);
    cr_expect_float_eq(view.damage, 8.0f, 1e-5f); /* 20 * 40 / 100 */
    cr_expect_float_eq(view.damage_roll, 0.0f, 1e-4f);
    cr_expect_float_eq(view.damage_pitch, 8.0f, 1e-4f);
}

Test(q3_view_state, a_hit_is_seen_along_the_angles_of_the_picture_before)
{
    /* The hit comes along yaw 0; the view's yaw was 90 and is 180 now. */
    const struct q3_view_state view = hit(90.0f, 180.0f, 20, 0);
    cr_expect_float_eq(view.damage_roll, 8.0f, 1e-3f, "%f", view.damage_roll);
    cr_expect_float_eq(view.damage_pitch, 0.0f, 1e-3f, "%f", view.damage_pitch);
    cr_expect_float_eq(view.damage_x, -1.0f, 1e-6f);
}

/* The hit comes along yaw 0. */
static void expect_seen_at(const struct q3_view_state *view, double yaw, double tolerance)
{
    cr_expect_float_eq((double)view->damage_roll, 8.0 * sin(yaw * DMATH_PI / 180.0), tolerance,
                       "%f", (double)view->damage_roll);
    cr_expect_float_eq((double)view->damage_pitch, 8.0 * cos(yaw * DMATH_PI / 180.0), tolerance,
                       "%f", (double)view->damage_pitch);
}

/* 50 ms before, in a gap of 200, the view has come three quarters of the way. */
Test(q3_view_state, in_a_gap_the_picture_before_is_no_snapshot)
{
    const struct q3_player_state before = player(10.0f, 0, 0, 0), now = player(90.0f, 1, 20, 0);
    struct q3_player_state beyond = player(90.0f, 1, 20, 0);
    struct q3_view_state view = {0};
    step(&view, &before, 500, &now, 700);
    expect_seen_at(&view, 70.0, 1e-3);
    beyond.fields[Q3_PS_E_FLAGS] = 4; /* it was teleported: nothing in between */
    step(&view, &before, 500, &beyond, 700);
    expect_seen_at(&view, 10.0, 1e-3);
}

/* Looking along yaw 90, a roll of 8 degrees turns "left" and "up", of which a hit along z has some.
 */
Test(q3_view_state, the_kick_before_turns_the_picture_before)
{
    struct q3_view_state view = hit(90.0f, 90.0f, 20, 0);
    const struct q3_player_state before = player(90.0f, 1, 20, 0);
    struct q3_player_state now = player(90.0f, 2, 20, 0);
    now.fields[Q3_PS_DAMAGE_PITCH] = 63; /* almost straight down */
    step(&view, &before, 800, &now, 850);
    /* 100 ms after the hit before its roll is whole. */
    const double side = 8.0 + 90.0 - 63.0 * 360.0 / 255.0;
    cr_expect_float_eq((double)view.damage_roll, 8.0 * sin(side * DMATH_PI / 180.0), 1e-3, "%f",
                       (double)view.damage_roll);
}

Test(q3_view_state, the_nod_of_a_step_is_in_the_picture_before)
{
    struct q3_player_state before = player(0.0f, 0, 0, 0), now = player(0.0f, 1, 20, 0);
    struct q3_view_state view = {0};
    before.fields[Q3_PS_BOB_CYCLE] = 64; /* half a step */
    before.fields[Q3_PS_VELOCITY_0] = word(1000.0f);
    now.fields[Q3_PS_DAMAGE_PITCH] = 63;
    step(&view, &before, 650, &now, 700);
    /* 2 degrees of pitch, and as many of roll */
    const double down = 63.0 * 360.0 / 255.0;
    cr_expect_float_eq((double)view.damage_pitch, 8.0 * cos((down - 2.0) * DMATH_PI / 180.0), 0.02,
                       "%f", (double)view.damage_pitch);
}

Test(q3_view_state, a_kick_has_a_least_and_a_most)
{
    cr_expect_float_eq(hit(0.0f, 0.0f, 1, 0).damage, 5.0f, 1e-6f);
    cr_expect_float_eq(hit(0.0f, 0.0f, 200, 0).damage, 10.0f, 1e-6f);
}

Test(q3_view_state, a_hit_from_all_around_only_kicks)
{
    const struct q3_player_state before = player(0.0f, 0, 0, 0);
    struct q3_player_state now = player(0.0f, 1, 20, 255);
    struct q3_view_state view = {0};
    now.fields[Q3_PS_DAMAGE_PITCH] = 255;
    step(&view, &before, 0, &now, 50);
    cr_expect_float_eq(view.damage_pitch, -8.0f, 1e-5f);
    cr_expect_float_eq(view.damage_roll, 0.0f, 1e-6f);
}

Test(q3_view_state, without_a_new_event_or_count_nothing_is_felt)
{
    const struct q3_player_state before = player(0.0f, 1, 20, 0), same = player(0.0f, 1, 20, 0);
    const struct q3_player_state none = player(0.0f, 2, 0, 0);
    struct q3_view_state view = {0};
    step(&view, &before, 0, &same, 50);
    step(&view, &before, 0, &none, 50);
    cr_expect_float_eq(view.damage, 0.0f, 0.0f);
}

Test(q3_view_state, ducking_is_remembered_and_other_eyes_are_not_compared)
{
    const struct q3_player_state before = player(0.0f, 0, 0, 0);
    struct q3_player_state now = player(0.0f, 0, 0, 0);
    struct q3_view_state view = {0};
    now.fields[Q3_PS_VIEWHEIGHT] = 12;
    step(&view, &before, 850, &now, 900);
    cr_expect_float_eq(view.duck_change, -14.0f, 0.0f);
    cr_expect_eq(view.duck_time, 900);
    now.fields[Q3_PS_CLIENT_NUM] = 3;
    now.fields[Q3_PS_VIEWHEIGHT] = -16;
    step(&view, &before, 900, &now, 950);
    cr_expect_eq(view.duck_time, 900);
}

Test(q3_view_state, the_three_landings_go_deeper_and_other_events_do_not)
{
    struct q3_view_state view = {0};
    q3_view_state_event(&view, 13, 10, 100);
    cr_expect_float_eq(view.land_change, 0.0f, 0.0f);
    q3_view_state_event(&view, 10, 10, 200);
    cr_expect_float_eq(view.land_change, -8.0f, 0.0f);
    q3_view_state_event(&view, 12, 10, 300);
    cr_expect_float_eq(view.land_change, -24.0f, 0.0f);
    cr_expect_eq(view.land_time, 300);
}
