#include "tools/bench/frames.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "assets/platform.h"
#include "engine/playback/player.h"
#include "tools/bench/tyrquake.h"

enum { ROUNDS = 3, CHUNKS = 10, MOST_JOBS = 10, MOST_PAIRS = BENCH_MOST_PAIRS };

static double processor_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static const char *look_name(enum render_look look)
{
    return look == LOOK_FAITHFUL ? "faithful" : "exact";
}

/* Nothing else may run while frames are timed. */
static const struct timeline_options no_index = {.key_frame_bytes = 0, .background = false};

struct bench_size {
    int width, height;
};

static const struct bench_size sizes[] = {{320, 200}, {640, 480}, {1280, 720}, {1920, 1080}};

struct bench_job {
    char demo[1024];
    const char *label;
    const char *basedir; /* NULL: built-in */
    uint32_t frames;     /* drawn in CHUNKS runs of consecutive updates, spread over the demo */
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Seconds to draw the job's frames once: scene and picture, not the demo's messages. */
static double draw_round(struct player *player, uint32_t frames, uint32_t *target, uint32_t *drawn)
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
            if (player_draw(player, target, (size_t)player->scene_options.width) < 0) {
                return 0.0;
            }
            seconds += platform_now() - start;
            (*drawn)++;
        }
    }
    return seconds;
}

static double median_ms(struct player *player, uint32_t frames, uint32_t *target)
{
    double rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t drawn;
        double seconds = draw_round(player, frames, target, &drawn);
        rounds[i] = drawn ? seconds * 1000.0 / drawn : 0.0;
    }
    qsort(rounds, ROUNDS, sizeof(rounds[0]), compare_doubles);
    return rounds[ROUNDS / 2];
}

/* The player of a job, in pictures of that size. The peer knows no fog. */
static bool open_job(struct player *player, const struct bench_job *job,
                     const struct bench_size *size, enum render_look look, int threads)
{
    const struct player_options options = {.fov = 90.0f,
                                           .look = look,
                                           .threads = threads,
                                           .no_hud = true,
                                           .no_fog = true,
                                           .search.basedir = job->basedir};
    if (player_open(player, job->demo, &options, &no_index, NULL) != 0) {
        return false;
    }
    if (player_set_size(player, size->width, size->height) != 0) {
        player_close(player);
        return false;
    }
    return true;
}

static void bench_one(const struct bench_job *job, const struct bench_size *size,
                      enum render_look look, FILE *json, bool *first)
{
    uint32_t *target = malloc((size_t)size->width * (size_t)size->height * sizeof(*target));
    double ms[2] = {0};
    for (int threads = 1; target && threads <= 2; threads++) {
        struct player player;
        if (open_job(&player, job, size, look, threads)) {
            ms[threads - 1] = median_ms(&player, job->frames, target);
            player_close(&player);
        }
    }
    free(target);
    if (!(ms[0] > 0.0 && ms[1] > 0.0)) {
        return;
    }
    printf("%-16s %4dx%-4d %-8s %9.1f %9.1f %7.2fx\n", job->label, size->width, size->height,
           look_name(look), 1000.0 / ms[0], 1000.0 / ms[1], ms[0] / ms[1]);
    fflush(stdout);
    if (json) {
        fprintf(json,
                "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"look\": \"%s\", "
                "\"ms_1_thread\": %.5f, \"ms_2_threads\": %.5f}",
                *first ? "" : ",", job->label, size->width, size->height, look_name(look), ms[0],
                ms[1]);
        *first = false;
    }
}

