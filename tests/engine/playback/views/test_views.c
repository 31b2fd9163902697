/* Frames with several views: each view is the frame of its size and player, and a time has one
 * frame, whatever the way to it, the threads, the kernels and the target. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/frame_2d.h"
#include "engine/playback/playback_context.h"
#include "render/cpu.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"

enum { WIDTH = 649, HEIGHT = 411, MOMENTS = SANITIZED ? 2 : 4, SEEKS = SANITIZED ? 4 : 12 };

/* NetQuake, .qwd, .mvd with two players, Quake III. */
static const char *const demos[] = {"builtin:demo2", "builtin:demo3", "builtin:demo4",
                                    "builtin:demo5"};
enum { DEMOS = 4, MVD = 2 };

static void open_demo(struct playback_context *player, const char *demo,
                      const struct playback_options *options, size_t key_frame_bytes)
{
    const struct timeline_options index = {.key_frame_bytes = key_frame_bytes};
    struct format_error err = {0};
    cr_assert_eq(playback_open(player, demo, options, &index, &err), 0, "%s: %s", demo, err.what);
}

static uint64_t look(struct playback_context *player, double time, uint32_t *target, size_t pitch)
{
    cr_assert_eq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, target, pitch), 0);
    return playback_hash(player);
}

static void check_purity(const char *demo, struct view_options views, int scale)
{
    static const int threads[] = {1, 2, 3, 7};
    struct playback_options options = playback_default_options();
    struct playback_context player;
    uint64_t hashes[MOMENTS];
    uint32_t random = 2463534242u;
    options.views = views;
    options.scale = scale;
    open_demo(&player, demo, &options, 0);
    const double length = timeline_length(player.timeline);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    for (int i = 0; i < MOMENTS; i++) {
        hashes[i] = look(&player, length * (i + 0.37) / MOMENTS, NULL, 0);
        cr_expect(i == 0 || hashes[i] != hashes[0]);
    }
    playback_close(&player);
    open_demo(&player, demo, &options, TIMELINE_KEY_FRAME_BYTES);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    for (int i = 0; i < SEEKS; i++) {
        const int at = (int)(next_random(&random) % MOMENTS);
        (void)look(&player, length * (double)next_random(&random) / 0xffffff, NULL, 0);
        cr_expect_eq(look(&player, length * (at + 0.37) / MOMENTS, NULL, 0), hashes[at],
                     "%s: moment %d after a seek", demo, at);
    }
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
            player.options.threads = threads[i];
            cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
            cr_expect_eq(look(&player, length * 1.37 / MOMENTS, NULL, 0), hashes[1],
                         "%s: %s, %d threads", demo, cpu_level_name((enum cpu_level)level),
                         threads[i]);
        }
    }
    playback_close(&player);
}

Test(views, one_time_one_frame)
{
    for (int demo = 0; demo < DEMOS; demo++) {
        check_purity(demos[demo], (struct view_options){.count = 4}, 1);
        check_purity(demos[demo],
                     (struct view_options){.count = 2, .layout = VIEW_LARGE, .main = 2}, 2);
    }
}

Test(views, one_time_one_frame_with_targets)
{
    check_purity(demos[MVD],
                 (struct view_options){.count = 4, .layout = VIEW_LARGE, .others = "auto,,leader"},
                 1);
}

/* Pixels around the target stay. */
Test(views, into_a_window_and_into_memory_it_is_the_same)
{
    enum { PITCH = WIDTH + 5 };
    static uint32_t target[PITCH * HEIGHT];
    for (int demo = 0; demo < DEMOS; demo++) {
        for (int layout = 0; layout < VIEW_LAYOUTS; layout++) {
            struct playback_options options = playback_default_options();
            struct playback_context player;
            struct render_frame frame;
            options.views = (struct view_options){.count = 4, .layout = layout};
            open_demo(&player, demos[demo], &options, 0);
            cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
            memset(target, 0x5a, sizeof target);
            (void)look(&player, 5.0, target, PITCH);
            cr_assert_eq(playback_frame(&player, &frame), 0);
            cr_assert(frame.width == WIDTH && frame.height == HEIGHT);
            for (int y = 0; y < HEIGHT; y++) {
                cr_assert_arr_eq(target + y * PITCH, frame.pixels + (size_t)y * frame.pitch,
                                 WIDTH * sizeof *target, "%s: row %d", demos[demo], y);
                cr_assert_eq(target[y * PITCH + WIDTH], 0x5a5a5a5au);
            }
            playback_close(&player);
        }
    }
}

