/* quakereel report: one HTML page about a demo. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/study/level_file.h"
#include "engine/commands/study/report_page.h"
#include "engine/commands/study/report_plot.h"
#include "engine/commands/study/report_sheet.h"
#include "engine/commands/study/report_stats.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "engine/stats/stats_read.h"

/* What a report is made of, read of the demo. */
struct report_run {
    const struct options *options;
    struct demo_source source;
    struct demo_stats stats;
    struct stats_demo players;
    struct event_list events;
    struct best_moment moments[BEST_MOMENTS_MAX];
    uint32_t num_moments;
    struct map_level level;
    struct map_record record;
    bool damaged; /* a line on stderr told it */
};

/* --- reading ------------------------------------------------------------------------------------
 */

static int lack_memory(const char *name)
{
    report_error("%s: out of memory", name);
    return EXIT_BAD_INPUT;
}

static int read_events(struct report_run *run)
{
    const struct events_sink sink = {.event = event_list_add,
                                     .context = &run->events,
                                     .kinds = EVENTS_ALL &
                                              ~(1u << GAME_EVENT_JUMP | 1u << GAME_EVENT_LAND)};
    struct format_error err;
    const int code = events_read(&run->source.demo, &sink, &err);
    if (code == FORMAT_MEMORY || run->events.status < 0) {
        return lack_memory(run->source.name);
    }
    if (code < 0) {
        report_error("%s: byte %zu: %s", run->source.name, err.offset, err.what);
        run->damaged = true;
    }
    run->num_moments =
        best_moments_find(&run->events, run->moments, (uint32_t)run->options->report.moments);
    return EXIT_GOOD;
}

/* The first level with play, and what happened there. */
static int read_map(struct report_run *run)
{
    const struct map_filter all = {.to = INFINITY};
    struct format_error err;
    bool used;
    int code = map_record_add(&run->record, &run->source.demo, &all, &used, &err);
    if (code != FORMAT_MEMORY && used) {
        code = level_file_read(&run->level, run->source.game.files, run->record.level, &err);
    }
    return code == FORMAT_MEMORY ? lack_memory(run->source.name) : EXIT_GOOD;
}

static int read_demo(struct report_run *run)
{
    const struct demo *demo = &run->source.demo;
    struct format_error err;
    if (demo->code < 0) {
        report_error("%s: %s", run->source.name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    if (demo_stats_read(&run->stats, demo) == FORMAT_MEMORY) {
        return lack_memory(run->source.name);
    }
    if (run->source.is_torn) {
        report_error("%s: byte %zu: %s", run->source.name, run->source.torn.offset,
                     run->source.torn.what);
        run->damaged = true;
    }
    if (stats_read(&run->players, demo, &err) == FORMAT_MEMORY) {
        return lack_memory(run->source.name);
    }
    const int status = read_events(run);
    return status == EXIT_GOOD ? read_map(run) : status;
}

/* --- the page -----------------------------------------------------------------------------------
 */

static int put_moments(struct byte_writer *out, const struct report_run *run,
                       const struct report_content *content)
{
    struct report_sheet sheet;
    const int status =
        report_sheet_draw(&sheet, run->source.name, run->options, run->moments, run->num_moments);
    if (status == EXIT_GOOD && run->num_moments > 0) {
        page_section(out, "The best moments");
        if (sheet.png.size > 0) {
            page_picture(out, sheet.png.data, sheet.png.size, sheet.width, sheet.height,
                         "a frame of each of the moments listed below");
        }
        report_page_moments(out, content);
        page_section_end(out);
    }
    byte_writer_free(&sheet.png);
    return status;
}

static int make_page(struct byte_writer *out, const struct report_run *run)
{
    const struct report_content content = {.options = run->options,
                                           .name = run->source.name,
                                           .demo = &run->source.demo,
                                           .stats = &run->stats,
                                           .events = &run->events,
                                           .moments = run->moments,
                                           .num_moments = run->num_moments,
                                           .level = &run->level,
                                           .record = &run->record};
    report_page_begin(out, &content);
    report_page_facts(out, &content);
    report_stats_put(out, &run->players);
    int status = put_moments(out, run, &content);
    if (status == EXIT_GOOD &&
        (report_plot_add(out, &content) < 0 || report_page_map(out, &content) < 0)) {
        status = lack_memory(run->source.name);
    }
    report_page_events(out, &content);
    page_end(out, "made by quakereel");
    return status == EXIT_GOOD && out->failed ? lack_memory(run->source.name) : status;
}

static int write_page(const struct report_run *run)
{
    const struct output_request request = {.path = run->options->out, .force = run->options->force};
    struct byte_writer out = {0};
    struct format_error err;
    int status = make_page(&out, run);
    if (status == EXIT_GOOD && output_file_write(&request, out.data, out.size, &err) < 0) {
        report_error("%s: %s", request.path, err.what);
        status = EXIT_BAD_INPUT;
    }
    byte_writer_free(&out);
    return status;
}

/* --- the command --------------------------------------------------------------------------------
 */

static int report_demo(const struct options *options, const char *name)
{
    struct demo_search search = options->player.search;
    struct report_run *run = calloc(1, sizeof *run);
    struct format_error err;
    search.output = options->out;
    if (!run) {
        return lack_memory(name);
    }
    run->options = options;
    int status = EXIT_BAD_INPUT;
    if (demo_source_open(&run->source, name, &search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        free(run);
        return status;
    }
    status = read_demo(run);
    if (status == EXIT_GOOD) {
        status = write_page(run);
    }
    map_record_free(&run->record);
    map_level_free(&run->level);
    stats_demo_free(&run->players);
    event_list_free(&run->events);
    demo_stats_free(&run->stats);
    demo_source_close(&run->source);
    status = run->damaged ? EXIT_BAD_INPUT : status;
    free(run);
    return status;
}

int cmd_report(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_REPORT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    options.out = options.out ? options.out : "report.html";
    status = demo_arguments_one(&demos, &options, &name);
    if (status == EXIT_GOOD) {
        status = command_check_output(&options, options.out);
    }
    if (status == EXIT_GOOD) {
        status = report_demo(&options, name);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
