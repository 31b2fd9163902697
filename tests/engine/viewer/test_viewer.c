/* The viewer driven by events, on SDL's driver without a screen. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

Test(viewer, keys_move_the_play_head)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_SPACE, 0);
    cr_expect(t->paused);
    press(&s, KEYCODE_RIGHT, 0);
    cr_expect_eq(t->time, 5.0);
    press(&s, KEYCODE_RIGHT, KEY_SHIFT);
    cr_expect_eq(t->time, 6.0);
    press(&s, 'l', 0);
    cr_expect_eq(t->time, 16.0);
    press(&s, '5', 0);
    cr_expect_float_eq(t->time, t->length / 2.0, 1e-9);
    press(&s, KEYCODE_BACKSPACE, KEY_SHIFT);
    cr_expect_eq(t->time, 16.0);
    press(&s, KEYCODE_END, 0);
    cr_expect_eq(t->time, t->length);
    press(&s, KEYCODE_LEFT, 0);
    cr_expect_float_eq(t->time, t->length - 5.0, 1e-9);
    type_character(&s, "}");
    cr_expect_eq(t->speed, 2.0);
    press(&s, 'r', 0);
    cr_expect(t->reverse);
    cr_expect_not(s.viewer.quit);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(s.viewer.quit);
    press(&s, 'q', 0);
    cr_expect(s.viewer.quit);
    stage_end(&s);
}

Test(viewer, stepping_there_and_back_gives_the_picture_back)
{
    struct stage s;
    stage_begin(&s);
    press(&s, '3', 0);
    press(&s, '.', 0); /* from between two updates onto one */
    double time = s.viewer.demo.transport.time;
    uint64_t before = picture(&s);
    cr_expect(s.viewer.demo.transport.paused);
    for (int i = 0; i < 50; i++) {
        press(&s, '.', 0);
    }
    cr_expect_neq(picture(&s), before);
    for (int i = 0; i < 50; i++) {
        press(&s, ',', 0);
        picture(&s);
    }
    cr_expect_eq(s.viewer.demo.transport.time, time);
    cr_expect_eq(picture(&s), before);
    press(&s, '.', KEY_CTRL);
    cr_expect_float_eq(s.viewer.demo.transport.time, time + TRANSPORT_FRAME, 1e-9);
    press(&s, ',', KEY_CTRL);
    cr_expect_float_eq(s.viewer.demo.transport.time, time, 1e-9);
    stage_end(&s);
}

Test(viewer, overlays_are_not_in_the_frame)
{
    struct stage s;
    stage_begin(&s);
    press(&s, '4', 0);
    press(&s, KEYCODE_SPACE, 0);
    uint64_t before = picture(&s);
    s.viewer.bar.shown = true;
    type_character(&s, "?");
    cr_expect(s.viewer.help.shown);
    press(&s, 'i', 0);
    cr_expect_neq(picture(&s), before, "the status bar makes room");
    cr_expect_eq(viewer_draw_bare(&s.viewer), 0);
    cr_expect_eq(renderer_hash(s.viewer.demo.player.renderer), before);
    s.viewer.bar.shown = false;
    cr_expect_eq(picture(&s), before);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(s.viewer.help.shown);
    stage_end(&s);
}

/* Characters typed by a key go to the help page alone. */
static void press_typing(struct stage *s, int32_t code, const char *text)
{
    press(s, code, 0);
    struct input_event event = {.kind = INPUT_TEXT};
    snprintf(event.text, sizeof(event.text), "%s", text);
    viewer_handle_event(&s->viewer, &event);
}

Test(viewer, typing_finds_keys_and_does_nothing_else)
{
    struct stage s;
    stage_begin(&s);
    const struct help *help = &s.viewer.help;
    press_typing(&s, 'h', "h");
    cr_assert(help->shown);
    cr_expect_str_eq(help->filter, "", "the letter that opened it is not looked for");
    press_typing(&s, KEYCODE_SPACE, " ");
    press_typing(&s, 'r', "r");
    press_typing(&s, 'q', "q");
    press_typing(&s, 'f', "f");
    cr_expect_str_eq(help->filter, "rqf");
    cr_expect_not(s.viewer.quit);
    cr_expect_not(s.viewer.demo.transport.reverse);
    cr_expect_not(s.viewer.demo.transport.paused);
    press(&s, 'q', KEY_CTRL);
    press(&s, KEYCODE_LEFT, 0);
    press(&s, KEYCODE_BACKSPACE, 0);
    cr_expect_str_eq(help->filter, "rq");
    picture(&s);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect(help->shown);
    cr_expect_str_eq(help->filter, "");
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(help->shown);
    press_typing(&s, 'r', "r");
    cr_expect(s.viewer.demo.transport.reverse, "now the key does what it does");
    type_character(&s, "?");
    type_character(&s, "?");
    cr_expect(help->shown && help->all, "the basic keys, then all");
    type_character(&s, "?");
    cr_expect_not(help->shown);
    press(&s, KEYCODE_F1, 0);
    mouse(&s, INPUT_MOUSE_DOWN, 10, 10);
    cr_expect_not(help->shown);
    stage_end(&s);
}

