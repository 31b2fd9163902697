#include "tools/bench/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/demo_source.h"

enum { RUNS = 5 };

#define MEGABYTE 1e6
#define GOAL_DECOMPILE 20.0 /* MB of demo a second */
#define GOAL_COMPILE 10.0
#define GOAL_TIMES 6.0 /* the demo's size */

struct text_job {
    const char *key; /* in the JSON */
    const char *real, *builtin;
};

static const struct text_job jobs[] = {
    {"netquake", "netquake/r15_e0m4_qs.dem", "builtin:demo1"},
    {"quakeworld", "quakeworld/corpus/2on2_frobodm2_2022.mvd", "builtin:demo4"},
    {"quake3", "quake3/corpus/osp_duel.dm_68", "builtin:demo5"},
};
enum { JOBS = sizeof(jobs) / sizeof(jobs[0]) };

struct written_text {
    const struct byte_writer *bytes;
    size_t at;
};

static ptrdiff_t read_text(void *context, void *bytes, size_t size)
{
    struct written_text *text = context;
    const size_t left = text->bytes->size - text->at;
    const size_t count = size < left ? size : left;
    if (count > 0) {
        memcpy(bytes, text->bytes->data + text->at, count);
    }
    text->at += count;
    return (ptrdiff_t)count;
}

/* Appends the text. Seconds, negative = failed. */
static double decompile(const struct demo *demo, struct byte_writer *text)
{
    const struct demo_text_options options = {.numbers = false};
    struct demo_text_report report;
    struct format_error err;
    struct media_sink sink = media_sink_memory(text);
    text->size = 0;
    const double start = platform_now();
    (void)!demo_text_write(demo, &options, &sink, &report, &err);
    return report.is_whole && !text->failed ? platform_now() - start : -1.0;
}

static double compile(const struct byte_writer *text, struct byte_writer *demo)
{
    struct written_text written = {.bytes = text};
    const struct text_source source = {&written, read_text};
    struct media_sink sink = media_sink_memory(demo);
    struct text_error err;
    demo->size = 0;
    const double start = platform_now();
    const int code = demo_text_read(&source, &sink, NULL, &err);
    return code == 0 && !demo->failed ? platform_now() - start : -1.0;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

struct text_figures {
    double decompile, compile; /* MB/s, medians */
    double times;              /* the text's size : the demo's */
};

/* False: a run failed, or the demo did not come back. */
static bool measure(const struct demo_source *source, struct text_figures *figures)
{
    struct byte_writer text = {0}, back = {0};
    double there[RUNS], again[RUNS];
    const double megabytes = (double)source->size / MEGABYTE;
    bool good = source->demo.code == 0 && demo_text_has(source->demo.family);
    for (int i = 0; good && i < RUNS; i++) {
        there[i] = decompile(&source->demo, &text);
        again[i] = there[i] >= 0 ? compile(&text, &back) : -1.0;
        good = again[i] >= 0 && back.size == source->size &&
               memcmp(back.data, source->data, back.size) == 0;
    }
    if (good) {
        qsort(there, RUNS, sizeof(there[0]), compare_doubles);
        qsort(again, RUNS, sizeof(again[0]), compare_doubles);
        figures->decompile = megabytes / there[RUNS / 2];
        figures->compile = megabytes / again[RUNS / 2];
        figures->times = (double)text.size / (double)source->size;
    }
    byte_writer_free(&text);
    byte_writer_free(&back);
    return good;
}

static bool open_job(struct demo_source *source, const struct text_job *job, const char *data,
                     const char **name)
{
    static const struct demo_search search = {.basedir = NULL};
    char path[1024];
    struct format_error err;
    snprintf(path, sizeof(path), "%s/%s", data, job->real);
    const bool is_real = platform_is_file(path);
    *name = is_real ? job->real : job->builtin;
    return demo_source_open_bytes(source, is_real ? path : job->builtin, &search, &err) == 0;
}

void bench_text(const char *data, FILE *json)
{
    printf("%-42s %12s %12s %8s\n", "text of demos", "decompile", "compile", "text");
    printf("%-42s %12s %12s %8s\n", "", "MB/s", "MB/s", ": demo");
    if (json) {
        fprintf(json, "{");
    }
    for (int i = 0; i < JOBS; i++) {
        struct text_figures figures = {0};
        struct demo_source source;
        const char *name;
        if (!open_job(&source, &jobs[i], data, &name)) {
            printf("%-42s cannot be opened\n", name);
            continue;
        }
        if (measure(&source, &figures)) {
            printf("%-42s %12.1f %12.1f %8.2f\n", name, figures.decompile, figures.compile,
                   figures.times);
        } else {
            printf("%-42s does not come back\n", name);
        }
        demo_source_close(&source);
        if (json) {
            fprintf(json, "\"%s_decompile_mb_s\": %.2f, \"%s_compile_mb_s\": %.2f, ", jobs[i].key,
                    figures.decompile, jobs[i].key, figures.compile);
            fprintf(json, "\"%s_text_times\": %.3f, ", jobs[i].key, figures.times);
        }
    }
    printf("%-42s %12.1f %12.1f %8.2f\n", "goal (at least, at least, at most)", GOAL_DECOMPILE,
           GOAL_COMPILE, GOAL_TIMES);
    if (json) {
        fprintf(json, "\"runs\": %d}", RUNS);
    }
}
