/* Worlds drawn smaller and enlarged: the world's pixels are squares, the 2D layer has the frame's
 * resolution, and a time has one picture, whatever the way to it, the threads and the kernels. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "render/cpu.h"
#include "tests/support/random_numbers.h"
#include "tests/support/sanitized.h"

enum { WIDTH = 960, HEIGHT = 600, MOMENTS = SANITIZED ? 2 : 5, SEEKS = SANITIZED ? 4 : 12 };

/* Quake with liquids and tints, QuakeWorld, Quake III; and Quake in true colour. */
static const struct subject {
    const char *demo;
    enum render_look look;
} subjects[] = {{"builtin:demo1", LOOK_EXACT},
                {"builtin:demo3", LOOK_EXACT},
                {"builtin:demo5", LOOK_EXACT},
                {"builtin:demo1", LOOK_TRUECOLOR}};
enum { QUAKE, QUAKEWORLD, QUAKE3, TRUECOLOR, SUBJECTS };

struct stage {
    struct playback_context player;
    double length;
};

static void open_stage(struct stage *s, const struct subject *subject, size_t key_frame_bytes)
{
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = key_frame_bytes};
    struct format_error err = {0};
    options.look = subject->look;
    cr_assert_eq(playback_open(&s->player, subject->demo, &options, &index, &err), 0, "%s: %s",
                 subject->demo, err.what);
    s->length = timeline_length(s->player.timeline);
}

static void set_scale(struct stage *s, int width, int height, int scale)
{
    s->player.options.scale = scale;
    cr_assert_eq(playback_set_size(&s->player, width, height), 0);
}

/* The picture at a time, from memory of its own. */
static uint32_t *picture(struct stage *s, double time, bool hud)
{
    const size_t width = (size_t)s->player.scene_options.width;
    const size_t height = (size_t)s->player.scene_options.height;
    uint32_t *pixels = calloc(width * height, sizeof *pixels);
    cr_assert_not_null(pixels);
    s->player.scene_options.no_hud = !hud;
    cr_assert_eq(playback_go_time(&s->player, time), 0);
    cr_assert_eq(playback_draw(&s->player, pixels, width), 0);
    return pixels;
}

Test(scale, the_world_is_drawn_smaller_and_enlarged)
{
    for (int i = 0; i < SUBJECTS; i++) {
        struct stage s;
        open_stage(&s, &subjects[i], TIMELINE_KEY_FRAME_BYTES);
        for (int moment = 0; moment < MOMENTS; moment++) {
            const int scale = 2 + moment % 3;
            const double time = s.length * (moment + 0.4) / MOMENTS;
            playback_set_light(&s.player, (struct render_light){moment % 2 ? 0.8 : 1.0, 1.0});
            set_scale(&s, WIDTH / scale, HEIGHT / scale, 1);
            uint32_t *small = picture(&s, time, false);
            set_scale(&s, WIDTH, HEIGHT, scale);
            uint32_t *large = picture(&s, time, false);
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    cr_assert_eq(large[y * WIDTH + x],
                                 small[y / scale * (WIDTH / scale) + x / scale],
                                 "%s at %g, 1/%d: %d, %d", subjects[i].demo, time, scale, x, y);
                }
            }
            free(small);
            free(large);
        }
        playback_close(&s.player);
    }
}

/* Where a picture without the layer differs from one with it. */
static size_t count_drawn(const uint32_t *with, const uint32_t *without, uint8_t *drawn)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        drawn[i] = with[i] != without[i];
        count += drawn[i];
    }
    return count;
}

Test(scale, the_2d_layer_has_the_frames_resolution)
{
    for (int i = 0; i < SUBJECTS; i++) {
        struct stage s;
        open_stage(&s, &subjects[i], TIMELINE_KEY_FRAME_BYTES);
        s.player.scene_options.hud.crosshair = 1;
        s.player.scene_options.hud.clock = true;
        const double time = s.length * 0.55;
        uint8_t *drawn[2] = {malloc(WIDTH * HEIGHT), malloc(WIDTH * HEIGHT)};
        cr_assert(drawn[0] != NULL && drawn[1] != NULL);
        size_t full = 0;
        for (int scale = 1; scale <= RENDER_MAX_SCALE; scale++) {
            set_scale(&s, WIDTH, HEIGHT, scale);
            uint32_t *with = picture(&s, time, true), *without = picture(&s, time, false);
            const size_t count = count_drawn(with, without, drawn[scale > 1]);
            size_t other = 0;
            full = scale == 1 ? count : full;
            for (size_t at = 0; scale > 1 && at < (size_t)WIDTH * HEIGHT; at++) {
                other += drawn[0][at] != drawn[1][at];
            }
            /* Some pixels have the colour of what is below them at one scale. */
            cr_expect(full > 3000 && other < full / 20, "%s at 1/%d: %zu of %zu are elsewhere",
                      subjects[i].demo, scale, other, full);
            free(with);
            free(without);
        }
        free(drawn[0]);
        free(drawn[1]);
        playback_close(&s.player);
    }
}

/* Width and height are multiples of no scale. */
static uint64_t look(struct stage *s, double time)
{
    s->player.scene_options.no_hud = false;
    cr_assert_eq(playback_go_time(&s->player, time), 0);
    cr_assert_eq(playback_draw(&s->player, NULL, 0), 0);
    return renderer_hash(s->player.renderer);
}

