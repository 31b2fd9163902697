/* Frames with all overlays on depend on the time alone: not on the way there, nor on threads. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "tests/support/real_data.h"

enum { WIDTH = 640, HEIGHT = 400, TIMES = 12 };

static uint32_t picture[WIDTH * HEIGHT];

static void turn_on(struct hud_options *hud)
{
    hud->streaks = hud->frags = hud->radar = hud->items = hud->names = hud->see_through = true;
}

static void open_demo(struct playback_context *player, const char *name, const char *basedir,
                      int threads)
{
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = 16 << 20};
    struct format_error err = {0};
    options.threads = threads;
    options.search.basedir = basedir;
    turn_on(&options.hud);
    cr_assert_eq(playback_open(player, name, &options, &index, &err), 0, "%s: %s", name, err.what);
    cr_assert_eq(playback_set_size(player, WIDTH, HEIGHT), 0);
}

static uint64_t draw(struct playback_context *player, double time)
{
    uint64_t hash = 0xcbf29ce484222325u;
    cr_assert_eq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, picture, WIDTH), 0);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        hash = (hash ^ picture[i]) * 0x100000001b3u;
    }
    return hash;
}

/* Forward on one thread; then jumping about on three. */
static void compare(const char *name, const char *basedir)
{
    struct playback_context player;
    uint64_t hashes[TIMES];
    open_demo(&player, name, basedir, 1);
    cr_assert_geq(timeline_wait(player.timeline, false), 0);
    const double length = timeline_extent(player.timeline).length;
    for (int i = 0; i < TIMES; i++) {
        hashes[i] = draw(&player, length * (i + 0.37) / TIMES);
    }
    playback_close(&player);
    open_demo(&player, name, basedir, 3);
    for (int i = 0; i < TIMES; i++) {
        const int at = (i * 7 + 5) % TIMES;
        cr_expect_eq(draw(&player, length * (at + 0.37) / TIMES), hashes[at], "%s: %d", name, at);
    }
    playback_close(&player);
}

Test(overlays, are_functions_of_time_in_builtin_demos)
{
    static const char *const names[] = {"builtin:demo2", "builtin:demo4", "builtin:demo5"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        compare(names[i], NULL);
    }
}

Test(overlays, are_functions_of_time_in_real_matches)
{
    static const char *const names[] = {
        "quakeworld/corpus/duel_dm3_2026.mvd", "quakeworld/corpus/2on2_frobodm2_2022.mvd",
        "quakeworld/corpus/dm6_ga_to_ra.qwd", "quake3/recorded/oa_ctf4ish_ctf_spec.dm_68",
        "netquake/demo2.dem"};
    const struct real_data_name basedir = real_data_path("librequake");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const bool quake3 = strncmp(names[i], "quake3", 6) == 0;
        compare(real_data_path("%s", names[i]).text, quake3 ? NULL : basedir.text);
    }
}
