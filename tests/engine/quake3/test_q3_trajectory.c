/* Trajectories and the ways between two snapshots, against values worked out by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/quake3/q3_trajectory.h"

static struct q3_trajectory make(enum q3_trajectory_type type, int32_t duration)
{
    return (struct q3_trajectory){.type = (int32_t)type,
                                  .time = 1000,
                                  .duration = duration,
                                  .base = {100, 200, 300},
                                  .delta = {10, -20, 40}};
}

static void expect_at(const struct q3_trajectory *tr, double time, double x, double y, double z)
{
    float at[3];
    q3_trajectory_at(tr, time, at);
    cr_expect_float_eq((double)at[0], x, 1e-4, "type %d at %g: x %g", tr->type, time,
                       (double)at[0]);
    cr_expect_float_eq((double)at[1], y, 1e-4, "type %d at %g: y %g", tr->type, time,
                       (double)at[1]);
    cr_expect_float_eq((double)at[2], z, 1e-4, "type %d at %g: z %g", tr->type, time,
                       (double)at[2]);
}

Test(q3_trajectory, what_stands_stands)
{
    const int types[] = {Q3_TR_STATIONARY, Q3_TR_INTERPOLATE, 6, -1, 255};
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        const struct q3_trajectory tr = make((enum q3_trajectory_type)types[i], 500);
        expect_at(&tr, 5000, 100, 200, 300);
    }
}

Test(q3_trajectory, a_line_has_no_ends)
{
    const struct q3_trajectory tr = make(Q3_TR_LINEAR, 0);
    expect_at(&tr, 1000, 100, 200, 300);
    expect_at(&tr, 1500, 105, 190, 320);
    expect_at(&tr, 500, 95, 210, 280);
    expect_at(&tr, 1250.5, 102.505, 194.99, 310.02);
}

Test(q3_trajectory, a_line_that_stops_has_two)
{
    const struct q3_trajectory tr = make(Q3_TR_LINEAR_STOP, 2000);
    expect_at(&tr, 0, 100, 200, 300);
    expect_at(&tr, 2000, 110, 180, 340);
    expect_at(&tr, 3000, 120, 160, 380);
    expect_at(&tr, 9999, 120, 160, 380);
}

Test(q3_trajectory, a_swing_comes_back)
{
    const struct q3_trajectory tr = make(Q3_TR_SINE, 4000);
    expect_at(&tr, 1000, 100, 200, 300);
    expect_at(&tr, 2000, 110, 180, 340);
    expect_at(&tr, 3000, 100, 200, 300);
    expect_at(&tr, 4000, 90, 220, 260);
    expect_at(&tr, 1000 + 4000.0 / 12.0, 105, 190, 320); /* sine of 30 degrees */
    expect_at(&tr, 0, 90, 220, 260);
    const struct q3_trajectory never = make(Q3_TR_SINE, 0);
    expect_at(&never, 3000, 100, 200, 300);
}

Test(q3_trajectory, what_is_thrown_falls)
{
    struct q3_trajectory tr = make(Q3_TR_GRAVITY, 0);
    expect_at(&tr, 1500, 105, 190, 320 - 100); /* 800 / 2 * 0.5^2 */
    expect_at(&tr, 3000, 120, 160, 380 - 1600);
    tr.gravity = 100;
    expect_at(&tr, 3000, 120, 160, 380 - 200);
}

/* --- angles ----------------------------------------------------------------------------------- */

Test(q3_trajectory, angles_take_the_short_way)
{
    cr_expect_float_eq((double)q3_lerp_angle(10, 20, 0.5), 15, 1e-5);
    cr_expect_float_eq((double)q3_lerp_angle(350, 10, 0.5), 360, 1e-4);
    cr_expect_float_eq((double)q3_lerp_angle(10, 350, 0.25), 5, 1e-4);
    cr_expect_float_eq((double)q3_lerp_angle(-170, 170, 0.5), -180, 1e-4);
    cr_expect_float_eq((double)q3_lerp_angle(0, 180, 0.5), 90, 1e-5);
}

/* --- entities --------------------------------------------------------------------------------- */

static struct q3_entity_state entity(int32_t number, enum q3_trajectory_type type, float x,
                                     float yaw)
{
    struct q3_entity_state e = {.number = number};
    e.fields[Q3_ES_POS_TR_TYPE] = (int32_t)type;
    e.fields[Q3_ES_POS_TR_BASE_0] = q3_float_bits(x);
    e.fields[Q3_ES_APOS_TR_BASE_1] = q3_float_bits(yaw);
    return e;
}

static void expect_pose(const struct q3_entity_state *from, const struct q3_entity_state *to,
                        double time, double x, double yaw)
{
    struct q3_pose pose;
    q3_lerp_entity(from, to, 1000, 1050, time, &pose);
    cr_expect_float_eq((double)pose.origin[0], x, 1e-4, "at %g: x %g", time,
                       (double)pose.origin[0]);
    cr_expect_float_eq((double)pose.angles[1], yaw, 1e-4, "at %g: yaw %g", time,
                       (double)pose.angles[1]);
}

