/* quakereel timedemo: every server update once, as fast as possible, and how fast that was. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/follow_check.h"
#include "engine/commands/text_output.h"
#include "engine/commands/timing.h"
#include "engine/report/report.h"
#include "engine/viewer/host/window.h"
#include "render/cpu.h"

enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 480 };

struct timedemo {
    struct playback_context player;
    struct window *window;          /* NULL: into memory */
    uint32_t *memory;               /* the 32-bit picture when there is no window */
    struct render_profile *profile; /* NULL: not asked for */
    bool told_follow;               /* the player to follow was checked before the first run */
};

static int lack_memory(void)
{
    fprintf(stderr, "quakereel: out of memory\n");
    return EXIT_BAD_INPUT;
}

/* Draws where the timeline stands and takes the times of drawing and presenting. */
static int draw_frame(struct timedemo *t, struct timing_frame *frame)
{
    struct playback_context *player = &t->player;
    size_t pitch = (size_t)player->scene_options.width;
    uint32_t *target = t->memory;
    double start = platform_now();
    if (t->window) {
        target = window_lock(t->window, player->scene_options.width, player->scene_options.height,
                             &pitch);
    }
    double locked = platform_now();
    if (report_draw(player, target, pitch, &t->told_follow) < 0) {
        return EXIT_BAD_INPUT;
    }
    double drawn = platform_now();
    if (t->window && target) {
        window_present(t->window);
    }
    frame->draw = drawn - locked;
    frame->present = platform_now() - drawn + (locked - start);
    return 0;
}

/* One pass over the demo; run->frames holds one for each update. */
static int run_once(struct timedemo *t, struct timing_run *run)
{
    struct timeline *timeline = t->player.timeline;
    run->hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < run->num_frames; i++) {
        struct timing_frame *frame = &run->frames[i];
        double start = platform_now();
        timeline_parse_only(timeline, i);
        frame->parse = platform_now() - start;
        start = platform_now();
        if (timeline_go_update(timeline, i) < 0) {
            fprintf(stderr, "quakereel: out of memory (client's state)\n");
            return EXIT_BAD_INPUT;
        }
        /* Applying a block decodes it again: what is left after the parse is simulation. */
        double simulate = platform_now() - start - frame->parse;
        frame->simulate = simulate > 0.0 ? simulate : 0.0;
        int status = draw_frame(t, frame);
        if (status) {
            return status;
        }
        run->hash = (run->hash ^ playback_hash(&t->player)) * 0x9e3779b97f4a7c15u;
        run->hash ^= run->hash >> 29;
    }
    return 0;
}

/* Prints each phase's time per frame and its share of all threads' time. */
static void print_profile(FILE *out, const struct render_profile *profile, uint32_t frames)
{
    double sum = 0.0;
    for (int i = 0; i < RENDER_PHASES; i++) {
        sum += (double)atomic_load(&profile->ns[i]);
    }
    for (int i = 0; i < RENDER_PHASES && sum > 0.0; i++) {
        const double ns = (double)atomic_load(&profile->ns[i]);
        if (ns > 0.0) {
            fprintf(out, "%-22s %9.4f ms %5.1f %%\n", render_phase_name((enum render_phase)i),
                    ns * 1e-6 / frames, 100.0 * ns / sum);
        }
    }
}

static void print_json(FILE *out, const struct timedemo *t, const struct timing_run *run,
                       const struct timing_figures *f)
{
    const struct playback_options *options = &t->player.options;
    fprintf(out,
            "{\"frames\": %" PRIu32 ", \"seconds\": %.6f, \"fps\": %.3f, \"mean_ms\": %.5f, "
            "\"median_ms\": %.5f, \"p95_ms\": %.5f, \"p99_ms\": %.5f, \"p999_ms\": %.5f, "
            "\"low1_fps\": %.3f, \"low01_fps\": %.3f, \"parse_ms\": %.6f, \"simulate_ms\": %.6f, "
            "\"draw_ms\": %.6f, \"present_ms\": %.6f, \"width\": %d, \"height\": %d, "
            "\"look\": \"%s\", \"threads\": %d, \"cpu\": \"%s\", \"hash\": \"%016" PRIx64 "\"}\n",
            f->frames, f->seconds, f->fps, f->mean_ms, f->median_ms, f->p95_ms, f->p99_ms,
            f->p999_ms, f->low1_fps, f->low01_fps, f->parse_ms, f->simulate_ms, f->draw_ms,
            f->present_ms, t->player.scene_options.width, t->player.scene_options.height,
            options->look == LOOK_FAITHFUL ? "faithful" : "exact",
            renderer_threads(t->player.renderer), cpu_level_name(cpu_active_level()), run->hash);
}

