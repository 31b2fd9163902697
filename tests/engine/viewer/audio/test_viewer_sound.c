/* Sound of the viewer: keys, saved settings, and orders sent to the audio thread; with SDL's dummy
 * driver. */
#include <SDL.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/viewer/audio/audio.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/scarce.h"

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

static void begin_with_sound(struct stage *s)
{
    stage_begin(s);
    viewer_open_sound(&s->viewer.sound, &s->viewer.base);
    cr_assert_not_null(s->viewer.sound.audio);
    for (int i = 0; i < 20000 && !s->viewer.sound.track; i++) {
        viewer_follow_sound(&s->viewer, platform_now());
        SDL_Delay(1);
    }
    cr_assert_not_null(s->viewer.sound.track);
}

Test(viewer_sound, keys_and_wheel_change_the_volume)
{
    struct stage s;
    stage_begin(&s);
    cr_expect_eq(s.viewer.sound.volume, 100);
    press(&s, '/', 0);
    cr_expect_eq(s.viewer.sound.volume, 95);
    cr_expect_str_eq(said(&s), "Volume 95 % (there is no sound)");
    type_character(&s, "*");
    type_character(&s, "*");
    cr_expect_eq(s.viewer.sound.volume, 105);
    for (int i = 0; i < 20; i++) {
        type_character(&s, "*");
    }
    cr_expect_eq(s.viewer.sound.volume, 150);
    const double time = s.viewer.demo.transport.time;
    struct input_event wheel = {.kind = INPUT_WHEEL};
    wheel.wheel = -2;
    wheel.mods = KEY_CTRL;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(s.viewer.sound.volume, 140);
    cr_expect_eq(s.viewer.demo.transport.time, time);
    for (int i = 0; i < 40; i++) {
        type_character(&s, "/");
    }
    cr_expect_eq(s.viewer.sound.volume, 0);
    stage_end(&s);
}

Test(viewer_sound, louder_is_heard)
{
    struct stage s;
    stage_begin(&s);
    press(&s, 'm', 0);
    cr_expect(s.viewer.sound.muted);
    press(&s, '/', 0);
    cr_expect(s.viewer.sound.muted, "softer stays muted");
    cr_expect_str_eq(said(&s), "Volume 95 %, muted (there is no sound)");
    type_character(&s, "*");
    cr_expect_not(s.viewer.sound.muted);
    stage_end(&s);
}

Test(viewer_sound, choices_are_saved)
{
    struct stage s;
    stage_begin(&s);
    press(&s, '/', 0);
    press(&s, '/', 0);
    press(&s, 'm', 0);
    cr_expect_str_eq(settings_text(&s.viewer.base.settings, "volume"), "90");
    s.viewer.sound = (struct viewer_sound){0};
    viewer_begin_sound(&s.viewer.sound, &s.viewer.base);
    cr_expect_eq(s.viewer.sound.volume, 90);
    cr_expect(s.viewer.sound.muted);
    press(&s, 'm', 0);
    cr_expect_null(settings_text(&s.viewer.base.settings, "muted"));
    /* Options apply to this run and are not saved. */
    press(&s, 'm', 0);
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "volume", "30"));
    viewer_begin_sound(&s.viewer.sound, &s.viewer.base);
    cr_expect_eq(s.viewer.sound.volume, 30);
    cr_expect_not(s.viewer.sound.muted);
    stage_end(&s);
}

/* Values outside of the limits are ignored. */
Test(viewer_sound, a_wrong_volume_is_not_taken)
{
    struct stage s;
    stage_begin(&s);
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "volume", "1000"), 0);
    viewer_begin_sound(&s.viewer.sound, &s.viewer.base);
    cr_expect_eq(s.viewer.sound.volume, 100);
    stage_end(&s);
}

/* Continuous play is no jump, however long drawing takes; everything else is one. */
Test(viewer_sound, seeks_reach_the_sound)
{
    struct stage s;
    begin_with_sound(&s);
    struct viewer *v = &s.viewer;
    struct transport *t = &v->demo.transport;
    double now = 1000.0;
    viewer_follow_sound(v, now);
    const uint32_t jumps = v->sound.jumps;
    for (int i = 0; i < 20; i++) {
        const double passed = 0.004 + 0.01 * (i % 4);
        now += passed;
        transport_advance(t, passed);
        viewer_follow_sound(v, now);
    }
    cr_expect_eq(v->sound.jumps, jumps);
    cr_expect(v->sound.moving);
    transport_seek_by(t, 0.05);
    viewer_follow_sound(v, now += 0.01);
    cr_expect_eq(v->sound.jumps, jumps + 1);
    /* A loop goes back by itself. */
    t->loop = TRANSPORT_LOOP_AB;
    t->loop_a = t->time - 0.5;
    t->loop_b = t->time + 0.01;
    transport_advance(t, 0.05);
    viewer_follow_sound(v, now += 0.05);
    cr_expect_eq(v->sound.jumps, jumps + 2);
    v->mouse.dragging = true;
    viewer_follow_sound(v, now += 0.05);
    cr_expect_not(v->sound.moving);
    stage_end(&s);
}