Test(q3_trajectory, entities_go_straight_from_snapshot_to_snapshot)
{
    const struct q3_entity_state a = entity(100, Q3_TR_INTERPOLATE, 10, 350);
    struct q3_entity_state b = entity(100, Q3_TR_INTERPOLATE, 30, 10);
    expect_pose(&a, &b, 1000, 10, 350);
    expect_pose(&a, &b, 1025, 20, 360);
    expect_pose(&a, &b, 1050, 30, 370);
    b.fields[Q3_ES_E_FLAGS] = Q3_EF_TELEPORT; /* it toggled: the entity waits, and jumps */
    expect_pose(&a, &b, 1025, 10, 350);
    expect_pose(&a, NULL, 1025, 10, 350); /* nor does it move where its next place is not known */
}

Test(q3_trajectory, missiles_go_their_own_way)
{
    struct q3_entity_state a = entity(100, Q3_TR_LINEAR, 10, 0);
    a.fields[Q3_ES_POS_TR_TIME] = 900;
    a.fields[Q3_ES_POS_TR_DELTA_0] = q3_float_bits(1000);
    struct q3_entity_state b = a;
    b.fields[Q3_ES_POS_TR_BASE_0] = q3_float_bits(5000); /* is not looked at */
    expect_pose(&a, &b, 1025, 135, 0);
    expect_pose(&a, NULL, 1025, 135, 0);
    expect_pose(&a, NULL, 1500, 610, 0);
    expect_pose(&a, NULL, 9000, 610, 0); /* no further than the original's clock runs */
}

Test(q3_trajectory, players_are_interpolated_whatever_the_server_says)
{
    struct q3_entity_state a = entity(5, Q3_TR_LINEAR_STOP, 10, 0);
    a.fields[Q3_ES_POS_TR_DELTA_0] = q3_float_bits(320);
    a.fields[Q3_ES_POS_TR_TIME] = 1000;
    a.fields[Q3_ES_POS_TR_DURATION] = 50;
    const struct q3_entity_state b = entity(5, Q3_TR_LINEAR_STOP, 20, 90);
    expect_pose(&a, &b, 1010, 12, 18);
    expect_pose(&a, NULL, 1010, 10, 0);
}

/* --- the player ------------------------------------------------------------------------------- */

static struct q3_snapshot snapshot(int32_t time, float x, float yaw, int32_t bob)
{
    struct q3_snapshot s = {.valid = true, .server_time = time};
    s.player.fields[Q3_PS_ORIGIN_0] = q3_float_bits(x);
    s.player.fields[Q3_PS_VELOCITY_2] = q3_float_bits(-x);
    s.player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(yaw);
    s.player.fields[Q3_PS_BOB_CYCLE] = bob;
    s.player.fields[Q3_PS_WEAPON] = time;
    return s;
}

static void expect_player(const struct q3_snapshot *a, const struct q3_snapshot *b, double time,
                          double x, double yaw, int32_t bob)
{
    struct q3_player_state p;
    q3_lerp_player(a, b, time, &p);
    cr_expect_float_eq((double)q3_float(p.fields[Q3_PS_ORIGIN_0]), x, 1e-4);
    cr_expect_float_eq((double)q3_float(p.fields[Q3_PS_VELOCITY_2]), -x, 1e-4);
    cr_expect_float_eq((double)q3_float(p.fields[Q3_PS_VIEWANGLES_1]), yaw, 1e-4);
    cr_expect_eq(p.fields[Q3_PS_BOB_CYCLE], bob, "%d", p.fields[Q3_PS_BOB_CYCLE]);
    cr_expect_eq(p.fields[Q3_PS_WEAPON], a->server_time, "the rest is the earlier snapshot's");
}

Test(q3_trajectory, the_player_goes_straight_but_for_jumps)
{
    const struct q3_snapshot a = snapshot(1000, 100, -170, 250);
    struct q3_snapshot b = snapshot(1040, 180, 170, 14);
    expect_player(&a, &b, 1000, 100, -170, 250);
    expect_player(&a, &b, 1010, 120, -175, 255);
    expect_player(&a, &b, 1030, 160, -185, 265);
    expect_player(&a, NULL, 1010, 100, -170, 250);
    b.flags = Q3_SNAP_SERVER_COUNT;
    expect_player(&a, &b, 1010, 100, -170, 250);
    b.flags = 0;
    b.player.fields[Q3_PS_CLIENT_NUM] = 3;
    expect_player(&a, &b, 1010, 100, -170, 250);
    b.player.fields[Q3_PS_CLIENT_NUM] = 0;
    b.player.fields[Q3_PS_E_FLAGS] = Q3_EF_TELEPORT;
    expect_player(&a, &b, 1010, 100, -170, 250);
    b = snapshot(1000, 180, 170, 14); /* equal times: nothing to interpolate */
    expect_player(&a, &b, 1000, 100, -170, 250);
}
