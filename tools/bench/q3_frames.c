#include "tools/bench/q3_frames.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "tools/bench/peers/ioquake3.h"
#include "tools/bench/start.h"

enum { ROUNDS_MAX = 9, SEEKS = 200, PATH_BYTES = 1024, SIZES = 2, FILTERS = 3, DEMOS = 4 };
enum { PLAIN, WHOLE, KINDS }; /* pictures without effects and display, and with them */

#define GOAL_SHARE 25.0 /* percent of a frame: effects and display */

/* Nothing else may run while frames are timed. */
static const struct timeline_options no_index = {.key_frame_bytes = 0};

static const char *const demos[DEMOS] = {"oa_dm1_ffa_spec", "aggressor_ffa_play",
                                         "net_maprestart_oa_dm3", "oa_ctf4ish_ctf_spec"};

static const struct {
    int width, height;
} sizes[SIZES] = {{640, 480}, {1280, 720}};

static const struct {
    enum rgb_filter filter;
    const char *name;
    double goal; /* times the peer's speed */
} filters[FILTERS] = {{RGB_TRILINEAR, "trilinear", 3.0},
                      {RGB_BILINEAR, "bilinear", 4.0},
                      {RGB_NEAREST, "nearest", 6.0}};

struct bench {
    const char *data;
    char basedir[PATH_BYTES];
    const char *only; /* a demo's name; NULL: all */
    int rounds;
    struct ioquake3 *peer; /* or NULL */
    FILE *json;            /* or NULL */
};

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double percentile(double *values, int count, int percent)
{
    qsort(values, (size_t)count, sizeof(*values), compare_doubles);
    return values[(count - 1) * percent / 100];
}

static void demo_path(const struct bench *bench, const char *demo, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/quake3/recorded/%s.dm_68", bench->data, demo);
}

static bool is_left_out(const struct bench *bench, const char *demo)
{
    return bench->only && strcmp(bench->only, demo) != 0;
}

/* The demo at its first picture, drawn. */
static bool open_demo(const struct bench *bench, struct playback_context *player, const char *path,
                      int size, enum rgb_filter filter, int threads, int kind)
{
    struct playback_options options = playback_default_options();
    options.threads = threads;
    options.filter = filter;
    options.no_hud = kind == PLAIN;
    options.no_effects = kind == PLAIN;
    options.search.basedir = bench->basedir;
    if (playback_open(player, path, &options, &no_index, NULL) < 0) {
        return false;
    }
    if (playback_set_size(player, sizes[size].width, sizes[size].height) == 0 &&
        timeline_go_update(player->timeline, 0) == 0 && playback_draw(player, NULL, 0) == 0) {
        return true;
    }
    playback_close(player);
    return false;
}

