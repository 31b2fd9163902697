/* Two demos or moments in one frame: which times, which pixels, which words; and one time has one
 * frame, whatever the way to it, the threads, the kernels and the target. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "render/cpu.h"
#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"
#include "tests/support/scratch.h"

TestSuite(beside, .init = scratch_set_up, .fini = scratch_tear_down);

enum { WIDTH = 649, HEIGHT = 411, MOMENTS = SANITIZED ? 2 : 4, SEEKS = SANITIZED ? 4 : 12 };

static void open_demo(struct playback_context *player, const char *demo,
                      const struct playback_options *options, int width, int height)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct format_error err = {0};
    cr_assert_eq(playback_open(player, demo, options, &index, &err), 0, "%s: %s", demo, err.what);
    cr_assert_eq(playback_set_size(player, width, height), 0);
}

static uint64_t look(struct playback_context *player, double time, uint32_t *target, size_t pitch)
{
    cr_assert_eq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, target, pitch), 0);
    return playback_hash(player);
}

/* The pixels, to be freed. */
static uint32_t *take_frame(struct playback_context *player, double time)
{
    struct render_frame frame;
    (void)look(player, time, NULL, 0);
    cr_assert_eq(playback_frame(player, &frame), 0);
    uint32_t *pixels = malloc((size_t)frame.width * (size_t)frame.height * sizeof *pixels);
    cr_assert_not_null(pixels);
    for (int y = 0; y < frame.height; y++) {
        memcpy(pixels + (size_t)y * (size_t)frame.width, frame.pixels + (size_t)y * frame.pitch,
               (size_t)frame.width * sizeof *pixels);
    }
    return pixels;
}

/* --- purity ----------------------------------------------------------------------------------- */

static void check_purity(const char *demo, struct beside_options beside, int scale)
{
    static const int threads[] = {1, 2, 3, 7};
    struct playback_options options = playback_default_options();
    struct playback_context player;
    uint64_t hashes[MOMENTS];
    uint32_t random = 2463534242u;
    options.beside = beside;
    options.scale = scale;
    open_demo(&player, demo, &options, WIDTH, HEIGHT);
    const double length = timeline_length(player.timeline);
    for (int i = 0; i < MOMENTS; i++) {
        hashes[i] = look(&player, length * (i + 0.37) / MOMENTS, NULL, 0);
        cr_expect(i == 0 || hashes[i] != hashes[0]);
    }
    playback_close(&player);
    open_demo(&player, demo, &options, WIDTH, HEIGHT);
    for (int i = 0; i < SEEKS; i++) {
        const int at = (int)(next_random(&random) % MOMENTS);
        (void)look(&player, length * (double)next_random(&random) / 0xffffff, NULL, 0);
        cr_expect_eq(look(&player, length * (at + 0.37) / MOMENTS, NULL, 0), hashes[at],
                     "%s: moment %d after a seek", demo, at);
    }
    uint32_t *first = NULL;
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
            player.options.threads = threads[i];
            cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
            uint32_t *pixels = take_frame(&player, length * 1.37 / MOMENTS);
            cr_expect_eq(playback_hash(&player), hashes[1], "%s: %s, %d threads", demo,
                         cpu_level_name((enum cpu_level)level), threads[i]);
            if (!first) {
                first = pixels;
                continue;
            }
            cr_expect_arr_eq(pixels, first, WIDTH * HEIGHT * sizeof *pixels);
            free(pixels);
        }
    }
    free(first);
    playback_close(&player);
}

Test(beside, one_time_one_frame)
{
    check_purity("builtin:demo2", (struct beside_options){.offset = -0.5}, 2);
    check_purity("builtin:demo2", (struct beside_options){.name = "builtin:demo1"}, 1);
    check_purity("builtin:demo3", (struct beside_options){.offset = 1.0, .difference = true}, 1);
    check_purity("builtin:demo4", (struct beside_options){.at = "3", .follow = "2"}, 1);
}

Test(beside, one_time_one_frame_of_quake3)
{
    check_purity("builtin:demo5", (struct beside_options){.offset = 0.5}, 1);
    check_purity("builtin:demo5", (struct beside_options){.at = "2", .difference = true}, 1);
    check_purity("builtin:demo5", (struct beside_options){.name = "builtin:demo2"}, 1);
}