static void print_csv(FILE *out, const struct timing_run *run)
{
    fprintf(out, "frame,total_ms,parse_ms,simulate_ms,draw_ms,present_ms\n");
    for (uint32_t i = 0; i < run->num_frames; i++) {
        const struct timing_frame *f = &run->frames[i];
        fprintf(out, "%" PRIu32 ",%.6f,%.6f,%.6f,%.6f,%.6f\n", i, timing_frame_total(f) * 1000.0,
                f->parse * 1000.0, f->simulate * 1000.0, f->draw * 1000.0, f->present * 1000.0);
    }
}

static double run_seconds(const struct timing_run *run)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < run->num_frames; i++) {
        sum += timing_frame_total(&run->frames[i]);
    }
    return sum;
}

static int compare_runs(const void *a, const void *b)
{
    double x = run_seconds(a);
    double y = run_seconds(b);
    return x < y ? -1 : x > y;
}

/* The text for people, and the data that was asked for. With data, the text goes to stderr. */
static int print_results(FILE *out, const struct timedemo *t,
                         const struct timedemo_options *options, const struct timing_run *run)
{
    struct timing_figures figures;
    FILE *people = options->json || options->csv ? stderr : out;
    if (timing_figures_make(run, &figures) < 0) {
        return lack_memory();
    }
    timing_print(people, &figures, run->hash);
    if (t->profile) {
        print_profile(people, t->profile, (uint32_t)options->runs * run->num_frames);
    }
    if (options->json) {
        print_json(out, t, run, &figures);
    }
    if (options->csv) {
        print_csv(out, run);
    }
    (void)!fflush(out); /* before messages, when both go to one file */
    return EXIT_GOOD;
}

static int run_all(FILE *out, struct timedemo *t, const struct timedemo_options *options)
{
    const uint32_t num_runs = (uint32_t)options->runs;
    uint32_t updates = timeline_extent(t->player.timeline).num_updates;
    struct timing_run *runs = calloc(num_runs, sizeof(*runs));
    const bool followed = follow_check_part(&t->player, 0.0, timeline_length(t->player.timeline));
    bool told_views = false;
    report_views(&t->player, &told_views);
    t->told_follow = true;
    int status = runs ? 0 : lack_memory();
    for (uint32_t i = 0; status == 0 && i < num_runs; i++) {
        runs[i].num_frames = updates;
        runs[i].frames = calloc(updates, sizeof(*runs[i].frames));
        status = runs[i].frames ? run_once(t, &runs[i]) : lack_memory();
    }
    if (status == 0) {
        qsort(runs, num_runs, sizeof(*runs), compare_runs);
        status = print_results(out, t, options, &runs[(num_runs - 1) / 2]);
    }
    for (uint32_t i = 0; runs && i < num_runs; i++) {
        free(runs[i].frames);
    }
    free(runs);
    const bool damaged = status == 0 && report_damage(&t->player, NULL);
    return damaged || (status == 0 && !followed) ? EXIT_BAD_INPUT : status;
}

static int prepare_target(struct timedemo *t, bool no_window)
{
    int width = t->player.scene_options.width;
    int height = t->player.scene_options.height;
    char reason[256];
    if (!no_window) {
        const struct window_options options = {
            .title = "quakereel timedemo", .width = width, .height = height};
        t->window = window_create(&options, reason, sizeof(reason));
        if (!t->window) {
            fprintf(stderr, "quakereel: no window (%s); drawing into memory\n", reason);
        }
    }
    if (!t->window) {
        t->memory = calloc((size_t)width * (size_t)height, sizeof(*t->memory));
    }
    return t->window || t->memory ? 0 : lack_memory();
}

static int open_and_run(FILE *out, const struct options *options, const char *demo)
{
    /* Nothing else may run meanwhile, and play only goes forward. */
    static const struct timeline_options index = {.key_frame_bytes = 0, .background = false};
    struct render_profile profile = {0};
    struct timedemo t = {0};
    int status = EXIT_BAD_INPUT;
    if (report_open(&t.player, demo, &options->player, &index, NULL, NULL) != 0) {
        return status;
    }
    if (report_set_size(&t.player, options->size.width ? options->size.width : DEFAULT_WIDTH,
                        options->size.height ? options->size.height : DEFAULT_HEIGHT) == 0) {
        status = prepare_target(&t, options->timedemo.no_window);
    }
    if (options->timedemo.profile) {
        t.profile = &profile;
        playback_set_profile(&t.player, &profile);
    }
    if (status == 0) {
        status = run_all(out, &t, &options->timedemo);
    }
    window_destroy(t.window);
    free(t.memory);
    report_missing(&t.player, NULL);
    playback_close(&t.player);
    return status;
}

static int write_timing(const struct options *options, const char *demo)
{
    struct text_output out;
    int status = text_output_open(&out, options);
    if (status == EXIT_GOOD) {
        status = text_output_close(&out, open_and_run(out.stream, options, demo));
    }
    return status;
}

int cmd_timedemo(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *demo;
    int status = command_begin(&options, COMMAND_TIMEDEMO, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = demo_arguments_one(&demos, &options, &demo);
    if (status == EXIT_GOOD) {
        status = write_timing(&options, demo);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
