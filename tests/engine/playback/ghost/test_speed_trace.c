/* Speeds around a time are those of the updates, whatever was read before. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/playback/ghost/speed_trace.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/real_data.h"

static const struct nq_run run = {
    .level = "maps/run.bsp", .updates = 320, .start = 2.0, .speed = 320.0};

static struct speed_sample samples[SPEED_TRACE_UPDATES], others[SPEED_TRACE_UPDATES];

Test(speed_trace, tells_speeds_before_and_after_the_play_head)
{
    struct byte_writer bytes = {0};
    struct speed_trace trace = {0};
    nq_run_write(&bytes, &run, 1);
    struct timeline *t = demo_stage_open_bytes(bytes.data, bytes.size);
    const int count = speed_trace_read(&trace, t, 0, 2.0, 1.0, samples);
    cr_assert_eq(count, 65, "%d samples", count);
    cr_expect_float_eq(samples[0].time, 1.0, 1e-6);
    cr_expect_float_eq(samples[64].time, 3.0, 1e-6);
    cr_expect_eq(samples[0].speed, 0.0);
    cr_expect_eq(samples[32].speed, 0.0, "stands at the play head");
    cr_expect_eq(samples[34].speed, 320.0, "%f", samples[34].speed);
    speed_trace_free(&trace);
    timeline_close(t);
    byte_writer_free(&bytes);
}

Test(speed_trace, does_not_depend_on_what_was_read_before)
{
    static const double times[] = {9.0, 8.97, 8.94, 1.0, 5.0, 4.97, 4.5, 9.9, 0.0, 3.0};
    struct byte_writer bytes = {0};
    struct speed_trace kept = {0};
    nq_run_write(&bytes, &run, 1);
    struct timeline *t = demo_stage_open_bytes(bytes.data, bytes.size);
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        struct speed_trace fresh = {0};
        const int count = speed_trace_read(&kept, t, 0, times[i], 2.0, samples);
        cr_assert_gt(count, 0);
        cr_expect_eq(speed_trace_read(&fresh, t, 0, times[i], 2.0, others), count);
        cr_expect_arr_eq(samples, others, (size_t)count * sizeof(samples[0]), "at %.2f", times[i]);
        speed_trace_free(&fresh);
    }
    speed_trace_free(&kept);
    timeline_close(t);
    byte_writer_free(&bytes);
}

Test(speed_trace, is_bounded)
{
    struct nq_run endless = run;
    struct byte_writer bytes = {0};
    struct speed_trace trace = {0};
    endless.updates = 3 * SPEED_TRACE_UPDATES;
    nq_run_write(&bytes, &endless, 1);
    struct timeline *t = demo_stage_open_bytes(bytes.data, bytes.size);
    const int count = speed_trace_read(&trace, t, 0, 48.0, 1000.0, samples);
    cr_assert_gt(count, SPEED_TRACE_UPDATES / 2);
    cr_assert_leq(count, SPEED_TRACE_UPDATES);
    cr_expect_lt(samples[0].time, 48.0);
    cr_expect_gt(samples[count - 1].time, 48.0);
    speed_trace_free(&trace);
    timeline_close(t);
    byte_writer_free(&bytes);
}

/* --- bodies ----------------------------------------------------------------------------------- */

Test(demo_body, netquake_tells_place_motion_and_health)
{
    struct byte_writer bytes = {0};
    struct demo_body body;
    nq_run_write(&bytes, &run, 1);
    struct timeline *t = demo_stage_open_bytes(bytes.data, bytes.size);
    cr_assert_eq(timeline_go_update(t, 100), 0);
    timeline_body(t, 0, &body);
    cr_expect(body.present);
    cr_expect(body.has_body);
    cr_expect_float_eq((double)body.origin[0], nq_run_place(&run, 100), 1e-3);
    cr_expect_eq(body.origin[2], 24.0f);
    cr_expect_float_eq((double)body.angles[1], 45.0, 0.01);
    cr_expect_eq(body.velocity[0], 320.0f);
    cr_expect(body.has_health);
    cr_expect_eq(body.health, 87);
    cr_expect_eq(body.armor, 50);
    cr_expect_str_eq(body.level, "maps/run.bsp");
    timeline_close(t);
    byte_writer_free(&bytes);
}

/* Opens a real demo and reads the body of a player at a time. */
static struct demo_body body_of(const char *name, double time, uint32_t follow)
{
    struct demo_body body;
    size_t size;
    uint8_t *data = real_data_read(&size, "%s", name);
    struct timeline *t = demo_stage_open_bytes(data, size);
    cr_assert_eq(timeline_go_time(t, time, false), 0);
    timeline_body(t, follow, &body);
    timeline_close(t);
    free(data);
    return body;
}

Test(demo_body, every_family_tells_it)
{
    const struct demo_body qwd = body_of("quakeworld/recorded/tq_rec_mid.qwd", 20.0, 0);
    cr_expect(qwd.present && qwd.has_body && qwd.has_health);
    cr_expect_str_eq(qwd.level, "maps/lqdm3.bsp");
    cr_expect_gt(qwd.health, 0);
    cr_expect_lt(speed_over_ground(qwd.velocity), 2000.0);

    const struct demo_body mvd = body_of("quakeworld/corpus/1on1_tron_2024.mvd", 60.0, 0);
    cr_expect(mvd.present && mvd.has_body && mvd.has_health);

    const struct demo_body q3 = body_of("quake3/recorded/aggressor_ffa_play.dm_68", 12.0, 0);
    cr_expect(q3.present && q3.has_health);
    cr_expect_str_eq(q3.level, "maps/aggressor.bsp");
    cr_expect_gt(q3.health, 0);

    const struct demo_body flies = body_of("quakeworld/recorded/tq_spec_mid.qwd", 20.0, 0);
    cr_expect(flies.present && !flies.has_body && !flies.has_health);
}