/* Pixels around the target stay. */
Test(beside, into_a_window_and_into_memory_it_is_the_same)
{
    enum { PITCH = WIDTH + 5 };
    static const struct beside_options ways[] = {{.offset = 2.0},
                                                 {.offset = 2.0, .difference = true},
                                                 {.offset = 900.0},
                                                 {.offset = 2.0, .hidden = true}};
    static const char *const demos[] = {"builtin:demo2", "builtin:demo5"};
    static uint32_t target[PITCH * HEIGHT];
    for (size_t i = 0; i < 8; i++) {
        struct playback_options options = playback_default_options();
        struct playback_context player;
        struct render_frame frame;
        options.beside = ways[i / 2];
        open_demo(&player, demos[i % 2], &options, WIDTH, HEIGHT);
        memset(target, 0x5a, sizeof target);
        (void)look(&player, 3.0, target, PITCH);
        cr_assert_eq(playback_frame(&player, &frame), 0);
        cr_assert(frame.width == WIDTH && frame.height == HEIGHT);
        for (int y = 0; y < HEIGHT; y++) {
            cr_assert_arr_eq(target + y * PITCH, frame.pixels + (size_t)y * frame.pitch,
                             WIDTH * sizeof *target, "way %zu: row %d", i, y);
            cr_assert_eq(target[y * PITCH + WIDTH], 0x5a5a5a5au);
        }
        playback_close(&player);
    }
}

/* --- pixels ----------------------------------------------------------------------------------- */

/* All of a half but the line beside it. */
static void expect_half(const uint32_t *pixels, int pitch, struct playback_part part,
                        const uint32_t *alone, bool dimmed)
{
    for (int y = part.top > 0; y < part.height; y++) {
        for (int x = 1; x < part.width - 1; x++) {
            const uint32_t whole = alone[y * part.width + x];
            cr_assert_eq(pixels[(part.top + y) * pitch + part.left + x],
                         dimmed ? whole >> 1 & 0x7f7f7fu : whole, "%d %d", x, y);
        }
    }
}

/* Without labels. first, second: the times that are expected. */
static void check_halves(const char *demo, struct beside_options beside, int width, int height,
                         double first, double second, bool dimmed)
{
    struct playback_options options = playback_default_options();
    struct playback_context both, a, b;
    const bool upright = height > width;
    const int w = upright ? width : width / 2, h = upright ? height / 2 : height;
    options.no_hud = true;
    open_demo(&a, demo, &options, w, h);
    open_demo(&b, beside.name ? beside.name : demo, &options, w, h);
    options.beside = beside;
    open_demo(&both, demo, &options, width, height);
    uint32_t *pixels = take_frame(&both, first);
    uint32_t *one = take_frame(&a, first), *other = take_frame(&b, second);
    expect_half(pixels, width, (struct playback_part){0, 0, w, upright ? h - 1 : h}, one, false);
    expect_half(pixels, width, (struct playback_part){upright ? 0 : w, upright ? h : 0, w, h},
                other, dimmed);
    free(pixels);
    free(one);
    free(other);
    playback_close(&both);
    playback_close(&a);
    playback_close(&b);
}

Test(beside, each_half_is_the_frame_of_its_moment)
{
    check_halves("builtin:demo2", (struct beside_options){.offset = 1.5}, 640, 240, 2.0, 3.5,
                 false);
    check_halves("builtin:demo2", (struct beside_options){.offset = -1.5}, 240, 360, 2.0, 0.5,
                 false);
    check_halves("builtin:demo4", (struct beside_options){.at = "1.25"}, 640, 240, 2.0, 1.25,
                 false);
    check_halves("builtin:demo5", (struct beside_options){.name = "builtin:demo2", .at = "1"}, 640,
                 240, 2.0, 1.0, false);
}

Test(beside, what_has_ended_or_not_begun_is_dimmed)
{
    check_halves("builtin:demo2", (struct beside_options){.offset = 1e4}, 640, 240, 2.0, 1e4, true);
    check_halves("builtin:demo2", (struct beside_options){.offset = -3.0}, 640, 240, 2.0, 0.0,
                 true);
}

