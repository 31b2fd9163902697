/* bench: frames a second of whole demos at four sizes, both looks, one and two threads; time to the
 * first frame, memory, what lies over the picture, the timeline, sound, how fast Quake III demos
 * are read, and the kernels in ns per pixel. Prints tables and writes JSON (--json FILE); --only
 * frames, overlay, timeline, sound, quake3, rgb, quake3-frames or kernels leaves out the others;
 * --rounds N of those of quake3-frames.
 *
 * Every figure of the frames is the median over ROUNDS rounds of the same frames, drawn with
 * palette expansion into memory.
 *
 * The peer is TyrQuake's software renderer (C, -O2, one core, no present), measured once on an idle
 * machine: demo1_lite at four sizes, and from those 0.23 ms + 2.6 ns a pixel for the other demos.
 * TyrQuake draws QuakeWorld with the same renderer, so the same holds for those demos.
 * Machines differ and are seldom idle, so a yardstick is measured in the same run: the C function
 * with the peer's inner loop, which took 1.08 ns a pixel on that machine. `peer` is the plain ratio
 * of frame rates, `peer here` the ratio after slowing the peer down by the yardstick. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "assets/platform.h"
#include "engine/playback/player.h"
#include "formats/base/dmath.h"
#include "render/palette/kernels/kernels.h"
#include "tools/bench_kernels.h"
#include "tools/bench_overlay.h"
#include "tools/bench_q3.h"
#include "tools/bench_q3_frames.h"
#include "tools/bench_rgb.h"
#include "tools/bench_sound.h"
#include "tools/bench_timeline.h"

#define PEER_FRAME_MS 0.23
#define PEER_PIXEL_NS 2.6
#define PEER_SPAN_NS 1.08

enum { ROUNDS = 3, CHUNKS = 10, MOST_JOBS = 10 };

/* Nothing else may run while frames are timed. */
static const struct timeline_options no_index = {.key_frame_bytes = 0, .background = false};

struct bench_size {
    int width, height;
    double peer_fps; /* on demo1_lite */
};

static const struct bench_size sizes[] = {
    {320, 200, 1940.0}, {640, 480, 750.0}, {1280, 720, 345.0}, {1920, 1080, 181.0}};

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

/* How many times slower this machine runs the peer's inner loop now: spans of 48 pixels over 512
 * textures of 64 x 64, the best of many rounds. */