/* Milliseconds a frame of the whole demo: messages, scene and picture. 0 when it failed. */
static double run_demo(const struct bench *bench, const char *path, int size,
                       enum rgb_filter filter, int threads)
{
    struct playback_context player;
    const size_t pitch = (size_t)sizes[size].width;
    uint32_t *target = malloc(pitch * (size_t)sizes[size].height * sizeof(*target));
    if (!target || !open_demo(bench, &player, path, size, filter, threads, PLAIN)) {
        free(target);
        return 0.0;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    const double start = platform_now();
    uint32_t drawn = 0;
    while (drawn < updates && timeline_go_update(player.timeline, drawn) == 0 &&
           playback_draw(&player, target, pitch) == 0) {
        drawn++;
    }
    const double seconds = platform_now() - start;
    playback_close(&player);
    free(target);
    return drawn == updates ? seconds * 1000.0 / drawn : 0.0;
}

enum { PEER, ONE, TWO, RUNS };

/* Milliseconds a frame of a demo at a size, by filter, program and round. */
struct speeds {
    int filters; /* how many of them were run */
    double ms[FILTERS][RUNS][ROUNDS_MAX];
};

/* All runs of a round one after the other, so that what is compared ran under the same conditions;
 * machines others compute on as well change their speed within minutes. */
static void measure_speeds(const struct bench *bench, const char *path, int size,
                           struct speeds *speeds)
{
    for (int round = 0; round < bench->rounds; round++) {
        for (int f = 0; f < speeds->filters; f++) {
            double(*ms)[ROUNDS_MAX] = speeds->ms[f];
            if (bench->peer) {
                ms[PEER][round] = ioquake3_timedemo(bench->peer, path, sizes[size].width,
                                                    sizes[size].height, filters[f].filter);
            }
            ms[ONE][round] = run_demo(bench, path, size, filters[f].filter, 1);
            ms[TWO][round] = run_demo(bench, path, size, filters[f].filter, 2);
        }
    }
}

static double median(const double *values, int count)
{
    double sorted[ROUNDS_MAX];
    memcpy(sorted, values, (size_t)count * sizeof(*values));
    return percentile(sorted, count, 50);
}

/* The median of the rounds' factors: by how much `fast` is ahead. 0: not measured. */
static double factor_of(const double *slow, const double *fast, int rounds)
{
    double factors[ROUNDS_MAX];
    for (int i = 0; i < rounds; i++) {
        factors[i] = slow[i] > 0.0 && fast[i] > 0.0 ? slow[i] / fast[i] : 0.0;
    }
    return percentile(factors, rounds, 50);
}

static double frames_a_second(const double *ms, int rounds)
{
    const double usual = median(ms, rounds);
    return usual > 0.0 ? 1000.0 / usual : 0.0;
}

static void tell_row(const struct bench *bench, const char *demo, int size, int filter,
                     const struct speeds *speeds, bool *first)
{
    const int rounds = bench->rounds;
    const double(*ms)[ROUNDS_MAX] = speeds->ms[filter];
    const double same = factor_of(ms[PEER], ms[ONE], rounds);
    const double usual = factor_of(speeds->ms[0][PEER], ms[ONE], rounds);
    const double threads = factor_of(ms[ONE], ms[TWO], rounds);
    printf("%-22s %4dx%-4d %-9s %9.1f %9.1f %9.1f %7.2fx %8.2fx %6.1fx %8.2fx\n", demo,
           sizes[size].width, sizes[size].height, filters[filter].name,
           frames_a_second(ms[PEER], rounds), frames_a_second(ms[ONE], rounds),
           frames_a_second(ms[TWO], rounds), same, usual, filters[filter].goal, threads);
    fflush(stdout);
    if (bench->json) {
        fprintf(bench->json,
                "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"filter\": \"%s\", "
                "\"ms_peer\": %.4f, \"ms_1_thread\": %.4f, \"ms_2_threads\": %.4f, "
                "\"factor_to_peer\": %.3f, \"factor_to_peer_trilinear\": %.3f, "
                "\"factor_of_2_threads\": %.3f}",
                *first ? "" : ",", demo, sizes[size].width, sizes[size].height,
                filters[filter].name, median(ms[PEER], rounds), median(ms[ONE], rounds),
                median(ms[TWO], rounds), same, usual, threads);
        *first = false;
    }
}

/* All demos by the usual filter, the first by the others as well. */
static void bench_speed(const struct bench *bench)
{
    bool first = true;
    printf("%-22s %-9s %-9s %9s %9s %9s %8s %9s %7s %9s\n", "demo", "size", "filter", "fps peer",
           "fps 1 thr", "fps 2 thr", "1 : peer", "trilinear", "goal", "2 : 1");
    for (int d = 0; d < DEMOS; d++) {
        char path[PATH_BYTES];
        demo_path(bench, demos[d], path);
        if (is_left_out(bench, demos[d])) {
            continue;
        }
        if (!platform_is_file(path)) {
            printf("skipped: %s\n", path);
            continue;
        }
        for (int size = 0; size < SIZES; size++) {
            struct speeds speeds = {.filters = d == 0 ? FILTERS : 1};
            measure_speeds(bench, path, size, &speeds);
            for (int f = 0; f < speeds.filters; f++) {
                tell_row(bench, demos[d], size, f, &speeds, &first);
            }
        }
    }
    printf("1 : peer is against the peer by the same filter, trilinear against the peer by that; "
           "factors are medians of rounds of pairs, speeds medians of each\n");
}

/* ---- Effects and display ---- */

/* Times a picture, milliseconds; keeps the minimum of this and the stored time. */
static bool time_picture(struct playback_context *player, int kind, uint32_t *target, size_t pitch,
                         double *least)
{
    player->scene_options.no_hud = player->scene_options.no_effects = kind == PLAIN;
    const double start = platform_now();
    const bool good = playback_draw(player, target, pitch) == 0;
    const double ms = (platform_now() - start) * 1000.0;
    *least = ms < *least ? ms : *least;
    return good;
}

/* Each update's picture of both kinds one after the other, and which is first in turns. */
static bool time_kinds(const struct bench *bench, struct playback_context *player, uint32_t updates,
                       double *ms[KINDS])
{
    const size_t pitch = (size_t)sizes[1].width;
    uint32_t *target = malloc(pitch * (size_t)sizes[1].height * sizeof(*target));
    bool good = target != NULL;
    for (uint32_t i = 0; i < updates; i++) {
        ms[PLAIN][i] = ms[WHOLE][i] = 1e9;
    }
    for (int round = 0; round < bench->rounds; round++) {
        for (uint32_t i = 0; i < updates && good; i++) {
            const int kind = (int)(i + (uint32_t)round) % KINDS;
            good = timeline_go_update(player->timeline, i) == 0 &&
                   time_picture(player, kind, target, pitch, &ms[kind][i]) &&
                   time_picture(player, KINDS - 1 - kind, target, pitch, &ms[KINDS - 1 - kind][i]);
        }
    }
    free(target);
    return good;
}

/* Mean milliseconds of the minute (or the whole demo) in which they cost most. */
static void find_busiest(double *const ms[KINDS], uint32_t updates, uint32_t minute,
                         double busiest[KINDS])
{
    double sums[KINDS] = {0.0, 0.0}, most = -1.0;
    for (uint32_t i = 0; i < updates; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            sums[kind] += ms[kind][i] - (i >= minute ? ms[kind][i - minute] : 0.0);
        }
        const double share = 1.0 - sums[PLAIN] / sums[WHOLE];
        if (i + 1 >= minute && share > most) {
            most = share;
            busiest[PLAIN] = sums[PLAIN] / minute;
            busiest[WHOLE] = sums[WHOLE] / minute;
        }
    }
}

