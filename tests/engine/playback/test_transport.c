/* The play head: both directions, part, loops, seeks past the indexed end. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/playback/transport.h"

#define NEAR 1e-9

/* A demo of 100 seconds, known to its end. */
static struct transport whole_demo(void)
{
    struct transport t;
    transport_init(&t);
    transport_set_length(&t, 100.0, true);
    return t;
}

static struct transport growing_demo(double known)
{
    struct transport t;
    transport_init(&t);
    transport_set_length(&t, known, false);
    return t;
}

static struct transport looping_demo(double a, double b)
{
    struct transport t = whole_demo();
    t.loop = TRANSPORT_LOOP_AB;
    t.loop_a = a;
    t.loop_b = b;
    return t;
}

#define EXPECT_TIME(t, expected)                                                                   \
    cr_expect_float_eq((t).time, expected, NEAR, "time is %.12f instead of %.12f", (t).time,       \
                       (double)(expected))

Test(transport, begins_at_the_beginning_at_normal_speed)
{
    struct transport t;
    transport_init(&t);
    cr_expect_eq(t.time, 0.0);
    cr_expect_eq(t.speed, 1.0);
    cr_expect_not(t.paused);
    cr_expect_not(t.reverse);
    cr_expect_not(t.repeat);
    cr_expect_not(t.waiting);
    cr_expect_eq(t.from, 0.0);
    cr_expect(isinf(t.to));
    cr_expect_eq(t.loop, TRANSPORT_LOOP_NONE);
    cr_expect_not(transport_undo_seek(&t), "nothing to undo yet");
    cr_expect_not(transport_has_ended(&t), "nothing is known of the demo yet");
    cr_expect_not(transport_is_moving(&t));
}

Test(transport, seconds_pass_at_the_speed_in_both_directions)
{
    struct transport t = whole_demo();
    cr_expect(transport_advance(&t, 2.0));
    EXPECT_TIME(t, 2.0);
    transport_set_speed(&t, 4.0);
    cr_expect(transport_advance(&t, 2.0));
    EXPECT_TIME(t, 10.0);
    transport_toggle_reverse(&t);
    cr_expect(transport_advance(&t, 0.5));
    EXPECT_TIME(t, 8.0);
    transport_toggle_reverse(&t);
    cr_expect(transport_advance(&t, 0.5));
    EXPECT_TIME(t, 10.0);
}

Test(transport, nothing_moves_while_paused_or_when_no_time_passes)
{
    struct transport t = whole_demo();
    transport_seek(&t, 5.0);
    cr_expect_not(transport_advance(&t, 0.0));
    cr_expect_not(transport_advance(&t, -3.0));
    cr_expect(transport_is_moving(&t));
    transport_toggle_pause(&t);
    cr_expect_not(transport_is_moving(&t));
    cr_expect_not(transport_advance(&t, 1.0));
    EXPECT_TIME(t, 5.0);
    transport_toggle_pause(&t);
    cr_expect(transport_advance(&t, 1.0));
    EXPECT_TIME(t, 6.0);
}

Test(transport, play_ends_at_both_ends_of_the_demo)
{
    struct transport t = whole_demo();
    transport_seek(&t, 99.5);
    cr_expect_not(transport_has_ended(&t));
    cr_expect(transport_advance(&t, 3.0));
    cr_expect_eq(t.time, 100.0);
    cr_expect(transport_has_ended(&t));
    cr_expect_not(transport_is_moving(&t));
    cr_expect_not(transport_advance(&t, 1.0));

    transport_toggle_reverse(&t);
    cr_expect_not(transport_has_ended(&t), "the other direction is open");
    cr_expect(transport_is_moving(&t));
    cr_expect(transport_advance(&t, 1000.0));
    cr_expect_eq(t.time, 0.0);
    cr_expect(transport_has_ended(&t));
    t.paused = true;
    cr_expect_not(transport_has_ended(&t), "who pauses there wants to look at it");
}

