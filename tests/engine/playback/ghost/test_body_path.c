/* Paths of players: where they are at a time, and when they are at a place. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/playback/ghost/body_path.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/scarce.h"

static const struct nq_run run = {
    .level = "maps/run.bsp", .updates = 320, .start = 2.0, .speed = 320.0, .y = 64.0};

/* Caller frees. */
static struct body_path read_runs(const struct nq_run *runs, uint32_t count, uint32_t limit)
{
    struct byte_writer bytes = {0};
    struct body_path path;
    nq_run_write(&bytes, runs, count);
    struct timeline *t = demo_stage_open_bytes(bytes.data, bytes.size);
    cr_assert_eq(body_path_read(&path, t, NULL, limit, NULL), 0);
    timeline_close(t);
    byte_writer_free(&bytes);
    return path;
}

Test(body_path, has_a_point_for_each_update)
{
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    cr_assert_eq(path.num_levels, 1);
    cr_expect_str_eq(path.levels[0].name, "maps/run.bsp");
    cr_expect_eq(path.count, 320, "%zu", path.count);
    cr_expect_eq(path.stride, 1u);
    for (uint32_t i = 0; i < path.count; i++) {
        cr_expect_float_eq(path.points[i].time, i * NQ_RUN_STEP, 1e-6);
        cr_expect_float_eq((double)path.points[i].origin[0], nq_run_place(&run, i), 1e-3);
    }
    body_path_free(&path);
}

Test(body_path, runs_between_its_points)
{
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    struct body_place place;
    cr_assert(body_path_place(&path, 0, 3.0 + NQ_RUN_STEP / 2, &place));
    cr_expect_float_eq((double)place.origin[0], 325.0, 0.01, "%f", (double)place.origin[0]);
    cr_expect_float_eq((double)place.origin[1], 64.0, 0.01);
    cr_expect_float_eq((double)place.angles[1], 45.0, 0.01);
    cr_assert(body_path_place(&path, 0, -5.0, &place), "before the start it stands there");
    cr_expect_eq(place.origin[0], 0.0f);
    cr_expect_not(body_path_place(&path, 0, 100.0, &place), "after the end it is gone");
    body_path_free(&path);
}

Test(body_path, poses_have_an_age)
{
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    struct body_place place;
    cr_assert(body_path_place(&path, 0, 1.5, &place));
    cr_expect_eq(place.frame, 12);
    cr_expect_float_eq(place.frame_age, 1.5, 1e-6);
    /* The frame changes with every third update: 96 begins at 3 s. */
    cr_assert(body_path_place(&path, 0, 3.0 + 1.5 * NQ_RUN_STEP, &place));
    cr_expect_eq(place.frame, 8);
    cr_expect_eq(place.old_frame, 7);
    cr_expect_float_eq(place.frame_age, 1.5 * NQ_RUN_STEP, 1e-6);
    body_path_free(&path);
}

Test(body_path, tells_when_it_is_nearest)
{
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    const float beside[3] = {480.0f, 100.0f, 24.0f}, start[3] = {0.0f, 64.0f, 24.0f};
    double time;
    cr_expect_float_eq(body_path_nearest(&path, 0, beside, 0.0, &time), 36.0, 0.01);
    cr_expect_float_eq(time, 3.5, 0.001, "%f", time);
    /* It stands at the start for 2 s: the nearest of that time. */
    cr_expect_float_eq(body_path_nearest(&path, 0, start, 1.25, &time), 0.0, 0.01);
    cr_expect_float_eq(time, 1.25, 1e-6, "%f", time);
    (void)body_path_nearest(&path, 0, start, 9.0, &time);
    cr_expect_float_eq(time, 2.0, NQ_RUN_STEP + 1e-6, "%f", time);
    body_path_free(&path);
}