Test(beside, the_difference_of_pixels)
{
    /* grey = (77 * 100 + 150 * 50 + 29 * 200) / 1024 = 20 */
    cr_expect_eq(beside_difference(0x6432c8, 0x6432c8, 4), 0x141414u);
    cr_expect_eq(beside_difference(0x6432c8, 0x6633c8, 4), 0x1c1814u, "%06x",
                 beside_difference(0x6432c8, 0x6633c8, 4));
    cr_expect_eq(beside_difference(0x6432c8, 0x6231c8, 4), 0x1c1814u);
    cr_expect_eq(beside_difference(0x6432c8, 0x6633c8, 1), 0x161514u);
    cr_expect_eq(beside_difference(0x000000, 0x4000ff, 4), 0xff00ffu);
    cr_expect_eq(beside_difference(0xffffff, 0xffffff, 64), 0x3f3f3fu);
}

Test(beside, the_difference_is_of_both_frames)
{
    struct playback_options options = playback_default_options();
    struct playback_context both, alone;
    options.no_hud = true;
    open_demo(&alone, "builtin:demo2", &options, WIDTH, HEIGHT);
    for (int gain = 0; gain <= 2; gain += 2) {
        options.beside = (struct beside_options){.offset = 1.5, .difference = true, .gain = gain};
        open_demo(&both, "builtin:demo2", &options, WIDTH, HEIGHT);
        uint32_t *pixels = take_frame(&both, 2.0);
        uint32_t *first = take_frame(&alone, 2.0), *second = take_frame(&alone, 3.5);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            cr_assert_eq(pixels[i], beside_difference(first[i], second[i], gain > 0 ? gain : 4));
        }
        free(pixels);
        free(first);
        free(second);
        playback_close(&both);
    }
    playback_close(&alone);
}

/* --- words ------------------------------------------------------------------------------------ */

static void expect_label(const char *name, double time, const char *state, size_t most,
                         const char *expected)
{
    char label[BESIDE_LABEL];
    beside_label(label, name, time, state, most);
    cr_expect_str_eq(label, expected);
}

Test(beside, labels_keep_the_time)
{
    expect_label("run.dem", 62.34, "", 40, "run.dem 1:02.34");
    expect_label("run.dem", 62.34, "ended", 40, "run.dem 1:02.34 ended");
    expect_label("a_long_name.dem", 62.34, "", 15, "a_long" OSD_ELLIPSIS " 1:02.34");
    expect_label("a_long_name.dem", 62.34, "ended", 1, "a_l" OSD_ELLIPSIS " 1:02.34 ended");
}

Test(beside, labels_are_part_of_the_picture_unless_there_is_no_hud)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    int changed = 0;
    options.beside.offset = 1.5;
    open_demo(&player, "builtin:demo2", &options, 640, 240);
    uint32_t *with = take_frame(&player, 2.0);
    player.beside->names[1][0] = 'X';
    uint32_t *other = take_frame(&player, 2.0);
    for (int i = 0; i < 640 * 240; i++) {
        cr_assert(i % 640 >= 320 || with[i] == other[i]);
        changed += with[i] != other[i];
    }
    cr_expect_gt(changed, 4);
    playback_close(&player);
    options.no_hud = true;
    open_demo(&player, "builtin:demo2", &options, 640, 240);
    uint32_t *without = take_frame(&player, 2.0);
    player.beside->names[1][0] = 'X';
    uint32_t *same = take_frame(&player, 2.0);
    cr_expect_arr_eq(without, same, 640 * 240 * sizeof *same);
    playback_close(&player);
    free(with);
    free(other);
    free(without);
    free(same);
}

/* Nothing of the picture is below a label; with several views, too. */
Test(beside, labels_have_rows_of_their_own)
{
    enum { W = 1280, H = 480 };
    static uint32_t target[W * H];
    for (int views = 1; views <= 2; views++) {
        struct playback_options options = playback_default_options();
        struct playback_context both, a, b;
        options.views.count = views;
        options.beside.offset = 1.5;
        open_demo(&both, "builtin:demo4", &options, W, H);
        const int rows = both.beside->label_rows;
        cr_assert(rows > 10 && rows < 40, "%d", rows);
        options.beside.offset = 0.0;
        open_demo(&a, "builtin:demo4", &options, W / 2, H - rows);
        open_demo(&b, "builtin:demo4", &options, W / 2, H - rows);
        uint32_t *pixels = take_frame(&both, 2.0);
        uint32_t *one = take_frame(&a, 2.0), *other = take_frame(&b, 3.5);
        expect_half(pixels, W, (struct playback_part){0, rows, W / 2, H - rows}, one, false);
        expect_half(pixels, W, (struct playback_part){W / 2, rows, W / 2, H - rows}, other, false);
        (void)look(&both, 2.0, target, W);
        cr_expect_arr_eq(target, pixels, sizeof target, "%d views", views);
        free(pixels);
        free(one);
        free(other);
        both.scene_options.hud.style = HUD_NONE;
        cr_expect(beside_labels_change(both.beside, &both));
        playback_close(&both);
        playback_close(&a);
        playback_close(&b);
    }
}