Test(viewer, less_and_greater_change_the_demo_also_in_a_pause)
{
    struct stage s;
    stage_begin(&s);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, '.', KEY_SHIFT);
    type_character(&s, ">");
    settle(&s);
    cr_expect_eq(s.viewer.playlist.current, 1u);
    type_character(&s, "<");
    settle(&s);
    cr_expect_eq(s.viewer.playlist.current, 0u);
    stage_end(&s);
}

Test(viewer, the_mouse_scrubs_on_the_bar)
{
    struct stage s;
    stage_begin(&s);
    const struct transport *t = &s.viewer.demo.transport;
    struct described_bar bar;
    int y = HEIGHT - 2;
    viewer_describe_bar(&s.viewer, &bar);
    while (y > 0 && seek_bar_part_at(&bar.bar, WIDTH, HEIGHT, WIDTH / 2, y) != SEEK_BAR_NOWHERE) {
        y--;
    }
    mouse(&s, INPUT_MOUSE_DOWN, WIDTH / 2, y - 20); /* outside of the bar */
    cr_expect_not(s.viewer.mouse.dragging);
    mouse(&s, INPUT_MOUSE_DOWN, WIDTH / 2, y + 4);
    cr_expect(s.viewer.mouse.dragging);
    cr_expect_float_eq(t->time, t->length / 2.0, t->length / 100.0);
    double last = t->time;
    for (int x = WIDTH / 2; x < WIDTH; x += 8) {
        mouse(&s, INPUT_MOUSE_MOVE, x, 10); /* the mouse may leave the bar */
        cr_expect_geq(t->time, last);
        last = t->time;
        picture(&s);
    }
    cr_expect_eq(t->time, t->length);
    mouse(&s, INPUT_MOUSE_UP, WIDTH - 1, 10);
    cr_expect_not(s.viewer.mouse.dragging);
    press(&s, KEYCODE_BACKSPACE, KEY_SHIFT);
    cr_expect_eq(t->time, 0.0, "the drag began there");
    stage_end(&s);
}

/* A point of the bar where a click means this. */
static void click_on(struct stage *s, enum seek_bar_part part)
{
    struct described_bar bar;
    viewer_describe_bar(&s->viewer, &bar);
    for (int x = 0; x < WIDTH; x++) {
        if (seek_bar_part_at(&bar.bar, WIDTH, HEIGHT, x, HEIGHT - 8) == part) {
            mouse(s, INPUT_MOUSE_DOWN, x + 2, HEIGHT - 8);
            mouse(s, INPUT_MOUSE_UP, x + 2, HEIGHT - 8);
            return;
        }
    }
    cr_assert_fail("no part %d", part);
}

Test(viewer, labels_of_the_bar_act_when_clicked)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_RIGHT, 0);
    const double time = t->time;
    click_on(&s, SEEK_BAR_SYMBOL);
    cr_expect(t->paused);
    cr_expect_eq(t->time, time, "the symbol is no place of the rail");
    click_on(&s, SEEK_BAR_SYMBOL);
    cr_expect_not(t->paused);
    type_character(&s, "}");
    press(&s, 'r', 0);
    cr_expect(t->reverse && t->speed == 2.0);
    click_on(&s, SEEK_BAR_SPEED);
    cr_expect(!t->reverse && t->speed == 1.0);
    press(&s, 'b', 0);
    press(&s, KEYCODE_RIGHT, 0);
    click_on(&s, SEEK_BAR_LOOP);
    cr_expect_eq(t->loop, TRANSPORT_LOOP_AB);
    click_on(&s, SEEK_BAR_LOOP);
    cr_expect_eq(t->loop, TRANSPORT_LOOP_NONE);
    press(&s, 'm', 0);
    click_on(&s, SEEK_BAR_MUTED);
    cr_expect_not(s.viewer.sound.muted);
    const double now = t->time;
    click_on(&s, SEEK_BAR_GROUND);
    cr_expect(t->time == now && !t->paused && !s.viewer.mouse.dragging);
    stage_end(&s);
}