Test(transport, the_part_stops_play_that_comes_from_inside)
{
    struct transport t = whole_demo();
    t.from = 20.0;
    t.to = 30.0;
    transport_seek(&t, 29.0);
    transport_advance(&t, 5.0);
    cr_expect_eq(t.time, 30.0);
    cr_expect(transport_has_ended(&t));
    cr_expect_not(transport_advance(&t, 5.0));

    transport_toggle_reverse(&t);
    transport_advance(&t, 4.0);
    EXPECT_TIME(t, 26.0);
    transport_advance(&t, 50.0);
    cr_expect_eq(t.time, 20.0);
    cr_expect(transport_has_ended(&t));
}

Test(transport, outside_the_part_play_goes_to_the_ends_of_the_demo)
{
    struct transport t = whole_demo();
    t.from = 20.0;
    t.to = 30.0;
    transport_seek(&t, 40.0);
    EXPECT_TIME(t, 40.0);
    transport_advance(&t, 5.0);
    EXPECT_TIME(t, 45.0);
    transport_advance(&t, 500.0);
    cr_expect_eq(t.time, 100.0);
    cr_expect(transport_has_ended(&t));

    transport_seek(&t, 10.0);
    transport_advance(&t, 15.0);
    EXPECT_TIME(t, 25.0);
    transport_seek(&t, 10.0);
    transport_toggle_reverse(&t);
    transport_advance(&t, 50.0);
    cr_expect_eq(t.time, 0.0);
    cr_expect(transport_has_ended(&t));

    transport_seek(&t, 35.0);
    transport_advance(&t, 10.0);
    EXPECT_TIME(t, 25.0);
}

Test(transport, a_part_that_repeats_carries_the_rest_of_a_step)
{
    struct transport t = whole_demo();
    t.from = 20.0;
    t.to = 30.0;
    t.repeat = true;
    transport_seek(&t, 28.0);
    cr_expect(transport_advance(&t, 3.0));
    EXPECT_TIME(t, 21.0);
    transport_advance(&t, 1e6 + 3.0);
    EXPECT_TIME(t, 24.0);
    transport_seek(&t, 30.0);
    cr_expect_not(transport_has_ended(&t));
    cr_expect(transport_is_moving(&t));
    transport_advance(&t, 1.0);
    EXPECT_TIME(t, 21.0);

    transport_toggle_reverse(&t);
    transport_advance(&t, 4.0);
    EXPECT_TIME(t, 27.0);
    transport_advance(&t, 1000.0);
    EXPECT_TIME(t, 27.0);
    cr_expect_not(transport_has_ended(&t));
}

Test(transport, repeating_from_outside_goes_to_the_part)
{
    struct transport t = whole_demo();
    t.from = 20.0;
    t.to = 30.0;
    t.repeat = true;
    transport_seek(&t, 95.0);
    transport_advance(&t, 8.0);
    EXPECT_TIME(t, 23.0);
    transport_seek(&t, 5.0);
    transport_toggle_reverse(&t);
    transport_advance(&t, 6.0);
    EXPECT_TIME(t, 29.0);

    t.to = INFINITY;
    transport_seek(&t, 21.0);
    transport_advance(&t, 3.0);
    EXPECT_TIME(t, 98.0);
}

Test(transport, an_empty_part_holds_play)
{
    struct transport t = whole_demo();
    t.from = t.to = 20.0;
    t.repeat = true;
    transport_seek(&t, 10.0);
    transport_advance(&t, 1e9);
    cr_expect_eq(t.time, 20.0);
    cr_expect_not(transport_is_moving(&t));
    cr_expect_not(transport_advance(&t, 1.0));
    t.from = 500.0;
    t.to = INFINITY;
    transport_advance(&t, 1e9);
    cr_expect_eq(t.time, 100.0);
}

Test(transport, a_loop_wraps_in_both_directions)
{
    struct transport t = looping_demo(40.0, 50.0);
    transport_seek(&t, 49.0);
    cr_expect(transport_advance(&t, 3.0));
    EXPECT_TIME(t, 42.0);
    transport_toggle_reverse(&t);
    cr_expect(transport_advance(&t, 3.0));
    EXPECT_TIME(t, 49.0);
    transport_seek(&t, 40.0);
    cr_expect(transport_is_moving(&t));
    cr_expect(transport_advance(&t, 1.0));
    EXPECT_TIME(t, 49.0);
    transport_toggle_reverse(&t);
    transport_seek(&t, 50.0);
    cr_expect(transport_advance(&t, 1.0));
    EXPECT_TIME(t, 41.0);
    cr_expect_not(transport_has_ended(&t));
}

