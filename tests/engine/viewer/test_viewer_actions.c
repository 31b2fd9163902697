/* Every action of the viewer that does not seek: its effect and its message; and playing a
 * playlist. */
#include <SDL.h>
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer_autosave.h"
#include "engine/viewer/viewer_input.h"
#include "formats/pictures/png.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/scratch.h"

/* Some actions save files in the current folder. */
static void go_to_scratch(void)
{
    scratch_set_up();
    cr_assert_eq(chdir(scratch_root), 0);
}

/* Quitting comes last: it ends the stage. */
Test(viewer_actions, every_action_has_a_handler, .init = go_to_scratch, .fini = scratch_tear_down)
{
    struct stage s;
    stage_begin(&s);
    for (int i = ACTION_NONE + 1; i < ACTIONS; i++) {
        const struct action_info *info = &action_infos[i];
        const bool handled = viewer_act(&s.viewer, (enum action)i, info->keys[0].amount);
        cr_expect_eq(handled, !(info->flags & ACTION_HELD), "%s", info->name);
    }
    cr_expect(s.viewer.quit);
    cr_expect_not(viewer_act(&s.viewer, ACTION_NONE, 0.0));
    stage_end(&s);
}

/* --- events, levels, marks, loops ------------------------------------------------------------- */

/* The next event of these kinds, or NULL's text. */
static struct demo_event next_of(struct stage *s, double from, uint32_t kinds)
{
    struct demo_event event;
    cr_assert(timeline_next_event(s->viewer.demo.player.timeline, from, kinds, &event));
    return event;
}

Test(viewer_actions, event_seeks_show_the_event)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    const char *said = s.viewer.base.messages.passing.text;
    press(&s, KEYCODE_SPACE, 0);
    const struct demo_event first = next_of(&s, 0.0, event_filter_kinds(EVENTS_ALL));
    const struct demo_event second = next_of(&s, first.time, event_filter_kinds(EVENTS_ALL));
    press(&s, 'n', KEY_CTRL);
    cr_expect_eq(t->time, first.time);
    cr_expect_str_eq(said, first.text);
    press(&s, 'n', KEY_CTRL);
    cr_expect_eq(t->time, second.time);
    press(&s, 'p', KEY_CTRL);
    cr_expect_eq(t->time, first.time);
    cr_expect_str_eq(said, first.text);
    press(&s, KEYCODE_HOME, 0);
    press(&s, 'p', KEY_CTRL);
    cr_expect_str_eq(said, "no earlier event");
    press(&s, KEYCODE_END, 0);
    press(&s, 'n', KEY_CTRL);
    cr_expect_str_eq(said, "no further event");
    stage_end(&s);
}

Test(viewer_actions, a_filter_selects_events)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    const char *said = s.viewer.base.messages.passing.text;
    const uint32_t items = event_filter_kinds(EVENTS_ITEMS);
    press(&s, KEYCODE_SPACE, 0);
    const struct demo_event pickup = next_of(&s, 0.0, items);
    cr_expect_eq(event_filter_kinds(EVENTS_MAIN) & items, 0u);
    cr_expect_neq(event_filter_kinds(EVENTS_MAIN) & 1u << DEMO_EVENT_FRAG, 0u);
    static const char *const names[] = {"everything", "frags and deaths", "pickups and secrets"};
    char expected[80];
    for (size_t i = 0; i < 3; i++) {
        press(&s, 'e', 0);
        snprintf(expected, sizeof(expected), "next and previous event: %s", names[i]);
        cr_expect_str_eq(said, expected);
    }
    press(&s, 'n', 0);
    cr_expect_eq(t->time, pickup.time);
    viewer_open_demo(&s.viewer, 1);
    cr_expect_eq(s.viewer.filter, EVENTS_ITEMS, "for the session");
    press(&s, 'e', 0);
    press(&s, 'e', 0);
    cr_expect_eq(s.viewer.filter, EVENTS_MAIN);
    stage_end(&s);
}