static void click(struct stage *s, int clicks)
{
    const struct input_event event = {.kind = INPUT_MOUSE_DOWN,
                                      .mouse = {.x = WIDTH / 2,
                                                .y = HEIGHT / 2,
                                                .button = INPUT_MOUSE_LEFT,
                                                .clicks = (uint8_t)clicks}};
    viewer_handle_event(&s->viewer, &event);
}

Test(viewer, a_click_pauses_and_a_double_click_does_not)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_RIGHT, 0);
    click(&s, 1);
    cr_expect_not(t->paused, "a second click may come");
    viewer_follow_click(&s.viewer, platform_now());
    cr_expect_not(t->paused);
    viewer_follow_click(&s.viewer, platform_now() + 1.0);
    cr_expect(t->paused);
    click(&s, 1);
    viewer_follow_click(&s.viewer, platform_now() + 1.0);
    cr_expect_not(t->paused);
    /* Two in time. */
    click(&s, 1);
    click(&s, 2);
    viewer_follow_click(&s.viewer, platform_now() + 1.0);
    cr_expect_not(t->paused);
    cr_expect(window_is_fullscreen(s.viewer.window));
    /* The second one so late that the first had done its work. */
    click(&s, 1);
    viewer_follow_click(&s.viewer, platform_now() + 1.0);
    cr_expect(t->paused);
    click(&s, 2);
    cr_expect_not(t->paused);
    cr_expect_not(window_is_fullscreen(s.viewer.window));
    /* At the end a click restarts play; a double click restores the state before. */
    press(&s, KEYCODE_END, 0);
    const double end = t->time;
    click(&s, 1);
    viewer_follow_click(&s.viewer, platform_now() + 1.0);
    cr_expect_eq(t->time, 0.0);
    click(&s, 2);
    cr_expect_eq(t->time, end);
    stage_end(&s);
}

Test(viewer, marks_and_the_place_left_are_there_next_time)
{
    struct stage s;
    stage_begin(&s);
    press(&s, KEYCODE_RIGHT, 0);
    press(&s, 'a', 0);
    press(&s, 'l', 0);
    press(&s, 'n', KEY_SHIFT); /* the next demo */
    settle(&s);
    cr_expect_eq(s.viewer.playlist.current, 1u);
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 0u);
    press(&s, 'p', KEY_SHIFT);
    settle(&s);
    cr_expect_eq(s.viewer.playlist.current, 0u);
    cr_assert_eq(s.viewer.demo.bookmarks.marks.count, 1u);
    cr_expect_eq(s.viewer.demo.bookmarks.marks.items[0].time, 5.0);
    cr_expect_eq(s.viewer.demo.transport.time, 0.0);
    press(&s, KEYCODE_RETURN, 0);
    cr_expect_float_eq(s.viewer.demo.transport.time, 15.0, 1e-6);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, KEYCODE_PAGEUP, 0);
    cr_expect_eq(s.viewer.demo.transport.time, 5.0);
    press(&s, KEYCODE_DELETE, 0);
    cr_expect_eq(s.viewer.demo.bookmarks.marks.count, 0u);
    stage_end(&s);
}

Test(viewer, a_dropped_file_plays_and_a_bad_one_does_not_stop_the_other)
{
    struct stage s;
    stage_begin(&s);
    const struct input_event end = {.kind = INPUT_DROP_END};
    struct input_event drop = {.kind = INPUT_DROP_FILE};
    drop.file = "README.md";
    viewer_handle_event(&s.viewer, &drop);
    viewer_handle_event(&s.viewer, &end);
    cr_assert(s.viewer.demo.open);
    cr_expect_str_eq(s.viewer.demo.player.source.name, "builtin:demo1");
    cr_expect(s.viewer.error.shown);
    cr_expect_str_neq(s.viewer.error.reason, "");
    const struct message_log *log = &s.viewer.base.messages.log;
    cr_expect_eq(strncmp(message_log_line(log, log->count - 1), "README.md: ", 11), 0);
    drop.file = "builtin:demo2";
    viewer_handle_event(&s.viewer, &drop);
    viewer_handle_event(&s.viewer, &end);
    cr_expect_str_eq(s.viewer.demo.player.source.name, "builtin:demo2");
    picture(&s);
    stage_end(&s);
}

