/* The playlist: drops, neighbours in a folder, files that cannot be opened, choosing from the list.
 */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "assets/builtin/builtin.h"
#include "engine/viewer/viewer_bar.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_input.h"
#include "formats/netquake/dem.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scratch.h"

TestSuite(viewer_playlist, .init = scratch_set_up, .fini = scratch_tear_down);

/* A folder with 1.dem, 2.dem (not a demo) and 10.dem, and a.zip with the other two. */
static void make_files(void)
{
    static const char *const names[] = {"1.dem", "10.dem"};
    struct zip_bytes zip = {0};
    char path[32];
    scratch_make_folder("f");
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(i ? "demo2.dem" : "demo1.dem", &data, &size));
        snprintf(path, sizeof(path), "f/%s", names[i]);
        scratch_write(path, data, size);
        zip_bytes_add(&zip, names[i], data, size);
    }
    scratch_write_text("f/2.dem", "this is no demo");
    zip_bytes_end(&zip);
    scratch_write("a.zip", zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
}

static void drop(struct stage *s, const char *const *paths, size_t count)
{
    const struct input_event end = {.kind = INPUT_DROP_END};
    struct input_event event = {.kind = INPUT_DROP_FILE};
    for (size_t i = 0; i < count; i++) {
        event.file = scratch_at(paths[i]);
        viewer_handle_event(&s->viewer, &event);
    }
    viewer_handle_event(&s->viewer, &end);
}

#define DROP(s, ...)                                                                               \
    drop(s, (const char *const[]){__VA_ARGS__},                                                    \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void expect_open(const struct stage *s, const char *below)
{
    cr_expect_str_eq(s->viewer.demo.player.source.name, scratch_at(below));
}

/* 60 blocks of a built-in demo, then one with these bytes as its messages. */
static void write_ended_demo(const char *path, const void *messages, uint32_t length)
{
    const uint8_t *data;
    size_t size;
    struct dem_file dem;
    struct dem_block block;
    struct byte_writer out = {0};
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    size_t pos = dem.first_block;
    for (int i = 0; i < 60; i++) {
        cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    }
    byte_writer_bytes(&out, data, pos);
    dem_write_block(&out, block.angles, messages, length);
    scratch_write(path, out.data, out.size);
    byte_writer_free(&out);
}

static void to_the_end(struct stage *s)
{
    settle(s);
    transport_seek_share(&s->viewer.demo.transport, 1.0);
    s->viewer.demo.transport.paused = false;
    (void)transport_advance(&s->viewer.demo.transport, 0.1);
    viewer_follow_playlist(&s->viewer);
}

Test(viewer_playlist, several_dropped_files_are_the_playlist)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "f/10.dem", "f/2.dem", "f/1.dem");
    cr_expect_eq(s.viewer.playlist.count, 3u);
    expect_open(&s, "f/10.dem");
    type_character(&s, ">"); /* skips the file that is not a demo, with a message */
    expect_open(&s, "f/1.dem");
    cr_expect_eq(s.viewer.playlist.current, 2u);
    cr_expect_eq(s.viewer.base.messages.num_troubles, 1u);
    cr_expect(s.viewer.base.bad);
    type_character(&s, ">");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no further demo");
    type_character(&s, "<");
    expect_open(&s, "f/10.dem");
    to_the_end(&s);
    expect_open(&s, "f/1.dem");
    picture(&s);
    stage_end(&s);
}

Test(viewer_playlist, an_unreadable_last_demo_is_reported_once)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "f/1.dem", "f/2.dem");
    to_the_end(&s);
    expect_open(&s, "f/1.dem");
    cr_expect_eq(s.viewer.base.messages.num_troubles, 1u);
    s.viewer.base.messages.num_troubles = 0;
    viewer_follow_playlist(&s.viewer);
    cr_expect_eq(s.viewer.base.messages.num_troubles, 0u);
    stage_end(&s);
}

Test(viewer_playlist, demos_left_out_of_a_dropped_archive_are_reported)
{
    struct stage s;
    struct zip_bytes zip = {0};
    const uint8_t *data;
    size_t size;
    stage_begin(&s);
    cr_assert(builtin_find("demo1.dem", &data, &size));
    zip_bytes_add(&zip, "1.dem", data, size);
    zip_bytes_add(&zip, "2\n.dem", data, size);
    zip_bytes_end(&zip);
    scratch_write("b.zip", zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
    DROP(&s, "b.zip");
    expect_open(&s, "b.zip/1.dem");
    cr_expect_eq(s.viewer.base.messages.num_troubles, 1u);
    cr_expect(s.viewer.base.bad);
    stage_end(&s);
}

Test(viewer_playlist, a_dropped_folder_is_the_playlist)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "f");
    cr_expect_eq(s.viewer.playlist.count, 3u);
    expect_open(&s, "f/1.dem");
    cr_expect_not(s.viewer.chooser.shown);
    to_the_end(&s);
    expect_open(&s, "f/10.dem");
    stage_end(&s);
}

