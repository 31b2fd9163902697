/* Small pictures of other moments: the bits of playback, the newest request first, the last kept.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/viewer/preview/preview.h"

enum { WIDTH = 192, HEIGHT = 108, PIXELS = WIDTH * HEIGHT, WAITS = 2000 };

static uint32_t seen[PIXELS], wanted[PIXELS];

/* Waits until the picture is there; a long time at most. */
static bool wait_for(struct preview *preview, struct preview_key key, uint32_t *pixels)
{
    static const struct timespec pause = {0, 5000000};
    for (int i = 0; i < WAITS; i++) {
        if (preview_copy(preview, key, pixels)) {
            return true;
        }
        nanosleep(&pause, NULL);
    }
    return false;
}

static void draw_plainly(const char *name, struct preview_key key, uint32_t *pixels)
{
    static const struct timeline_options index = {.background = false};
    struct playback_options options = playback_default_options();
    struct playback_context player;
    struct format_error err;
    options.no_hud = true;
    options.scale = 1;
    cr_assert_eq(playback_open(&player, name, &options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(playback_set_size(&player, WIDTH, HEIGHT), 0);
    player.scene_options.follow = key.follow;
    cr_assert_eq(playback_go_time(&player, key.time), 0);
    cr_assert_eq(playback_draw(&player, pixels, WIDTH), 0);
    playback_close(&player);
}

static struct preview *begin(const char *name)
{
    struct playback_options options = playback_default_options();
    char folder[] = "/nowhere"; /* goes before the thread reads it */
    options.search.basedir = folder;
    options.follow = "nobody";
    options.threads = 3;
    struct preview *preview = preview_begin(name, &options, WIDTH, HEIGHT);
    memset(folder, 'x', sizeof(folder));
    cr_assert_not_null(preview);
    return preview;
}

Test(preview, pictures_are_those_of_playback)
{
    static const struct {
        const char *demo;
        struct preview_key key;
    } asked[] = {{"builtin:demo1", {12.0, 0}},
                 {"builtin:demo4", {9.0, 2}},
                 {"builtin:demo4", {9.0, 1}},
                 {"builtin:demo5", {7.5, 0}}};
    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
        struct preview *preview = begin(asked[i].demo);
        cr_expect_not(preview_copy(preview, asked[i].key, seen));
        preview_ask(preview, asked[i].key);
        cr_assert(wait_for(preview, asked[i].key, seen), "%s", asked[i].demo);
        cr_expect(preview_is_new(preview));
        cr_expect_not(preview_is_new(preview));
        draw_plainly(asked[i].demo, asked[i].key, wanted);
        cr_expect_eq(memcmp(seen, wanted, sizeof(seen)), 0, "%zu %s", i, asked[i].demo);
        preview_end(preview);
    }
}

Test(preview, the_last_ones_are_kept)
{
    struct preview *preview = begin("builtin:demo1");
    for (int i = 0; i <= PREVIEW_KEPT; i++) {
        const struct preview_key key = {i * 0.25, 0};
        preview_ask(preview, key);
        cr_assert(wait_for(preview, key, seen));
    }
    cr_expect_not(preview_copy(preview, (struct preview_key){0.0, 0}, seen), "the oldest went");
    cr_expect(preview_copy(preview, (struct preview_key){0.25, 0}, seen));
    cr_expect_not(preview_copy(preview, (struct preview_key){0.25, 1}, seen), "another view");
    preview_end(preview);
}

Test(preview, ends_at_any_time)
{
    preview_end(NULL);
    preview_end(begin("builtin:demo1")); /* nothing was asked for */
    for (int i = 0; i < 20; i++) {
        struct preview *preview = begin("builtin:demo5");
        const struct timespec pause = {0, i * 1000000};
        for (int k = 0; k < 5; k++) {
            preview_ask(preview, (struct preview_key){k, 0});
        }
        nanosleep(&pause, NULL);
        preview_end(preview);
    }
}

Test(preview, a_demo_that_cannot_be_opened_has_none)
{
    struct preview *preview = begin("/nowhere/none.dem");
    preview_ask(preview, (struct preview_key){1.0, 0});
    cr_expect_not(preview_copy(preview, (struct preview_key){1.0, 0}, seen));
    preview_end(preview);
}