Test(viewer_actions, events_are_landed_on_with_a_lead)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    const struct settings *settings = &s.viewer.base.settings;
    const char *said = s.viewer.base.messages.passing.text;
    struct viewer_landing *landing = &s.viewer.landing;
    viewer_begin_landing(landing, &s.viewer.base);
    cr_expect(landing->lead == 2.0 && landing->eyes == EVENT_EYES_SAME);
    press(&s, KEYCODE_SPACE, 0);
    const struct demo_event far = next_of(&s, 3.0, event_filter_kinds(EVENTS_ALL));
    transport_seek(&s.viewer.demo.transport, 1.0 + 1e-3);
    press(&s, 'n', KEY_CTRL);
    cr_expect_float_eq(t->time, far.time - 2.0, 2e-3, "%f, %f", t->time, far.time);
    cr_expect_str_eq(said, far.text);
    static const char *const leads[] = {"5", "0", "1", "2"};
    for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++) {
        press(&s, 'e', KEY_SHIFT);
        cr_expect_str_eq(settings_text(settings, "event-lead"), leads[i]);
        if (leads[i][0] == '0') {
            cr_expect_str_eq(said, "next and previous event: at the event");
            press(&s, 'n', KEY_CTRL);
            cr_expect_eq(t->time, far.time);
            press(&s, 'e', KEY_SHIFT);
            i++;
        }
    }
    cr_expect_str_eq(said, "next and previous event: 2 s before it");
    press(&s, 'e', KEY_ALT);
    cr_expect_str_eq(settings_text(settings, "event-eyes"), "killer");
    cr_expect_str_eq(said, "eyes of the next and previous frag: the killer's");
    *landing = (struct viewer_landing){0};
    viewer_begin_landing(landing, &s.viewer.base);
    cr_expect(landing->lead == 2.0 && landing->eyes == EVENT_EYES_KILLER, "as remembered");
    stage_end(&s);
}

/* The bookmarks as another window or the next start finds them. */
static void load_saved(const struct stage *s, struct demo_bookmarks *saved)
{
    const struct demo_source *source = &s->viewer.demo.player.source;
    demo_bookmarks_load(saved, source->data, source->size);
}

Test(viewer_actions, marks_are_saved_when_set_and_removed)
{
    struct stage s;
    struct demo_bookmarks saved;
    stage_begin(&s);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, 'a', 0);
    load_saved(&s, &saved);
    cr_assert_eq(saved.marks.count, 1u);
    cr_expect_eq(saved.marks.items[0].time, 5.0);
    cr_expect(demo_bookmarks_add_mark(&saved, 7.0));
    cr_expect_eq(demo_bookmarks_save(&saved, NULL, SAVED_WAIT), 0);
    demo_bookmarks_free(&saved);
    press(&s, 'a', KEY_SHIFT);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "mark removed");
    load_saved(&s, &saved);
    cr_assert_eq(saved.marks.count, 1u);
    cr_expect_eq(saved.marks.items[0].time, 7.0, "another window's stays");
    demo_bookmarks_free(&saved);
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 1u, "and is taken over");
    stage_end(&s);
}

static double saved_place(struct stage *s)
{
    struct demo_bookmarks saved;
    viewer_end_place_save(&s->viewer.demo, &s->viewer.base);
    load_saved(s, &saved);
    const double place = saved.resume;
    demo_bookmarks_free(&saved);
    return place;
}