Test(transport, huge_steps_land_right_in_the_loop)
{
    struct transport t = looping_demo(40.0, 50.0);
    transport_seek(&t, 45.0);
    transport_advance(&t, 1e7 + 7.0);
    EXPECT_TIME(t, 42.0);
    transport_toggle_reverse(&t);
    transport_advance(&t, 1e7 + 7.0);
    EXPECT_TIME(t, 45.0);
    transport_advance(&t, 1e308);
    cr_expect(t.time >= 40.0 && t.time <= 50.0);
    transport_set_speed(&t, 64.0);
    transport_advance(&t, 1e308);
    cr_expect(t.time >= 40.0 && t.time <= 50.0);
}

Test(transport, a_loop_repeats_only_when_its_end_is_crossed)
{
    struct transport t = looping_demo(40.0, 50.0);
    transport_seek(&t, 30.0);
    transport_advance(&t, 25.0);
    EXPECT_TIME(t, 45.0);
    transport_seek(&t, 60.0);
    transport_advance(&t, 5.0);
    EXPECT_TIME(t, 65.0);
    transport_advance(&t, 50.0);
    cr_expect_eq(t.time, 100.0);
    cr_expect(transport_has_ended(&t));

    transport_toggle_reverse(&t);
    transport_advance(&t, 63.0);
    EXPECT_TIME(t, 47.0);
    transport_seek(&t, 30.0);
    transport_advance(&t, 5.0);
    EXPECT_TIME(t, 25.0);

    t.repeat = true;
    transport_advance(&t, 25.0 + 60.0 + 1.0);
    EXPECT_TIME(t, 49.0);
}

Test(transport, a_loop_of_no_length_does_not_hang)
{
    struct transport t = looping_demo(40.0, 40.0);
    transport_seek(&t, 30.0);
    transport_advance(&t, 1e9);
    cr_expect_eq(t.time, 40.0);
    cr_expect_not(transport_advance(&t, 1.0));
    cr_expect_not(transport_is_moving(&t));
    t.loop_b = 40.0005;
    transport_advance(&t, 1e9);
    cr_expect_eq(t.time, 40.0);
    for (int i = 0; i < 10; i++) {
        transport_advance(&t, 1e9);
        cr_expect(t.time >= 40.0 && t.time <= 40.001);
    }
    transport_toggle_reverse(&t);
    transport_advance(&t, 1e9);
    cr_expect(t.time >= 40.0 && t.time <= 40.001);
}

Test(transport, a_loop_holds_against_the_end_of_the_part)
{
    struct transport t = looping_demo(40.0, 50.0);
    t.from = 45.0;
    t.to = 48.0;
    transport_seek(&t, 47.0);
    transport_advance(&t, 2.0);
    EXPECT_TIME(t, 49.0);
    transport_advance(&t, 2.0);
    EXPECT_TIME(t, 41.0);
    transport_toggle_reverse(&t);
    transport_advance(&t, 2.0);
    EXPECT_TIME(t, 49.0);
    transport_advance(&t, 8.0);
    EXPECT_TIME(t, 41.0);

    t.from = 60.0;
    t.to = 70.0;
    transport_seek(&t, 65.0);
    transport_advance(&t, 20.0);
    cr_expect_eq(t.time, 60.0, "the part is left before the loop is reached");
    t.from = 10.0;
    t.to = 20.0;
    transport_toggle_reverse(&t);
    transport_seek(&t, 15.0);
    transport_advance(&t, 20.0);
    cr_expect_eq(t.time, 20.0);
}