/* From nothing to the first picture of a demo, as a newly started program has it. */
static void bench_start(const struct bench_job *job, FILE *json)
{
    const struct player_options options = {
        .fov = 90.0f, .threads = 2, .search.basedir = job->basedir};
    struct player player;
    double start = platform_now();
    if (player_open(&player, job->demo, &options, &no_index, NULL) != 0) {
        return;
    }
    if (player_set_size(&player, 1920, 1080) == 0 && timeline_go_update(player.timeline, 0) == 0 &&
        player_draw(&player, NULL, 0) == 0) {
        double ms = (platform_now() - start) * 1000.0;
        printf("%-16s start to first frame at 1920x1080: %.1f ms\n", job->label, ms);
        if (json) {
            fprintf(json, "\"first_frame_ms\": %.3f,\n", ms);
        }
    }
    player_close(&player);
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

static void bench_demos(const struct bench_job *jobs, size_t num_jobs, FILE *json)
{
    bool first = true;
    printf("%-16s %-9s %-8s %9s %9s %8s\n", "demo", "size", "look", "fps 1 thr", "fps 2 thr",
           "2 : 1");
    if (json) {
        fprintf(json, "\"frames\": [");
    }
    for (size_t j = 0; j < num_jobs; j++) {
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            bench_one(&jobs[j], &sizes[s], LOOK_FAITHFUL, json, &first);
            bench_one(&jobs[j], &sizes[s], LOOK_EXACT, json, &first);
        }
    }
    if (json) {
        fprintf(json, "],\n");
    }
}

/* The real demos that are there, and the built-in ones. */
static size_t choose_demos(struct bench_job jobs[MOST_JOBS], const char *data, const char *basedir,
                           uint32_t frames)
{
    static const struct {
        const char *label, *file;
    } real[] = {
        {"demo1_lite", "netquake/demo1_lite.dem"},
        {"demo2_lite", "netquake/demo2_lite.dem"},
        {"demo3_lite", "netquake/demo3_lite.dem"},
        {"r15_e0m4_qs", "netquake/r15_e0m4_qs.dem"},
        {"r666_e1m1", "netquake/r666_e1m1.dem"}, /* the largest map */
        {"tq_rec_mid.qwd", "quakeworld/recorded/tq_rec_mid.qwd"},
        {"lab_ktx.mvd", "quakeworld/recorded/lab_ktx_mvd.mvd"},
    };
    static const char *const builtin[] = {"builtin:demo1", "builtin:demo2"};
    size_t num_jobs = 0;
    for (size_t i = 0; i < sizeof(real) / sizeof(real[0]); i++) {
        struct bench_job *job = &jobs[num_jobs];
        *job = (struct bench_job){.label = real[i].label, .basedir = basedir, .frames = frames};
        snprintf(job->demo, sizeof(job->demo), "%s/%s", data, real[i].file);
        if (platform_is_file(job->demo)) {
            num_jobs++;
        } else {
            printf("skipped: %s\n", job->demo);
        }
    }
    for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++) {
        struct bench_job *job = &jobs[num_jobs++];
        *job = (struct bench_job){.label = builtin[i], .frames = frames};
        snprintf(job->demo, sizeof(job->demo), "%s", builtin[i]);
    }
    return num_jobs;
}

/* --- beside the peer -----------------------------------------------------------------------------
 */

/* What one pair of runs measured, in milliseconds a frame: processor time of one thread, and time
 * on the wall of two. */
struct pair {
    double peer, one[2], two[2]; /* faithful, exact */
};

/* Milliseconds a frame of the whole demo. */
static double whole_demo_ms(const struct bench_job *job, const struct bench_size *size,
                            enum render_look look, int threads, uint32_t *target)
{
    struct player player;
    if (!open_job(&player, job, size, look, threads)) {
        return 0.0;
    }
    const uint32_t updates = timeline_extent(player.timeline).num_updates;
    double seconds = 0.0;
    for (uint32_t i = 0; i < updates; i++) {
        if (timeline_go_update(player.timeline, i) < 0) {
            break;
        }
        const double start = threads == 1 ? processor_now() : platform_now();
        if (player_draw(&player, target, (size_t)size->width) < 0) {
            break;
        }
        seconds += (threads == 1 ? processor_now() : platform_now()) - start;
    }
    player_close(&player);
    return seconds * 1000.0 / updates;
}

static double median_ratio(const struct pair *pairs, int count, size_t ours)
{
    double ratios[MOST_PAIRS];
    for (int i = 0; i < count; i++) {
        const double own = *(const double *)((const char *)&pairs[i] + ours);
        ratios[i] = own > 0.0 ? pairs[i].peer / own : 0.0;
    }
    qsort(ratios, (size_t)count, sizeof(ratios[0]), compare_doubles);
    return ratios[count / 2];
}

