/* Recording from the window by keys: the film, its messages and marks, and that it equals the
 * window's picture. Films are rendered by $QUAKEREEL_PROGRAM, or by a small script to test
 * failures. */
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/viewer/host/clipboard.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "formats/media/avi.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/scratch.h"

enum { PATIENCE_MS = 120000 };

static char program[4096];

/* Films go to a folder of the test's own, the current one. */
static void set_up(void)
{
    const char *named = getenv("QUAKEREEL_PROGRAM");
    cr_assert_eq(platform_absolute_path(named && *named ? named : "build/quakereel", program,
                                        sizeof(program)),
                 0, "there is no program to make films: QUAKEREEL_PROGRAM names it");
    scratch_set_up();
    cr_assert_eq(chdir(scratch_root), 0);
}

TestSuite(viewer_record, .init = set_up, .fini = scratch_tear_down);

static void begin(struct stage *s)
{
    stage_begin(s);
    s->options.program = program;
    s->asked.sound.music_volume = 100.0;
    s->asked.player.light = render_light_for_watching(LOOK_EXACT); /* as commands have it */
    viewer_begin_picture(&s->viewer.picture, &s->viewer.base);
    press(s, KEYCODE_SPACE, 0);
}

/* A program that is this script. */
static void use_script(struct stage *s, const char *text)
{
    scratch_write_text("script", text);
    cr_assert_eq(chmod(scratch_at("script"), 0700), 0);
    snprintf(program, sizeof(program), "%s", scratch_at("script"));
    s->options.program = program;
}

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

static void go(struct stage *s, double time)
{
    transport_seek(&s->viewer.demo.transport, time);
    cr_assert_eq(viewer_draw(&s->viewer), 0);
}

/* Where ffmpeg is installed, the end of a range asks for the form: AVI. */
static void record(struct stage *s)
{
    press(s, 'r', KEY_SHIFT);
    if (s->viewer.record.question.shown) {
        press(s, KEYCODE_RETURN, 0);
    }
}

static void record_range(struct stage *s, double from, double to)
{
    go(s, from);
    record(s);
    go(s, to);
    record(s);
}

static void wait_for(struct stage *s, size_t films)
{
    for (int ms = 0; ms < PATIENCE_MS && s->viewer.record.num_films > films; ms += 5) {
        viewer_follow_record(&s->viewer.record, &s->viewer.bar, &s->viewer.base);
        platform_sleep(0.005);
    }
    cr_assert_eq(s->viewer.record.num_films, films);
}

static void wait_for_progress(struct stage *s)
{
    for (int ms = 0; ms < PATIENCE_MS && s->viewer.record.process.frames == 0; ms += 5) {
        viewer_follow_record(&s->viewer.record, &s->viewer.bar, &s->viewer.base);
        platform_sleep(0.005);
    }
    cr_assert_gt(s->viewer.record.process.frames, 0u);
}

static void expect_words(const struct stage *s, size_t film, const char *wanted)
{
    char line[2048];
    render_argv_line(&s->viewer.record.films[film].argv, line, sizeof(line));
    cr_expect_str_eq(line, wanted);
}

/* --- the film --------------------------------------------------------------------------------- */

static void expect_same_file(const char *a, const char *b)
{
    struct file_bytes x, y;
    cr_assert_eq(platform_read_file(a, &x), 0, "%s", a);
    cr_assert_eq(platform_read_file(b, &y), 0, "%s", b);
    cr_expect(x.size == y.size && memcmp(x.data, y.data, x.size) == 0, "%s is not %s", a, b);
    platform_free_file(&x);
    platform_free_file(&y);
}