Test(transport, the_loop_key_sets_a_then_b_in_either_order_then_none)
{
    struct transport t = whole_demo();
    transport_seek(&t, 50.0);
    transport_cycle_loop(&t);
    cr_expect_eq(t.loop, TRANSPORT_LOOP_A);
    cr_expect_eq(t.loop_a, 50.0);
    transport_advance(&t, 10.0);
    EXPECT_TIME(t, 60.0);
    transport_seek(&t, 40.0);
    transport_cycle_loop(&t);
    cr_expect_eq(t.loop, TRANSPORT_LOOP_AB);
    cr_expect_eq(t.loop_a, 40.0);
    cr_expect_eq(t.loop_b, 50.0);
    transport_advance(&t, 11.0);
    EXPECT_TIME(t, 41.0);
    transport_cycle_loop(&t);
    cr_expect_eq(t.loop, TRANSPORT_LOOP_NONE);
    transport_advance(&t, 11.0);
    EXPECT_TIME(t, 52.0);

    transport_cycle_loop(&t);
    transport_seek(&t, 70.0);
    transport_cycle_loop(&t);
    cr_expect_eq(t.loop_a, 52.0);
    cr_expect_eq(t.loop_b, 70.0);
}

Test(transport, seeks_stay_inside_the_demo)
{
    struct transport t = whole_demo();
    transport_seek(&t, 1000.0);
    cr_expect_eq(t.time, 100.0);
    cr_expect_not(t.waiting);
    transport_seek(&t, -5.0);
    cr_expect_eq(t.time, 0.0);
    transport_seek_by(&t, 30.0);
    EXPECT_TIME(t, 30.0);
    transport_seek_by(&t, -10.0);
    EXPECT_TIME(t, 20.0);
    transport_seek_by(&t, -60.0);
    cr_expect_eq(t.time, 0.0);
    transport_seek_share(&t, 0.25);
    EXPECT_TIME(t, 25.0);
    transport_seek_share(&t, 7.0);
    cr_expect_eq(t.time, 100.0);
    transport_seek_share(&t, -1.0);
    cr_expect_eq(t.time, 0.0);
    cr_expect_not(t.waiting);
    cr_expect_not(t.paused, "seeks do not pause");
}

Test(transport, undo_goes_back_and_forth)
{
    struct transport t = whole_demo();
    transport_seek(&t, 10.0);
    transport_advance(&t, 2.0);
    transport_seek(&t, 70.0);
    transport_advance(&t, 3.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 12.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 73.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 12.0);

    transport_seek_by(&t, 5.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 12.0);
    transport_seek_share(&t, 0.5);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 12.0);
}

Test(transport, undo_leads_back_to_the_very_beginning)
{
    struct transport t = whole_demo();
    transport_seek(&t, 70.0);
    cr_expect(transport_undo_seek(&t));
    cr_expect_eq(t.time, 0.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 70.0);
}

Test(transport, a_scrub_is_undone_as_one_seek)
{
    struct transport t = whole_demo();
    transport_seek(&t, 10.0);
    transport_scrub(&t, 50.0, true);
    transport_scrub(&t, 55.0, false);
    transport_scrub(&t, 500.0, false);
    cr_expect_eq(t.time, 100.0);
    transport_scrub(&t, 60.0, false);
    EXPECT_TIME(t, 60.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 10.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 60.0);
}

Test(transport, steps_pause_and_are_not_undone)
{
    struct transport t = whole_demo();
    transport_seek(&t, 10.0);
    transport_seek(&t, 20.0);
    transport_step_to(&t, 20.0 + TRANSPORT_FRAME);
    EXPECT_TIME(t, 20.0 + TRANSPORT_FRAME);
    cr_expect(t.paused);
    transport_step_to(&t, 2000.0);
    cr_expect_eq(t.time, 100.0);
    transport_step_to(&t, -1.0);
    cr_expect_eq(t.time, 0.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 10.0);
}

Test(transport, play_waits_at_the_indexed_end)
{
    struct transport t = growing_demo(10.0);
    t.repeat = true;
    transport_advance(&t, 15.0);
    cr_expect_eq(t.time, 10.0);
    cr_expect_not(transport_has_ended(&t));
    cr_expect_not(transport_is_moving(&t));
    cr_expect_not(t.waiting, "that is no seek");
    cr_expect_not(transport_advance(&t, 1.0), "what is not known yet is not repeated");
    transport_set_length(&t, 20.0, false);
    cr_expect_eq(t.time, 10.0, "play that waited does not jump");
    cr_expect(transport_is_moving(&t));
    transport_advance(&t, 2.0);
    EXPECT_TIME(t, 12.0);
    transport_set_length(&t, 20.0, true);
    transport_advance(&t, 9.0);
    EXPECT_TIME(t, 1.0);
    t.repeat = false;
    transport_advance(&t, 100.0);
    cr_expect(transport_has_ended(&t));
}

