#include "tools/bench/q3.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/batch/demo_batch.h"
#include "engine/playback/timeline.h"
#include "engine/quake3/q3_reader.h"
#include "tools/bench/demo_set.h"
#include "tools/bench/measure.h"
#include "tools/bench/peers/udt.h"

#define MEGABYTE 1e6

enum { ROUNDS = 5, BYTES_MIN = 80000000, SEEKS = 1000 };

struct set {
    struct demo_set demos;
    size_t repeats;     /* to BYTES_MIN */
    const char **names; /* demos.count * repeats */
};

static void add_folder(struct set *set, const char *data, const char *folder)
{
    char path[DEMO_SET_PATH];
    snprintf(path, sizeof(path), "%s/quake3/%s", data, folder);
    demo_set_add(&set->demos, path, ".dm_68");
}

static bool make_set(struct set *set, const char *data)
{
    add_folder(set, data, "corpus");
    add_folder(set, data, "recorded");
    if (set->demos.bytes == 0) {
        return false;
    }
    set->repeats = (BYTES_MIN + set->demos.bytes - 1) / set->demos.bytes;
    set->names = calloc(set->demos.count * set->repeats, sizeof(*set->names));
    for (size_t i = 0; set->names && i < set->demos.count * set->repeats; i++) {
        set->names[i] = set->demos.paths[i % set->demos.count];
    }
    return set->names != NULL;
}

/* Reads one file to its end, with all states. */
static bool read_one(const char *path, struct states_read *result)
{
    struct file_bytes bytes;
    struct format_error err;
    struct q3_message message;
    if (platform_read_file(path, &bytes) < 0) {
        return false;
    }
    struct q3_reader *reader = q3_reader_create(Q3_PROTOCOL_68, bytes.data, bytes.size);
    int code = reader ? 1 : FORMAT_MEMORY;
    while (code > 0 && (code = q3_reader_block(reader, &err)) > 0) {
        while ((code = q3_reader_next(reader, &message, &err)) > 0) {
            if (message.id == Q3_SNAPSHOT && message.u.snapshot) {
                result->snapshots++;
                result->entities += message.u.snapshot->count;
            }
        }
        code = code < 0 ? code : 1;
    }
    q3_reader_free(reader);
    platform_free_file(&bytes);
    return code == 0;
}

static struct states_read read_set(const struct set *set)
{
    struct states_read result = {.good = true};
    const double start = bench_processor_now();
    for (size_t i = 0; i < set->demos.count * set->repeats; i++) {
        result.good = read_one(set->names[i], &result) && result.good;
    }
    result.seconds = bench_processor_now() - start;
    return result;
}

static void tell(void *context, const struct demo_report *report)
{
    *(bool *)context &= report->stats.code == 0;
}

static bool describe_set(const struct set *set, int threads)
{
    const struct demo_search nowhere = {0};
    bool good = true;
    return demo_batch_read(set->names, set->demos.count * set->repeats, &nowhere, threads, tell,
                           &good) == 0 &&
           good;
}

/* Reading all states, and the peer doing so, in turns. */
struct states {
    struct states_read own, peer; /* the last round's */
    double rate, peer_rate;       /* MB/s of processor time, the medians of ROUNDS */
    double factor;                /* the median of the rounds' */
};

static struct states measure_states(const struct set *set, const char *udt)
{
    const double megabytes = (double)(set->demos.bytes * set->repeats) / MEGABYTE;
    double own[ROUNDS], peer[ROUNDS], factors[ROUNDS];
    struct states states = {0};
    for (int i = 0; i < ROUNDS; i++) {
        if (udt) {
            states.peer = udt_read(udt, set->names, set->demos.count * set->repeats);
        }
        states.own = read_set(set);
        peer[i] = states.peer.good ? megabytes / states.peer.seconds : 0.0;
        own[i] = states.own.good ? megabytes / states.own.seconds : 0.0;
        factors[i] = peer[i] > 0.0 ? own[i] / peer[i] : 0.0;
    }
    states.rate = bench_median(own, ROUNDS);
    states.peer_rate = bench_median(peer, ROUNDS);
    states.factor = bench_median(factors, ROUNDS);
    return states;
}

/* MB/s of `info`, the best of ROUNDS: what else the machine does can only slow down. *one_core: of
 * processor time, the median. 0 when a file cannot be read. */
static double measure_info(const struct set *set, int threads, double *one_core)
{
    double best = 0.0, cores[ROUNDS];
    *one_core = 0.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = platform_now(), processor = bench_processor_now();
        if (!describe_set(set, threads)) {
            return 0.0;
        }
        const double rate =
            (double)(set->demos.bytes * set->repeats) / MEGABYTE / (platform_now() - start);
        cores[i] = (double)(set->demos.bytes * set->repeats) / MEGABYTE /
                   (bench_processor_now() - processor);
        best = rate > best ? rate : best;
    }
    *one_core = bench_median(cores, ROUNDS);
    return best;
}

/* Seek times to random times of a demo, without pictures. */
struct seeks {
    double scan_rate;          /* of the index, MB/s of processor time */
    double key_frame_kb;       /* each */
    double p50, p90, p99, max; /* ms */
};

