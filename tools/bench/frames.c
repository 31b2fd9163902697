#include "tools/bench/frames.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "assets/platform.h"
#include "tools/bench/measure.h"

enum { ROUNDS = 3, CHUNKS = 10 };

static const struct timeline_options no_index = {.key_frame_bytes = 0, .background = false};

/* Seconds to draw the demo's frames once, in CHUNKS runs of consecutive updates, spread over it:
 * scene and picture, not the demo's messages. */
static double draw_round(struct playback_context *player, uint32_t frames, uint32_t *target,
                         uint32_t *drawn)
{
    uint32_t updates = timeline_extent(player->timeline).num_updates;
    uint32_t run = frames / CHUNKS;
    double seconds = 0.0;
    *drawn = 0;
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        uint32_t first = (uint32_t)((uint64_t)updates * chunk / CHUNKS);
        for (uint32_t i = first; i < first + run && i < updates; i++) {
            if (timeline_go_update(player->timeline, i) < 0) {
                return 0.0;
            }
            double start = platform_now();
            if (playback_draw(player, target, (size_t)player->scene_options.width) < 0) {
                return 0.0;
            }
            seconds += platform_now() - start;
            (*drawn)++;
        }
    }
    return seconds;
}

static double median_ms(struct playback_context *player, uint32_t frames, uint32_t *target)
{
    double rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t drawn;
        double seconds = draw_round(player, frames, target, &drawn);
        rounds[i] = drawn ? seconds * 1000.0 / drawn : 0.0;
    }
    return bench_median(rounds, ROUNDS);
}

static void bench_one(const struct bench_job *job, const struct bench_size *size,
                      enum render_look look, uint32_t frames, FILE *json, bool *first)
{
    uint32_t *target = malloc((size_t)size->width * (size_t)size->height * sizeof(*target));
    double ms[2] = {0};
    for (int threads = 1; target && threads <= 2; threads++) {
        struct playback_context player;
        if (bench_open(&player, job, size, look, threads)) {
            ms[threads - 1] = median_ms(&player, frames, target);
            playback_close(&player);
        }
    }
    free(target);
    if (!(ms[0] > 0.0 && ms[1] > 0.0)) {
        return;
    }
    printf("%-16s %4dx%-4d %-9s %9.1f %9.1f %7.2fx\n", job->label, size->width, size->height,
           bench_look_name(look), 1000.0 / ms[0], 1000.0 / ms[1], ms[0] / ms[1]);
    fflush(stdout);
    if (json) {
        fprintf(json,
                "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"look\": \"%s\", "
                "\"ms_1_thread\": %.5f, \"ms_2_threads\": %.5f}",
                *first ? "" : ",", job->label, size->width, size->height, bench_look_name(look),
                ms[0], ms[1]);
        *first = false;
    }
}

/* From nothing to the first picture of a demo, as a newly started program has it. */
static void bench_start(const struct bench_job *job, FILE *json)
{
    const struct playback_options options = {
        .fov = 90.0f, .threads = 2, .search.basedir = job->basedir[0] ? job->basedir : NULL};
    struct playback_context player;
    double start = platform_now();
    if (playback_open(&player, job->demo, &options, &no_index, NULL) != 0) {
        return;
    }
    if (playback_set_size(&player, 1920, 1080) == 0 &&
        timeline_go_update(player.timeline, 0) == 0 && playback_draw(&player, NULL, 0) == 0) {
        double ms = (platform_now() - start) * 1000.0;
        printf("%-16s start to first frame at 1920x1080: %.1f ms\n", job->label, ms);
        if (json) {
            fprintf(json, "\"first_frame_ms\": %.3f,\n", ms);
        }
    }
    playback_close(&player);
}

static void bench_memory(FILE *json)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        printf("largest resident memory of the run: %.1f MB\n", (double)usage.ru_maxrss / 1024.0);
        if (json) {
            fprintf(json, "\"max_resident_kb\": %ld,\n", usage.ru_maxrss);
        }
    }
}

void bench_frames(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  uint32_t frames, FILE *json)
{
    bool first = true;
    bench_start(&jobs[0], json);
    bench_memory(json);
    printf("%-16s %-9s %-9s %9s %9s %8s\n", "demo", "size", "look", "fps 1 thr", "fps 2 thr",
           "2 : 1");
    if (json) {
        fprintf(json, "\"frames\": [");
    }
    for (size_t j = 0; j < num_jobs; j++) {
        for (size_t s = 0; s < BENCH_SIZES; s++) {
            if (bench_is_chosen(choice, jobs[j].label, &bench_sizes[s])) {
                for (int l = 0; l < BENCH_LOOKS; l++) {
                    bench_one(&jobs[j], &bench_sizes[s], bench_looks[l], frames, json, &first);
                }
            }
        }
    }
    if (json) {
        fprintf(json, "],\n");
    }
    printf("\n");
}
