#include "tools/bench/timeline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "tools/long_demo.h"

enum {
    WIDTH = 640,
    HEIGHT = 480,
    OPENINGS = 5,
    INDEX_RUNS = 9,
    SEEKS = 1000,
    STEPS = 1000,
    REVERSE_RATE = 60, /* pictures per second */
    REVERSE_SECONDS = 20,
    REVERSE_PICTURES = REVERSE_RATE * REVERSE_SECONDS,
    DRAG_POSITIONS = 600,    /* in each direction */
    SAMPLES_MAX = 2 * STEPS, /* no measurement takes more */
    DEMOS_MAX = 3,
    QUAKEWORLD_DEMOS = 2
};

/* Long files take long to index: they get fewer runs, but one in any case. */
#define INDEX_SECONDS 1.0

#define LONG_SECONDS 3600.0
#define MEGABYTE 1e6
#define MEBIBYTE 1048576.0

static const struct timeline_options scan_only = {.key_frame_bytes = 0, .background = false};
static const struct timeline_options as_played = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};

enum figure {
    LENGTH,
    FILE_SIZE,
    UPDATES,
    OPEN_MEDIAN,
    OPEN_WORST,
    INDEX_MEDIAN,
    INDEX_BEST,
    KEYS_TIME,
    KEYS_NUMBER,
    KEYS_SIZE,
    KEYS_PIECE,
    SEEK_P50,
    SEEK_P90,
    SEEK_P99,
    SEEK_MAX,
    SEEK_ALONE_P50,
    SEEK_ALONE_P90,
    SEEK_ALONE_P99,
    SEEK_ALONE_MAX,
    FORWARD_MEAN,
    FORWARD_P50,
    FORWARD_P99,
    BACK_MEAN,
    BACK_P50,
    BACK_P99,
    BACK_RATIO,
    FORWARD_ALONE_MEAN,
    FORWARD_ALONE_P50,
    FORWARD_ALONE_P99,
    BACK_ALONE_MEAN,
    BACK_ALONE_P50,
    BACK_ALONE_P99,
    BACK_ALONE_RATIO,
    REVERSE_P50,
    REVERSE_P99,
    REVERSE_MAX,
    DRAG_P50,
    DRAG_P99,
    DRAG_MAX,
    FIGURES
};

enum goal { NO_GOAL, BELOW, AT_MOST, AT_LEAST };

struct figure_row {
    const char *what; /* "" = as in the row above */
    const char *which;
    const char *key; /* in the JSON */
    int decimals;
    enum goal goal;
    double limit;
    double quakeworld_limit; /* 0 = the same */
};