static void bench_beside(struct tyrquake *peer, const struct bench_job *job,
                         const struct bench_size *size, int rounds, FILE *json, bool *first)
{
    struct pair pairs[MOST_PAIRS];
    uint32_t *target = malloc((size_t)size->width * (size_t)size->height * sizeof(*target));
    for (int i = 0; target && i < rounds; i++) {
        pairs[i].peer = tyrquake_timedemo(peer, job->demo, size->width, size->height);
        for (int look = 0; look < 2; look++) {
            const enum render_look ours = look == 0 ? LOOK_FAITHFUL : LOOK_EXACT;
            pairs[i].one[look] = whole_demo_ms(job, size, ours, 1, target);
            pairs[i].two[look] = whole_demo_ms(job, size, ours, 2, target);
        }
    }
    if (target) {
        const double faithful[2] = {median_ratio(pairs, rounds, offsetof(struct pair, one[0])),
                                    median_ratio(pairs, rounds, offsetof(struct pair, two[0]))};
        const double exact[2] = {median_ratio(pairs, rounds, offsetof(struct pair, one[1])),
                                 median_ratio(pairs, rounds, offsetof(struct pair, two[1]))};
        printf("%-16s %4dx%-4d %9.3f %8.2fx %8.2fx %8.2fx %8.2fx\n", job->label, size->width,
               size->height, pairs[0].peer, faithful[0], exact[0], faithful[1], exact[1]);
        fflush(stdout);
        if (json) {
            fprintf(json,
                    "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"peer_ms\": %.5f, "
                    "\"faithful_1_thread\": %.3f, \"exact_1_thread\": %.3f, "
                    "\"faithful_2_threads\": %.3f, \"exact_2_threads\": %.3f}",
                    *first ? "" : ",", job->label, size->width, size->height, pairs[0].peer,
                    faithful[0], exact[0], faithful[1], exact[1]);
            *first = false;
        }
    }
    free(target);
}

static void bench_peer(const struct bench_job *jobs, size_t num_jobs, const char *basedir,
                       const struct bench_peer_options *options, FILE *json)
{
    static const char *const demos[] = {"demo1_lite", "r15_e0m4_qs", "r666_e1m1"};
    bool first = true;
    struct tyrquake *peer = tyrquake_open(options->tyrquake, basedir);
    if (!peer) {
        printf("\n%s cannot be run with the games in %s\n", options->tyrquake, basedir);
        return;
    }
    printf(
        "\nbeside TyrQuake: its processor time a frame of the whole demo, and how many times ours "
        "goes into it\n%-16s %-9s %9s %9s %9s %9s %9s\n",
        "demo", "size", "ms", "faithful", "exact", "2 thr", "2 thr");
    if (json) {
        fprintf(json, "\"beside_tyrquake\": [");
    }
    for (size_t j = 0; j < num_jobs; j++) {
        for (size_t d = 0; d < sizeof(demos) / sizeof(demos[0]); d++) {
            if (strcmp(jobs[j].label, demos[d]) == 0) {
                for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
                    bench_beside(peer, &jobs[j], &sizes[s], options->pairs, json, &first);
                }
            }
        }
    }
    if (json) {
        fprintf(json, "],\n");
    }
    tyrquake_close(peer);
}

void bench_frames(const char *data, uint32_t frames, const struct bench_peer_options *peer,
                  FILE *json)
{
    static char basedir[512];
    static struct bench_job jobs[MOST_JOBS];
    snprintf(basedir, sizeof(basedir), "%s/librequake", data);
    size_t num_jobs = choose_demos(jobs, data, basedir, frames);
    bench_start(&jobs[0], json);
    bench_memory(json);
    bench_demos(jobs, num_jobs, json);
    if (peer->tyrquake) {
        bench_peer(jobs, num_jobs, basedir, peer, json);
    }
    printf("\n");
}
