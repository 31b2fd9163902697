#define _GNU_SOURCE /* wait4, sched_setaffinity */
#include "tools/bench/film.h"

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/capture/film.h"
#include "engine/commands/commands.h"
#include "tools/long_demo.h"

enum { WIDTH = 1280, HEIGHT = 720, FPS = 30, ROUNDS = 3, FRAMES = 100, WORDS_MAX = 24 };

#define GOAL_SHARE 1.15
#define GOAL_TIMES 1.8
#define GOAL_MB 200.0
#define HOUR 3600.0

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double values[ROUNDS])
{
    qsort(values, ROUNDS, sizeof(values[0]), compare_doubles);
    return values[ROUNDS / 2];
}

/* Processor time of this thread: independent of other processes, and without the writer thread. */
static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Draws frames into memory, as timedemo does. Returns seconds, or a negative value if out of
 * memory. */
static double draw_alone(struct playback_context *player, const struct film_stretch *stretch,
                         uint32_t *pixels)
{
    const double start = thread_seconds();
    for (uint64_t i = 0; i < stretch->frames; i++) {
        if (playback_go_time(player, film_stretch_time(stretch, i, 0.0)) < 0 ||
            playback_draw(player, pixels, WIDTH) < 0) {
            return -1.0;
        }
    }
    return thread_seconds() - start;
}

/* The same frames into a y4m, which is discarded. */
static double draw_film(struct playback_context *player, const struct film_stretch *stretch)
{
    const struct film_format format = {
        .kind = FILM_Y4M, .path = "/dev/null", .width = WIDTH, .height = HEIGHT, .fps = {FPS, 1}};
    const struct film_quality plain = {1, 1, 180.0};
    const struct film_piece whole = {0, stretch->frames};
    struct film_frames frames;
    struct film_written written;
    struct film film;
    if (film_frames_open(&frames, player, WIDTH, HEIGHT, &plain) < 0 ||
        film_open(&film, &format, whole, NULL) < 0) {
        return -1.0;
    }
    /* The first frame loads the renderer's data; it precedes both measurements. */
    if (playback_go_time(player, stretch->from) < 0 || playback_draw(player, NULL, 0) < 0) {
        return -1.0;
    }
    const double start = thread_seconds();
    int code = film_add(&film, stretch, &frames, NULL, NULL);
    const double seconds = thread_seconds() - start;
    code = film_close(&film, &written, NULL, NULL) < 0 ? -1 : code;
    film_frames_free(&frames);
    return code < 0 ? -1.0 : seconds;
}

/* Fraction by which writing a film slows drawing; negative = not measured. */
static double measure_share(const char *demo, const char *basedir)
{
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    struct playback_context player;
    double shares[ROUNDS], result = -1.0;
    options.search.basedir = basedir;
    uint32_t *pixels = malloc((size_t)WIDTH * HEIGHT * sizeof(*pixels));
    if (!pixels || playback_open(&player, demo, &options, &index, NULL) < 0) {
        free(pixels);
        return result;
    }
    struct film_stretch stretch = {.speed = 1.0, .fps = {FPS, 1}};
    stretch.to = timeline_length(player.timeline) / 2;
    stretch.frames = film_stretch_frames(&stretch);
    stretch.frames = stretch.frames < FRAMES ? stretch.frames : FRAMES;
    if (playback_set_size(&player, WIDTH, HEIGHT) == 0 &&
        draw_alone(&player, &stretch, pixels) > 0.0) {
        for (int i = 0; i < ROUNDS; i++) {
            const double alone = draw_alone(&player, &stretch, pixels);
            shares[i] = draw_film(&player, &stretch) / alone;
        }
        result = median(shares);
    }
    playback_close(&player);
    free(pixels);
    return result;
}

/* --- whole runs of the command ---------------------------------------------------------------- */

struct run {
    double seconds;
    double megabytes; /* peak resident memory of the largest process */
    bool good;
};

enum cores { ALL_CORES, ONE_CORE };

/* From then on this process and its threads share one core. */
static bool take_one_core(void)
{
    cpu_set_t all, one;
    int core = 0;
    if (sched_getaffinity(0, sizeof(all), &all) != 0) {
        return false;
    }
    while (!CPU_ISSET(core, &all)) {
        core++;
    }
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    return sched_setaffinity(0, sizeof(one), &one) == 0;
}

static struct run run_render(const char *const *words, enum cores cores)
{
    struct rusage used = {0};
    int status = -1, argc = 0;
    char *argv[WORDS_MAX + 1];
    for (; words[argc] && argc < WORDS_MAX; argc++) {
        argv[argc] = (char *)(uintptr_t)words[argc];
    }
    argv[argc] = NULL;
    fflush(NULL);
    const double start = platform_now();
    const pid_t child = fork();
    if (child == 0) {
        const bool ready =
            freopen("/dev/null", "w", stderr) && (cores == ALL_CORES || take_one_core());
        _exit(ready ? cmd_render(argc, argv) : EXIT_BAD_INPUT);
    }
    const bool ended = child > 0 && wait4(child, &status, 0, &used) == child;
    return (struct run){.seconds = platform_now() - start,
                        .megabytes = (double)used.ru_maxrss / 1024.0,
                        .good = ended && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_GOOD};
}