Test(viewer_record, a_range_becomes_the_film_of_the_printed_command)
{
    struct stage s;
    char line[MESSAGE_LOG_TEXT], again[MESSAGE_LOG_TEXT + 4096];
    begin(&s);
    go(&s, 1.0);
    record(&s);
    cr_expect_str_eq(said(&s), "recording begins at 0:01.0, Shift+r again ends it");
    go(&s, 1.5);
    record(&s);
    cr_expect_str_eq(said(&s), "recording 0:01.0 to 0:01.5: demo1-0001.avi");
    const struct message_log *log = &s.viewer.base.messages.log;
    cr_assert_geq(log->count, 2u);
    snprintf(line, sizeof(line), "%s", message_log_line(log, log->count - 2));
    cr_expect_str_eq(line, "    quakereel render builtin:demo1 -o demo1-0001.avi --from 1.000 --to "
                           "1.500 --size 640x400");
    wait_for(&s, 0);
    cr_expect_eq(strncmp(said(&s), "recorded demo1-0001.avi: 30 frames, ", 36), 0, "%s", said(&s));
    stage_end(&s);
    cr_assert_eq(rename("demo1-0001.avi", "window.avi"), 0);
    snprintf(again, sizeof(again), "%s%s", program, strstr(line, " render"));
    cr_assert_eq(system(again), 0, "%s", again);
    expect_same_file("window.avi", "demo1-0001.avi");
}

/* The picture that the film's options draw at that time. */
static uint64_t film_picture(const struct render_argv *argv, double time)
{
    const char *list[RENDER_ARGV_MAX + 2];
    struct options options;
    struct playback_context player;
    struct format_error err;
    int count = 0;
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    render_argv_list(argv, "quakereel", list);
    while (list[count]) {
        count++;
    }
    cr_assert_eq(command_begin(&options, COMMAND_RENDER, count - 1, (char **)(uintptr_t)(list + 1)),
                 COMMAND_GO_ON);
    cr_assert_eq(playback_open(&player, options.files[0], &options.player, &index, &err), 0, "%s",
                 err.what);
    cr_assert_eq(playback_set_size(&player, options.size.width, options.size.height), 0);
    cr_assert_eq(playback_go_time(&player, time), 0);
    cr_assert_eq(playback_draw(&player, NULL, 0), 0);
    const uint64_t hash = renderer_hash(player.renderer);
    playback_close(&player);
    options_free(&options);
    return hash;
}

/* A range around now, whose film is never made, has to show the window's picture of now. */
static uint64_t expect_seen(struct stage *s, const char *how)
{
    const double now = s->viewer.demo.transport.time;
    cr_assert_eq(viewer_draw(&s->viewer), 0);
    cr_assert_eq(viewer_draw_bare(&s->viewer), 0);
    const uint64_t seen = renderer_hash(s->viewer.demo.player.renderer);
    record(s);
    s->viewer.record.begin -= 0.25;
    record(s);
    cr_assert_eq(s->viewer.record.num_films, 1u, "%s: %s", how, said(s));
    cr_expect_eq(film_picture(&s->viewer.record.films[0].argv, now), seen, "%s", how);
    press(s, 'r', KEY_CTRL);
    cr_assert_eq(s->viewer.record.num_films, 0u);
    return seen;
}

static void expect_all_seen(struct stage *s, const char *demo, double time)
{
    char how[OSD_MESSAGE_TEXT + 8];
    uint64_t seen[8];
    free(s->viewer.playlist.names[1]);
    s->viewer.playlist.names[1] = strdup(demo);
    cr_assert(viewer_open_demo(&s->viewer, 1));
    settle(s);
    s->viewer.camera = camera_default();
    go(s, time);
    seen[0] = expect_seen(s, demo);
    press(s, 'c', 0);
    seen[1] = expect_seen(s, "chase camera");
    press(s, 'c', 0);
    seen[2] = expect_seen(s, "free camera, from the eyes");
    camera_fly(&s->viewer.camera, 37.7f, -11.3f);
    camera_turn(&s->viewer.camera, 5.1f, 33.3f);
    seen[3] = expect_seen(s, "free camera");
    press(s, 'c', 0);
    press(s, KEYCODE_UP, KEY_CTRL);
    press(s, KEYCODE_UP, KEY_ALT);
    seen[4] = expect_seen(s, "gamma and contrast");
    press(s, KEYCODE_BACKSPACE, KEY_CTRL);
    press(s, 'u', 0);
    press(s, 'g', 0);
    press(s, 't', 0);
    seen[5] = expect_seen(s, "status bar");
    press(s, 'v', 0);
    snprintf(how, sizeof(how), "eyes: %s", said(s));
    (void)expect_seen(s, how);
    for (int i = 1; i < 6; i++) {
        cr_expect_neq(seen[i], seen[i - 1], "%s: %d", demo, i);
    }
}