static const struct figure_row rows[FIGURES] = {
    [LENGTH] = {"playing time, s", "", "length_s", 1, NO_GOAL, 0.0, 0.0},
    [FILE_SIZE] = {"file, MB", "", "file_mb", 2, NO_GOAL, 0.0, 0.0},
    [UPDATES] = {"updates", "", "updates", 0, NO_GOAL, 0.0, 0.0},
    [OPEN_MEDIAN] = {"open to first picture, ms", "median", "open_ms_median", 1, BELOW, 100.0, 0.0},
    [OPEN_WORST] = {"", "worst", "open_ms_worst", 1, BELOW, 100.0, 0.0},
    [INDEX_MEDIAN] = {"index, MB/s of a thread", "median", "index_mb_s_median", 0, AT_LEAST, 300.0,
                      200.0},
    [INDEX_BEST] = {"", "best", "index_mb_s_best", 0, AT_LEAST, 300.0, 200.0},
    [KEYS_TIME] = {"open to all key frames, ms", "", "key_frames_ms", 1, NO_GOAL, 0.0, 0.0},
    [KEYS_NUMBER] = {"key frames", "number", "key_frames", 0, NO_GOAL, 0.0, 0.0},
    [KEYS_SIZE] = {"", "MiB", "key_frames_mib", 1, AT_MOST, TIMELINE_KEY_FRAME_BYTES / MEBIBYTE,
                   0.0},
    [KEYS_PIECE] = {"", "KB each", "key_frame_kb", 1, AT_MOST, 128.0, 0.0},
    [SEEK_P50] = {"seek and draw, ms", "p50", "seek_ms_p50", 2, NO_GOAL, 0.0, 0.0},
    [SEEK_P90] = {"", "p90", "seek_ms_p90", 2, NO_GOAL, 0.0, 0.0},
    [SEEK_P99] = {"", "p99", "seek_ms_p99", 2, BELOW, 10.0, 0.0},
    [SEEK_MAX] = {"", "max", "seek_ms_max", 2, NO_GOAL, 0.0, 0.0},
    [SEEK_ALONE_P50] = {"  the seek alone", "p50", "seek_alone_ms_p50", 3, NO_GOAL, 0.0, 0.0},
    [SEEK_ALONE_P90] = {"", "p90", "seek_alone_ms_p90", 3, NO_GOAL, 0.0, 0.0},
    [SEEK_ALONE_P99] = {"", "p99", "seek_alone_ms_p99", 3, NO_GOAL, 0.0, 0.0},
    [SEEK_ALONE_MAX] = {"", "max", "seek_alone_ms_max", 3, NO_GOAL, 0.0, 0.0},
    [FORWARD_MEAN] = {"step forward and draw, ms", "mean", "forward_ms_mean", 3, NO_GOAL, 0.0, 0.0},
    [FORWARD_P50] = {"", "p50", "forward_ms_p50", 3, NO_GOAL, 0.0, 0.0},
    [FORWARD_P99] = {"", "p99", "forward_ms_p99", 3, NO_GOAL, 0.0, 0.0},
    [BACK_MEAN] = {"step back and draw, ms", "mean", "back_ms_mean", 3, NO_GOAL, 0.0, 0.0},
    [BACK_P50] = {"", "p50", "back_ms_p50", 3, NO_GOAL, 0.0, 0.0},
    [BACK_P99] = {"", "p99", "back_ms_p99", 3, NO_GOAL, 0.0, 0.0},
    [BACK_RATIO] = {"  back : forward", "mean", "back_ratio", 2, AT_MOST, 1.5, 0.0},
    [FORWARD_ALONE_MEAN] = {"step forward alone, us", "mean", "forward_alone_us_mean", 2, NO_GOAL,
                            0.0, 0.0},
    [FORWARD_ALONE_P50] = {"", "p50", "forward_alone_us_p50", 2, NO_GOAL, 0.0, 0.0},
    [FORWARD_ALONE_P99] = {"", "p99", "forward_alone_us_p99", 2, NO_GOAL, 0.0, 0.0},
    [BACK_ALONE_MEAN] = {"step back alone, us", "mean", "back_alone_us_mean", 2, NO_GOAL, 0.0, 0.0},
    [BACK_ALONE_P50] = {"", "p50", "back_alone_us_p50", 2, NO_GOAL, 0.0, 0.0},
    [BACK_ALONE_P99] = {"", "p99", "back_alone_us_p99", 2, NO_GOAL, 0.0, 0.0},
    [BACK_ALONE_RATIO] = {"  back : forward", "mean", "back_alone_ratio", 2, NO_GOAL, 0.0, 0.0},
    [REVERSE_P50] = {"reverse play, ms a picture", "p50", "reverse_ms_p50", 2, NO_GOAL, 0.0, 0.0},
    [REVERSE_P99] = {"", "p99", "reverse_ms_p99", 2, BELOW, 16.7, 0.0},
    [REVERSE_MAX] = {"", "max", "reverse_ms_max", 2, NO_GOAL, 0.0, 0.0},
    [DRAG_P50] = {"drag over the bar, ms", "p50", "drag_ms_p50", 2, NO_GOAL, 0.0, 0.0},
    [DRAG_P99] = {"", "p99", "drag_ms_p99", 2, NO_GOAL, 0.0, 0.0},
    [DRAG_MAX] = {"", "max", "drag_ms_max", 2, AT_MOST, 16.7, 0.0},
};

struct timeline_job {
    char path[1024];
    char label[64];
    const char *basedir; /* NULL: built-in */
    bool quakeworld;
    double length;
    size_t size;
    double figures[FIGURES]; /* NAN = not measured */
};