Test(viewer_actions, the_place_is_saved_every_few_seconds_and_on_pause)
{
    struct stage s;
    stage_begin(&s);
    struct viewer_demo *demo = &s.viewer.demo;
    viewer_follow_place(demo, &s.viewer.base, 100.0);
    cr_expect_eq(saved_place(&s), 0.0, "nothing was seen yet");
    press(&s, KEYCODE_RIGHT, 0);
    viewer_follow_place(demo, &s.viewer.base, 100.1);
    cr_expect_eq(saved_place(&s), 5.0);
    press(&s, KEYCODE_RIGHT, 0);
    viewer_follow_place(demo, &s.viewer.base, 105.0);
    cr_expect_eq(saved_place(&s), 5.0);
    viewer_follow_place(demo, &s.viewer.base, 105.2);
    cr_expect_eq(saved_place(&s), 10.0);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, KEYCODE_SPACE, 0);
    viewer_follow_place(demo, &s.viewer.base, 105.3);
    cr_expect_eq(saved_place(&s), 15.0, "at once, as playback pauses");
    cr_expect_eq(demo->resume, 0.0, "the key goes to the place of the last time");
    transport_seek(&demo->transport, demo->transport.length - 1.0);
    viewer_follow_place(demo, &s.viewer.base, 120.0);
    cr_expect_eq(saved_place(&s), 0.0, "none near the end");
    stage_end(&s);
}

Test(viewer_actions, a_place_that_cannot_be_saved_is_reported_once_and_tried_again)
{
    struct stage s;
    stage_begin(&s);
    struct viewer_demo *demo = &s.viewer.demo;
    char folder[128];
    snprintf(folder, sizeof(folder), "%s/quakereel", s.home);
    FILE *file = fopen(folder, "w"); /* where the folder should be */
    cr_assert(file && fclose(file) == 0);
    press(&s, KEYCODE_RIGHT, 0);
    for (int i = 0; i < 3; i++) {
        viewer_follow_place(demo, &s.viewer.base, 100.0 + 10.0 * i);
        viewer_end_place_save(demo, &s.viewer.base);
        cr_expect(demo->bookmarks.changed && demo->told_unsaved);
    }
    cr_expect_eq(s.viewer.base.messages.log.count, 1u);
    cr_assert_eq(unlink(folder), 0);
    viewer_follow_place(demo, &s.viewer.base, 200.0);
    cr_expect_eq(saved_place(&s), 5.0);
    cr_expect_not(demo->bookmarks.changed);
    stage_end(&s);
}

Test(viewer_actions, leaving_at_once_keeps_the_earlier_place)
{
    struct stage s;
    stage_begin(&s);
    press(&s, 'l', 0);
    cr_assert(viewer_open_demo(&s.viewer, 0));
    cr_assert(viewer_open_demo(&s.viewer, 0));
    cr_expect_eq(s.viewer.demo.resume, 10.0);
    settle(&s);
    s.viewer.demo.seen = 30.0;
    cr_assert(viewer_open_demo(&s.viewer, 0));
    cr_expect_eq(s.viewer.demo.resume, 0.0, "played, and back at the beginning");
    stage_end(&s);
}

Test(viewer_actions, marks_are_main_events)
{
    struct stage s;
    stage_begin(&s);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, '.', 0);
    const double mark = s.viewer.demo.transport.time;
    press(&s, 'a', 0);
    press(&s, ',', 0);
    press(&s, 'n', 0);
    cr_expect_eq(s.viewer.demo.transport.time, mark);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "mark");
    stage_end(&s);
}

Test(viewer_actions, marks_are_stops_like_levels)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_SPACE, 0);
    press(&s, KEYCODE_PAGEDOWN, 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no further level or mark");
    press(&s, 'l', 0);
    press(&s, 'a', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "mark added");
    press(&s, 'a', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "there is a mark");
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, KEYCODE_PAGEUP, 0);
    cr_expect_eq(t->time, 10.0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "mark");
    press(&s, KEYCODE_PAGEUP, 0);
    cr_expect_eq(t->time, 0.0);
    press(&s, KEYCODE_PAGEUP, 0);
    cr_expect_eq(t->time, 0.0, "there is nothing before the beginning");
    press(&s, KEYCODE_PAGEDOWN, 0);
    cr_expect_eq(t->time, 10.0);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, 'a', KEY_SHIFT);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no mark here");
    press(&s, KEYCODE_PAGEUP, 0);
    press(&s, KEYCODE_DELETE, 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "mark removed");
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 0u);
    stage_end(&s);
}