Test(transport, the_end_of_the_part_holds_in_a_demo_that_grows)
{
    struct transport t = growing_demo(10.0);
    t.to = 5.0;
    transport_advance(&t, 15.0);
    cr_expect_eq(t.time, 5.0);
    cr_expect_not(transport_has_ended(&t));
    transport_set_length(&t, 10.0, true);
    cr_expect(transport_has_ended(&t));

    t = growing_demo(10.0);
    t.from = 2.0;
    t.to = 5.0;
    t.repeat = true;
    transport_seek(&t, 4.0);
    transport_advance(&t, 2.0);
    EXPECT_TIME(t, 3.0);

    t = growing_demo(10.0);
    t.to = 15.0;
    transport_advance(&t, 12.0);
    cr_expect_eq(t.time, 10.0);
    transport_set_length(&t, 30.0, false);
    transport_advance(&t, 12.0);
    cr_expect_eq(t.time, 15.0);
}

Test(transport, a_far_seek_follows_until_it_arrives)
{
    struct transport t = growing_demo(10.0);
    transport_seek(&t, 5.0);
    cr_expect_not(t.waiting);
    transport_seek(&t, 50.0);
    cr_expect(t.waiting);
    cr_expect_eq(t.time, 10.0);
    cr_expect_not(transport_is_moving(&t));
    cr_expect_not(transport_advance(&t, 1.0));
    transport_set_length(&t, 30.0, false);
    cr_expect(t.waiting);
    cr_expect_eq(t.time, 30.0);
    cr_expect_not(transport_advance(&t, 1.0));
    t.reverse = true;
    cr_expect_not(transport_advance(&t, 1.0), "nor does reverse play lead away");
    t.reverse = false;
    transport_set_length(&t, 60.0, false);
    cr_expect_not(t.waiting);
    EXPECT_TIME(t, 50.0);
    cr_expect(transport_advance(&t, 1.0));
    transport_set_length(&t, 80.0, false);
    EXPECT_TIME(t, 51.0);
}

Test(transport, a_seek_beyond_the_demo_arrives_at_its_end)
{
    struct transport t = growing_demo(10.0);
    transport_seek(&t, 5000.0);
    transport_set_length(&t, 70.0, true);
    cr_expect_not(t.waiting);
    cr_expect_eq(t.time, 70.0);
    cr_expect(transport_has_ended(&t));
}

Test(transport, a_new_seek_or_step_ends_the_wait)
{
    struct transport t = growing_demo(10.0);
    transport_seek(&t, 50.0);
    transport_seek_by(&t, -4.0);
    cr_expect_not(t.waiting);
    EXPECT_TIME(t, 6.0);
    transport_set_length(&t, 60.0, false);
    EXPECT_TIME(t, 6.0);

    transport_seek(&t, 500.0);
    transport_step_to(&t, 7.0);
    cr_expect_not(t.waiting);
    transport_set_length(&t, 600.0, false);
    EXPECT_TIME(t, 7.0);

    transport_seek_share(&t, 0.5);
    transport_scrub(&t, 8.0, false);
    cr_expect_not(t.waiting);
    transport_set_length(&t, 1000.0, true);
    EXPECT_TIME(t, 8.0);
}