static bool measure_effects(const struct bench *bench, const char *path, double busiest[KINDS])
{
    struct playback_context player;
    if (!open_demo(bench, &player, path, 1, RGB_TRILINEAR, 1, WHOLE)) {
        return false;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    const double length = timeline_length(player.timeline);
    const double minute = length > 60.0 ? updates * 60.0 / length : updates;
    double *ms[KINDS] = {malloc(updates * sizeof(double)), malloc(updates * sizeof(double))};
    const bool good =
        ms[PLAIN] && ms[WHOLE] && minute >= 1.0 && time_kinds(bench, &player, updates, ms);
    if (good) {
        find_busiest(ms, updates, (uint32_t)minute, busiest);
    }
    free(ms[PLAIN]);
    free(ms[WHOLE]);
    playback_close(&player);
    return good;
}

static void bench_effects(const struct bench *bench)
{
    bool first = true;
    printf("\n%-22s %10s %10s %16s %16s\n", "1280x720, busiest min", "ms without", "ms with",
           "of the frame", "to one without");
    for (int d = 0; d < DEMOS; d++) {
        char path[PATH_BYTES];
        double ms[KINDS] = {0.0, 0.0};
        demo_path(bench, demos[d], path);
        if (is_left_out(bench, demos[d])) {
            continue;
        }
        if (!measure_effects(bench, path, ms)) {
            printf("%-22s not measured\n", demos[d]);
            continue;
        }
        const double share = (1.0 - ms[PLAIN] / ms[WHOLE]) * 100.0;
        printf("%-22s %10.2f %10.2f %14.1f %% %+14.1f %%%s\n", demos[d], ms[PLAIN], ms[WHOLE],
               share, (ms[WHOLE] / ms[PLAIN] - 1.0) * 100.0, share > GOAL_SHARE ? "  MISSED" : "");
        fflush(stdout);
        if (bench->json) {
            fprintf(bench->json,
                    "%s\n  {\"demo\": \"%s\", \"ms_without\": %.4f, \"ms_with\": %.4f}",
                    first ? "" : ",", demos[d], ms[PLAIN], ms[WHOLE]);
            first = false;
        }
    }
    printf("goal: effects and display take at most %.0f %% of the frame; one thread, trilinear\n",
           GOAL_SHARE);
}

/* ---- Loading and seeking ---- */

struct opening {
    const struct bench *bench;
    const char *path;
    int threads;
};

static bool open_first(const void *context, struct playback_context *player)
{
    const struct opening *opening = context;
    return open_demo(opening->bench, player, opening->path, 0, RGB_TRILINEAR, opening->threads,
                     PLAIN);
}

/* Going to random times and drawing there, with all there is, at the first size on one thread. */
static bool measure_seeks(const struct bench *bench, const char *path, double *samples)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    struct playback_options options = playback_default_options();
    struct playback_context player;
    options.search.basedir = bench->basedir;
    if (playback_open(&player, path, &options, &index, NULL) < 0) {
        return false;
    }
    const bool good = playback_set_size(&player, sizes[0].width, sizes[0].height) == 0 &&
                      bench_start_seek(&player, samples, SEEKS);
    playback_close(&player);
    return good;
}