Test(viewer_actions, a_loop_has_two_ends)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, 'b', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "loop: A here, again for B");
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, 'l', KEY_SHIFT);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "loop A-B");
    transport_advance(t, 0.1);
    cr_expect(t->time >= 5.0 && t->time < 6.0, "back at A: %f", t->time);
    press(&s, 'b', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "loop off");
    stage_end(&s);
}

Test(viewer_actions, speed_and_undo)
{
    struct stage s;
    stage_begin(&s);
    press(&s, KEYCODE_BACKSPACE, KEY_SHIFT);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no seek to undo");
    type_character(&s, "{");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "speed 0.50x");
    press(&s, KEYCODE_BACKSPACE, 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "speed 1.00x");
    press(&s, 'r', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "backward");
    press(&s, 'r', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "forward");
    stage_end(&s);
}

Test(viewer_actions, held_keys_go_on_only_where_that_makes_sense)
{
    struct stage s;
    stage_begin(&s);
    struct input_event held = {.kind = INPUT_KEY_DOWN,
                               .key = {.code = KEYCODE_SPACE, .repeat = true}};
    viewer_handle_event(&s.viewer, &held);
    cr_expect_not(s.viewer.demo.transport.paused);
    held.key.code = KEYCODE_RIGHT;
    viewer_handle_event(&s.viewer, &held);
    viewer_handle_event(&s.viewer, &held);
    cr_expect_eq(s.viewer.demo.transport.time, 10.0);
    stage_end(&s);
}

Test(viewer_actions, without_spoilers_percents_refer_to_the_watched_part)
{
    struct stage s;
    stage_begin(&s);
    s.asked.play.no_spoilers = true;
    press(&s, KEYCODE_RIGHT, 0);
    picture(&s);
    cr_expect_eq(s.viewer.demo.seen, 5.0);
    press(&s, KEYCODE_HOME, 0);
    press(&s, KEYCODE_KP_4, 0);
    cr_expect_float_eq(s.viewer.demo.transport.time, 2.0, 1e-9);
    stage_end(&s);
}

/* --- the playlist ----------------------------------------------------------------------------- */

Test(viewer_actions, the_playlist_has_two_ends)
{
    struct stage s;
    stage_begin(&s);
    type_character(&s, "<");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no earlier demo");
    press(&s, '.', KEY_SHIFT);
    type_character(&s, ">"); /* as that keydown types on many keyboards */
    cr_expect_eq(s.viewer.playlist.current, 1u);
    settle(&s);
    type_character(&s, ">");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no further demo");
    cr_expect_eq(s.viewer.playlist.current, 1u);
    type_character(&s, "<");
    cr_expect_eq(s.viewer.playlist.current, 0u);
    stage_end(&s);
}

static void open_again(struct stage *s)
{
    s->viewer.demo.began = false;
    cr_assert(viewer_open_demo(&s->viewer, 0));
    settle(s);
}

Test(viewer_actions, where_play_begins)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    const double length = t->length;
    press(&s, 'l', 0);
    open_again(&s); /* leaves the place in the notes */
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "Enter goes on at 0:10, where you stopped");
    cr_expect_eq(t->time, 0.0);
    s.asked.play.resume = true;
    press(&s, 'l', 0);
    open_again(&s);
    cr_expect_float_eq(t->time, 10.0, 1e-6);
    s.asked.play.resume = false;
    s.asked.reverse = true;
    open_again(&s);
    cr_expect_eq(t->time, length, "backward from the end");
    s.asked.to = "50%";
    open_again(&s);
    cr_expect_float_eq(t->time, length / 2.0, 1e-9, "or from the end that was given");
    s.asked.reverse = false;
    s.asked.from = "-2";
    s.asked.to = NULL;
    open_again(&s);
    cr_expect_float_eq(t->time, length - 2.0, 1e-9);
    stage_end(&s);
}

