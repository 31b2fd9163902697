#include "tools/bench/beside/truecolor.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "tools/bench/measure.h"
#include "tools/bench/peers/quakespasm.h"
#include "tools/bench/start.h"

enum { ROUNDS_MAX = 9, SEEKS = 200 };

/* Milliseconds a frame: of the processor on one thread, but for the last two. */
enum { PEER, TRILINEAR, NEAREST, EXACT, ONE_WALL, TWO_WALL, RUNS };

static const char *const run_names[RUNS] = {"peer",  "trilinear", "nearest",
                                            "exact", "one_wall",  "two_wall"};

#define GOAL_NEAREST 0.67 /* of exact's speed */
#define GOAL_THREADS 1.8

/* Nothing else may run while frames are timed. */
static const struct timeline_options no_index = {.key_frame_bytes = 0};

struct bench {
    struct quakespasm *peer; /* or NULL */
    int rounds;
    FILE *json; /* or NULL */
};

struct view {
    const struct bench_job *job;
    const struct bench_size *size;
    enum render_look look;
    enum rgb_filter filter;
    int threads;
};

static double goal_of(const struct bench_size *size)
{
    return size->width > 640 ? 5.0 : 4.0;
}

/* Without status bar, as the peer; with fog. */
static bool open_view(const void *context, struct playback_context *player,
                      const struct timeline_options *index)
{
    const struct view *view = context;
    const struct playback_options options = {.fov = 90.0f,
                                             .look = view->look,
                                             .filter = view->filter,
                                             .threads = view->threads,
                                             .no_hud = true,
                                             .search.basedir = view->job->basedir};
    if (playback_open(player, view->job->demo, &options, index, NULL) != 0) {
        return false;
    }
    if (playback_set_size(player, view->size->width, view->size->height) == 0) {
        return true;
    }
    playback_close(player);
    return false;
}

/* ---- Frames ---- */

