/* A gamepad's buttons, triggers and stick. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/playback/transport.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

static void send_button(struct stage *s, enum input_pad_button button)
{
    const struct input_event event = {.kind = INPUT_PAD_BUTTON, .pad_button = button};
    viewer_handle_event(&s->viewer, &event);
}

static void send_axis(struct stage *s, enum input_pad_axis axis, int value)
{
    const struct input_event event = {.kind = INPUT_PAD_AXIS, .pad_axis = {axis, value}};
    viewer_handle_event(&s->viewer, &event);
}

Test(viewer_pad, buttons_do_what_keys_do)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    send_button(&s, PAD_A);
    cr_expect(t->paused);
    send_button(&s, PAD_RIGHT);
    cr_expect_eq(t->time, 5.0);
    send_button(&s, PAD_X);
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 1u);
    send_button(&s, PAD_LEFT);
    cr_expect_eq(t->time, 0.0);
    send_button(&s, PAD_BACK);
    cr_expect_eq(t->time, 5.0, "undoes the jump");
    send_button(&s, PAD_BUTTONS);
    cr_expect_eq(t->time, 5.0, "does nothing");
    stage_end(&s);
}

Test(viewer_pad, triggers_step_once_a_pull)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    const struct timeline *timeline = s.viewer.demo.player.timeline;
    transport_seek(t, timeline_update_time(timeline, 20));
    static const int pull[] = {9000, 20000, 32767, 12000, 30000};
    for (size_t i = 0; i < sizeof(pull) / sizeof(pull[0]); i++) {
        send_axis(&s, PAD_RIGHT_TRIGGER, pull[i]);
        cr_expect_eq(t->time, timeline_update_time(timeline, i == 0 ? 20 : 21), "pull %zu", i);
    }
    cr_expect_eq(t->time, timeline_update_time(timeline, 21));
    send_axis(&s, PAD_RIGHT_TRIGGER, 0);
    send_axis(&s, PAD_RIGHT_TRIGGER, 32767);
    cr_expect_eq(t->time, timeline_update_time(timeline, 22));
    send_axis(&s, PAD_LEFT_TRIGGER, 32767);
    cr_expect_eq(t->time, timeline_update_time(timeline, 21));
    stage_end(&s);
}

Test(viewer_pad, the_stick_scrubs)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    struct viewer_pad *pad = &s.viewer.pad;
    transport_seek(t, 10.0);
    send_axis(&s, PAD_LEFT_X, 5000);
    cr_expect_not(viewer_pad_follow(pad, t, 0.5), "inside the dead zone");
    send_axis(&s, PAD_LEFT_X, 32767);
    cr_expect(viewer_pad_follow(pad, t, 0.25));
    cr_expect(viewer_pad_follow(pad, t, 0.25));
    cr_expect_float_eq(t->time, 10.0 + 0.5 * PAD_SPEED, 1e-9);
    send_axis(&s, PAD_LEFT_X, -32768);
    cr_expect(viewer_pad_follow(pad, t, 0.5));
    cr_expect_float_eq(t->time, 10.0, 1e-9);
    send_axis(&s, PAD_LEFT_X, (32767 + 6000) / 2);
    cr_expect(viewer_pad_follow(pad, t, 0.5));
    cr_expect_float_eq(t->time, 10.0 + 0.5 * PAD_SPEED / 8.0, 1e-3, "half way: an eighth");
    send_axis(&s, PAD_LEFT_X, 0);
    cr_expect_not(viewer_pad_follow(pad, t, 0.5));
    cr_expect(transport_undo_seek(t));
    cr_expect_float_eq(t->time, 10.0, 1e-9, "to where scrubbing began");
    stage_end(&s);
}

Test(viewer_pad, another_pad_begins_released)
{
    const struct input_event reset = {.kind = INPUT_PAD_RESET};
    struct stage s;
    stage_begin(&s);
    send_axis(&s, PAD_LEFT_X, 32767);
    send_axis(&s, PAD_RIGHT_TRIGGER, 32767);
    cr_expect(s.viewer.pad.stick == 1.0 && s.viewer.pad.pulled[1]);
    viewer_handle_event(&s.viewer, &reset);
    cr_expect(s.viewer.pad.stick == 0.0 && !s.viewer.pad.pulled[1]);
    stage_end(&s);
}