/* Speed of two processes relative to one. Each draws on one thread and writes on a second one,
 * which may have a core to itself. */
static double measure_jobs(const char *demo, const char *basedir, const char *out,
                           enum cores cores_of_one)
{
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        double seconds[2];
        for (int j = 0; j < 2; j++) {
            const char *const words[] = {
                "render",  demo,       "-o",          out,
                "--size",  "1280x720", "--fps",       "60",
                "--to",    "25%",      "--threads",   "1",
                "--force", "--jobs",   j ? "2" : "1", basedir ? "--basedir" : NULL,
                basedir,   NULL};
            const struct run run = run_render(words, j ? ALL_CORES : cores_of_one);
            if (!run.good) {
                return -1.0;
            }
            seconds[j] = run.seconds;
        }
        times[i] = seconds[0] / seconds[1];
    }
    return median(times);
}

/* A whole film with its sound, two frames per second. */
static struct run run_whole(const char *demo, const char *basedir, const char *out)
{
    const char *const words[] = {"render",    demo,     "-o",     out,
                                 "--format",  "avi",    "--size", "1280x720",
                                 "--threads", "1",      "--fps",  "2",
                                 "--force",   "--jobs", "1",      basedir ? "--basedir" : NULL,
                                 basedir,     NULL};
    return run_render(words, ALL_CORES);
}

/* Renders a film of a demo of `seconds`, one frame per ten seconds. */
static struct run run_long(const char *path, double seconds)
{
    struct demo_source source;
    const struct demo_search search = {0};
    struct byte_writer demo = {0};
    struct run run = {0};
    if (demo_source_open_bytes(&source, "builtin:demo1", &search, NULL) < 0) {
        return run;
    }
    if (long_demo_make(&demo, source.data, source.size, seconds, NULL) == 0 &&
        output_file_save(path, demo.data, demo.size) == 0) {
        const char *const words[] = {"render", path,     "-o",       "-",         "--format",
                                     "y4m",    "--size", "1280x720", "--threads", "1",
                                     "--fps",  "1/10",   NULL};
        const int kept = dup(STDOUT_FILENO);
        fflush(stdout);
        if (kept >= 0 && freopen("/dev/null", "w", stdout)) {
            run = run_render(words, ALL_CORES);
            (void)dup2(kept, STDOUT_FILENO);
            close(kept);
        }
    }
    byte_writer_free(&demo);
    demo_source_close(&source);
    (void)!platform_remove_file(path);
    return run;
}

/* --- the table -------------------------------------------------------------------------------- */

struct row {
    const char *name, *key, *unit;
    double value, goal;
    bool most; /* the goal is the most, else the least */
};

void bench_film(const char *demo, const char *basedir, const char *data, FILE *json)
{
    char quake3[1024], quake3_data[512], folder[] = "/tmp/quakereel-bench-XXXXXX";
    char film[64], avi[64], demo_path[64];
    snprintf(quake3, sizeof(quake3), "%s/quake3/recorded/oa_dm1_ffa_spec.dm_68", data);
    snprintf(quake3_data, sizeof(quake3_data), "%s/quake3", data);
    const bool real = platform_is_file(quake3);
    const char *q3_demo = real ? quake3 : "builtin:demo5", *q3_data = real ? quake3_data : NULL;
    if (!mkdtemp(folder)) {
        return;
    }
    snprintf(film, sizeof(film), "%s/film.y4m", folder);
    snprintf(avi, sizeof(avi), "%s/film.avi", folder);
    snprintf(demo_path, sizeof(demo_path), "%s/long.dem", folder);
    const struct row rows[] = {{"drawing for y4m to drawing alone", "draw_share", "x",
                                measure_share(demo, basedir), GOAL_SHARE, true},
                               {"Quake III's", "quake3_draw_share", "x",
                                measure_share(q3_demo, q3_data), GOAL_SHARE, true},
                               {"AVI, two processes to one", "quake3_jobs", "x",
                                measure_jobs(q3_demo, q3_data, avi, ALL_CORES), GOAL_TIMES, false},
                               {"the same, the one on one core", "quake3_jobs_one_core", "x",
                                measure_jobs(q3_demo, q3_data, avi, ONE_CORE), GOAL_TIMES, false},
                               {"memory, Quake III", "memory_quake3", "MB",
                                run_whole(q3_demo, q3_data, film).megabytes, GOAL_MB, true},
                               {"memory, a demo of 10 minutes", "memory_10_minutes", "MB",
                                run_long(demo_path, HOUR / 6).megabytes, GOAL_MB, true},
                               {"memory, a demo of an hour", "memory_hour", "MB",
                                run_long(demo_path, HOUR).megabytes, GOAL_MB, true}};
    printf("films, 1280x720, one thread a process draws; peak memory of the largest process\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct row *row = &rows[i];
        printf("  %-34s %8.2f %-2s (goal: %s %.2f)\n", row->name, row->value, row->unit,
               row->most ? "at most" : "at least", row->goal);
        if (json) {
            fprintf(json, "%s\"%s\": %.3f", i ? ", " : "{", row->key, row->value);
        }
    }
    if (json) {
        fprintf(json, "}");
    }
    (void)!platform_remove_file(film);
    (void)!platform_remove_file(avi);
    rmdir(folder);
}