/* The peer's frames. `wall`: by the clock, not the processor's time. 0: it failed. */
static double draw_part(const struct view *view, bool wall)
{
    struct playback_context player;
    const size_t pitch = (size_t)view->size->width;
    uint32_t *target = malloc(pitch * (size_t)view->size->height * sizeof(*target));
    if (target == NULL || !open_view(view, &player, &no_index)) {
        free(target);
        return 0.0;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    const uint32_t end = updates < QUAKESPASM_END ? updates : QUAKESPASM_END;
    double seconds = 0.0;
    bool good = timeline_go_update(player.timeline, 0) == 0 &&
                playback_draw(&player, target, pitch) == 0; /* loads the level */
    for (uint32_t i = QUAKESPASM_FIRST; i < end && good; i++) {
        good = timeline_go_update(player.timeline, i) == 0;
        const double start = wall ? platform_now() : bench_processor_now();
        good = good && playback_draw(&player, target, pitch) == 0;
        seconds += (wall ? platform_now() : bench_processor_now()) - start;
    }
    playback_close(&player);
    free(target);
    return good && end > QUAKESPASM_FIRST ? seconds * 1000.0 / (end - QUAKESPASM_FIRST) : 0.0;
}

/* All runs of a round one after the other: what is compared ran under the same conditions. */
static bool run_rounds(const struct bench *bench, const struct bench_job *job,
                       const struct bench_size *size, double ms[RUNS][ROUNDS_MAX])
{
    static const struct {
        enum render_look look;
        enum rgb_filter filter;
        int threads;
    } own[RUNS] = {[TRILINEAR] = {LOOK_TRUECOLOR, RGB_TRILINEAR, 1},
                   [NEAREST] = {LOOK_TRUECOLOR, RGB_NEAREST, 1},
                   [EXACT] = {LOOK_EXACT, RGB_TRILINEAR, 1},
                   [ONE_WALL] = {LOOK_TRUECOLOR, RGB_TRILINEAR, 1},
                   [TWO_WALL] = {LOOK_TRUECOLOR, RGB_TRILINEAR, 2}};
    for (int round = 0; round < bench->rounds; round++) {
        ms[PEER][round] =
            bench->peer ? quakespasm_timedemo(bench->peer, job->demo, size->width, size->height)
                        : 0.0;
        for (int run = TRILINEAR; run < RUNS; run++) {
            const struct view view = {job, size, own[run].look, own[run].filter, own[run].threads};
            ms[run][round] = draw_part(&view, run >= ONE_WALL);
            if (!(ms[run][round] > 0.0)) {
                return false;
            }
        }
    }
    return true;
}

static double median(const double *values, int count)
{
    double sorted[ROUNDS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof(*values));
    return bench_median(sorted, count);
}

/* The median of the rounds' factors: by how much `fast` is ahead. */
static double factor_of(const double *slow, const double *fast, int rounds)
{
    double factors[ROUNDS_MAX];
    for (int i = 0; i < rounds; i++) {
        factors[i] = slow[i] / fast[i];
    }
    return bench_median(factors, rounds);
}

static void tell_row(const struct bench *bench, const struct bench_job *job,
                     const struct bench_size *size, double ms[RUNS][ROUNDS_MAX], bool first)
{
    const int rounds = bench->rounds;
    printf("%-12s %4dx%-4d %9.3f %9.3f %9.3f %9.3f %8.2fx %5.1fx %8.2fx %8.2fx\n", job->label,
           size->width, size->height, median(ms[PEER], rounds), median(ms[TRILINEAR], rounds),
           median(ms[NEAREST], rounds), median(ms[EXACT], rounds),
           factor_of(ms[PEER], ms[TRILINEAR], rounds), goal_of(size),
           factor_of(ms[EXACT], ms[NEAREST], rounds),
           factor_of(ms[ONE_WALL], ms[TWO_WALL], rounds));
    fflush(stdout);
    if (bench->json == NULL) {
        return;
    }
    fprintf(bench->json, "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"rounds\": [",
            first ? "" : ",", job->label, size->width, size->height);
    for (int i = 0; i < rounds; i++) {
        for (int run = 0; run < RUNS; run++) {
            fprintf(bench->json, "%s\"%s_ms\": %.5f",
                    run > 0 ? ", "
                    : i > 0 ? ",\n    {"
                            : "\n    {",
                    run_names[run], ms[run][i]);
        }
        fprintf(bench->json, "}");
    }
    fprintf(bench->json, "]}");
}

static bool is_compared(const struct bench_job *job, const struct bench_size *size,
                        const struct bench_choice *choice)
{
    return job->beside && (size->width == 640 || size->width == 1280) &&
           bench_is_chosen(choice, job->label, size);
}

static void bench_frames_of(const struct bench *bench, const struct bench_job *jobs,
                            size_t num_jobs, const struct bench_choice *choice)
{
    bool first = true;
    printf("%-12s %-9s %9s %9s %9s %9s %9s %6s %9s %9s\n", "demo", "size", "peer ms", "trilinear",
           "nearest", "exact", "to peer", "goal", "nearest", "2 : 1");
    for (size_t j = 0; j < num_jobs; j++) {
        for (int s = 0; s < BENCH_SIZES; s++) {
            static double ms[RUNS][ROUNDS_MAX];
            if (!is_compared(&jobs[j], &bench_sizes[s], choice)) {
                continue;
            }
            if (!run_rounds(bench, &jobs[j], &bench_sizes[s], ms)) {
                printf("%-12s not measured\n", jobs[j].label);
                continue;
            }
            tell_row(bench, &jobs[j], &bench_sizes[s], ms, first);
            first = false;
        }
    }
    printf(
        "milliseconds of the processor a frame, one thread, updates %d to %d; to peer: trilinear "
        "against the peer;\nnearest: its speed by exact's, goal %.2fx; 2 : 1: two threads "
        "against one by the clock, goal %.2fx at 1280x720\n",
        QUAKESPASM_FIRST, QUAKESPASM_END, GOAL_NEAREST, GOAL_THREADS);
}

/* ---- Loading and seeking ---- */

/* A picture with a level in it. */
static bool open_first(const void *context, struct playback_context *player)
{
    if (!open_view(context, player, &no_index)) {
        return false;
    }
    if (timeline_go_update(player->timeline, QUAKESPASM_FIRST) == 0 &&
        playback_draw(player, NULL, 0) == 0) {
        return true;
    }
    playback_close(player);
    return false;
}

static bool measure_seeks(const struct view *view, double *ms)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    struct playback_context player;
    if (!open_view(view, &player, &index)) {
        return false;
    }
    const bool good = bench_start_seek(&player, ms, SEEKS);
    playback_close(&player);
    return good;
}

