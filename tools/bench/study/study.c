#include "tools/bench/study/study.h"

#include <stdbool.h>
#include <stdlib.h>

#include "engine/events/event_list.h"
#include "engine/playback/families.h"
#include "engine/stats/stats_read.h"
#include "tools/bench/demo_set.h"
#include "tools/bench/measure.h"

#define MEGABYTE 1e6

enum { ROUNDS = 5, BYTES_MIN = 30000000 /* of a round */ };

struct kind {
    const char *key; /* in the JSON */
    const char *title, *ending;
    const char *folders[2]; /* below the data; NULL = none */
    double goal;            /* MB/s of one core */
};

static const struct kind kinds[] = {
    {"netquake", "NetQuake .dem", ".dem", {"netquake", NULL}, 150.0},
    {"mvd", "QuakeWorld .mvd", ".mvd", {"quakeworld/corpus", "quakeworld/recorded"}, 150.0},
    {"qwd", "QuakeWorld .qwd", ".qwd", {"quakeworld/corpus", "quakeworld/recorded"}, 150.0},
    {"quake3", "Quake III .dm_68", ".dm_68", {"quake3/corpus", "quake3/recorded"}, 100.0},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* What is good of a damaged demo counts, too. Returns FORMAT_MEMORY, or another number. */
static int read_events(const struct demo *demo)
{
    struct event_list list = {0};
    struct format_error err;
    const struct events_sink sink = {.event = event_list_add,
                                     .context = &list,
                                     .kinds = EVENTS_ALL &
                                              ~(1u << GAME_EVENT_JUMP | 1u << GAME_EVENT_LAND)};
    const int code = events_read(demo, &sink, &err);
    const int status = list.status;
    event_list_free(&list);
    return status < 0 ? status : code;
}

static int read_stats(const struct demo *demo)
{
    struct stats_demo stats;
    struct format_error err;
    const int code = stats_read(&stats, demo, &err);
    stats_demo_free(&stats);
    return code;
}

/* MB/s of processor time, the median; 0 = memory ran out. */
static double measure(const struct demo_set *set, int (*read)(const struct demo *demo))
{
    const size_t repeats = (BYTES_MIN + set->bytes - 1) / set->bytes;
    double rates[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = bench_processor_now();
        for (size_t i = 0; i < set->count * repeats; i++) {
            const struct file_bytes *file = &set->files[i % set->count];
            struct demo demo;
            int code = demo_open(&demo, file->data, file->size, set->paths[i % set->count]);
            code = code == 0 ? read(&demo) : code;
            demo_close(&demo);
            if (code == FORMAT_MEMORY) {
                return 0.0;
            }
        }
        rates[round] = (double)(set->bytes * repeats) / MEGABYTE / (bench_processor_now() - start);
    }
    return bench_median(rates, ROUNDS);
}

static void bench_kind(const struct kind *kind, const char *data, FILE *json, bool *first)
{
    struct demo_set *set = calloc(1, sizeof(*set));
    for (int i = 0; set && i < 2 && kind->folders[i]; i++) {
        char folder[DEMO_SET_PATH];
        snprintf(folder, sizeof(folder), "%s/%s", data, kind->folders[i]);
        demo_set_add(set, folder, kind->ending);
    }
    if (set && set->bytes > 0) {
        const double events = measure(set, read_events), stats = measure(set, read_stats);
        printf("%-18s %6zu %8.1f %10.1f %10.1f %6.0f\n", kind->title, set->count,
               (double)set->bytes / MEGABYTE, events, stats, kind->goal);
        if (json) {
            fprintf(json, "%s\"%s\": {\"mb\": %.3f, \"events_mb_s\": %.1f, \"stats_mb_s\": %.1f}",
                    *first ? "" : ", ", kind->key, (double)set->bytes / MEGABYTE, events, stats);
        }
        *first = false;
    }
    if (set) {
        demo_set_free(set);
    }
    free(set);
}

void bench_study(const char *data, FILE *json)
{
    bool first = true;
    printf("events and statistics, MB/s of one core, medians of %d\n", ROUNDS);
    printf("%-18s %6s %8s %10s %10s %6s\n", "", "demos", "MB", "events", "stats", "goal");
    if (json) {
        fprintf(json, "{");
    }
    for (size_t i = 0; i < KINDS; i++) {
        bench_kind(&kinds[i], data, json, &first);
    }
    if (json) {
        fprintf(json, "%s\"catalogue\": ", first ? "" : ", ");
    }
    bench_catalogue(json);
    if (json) {
        fprintf(json, "}");
    }
}
