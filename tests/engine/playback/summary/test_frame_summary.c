/* The match summary as a part of frames: when it is there, and that one time has one frame,
 * whatever the way to it, the threads and the target. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"

enum { WIDTH = 648, HEIGHT = 402, PITCH = WIDTH + 5 };

static void open_demo(struct playback_context *player, const char *demo,
                      const struct playback_options *options)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct format_error err = {0};
    cr_assert_eq(playback_open(player, demo, options, &index, &err), 0, "%s: %s", demo, err.what);
    cr_assert_eq(playback_set_size(player, WIDTH, HEIGHT), 0);
}

/* Into a window; NULL as target: into memory. The frame's pixels, row by row, to be freed. */
static uint32_t *take_frame(struct playback_context *player, double time, uint32_t *target)
{
    struct render_frame frame = {WIDTH, HEIGHT, PITCH, target};
    uint32_t *pixels = malloc(WIDTH * HEIGHT * sizeof(*pixels));
    cr_assert_not_null(pixels);
    cr_assert_eq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, target, PITCH), 0);
    if (!target) {
        cr_assert_eq(playback_frame(player, &frame), 0);
    }
    cr_assert(frame.width == WIDTH && frame.height == HEIGHT);
    for (size_t y = 0; y < HEIGHT; y++) {
        memcpy(pixels + y * WIDTH, frame.pixels + y * frame.pitch, WIDTH * sizeof(*pixels));
    }
    return pixels;
}

static void expect_frame(struct playback_context *player, double time, uint32_t *target,
                         const uint32_t *expected, const char *way)
{
    uint32_t *pixels = take_frame(player, time, target);
    cr_expect_arr_eq(pixels, expected, WIDTH * HEIGHT * sizeof(*pixels), "%s", way);
    free(pixels);
}

/* In one view, in two, and over two moments. */
Test(frame_summary, one_time_one_frame)
{
    static const char *const demos[] = {"builtin:demo2", "builtin:demo4", "builtin:demo5"};
    static uint32_t target[PITCH * HEIGHT];
    for (size_t i = 0; i < 9; i++) {
        struct playback_options options = playback_default_options();
        struct playback_context player;
        options.views.count = i / 3 == 1 ? 2 : 1;
        options.beside.offset = i / 3 == 2 ? 1.0 : 0.0;
        options.summary = true;
        open_demo(&player, demos[i % 3], &options);
        uint32_t *expected = take_frame(&player, 3.0, NULL);
        cr_expect(player.summary.is_shown);
        cr_expect_gt(player.summary.box.width, 100);
        target[WIDTH] = 0x5a5a5a5au;
        expect_frame(&player, 3.0, target, expected, "into a window");
        cr_expect_eq(target[WIDTH], 0x5a5a5a5au);
        free(take_frame(&player, timeline_length(player.timeline), NULL));
        expect_frame(&player, 3.0, NULL, expected, "after a seek");
        player.options.threads = 3;
        cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
        expect_frame(&player, 3.0, target, expected, "three threads");
        free(expected);
        playback_close(&player);
    }
}

/* What it covers is all that it changes. */
Test(frame_summary, is_over_the_picture_in_its_box)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    open_demo(&player, "builtin:demo2", &options);
    uint32_t *without = take_frame(&player, 3.0, NULL);
    cr_expect_not(player.summary.is_shown);
    player.summary_from = 3.0;
    uint32_t *with = take_frame(&player, 3.0, NULL);
    const struct osd_area box = player.summary.box;
    size_t changed = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int x = i % WIDTH - box.x, y = i / WIDTH - box.y;
        const bool inside = x >= 0 && x < box.width && y >= 0 && y < box.height;
        cr_assert(inside || with[i] == without[i], "pixel %d", i);
        changed += with[i] != without[i];
    }
    cr_expect_gt(changed, (size_t)(box.width * box.height) / 2);
    cr_expect_leq(abs(2 * box.x + box.width - WIDTH), 1, "centred");
    player.scene_options.covered = HEIGHT / 2;
    free(take_frame(&player, 3.0, NULL));
    cr_expect_leq(player.summary.box.y + player.summary.box.height, HEIGHT / 2, "above the bar");
    free(with);
    free(without);
    playback_close(&player);
}

Test(frame_summary, at_the_end_where_it_is_asked_for)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    open_demo(&player, "builtin:demo2", &options);
    playback_end_at(&player, 3.0);
    free(take_frame(&player, 4.0, NULL));
    cr_expect_not(player.summary.is_shown);
    playback_close(&player);
    options.end_summary = true;
    open_demo(&player, "builtin:demo2", &options);
    const double end = timeline_length(player.timeline);
    free(take_frame(&player, end, NULL));
    cr_expect_not(player.summary.is_shown, "no end was told");
    playback_end_at(&player, end);
    free(take_frame(&player, end, NULL));
    cr_expect(player.summary.is_shown);
    free(take_frame(&player, end - 0.01, NULL));
    cr_expect_not(player.summary.is_shown);
    playback_close(&player);
}