/* With the light of each look, which the film has by itself. */
Test(viewer_record, films_have_the_look_that_was_chosen)
{
    struct stage s;
    uint64_t seen[3];
    begin(&s);
    go(&s, 2.0);
    seen[0] = expect_seen(&s, "exact");
    press(&s, 'l', KEY_CTRL);
    seen[1] = expect_seen(&s, "true colour");
    press(&s, KEYCODE_UP, KEY_CTRL);
    cr_expect_neq(expect_seen(&s, "brighter"), seen[1]);
    press(&s, 'l', KEY_CTRL);
    seen[2] = expect_seen(&s, "faithful");
    cr_expect(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2]);
    stage_end(&s);
}

Test(viewer_record, films_show_what_the_window_shows)
{
    struct stage s;
    begin(&s);
    expect_all_seen(&s, "builtin:demo2", 2.0);
    stage_end(&s);
}

Test(viewer_record, films_of_quakeworld_show_what_the_window_shows)
{
    struct stage s;
    begin(&s);
    expect_all_seen(&s, "builtin:demo4", 2.0);
    stage_end(&s);
}

Test(viewer_record, films_of_quake_3_show_what_the_window_shows)
{
    struct stage s;
    begin(&s);
    expect_all_seen(&s, "builtin:demo5", 2.0);
    stage_end(&s);
}

/* Saves the picture, runs the copied line, and compares. */
static void expect_copied(struct stage *s, const char *how)
{
    char picture_name[128] = "", line[8192], *text, *second;
    cr_assert_eq(viewer_draw(&s->viewer), 0);
    press(s, KEYCODE_F12, 0);
    cr_assert_eq(sscanf(said(s), "wrote %127s", picture_name), 1, "%s: %s", how, said(s));
    cr_assert_eq(rename(picture_name, "window.png"), 0, "%s", picture_name);
    cr_assert_eq(viewer_draw(&s->viewer), 0);
    press(s, 'c', KEY_CTRL);
    text = clipboard_get();
    second = strchr(text, '\n');
    cr_assert(second && strstr(second, " -o ") && strstr(second, picture_name), "%s: %s", how,
              text);
    cr_expect_eq(strncmp(said(s), "copied: 0:0", 11), 0, "%s", said(s));
    cr_expect(strncmp(text, said(s) + 8, (size_t)(second - text)) == 0, "%s", text);
    cr_expect(strstr(text, " b") && strstr(text, ", position ") && strstr(text, ", angles "), "%s",
              text);
    snprintf(line, sizeof(line), "%s%s", program, strstr(second, " shot "));
    free(text);
    cr_assert_eq(system(line), 0, "%s: %s", how, line);
    expect_same_file("window.png", picture_name);
    cr_assert_eq(unlink(picture_name), 0);
}

static void expect_all_copied(struct stage *s, const char *demo, double time)
{
    free(s->viewer.playlist.names[1]);
    s->viewer.playlist.names[1] = strdup(demo);
    cr_assert(viewer_open_demo(&s->viewer, 1));
    settle(s);
    go(s, time);
    expect_copied(s, demo);
    press(s, 's', KEY_CTRL);
    expect_copied(s, "match summary");
    press(s, 's', KEY_CTRL);
    press(s, 'c', 0);
    expect_copied(s, "chase camera");
    press(s, 'c', 0);
    camera_fly(&s->viewer.camera, 37.71234f, -11.3f);
    camera_turn(&s->viewer.camera, 5.1f, 33.3f);
    press(s, KEYCODE_UP, KEY_CTRL);
    expect_copied(s, "free camera, brighter");
    press(s, 'x', 0);
    s->viewer.demo.transport.time += 1.0;
    camera_fly(&s->viewer.camera, 50.0f, 20.0f);
    press(s, 'x', 0);
    s->viewer.demo.transport.time -= 0.4321;
    press(s, 'y', 0);
    expect_copied(s, "along a camera path");
}