/* But for its name, and the line beside it. */
Test(views, a_view_is_the_frame_of_its_player)
{
    struct playback_options options = playback_default_options();
    struct playback_context all, one;
    struct render_frame frame, single;
    options.no_hud = true;
    open_demo(&one, demos[MVD], &options, 0);
    options.views = (struct view_options){.count = 4};
    open_demo(&all, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&all, 640, 400), 0);
    cr_assert_eq(playback_set_size(&one, 320, 200), 0);
    (void)look(&all, 5.0, NULL, 0);
    cr_assert_eq(playback_frame(&all, &frame), 0);
    for (int view = 0; view < 4; view++) {
        const struct playback_part part = view_set_part(&all.views, view);
        one.scene_options.follow = (uint32_t)view % 2 + 1;
        one.scene_options.camera.kind = view < 2 ? CAMERA_EYE : CAMERA_CHASE;
        (void)look(&one, 5.0, NULL, 0);
        cr_assert_eq(playback_frame(&one, &single), 0);
        for (int y = 1; y < part.height; y++) {
            cr_assert_arr_eq(frame.pixels + (size_t)(part.top + y) * frame.pitch + part.left + 1,
                             single.pixels + (size_t)y * single.pitch + 1,
                             (size_t)(part.width - 1) * sizeof(uint32_t), "view %d, row %d", view,
                             y);
        }
    }
    playback_close(&all);
    playback_close(&one);
}

/* Pixels that differ between two frames of one view. */
static size_t count_changed(const uint32_t *a, const uint32_t *b, struct playback_part part,
                            size_t pitch)
{
    size_t changed = 0;
    for (int y = part.top; y < part.top + part.height; y++) {
        for (int x = part.left; x < part.left + part.width; x++) {
            changed += a[(size_t)y * pitch + (size_t)x] != b[(size_t)y * pitch + (size_t)x];
        }
    }
    return changed;
}

Test(views, every_view_has_its_hud_and_its_name)
{
    static uint32_t with[640 * 400], without[640 * 400];
    static const char *const names[2] = {"Ember", "Frost"};
    struct playback_options options = playback_default_options();
    struct playback_context player;
    options.views = (struct view_options){.count = 2};
    open_demo(&player, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&player, 640, 400), 0);
    (void)look(&player, 5.0, with, 640);
    for (int view = 0; view < 2; view++) {
        cr_expect_gt(frame_2d_covered(&player, view_set_part(&player.views, view)), 1000.0);
        cr_expect_str_eq(player.views.views[view].label, names[view]);
    }
    player.scene_options.camera.kind = CAMERA_FREE;
    (void)look(&player, 5.0, without, 640);
    cr_expect_str_eq(player.views.views[0].label, "", "a free camera is nobody's view");
    cr_expect_str_eq(player.views.views[1].label, names[1]);
    player.scene_options.camera.kind = CAMERA_EYE;
    player.scene_options.no_hud = true;
    (void)look(&player, 5.0, without, 640);
    for (int view = 0; view < 2; view++) {
        cr_expect_gt(count_changed(with, without, view_set_part(&player.views, view), 640), 2000);
    }
    playback_close(&player);
}

/* Nothing else differs from the frame of that size. NetQuake's demos have one player's eyes, whose
 * name nobody asks for. */
Test(views, the_name_is_in_the_lower_middle)
{
    for (int demo = 0; demo < DEMOS; demo++) {
        struct playback_options options = playback_default_options();
        struct playback_context all, one;
        struct render_frame frame, single;
        size_t changed = 0, elsewhere = 0;
        if (demo == MVD) {
            continue; /* a bar of its own has the name otherwise */
        }
        open_demo(&one, demos[demo], &options, 0);
        options.views = (struct view_options){.count = 2};
        open_demo(&all, demos[demo], &options, 0);
        cr_assert_eq(playback_set_size(&all, 640, 240), 0);
        cr_assert_eq(playback_set_size(&one, 320, 240), 0);
        (void)look(&all, 5.0, NULL, 0);
        (void)look(&one, 5.0, NULL, 0);
        cr_assert_eq(playback_frame(&all, &frame), 0);
        cr_assert_eq(playback_frame(&one, &single), 0);
        for (int y = 0; y < 240; y++) {
            for (int x = 0; x < 320; x++) {
                const bool other = frame.pixels[(size_t)y * frame.pitch + (size_t)x] !=
                                   single.pixels[(size_t)y * single.pitch + (size_t)x];
                changed += other;
                elsewhere += other && (y < 150 || y > 215 || x < 100 || x > 220);
            }
        }
        cr_expect((demo == 0 ? changed == 0 : changed > 50) && elsewhere == 0,
                  "%s: %zu pixels, %zu elsewhere", demos[demo], changed, elsewhere);
        playback_close(&all);
        playback_close(&one);
    }
}