static void tell_start(const struct bench *bench, const struct bench_job *job, bool first)
{
    static double seeks[SEEKS];
    double ms[2][ROUNDS_MAX]; /* exact, true colour */
    struct bench_start last = {0};
    struct view view = {job, &bench_sizes[1], LOOK_EXACT, RGB_TRILINEAR, 1};
    for (int round = 0; round < bench->rounds; round++) {
        for (int i = 0; i < 2; i++) {
            view.look = i == 0 ? LOOK_EXACT : LOOK_TRUECOLOR;
            last = bench_start_afresh(open_first, &view);
            ms[i][round] = last.ms;
        }
    }
    if (!last.good || !measure_seeks(&view, seeks)) {
        printf("%-12s not measured\n", job->label);
        return;
    }
    const double exact = bench_median(ms[0], bench->rounds);
    const double own = bench_median(ms[1], bench->rounds);
    const double p50 = bench_percentile(seeks, SEEKS, 50), p99 = bench_percentile(seeks, SEEKS, 99);
    printf("%-12s %9.0f %9.0f %9.0f %9.0f %9.0f %9.2f %9.2f\n", job->label, exact, own, own - exact,
           last.megabytes[0], last.megabytes[1], p50, p99);
    fflush(stdout);
    if (bench->json) {
        fprintf(bench->json,
                "%s\n  {\"demo\": \"%s\", \"load_ms_exact\": %.1f, \"load_ms\": %.1f, \"mb\": "
                "%.1f, \"seek_ms_p99\": %.3f}",
                first ? "" : ",", job->label, exact, own, last.megabytes[1], p99);
    }
}

void bench_truecolor(const struct bench_job *jobs, size_t num_jobs,
                     const struct bench_choice *choice, const char *quakespasm, int rounds,
                     FILE *json)
{
    const char *lacks = "game data";
    struct bench bench = {.json = json};
    bench.rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
    for (size_t j = 0; j < num_jobs && bench.peer == NULL; j++) {
        if (jobs[j].beside) {
            bench.peer = quakespasm_open(quakespasm, jobs[j].basedir, &lacks);
            break;
        }
    }
    if (bench.peer) {
        printf("true colour: the peer is QuakeSpasm on llvmpipe, one thread, in the same run\n");
    } else {
        printf("true colour: without the peer (there is no %s)\n", lacks);
    }
    if (json) {
        fprintf(json, "\"truecolor_frames\": [");
    }
    bench_frames_of(&bench, jobs, num_jobs, choice);
    quakespasm_close(bench.peer);
    if (json) {
        fprintf(json, "],\n\"truecolor_start\": [");
    }
    printf("\n%-12s %9s %9s %9s %9s %9s %9s %9s\n", "640x480", "load ms:", "true", "beyond",
           "MB at", "after", "seek ms", "");
    printf("%-12s %9s %9s %9s %9s %9s %9s %9s\n", "", "exact", "colour", "exact", "first", "all",
           "p50", "p99");
    bool first = true;
    for (size_t j = 0; j < num_jobs; j++) {
        if (is_compared(&jobs[j], &bench_sizes[1], choice)) {
            tell_start(&bench, &jobs[j], first);
            first = false;
        }
    }
    printf("goals: 500 ms beyond exact, 400 MB, seek p99 20 ms\n\n");
    if (json) {
        fprintf(json, "],\n");
    }
}
