#include "tools/bench/phases.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "formats/base/json.h"
#include "render/profile.h"

enum { CHUNKS = 10, ROUNDS = 3, THREADS_MAX = 8, SAMPLES = 100 };

struct sample {
    double surfaces, ms;
};

/* Times with a number of threads: first sums, then per frame. */
struct round {
    uint32_t frames;
    double ms; /* on the wall */
    double phases[RENDER_PHASES];
    double counts[RENDER_COUNTS];
    struct sample samples[SAMPLES];
    int num_samples;
};

struct row {
    const struct bench_job *job;
    const struct bench_size *size;
    enum render_look look;
    int num_threads;
    struct round threads[THREADS_MAX];
};

static uint64_t surfaces_seen(struct render_profile *profile)
{
    return atomic_load(&profile->counts[RENDER_SURFACES_SEEN]);
}

/* One frame; its time is the round's, and some are kept as samples. */
static bool draw_one(struct playback_context *player, struct render_profile *profile,
                     uint32_t *target, uint32_t every, struct round *round)
{
    const uint64_t seen = surfaces_seen(profile);
    const double start = platform_now();
    if (playback_draw(player, target, (size_t)player->scene_options.width) < 0) {
        return false;
    }
    const double ms = (platform_now() - start) * 1000.0;
    round->ms += ms;
    if (round->frames % every == 0 && round->num_samples < SAMPLES) {
        round->samples[round->num_samples++] =
            (struct sample){(double)(surfaces_seen(profile) - seen), ms};
    }
    round->frames++;
    return true;
}

/* Some consecutive updates from `first` on, once. */
static bool draw_run(struct playback_context *player, uint32_t first, uint32_t count,
                     uint32_t *target, uint32_t every, struct round *round)
{
    const uint32_t updates = timeline_extent(player->timeline).num_updates;
    struct render_profile profile = {0};
    bool good = true;
    *round = (struct round){0};
    playback_set_profile(player, &profile);
    for (uint32_t i = first; good && i < first + count && i < updates; i++) {
        good = timeline_go_update(player->timeline, i) == 0 &&
               draw_one(player, &profile, target, every, round);
    }
    playback_set_profile(player, NULL);
    for (int i = 0; i < RENDER_PHASES; i++) {
        round->phases[i] = (double)atomic_load(&profile.ns[i]) * 1e-6;
    }
    for (int i = 0; i < RENDER_COUNTS; i++) {
        round->counts[i] = (double)atomic_load(&profile.counts[i]);
    }
    return good;
}

static void add_run(struct round *sum, const struct round *run)
{
    sum->frames += run->frames;
    sum->ms += run->ms;
    for (int i = 0; i < RENDER_PHASES; i++) {
        sum->phases[i] += run->phases[i];
    }
    for (int i = 0; i < RENDER_COUNTS; i++) {
        sum->counts[i] += run->counts[i];
    }
    for (int i = 0; i < run->num_samples && sum->num_samples < SAMPLES; i++) {
        sum->samples[sum->num_samples++] = run->samples[i];
    }
}

/* Sums of all frames become those of one. */
static void divide(struct round *round)
{
    const double number = round->frames > 0 ? round->frames : 1;
    round->ms /= number;
    for (int i = 0; i < RENDER_PHASES; i++) {
        round->phases[i] /= number;
    }
    for (int i = 0; i < RENDER_COUNTS; i++) {
        round->counts[i] /= number;
    }
}

/* Measures runs spread over the demo; the fastest repetition of each counts. */
static bool measure(struct row *row, int threads, uint32_t frames, uint32_t *target)
{
    static struct round round, best;
    struct round *sum = &row->threads[threads - 1];
    const uint32_t count = frames / CHUNKS > 0 ? frames / CHUNKS : 1;
    const uint32_t every = frames / SAMPLES > 0 ? frames / SAMPLES : 1;
    struct playback_context player;
    if (!bench_open(&player, row->job, row->size, row->look, threads)) {
        return false;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    bool good = true;
    for (uint32_t chunk = 0; chunk < CHUNKS && good; chunk++) {
        const uint32_t first = (uint32_t)((uint64_t)updates * chunk / CHUNKS);
        for (int i = 0; i < ROUNDS && good; i++) {
            good = draw_run(&player, first, count, target, every, &round);
            if (i == 0 || round.ms < best.ms) {
                best = round;
            }
        }
        add_run(sum, &best);
    }
    divide(sum);
    playback_close(&player);
    return good;
}

static bool measure_row(struct row *row, uint32_t frames)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t pixels = (size_t)row->size->width * (size_t)row->size->height;
    uint32_t *target = malloc(pixels * sizeof(*target));
    bool good = target != NULL;
    row->num_threads = online < 2 ? 2 : online > THREADS_MAX ? THREADS_MAX : (int)online;
    for (int threads = 1; threads <= row->num_threads && good; threads++) {
        good = measure(row, threads, frames, target);
    }
    free(target);
    return good;
}

static double sum_of(const struct round *round)
{
    double sum = 0.0;
    for (int i = 0; i < RENDER_PHASES; i++) {
        sum += round->phases[i];
    }
    return sum;
}