static double measure_yardstick(void)
{
    enum { TEXTURES = 512, SIDE = 64, SPAN = 48, ROW = SPAN * 16, ROUNDS_OF_SPANS = 200 };
    static uint8_t texels[TEXTURES][SIDE * SIDE + KERNEL_PADDING];
    static uint8_t row[ROW];
    double best = 1e9;
    for (size_t i = 0; i < sizeof(texels); i++) {
        ((uint8_t *)texels)[i] = (uint8_t)dmath_hash((uint32_t)i, 1, 2);
    }
    for (int round = 0; round < ROUNDS_OF_SPANS; round++) {
        double start = platform_now();
        for (int i = 0; i < TEXTURES; i++) {
            struct span_surface surface = {.zi_origin = 0.01f,
                                           .zi_stepu = 0.000005f,
                                           .sdivz_origin = 0.02f + 0.0005f * (float)(i % 97),
                                           .sdivz_stepu = 0.0004f,
                                           .tdivz_origin = 0.1f,
                                           .tdivz_stepu = 0.0002f,
                                           .bbextents = (SIDE << 16) - 1,
                                           .bbextentt = (SIDE << 16) - 1,
                                           .pixels = texels[i],
                                           .stride = SIDE};
            int u = SPAN * (i % 16);
            kernels_get(CPU_C)->span_faithful(&surface, row + u, u, 0, SPAN);
        }
        double ns = (platform_now() - start) * 1e9 / (TEXTURES * SPAN);
        best = ns < best ? ns : best;
    }
    return best / PEER_SPAN_NS;
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

static void bench_one(const struct bench_job *job, const struct bench_size *size,
                      enum render_look look, double yardstick, FILE *json, bool *first)
{
    /* The peer knows no fog. */
    const struct player_options options = {
        .fov = 90.0f, .look = look, .no_hud = true, .no_fog = true, .search.basedir = job->basedir};
    struct player player;
    size_t pixels = (size_t)size->width * (size_t)size->height;
    uint32_t *target = malloc(pixels * sizeof(*target));
    double ms[2] = {0};
    if (!target || player_open(&player, job->demo, &options, &no_index, NULL) != 0) {
        free(target);
        return;
    }
    for (int threads = 1; threads <= 2; threads++) {
        player.options.threads = threads;
        if (player_set_size(&player, size->width, size->height) == 0) {
            ms[threads - 1] = median_ms(&player, job->frames, target);
        }
    }
    player_close(&player);
    free(target);
    double peer = strcmp(job->label, "demo1_lite") == 0
                      ? 1000.0 / size->peer_fps
                      : PEER_FRAME_MS + PEER_PIXEL_NS * (double)pixels * 1e-6;
    const char *look_name = look == LOOK_FAITHFUL ? "faithful" : "exact";
    printf("%-16s %4dx%-4d %-8s %9.1f %9.1f %7.2fx %7.2fx %8.2fx\n", job->label, size->width,
           size->height, look_name, 1000.0 / ms[0], 1000.0 / ms[1], ms[0] / ms[1], peer / ms[0],
           peer * yardstick / ms[0]);
    fflush(stdout);
    if (json) {
        fprintf(json,
                "%s\n  {\"demo\": \"%s\", \"width\": %d, \"height\": %d, \"look\": \"%s\", "
                "\"ms_1_thread\": %.5f, \"ms_2_threads\": %.5f, \"peer_ratio\": %.3f, "
                "\"peer_ratio_here\": %.3f}",
                *first ? "" : ",", job->label, size->width, size->height, look_name, ms[0], ms[1],
                peer / ms[0], peer * yardstick / ms[0]);
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
    double yardstick = measure_yardstick();
    printf(
        "\nyardstick: the peer's inner loop takes %.2f times what it took where it was measured\n",
        yardstick);
    printf("%-16s %-9s %-8s %9s %9s %8s %8s %9s\n", "demo", "size", "look", "fps 1 thr",
           "fps 2 thr", "2 : 1", "peer", "peer here");
    if (json) {
        fprintf(json, "\"yardstick\": %.4f,\n\"frames\": [", yardstick);
    }
    for (size_t j = 0; j < num_jobs; j++) {
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            bench_one(&jobs[j], &sizes[s], LOOK_FAITHFUL, yardstick, json, &first);
            bench_one(&jobs[j], &sizes[s], LOOK_EXACT, yardstick, json, &first);
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

static void bench_frames(const char *data, uint32_t frames, FILE *json)
{
    static char basedir[512];
    static struct bench_job jobs[MOST_JOBS];
    snprintf(basedir, sizeof(basedir), "%s/librequake", data);
    size_t num_jobs = choose_demos(jobs, data, basedir, frames);
    bench_start(&jobs[0], json);
    bench_memory(json);
    bench_demos(jobs, num_jobs, json);
    printf("\n");
}

/* Demos in which there is something to show and to hear, and one in which much happens. */
struct busy_demos {
    char busy[1024], dense[1024], folder[512];
    const char *basedir; /* NULL: they are built-in */
};

static void choose_busy_demos(struct busy_demos *demos, const char *data)
{
    snprintf(demos->busy, sizeof(demos->busy), "%s/netquake/r15_e0m4_qs.dem", data);
    snprintf(demos->dense, sizeof(demos->dense), "%s/quakeworld/corpus/2on2_frobodm2_2022.mvd",
             data);
    snprintf(demos->folder, sizeof(demos->folder), "%s/librequake", data);
    demos->basedir = demos->folder;
    if (!platform_is_file(demos->busy) || !platform_is_file(demos->dense)) {
        snprintf(demos->busy, sizeof(demos->busy), "builtin:demo1");
        snprintf(demos->dense, sizeof(demos->dense), "builtin:demo4");
        demos->basedir = NULL;
    }
}

static void begin_part(FILE *json, const char *key)
{
    if (json) {
        fprintf(json, "\"%s\": ", key);
    }
}

static void end_part(FILE *json)
{
    if (json) {
        fprintf(json, ",\n");
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *data = getenv("QUAKEREEL_DATA");
    const char *only = NULL, *demo = NULL;
    uint32_t frames = 600;
    int rounds = ROUNDS;
    FILE *json = NULL;
    struct busy_demos demos;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--json") == 0) {
            json = fopen(argv[i + 1], "w");
        } else if (strcmp(argv[i], "--frames") == 0) {
            frames = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            rounds = atoi(argv[i + 1]);
        } else if (strcmp(argv[i], "--only") == 0) {
            only = argv[i + 1];
        } else if (strcmp(argv[i], "--demo") == 0) {
            demo = argv[i + 1]; /* of quake3-frames */
        }
    }
    data = data ? data : "../shared/data";
    if (json) {
        fprintf(json, "{\n");
    }
    if (!only || strcmp(only, "frames") == 0) {
        bench_frames(data, frames, json);
    }
    choose_busy_demos(&demos, data);
    if (!only || strcmp(only, "overlay") == 0) {
        begin_part(json, "overlay");
        bench_overlay(demos.busy, demos.dense, demos.basedir, json);
        end_part(json);
    }
    if (!only || strcmp(only, "sound") == 0) {
        begin_part(json, "sound");
        bench_sound(demos.busy, demos.basedir, data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "timeline") == 0) {
        begin_part(json, "timeline");
        bench_timeline(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "quake3") == 0) {
        begin_part(json, "quake3");
        bench_q3(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "rgb") == 0) {
        begin_part(json, "rgb");
        bench_rgb(data, json);
        end_part(json);
    }
    if (!only || strcmp(only, "quake3-frames") == 0) {
        begin_part(json, "quake3_frames");
        bench_q3_frames(data, rounds, demo, json);
        end_part(json);
    }
    if (json) {
        fprintf(json, "\"kernels\": ");
    }
    if (!only || strcmp(only, "kernels") == 0) {
        bench_kernels(json);
    } else if (json) {
        fprintf(json, "{}\n");
    }
    if (json) {
        fprintf(json, "}\n");
        fclose(json);
    }
    return 0;
}
