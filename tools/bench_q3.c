#include "tools/bench_q3.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/demo_batch.h"
#include "engine/q3_reader.h"

/* MB/s of another parser (UDT), all states kept, one thread, on 88.9 MB of real .dm_68: measured
 * elsewhere, once. */
#define PEER_RATE 76.7

#define MEGABYTE 1e6

enum { MOST_FILES = 64, ROUNDS = 5, LEAST_BYTES = 80000000, PATH_BYTES = 1024 };

struct set {
    char paths[MOST_FILES][PATH_BYTES];
    size_t count;
    size_t bytes;       /* of all of them */
    size_t repeats;     /* to LEAST_BYTES */
    const char **names; /* count * repeats */
};

static bool is_wanted(const char *name)
{
    static const char ending[] = ".dm_68";
    const size_t length = strlen(name), tail = sizeof(ending) - 1;
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static void add_folder(struct set *set, const char *data, const char *folder)
{
    char path[PATH_BYTES - 256];
    char **names;
    size_t count;
    snprintf(path, sizeof(path), "%s/quake3/%s", data, folder);
    if (platform_list_directory(path, &names, &count) < 0) {
        return;
    }
    for (size_t i = 0; i < count && set->count < MOST_FILES; i++) {
        struct file_bytes bytes;
        char *file = set->paths[set->count];
        const int length = snprintf(file, PATH_BYTES, "%s/%s", path, names[i]);
        if (is_wanted(names[i]) && length > 0 && length < PATH_BYTES &&
            platform_map_file(file, &bytes) == 0) {
            set->bytes += bytes.size;
            set->count++;
            platform_unmap_file(&bytes);
        }
    }
    platform_free_names(names, count);
}

static bool make_set(struct set *set, const char *data)
{
    add_folder(set, data, "corpus");
    add_folder(set, data, "recorded");
    if (set->bytes == 0) {
        return false;
    }
    set->repeats = (LEAST_BYTES + set->bytes - 1) / set->bytes;
    set->names = calloc(set->count * set->repeats, sizeof(*set->names));
    for (size_t i = 0; set->names && i < set->count * set->repeats; i++) {
        set->names[i] = set->paths[i % set->count];
    }
    return set->names != NULL;
}

/* Reads one file to its end, with all states. */
static bool read_one(const char *path)
{
    struct file_bytes bytes;
    struct format_error err;
    struct q3_message message;
    if (platform_map_file(path, &bytes) < 0) {
        return false;
    }
    struct q3_reader *reader = q3_reader_create(Q3_PROTOCOL_68, bytes.data, bytes.size);
    int code = reader ? 1 : FORMAT_MEMORY;
    while (code > 0 && (code = q3_reader_block(reader, &err)) > 0) {
        while ((code = q3_reader_next(reader, &message, &err)) > 0) {
        }
        code = code < 0 ? code : 1;
    }
    q3_reader_free(reader);
    platform_unmap_file(&bytes);
    return code == 0;
}

static bool read_set(const struct set *set)
{
    bool good = true;
    for (size_t i = 0; i < set->count * set->repeats; i++) {
        good = read_one(set->names[i]) && good;
    }
    return good;
}

static void tell(void *context, const struct demo_report *report)
{
    *(bool *)context &= report->stats.code == 0;
}

static bool describe_set(const struct set *set, int threads)
{
    const struct demo_search nowhere = {0};
    bool good = true;
    return demo_batch_read(set->names, set->count * set->repeats, &nowhere, threads, tell, &good) ==
               0 &&
           good;
}

/* MB/s, the best of ROUNDS: what else the machine does can only slow down. threads 0: the states
 * alone. 0 when a file cannot be read. */
static double measure(const struct set *set, int threads)
{
    double best = 0.0;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = platform_now();
        if (!(threads == 0 ? read_set(set) : describe_set(set, threads))) {
            return 0.0;
        }
        const double rate =
            (double)(set->bytes * set->repeats) / MEGABYTE / (platform_now() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

void bench_q3(const char *data, FILE *json)
{
    struct set *set = calloc(1, sizeof(*set));
    if (!set || !make_set(set, data)) {
        printf("Quake III: no .dm_68 below %s/quake3\n", data);
        if (json) {
            fprintf(json, "{}");
        }
        free(set);
        return;
    }
    const double rates[3] = {measure(set, 0), measure(set, 1), measure(set, 2)};
    static const char *const titles[3] = {"states, 1 thread", "info, 1 thread", "info, 2 threads"};
    printf("Quake III: %zu files .dm_68, %.1f MB read %zu times; the peer, another parser measured "
           "elsewhere\non one thread: %.1f MB/s\n",
           set->count, (double)set->bytes / MEGABYTE, set->repeats, PEER_RATE);
    printf("%-18s %9s %8s\n", "", "MB/s", "peer");
    for (int i = 0; i < 3; i++) {
        printf("%-18s %9.1f %7.2fx\n", titles[i], rates[i], rates[i] / PEER_RATE);
    }
    const double scaling = rates[1] > 0.0 ? rates[2] / rates[1] : 0.0;
    printf("info, 2 threads : 1  %.2fx (goal 1.80x); states : peer %.2fx (goal 2.00x)\n", scaling,
           rates[0] / PEER_RATE);
    if (json) {
        fprintf(json,
                "{\"mb\": %.3f, \"states_mb_s\": %.1f, \"info_mb_s_1_thread\": %.1f, "
                "\"info_mb_s_2_threads\": %.1f, \"peer_mb_s_elsewhere\": %.1f}",
                (double)(set->bytes * set->repeats) / MEGABYTE, rates[0], rates[1], rates[2],
                PEER_RATE);
    }
    free(set->names);
    free(set);
}
