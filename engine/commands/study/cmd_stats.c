/* quakereel stats: what players came to in the matches and levels of demos. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/batch/batch_demo.h"
#include "engine/commands/batch/demo_batch.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/study/study_demos.h"
#include "engine/report/report.h"
#include "engine/stats/stats_output.h"
#include "engine/stats/stats_read.h"
#include "formats/base/terminal_text.h"

enum { ALIASES_BYTES = 1 << 22 };

/* What was read of a demo. */
struct counted {
    struct batch_demo reading;
    struct stats_demo stats;
};

struct telling {
    const struct options *options;
    FILE *out;
    struct csv_writer csv;
    struct stats_aliases aliases;
    struct stats_sums sums;
    bool good, marked; /* so far */
};

/* --- reading, on any thread ---------------------------------------------------------------------
 */

static void *read_one(void *context, const char *name)
{
    const struct telling *telling = context;
    struct counted *counted = calloc(1, sizeof *counted);
    if (!counted) {
        return NULL;
    }
    struct batch_demo *reading = &counted->reading;
    if (batch_demo_begin(reading, name, &telling->options->player.search, false)) {
        batch_demo_end(reading,
                       stats_read(&counted->stats, &reading->source.demo, &reading->error));
    }
    return counted;
}

static void free_one(void *read)
{
    struct counted *counted = read;
    if (counted) {
        stats_demo_free(&counted->stats);
        batch_demo_free(&counted->reading);
        free(counted);
    }
}

/* --- telling ------------------------------------------------------------------------------------
 */

static void print_text(struct telling *telling, const struct counted *counted)
{
    char name[1024];
    terminal_text(name, sizeof name, counted->reading.name);
    fprintf(telling->out, "%s\n", name);
    for (size_t i = 0; i < counted->stats.count; i++) {
        telling->marked |= stats_text_match(telling->out, &counted->stats.matches[i]);
    }
}

static void print_json(const struct telling *telling, const struct counted *counted)
{
    struct json_writer json = {.out = telling->out};
    json_begin_object(&json, NULL);
    json_string(&json, "kind", "demo");
    json_integer(&json, "schema", STATS_SCHEMA);
    json_string(&json, "file", counted->reading.name);
    json_string(&json, "family", batch_demo_family(&counted->reading));
    json_bool(&json, "complete", counted->reading.code == 0);
    demo_told_json(&json, &counted->stats.told);
    json_begin_array(&json, "matches");
    for (size_t i = 0; i < counted->stats.count; i++) {
        stats_json_match(&json, &counted->stats.matches[i]);
    }
    json_end_array(&json);
    json_end_object(&json);
    putc('\n', telling->out);
}

static void print_demo(struct telling *telling, const struct counted *counted)
{
    if (telling->options->stats.json) {
        print_json(telling, counted);
    } else if (telling->options->stats.csv) {
        for (size_t i = 0; i < counted->stats.count; i++) {
            stats_csv_match(&telling->csv, counted->reading.name, i, &counted->stats.matches[i]);
        }
    } else {
        print_text(telling, counted);
    }
}

static void tell_one(void *context, void *read)
{
    struct telling *telling = context;
    const struct counted *counted = read;
    if (!telling->options->stats.sums &&
        (counted->reading.opened || telling->options->stats.json)) {
        print_demo(telling, counted);
    }
    if (stats_sums_add(&telling->sums, &counted->stats, &telling->aliases) < 0) {
        telling->good = false;
        report_error("%s: out of memory", counted->reading.name);
    }
    (void)!fflush(telling->out); /* in order, when both go to the same terminal or file */
    telling->good &= batch_demo_report(&counted->reading);
}

static void print_sums(struct telling *telling)
{
    struct json_writer json = {.out = telling->out};
    stats_sums_end(&telling->sums);
    if (telling->options->stats.json) {
        json_begin_object(&json, NULL);
        json_string(&json, "kind", "sums");
        json_integer(&json, "schema", STATS_SCHEMA);
        json_integer(&json, "demos", telling->sums.demos);
        json_integer(&json, "matches", telling->sums.matches);
        stats_json_sums(&json, "players", &telling->sums);
        json_end_object(&json);
        putc('\n', telling->out);
    } else if (telling->options->stats.csv) {
        stats_csv_sums(&telling->csv, &telling->sums);
    } else {
        telling->marked |= stats_text_sums(telling->out, &telling->sums);
    }
}

/* --- the command --------------------------------------------------------------------------------
 */

static int tell_all(void *context, FILE *out, const struct demo_list *demos)
{
    struct telling *telling = context;
    const struct options *options = telling->options;
    telling->out = out;
    const int threads = options->stats.threads ? options->stats.threads : platform_cpu_count();
    const struct demo_work work = {telling, read_one, tell_one, free_one};
    const bool plain = !options->stats.json && !options->stats.csv;
    telling->csv.out = telling->out;
    if (options->stats.csv) {
        stats_csv_head(&telling->csv);
    }
    if (demo_batch_work((const char *const *)demos->names, demos->count, threads, &work) < 0) {
        report_error("out of memory");
        telling->good = false;
    }
    if (options->stats.sums || (demos->count > 1 && !options->stats.csv)) {
        print_sums(telling);
    }
    if (plain && telling->marked) {
        stats_text_marks(telling->out);
    }
    return telling->good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int read_aliases(struct stats_aliases *aliases, const char *name)
{
    struct file_bytes file;
    struct format_error err = {0};
    if (platform_read_small_file(name, ALIASES_BYTES, &file) < 0) {
        report_error("%s: %s", name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    const int code = stats_aliases_read(aliases, file.data, file.size, &err);
    platform_free_file(&file);
    if (code < 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

int cmd_stats(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_STATS, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    struct telling telling = {.options = &options, .good = true};
    status = EXIT_GOOD;
    if (options.stats.json && options.stats.csv) {
        status = command_refuse(COMMAND_STATS, "--json and --csv exclude each other");
    }
    if (status == EXIT_GOOD && options.stats.aliases) {
        status = read_aliases(&telling.aliases, options.stats.aliases);
    }
    if (status == EXIT_GOOD) {
        status = study_demos_tell(&options, &telling, tell_all);
    }
    stats_aliases_free(&telling.aliases);
    stats_sums_free(&telling.sums);
    options_free(&options);
    return status;
}
