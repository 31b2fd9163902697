/* HUD options work alike in all three families: tested by the pixels they change. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/frame_2d.h"
#include "engine/playback/playback_context.h"

enum { WIDTH = 640, HEIGHT = 480, FAMILIES = 3 };

/* In the midst of a match: Quake, QuakeWorld, Quake III. */
static const struct {
    const char *demo;
    double time;
} moments[FAMILIES] = {{"builtin:demo2", 12.0}, {"builtin:demo4", 12.0}, {"builtin:demo5", 12.0}};

static uint32_t *bare, *picture; /* without a display, and with one */
static struct playback_context player;

static void begin(void)
{
    bare = malloc(sizeof(*bare) * WIDTH * HEIGHT);
    picture = malloc(sizeof(*picture) * WIDTH * HEIGHT);
    cr_assert(bare && picture);
}

static void end(void)
{
    free(bare);
    free(picture);
}

TestSuite(hud_families, .init = begin, .fini = end);

static void draw(struct hud_options hud, bool no_hud, uint32_t *to)
{
    player.scene_options.hud = hud;
    player.scene_options.no_hud = no_hud;
    cr_assert_eq(playback_draw(&player, to, WIDTH), 0);
}

static void open_family(int i)
{
    const struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = 16 << 20};
    struct format_error err = {0};
    cr_assert_eq(playback_open(&player, moments[i].demo, &options, &index, &err), 0, "%s",
                 err.what);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    cr_assert_eq(playback_go_time(&player, moments[i].time), 0);
    draw((struct hud_options){0}, true, bare);
}

/* Pixels changed by the HUD. */
struct shown {
    unsigned pixels, middle; /* in the whole frame; in the score area above the middle */
};

static struct shown show(struct hud_options hud)
{
    struct shown shown = {0, 0};
    draw(hud, false, picture);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const bool changed = bare[y * WIDTH + x] != picture[y * WIDTH + x];
            const bool inside =
                x > WIDTH / 3 && x < 2 * WIDTH / 3 && y > HEIGHT / 4 && y < HEIGHT * 7 / 12;
            shown.pixels += changed;
            shown.middle += changed && inside;
        }
    }
    return shown;
}

Test(hud_families, none_mini_and_full)
{
    for (int i = 0; i < FAMILIES; i++) {
        struct hud_options full = {.style = HUD_OVER}, mini = {.style = HUD_MODERN},
                           none = {.style = HUD_NONE};
        open_family(i);
        const unsigned all = show(full).pixels, some = show(mini).pixels;
        cr_expect_eq(show(none).pixels, 0u, "%s", moments[i].demo);
        cr_expect(some > 0 && some < all, "%s: %u of %u", moments[i].demo, some, all);
        none.scores = HUD_SCORES_PLAYERS;
        none.clock = none.speed = true;
        cr_expect_eq(show(none).pixels, 0u, "%s: nothing is nothing", moments[i].demo);
        playback_close(&player);
    }
}

/* A size is frame pixels a pixel of Quake's 320 x 200, so twice as large is four times as much;
 * what does not fit the frame is as large as does. */
Test(hud_families, sizes)
{
    for (int i = 0; i < FAMILIES; i++) {
        struct hud_options small = {.scale = 1}, large = {.scale = 2},
                           largest = {.scale = HUD_SCALE_MAX};
        small.style = large.style = largest.style = HUD_MODERN;
        open_family(i);
        const unsigned a = show(small).pixels, b = show(large).pixels;
        cr_expect(a > 0 && b > 3 * a && b < 5 * a, "%s: %u, %u", moments[i].demo, a, b);
        cr_expect_eq(show(largest).pixels, b, "%s", moments[i].demo);
        playback_close(&player);
    }
}

Test(hud_families, scores_on_demand)
{
    for (int i = 0; i < FAMILIES; i++) {
        open_family(i);
        const unsigned before = show((struct hud_options){0}).middle;
        cr_expect_not(playback_shows_page(&player), "%s", moments[i].demo);
        const unsigned after = show((struct hud_options){.scores = HUD_SCORES_PLAYERS}).middle;
        cr_expect(after > before + 500, "%s: %u, %u", moments[i].demo, before, after);
        cr_expect(playback_shows_page(&player), "%s", moments[i].demo);
        playback_close(&player);
    }
}

/* Clock and speed are drawn in a corner above or next to the bar. */
Test(hud_families, clock_and_speed_add_pixels)
{
    for (int i = 0; i < FAMILIES; i++) {
        open_family(i);
        const unsigned plain = show((struct hud_options){0}).pixels;
        const unsigned clock = show((struct hud_options){.clock = true}).pixels;
        const unsigned both = show((struct hud_options){.clock = true, .speed = true}).pixels;
        cr_expect(clock > plain && both > clock, "%s: %u %u %u", moments[i].demo, plain, clock,
                  both);
        playback_close(&player);
    }
}

/* The bar is where the picture changes with it, the middle of the upper part is free. */
Test(hud_families, what_the_layer_covers)
{
    for (int i = 0; i < FAMILIES; i++) {
        open_family(i);
        (void)show((struct hud_options){0});
        const struct playback_part all = {0, 0, WIDTH, HEIGHT};
        const struct playback_part low = {0, HEIGHT / 2, WIDTH, HEIGHT - HEIGHT / 2};
        const struct playback_part high = {WIDTH / 4, HEIGHT / 6, WIDTH / 2, HEIGHT / 8};
        const struct playback_part none = {10, 10, 0, 0};
        const struct playback_part outside = {WIDTH * 2, HEIGHT * 2, WIDTH, HEIGHT};
        const double full = frame_2d_covered(&player, all), below = frame_2d_covered(&player, low);
        cr_expect(below > 500 && full >= below, "%s: %g of %g", moments[i].demo, below, full);
        cr_expect_eq(frame_2d_covered(&player, high), 0.0, "%s", moments[i].demo);
        cr_expect_eq(frame_2d_covered(&player, none), 0.0);
        cr_expect_eq(frame_2d_covered(&player, outside), 0.0);
        (void)show((struct hud_options){.scores = HUD_SCORES_PLAYERS});
        cr_expect_gt(frame_2d_covered(&player, all), full + 500, "%s", moments[i].demo);
        player.scene_options.no_hud = true;
        cr_assert_eq(playback_draw(&player, NULL, 0), 0);
        cr_expect_eq(frame_2d_covered(&player, all), 0.0, "%s", moments[i].demo);
        playback_close(&player);
    }
}