Test(viewer_record, the_copied_line_makes_the_picture)
{
    struct stage s;
    begin(&s);
    expect_all_copied(&s, "builtin:demo2", 2.0 + 1.0 / 3.0);
    stage_end(&s);
}

Test(viewer_record, the_copied_line_makes_quakeworlds_and_quake_3s_picture)
{
    struct stage s;
    begin(&s);
    expect_all_copied(&s, "builtin:demo4", 2.0 + 1.0 / 3.0);
    s.viewer.camera = camera_default();
    expect_all_copied(&s, "builtin:demo5", 1.5);
    stage_end(&s);
}

Test(viewer_record, a_scaled_window_is_filmed_at_its_own_size)
{
    struct stage s;
    begin(&s);
    s.viewer.picture.scale = 2;
    s.viewer.hud.options.scale = 2;
    go(&s, 2.0);
    (void)expect_seen(&s, "scale 2");
    s.asked.play.record_size.width = 320;
    s.asked.play.record_size.height = 240;
    record_range(&s, 1.0, 2.0);
    expect_words(&s, 0,
                 "quakereel render builtin:demo1 -o demo1-0001.avi --from 1.000 --to 2.000 --size "
                 "320x240 --hud-scale 2");
    press(&s, 'r', KEY_CTRL);
    stage_end(&s);
}

/* A demo in a file, and game data elsewhere. */
static void make_data(void)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct format_error err;
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo1", &search, &err), 0);
    scratch_make_folder("demos");
    scratch_write("demos/x.dem", source.data, source.size);
    demo_source_close(&source);
    scratch_make_folder("kept");
    scratch_make_folder("kept/id1");
    scratch_write("kept/id1/pak0.pak", builtin_pak, builtin_pak_size);
    scratch_make_folder("dropped");
    scratch_make_folder("dropped/id1");
    scratch_write("dropped/id1/pak0.pak", builtin_pak, builtin_pak_size);
}

Test(viewer_record, game_data_that_only_the_window_knows_is_named)
{
    struct stage s;
    char wanted[1024], line[1024];
    make_data();
    setenv("HOME", scratch_root, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    begin(&s);
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "basedir", scratch_at("kept")), 0);
    free(s.viewer.playlist.names[1]);
    s.viewer.playlist.names[1] = strdup("demos/x.dem");
    cr_assert(viewer_open_demo(&s.viewer, 1));
    settle(&s);
    cr_assert(s.viewer.demo.player.source.game.found);
    (void)expect_seen(&s, "remembered data");
    record_range(&s, 1.0, 2.0);
    snprintf(wanted, sizeof(wanted), " --basedir %s", scratch_at("kept"));
    render_argv_line(&s.viewer.record.films[0].argv, line, sizeof(line));
    cr_expect(strstr(line, wanted), "%s", line);
    cr_assert(viewer_take_game_data(&s.viewer, scratch_at("dropped")));
    settle(&s);
    record_range(&s, 1.0, 2.0);
    snprintf(wanted, sizeof(wanted), " --basedir %s", scratch_at("dropped"));
    render_argv_line(&s.viewer.record.films[1].argv, line, sizeof(line));
    cr_expect(strstr(line, wanted), "%s", line);
    press(&s, 'r', KEY_CTRL);
    press(&s, 'r', KEY_CTRL);
    stage_end(&s);
}

Test(viewer_record, a_camera_path_goes_with_the_film)
{
    struct stage s;
    begin(&s);
    struct camera *camera = &s.viewer.camera;
    *camera = (struct camera){.kind = CAMERA_FREE, .origin = {0.0f, 0.0f, 100.0f}};
    go(&s, 1.0);
    press(&s, 'x', 0);
    *camera = (struct camera){.kind = CAMERA_FREE, .origin = {100.0f, 50.0f, 80.0f}};
    go(&s, 3.0);
    press(&s, 'x', 0);
    press(&s, 'y', 0);
    go(&s, 2.0);
    (void)expect_seen(&s, "along the path");
    cr_expect(platform_is_file("demo1-0001-camera.txt"));
    cr_expect_eq(s.viewer.base.messages.num_troubles, 0u);
    record_range(&s, 1.0, 2.0);
    cr_expect_str_eq(s.viewer.record.films[0].path, "demo1-0002.avi", "the first has a path");
    press(&s, 'r', KEY_CTRL);
    stage_end(&s);
}