static void check_purity(const struct subject *subject, int scale)
{
    enum { W = 649, H = 411 };
    static const int threads[] = {1, 2, 3, 7};
    struct stage s;
    double times[MOMENTS];
    uint64_t hashes[MOMENTS], seed = 0;
    uint32_t random = 2463534242u;
    open_stage(&s, subject, 0);
    set_scale(&s, W, H, scale);
    for (int i = 0; i < MOMENTS; i++) {
        times[i] = s.length * (i + 0.37) / MOMENTS;
        hashes[i] = look(&s, times[i]);
        seed ^= hashes[i];
    }
    cr_expect_neq(seed, 0);
    playback_close(&s.player);
    open_stage(&s, subject, TIMELINE_KEY_FRAME_BYTES);
    set_scale(&s, W, H, scale);
    for (int i = 0; i < SEEKS; i++) {
        const int at = (int)(next_random(&random) % MOMENTS);
        (void)look(&s, s.length * (double)next_random(&random) / 0xffffff);
        cr_expect_eq(look(&s, times[at]), hashes[at], "%s at %g, 1/%d: after a seek", subject->demo,
                     times[at], scale);
    }
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
            s.player.options.threads = threads[i];
            set_scale(&s, W, H, scale);
            cr_expect_eq(look(&s, times[1]), hashes[1], "%s at %g, 1/%d: %s, %d threads",
                         subject->demo, times[1], scale, cpu_level_name((enum cpu_level)level),
                         threads[i]);
        }
    }
    playback_close(&s.player);
}

Test(scale, one_time_one_picture_of_quake)
{
    for (int scale = 2; scale <= RENDER_MAX_SCALE; scale++) {
        check_purity(&subjects[QUAKE], scale);
    }
}

Test(scale, one_time_one_picture_of_quakeworld)
{
    for (int scale = 2; scale <= RENDER_MAX_SCALE; scale++) {
        check_purity(&subjects[QUAKEWORLD], scale);
    }
}

Test(scale, one_time_one_picture_of_quake_3)
{
    for (int scale = 2; scale <= RENDER_MAX_SCALE; scale++) {
        check_purity(&subjects[QUAKE3], scale);
    }
}

Test(scale, one_time_one_picture_of_true_colour)
{
    for (int scale = 1; scale <= RENDER_MAX_SCALE; scale++) {
        check_purity(&subjects[TRUECOLOR], scale);
    }
}

/* With a light of its own, with and without 2D in its rows; pixels around the target stay. */
Test(scale, into_a_window_and_into_memory_it_is_the_same)
{
    enum { W = 649, H = 411, PITCH = W + 5 };
    for (int i = 0; i < SUBJECTS; i++) {
        for (int round = 0; round < 4; round++) {
            struct stage s;
            struct render_frame frame;
            open_stage(&s, &subjects[i], 0);
            set_scale(&s, W, H, 2 + round % 3);
            playback_set_light(&s.player, (struct render_light){round == 0 ? 1.0 : 0.8, 1.2});
            s.player.scene_options.no_hud = round == 3;
            uint32_t *target = malloc((size_t)PITCH * H * sizeof *target);
            cr_assert_not_null(target);
            memset(target, 0x5a, (size_t)PITCH * H * sizeof *target);
            cr_assert_eq(playback_go_time(&s.player, s.length / 3), 0);
            cr_assert_eq(playback_draw(&s.player, target, PITCH), 0);
            cr_assert_eq(renderer_frame(s.player.renderer, &frame), 0);
            cr_assert(frame.width == W && frame.height == H);
            for (int y = 0; y < H; y++) {
                const uint32_t *row = target + y * PITCH;
                cr_assert_arr_eq(row, frame.pixels + (size_t)y * frame.pitch, W * sizeof *row,
                                 "%s: row %d", subjects[i].demo, y);
                cr_assert_eq(row[W], 0x5a5a5a5au);
            }
            free(target);
            playback_close(&s.player);
        }
    }
}

Test(scale, sizes_out_of_range_are_refused)
{
    struct stage s;
    open_stage(&s, &subjects[QUAKE], 0);
    static const struct {
        int width, height, scale;
        bool good;
    } sizes[] = {
        {RENDER_MAX_WIDTH * 2, RENDER_MIN_HEIGHT * 2, 2, true},
        {RENDER_MAX_WIDTH * 2 + 1, RENDER_MIN_HEIGHT * 2, 2, false},
        {RENDER_MIN_WIDTH * 4, RENDER_MIN_HEIGHT * 4, 4, true},
        {RENDER_MIN_WIDTH * 4 - 4, RENDER_MIN_HEIGHT * 4, 4, false},
        {RENDER_MIN_WIDTH * 4, RENDER_MIN_HEIGHT * 4 - 4, 4, false},
        {WIDTH, HEIGHT, RENDER_MAX_SCALE + 1, false},
        {WIDTH, HEIGHT, -1, false},
        {WIDTH, HEIGHT, 0, true},
        {0x7fffffff, 0x7fffffff, 4, false},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        s.player.options.scale = sizes[i].scale;
        const int code = playback_set_size(&s.player, sizes[i].width, sizes[i].height);
        cr_expect_eq(code == 0, sizes[i].good, "%dx%d at 1/%d", sizes[i].width, sizes[i].height,
                     sizes[i].scale);
    }
    playback_close(&s.player);
}