Test(transport, a_share_is_known_when_the_length_is)
{
    struct transport t = growing_demo(10.0);
    transport_seek_share(&t, 0.5);
    cr_expect(t.waiting);
    EXPECT_TIME(t, 5.0);
    cr_expect_not(transport_advance(&t, 1.0));
    transport_set_length(&t, 40.0, false);
    cr_expect(t.waiting);
    EXPECT_TIME(t, 20.0);
    transport_set_length(&t, 100.0, true);
    cr_expect_not(t.waiting);
    EXPECT_TIME(t, 50.0);
    cr_expect(transport_advance(&t, 1.0));

    t = growing_demo(10.0);
    transport_seek_share(&t, 0.5);
    cr_expect_not(transport_is_moving(&t));
    transport_seek(&t, 50.0);
    transport_set_length(&t, 60.0, false);
    EXPECT_TIME(t, 50.0);

    t = growing_demo(10.0);
    transport_seek_share(&t, 0.0);
    cr_expect_not(t.waiting, "the beginning is known");
}

Test(transport, a_far_seek_is_undone_and_done_again)
{
    struct transport t = growing_demo(10.0);
    transport_seek(&t, 3.0);
    transport_seek(&t, 50.0);
    cr_expect(transport_undo_seek(&t));
    cr_expect_not(t.waiting);
    EXPECT_TIME(t, 3.0);
    cr_expect(transport_undo_seek(&t));
    cr_expect(t.waiting);
    transport_set_length(&t, 60.0, false);
    EXPECT_TIME(t, 50.0);

    t = growing_demo(10.0);
    transport_seek(&t, 3.0);
    transport_seek_share(&t, 0.5);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 3.0);
    cr_expect(transport_undo_seek(&t));
    EXPECT_TIME(t, 5.0);
}

Test(transport, a_length_that_shrinks_takes_the_time_along)
{
    struct transport t = growing_demo(10.0);
    transport_seek(&t, 9.0);
    transport_set_length(&t, 8.0, true);
    cr_expect_eq(t.time, 8.0);
}

Test(transport, space_at_the_end_begins_again)
{
    struct transport t = whole_demo();
    t.from = 20.0;
    t.to = 30.0;
    transport_seek(&t, 25.0);
    transport_advance(&t, 50.0);
    transport_toggle_pause(&t);
    cr_expect_eq(t.time, 20.0);
    cr_expect_not(t.paused);

    transport_step_to(&t, 30.0);
    transport_toggle_pause(&t);
    cr_expect_eq(t.time, 20.0, "also when a step led to the end");
    cr_expect_not(t.paused);

    transport_toggle_reverse(&t);
    transport_toggle_pause(&t);
    cr_expect_eq(t.time, 30.0);
    cr_expect_not(t.paused);

    t.to = INFINITY;
    transport_seek(&t, 0.0);
    transport_toggle_pause(&t);
    cr_expect_eq(t.time, 100.0);
}

Test(transport, space_pauses_where_play_would_go_on)
{
    struct transport t = growing_demo(10.0);
    transport_advance(&t, 20.0);
    transport_toggle_pause(&t);
    cr_expect(t.paused, "the end of what is known is not the end of play");
    cr_expect_eq(t.time, 10.0);

    t = whole_demo();
    t.repeat = true;
    transport_seek(&t, 100.0);
    transport_toggle_pause(&t);
    cr_expect(t.paused);
    cr_expect_eq(t.time, 100.0);

    t = growing_demo(10.0);
    t.to = 10.0;
    transport_seek(&t, 50.0);
    transport_toggle_pause(&t);
    cr_expect(t.paused);
    cr_expect(t.waiting, "a pause does not call the seek off");
}

Test(transport, speed_is_kept_within_its_bounds)
{
    struct transport t = whole_demo();
    transport_set_speed(&t, 1000.0);
    cr_expect_eq(t.speed, TRANSPORT_SPEED_MAX);
    transport_set_speed(&t, 0.001);
    cr_expect_eq(t.speed, TRANSPORT_SPEED_MIN);
    transport_set_speed(&t, -2.0);
    cr_expect_eq(t.speed, TRANSPORT_SPEED_MIN);
    transport_set_speed(&t, 2.0);
    transport_scale_speed(&t, 2.0);
    cr_expect_eq(t.speed, 4.0);
    transport_scale_speed(&t, 100.0);
    cr_expect_eq(t.speed, TRANSPORT_SPEED_MAX);
    transport_scale_speed(&t, 1e-9);
    cr_expect_eq(t.speed, TRANSPORT_SPEED_MIN);
}