Test(viewer, the_end_message_names_the_next_keys)
{
    struct stage s;
    stage_begin(&s);
    const char *said = s.viewer.base.messages.standing[OSD_MESSAGE_END].text;
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "");
    press(&s, KEYCODE_END, 0);
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "the end: Space plays again, Left goes 5 s back, Home to the beginning, "
                           "> to the next demo");
    press(&s, KEYCODE_LEFT, 0);
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "");
    press(&s, 'n', KEY_SHIFT);
    settle(&s);
    press(&s, KEYCODE_END, 0);
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "the end: Space plays again, Left goes 5 s back, Home to the beginning");
    s.asked.play.no_osd = true;
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "", "nobody asked");
    s.asked.play.no_osd = false;
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_neq(said, "");
    press(&s, KEYCODE_SPACE, 0);
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "");
    cr_expect_eq(s.viewer.demo.transport.time, 0.0);
    cr_expect_not(s.viewer.demo.transport.paused);
    press(&s, KEYCODE_END, 0);
    static const char own[] = "Space none\nk none\nLeft none\nj none\nDown seek -30\n";
    cr_assert_eq(key_map_read(&s.viewer.base.keys, own, sizeof(own) - 1, NULL), 0);
    viewer_follow_end(&s.viewer.demo, &s.viewer.mouse, &s.viewer.playlist, &s.viewer.base);
    cr_expect_str_eq(said, "the end: Down goes 30 s back, Home to the beginning", "keys there are");
    stage_end(&s);
}

Test(viewer, a_seek_clears_messages_about_the_position)
{
    struct stage s;
    stage_begin(&s);
    const char *said = s.viewer.base.messages.passing.text;
    press(&s, 'n', 0);
    cr_expect_str_neq(said, "");
    press(&s, KEYCODE_RIGHT, 0);
    cr_expect_str_eq(said, "");
    press(&s, 'a', 0);
    cr_expect_str_eq(said, "mark added");
    cr_assert(viewer_open_demo(&s.viewer, 1));
    cr_expect_str_eq(said, "", "another demo");
    stage_end(&s);
}

/* That a demo is damaged is no business of the one after it, whenever it is found. */
Test(viewer, damage_is_not_shown_over_another_demo)
{
    struct stage s;
    stage_begin(&s);
    viewer_hear(&s.viewer, REPORT_DAMAGE, "/x/y.d/a.dem: byte 7: a/b");
    cr_expect_str_eq(s.viewer.base.messages.standing[OSD_MESSAGE_DAMAGE].text,
                     "a.dem: byte 7: a/b");
    cr_assert(viewer_open_demo(&s.viewer, 1));
    cr_expect_str_eq(s.viewer.base.messages.standing[OSD_MESSAGE_DAMAGE].text, "");
    s.asked.play.no_osd = true;
    viewer_hear(&s.viewer, REPORT_DAMAGE, "a.dem: byte 7: cut");
    cr_expect_str_eq(s.viewer.base.messages.standing[OSD_MESSAGE_DAMAGE].text, "",
                     "nothing stands there");
    cr_expect_eq(s.viewer.base.messages.num_troubles, 1u, "but is seen");
    stage_end(&s);
}

/* The first half of a built-in demo, and half a block. */
Test(viewer, damage_is_shown_when_found)
{
    struct stage s;
    char path[128];
    stage_begin(&s);
    snprintf(path, sizeof(path), "%s/half.dem", s.home);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    const struct demo_source *whole = &s.viewer.demo.player.source;
    cr_assert_eq(fwrite(whole->data, whole->size / 2 + 1, 1, file), 1u);
    cr_assert_eq(fclose(file), 0);
    viewer_drop_file(&s.viewer.playlist, &s.viewer.base, path);
    viewer_drop_end(&s.viewer);
    cr_assert_str_eq(s.viewer.demo.player.source.name, path);
    settle(&s);
    viewer_follow_index(&s.viewer.demo, &s.viewer.base); /* if opening did not find it already */
    struct osd_messages *n = &s.viewer.base.messages;
    const char *told = n->standing[OSD_MESSAGE_DAMAGE].text;
    cr_expect_not_null(strstr(told, "half.dem: byte "), "%s", told);
    cr_expect_eq(n->num_troubles, 0u);
    cr_expect(s.viewer.base.bad);
    cr_expect_not(osd_messages_tick(n, 1e12), "it stands");
    press(&s, KEYCODE_RIGHT, 0);
    cr_expect_neq(told[0], '\0', "wherever one goes");
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_str_eq(told, "");
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    cr_expect_str_eq(told, "", "once");
    cr_expect_not_null(strstr(message_log_line(&n->log, n->log.count - 1), "half.dem: byte "));
    cr_expect_eq(remove(path), 0);
    stage_end(&s);
}

Test(viewer, only_a_change_of_the_index_requests_a_picture)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    s.viewer.base.dirty = false;
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    cr_expect_not(s.viewer.base.dirty);
    t->complete = false;
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    cr_expect(t->complete);
    cr_expect(s.viewer.base.dirty);
    s.viewer.base.dirty = false;
    const double length = t->length;
    t->length = length / 2.0;
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    cr_expect_eq(t->length, length);
    cr_expect(s.viewer.base.dirty);
    stage_end(&s);
}