/* State of a measurement. */
struct timeline_run {
    struct playback_context player;
    struct playback_options options;
    double length;
    uint32_t target[WIDTH * HEIGHT];
    double whole[SAMPLES_MAX]; /* ms of a moment with its picture */
    double alone[SAMPLES_MAX]; /* ms of going there */
    uint32_t count;
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Percentile of sorted samples. */
static double percentile(const double *sorted, uint32_t count, double percent)
{
    double rank = ceil(percent / 100.0 * count);
    return sorted[rank < 1.0 ? 0 : (uint32_t)rank - 1];
}

static double mean(const double *samples, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += samples[i];
    }
    return sum / count;
}

static void sort(double *samples, uint32_t count)
{
    qsort(samples, count, sizeof(*samples), compare_doubles);
}

/* Times opening a demo from its name to its first picture. Leaves the player open. */
static bool open_to_picture(struct timeline_run *run, const struct timeline_job *job)
{
    double start = platform_now();
    if (playback_open(&run->player, job->path, &run->options, &as_played, NULL) != 0) {
        return false;
    }
    if (playback_set_size(&run->player, WIDTH, HEIGHT) != 0 ||
        timeline_go_time(run->player.timeline, 0.0, true) < 0 ||
        playback_draw(&run->player, run->target, WIDTH) < 0) {
        playback_close(&run->player);
        return false;
    }
    run->whole[run->count++] = (platform_now() - start) * 1000.0;
    return true;
}

/* Leaves the player open, with its index and its key frames. */
static bool measure_open(struct timeline_run *run, struct timeline_job *job)
{
    run->count = 0;
    for (int i = 0; i < OPENINGS; i++) {
        if (i > 0) {
            playback_close(&run->player);
        }
        if (!open_to_picture(run, job)) {
            return false;
        }
    }
    sort(run->whole, run->count);
    job->figures[OPEN_MEDIAN] = percentile(run->whole, run->count, 50.0);
    job->figures[OPEN_WORST] = percentile(run->whole, run->count, 100.0);
    if (timeline_wait(run->player.timeline, true) < 0) {
        return false;
    }
    struct timeline_extent extent = timeline_extent(run->player.timeline);
    run->length = extent.length;
    job->figures[LENGTH] = extent.length;
    job->figures[FILE_SIZE] = (double)run->player.source.size / MEGABYTE;
    job->figures[UPDATES] = extent.num_updates;
    job->figures[KEYS_NUMBER] = extent.num_key_frames;
    job->figures[KEYS_SIZE] = (double)extent.key_frame_bytes / MEBIBYTE;
    if (extent.num_key_frames > 0) {
        job->figures[KEYS_PIECE] = (double)extent.key_frame_bytes / 1000.0 / extent.num_key_frames;
    }
    return true;
}

/* Opens the bytes again and again until the index is there. The times are then in run->alone,
 * sorted, ms. */
static bool time_index(struct timeline_run *run, const struct timeline_options *options)
{
    const struct demo_source *source = &run->player.source;
    double begin = platform_now();
    run->count = 0;
    while (run->count < INDEX_RUNS && (run->count == 0 || platform_now() - begin < INDEX_SECONDS)) {
        struct timeline *timeline;
        double start = platform_now();
        if (timeline_open(&timeline, source->data, source->size, options, NULL) < 0) {
            return false;
        }
        const int status = timeline_wait(timeline, true);
        run->alone[run->count++] = (platform_now() - start) * 1000.0;
        timeline_close(timeline);
        if (status < 0) {
            return false;
        }
    }
    sort(run->alone, run->count);
    return true;
}

static bool measure_index(struct timeline_run *run, struct timeline_job *job)
{
    double mb_ms = job->figures[FILE_SIZE] * 1000.0;
    if (!time_index(run, &scan_only)) {
        return false;
    }
    job->figures[INDEX_MEDIAN] = mb_ms / percentile(run->alone, run->count, 50.0);
    job->figures[INDEX_BEST] = mb_ms / run->alone[0];
    if (!time_index(run, &as_played)) {
        return false;
    }
    job->figures[KEYS_TIME] = percentile(run->alone, run->count, 50.0);
    return true;
}

/* Draws where the timeline stands, having begun to go there at `start`. */
static bool draw_sample(struct timeline_run *run, double start, int went)
{
    double there = platform_now();
    if (went < 0 || playback_draw(&run->player, run->target, WIDTH) < 0) {
        return false;
    }
    run->alone[run->count] = (there - start) * 1000.0;
    run->whole[run->count++] = (platform_now() - start) * 1000.0;
    return true;
}

