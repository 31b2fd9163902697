/* quakereel cut: writes a part of a demo as a demo. */
#include <stdbool.h>
#include <stdio.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/edit/edit_cut.h"
#include "engine/family/demo_family.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/demo_time.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

static int tell_damage_at(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* A part being made of a demo. */
struct cut {
    const struct options *options;
    const char *name;
    const struct demo *demo;
    const struct edit_cutter *cutter;
    struct byte_writer out;
    struct edit_report report;
};

/* Checks the times of --from and --to; part: what they are in a demo of that length. */
static int read_times(const struct cut *cut, double length, struct demo_part *part)
{
    const struct options *options = cut->options;
    *part = demo_part_read(options->from, options->to, length);
    if (options->from && demo_time_is_outside(options->from, length)) {
        report_error("%s: --from %s is outside the demo (%.3f s)", cut->name, options->from,
                     length);
        return EXIT_BAD_INPUT;
    }
    return demo_part_check(part, options->from, options->to);
}

/* The part of --from and --to. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_part(const struct cut *cut, struct edit_range *range)
{
    struct format_error err;
    struct demo_part part;
    double length;
    if (edit_length(cut->demo, &length, &err) == FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    const int status = read_times(cut, length, &part);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (edit_range_find(cut->demo, part.from, part.to, range, &err) == FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    if (range->updates == 0) {
        report_error("%s: no update in %.3f..%.3f s of %.3f", cut->name, part.from, part.to,
                     length);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static bool is_whole(const struct cut *cut)
{
    return !cut->options->from && !cut->options->to;
}

/* Makes the part. The good part of a damaged demo is kept for writing; what is there when memory
 * ran out is dropped. */
static int cut_part(struct cut *cut)
{
    struct edit_range range;
    struct format_error err = {0};
    const bool whole = is_whole(cut);
    const int status = whole ? EXIT_GOOD : find_part(cut, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code =
        cut->cutter->cut(cut->demo, whole ? NULL : &range, &cut->out, &cut->report, &err);
    cut->out.size = code == FORMAT_MEMORY ? 0 : cut->out.size;
    return code < 0 ? tell_damage_at(cut->name, &err) : EXIT_GOOD;
}

static int write_part(struct cut *cut, int status)
{
    const struct options *options = cut->options;
    const struct output_request request = {.path = options->out, .force = options->force};
    struct format_error err;
    if (cut->out.failed || cut->out.size == 0) {
        return status;
    }
    if (output_file_write(&request, cut->out.data, cut->out.size, &err) < 0) {
        report_error("%s: %s", options->out, err.what);
        return EXIT_BAD_INPUT;
    }
    printf("%s: %lu %s%s, %lu of them to begin with, %zu bytes\n", options->out,
           (unsigned long)cut->report.steps, cut->cutter->step, plural_s(cut->report.steps),
           (unsigned long)cut->report.start_steps, cut->out.size);
    return status;
}

static int cut_opened(const struct options *options, const char *name, const struct demo *demo)
{
    struct cut cut = {.options = options, .name = name, .demo = demo};
    if (demo->code < 0) {
        report_error("%s: %s", name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    cut.cutter = edit_cutter_find(demo->family);
    if (!cut.cutter) {
        report_error("%s: %s demos cannot be cut yet", name, demo->family->title);
        return EXIT_BAD_INPUT;
    }
    int status = command_check_output(options, options->out);
    if (status == EXIT_GOOD) {
        status = write_part(&cut, cut_part(&cut));
    }
    byte_writer_free(&cut.out);
    return status;
}

static int cut_demo(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = cut_opened(options, name, &source.demo);
    if (source.is_torn && status == EXIT_GOOD) {
        status = tell_damage_at(name, &source.torn);
    }
    demo_source_close(&source);
    return status;
}

int cmd_cut(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_CUT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (!options.out) {
        status = command_refuse(COMMAND_CUT, "no file to write (-o)");
        options_free(&options);
        return status;
    }
    status = demo_arguments_one(&demos, &options, &name);
    if (status == EXIT_GOOD) {
        status = cut_demo(&options, name);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