/* --- times ------------------------------------------------------------------------------------ */

static const struct nq_run slow = {
    .level = "maps/run.bsp", .updates = 320, .start = 1.0, .speed = 320.0};
static const struct nq_run fast = {
    .level = "maps/run.bsp", .updates = 320, .start = 2.0, .speed = 400.0};

static char own[512], other[512];

static void write_runs(char path[512], const char *name, const struct nq_run *runs, uint32_t count,
                       size_t cut)
{
    struct byte_writer bytes = {0};
    nq_run_write(&bytes, runs, count);
    snprintf(path, 512, "%s/%s", scratch_root, name);
    scratch_write(name, bytes.data, bytes.size - cut);
    byte_writer_free(&bytes);
}

static int open_runs(struct playback_context *player, struct format_error *err, const char *align,
                     struct beside_options beside)
{
    struct playback_options options = playback_default_options();
    options.ghosts.align = align;
    options.beside = beside;
    *err = (struct format_error){0};
    return playback_open(player, own, &options, &(struct timeline_options){0}, err);
}

/* The second's time while the first is at `time`. */
static double second_at(struct playback_context *player, double time)
{
    cr_assert_eq(playback_set_size(player, 640, 240), 0);
    (void)look(player, time, NULL, 0);
    return timeline_time(player->beside->other->timeline);
}

static void expect_time(const char *align, struct beside_options beside, double time,
                        double expected)
{
    struct playback_context player;
    struct format_error err;
    cr_assert_eq(open_runs(&player, &err, align, beside), 0, "%s", err.what);
    cr_expect_str_empty(player.beside->note);
    cr_expect_float_eq(second_at(&player, time), expected, 0.001, "%f", second_at(&player, time));
    playback_close(&player);
}

Test(beside, times_are_aligned_as_ghosts_are)
{
    write_runs(own, "own.dem", &slow, 1, 0);
    write_runs(other, "other.dem", &fast, 1, 0);
    expect_time(NULL, (struct beside_options){.name = other}, 3.0, 3.0);
    expect_time("move", (struct beside_options){.name = other}, 3.0, 4.0);
    expect_time("move", (struct beside_options){.name = other, .offset = -0.5}, 3.0, 3.5);
    expect_time("1=2.5", (struct beside_options){.name = other}, 3.0, 4.5);
    expect_time("1=2.5", (struct beside_options){.name = own}, 3.0, 4.5);
    expect_time("move", (struct beside_options){.name = own, .offset = 0.25}, 3.0, 3.25);
    expect_time(NULL, (struct beside_options){.name = other, .at = "2.5"}, 3.0, 2.5);
    expect_time(NULL, (struct beside_options){.at = "frame 32"}, 3.0, 1.0);
}

/* The first has a level between, and another order of the rest does not matter. */
Test(beside, levels_go_with_levels)
{
    struct nq_run runs[3] = {slow, slow, slow};
    struct playback_context player;
    struct format_error err;
    runs[1].level = "maps/else.bsp";
    runs[1].updates = 96;
    runs[2].level = "maps/end.bsp";
    write_runs(own, "own.dem", runs, 3, 0);
    runs[1] = runs[2];
    write_runs(other, "other.dem", runs, 2, 0);
    cr_assert_eq(open_runs(&player, &err, NULL, (struct beside_options){.name = other}), 0);
    const double first = second_at(&player, 5.0), third = second_at(&player, 16.0);
    cr_expect_float_eq(first, 5.0, 0.001, "%f", first);
    cr_expect_float_eq(second_at(&player, 11.0), 11.0, 0.001);
    cr_expect_float_eq(third, 13.0, 0.1, "%f", third);
    playback_close(&player);
}