static bool go_and_draw(struct timeline_run *run, double time)
{
    double start = platform_now();
    return draw_sample(run, start, timeline_go_time(run->player.timeline, time, true));
}

static bool measure_seeks(struct timeline_run *run, struct timeline_job *job)
{
    uint32_t seed = 1;
    run->count = 0;
    for (int i = 0; i < SEEKS; i++) {
        seed = seed * 1664525u + 1013904223u;
        if (!go_and_draw(run, run->length * (seed >> 8) / 16777216.0)) {
            return false;
        }
    }
    static const double percents[] = {50.0, 90.0, 99.0, 100.0};
    sort(run->whole, run->count);
    sort(run->alone, run->count);
    for (int i = 0; i < 4; i++) {
        job->figures[SEEK_P50 + i] = percentile(run->whole, run->count, percents[i]);
        job->figures[SEEK_ALONE_P50 + i] = percentile(run->alone, run->count, percents[i]);
    }
    return true;
}

static void note_steps(struct timeline_job *job, enum figure first, double *samples, uint32_t count,
                       double unit)
{
    sort(samples, count);
    job->figures[first] = mean(samples, count) * unit;
    job->figures[first + 1] = percentile(samples, count, 50.0) * unit;
    job->figures[first + 2] = percentile(samples, count, 99.0) * unit;
}

/* STEPS updates on from the middle of the demo, and back again. */
static bool walk(struct timeline_run *run, struct timeline_job *job, bool draw)
{
    struct timeline *timeline = run->player.timeline;
    uint32_t updates = timeline_extent(timeline).num_updates;
    uint32_t steps = updates > STEPS ? STEPS : updates - 1;
    uint32_t first = (updates - 1 - steps) / 2;
    double *samples = draw ? run->whole : run->alone;
    double unit = draw ? 1.0 : 1000.0;
    run->count = 0;
    if (steps == 0 || timeline_go_update(timeline, first) < 0) {
        return false;
    }
    for (uint32_t i = 0; i < 2 * steps; i++) {
        uint32_t update = first + (i < steps ? i + 1 : 2 * steps - i - 1);
        double start = platform_now();
        int went = timeline_go_update(timeline, update);
        if (draw && !draw_sample(run, start, went)) {
            return false;
        } else if (!draw) {
            run->alone[run->count++] = (platform_now() - start) * 1000.0;
            if (went < 0) {
                return false;
            }
        }
    }
    note_steps(job, draw ? FORWARD_MEAN : FORWARD_ALONE_MEAN, samples, steps, unit);
    note_steps(job, draw ? BACK_MEAN : BACK_ALONE_MEAN, samples + steps, steps, unit);
    return true;
}

static bool measure_steps(struct timeline_run *run, struct timeline_job *job)
{
    double *f = job->figures;
    if (!walk(run, job, true) || !walk(run, job, false)) {
        return false;
    }
    f[BACK_RATIO] = f[BACK_MEAN] / f[FORWARD_MEAN];
    f[BACK_ALONE_RATIO] = f[BACK_ALONE_MEAN] / f[FORWARD_ALONE_MEAN];
    return true;
}

/* Around the middle of the demo, or all of a shorter one. */
static bool measure_reverse(struct timeline_run *run, struct timeline_job *job)
{
    double start = fmin(run->length, (run->length + REVERSE_SECONDS) / 2.0);
    run->count = 0;
    if (timeline_go_time(run->player.timeline, start, true) < 0) {
        return false;
    }
    for (int i = 1; i <= REVERSE_PICTURES; i++) {
        double time = start - (double)i / REVERSE_RATE;
        if (time >= 0.0 && !go_and_draw(run, time)) {
            return false;
        }
    }
    if (run->count == 0) {
        return false;
    }
    sort(run->whole, run->count);
    job->figures[REVERSE_P50] = percentile(run->whole, run->count, 50.0);
    job->figures[REVERSE_P99] = percentile(run->whole, run->count, 99.0);
    job->figures[REVERSE_MAX] = percentile(run->whole, run->count, 100.0);
    return true;
}

