/* Game data that is missing, and game data that is dropped on the window. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

/* --- dropped on the window ---------------------------------------------------------------------
 */

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fwrite(data, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

static void drop(struct stage *s, const char *path)
{
    const struct input_event event = {.kind = INPUT_DROP_FILE, .file = path};
    const struct input_event end = {.kind = INPUT_DROP_END};
    viewer_handle_event(&s->viewer, &event);
    viewer_handle_event(&s->viewer, &end);
}

/* The built-in demo as a file in an empty folder, and its game data as a Quake folder. */
struct folders {
    char demo[96], quake[96], id1[112], pak[128];
};

static void make_folders(struct stage *s, struct folders *f)
{
    const struct demo_source *source = &s->viewer.demo.player.source;
    snprintf(f->demo, sizeof(f->demo), "%s/alone.dem", s->home);
    snprintf(f->quake, sizeof(f->quake), "%s/quake", s->home);
    snprintf(f->id1, sizeof(f->id1), "%s/id1", f->quake);
    snprintf(f->pak, sizeof(f->pak), "%s/pak0.pak", f->id1);
    write_file(f->demo, source->data, source->size);
    cr_assert(mkdir(f->quake, 0755) == 0 && mkdir(f->id1, 0755) == 0);
    write_file(f->pak, builtin_pak, builtin_pak_size);
}

static void remove_folders(const struct folders *f)
{
    cr_expect(unlink(f->demo) == 0 && unlink(f->pak) == 0 && rmdir(f->id1) == 0 &&
              rmdir(f->quake) == 0);
}

Test(viewer_data, a_dropped_folder_is_taken_where_the_demo_stands)
{
    struct stage s;
    struct folders f;
    struct described_data said;
    stage_begin(&s);
    make_folders(&s, &f);
    setenv("HOME", s.home, 1);
    setenv("XDG_CONFIG_HOME", s.home, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    cr_assert_eq(settings_load(&s.viewer.base.settings, NULL, NULL), 0);
    drop(&s, f.demo);
    settle(&s);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, 'l', 0);
    press(&s, 'b', 0);
    picture(&s);
    const double time = s.viewer.demo.transport.time;
    cr_assert(viewer_level_is_missing(&s.viewer.demo), "%s",
              s.viewer.demo.player.source.game.basedir);
    cr_assert(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    cr_expect_null(said.panel.basedir);
    cr_expect_not_null(strstr(said.panel.places, s.home), "%s", said.panel.places);
    cr_expect_str_neq(said.panel.level, "");

    drop(&s, f.quake);
    settle(&s);
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    picture(&s);
    cr_expect_eq(s.viewer.demo.transport.time, time);
    cr_expect(s.viewer.demo.transport.paused);
    cr_expect_eq(s.viewer.demo.transport.loop, TRANSPORT_LOOP_A);
    cr_expect_not(viewer_level_is_missing(&s.viewer.demo));
    cr_expect_not(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    cr_expect_str_eq(s.viewer.demo.player.source.name, f.demo);
    cr_expect_str_eq(s.viewer.demo.player.source.game.basedir, f.quake);
    cr_expect_eq(s.viewer.playlist.count, 3u, "no new demo");

    /* The saved folder is used without a drop. */
    press(&s, 'd', KEY_CTRL);
    cr_expect_eq(strncmp(s.viewer.base.messages.passing.text, "remembered: /", 13), 0, "%s",
                 s.viewer.base.messages.passing.text);
    s.viewer.data.dropped[VIEWER_QUAKE][0] = '\0';
    cr_expect(viewer_reopen_demo(&s.viewer));
    cr_expect_str_eq(s.viewer.demo.player.source.game.basedir, f.quake);
    remove_folders(&f);
    stage_end(&s);
}

/* Quake's folder and Quake III's are remembered beside each other. */
Test(viewer_data, each_game_has_a_folder)
{
    struct stage s;
    struct folders f;
    char arena[112], base[128], pak[144];
    stage_begin(&s);
    make_folders(&s, &f);
    setenv("HOME", s.home, 1);
    setenv("XDG_CONFIG_HOME", s.home, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    cr_assert_eq(settings_load(&s.viewer.base.settings, NULL, NULL), 0);
    snprintf(arena, sizeof(arena), "%s/arena", s.home);
    snprintf(base, sizeof(base), "%s/baseoa", arena);
    snprintf(pak, sizeof(pak), "%s/pak0.pk3", base);
    cr_assert(mkdir(arena, 0755) == 0 && mkdir(base, 0755) == 0);
    write_file(pak, builtin_pk3, builtin_pk3_size);

    /* "basedir" was either game's once. */
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "basedir", arena), 0);
    drop(&s, f.demo);
    settle(&s);
    drop(&s, f.quake);
    settle(&s);
    cr_expect_str_eq(s.viewer.data.dropped[VIEWER_QUAKE], f.quake);
    cr_expect_str_eq(s.viewer.data.dropped[VIEWER_QUAKE3], "");
    press(&s, 'd', KEY_CTRL);
    cr_expect_str_eq(settings_text(&s.viewer.base.settings, "basedir"), f.quake);
    cr_expect_str_eq(settings_text(&s.viewer.base.settings, "basedir-quake3"), arena);

    drop(&s, base);
    settle(&s);
    cr_expect_str_eq(s.viewer.data.dropped[VIEWER_QUAKE], f.quake, "it stays");
    cr_expect_str_eq(s.viewer.data.dropped[VIEWER_QUAKE3], arena);
    cr_expect_str_eq(s.viewer.demo.player.source.game.basedir, f.quake, "the demo's own");
    cr_expect(viewer_remembers(&s.viewer.data, arena) && viewer_remembers(&s.viewer.data, f.quake));
    cr_expect_not(viewer_remembers(&s.viewer.data, f.id1));
    cr_expect(unlink(pak) == 0 && rmdir(base) == 0 && rmdir(arena) == 0);
    remove_folders(&f);
    stage_end(&s);
}

/* The built-in match, whose level is not there: what the game itself shows in the middle wins. */
Test(viewer_data, the_panel_is_not_over_scores)
{
    struct stage s;
    struct described_data said;
    char path[128];
    stage_begin(&s);
    setenv("HOME", s.home, 1);
    cr_assert(viewer_open_demo(&s.viewer, 1));
    snprintf(path, sizeof(path), "%s/match.dem", s.home);
    const struct demo_source *source = &s.viewer.demo.player.source;
    write_file(path, source->data, source->size);
    drop(&s, path);
    settle(&s);
    transport_seek(&s.viewer.demo.transport, 5.0);
    picture(&s);
    cr_assert(viewer_level_is_missing(&s.viewer.demo));
    cr_expect(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    press(&s, KEYCODE_TAB, 0);
    picture(&s);
    cr_expect_not(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said),
                  "scores that are asked for");
    viewer_release_scores(&s.viewer.hud, &s.viewer.base, 0);
    picture(&s);
    cr_expect(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    transport_seek_share(&s.viewer.demo.transport, 1.0);
    picture(&s);
    cr_assert(s.viewer.demo.player.scene.camera.is_fixed);
    cr_expect_not(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said),
                  "those at the end of a level");
    cr_expect_eq(unlink(path), 0);
    stage_end(&s);
}

Test(viewer_data, a_pak_is_taken_where_the_level_is_missing)
{
    struct stage s;
    struct folders f;
    stage_begin(&s);
    make_folders(&s, &f);
    setenv("HOME", s.home, 1);
    drop(&s, f.demo);
    settle(&s);
    picture(&s);
    cr_assert(viewer_level_is_missing(&s.viewer.demo));
    drop(&s, f.pak);
    settle(&s);
    picture(&s);
    cr_expect_not(viewer_level_is_missing(&s.viewer.demo));
    cr_expect_not(viewer_take_game_data(&s.viewer, f.pak), "now it is an archive like others");
    cr_expect_not(viewer_take_game_data(&s.viewer, f.demo));
    remove_folders(&f);
    stage_end(&s);
}

Test(viewer_data, nothing_dropped_is_nothing_to_remember)
{
    struct stage s;
    struct described_data said;
    stage_begin(&s);
    press(&s, 'd', KEY_CTRL);
    cr_expect_str_eq(s.viewer.base.messages.passing.text,
                     "drop a Quake folder first: then this remembers it");
    cr_expect_not(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said),
                  "the built-in level is there");
    stage_end(&s);
}

Test(viewer_data, escape_hides_the_panel_for_this_demo)
{
    struct stage s;
    struct folders f;
    struct described_data said;
    stage_begin(&s);
    make_folders(&s, &f);
    setenv("HOME", s.home, 1);
    drop(&s, f.demo);
    settle(&s);
    picture(&s);
    osd_messages_dismiss(&s.viewer.base.messages);
    cr_expect(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(viewer_describe_data(&s.viewer.data, &s.viewer.demo, &s.viewer.base, &said));
    cr_expect_not(s.viewer.quit);
    remove_folders(&f);
    stage_end(&s);
}

Test(viewer_data, a_requested_picture_stays_requested)
{
    struct stage s;
    stage_begin(&s);
    s.viewer.base.dirty = true;
    viewer_follow_missing(&s.viewer.data, &s.viewer.demo, &s.viewer.base, platform_now());
    cr_expect(s.viewer.base.dirty);
    s.viewer.base.dirty = false;
    viewer_follow_missing(&s.viewer.data, &s.viewer.demo, &s.viewer.base, platform_now());
    cr_expect_not(s.viewer.base.dirty, "nothing is missing");
    stage_end(&s);
}