Test(viewer_playlist, neighbours_come_when_they_are_asked_for)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    free(s.viewer.playlist.names[0]);
    free(s.viewer.playlist.names[1]);
    s.viewer.playlist.names[0] = strdup(scratch_at("f/1.dem"));
    s.viewer.playlist.count = 1;
    cr_assert(viewer_open_demo(&s.viewer, 0));
    to_the_end(&s);
    expect_open(&s, "f/1.dem");
    cr_expect_eq(s.viewer.playlist.count, 1u, "nobody asked");
    type_character(&s, "<");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "no earlier demo in the folder");
    type_character(&s, ">");
    expect_open(&s, "f/10.dem");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "3 of 3: 10.dem");
    type_character(&s, "<");
    expect_open(&s, "f/1.dem");
    to_the_end(&s);
    expect_open(&s, "f/1.dem");
    stage_end(&s);
}

Test(viewer_playlist, an_archive_gives_a_list_to_choose_from)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "a.zip");
    cr_assert(s.viewer.chooser.shown);
    cr_expect(s.viewer.demo.transport.paused);
    expect_open(&s, "a.zip/1.dem");
    settle(&s);
    const uint64_t before = picture(&s);
    press(&s, KEYCODE_RIGHT, 0); /* an archive has no folders */
    cr_expect_eq(s.viewer.demo.transport.time, 0.0);
    cr_expect_eq(picture(&s), before);
    press(&s, KEYCODE_DOWN, 0);
    press(&s, KEYCODE_DOWN, 0);
    cr_expect_eq(s.viewer.chooser.selected, 1u);
    press(&s, KEYCODE_RETURN, 0);
    expect_open(&s, "a.zip/10.dem");
    cr_expect_not(s.viewer.chooser.shown);
    cr_expect_not(s.viewer.demo.transport.paused);
    press(&s, KEYCODE_F8, 0);
    cr_assert(s.viewer.chooser.shown);
    cr_expect_eq(s.viewer.chooser.selected, 1u);
    picture(&s);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(s.viewer.chooser.shown);
    press(&s, KEYCODE_HOME, 0);
    press(&s, KEYCODE_F8, 0);
    press(&s, KEYCODE_HOME, 0);
    cr_expect_eq(s.viewer.chooser.selected, 0u);
    press(&s, KEYCODE_F8, 0);
    cr_expect_not(s.viewer.chooser.shown);
    to_the_end(&s);
    expect_open(&s, "a.zip/10.dem"); /* one was chosen, no more */
    stage_end(&s);
}

Test(viewer_playlist, a_drop_takes_the_list_of_another_one_away)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "f");
    press(&s, KEYCODE_F8, 0);
    press(&s, KEYCODE_END, 0);
    picture(&s);
    DROP(&s, "f/1.dem", "f/10.dem");
    cr_expect_not(s.viewer.chooser.shown);
    press(&s, KEYCODE_F8, 0);
    cr_expect_lt(s.viewer.chooser.selected, 2u);
    picture(&s);
    stage_end(&s);
}

static const char *listed(const struct stage *s, size_t place)
{
    const struct viewer_playlist *list = &s->viewer.playlist;
    return place < list->count ? list->names[place] + strlen(scratch_root) + 1 : "";
}

static void set_file_time(const char *path, time_t seconds)
{
    const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
    cr_assert_eq(utimensat(AT_FDCWD, scratch_at(path), times, 0), 0);
}

Test(viewer_playlist, tab_sorts_the_list)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    set_file_time("f/1.dem", 1000000);
    set_file_time("f/2.dem", 3000000);
    set_file_time("f/10.dem", 2000000);
    DROP(&s, "f");
    press(&s, KEYCODE_F8, 0);
    press(&s, KEYCODE_TAB, 0);
    cr_expect_str_eq(listed(&s, 0), "f/2.dem");
    cr_expect_str_eq(listed(&s, 1), "f/10.dem");
    cr_expect_str_eq(listed(&s, 2), "f/1.dem");
    cr_expect_eq(s.viewer.playlist.current, 2u, "the open one");
    cr_expect_eq(s.viewer.chooser.selected, 2u);
    cr_assert_eq(play_history_note(scratch_at("f/10.dem"), 5000), 0);
    cr_assert_eq(play_history_note(scratch_at("f/1.dem"), 4000), 0);
    press(&s, KEYCODE_TAB, 0);
    cr_expect_str_eq(listed(&s, 0), "f/10.dem");
    cr_expect_str_eq(listed(&s, 1), "f/1.dem");
    cr_expect_str_eq(listed(&s, 2), "f/2.dem", "never");
    picture(&s);
    press(&s, KEYCODE_TAB, 0);
    cr_expect_str_eq(listed(&s, 0), "f/1.dem");
    cr_expect_str_eq(listed(&s, 1), "f/2.dem");
    stage_end(&s);
}