Test(beside, another_level_is_aligned_at_the_beginning_and_told)
{
    struct nq_run elsewhere = fast;
    struct playback_context player;
    struct format_error err;
    elsewhere.level = "maps/else.bsp";
    write_runs(own, "own.dem", &slow, 1, 0);
    write_runs(other, "other.dem", &elsewhere, 1, 0);
    cr_assert_eq(open_runs(&player, &err, "move", (struct beside_options){.name = other}), 0);
    cr_expect_not_null(strstr(player.beside->note,
                              "aligned at the beginning of both demos: no level of it is played in "
                              "the other demo; it has maps/else.bsp"),
                       "%s", player.beside->note);
    cr_expect_float_eq(second_at(&player, 3.0), 3.0, 0.001);
    playback_close(&player);
}

Test(beside, what_cannot_be_used_is_refused_in_a_line)
{
    struct playback_context player;
    struct format_error err;
    write_runs(own, "own.dem", &slow, 1, 0);
    cr_expect_lt(open_runs(&player, &err, NULL, (struct beside_options){.name = "no/such.dem"}), 0);
    cr_expect_not_null(strstr(err.what, "beside no/such.dem: "), "%s", err.what);
    cr_expect_lt(open_runs(&player, &err, NULL, (struct beside_options){.at = "flag 3"}), 0);
    cr_expect_str_eq(err.what, "beside: there is no flag 3 in it");
    cr_expect_lt(open_runs(&player, &err, "flag 3", (struct beside_options){.name = own}), 0);
    cr_expect_not_null(strstr(err.what, "there is no flag 3 in "), "%s", err.what);
    cr_assert_eq(open_runs(&player, &err, NULL,
                           (struct beside_options){.name = "no/such.dem", .optional = true}),
                 0);
    cr_expect_null(player.beside);
    cr_expect_not_null(strstr(player.beside_trouble, "beside no/such.dem: "));
    playback_close(&player);
}

Test(beside, a_damaged_demo_shows_what_is_good)
{
    struct playback_context player;
    struct format_error err;
    write_runs(own, "own.dem", &slow, 1, 0);
    write_runs(other, "other.dem", &fast, 1, 5000);
    cr_assert_eq(open_runs(&player, &err, NULL, (struct beside_options){.name = other}), 0);
    (void)second_at(&player, 9.0);
    cr_expect(playback_is_damaged(&player));
    cr_expect_lt(timeline_length(player.beside->other->timeline), 9.0);
    playback_close(&player);
}

Test(beside, a_moment_is_kept)
{
    struct playback_options options = playback_default_options();
    struct playback_context player, asked;
    open_demo(&player, "builtin:demo2", &options, 640, 240);
    cr_assert_eq(playback_keep_moment(&player, 1.25), 0);
    cr_assert_eq(playback_set_size(&player, 640, 240), 0);
    options.beside.at = "1.25";
    open_demo(&asked, "builtin:demo2", &options, 640, 240);
    uint32_t *kept = take_frame(&player, 3.0), *same = take_frame(&asked, 3.0);
    cr_expect_arr_eq(kept, same, 640 * 240 * sizeof *kept);
    cr_assert_eq(playback_keep_moment(&player, 2.0), 0);
    (void)look(&player, 4.0, NULL, 0);
    cr_expect_eq(timeline_time(player.beside->other->timeline), 2.0);
    free(kept);
    free(same);
    playback_close(&player);
    playback_close(&asked);
}

Test(beside, a_frame_that_is_too_small_has_one_picture_and_tells_it)
{
    struct playback_options options = playback_default_options();
    struct playback_context both, alone;
    char text[PLAYBACK_VIEWS_TEXT];
    open_demo(&alone, "builtin:demo2", &options, 318, 198);
    options.beside.offset = 1.0;
    open_demo(&both, "builtin:demo2", &options, 318, 198);
    cr_expect(playback_lacks_views(&both, text));
    cr_expect_str_eq(text, "two pictures are too small at 318x198: one is drawn");
    uint32_t *one = take_frame(&alone, 2.0), *same = take_frame(&both, 2.0);
    cr_expect_arr_eq(one, same, 318 * 198 * sizeof *one);
    cr_assert_eq(playback_set_size(&both, 320, 198), 0);
    cr_expect_not(playback_lacks_views(&both, text));
    free(one);
    free(same);
    playback_close(&both);
    playback_close(&alone);
}