/* --- ranges ----------------------------------------------------------------------------------- */

Test(viewer_record, ranges_in_both_directions_and_to_the_end)
{
    struct stage s;
    begin(&s);
    record_range(&s, 2.5, 1.2344);
    expect_words(&s, 0,
                 "quakereel render builtin:demo1 -o demo1-0001.avi --from 1.234 --to 2.500 --size "
                 "640x400");
    record_range(&s, 4.0, 1e6);
    expect_words(&s, 1,
                 "quakereel render builtin:demo1 -o demo1-0002.avi --from 4.000 --size 640x400");
    cr_expect(strstr(said(&s), ", after 1 other"), "%s", said(&s));
    go(&s, 3.0);
    record(&s);
    record(&s);
    cr_expect_str_eq(said(&s), "nothing is recorded: that is where it began");
    cr_expect_eq(s.viewer.record.num_films, 2u);
    record(&s);
    press(&s, 'r', KEY_CTRL);
    cr_expect_str_eq(said(&s), "nothing is recorded");
    press(&s, 'r', KEY_CTRL);
    cr_expect_str_eq(said(&s), "demo1-0002.avi is not made");
    press(&s, 'r', KEY_CTRL);
    press(&s, 'r', KEY_CTRL);
    cr_expect_str_eq(said(&s), "nothing is being recorded");
    stage_end(&s);
}

Test(viewer_record, a_loop_is_recorded_at_once)
{
    struct stage s;
    begin(&s);
    go(&s, 1.0);
    press(&s, 'b', 0);
    go(&s, 1.75);
    press(&s, 'b', 0);
    record(&s);
    cr_expect_str_eq(said(&s), "recording the loop, 0:01.0 to 0:01.8: demo1-0001.avi");
    expect_words(&s, 0,
                 "quakereel render builtin:demo1 -o demo1-0001.avi --from 1.000 --to 1.750 --size "
                 "640x400");
    cr_expect_not(s.viewer.record.begun);
    press(&s, 'r', KEY_CTRL);
    stage_end(&s);
}

Test(viewer_record, another_demo_ends_the_range_of_the_one_before)
{
    struct stage s;
    begin(&s);
    go(&s, 1.0);
    record(&s);
    go(&s, 2.0);
    cr_assert(viewer_reopen_demo(&s.viewer), "with other game data, say");
    settle(&s);
    cr_expect(s.viewer.record.begun);
    go(&s, 2.0);
    press(&s, 'n', KEY_SHIFT);
    cr_assert_eq(s.viewer.playlist.current, 1u);
    cr_expect_not(s.viewer.record.begun);
    cr_assert_eq(s.viewer.record.num_films, 1u);
    expect_words(&s, 0,
                 "quakereel render builtin:demo1 -o demo1-0001.avi --from 1.000 --to 2.000 --size "
                 "640x400");
    struct seek_bar_film films[SEEK_BAR_FILMS];
    char word[SEEK_BAR_FILM_WORD];
    cr_expect_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 0u,
                 "it is of the other demo");
    cr_expect_str_eq(word, "film 0 %");
    press(&s, 'r', KEY_CTRL);
    stage_end(&s);
}