static bool measure_drag(struct timeline_run *run, struct timeline_job *job)
{
    run->count = 0;
    for (int i = 0; i < 2 * DRAG_POSITIONS; i++) {
        int position = i < DRAG_POSITIONS ? i : 2 * DRAG_POSITIONS - 1 - i;
        if (!go_and_draw(run, run->length * position / (DRAG_POSITIONS - 1))) {
            return false;
        }
    }
    sort(run->whole, run->count);
    job->figures[DRAG_P50] = percentile(run->whole, run->count, 50.0);
    job->figures[DRAG_P99] = percentile(run->whole, run->count, 99.0);
    job->figures[DRAG_MAX] = percentile(run->whole, run->count, 100.0);
    return true;
}

static void measure(struct timeline_job *job)
{
    struct timeline_run *run = calloc(1, sizeof(*run));
    for (int i = 0; i < FIGURES; i++) {
        job->figures[i] = NAN;
    }
    if (!run) {
        return;
    }
    run->options = (struct playback_options){
        .fov = 90.0f, .look = LOOK_EXACT, .threads = 1, .search.basedir = job->basedir};
    if (measure_open(run, job)) {
        bool good = measure_index(run, job) && measure_seeks(run, job) && measure_steps(run, job) &&
                    measure_reverse(run, job) && measure_drag(run, job);
        if (!good) {
            fprintf(stderr, "bench: %s: not measured to the end\n", job->label);
        }
        playback_close(&run->player);
    }
    free(run);
}

/* True if the game data has all levels of the demo: without them there is little to draw. */
static bool has_levels(const struct timeline *timeline, struct files *files)
{
    uint32_t num_events = timeline_extent(timeline).num_events;
    uint32_t levels = 0;
    for (uint32_t i = 0; i < num_events; i++) {
        struct demo_event event = timeline_event(timeline, i);
        char name[sizeof("maps/.bsp") + DEMO_EVENT_TEXT];
        struct files_ref ref;
        if (event.kind != DEMO_EVENT_LEVEL) {
            continue;
        }
        snprintf(name, sizeof(name), "maps/%.*s.bsp", (int)strcspn(event.text, ":"), event.text);
        if (files_get(files, name, &ref) != 0) {
            return false;
        }
        files_release(files, &ref);
        levels++;
    }
    return levels > 0;
}

static bool look_at_demo(struct timeline_job *job, struct files *files)
{
    struct file_bytes bytes;
    struct timeline *timeline;
    bool good = false;
    if (platform_read_file(job->path, &bytes) != 0) {
        return false;
    }
    if (timeline_open(&timeline, bytes.data, bytes.size, &scan_only, NULL) == 0) {
        good = has_levels(timeline, files);
        job->length = timeline_length(timeline);
        job->size = bytes.size;
        timeline_close(timeline);
    }
    platform_free_file(&bytes);
    return good;
}

/* The longest and the largest demo of the folder; how many they are. */
static size_t choose_demos(struct timeline_job jobs[2], const char *folder, const char *basedir)
{
    const struct game_files_options search = {.search = {.basedir = basedir}};
    struct timeline_job longest = {.size = 0};
    struct timeline_job largest = {.size = 0};
    struct game_files game;
    char **names;
    size_t count;
    if (game_files_open(&game, &search, NULL) < 0) {
        return 0;
    }
    if (platform_list_directory(folder, &names, &count) != 0) {
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        struct timeline_job job = {.basedir = basedir};
        const char *dot = strrchr(names[i], '.');
        int length = snprintf(job.path, sizeof(job.path), "%s/%s", folder, names[i]);
        if (!dot || strcmp(dot, ".dem") != 0 || length >= (int)sizeof(job.path) ||
            !look_at_demo(&job, game.files)) {
            continue;
        }
        snprintf(job.label, sizeof(job.label), "%.*s", (int)(dot - names[i]), names[i]);
        longest = job.length > longest.length ? job : longest;
        largest = job.size > largest.size ? job : largest;
    }
    platform_free_names(names, count);
    game_files_close(&game);
    jobs[0] = longest;
    jobs[1] = largest;
    if (longest.size == 0) {
        return 0;
    }
    return strcmp(longest.path, largest.path) == 0 ? 1 : 2;
}

/* A folder for the hour, removed after: a demo is opened by its path, as a viewer opens it. */
struct scratch {
    char folder[512];
    char demo[600];
    char id1[600];
    char pak[600];
};