/* What is left is noted, and told in the list. */
Test(viewer_playlist, demos_are_noted_when_they_were_watched)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    DROP(&s, "f/1.dem", "f/10.dem");
    type_character(&s, ">");
    expect_open(&s, "f/10.dem");
    press(&s, KEYCODE_F8, 0);
    viewer_follow_list(&s.viewer);
    const struct chooser_list list = viewer_chooser_list(&s.viewer);
    char told[CHOOSER_TOLD];
    list.tell(list.context, list.names[0], told);
    cr_expect_not_null(strstr(told, " seen 20"), "%s", told);
    list.tell(list.context, list.names[1], told);
    cr_expect_null(strstr(told, "seen"), "%s", told);
    stage_end(&s);
}

Test(viewer_playlist, left_and_right_go_to_other_folders)
{
    struct stage s;
    stage_begin(&s);
    make_files();
    scratch_make_folder("g");
    scratch_write_text("g/3.dem", "this is no demo");
    DROP(&s, "f");
    press(&s, KEYCODE_F8, 0);
    press(&s, KEYCODE_LEFT, 0);
    cr_assert_eq(s.viewer.playlist.count, 4u);
    cr_expect_str_eq(listed(&s, s.viewer.playlist.current), "f/1.dem");
    cr_expect_not(s.viewer.playlist.elsewhere);
    press(&s, KEYCODE_END, 0);
    press(&s, KEYCODE_RIGHT, 0);
    cr_assert_eq(s.viewer.playlist.count, 1u);
    cr_expect_str_eq(listed(&s, 0), "g/3.dem");
    cr_expect(s.viewer.playlist.elsewhere);
    expect_open(&s, "f/1.dem");
    cr_expect_eq(viewer_chooser_list(&s.viewer).current, SIZE_MAX, "none of these plays");
    press(&s, KEYCODE_LEFT, 0);
    cr_assert_eq(s.viewer.playlist.count, 4u);
    picture(&s);
    stage_end(&s);
}

Test(viewer_playlist, the_mouse_chooses)
{
    struct stage s;
    size_t place;
    int y = 0;
    stage_begin(&s);
    make_files();
    DROP(&s, "a.zip");
    picture(&s);
    const struct chooser_list list = viewer_chooser_list(&s.viewer);
    while (y < HEIGHT &&
           !(chooser_at(&s.viewer.chooser, &list, WIDTH, HEIGHT, WIDTH / 2, y, &place) &&
             place == 1)) {
        y++;
    }
    cr_assert_lt(y, HEIGHT);
    mouse(&s, INPUT_MOUSE_MOVE, WIDTH / 2, y);
    cr_expect_eq(s.viewer.chooser.selected, 1u);
    mouse(&s, INPUT_MOUSE_DOWN, WIDTH / 2, y);
    expect_open(&s, "a.zip/10.dem");
    press(&s, KEYCODE_F8, 0);
    mouse(&s, INPUT_MOUSE_DOWN, 1, 1);
    cr_expect_not(s.viewer.chooser.shown);
    stage_end(&s);
}

Test(viewer_playlist, the_part_to_play_is_the_first_demos)
{
    struct stage s;
    stage_begin(&s);
    s.asked.from = "3";
    s.asked.to = "5";
    s.viewer.demo.began = false;
    cr_assert(viewer_open_demo(&s.viewer, 0));
    settle(&s);
    cr_expect_eq(s.viewer.demo.transport.time, 3.0);
    cr_expect_eq(s.viewer.demo.transport.to, 5.0);
    cr_assert(viewer_open_demo(&s.viewer, 1));
    settle(&s);
    cr_expect_eq(s.viewer.demo.transport.time, 0.0);
    cr_expect_gt(s.viewer.demo.transport.to, 5.0);
    stage_end(&s);
}

Test(viewer_playlist, playback_stops_at_the_end_of_the_last_demo)
{
    struct stage s;
    stage_begin(&s);
    type_character(&s, ">");
    cr_assert_eq(s.viewer.playlist.current, 1u);
    s.viewer.playlist.failed_after = SIZE_MAX;
    to_the_end(&s);
    cr_expect_eq(s.viewer.playlist.current, 1u);
    cr_expect_eq(s.viewer.playlist.failed_after, SIZE_MAX, "no demo was tried after it");
    cr_expect_eq(s.viewer.base.messages.num_troubles, 0u);
    stage_end(&s);
}

/* A protocol that is not played is no damage. */
Test(viewer_playlist, the_bar_tells_why_a_demo_ends)
{
    struct stage s;
    struct described_bar bar;
    write_ended_demo("bad.dem", "\xfe", 1);
    write_ended_demo("other.dem", "\x0b\xb1\x0d\0\0", 5);
    stage_begin(&s);
    DROP(&s, "bad.dem", "other.dem");
    settle(&s);
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    viewer_describe_bar(&s.viewer, &bar);
    cr_expect_eq(strncmp(bar.bar.damage, "damaged: byte ", 14), 0, "%s", bar.bar.damage);
    type_character(&s, ">");
    settle(&s);
    viewer_follow_index(&s.viewer.demo, &s.viewer.base);
    viewer_describe_bar(&s.viewer, &bar);
    cr_expect_eq(strncmp(bar.bar.damage, "not supported: byte ", 20), 0, "%s", bar.bar.damage);
    cr_expect_not_null(strstr(bar.bar.damage, "3505"), "%s", bar.bar.damage);
    stage_end(&s);
}