Test(viewer_record, nothing_is_overwritten)
{
    struct stage s;
    scratch_write_text("demo1-0001.avi", "mine");
    scratch_write_text("demo1-0002.avi.part", "half of mine");
    begin(&s);
    record_range(&s, 1.0, 1.1);
    record_range(&s, 2.0, 2.1);
    cr_expect_str_eq(s.viewer.record.films[0].path, "demo1-0003.avi");
    cr_expect_str_eq(s.viewer.record.films[1].path, "demo1-0004.avi");
    scratch_write_text("demo1-0003.avi", "somebody else's");
    wait_for(&s, 0);
    cr_expect_str_eq(s.viewer.base.messages.troubles[0].text,
                     "demo1-0003.avi: is there already; --force replaces it");
    cr_expect(platform_is_file("demo1-0004.avi"), "the others are made nevertheless");
    cr_expect(s.viewer.base.bad);
    stage_end(&s);
}

/* --- what is shown ---------------------------------------------------------------------------- */

Test(viewer_record, the_bar_shows_the_range_grow_and_the_film_come)
{
    struct stage s;
    struct seek_bar_film films[SEEK_BAR_FILMS];
    char word[SEEK_BAR_FILM_WORD];
    begin(&s);
    cr_expect_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 0u);
    cr_expect_str_eq(word, "");
    use_script(&s, "#!/bin/sh\necho progress 0 40 0\necho hello\necho progress 10 40 1000\n"
                   "while [ ! -e go ]; do sleep 0.01; done\necho progress 40 40 4000\n: >$5\n");
    go(&s, 2.0);
    record(&s);
    press(&s, KEYCODE_SPACE, 0);
    viewer_follow_bar(&s.viewer, platform_now() + 100.0);
    cr_expect(s.viewer.bar.shown, "as long as it has no end");
    press(&s, KEYCODE_SPACE, 0);
    go(&s, 1.5);
    cr_assert_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 1u);
    cr_expect(films[0].begun && films[0].from == 1.5 && films[0].to == 2.0);
    cr_expect_str_eq(word, "rec 0:00.5");
    record(&s);
    s.viewer.base.dirty = false;
    wait_for_progress(&s);
    cr_expect(s.viewer.base.dirty);
    cr_assert_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 1u);
    cr_expect_not(films[0].begun);
    cr_expect_float_eq(films[0].done, 0.25, 1e-9);
    cr_expect_str_eq(word, "film 25 %");
    go(&s, 3.0);
    record(&s);
    cr_expect_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 2u);
    cr_expect_str_eq(word, "rec 0:00.0");
    press(&s, 'r', KEY_CTRL);
    scratch_write_text("go", "");
    wait_for(&s, 0);
    cr_expect_str_eq(said(&s), "recorded demo1-0001.avi: 40 frames, 0.0 MB");
    cr_expect_eq(viewer_describe_record(&s.viewer.record, &s.viewer.demo, films, word), 0u);
    stage_end(&s);
}

Test(viewer_record, what_fails_is_told_with_its_reason)
{
    struct stage s;
    begin(&s);
    use_script(&s, "#!/bin/sh\necho 'quakereel: one' >&2\necho 'quakereel: no room' >&2\n"
                   "printf 'quakereel: 3 frames are there\\n' >&2\nexit 1\n");
    record_range(&s, 1.0, 2.0);
    wait_for(&s, 0);
    cr_expect_str_eq(s.viewer.base.messages.troubles[0].text,
                     "demo1-0001.avi was not made: no room; 3 frames are there");
    use_script(&s, "#!/bin/sh\nkill -9 $$\n");
    record_range(&s, 1.0, 2.0);
    wait_for(&s, 0);
    cr_expect_str_eq(s.viewer.base.messages.troubles[1].text,
                     "demo1-0001.avi was not made: its process ended");
    s.options.program = "/nowhere/quakereel";
    record_range(&s, 1.0, 2.0);
    wait_for(&s, 0);
    cr_expect_str_eq(s.viewer.base.messages.troubles[2].text,
                     "demo1-0001.avi was not made: no other process: No such file or directory");
    stage_end(&s);
}

Test(viewer_record, standard_input_is_refused)
{
    struct stage s;
    begin(&s);
    char *name = s.viewer.demo.name;
    s.viewer.demo.name = (char[]){"-"};
    record(&s);
    cr_expect_str_eq(said(&s), "a demo from standard input cannot be recorded: save it to a file");
    cr_expect_not(s.viewer.record.begun);
    s.viewer.demo.name = name;
    stage_end(&s);
}