static void scratch_remove(const struct scratch *scratch)
{
    /* Some of it may not be there. */
    remove(scratch->demo);
    remove(scratch->pak);
    remove(scratch->id1);
    remove(scratch->folder);
}

/* with_pak: the built-in game data in a file, where a demo that is a file finds it. */
static bool scratch_make(struct scratch *scratch, const struct byte_writer *demo, bool with_pak)
{
    const char *parent = getenv("TMPDIR");
    snprintf(scratch->folder, sizeof(scratch->folder), "%s/quakereel-bench-XXXXXX",
             parent ? parent : "/tmp");
    if (!mkdtemp(scratch->folder)) {
        perror("bench: a temporary folder");
        return false;
    }
    snprintf(scratch->demo, sizeof(scratch->demo), "%s/hour.dem", scratch->folder);
    snprintf(scratch->id1, sizeof(scratch->id1), "%s/id1", scratch->folder);
    snprintf(scratch->pak, sizeof(scratch->pak), "%s/id1/pak0.pak", scratch->folder);
    if (output_file_save(scratch->demo, demo->data, demo->size) != 0 ||
        (with_pak &&
         (platform_make_directory(scratch->id1) != 0 ||
          output_file_save(scratch->pak, builtin_pak, (size_t)builtin_pak_size) != 0))) {
        perror("bench: a temporary file");
        scratch_remove(scratch);
        return false;
    }
    return true;
}

/* The hour, made of another demo. */
static bool make_hour(struct timeline_job *job, const struct timeline_job *from,
                      struct scratch *scratch)
{
    const struct demo_search search = {.basedir = from->basedir};
    struct demo_source source;
    struct byte_writer bytes = {0};
    struct format_error err = {0};
    bool good = false;
    if (demo_source_open(&source, from->path, &search, &err) != 0) {
        return false;
    }
    if (long_demo_make(&bytes, source.data, source.size, LONG_SECONDS, &err) < 0) {
        fprintf(stderr, "bench: %s: byte %zu: %s\n", from->label, err.offset, err.what);
    } else {
        good = scratch_make(scratch, &bytes, !from->basedir);
    }
    byte_writer_free(&bytes);
    demo_source_close(&source);
    if (good) {
        *job = (struct timeline_job){.basedir = from->basedir ? from->basedir : scratch->folder,
                                     .label = "an hour",
                                     .quakeworld = from->quakeworld};
        snprintf(job->path, sizeof(job->path), "%s", scratch->demo);
    }
    return good;
}

static double limit_of(const struct figure_row *row, bool quakeworld)
{
    return quakeworld && row->quakeworld_limit > 0.0 ? row->quakeworld_limit : row->limit;
}

static bool misses(const struct figure_row *row, bool quakeworld, double value)
{
    const double limit = limit_of(row, quakeworld);
    switch (row->goal) {
    case BELOW:
        return !(value < limit);
    case AT_MOST:
        return !(value <= limit);
    case AT_LEAST:
        return !(value >= limit);
    default:
        return false;
    }
}

/* Demos of one family. */
static void print_table(const struct timeline_job *jobs, size_t num_jobs)
{
    static const char *const signs[] = {
        [NO_GOAL] = "", [BELOW] = "<", [AT_MOST] = "<=", [AT_LEAST] = ">="};
    bool missed = false;
    printf("%-27s %6s %10s", "timeline, 640x480, exact", "", "goal");
    for (size_t j = 0; j < num_jobs; j++) {
        printf(" %14s ", jobs[j].label);
    }
    for (size_t i = 0; i < FIGURES; i++) {
        const struct figure_row *row = &rows[i];
        char goal[32] = "";
        if (row->goal != NO_GOAL) {
            snprintf(goal, sizeof(goal), "%s %.4g", signs[row->goal],
                     limit_of(row, jobs[0].quakeworld));
        }
        printf("\n%-27s %6s %10s", row->what, row->which, goal);
        for (size_t j = 0; j < num_jobs; j++) {
            double value = jobs[j].figures[i];
            bool miss = misses(row, jobs[j].quakeworld, value);
            missed = missed || miss;
            printf(" %14.*f%c", row->decimals, value, miss ? '!' : ' ');
        }
    }
    printf("\n%s", missed ? "! misses its goal\n" : "");
}