static void bench_starts(const struct bench *bench)
{
    static double seeks[SEEKS];
    printf("\n%-22s %19s %23s %25s\n", "640x480", "load ms 1, 2 thr", "MB at first, after all",
           "seek ms p50/p90/p99");
    bool first = true;
    for (int d = 0; d < DEMOS; d++) {
        char path[PATH_BYTES];
        double ms[2][ROUNDS_MAX];
        struct bench_start last = {0};
        if (is_left_out(bench, demos[d])) {
            continue;
        }
        demo_path(bench, demos[d], path);
        for (int round = 0; round < bench->rounds; round++) {
            for (int threads = 1; threads <= 2; threads++) {
                const struct opening opening = {bench, path, threads};
                last = bench_start_afresh(open_first, &opening);
                ms[threads - 1][round] = last.ms;
            }
        }
        if (!last.good || !measure_seeks(bench, path, seeks)) {
            printf("%-22s not measured\n", demos[d]);
            continue;
        }
        const double one = percentile(ms[0], bench->rounds, 50);
        const double two = percentile(ms[1], bench->rounds, 50);
        printf("%-22s %9.0f %9.0f %11.0f %11.0f %9.2f %7.2f %7.2f\n", demos[d], one, two,
               last.megabytes[0], last.megabytes[1], percentile(seeks, SEEKS, 50),
               percentile(seeks, SEEKS, 90), percentile(seeks, SEEKS, 99));
        if (bench->json) {
            fprintf(bench->json,
                    "%s\n  {\"demo\": \"%s\", \"load_ms_1_thread\": %.1f, "
                    "\"load_ms_2_threads\": %.1f, \"mb\": %.1f, \"seek_ms_p99\": %.3f}",
                    first ? "" : ",", demos[d], one, two, last.megabytes[1],
                    percentile(seeks, SEEKS, 99));
            first = false;
        }
    }
    printf("goals: load 1000 and 600 ms, 300 MB, seek p99 40 ms with all effects; two threads "
           "1.70x one from "
           "1280x720 up\n");
}

void bench_q3_frames(const char *data, int rounds, const char *only, const char *ioquake3,
                     FILE *json)
{
    const char *lacks;
    struct bench bench = {.data = data, .only = only, .json = json};
    bench.rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
    snprintf(bench.basedir, sizeof(bench.basedir), "%s/quake3", data);
    bench.peer = ioquake3_open(ioquake3, &lacks);
    if (bench.peer) {
        printf("Quake III: the peer is ioquake3 on llvmpipe, one thread, in the same run\n");
    } else {
        printf("Quake III: without the peer (there is no %s)\n", lacks);
    }
    if (json) {
        fprintf(json, "{\"frames\": [");
    }
    bench_speed(&bench);
    ioquake3_close(bench.peer);
    if (json) {
        fprintf(json, "],\n\"effects\": [");
    }
    bench_effects(&bench);
    if (json) {
        fprintf(json, "],\n\"start\": [");
    }
    bench_starts(&bench);
    if (json) {
        fprintf(json, "]}");
    }
}