/* --- picture and overlay
 * -------------------------------------------------------------------------- */

Test(viewer_actions, bar_and_sound)
{
    struct stage s;
    stage_begin(&s);
    static const char *const texts[] = {"bar: always", "bar: never", "bar: when needed"};
    for (int i = 0; i < 3; i++) {
        press(&s, 'o', 0);
        cr_expect_str_eq(s.viewer.base.messages.passing.text, texts[i]);
    }
    cr_expect_eq(s.viewer.bar.mode, BAR_WHEN_NEEDED);
    press(&s, 'm', 0);
    cr_expect(s.viewer.sound.muted);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "muted");
    press(&s, 'm', 0);
    cr_expect(!s.viewer.sound.muted);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "Volume 100 % (there is no sound)");
    stage_end(&s);
}

Test(viewer_actions, the_chase_camera_goes_back_and_up)
{
    struct stage s;
    stage_begin(&s);
    const struct camera *c = &s.viewer.camera;
    struct input_event wheel = {.kind = INPUT_WHEEL};
    press(&s, 'c', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "camera: chase");
    const float distance = c->distance, height = c->height;
    press(&s, '-', 0);
    cr_expect_eq(c->distance, distance + 20.0f);
    press(&s, '=', KEY_SHIFT);
    cr_expect_eq(c->height, height + 8.0f);
    wheel.wheel = 2;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(c->distance, distance);
    for (int i = 0; i < 80; i++) {
        press(&s, '=', 0);
    }
    cr_expect_eq(c->distance, 0.0f);
    cr_expect_eq(strncmp(s.viewer.base.messages.passing.text, "chase camera: 0 back, ", 22), 0,
                 "%s", s.viewer.base.messages.passing.text);
    for (int i = 0; i < 80; i++) {
        press(&s, '-', 0);
    }
    cr_expect_eq(c->distance, 1000.0f);
    stage_end(&s);
}

Test(viewer_actions, the_wheel_seeks_elsewhere)
{
    struct stage s;
    stage_begin(&s);
    struct input_event wheel = {.kind = INPUT_WHEEL};
    wheel.wheel = 3;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(s.viewer.demo.transport.time, 15.0);
    wheel.wheel = -1;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(s.viewer.demo.transport.time, 10.0);
    wheel.mods = KEY_SHIFT;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(s.viewer.demo.transport.time, 9.0);
    stage_end(&s);
}

/* A key that does nothing says so, but one that is held with others, or types into a list, does
 * not. */
Test(viewer_actions, keys_that_do_nothing_say_so)
{
    struct stage s;
    stage_begin(&s);
    const char *said = s.viewer.base.messages.passing.text;
    press(&s, KEYCODE_F5, 0);
    cr_expect_str_eq(said, "F5 does nothing (? lists the keys)");
    press(&s, 'z', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said, "Ctrl+Shift+z does nothing (? lists the keys)");
    type_character(&s, "|");
    cr_expect_str_eq(said, "| does nothing (? lists the keys)");
    press(&s, KEYCODE_SPACE, 0);
    viewer_say(&s.viewer.base, "before");
    press(&s, KEYCODE_LSHIFT, KEY_SHIFT);
    press(&s, KEYCODE_CAPSLOCK, 0);
    press(&s, KEYCODE_VOLUMEUP, 0);
    press(&s, KEYCODE_F8, 0);
    type_character(&s, "|");
    cr_expect_str_eq(said, "before");
    press(&s, 'o', KEY_CTRL);
    cr_expect_not(s.viewer.chooser.shown, "Ctrl+o is the list's key as well");
    stage_end(&s);
}