/* Five digits behind the point are more than is measured. */
static void write_number(struct json_writer *json, const char *key, double value)
{
    json_number(json, key, (double)(int64_t)(value * 1e5 + 0.5) / 1e5);
}

static void write_row(FILE *json, const struct row *row, bool first)
{
    struct json_writer writer = {.out = json};
    const struct round *one = &row->threads[0];
    fprintf(json, "%s\n  ", first ? "" : ",");
    json_begin_object(&writer, NULL);
    json_string(&writer, "demo", row->job->label);
    json_integer(&writer, "width", row->size->width);
    json_integer(&writer, "height", row->size->height);
    json_string(&writer, "look", bench_look_name(row->look));
    json_integer(&writer, "frames", one->frames);
    write_number(&writer, "surfaces", one->counts[RENDER_SURFACES_SEEN]);
    write_number(&writer, "spans", one->counts[RENDER_OPAQUE_SPANS]);
    json_begin_array(&writer, "ms_by_threads");
    for (int i = 0; i < row->num_threads; i++) {
        write_number(&writer, NULL, row->threads[i].ms);
    }
    json_end_array(&writer);
    json_begin_array(&writer, "computed_ms_by_threads");
    for (int i = 0; i < row->num_threads; i++) {
        write_number(&writer, NULL, sum_of(&row->threads[i]));
    }
    json_end_array(&writer);
    json_begin_object(&writer, "phases");
    for (int i = 0; i < RENDER_PHASES; i++) {
        if (one->phases[i] > 0.0) {
            write_number(&writer, render_phase_name((enum render_phase)i), one->phases[i]);
        }
    }
    json_end_object(&writer);
    if (row->look == LOOK_EXACT) {
        json_begin_array(&writer, "samples");
        for (int i = 0; i < one->num_samples; i++) {
            json_begin_array(&writer, NULL);
            write_number(&writer, NULL, one->samples[i].surfaces);
            write_number(&writer, NULL, one->samples[i].ms);
            json_end_array(&writer);
        }
        json_end_array(&writer);
    }
    json_end_object(&writer);
}

/* Phases down, sizes across. */
static void print_table(const struct row *rows, const bool *measured, const struct bench_job *job,
                        enum render_look look)
{
    printf("%-12s %-12s", job->label, bench_look_name(look));
    for (int s = 0; s < BENCH_SIZES; s++) {
        printf(" %6dx%-4d", bench_sizes[s].width, bench_sizes[s].height);
    }
    printf("  ms a frame on one thread\n");
    for (int phase = 0; phase < RENDER_PHASES; phase++) {
        double sum = 0.0;
        for (int s = 0; s < BENCH_SIZES; s++) {
            sum += measured[s] ? rows[s].threads[0].phases[phase] : 0.0;
        }
        if (sum >= 0.0005) {
            printf("%-25s", render_phase_name((enum render_phase)phase));
            for (int s = 0; s < BENCH_SIZES; s++) {
                printf(" %11.4f", measured[s] ? rows[s].threads[0].phases[phase] : 0.0);
            }
            printf("\n");
        }
    }
    printf("%-25s", "all");
    for (int s = 0; s < BENCH_SIZES; s++) {
        printf(" %11.4f", measured[s] ? rows[s].threads[0].ms : 0.0);
    }
    printf("\n%-25s", "two threads");
    for (int s = 0; s < BENCH_SIZES; s++) {
        printf(" %11.4f", measured[s] ? rows[s].threads[1].ms : 0.0);
    }
    printf("\n%-25s", "polygons, spans");
    for (int s = 0; s < BENCH_SIZES; s++) {
        const double *counts = rows[s].threads[0].counts;
        printf(" %5.0f %5.0f", measured[s] ? counts[RENDER_SURFACES_SEEN] : 0.0,
               measured[s] ? counts[RENDER_OPAQUE_SPANS] : 0.0);
    }
    printf("\n\n");
    fflush(stdout);
}

static void bench_look(const struct bench_job *job, enum render_look look,
                       const struct bench_choice *choice, uint32_t frames, FILE *json, bool *first)
{
    static struct row rows[BENCH_SIZES];
    bool measured[BENCH_SIZES] = {false}, any = false;
    for (int s = 0; s < BENCH_SIZES; s++) {
        struct row *row = &rows[s];
        memset(row, 0, sizeof(*row));
        row->job = job;
        row->size = &bench_sizes[s];
        row->look = look;
        measured[s] =
            bench_is_chosen(choice, job->label, &bench_sizes[s]) && measure_row(row, frames);
        any = any || measured[s];
        if (measured[s] && json) {
            write_row(json, row, *first);
            *first = false;
        }
    }
    if (any) {
        print_table(rows, measured, job, look);
    }
}

void bench_phases(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  uint32_t frames, FILE *json)
{
    bool first = true;
    if (json) {
        fprintf(json, "\"phases\": [");
    }
    for (size_t j = 0; j < num_jobs; j++) {
        for (int look = 0; look < BENCH_LOOKS && jobs[j].beside; look++) {
            bench_look(&jobs[j], bench_looks[look], choice, frames, json, &first);
        }
    }
    if (json) {
        fprintf(json, "],\n");
    }
}