Test(viewer_sound, steps_are_heard)
{
    struct stage s;
    stage_begin(&s);
    struct viewer *v = &s.viewer;
    const uint32_t slices = v->sound.slices;
    press(&s, '.', 0);
    cr_expect_eq(v->sound.slices, slices + 1);
    cr_expect_eq(v->sound.slice_from, v->demo.transport.time);
    const uint32_t update = timeline_update_at(v->demo.player.timeline, v->sound.slice_from);
    cr_expect_float_eq(v->sound.slice_from + v->sound.slice_seconds,
                       timeline_update_time(v->demo.player.timeline, update + 1), 1e-9);
    press(&s, '.', KEY_CTRL);
    cr_expect_eq(v->sound.slices, slices + 2);
    cr_expect_eq(v->sound.slice_seconds, TRANSPORT_FRAME);
    stage_end(&s);
}

/* Demos and game data are reopened and the window closes while sound is mixed. */
Test(viewer_sound, demos_change_while_it_plays)
{
    struct stage s;
    begin_with_sound(&s);
    struct viewer *v = &s.viewer;
    for (int i = 0; i < 6; i++) {
        cr_assert(i % 3 == 2 ? viewer_reopen_demo(v) : viewer_open_demo(v, (size_t)i % 2));
        cr_expect_null(v->sound.track);
        cr_assert_eq(viewer_draw(v), 0);
        for (int k = 0; k < 30; k++) {
            transport_seek_share(&v->demo.transport, k / 30.0);
            viewer_follow_sound(v, platform_now());
            SDL_Delay(1);
        }
        cr_expect_not_null(v->sound.track);
    }
    stage_end(&s);
}

Test(viewer_sound, without_sound_there_is_no_device)
{
    struct stage s;
    stage_begin(&s);
    s.asked.sound.off = true;
    viewer_open_sound(&s.viewer.sound, &s.viewer.base);
    cr_expect_null(s.viewer.sound.audio);
    viewer_follow_sound(&s.viewer, platform_now());
    cr_expect_not(viewer_sound_is_coming(&s.viewer.sound, platform_now()));
    stage_end(&s);
}

Test(viewer_sound, without_memory_the_demo_plays_silently)
{
    struct stage s;
    stage_begin(&s);
    scarce_begin_from(1);
    viewer_open_sound(&s.viewer.sound, &s.viewer.base);
    scarce_end();
    cr_expect_null(s.viewer.sound.audio);
    cr_expect_eq(s.viewer.base.messages.num_troubles, 1u);
    viewer_follow_sound(&s.viewer, platform_now());
    viewer_end_sound(&s.viewer.sound);
    stage_end(&s);
}

Test(viewer_sound, a_missing_device_is_reported_once)
{
    struct stage s;
    stage_begin(&s);
    setenv("SDL_AUDIODRIVER", "nonesuch", 1);
    viewer_open_sound(&s.viewer.sound, &s.viewer.base);
    for (int i = 0; i < 20000 && !s.viewer.sound.told; i++) {
        viewer_follow_sound(&s.viewer, platform_now());
        SDL_Delay(1);
    }
    cr_expect(s.viewer.sound.told);
    const size_t lines = s.viewer.base.messages.log.count;
    cr_assert_gt(lines, 0u);
    const char *line = message_log_line(&s.viewer.base.messages.log, lines - 1);
    cr_expect_eq(strncmp(line, "no sound (", 10), 0, "%s", line);
    viewer_follow_sound(&s.viewer, platform_now());
    cr_expect_eq(s.viewer.base.messages.log.count, lines);
    cr_expect_not(viewer_sound_is_coming(&s.viewer.sound, platform_now()));
    cr_expect_null(s.viewer.sound.track);
    stage_end(&s);
}

/* SDL's driver that writes files removes its device when it cannot write. */
Test(viewer_sound, a_removed_device_is_reported)
{
    struct stage s;
    stage_begin(&s);
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", "/dev/full", 1);
    viewer_open_sound(&s.viewer.sound, &s.viewer.base);
    cr_assert_not_null(s.viewer.sound.audio);
    for (int i = 0; i < 20000 && !s.viewer.sound.told; i++) {
        viewer_follow_sound(&s.viewer, platform_now());
        SDL_Delay(1);
    }
    cr_assert(s.viewer.sound.told);
    const struct message_log *log = &s.viewer.base.messages.log;
    cr_expect_str_eq(message_log_line(log, log->count - 1), "the sound device is gone");
    press(&s, '/', 0);
    cr_expect_str_eq(said(&s), "Volume 95 % (there is no sound)");
    stage_end(&s);
}