static void hold(struct stage *s, uint16_t place, bool down, uint8_t mods)
{
    const struct input_event event = {
        .kind = down ? INPUT_KEY_DOWN : INPUT_KEY_UP, .mods = mods, .key.place = place};
    viewer_handle_event(&s->viewer, &event);
}

Test(viewer_actions, free_flight)
{
    struct stage s;
    stage_begin(&s);
    struct camera *c = &s.viewer.camera;
    press(&s, 'c', 0);
    viewer_fly(&s.viewer, 1.0); /* not yet */
    press(&s, 'c', 0);
    cr_assert_eq(c->kind, CAMERA_FREE);
    cr_expect(s.viewer.mouse.flying);
    c->angles[0] = c->angles[1] = 0.0f;
    const float x = c->origin[0], y = c->origin[1];
    viewer_fly(&s.viewer, 1.0);
    cr_expect_eq(c->origin[0], x, "no key is held");
    hold(&s, KEY_PLACE_W, true, 0);
    viewer_fly(&s.viewer, 0.5);
    cr_expect_float_eq(c->origin[0], x + 200.0f, 0.01f);
    hold(&s, KEY_PLACE_W, false, 0);
    hold(&s, KEY_PLACE_D, true, KEY_SHIFT);
    viewer_fly(&s.viewer, 0.5);
    cr_expect_float_eq(c->origin[1], y - 600.0f, 0.01f);
    hold(&s, KEY_PLACE_D, false, 0);
    hold(&s, KEY_PLACE_S, true, 0);
    hold(&s, 0, true, KEY_CTRL);
    viewer_fly(&s.viewer, 0.5);
    cr_expect_float_eq(c->origin[0], x + 160.0f, 0.01f);
    hold(&s, KEY_PLACE_A, true, 0);
    viewer_fly(&s.viewer, 0.5);
    cr_expect_float_eq(c->origin[1], y - 400.0f, 0.01f);
    const struct input_event button = {.kind = INPUT_MOUSE_DOWN, .mouse.button = INPUT_MOUSE_RIGHT};
    viewer_handle_event(&s.viewer, &button);
    cr_expect_not(s.viewer.mouse.flying, "the mouse is free");
    viewer_handle_event(&s.viewer, &button);
    cr_expect(s.viewer.mouse.flying);
    const struct input_event away = {.kind = INPUT_FOCUS_LOST};
    viewer_handle_event(&s.viewer, &away);
    cr_expect_not(s.viewer.mouse.flying);
    viewer_fly(&s.viewer, 0.5);
    cr_expect_float_eq(c->origin[1], y - 400.0f, 0.01f, "no key is held");
    viewer_handle_event(&s.viewer, &button);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect(!s.viewer.mouse.flying && !s.viewer.quit);
    stage_end(&s);
}

Test(viewer_actions, fullscreen_and_back)
{
    struct stage s;
    stage_begin(&s);
    const struct window *w = s.viewer.window;
    press(&s, 'f', 0);
    cr_expect(window_is_fullscreen(w));
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(window_is_fullscreen(w));
    const struct input_event twice = {
        .kind = INPUT_MOUSE_DOWN,
        .mouse = {.x = WIDTH / 2, .y = HEIGHT / 4, .button = INPUT_MOUSE_LEFT, .clicks = 2}};
    viewer_handle_event(&s.viewer, &twice);
    cr_expect(window_is_fullscreen(w));
    press(&s, KEYCODE_F11, 0);
    cr_expect_not(window_is_fullscreen(w));
    press(&s, KEYCODE_RETURN, KEY_ALT);
    cr_expect(window_is_fullscreen(w));
    stage_end(&s);
}