/* --- leaving ---------------------------------------------------------------------------------- */

/* Counts idx1 chunks: one is written when a film ends. */
static size_t count_indexes(const char *path)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    size_t count = 0;
    for (size_t at = 0; at + 8 < file.size; at++) {
        count += memcmp(file.data + at, "idx1", 4) == 0;
    }
    platform_free_file(&file);
    return count;
}

static const char *asked(const struct stage *s)
{
    const struct question *q = &s->viewer.record.question;
    return q->shown ? q->title : "";
}

static void large_films(struct stage *s)
{
    s->asked.play.record_size.width = 1280;
    s->asked.play.record_size.height = 720;
}

Test(viewer_record, leaving_asks_what_becomes_of_an_open_range)
{
    struct stage s;
    begin(&s);
    go(&s, 1.0);
    record(&s);
    press(&s, 'q', 0);
    cr_expect_not(s.viewer.quit);
    cr_expect_str_eq(asked(&s), "The recording has no end yet");
    press(&s, KEYCODE_SPACE, 0);
    cr_expect(s.viewer.demo.transport.paused, "other keys wait");
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect(s.viewer.record.begun && !s.viewer.quit);
    press(&s, 'q', 0);
    press(&s, '3', 0);
    cr_expect(s.viewer.record.begun && !s.viewer.quit, "it goes on");
    press(&s, 'q', 0);
    press(&s, '2', 0);
    cr_expect(s.viewer.quit, "without a film");
    cr_expect_eq(s.viewer.record.num_films, 0u);
    s.viewer.quit = false;
    go(&s, 1.2);
    press(&s, 'q', 0);
    press(&s, 'q', 0);
    cr_expect_not(s.viewer.quit);
    cr_expect_eq(s.viewer.record.num_films, 1u, "it ends there");
    cr_expect_not(viewer_leaves_after_record(&s.viewer.record));
    wait_for(&s, 0);
    cr_expect(viewer_leaves_after_record(&s.viewer.record), "once it is made");
    cr_expect_eq(count_indexes("demo1-0001.avi"), 1u);
    stage_end(&s);
}

Test(viewer_record, leaving_asks_and_cuts_the_film_short_so_that_it_plays)
{
    struct stage s;
    begin(&s);
    large_films(&s);
    record_range(&s, 0.0, 1e6);
    record_range(&s, 1.0, 2.0);
    wait_for_progress(&s);
    press(&s, 'q', 0);
    cr_expect_not(s.viewer.quit);
    cr_expect_eq(strncmp(asked(&s), "2 films are being made (", 24), 0, "%s", asked(&s));
    press(&s, '2', 0);
    cr_expect(s.viewer.quit);
    stage_end(&s);
    cr_expect_eq(count_indexes("demo1-0001.avi"), 1u, "it has its index");
    cr_expect_not(platform_exists("demo1-0001.avi.part"));
    cr_expect_not(platform_exists("demo1-0002.avi"), "which waited");
}

/* --- forms ------------------------------------------------------------------------------------ */

#define RANGE_AS(film) "quakereel render builtin:demo1 -o " film " --from 1.000 --to 2.000 "

/* An ffmpeg in $PATH, or none. */
static void set_encoder(bool there)
{
    scratch_make_folder("bin");
    if (there) {
        scratch_write_text("bin/ffmpeg", "#!/bin/sh\n");
        cr_assert_eq(chmod(scratch_at("bin/ffmpeg"), 0700), 0);
    }
    setenv("PATH", scratch_at("bin"), 1);
}