/* A path that comes by one place twice. */
Test(body_path, of_two_passages_the_one_nearer_in_time_counts)
{
    struct body_path_point points[401];
    struct body_path_level level = {.count = 401};
    const struct body_path path = {
        .points = points, .count = 401, .levels = &level, .num_levels = 1};
    const float place[3] = {50.0f, 0.0f, 0.0f};
    double time;
    memset(points, 0, sizeof(points));
    for (int i = 0; i <= 400; i++) { /* forth in 20 s, back in 20 s, 10 units beside */
        points[i].time = i * 0.1;
        points[i].there = true;
        points[i].origin[0] = (float)(i <= 200 ? i * 5 : 2000 - i * 5);
        points[i].origin[1] = i <= 200 ? 0.0f : 10.0f;
    }
    cr_expect_float_eq(body_path_nearest(&path, 0, place, 3.0, &time), 0.0, 1e-3);
    cr_expect_float_eq(time, 1.0, 1e-3, "%f", time);
    cr_expect_float_eq(body_path_nearest(&path, 0, place, 35.0, &time), 10.0, 1e-3);
    cr_expect_float_eq(time, 39.0, 1e-3, "%f", time);
    for (int i = 201; i <= 400; i++) { /* too far away to be the same place */
        points[i].origin[1] = 100.0f;
    }
    cr_expect_float_eq(body_path_nearest(&path, 0, place, 35.0, &time), 0.0, 1e-3);
    cr_expect_float_eq(time, 1.0, 1e-3, "%f", time);
}

Test(body_path, first_movement)
{
    struct nq_run still = run;
    double time;
    still.updates = 10;
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    cr_assert(body_path_first_move(&path, 0, &time));
    cr_expect_float_eq(time, 2.0, 1e-6, "%f", time);
    body_path_free(&path);
    path = read_runs(&still, 1, BODY_PATH_POINTS);
    cr_expect_not(body_path_first_move(&path, 0, &time));
    body_path_free(&path);
}

Test(body_path, levels_are_apart)
{
    const struct nq_run runs[] = {
        {.level = "maps/a.bsp", .updates = 64, .speed = 320.0},
        {.level = "maps/b.bsp", .updates = 32, .speed = 320.0},
        {.level = "maps/a.bsp", .updates = 96, .speed = 320.0},
    };
    struct body_path path = read_runs(runs, 3, BODY_PATH_POINTS);
    cr_assert_eq(path.num_levels, 3);
    for (int i = 0; i < 3; i++) {
        cr_expect_str_eq(path.levels[i].name, runs[i].level);
        cr_expect_eq(path.levels[i].count, runs[i].updates, "%u", path.levels[i].count);
    }
    const double second = path.points[path.levels[1].first].time;
    cr_expect_eq(body_path_level_at(&path, second - 0.01), 0);
    cr_expect_eq(body_path_level_at(&path, second), 1);
    cr_expect_eq(body_path_level_at(&path, 1e9), 2);
    body_path_free(&path);
}

Test(body_path, is_bounded)
{
    struct body_path path = read_runs(&run, 1, 50);
    struct body_place place;
    cr_expect_leq(path.count, 50u);
    cr_expect_eq(path.stride, 8u, "%u", path.stride);
    cr_assert(body_path_place(&path, 0, 3.0 + NQ_RUN_STEP / 2, &place));
    cr_expect_float_eq((double)place.origin[0], 325.0, 0.5, "%f", (double)place.origin[0]);
    body_path_free(&path);
}

Test(body_path, jumps_have_no_way_between)
{
    struct body_path_point points[2] = {
        {.time = 0.0, .there = true, .origin = {0.0f, 0.0f, 0.0f}},
        {.time = 1.0, .there = true, .jumps = true, .origin = {800.0f, 0.0f, 0.0f}}};
    struct body_path_level level = {.count = 2};
    const struct body_path path = {.points = points, .count = 2, .levels = &level, .num_levels = 1};
    const float middle[3] = {300.0f, 0.0f, 0.0f};
    struct body_place place;
    double time;
    cr_assert(body_path_place(&path, 0, 0.9, &place));
    cr_expect_eq(place.origin[0], 0.0f);
    cr_expect_float_eq(body_path_nearest(&path, 0, middle, 0.0, &time), 300.0, 1e-3);
}

/* Boxes only leave out what cannot be the nearest. */
Test(body_path, boxes_change_nothing)
{
    struct body_path path = read_runs(&run, 1, BODY_PATH_POINTS);
    struct body_path bare = path;
    bare.boxes = NULL;
    cr_assert_not_null(path.boxes);
    for (int i = 0; i < 200; i++) {
        const float place[3] = {(float)(i * 13 % 2600), (float)(i * 7 % 200), (float)(i % 50)};
        const double near_time = i * 31 % 100 / 10.0;
        double with, without;
        cr_expect_eq(body_path_nearest(&path, 0, place, near_time, &with),
                     body_path_nearest(&bare, 0, place, near_time, &without), "place %d", i);
        cr_expect_eq(with, without, "place %d: %f %f", i, with, without);
    }
    body_path_free(&path);
}
