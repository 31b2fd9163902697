/* Demos that cannot be opened: the panel about them in the window. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/viewer/overlay/error_panel.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/q3_match.h"
#include "tests/support/scratch.h"

TestSuite(viewer_error, .init = scratch_set_up, .fini = scratch_tear_down);

/* A window in which no demo could be opened. */
static void begin_empty(struct stage *s, const char *const *names, size_t count)
{
    stage_begin(s);
    viewer_close_demo(&s->viewer.demo, &s->viewer.path, &s->viewer.sound, &s->viewer.base);
    viewer_free_playlist(&s->viewer.playlist, &s->viewer.chooser);
    s->viewer.playlist = (struct viewer_playlist){0};
    s->options.demos = names;
    s->options.num_demos = count;
    cr_assert(viewer_make_playlist(&s->viewer.playlist, &s->viewer.base));
    cr_expect_not(viewer_open_any(&s->viewer));
}

static void drop(struct stage *s, const char *below)
{
    const struct input_event end = {.kind = INPUT_DROP_END};
    struct input_event event = {.kind = INPUT_DROP_FILE};
    event.file = scratch_at(below);
    viewer_handle_event(&s->viewer, &event);
    viewer_handle_event(&s->viewer, &end);
}

static const char *said(const struct stage *s)
{
    static char text[ERROR_PANEL_BYTES];
    viewer_describe_error(&s->viewer.error, &s->viewer.demo, &s->viewer.base, text);
    return text;
}

static void write_files(void)
{
    const uint8_t *data;
    size_t size;
    scratch_make_folder("f");
    cr_assert(builtin_find("demo1.dem", &data, &size));
    scratch_write("f/3.dem", data, size);
    scratch_write_text("f/1.dem", "this is no demo");
    scratch_write_text("f/2.dem", "nor is this");
}

Test(viewer_error, the_window_shows_that_nothing_can_be_opened)
{
    struct stage s;
    const char *const names[] = {"/nowhere/x.dem"};
    begin_empty(&s, names, 1);
    cr_expect_not(s.viewer.demo.open);
    cr_expect(s.viewer.base.bad);
    cr_expect(s.viewer.error.shown);
    cr_expect_str_eq(said(&s), "Cannot show x.dem\nNo such file\n\nFile      /nowhere/x.dem\n\n"
                               "Drop another demo here.\n"
                               "> the next demo, F8 a list to choose from, q quits");
    cr_expect_eq(s.viewer.base.messages.num_troubles, 0u, "once is enough");
    cr_expect_eq(viewer_draw(&s.viewer), 0);
    stage_end(&s);
}

/* No action crashes without an open demo. */
Test(viewer_error, an_empty_window_bears_every_key)
{
    struct stage s;
    const char *const names[] = {"/nowhere/x.dem"};
    begin_empty(&s, names, 1);
    for (size_t i = 0; i < s.viewer.base.keys.count; i++) {
        const struct key_binding *key = &s.viewer.base.keys.bindings[i];
        if (key->action != ACTION_FULLSCREEN && key->action != ACTION_QUIT) {
            cr_expect(viewer_act(&s.viewer, key->action, key->amount));
            cr_assert_eq(viewer_draw(&s.viewer), 0);
            press(&s, KEYCODE_UP, 0);
            cr_assert_eq(viewer_draw(&s.viewer), 0);
            press(&s, KEYCODE_ESCAPE, 0);
        }
    }
    struct input_event wheel = {.kind = INPUT_WHEEL};
    wheel.wheel = 1;
    viewer_handle_event(&s.viewer, &wheel);
    mouse(&s, INPUT_MOUSE_MOVE, 100, HEIGHT - 5);
    mouse(&s, INPUT_MOUSE_DOWN, 100, HEIGHT - 5);
    mouse(&s, INPUT_MOUSE_UP, 100, HEIGHT - 5);
    press(&s, KEYCODE_TAB, 0);
    cr_expect_eq(viewer_draw(&s.viewer), 0);
    press(&s, KEYCODE_SPACE, 0);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no demo is open");
    cr_expect(s.viewer.error.shown, "it stays");
    stage_end(&s);
}

Test(viewer_error, the_way_through_a_folder_shows_each)
{
    struct stage s;
    char path[256];
    write_files();
    snprintf(path, sizeof(path), "%s", scratch_at("f/1.dem"));
    const char *const names[] = {path};
    begin_empty(&s, names, 1);
    cr_expect_not_null(strstr(said(&s), "Cannot show 1.dem\nByte 0: not a Quake demo"), "%s",
                       said(&s));
    type_character(&s, ">");
    cr_expect_not_null(strstr(said(&s), "Cannot show 2.dem\n"), "%s", said(&s));
    cr_expect_eq(s.viewer.playlist.current, 1u);
    type_character(&s, ">");
    cr_expect(s.viewer.demo.open);
    cr_expect_not(s.viewer.error.shown);
    cr_expect_str_eq(s.viewer.demo.player.source.name, scratch_at("f/3.dem"));
    picture(&s);
    type_character(&s, "<"); /* nothing before it can be opened: it plays on */
    cr_expect(s.viewer.demo.open);
    cr_expect_not_null(strstr(said(&s), "Cannot show 2.dem\n"), "%s", said(&s));
    cr_expect_not_null(strstr(said(&s), "Esc goes on"), "%s", said(&s));
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(s.viewer.error.shown);
    stage_end(&s);
}