static void write_goals(FILE *json, const char *key, bool quakeworld)
{
    bool first = true;
    fprintf(json, "\"%s\": {", key);
    for (size_t i = 0; i < FIGURES; i++) {
        if (rows[i].goal != NO_GOAL) {
            fprintf(json, "%s\"%s\": %.6g", first ? "" : ", ", rows[i].key,
                    limit_of(&rows[i], quakeworld));
            first = false;
        }
    }
    fprintf(json, "}, ");
}

static void write_json(FILE *json, const struct timeline_job *jobs, size_t num_jobs)
{
    fprintf(json, "{");
    write_goals(json, "goals", false);
    write_goals(json, "quakeworld_goals", true);
    fprintf(json, "\"demos\": [");
    for (size_t j = 0; j < num_jobs; j++) {
        fprintf(json, "%s\n  {\"demo\": \"%s\"", j ? "," : "", jobs[j].label);
        for (size_t i = 0; i < FIGURES; i++) {
            double value = jobs[j].figures[i];
            if (isfinite(value)) {
                fprintf(json, ", \"%s\": %.6g", rows[i].key, value);
            } else {
                fprintf(json, ", \"%s\": null", rows[i].key);
            }
        }
        fprintf(json, "}");
    }
    fprintf(json, "]}");
}

/* An hour of each of QuakeWorld's containers, of demos whose levels are free ones. */
static size_t choose_quakeworld(struct timeline_job jobs[QUAKEWORLD_DEMOS],
                                struct scratch scratch[QUAKEWORLD_DEMOS], const char *data,
                                const char *basedir)
{
    static const char *const names[QUAKEWORLD_DEMOS] = {"recorded/tq_rec_mid.qwd",
                                                        "recorded/lab_ktx_mvd.mvd"};
    size_t count = 0;
    for (int i = 0; i < QUAKEWORLD_DEMOS; i++) {
        struct timeline_job from = {.basedir = basedir, .quakeworld = true};
        snprintf(from.path, sizeof(from.path), "%s/quakeworld/%s", data, names[i]);
        snprintf(from.label, sizeof(from.label), "%s", names[i]);
        if (!platform_is_file(from.path)) {
            printf("skipped: %s\n", from.path);
        } else if (make_hour(&jobs[count], &from, &scratch[count])) {
            snprintf(jobs[count].label, sizeof(jobs[count].label), "hour %s",
                     strrchr(names[i], '.'));
            count++;
        }
    }
    return count;
}

void bench_timeline(const char *data, FILE *json)
{
    static struct timeline_job jobs[DEMOS_MAX + QUAKEWORLD_DEMOS];
    static struct scratch scratch, quakeworld_scratch[QUAKEWORLD_DEMOS];
    char folder[1024];
    char basedir[1024];
    snprintf(folder, sizeof(folder), "%s/netquake", data);
    snprintf(basedir, sizeof(basedir), "%s/librequake", data);
    size_t num_jobs = choose_demos(jobs, folder, basedir);
    if (num_jobs == 0) {
        printf("timeline: no demo with its level in %s, so the built-in one\n", data);
        jobs[num_jobs++] = (struct timeline_job){.path = "builtin:demo1", .label = "builtin:demo1"};
    }
    const struct timeline_job *largest = &jobs[num_jobs - 1];
    bool has_hour = make_hour(&jobs[num_jobs], largest, &scratch);
    if (has_hour) {
        printf("timeline: \"an hour\" is %s repeated\n", largest->label);
        num_jobs++;
    }
    const size_t num_quakeworld =
        choose_quakeworld(jobs + num_jobs, quakeworld_scratch, data, basedir);
    for (size_t i = 0; i < num_jobs + num_quakeworld; i++) {
        measure(&jobs[i]);
    }
    if (has_hour) {
        scratch_remove(&scratch);
    }
    for (size_t i = 0; i < num_quakeworld; i++) {
        scratch_remove(&quakeworld_scratch[i]);
    }
    print_table(jobs, num_jobs);
    if (num_quakeworld > 0) {
        printf("\n");
        print_table(jobs + num_jobs, num_quakeworld);
    }
    if (json) {
        write_json(json, jobs, num_jobs + num_quakeworld);
    }
}