Test(viewer_actions, the_mouse_leaves_and_the_window_closes)
{
    struct stage s;
    stage_begin(&s);
    const struct input_event leaves = {.kind = INPUT_MOUSE_LEAVE}, quit = {.kind = INPUT_CLOSE};
    mouse(&s, INPUT_MOUSE_MOVE, 20, 30);
    cr_expect(s.viewer.mouse.x == 20 && s.viewer.mouse.y == 30);
    viewer_handle_event(&s.viewer, &leaves);
    cr_expect(s.viewer.mouse.x == -1 && s.viewer.mouse.y == -1);
    cr_expect_not(s.viewer.quit);
    viewer_handle_event(&s.viewer, &quit);
    cr_expect(s.viewer.quit);
    stage_end(&s);
}

Test(viewer_actions, pictures_are_named_by_demo_and_time_and_are_the_frame)
{
    char folder[] = "/tmp/quakereel-test-XXXXXX";
    struct stage s;
    struct file_bytes file;
    uint32_t *pixels = NULL;
    int width = 0, height = 0;
    stage_begin(&s);
    cr_assert(mkdtemp(folder) && chdir(folder) == 0);
    press(&s, 's', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "wrote demo1-0000.000.png");
    press(&s, KEYCODE_F12, 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "wrote demo1-0000.000-2.png",
                     "what is there stays");
    cr_assert_eq(platform_read_file("demo1-0000.000-2.png", &file), 0);
    cr_assert_eq(png_read_rgb(file.data, file.size, &pixels, &width, &height), 0);
    cr_expect(width == WIDTH && height == HEIGHT, "%dx%d", width, height);
    free(pixels);
    platform_free_file(&file);
    cr_expect(unlink("demo1-0000.000.png") == 0 && unlink("demo1-0000.000-2.png") == 0);
    cr_expect_eq(rmdir(folder), 0);
    stage_end(&s);
}

/* --- other players ---------------------------------------------------------------------------- */

Test(viewer_actions, players_of_the_built_in_multi_view_demo)
{
    struct stage s;
    stage_begin(&s);
    viewer_drop_file(&s.viewer.playlist, &s.viewer.base, "builtin:demo4");
    viewer_drop_end(&s.viewer);
    settle(&s);
    const uint32_t *follow = &s.viewer.demo.player.scene_options.follow;
    press(&s, '5', KEY_CTRL);
    const uint64_t first = picture(&s);
    press(&s, 'v', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "following Frost");
    cr_expect_eq(*follow, 2u);
    cr_expect_neq(picture(&s), first);
    press(&s, 'v', 0); /* round */
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "following Ember");
    cr_expect_eq(picture(&s), first);
    press(&s, '7', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "there is no player 7");
    press(&s, '2', 0);
    cr_expect_eq(*follow, 2u);
    press(&s, 'v', KEY_ALT);
    cr_expect_eq(*follow, 0u);
    cr_expect_eq(picture(&s), first);
    stage_end(&s);
}

/* --- the loop --------------------------------------------------------------------------------- */

static void push_key(int32_t code)
{
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = code;
    SDL_PushEvent(&event);
}

static size_t count_notes(const char *home)
{
    char path[128], **names;
    size_t count = 0;
    snprintf(path, sizeof(path), "%s/quakereel", home);
    size_t notes = 0;
    if (platform_list_directory(path, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) {
            notes += strstr(names[i], ".txt") != NULL;
        }
        platform_free_names(names, count);
    }
    return notes;
}

/* Sets marks until two demos have some, then leaves. */
static void *leave(void *home)
{
    const struct timespec moment = {.tv_nsec = 20 * 1000000};
    for (int i = 0; i < 3000 && count_notes(home) < 2; i++) {
        push_key('a');
        nanosleep(&moment, NULL);
    }
    push_key('q');
    return NULL;
}

