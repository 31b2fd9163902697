/* One picture, whatever draws it: every golden frame for threads 1, 2, 3, 7 and every kernel set.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "render/cpu.h"
#include "tests/support/golden.h"

static uint64_t draw(struct playback_context *player, const struct golden_frame *frame)
{
    cr_assert_eq(playback_set_size(player, frame->width, frame->height), 0);
    cr_assert_eq(timeline_go_time(player->timeline, frame->time, true), 0);
    cr_assert_eq(playback_draw(player, NULL, 0), 0);
    return renderer_hash(player->renderer);
}

/* A demo that is open in one look, until the frames of another demo come. */
struct open_demo {
    char name[sizeof(((struct golden_frame *)NULL)->demo)]; /* "" = none */
    struct playback_context player;
};

static void close_demo(struct open_demo *demo)
{
    if (demo->name[0] != '\0') {
        playback_close(&demo->player);
        demo->name[0] = '\0';
    }
}

static struct playback_context *open_demo(struct open_demo *demo, const struct golden_frame *frame)
{
    const struct playback_options options = {.fov = 90.0f, .look = frame->look, .threads = 1};
    if (strcmp(demo->name, frame->demo) != 0) {
        close_demo(demo);
        cr_assert_eq(playback_open(&demo->player, frame->demo, &options,
                                   &(struct timeline_options){0}, NULL),
                     0);
        snprintf(demo->name, sizeof(demo->name), "%s", frame->demo);
    }
    return &demo->player;
}

static void check_frame(struct playback_context *player, const struct golden_frame *frame)
{
    static const int threads[] = {1, 2, 3, 7};
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
            player->options.threads = threads[i];
            uint64_t hash = draw(player, frame);
            cr_expect_eq(hash, frame->hash,
                         "%s at %g, %dx%d %s, %s, %d threads: %016" PRIx64 " is not %016" PRIx64,
                         frame->demo, frame->time, frame->width, frame->height,
                         golden_look_names[frame->look], cpu_level_name((enum cpu_level)level),
                         threads[i], hash, frame->hash);
        }
    }
}

Test(golden, same_bits_for_threads_and_kernels)
{
    char line[256];
    struct golden_frame frame;
    struct open_demo demos[GOLDEN_LOOKS];
    unsigned count[GOLDEN_LOOKS] = {0};
    FILE *file = fopen(GOLDEN_FILE, "r");
    memset(demos, 0, sizeof(demos));
    cr_assert_not_null(file, "run the tests in the project's folder");
    while (fgets(line, sizeof(line), file)) {
        if (golden_parse(line, &frame)) {
            check_frame(open_demo(&demos[frame.look], &frame), &frame);
            count[frame.look]++;
        }
    }
    fclose(file);
    for (int look = 0; look < GOLDEN_LOOKS; look++) {
        close_demo(&demos[look]);
        cr_assert_gt(count[look], 20);
    }
}

/* A view smaller than the frame, tiles around it, untinted 2D: the same 32-bit pixels with all
 * threads and kernels. The frames are tinted: a pickup, a powerup, water. */
Test(golden, status_bars_for_threads_and_kernels)
{
    enum { WIDTH = 640, HEIGHT = 400, PIXELS = WIDTH * HEIGHT };
    const size_t bytes = PIXELS * sizeof(uint32_t);
    uint32_t *wanted = malloc(bytes), *pixels = malloc(bytes);
    static const struct {
        const char *demo;
        double time;
        struct hud_options hud;
    } frames[] = {{"builtin:demo1", 7.25, {.style = HUD_CLASSIC, .crosshair = 2}},
                  {"builtin:demo1", 28.0, {.view_size = 70, .scores = HUD_SCORES_PLAYERS}},
                  {"builtin:demo4", 17.0, {.style = HUD_HEADUP, .scale = 1, .clock = true}}};
    cr_assert(wanted != NULL && pixels != NULL);
    for (size_t f = 0; f < sizeof(frames) / sizeof(frames[0]); f++) {
        const struct playback_options options = {.fov = 90.0f, .threads = 1, .hud = frames[f].hud};
        const struct golden_frame frame = {
            .time = frames[f].time, .width = WIDTH, .height = HEIGHT};
        struct playback_context player;
        uint64_t hash = 0;
        cr_assert_eq(
            playback_open(&player, frames[f].demo, &options, &(struct timeline_options){0}, NULL),
            0);
        for (int n = 0; n < 4 * ((int)cpu_detect() + 1); n++) {
            cpu_set_level((enum cpu_level)(n / 4));
            player.options.threads = n % 4 == 3 ? 7 : n % 4 + 1;
            const uint64_t now = draw(&player, &frame);
            hash = n == 0 ? now : hash;
            cr_expect_eq(now, hash, "%zu, %d", f, n);
            cr_assert_eq(playback_draw(&player, pixels, WIDTH), 0);
            if (n == 0) {
                memcpy(wanted, pixels, bytes);
            }
            cr_expect_eq(memcmp(wanted, pixels, bytes), 0, "%zu, %d", f, n);
        }
        playback_close(&player);
    }
    free(wanted);
    free(pixels);
}