Test(transport, speed_finds_back_to_normal)
{
    struct transport t = whole_demo();
    transport_set_speed(&t, 1.009);
    cr_expect_eq(t.speed, 1.0);
    transport_set_speed(&t, 0.991);
    cr_expect_eq(t.speed, 1.0);
    transport_set_speed(&t, 1.02);
    cr_expect_float_eq(t.speed, 1.02, NEAR);
    transport_set_speed(&t, 1.0);
    for (int i = 0; i < 20; i++) {
        transport_scale_speed(&t, 1.1);
    }
    cr_expect_gt(t.speed, 6.0);
    for (int i = 0; i < 20; i++) {
        transport_scale_speed(&t, 1.0 / 1.1);
    }
    cr_expect_eq(t.speed, 1.0);
    transport_set_speed(&t, 3.0);
    transport_scale_speed(&t, 1.1);
    transport_scale_speed(&t, 1.0 / 1.1);
    cr_expect_float_eq(t.speed, 3.0, NEAR);
}

static void expect_sane(const struct transport *t, double time, const char *after)
{
    cr_expect_eq(t->time, time, "%s: time is %f", after, t->time);
    cr_expect_eq(t->speed, 1.0, "%s", after);
    cr_expect_eq(t->length, 100.0, "%s", after);
    cr_expect_not(t->paused, "%s", after);
    cr_expect_not(t->waiting, "%s", after);
}

Test(transport, non_finite_times_change_nothing)
{
    struct transport t = whole_demo();
    transport_seek(&t, 50.0);
    struct transport start = t;
    cr_expect_not(transport_advance(&t, (double)NAN));
    cr_expect_not(transport_advance(&t, (double)INFINITY));
    cr_expect_not(transport_advance(&t, -(double)INFINITY));
    transport_seek(&t, (double)NAN);
    transport_seek_by(&t, (double)NAN);
    transport_seek_share(&t, (double)NAN);
    transport_scrub(&t, (double)NAN, true);
    transport_step_to(&t, (double)NAN);
    transport_set_speed(&t, (double)NAN);
    transport_set_speed(&t, (double)INFINITY);
    transport_scale_speed(&t, (double)NAN);
    transport_scale_speed(&t, (double)INFINITY);
    transport_scale_speed(&t, -1.0);
    transport_scale_speed(&t, 0.0);
    transport_set_length(&t, (double)NAN, true);
    transport_set_length(&t, (double)INFINITY, true);
    expect_sane(&t, 50.0, "all");
    cr_expect_eq(t.undo, start.undo);
    transport_seek(&t, (double)INFINITY);
    expect_sane(&t, 100.0, "seek to infinity");
    transport_seek(&t, -(double)INFINITY);
    expect_sane(&t, 0.0, "seek to minus infinity");
    transport_set_length(&t, -5.0, true);
    cr_expect_eq(t.length, 0.0);
}

Test(transport, a_part_and_a_loop_that_are_no_numbers_do_no_harm)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -3.0, 500.0};
    enum { BAD = sizeof(bad) / sizeof(bad[0]) };
    for (int i = 0; i < BAD * BAD * BAD * 4; i++) {
        struct transport t = whole_demo();
        t.from = bad[i % BAD];
        t.to = bad[i / BAD % BAD];
        t.loop_a = bad[i / BAD / BAD % BAD];
        t.loop_b = 60.0;
        t.loop = i & 1 ? TRANSPORT_LOOP_AB : TRANSPORT_LOOP_NONE;
        t.repeat = i / (BAD * BAD * BAD) & 1;
        t.reverse = i / (BAD * BAD * BAD) & 2;
        transport_seek(&t, 50.0);
        const double steps[] = {1.0, 30.0, 300.0, 1e300};
        for (int k = 0; k < 4; k++) {
            transport_advance(&t, steps[k]);
            cr_assert(t.time >= 0.0 && t.time <= 100.0, "case %d: time %f", i, t.time);
            transport_is_moving(&t);
            transport_toggle_pause(&t);
            t.paused = false;
            cr_assert(t.time >= 0.0 && t.time <= 100.0, "case %d: time %f", i, t.time);
        }
    }
}