Test(viewer_record, the_end_of_a_range_asks_for_the_form_of_the_film)
{
    struct stage s;
    char before[4096];
    snprintf(before, sizeof(before), "%s", getenv("PATH"));
    set_encoder(true);
    begin(&s);
    use_script(&s, "#!/bin/sh\n");
    go(&s, 1.0);
    press(&s, 'r', KEY_SHIFT);
    go(&s, 2.0);
    press(&s, 'r', KEY_SHIFT);
    const struct question *q = &s.viewer.record.question;
    cr_assert(q->shown);
    cr_expect_eq(q->count, (size_t)FILM_FORMS);
    cr_expect_eq(q->selected, 0u);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_str_eq(said(&s), "nothing is recorded");
    cr_expect_eq(s.viewer.record.num_films, 0u);
    press(&s, 'r', KEY_CTRL); /* forgets the message */
    s.asked.play.record_size.width = 1281;
    s.asked.play.record_size.height = 721;
    go(&s, 1.0);
    press(&s, 'r', KEY_SHIFT);
    go(&s, 2.0);
    press(&s, 'r', KEY_SHIFT);
    press(&s, '2', 0);
    expect_words(&s, 0, RANGE_AS("demo1-0001.mp4") "--size 1280x720"); /* even */
    s.asked.play.record_size.width = s.asked.play.record_size.height = 0;
    go(&s, 1.0);
    press(&s, 'r', KEY_SHIFT);
    go(&s, 2.0);
    press(&s, 'r', KEY_SHIFT);
    cr_expect_eq(q->selected, 1u, "the one before");
    cr_expect_str_eq(settings_text(&s.viewer.base.settings, "record-form"), "mp4");
    press(&s, KEYCODE_DOWN, 0);
    press(&s, KEYCODE_DOWN, 0);
    press(&s, KEYCODE_DOWN, 0);
    press(&s, 'r', KEY_SHIFT);
    expect_words(&s, 1, RANGE_AS("demo1-0002.gif") "--fps 20 --size 480x300 --no-sound");
    stage_end(&s);
    setenv("PATH", before, 1);
}

Test(viewer_record, without_an_encoder_there_is_one_form)
{
    struct stage s;
    char before[4096];
    snprintf(before, sizeof(before), "%s", getenv("PATH"));
    set_encoder(false);
    begin(&s);
    use_script(&s, "#!/bin/sh\n");
    s.viewer.record.form = FILM_FORM_WEBM; /* remembered from another machine */
    go(&s, 1.0);
    press(&s, 'r', KEY_SHIFT);
    go(&s, 2.0);
    press(&s, 'r', KEY_SHIFT);
    cr_expect_not(s.viewer.record.question.shown);
    expect_words(&s, 0, RANGE_AS("demo1-0001.avi") "--size 640x400");
    cr_expect_eq(s.viewer.record.form, FILM_FORM_WEBM);
    stage_end(&s);
    setenv("PATH", before, 1);
}

Test(viewer_record, the_window_closed_does_not_ask)
{
    struct stage s;
    const struct input_event event = {.kind = INPUT_CLOSE};
    begin(&s);
    record(&s);
    viewer_handle_event(&s.viewer, &event);
    cr_expect(s.viewer.quit);
    stage_end(&s);
}

Test(viewer_record, the_film_being_made_can_be_ended)
{
    struct stage s;
    begin(&s);
    s.asked.play.record_size.width = 1280;
    s.asked.play.record_size.height = 720;
    record_range(&s, 0.0, 1e6);
    wait_for_progress(&s);
    press(&s, 'r', KEY_CTRL);
    wait_for(&s, 0);
    cr_expect_eq(strncmp(said(&s), "demo1-0001.avi ends early: ", 27), 0, "%s", said(&s));
    cr_expect_eq(s.viewer.base.messages.num_troubles, 0u);
    cr_expect_not(s.viewer.base.bad);
    cr_expect(platform_is_file("demo1-0001.avi"));
    stage_end(&s);
}

Test(viewer_record, it_is_made_at_the_lowest_priority)
{
    struct stage s;
    char text[16] = "";
    begin(&s);
    use_script(&s, "#!/bin/sh\nps -o ni= -p $$ >nice || nice >nice\n");
    record_range(&s, 1.0, 2.0);
    wait_for(&s, 0);
    FILE *file = fopen("nice", "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(text, sizeof(text), file));
    fclose(file);
    cr_expect_eq(atoi(text), 19, "%s", text);
    stage_end(&s);
}