static bool seek_around(struct timeline *timeline, struct seeks *seeks)
{
    static double samples[SEEKS];
    const double length = timeline_length(timeline);
    uint32_t seed = 1;
    for (int i = 0; i < SEEKS; i++) {
        seed = seed * 1664525u + 1013904223u;
        const double start = platform_now();
        if (timeline_go_time(timeline, length * (seed >> 8) / 16777216.0, true) < 0) {
            return false;
        }
        samples[i] = (platform_now() - start) * 1000.0;
    }
    seeks->p50 = bench_percentile(samples, SEEKS, 50);
    seeks->p90 = bench_percentile(samples, SEEKS, 90);
    seeks->p99 = bench_percentile(samples, SEEKS, 99);
    seeks->max = samples[SEEKS - 1];
    return true;
}

static bool measure_seeks(const char *path, struct seeks *seeks)
{
    const struct timeline_options scan = {.name = path};
    const struct timeline_options whole = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                           .name = path};
    struct file_bytes bytes;
    struct timeline *timeline;
    bool good = false;
    if (platform_read_file(path, &bytes) < 0) {
        return false;
    }
    seeks->scan_rate = 0.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = bench_processor_now();
        if (timeline_open(&timeline, bytes.data, bytes.size, &scan, NULL) < 0) {
            break;
        }
        const double rate = (double)bytes.size / MEGABYTE / (bench_processor_now() - start);
        seeks->scan_rate = rate > seeks->scan_rate ? rate : seeks->scan_rate;
        timeline_close(timeline);
    }
    if (timeline_open(&timeline, bytes.data, bytes.size, &whole, NULL) == 0) {
        const struct timeline_extent extent = timeline_extent(timeline);
        const double keys = extent.num_key_frames ? extent.num_key_frames : 1;
        seeks->key_frame_kb = (double)extent.key_frame_bytes / 1000.0 / keys;
        good = seek_around(timeline, seeks);
        timeline_close(timeline);
    }
    platform_free_file(&bytes);
    return good;
}

/* A line for each demo of the set. */
static void bench_seeks(const struct set *set, FILE *json)
{
    bool first = true;
    printf("\n%-34s %10s %10s %26s\n", "timeline without pictures", "scan MB/s", "key KB",
           "seek ms p50/p90/p99/max");
    for (size_t i = 0; i < set->demos.count; i++) {
        const char *name = strrchr(set->demos.paths[i], '/') + 1;
        struct seeks s;
        if (!measure_seeks(set->demos.paths[i], &s)) {
            printf("%-34s not measured\n", name);
            continue;
        }
        printf("%-34s %10.1f %10.1f %8.2f %5.2f %5.2f %5.2f\n", name, s.scan_rate, s.key_frame_kb,
               s.p50, s.p90, s.p99, s.max);
        if (json) {
            fprintf(json,
                    "%s\n  {\"demo\": \"%s\", \"scan_mb_s\": %.1f, \"key_frame_kb\": %.1f, "
                    "\"seek_ms_p50\": %.4f, \"seek_ms_p90\": %.4f, \"seek_ms_p99\": %.4f, "
                    "\"seek_ms_max\": %.4f}",
                    first ? "" : ",", name, s.scan_rate, s.key_frame_kb, s.p50, s.p90, s.p99,
                    s.max);
            first = false;
        }
    }
}

static void tell_states(const struct states *states, const char *udt)
{
    printf("%-16s %9.1f MB/s of one core; %llu snapshots, %llu entities\n", "states", states->rate,
           (unsigned long long)states->own.snapshots, (unsigned long long)states->own.entities);
    if (udt && states->peer_rate > 0.0) {
        printf("%-16s %9.1f MB/s of one core; %llu snapshots, %llu entities; ours : UDT %.2fx "
               "(goal 3.00x)\n",
               "states, UDT", states->peer_rate, (unsigned long long)states->peer.snapshots,
               (unsigned long long)states->peer.entities, states->factor);
    } else if (udt) {
        printf("%-16s %s cannot be loaded, or did not read them all\n", "states, UDT", udt);
    }
}

void bench_q3(const char *data, const char *udt, FILE *json)
{
    struct set *set = calloc(1, sizeof(*set));
    if (!set || !make_set(set, data)) {
        printf("Quake III: no .dm_68 below %s/quake3\n", data);
        if (json) {
            fprintf(json, "{}");
        }
        if (set) {
            demo_set_free(&set->demos);
        }
        free(set);
        return;
    }
    printf("Quake III: %zu files .dm_68, %.1f MB read %zu times\n", set->demos.count,
           (double)set->demos.bytes / MEGABYTE, set->repeats);
    const struct states states = measure_states(set, udt);
    tell_states(&states, udt);
    double cores[2];
    const double info[2] = {measure_info(set, 1, &cores[0]), measure_info(set, 2, &cores[1])};
    printf("%-16s %9.1f MB/s of one core (goal 150.0)\n", "info", cores[0]);
    printf("%-16s %9.1f MB/s\n%-16s %9.1f MB/s; 2 : 1 %.2fx (goal 1.80x)\n", "info, 1 thread",
           info[0], "info, 2 threads", info[1], info[0] > 0.0 ? info[1] / info[0] : 0.0);
    if (json) {
        fprintf(json,
                "{\"mb\": %.3f, \"states_mb_s\": %.1f, \"udt_states_mb_s\": %.1f, "
                "\"states_to_udt\": %.3f, \"info_mb_s\": %.1f, \"info_mb_s_1_thread\": %.1f, "
                "\"info_mb_s_2_threads\": %.1f, \"demos\": [",
                (double)(set->demos.bytes * set->repeats) / MEGABYTE, states.rate, states.peer_rate,
                states.factor, cores[0], info[0], info[1]);
    }
    bench_seeks(set, json);
    if (json) {
        fprintf(json, "]}");
    }
    demo_set_free(&set->demos);
    free(set->names);
    free(set);
}