Test(viewer_error, a_drop_begins)
{
    struct stage s;
    const char *const names[] = {"/nowhere/x.dem"};
    write_files();
    begin_empty(&s, names, 1);
    drop(&s, "f/1.dem");
    cr_expect_not_null(strstr(said(&s), "Cannot show 1.dem\n"), "%s", said(&s));
    drop(&s, "f/3.dem");
    cr_expect(s.viewer.demo.open);
    cr_expect_not(s.viewer.error.shown);
    drop(&s, "f/1.dem");
    cr_expect(s.viewer.error.shown, "over the one that plays");
    picture(&s);
    cr_assert(viewer_open_demo(&s.viewer, 0) || viewer_open_demo(&s.viewer, 2));
    cr_expect_not(s.viewer.error.shown);
    stage_end(&s);
}

/* Also for files that cannot be read. */
Test(viewer_error, folders_and_archives_without_demos_are_refused_like_demos)
{
    static const char *const said_of[][2] = {
        {"empty", "Cannot show empty\nA folder without demos\n"},
        {"torn.zip",
         "Cannot show torn.zip\nNot a ZIP file, or its end-of-directory record is missing\n"},
        {"none.pak", "Cannot show none.pak\nAn archive without demos\n"},
    };
    static const char *const member[] = {"x.txt"};
    struct stage s;
    scratch_make_folder("empty");
    scratch_write_text("torn.zip", "PK\003\004 and no end");
    scratch_write_pak("none.pak", member, 1, "text");
    stage_begin(&s);
    for (size_t i = 0; i < 3; i++) {
        drop(&s, said_of[i][0]);
        cr_assert(s.viewer.error.shown, "%s", said_of[i][0]);
        cr_expect_eq(strncmp(said(&s), said_of[i][1], strlen(said_of[i][1])), 0, "%s", said(&s));
        cr_expect_eq(s.viewer.base.messages.num_troubles, 0u, "once is enough");
        cr_expect(s.viewer.demo.open, "what played plays on");
        picture(&s);
    }
    stage_end(&s);
}

Test(viewer_error, dropped_game_data_reopens_the_demo)
{
    struct stage s;
    const char *const names[] = {"demo1"};
    setenv("HOME", scratch_at("."), 1);
    scratch_make_folder("q");
    scratch_make_folder("q/id1");
    scratch_write("q/id1/pak0.pak", builtin_pak, builtin_pak_size);
    begin_empty(&s, names, 1);
    cr_expect(s.viewer.error.shown);
    drop(&s, "q");
    cr_expect(s.viewer.demo.open);
    cr_expect_not(s.viewer.error.shown);
    stage_end(&s);
}

Test(viewer_error, the_demo_is_described_even_if_unreadable)
{
    struct stage s;
    struct q3_demo *match = q3_match_write(68);
    char path[256];
    snprintf(path, sizeof(path), "%s", scratch_at("match.dm_68"));
    scratch_write("match.dm_68", match->file.data, match->file.size);
    const char *const names[] = {"/nowhere/x.dem", path};
    stage_begin(&s);
    viewer_free_playlist(&s.viewer.playlist, &s.viewer.chooser);
    s.viewer.playlist = (struct viewer_playlist){0};
    s.options.demos = names;
    s.options.num_demos = 2;
    cr_assert(viewer_make_playlist(&s.viewer.playlist, &s.viewer.base));
    viewer_show_error(&s.viewer, 1, "not today");
    cr_expect_not_null(strstr(said(&s), "Cannot show match.dm_68\nNot today\n"), "%s", said(&s));
    cr_expect_not_null(strstr(said(&s), "Demo      Quake III, protocol 68 (Quake III 1.32)\n"));
    cr_expect_not_null(strstr(said(&s), "Level     The Longest Yard"), "%s", said(&s));
    cr_expect_not_null(strstr(said(&s), " and 1 more\n"), "%s", said(&s));
    cr_expect_not_null(strstr(said(&s), "Anarki"), "%s", said(&s));
    cr_expect_not_null(strstr(said(&s), "Length    0:03\n"), "%s", said(&s));
    q3_demo_free(match);
    stage_end(&s);
}

Test(viewer_error, the_panel_is_drawn_at_once_and_hides_help)
{
    struct stage s;
    stage_begin(&s);
    s.viewer.help.shown = s.viewer.chooser.shown = true;
    s.viewer.base.dirty = false;
    viewer_show_error(&s.viewer, 1, "No such file");
    cr_expect(s.viewer.error.shown);
    cr_expect(s.viewer.base.dirty);
    cr_expect_not(s.viewer.help.shown || s.viewer.chooser.shown);
    cr_expect_eq(s.viewer.playlist.current, 0u, "the open demo stays the current one");
    stage_end(&s);
}