Test(viewer_actions, a_playlist_plays_by_itself)
{
    static const char *const demos[] = {"missing.dem", "builtin:demo2", "builtin:demo1"};
    char home[] = "/tmp/quakereel-test-XXXXXX", reason[128];
    struct options asked = options_default();
    const struct viewer_options options = {.asked = &asked, .demos = demos, .num_demos = 3};
    asked.size = (struct picture_size){320, 200};
    asked.from = "-0.1";
    asked.speed = 64.0;
    asked.play.fullscreen = true;
    options_settle(&asked, true);
    pthread_t thread;
    cr_assert_not_null(mkdtemp(home));
    setenv("XDG_STATE_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    cr_assert_eq(SDL_Init(SDL_INIT_VIDEO), 0);
    cr_assert_eq(pthread_create(&thread, NULL, leave, home), 0);
    cr_expect_eq(viewer_run(&options, reason, sizeof(reason)), VIEWER_BAD, "one was missing");
    cr_assert_eq(pthread_join(thread, NULL), 0);
    cr_expect_eq(count_notes(home), 2u);
    SDL_Quit();
    remove_home(home);
}

Test(viewer_actions, an_unplayable_list_is_shown_until_quit)
{
    static const char *const demos[] = {"missing.dem"};
    char home[] = "/tmp/quakereel-test-XXXXXX", reason[128];
    struct options asked = options_default();
    const struct viewer_options options = {.asked = &asked, .demos = demos, .num_demos = 1};
    options_settle(&asked, true);
    cr_assert_not_null(mkdtemp(home));
    setenv("XDG_STATE_HOME", home, 1);
    setenv("XDG_CONFIG_HOME", home, 1);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    cr_assert_eq(SDL_Init(SDL_INIT_VIDEO), 0);
    push_key(KEYCODE_SPACE);
    push_key('q');
    cr_expect_eq(viewer_run(&options, reason, sizeof(reason)), VIEWER_BAD);
    SDL_Quit();
    setenv("SDL_VIDEODRIVER", "nonesuch", 1);
    cr_expect_eq(viewer_run(&options, reason, sizeof(reason)), VIEWER_NO_WINDOW);
    cr_expect_neq(reason[0], '\0');
    remove_home(home);
}

Test(viewer_actions, the_camera_key_explains_why_nothing_changes)
{
    struct stage s;
    stage_begin(&s);
    cr_assert(viewer_open_demo(&s.viewer, 1)); /* which ends with the scores of a match */
    settle(&s);
    transport_seek(&s.viewer.demo.transport, 5.0);
    picture(&s);
    press(&s, 'c', 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "camera: chase");
    s.viewer.camera.kind = CAMERA_EYE;
    transport_seek_share(&s.viewer.demo.transport, 1.0);
    const uint64_t before = picture(&s);
    press(&s, 'c', 0);
    cr_expect_eq(picture(&s), before);
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "camera: chase, as soon as there is a player: this view is the demo's own");
    stage_end(&s);
}

Test(viewer_actions, keys_turn_the_pages_of_the_help)
{
    static const int32_t on[] = {KEYCODE_PAGEDOWN, KEYCODE_DOWN, KEYCODE_RIGHT};
    static const int32_t back[] = {KEYCODE_PAGEUP, KEYCODE_UP, KEYCODE_LEFT};
    struct stage s;
    stage_begin(&s);
    picture(&s);
    s.viewer.help.all = true;
    const int pages =
        help_pages(&s.viewer.help, &s.viewer.base.keys, s.viewer.picture.fit.canvas_width,
                   s.viewer.picture.fit.canvas_height);
    cr_assert_gt(pages, 1);
    for (int i = 0; i < 3; i++) {
        s.viewer.help = (struct help){.shown = true};
        press(&s, on[i], 0);
        cr_expect(s.viewer.help.all, "key %d", i);
        press(&s, on[i], 0);
        cr_expect_eq(s.viewer.help.page, 1, "key %d", i);
        press(&s, back[i], 0);
        cr_expect_eq(s.viewer.help.page, 0, "key %d", i);
    }
    stage_end(&s);
}