Test(views, a_demo_with_one_view_has_two_and_tells_it)
{
    for (int demo = 0; demo < DEMOS; demo++) {
        struct playback_options options = playback_default_options();
        struct playback_context player;
        char text[PLAYBACK_VIEWS_TEXT];
        options.views = (struct view_options){.count = 4};
        open_demo(&player, demos[demo], &options, 0);
        cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
        cr_expect_eq(player.views.count, demo == MVD ? 4 : 2, "%s", demos[demo]);
        cr_expect_eq(playback_lacks_views(&player, text), demo != MVD);
        (void)look(&player, 5.0, NULL, 0);
        const struct scene *second = view_set_scene(&player.views, 1, &player.scene);
        cr_assert_not_null(second);
        cr_expect_neq(memcmp(second->camera.origin, player.scene.camera.origin,
                             sizeof(second->camera.origin)),
                      0, "%s", demos[demo]);
        playback_close(&player);
    }
}

Test(views, a_small_frame_has_fewer_and_tells_it)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    char text[PLAYBACK_VIEWS_TEXT];
    options.views = (struct view_options){.count = 4};
    open_demo(&player, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&player, 300, 300), 0);
    cr_expect_eq(player.views.count, 1);
    cr_assert(playback_lacks_views(&player, text));
    cr_expect_str_eq(text, "4 views are too small at 300x300: 1 drawn");
    cr_expect_lt(playback_set_size(&player, 16, 16), 0);
    cr_expect_eq(player.views.count, 0);
    playback_close(&player);
}

/* Both keep their players; in a layout with a large view they change places. */
Test(views, another_view_becomes_the_main_one)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    options.views = (struct view_options){.count = 2, .layout = VIEW_LARGE};
    open_demo(&player, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    (void)look(&player, 5.0, NULL, 0);
    cr_expect_eq(view_set_part(&player.views, 0).left, 0);
    cr_assert(playback_select_view(&player, 2));
    cr_assert_not(playback_select_view(&player, 3));
    cr_assert_not(playback_select_view(&player, 0));
    (void)look(&player, 5.0, NULL, 0);
    cr_expect_eq(player.scene_options.follow, 2);
    cr_expect_eq(player.views.views[0].shown.follow, 1);
    cr_expect_eq(view_set_part(&player.views, 1).left, 0);
    cr_expect_gt(view_set_part(&player.views, 0).left, 0);
    char names[VIEW_NAMES];
    view_set_names(&player.views, names);
    cr_expect_str_eq(names, "1");
    playback_close(&player);
}

/* The other one is from behind then. */
Test(views, of_one_player_either_view_can_be_the_main_one)
{
    for (int demo = 0; demo < DEMOS; demo++) {
        struct playback_options options = playback_default_options();
        struct playback_context player;
        options.views = (struct view_options){.count = 2};
        open_demo(&player, demos[demo], &options, 0);
        cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
        (void)look(&player, 5.0, NULL, 0);
        cr_assert(playback_select_view(&player, 2));
        (void)look(&player, 5.0, NULL, 0);
        cr_expect_eq(player.views.views[0].shown.side, demo == MVD ? VIEW_SEEN : VIEW_OTHER, "%s",
                     demos[demo]);
        cr_expect_eq(player.views.views[1].shown.side, VIEW_SEEN);
        playback_close(&player);
    }
}

/* Also if the view showed nobody before. */
Test(views, one_view_is_always_drawn)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    options.views = (struct view_options){.count = 4};
    open_demo(&player, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    (void)look(&player, 5.0, NULL, 0);
    player.views.views[0].shown.side = VIEW_NOBODY;
    player.options.views.count = 1;
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    cr_expect_neq(look(&player, 5.0, NULL, 0), 0);
    playback_close(&player);
}

/* With the targets that each follows. */
Test(views, targets_go_with_their_views)
{
    struct playback_options options = playback_default_options();
    struct playback_context player;
    char names[VIEW_NAMES];
    options.views = (struct view_options){.count = 4, .others = ",auto,frost"};
    options.follow = "leader";
    open_demo(&player, demos[MVD], &options, 0);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    view_set_names(&player.views, names);
    cr_expect_str_eq(names, ",auto,frost");
    (void)look(&player, 5.0, NULL, 0);
    cr_expect_eq(player.views.views[3].shown.follow, 2);
    cr_assert(playback_select_view(&player, 3));
    cr_expect_str_eq(player.follow, "auto");
    view_set_names(&player.views, names);
    cr_expect_str_eq(names, "leader,,frost");
    cr_assert(playback_select_view(&player, 4));
    cr_assert(playback_select_view(&player, 1));
    cr_expect_str_eq(player.follow, "leader");
    view_set_names(&player.views, names);
    cr_expect_str_eq(names, ",auto,frost");
    playback_close(&player);
}
