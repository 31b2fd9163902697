/* quakereel cut: writes a part of a demo as a demo. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/edit/nq_cut.h"
#include "engine/family/demo_family.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/demo_time.h"
#include "engine/quake3/q3_cut.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
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
    const struct demo_source *source;
    struct byte_writer out;
    char summary[96]; /* of what was written, for the last line */
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

static int tell_none(const struct cut *cut, const char *what, const struct demo_part *part,
                     double length)
{
    report_error("%s: no %s in %.3f..%.3f s of %.3f", cut->name, what, part->from, part->to,
                 length);
    return EXIT_BAD_INPUT;
}

/* The part of --from and --to. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_quake3_part(const struct cut *cut, int protocol, struct q3_part_range *range)
{
    const struct demo_source *source = cut->source;
    struct format_error err;
    struct demo_part part;
    double length;
    if (q3_cut_length(source->data, source->size, protocol, &length, &err) == FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    const int status = read_times(cut, length, &part);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (q3_cut_find(source->data, source->size, protocol, part.from, part.to, range, &err) ==
        FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    return range->snapshots > 0 ? EXIT_GOOD : tell_none(cut, "snapshot", &part, length);
}

/* Returns the exit status for what the cutter returned; prints its error. The good part of a
 * damaged demo is kept for writing; what is there when memory ran out is dropped. */
static int end_cut(struct cut *cut, int code, const struct format_error *err)
{
    cut->out.size = code == FORMAT_MEMORY ? 0 : cut->out.size;
    return code < 0 ? tell_damage_at(cut->name, err) : EXIT_GOOD;
}

static bool is_whole(const struct cut *cut)
{
    return !cut->options->from && !cut->options->to;
}

static int cut_quake3(struct cut *cut)
{
    const struct q3_file *file = cut->source->demo.file;
    const int protocol = file->protocol->number;
    struct q3_cut_report report;
    struct q3_part_range range;
    struct format_error err = {0};
    const bool whole = is_whole(cut);
    const int status = whole ? EXIT_GOOD : find_quake3_part(cut, protocol, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code = q3_cut(cut->source->data, cut->source->size, protocol, whole ? NULL : &range,
                            &cut->out, &report, &err);
    snprintf(cut->summary, sizeof(cut->summary), "%lu snapshot%s, %lu command%s",
             (unsigned long)report.snapshots, plural_s(report.snapshots),
             (unsigned long)report.commands, plural_s(report.commands));
    return end_cut(cut, code, &err);
}

/* As find_quake3_part. */
static int find_part(const struct cut *cut, struct edit_range *range)
{
    const struct demo *demo = &cut->source->demo;
    struct format_error err;
    struct demo_part part;
    double length;
    if (edit_length(demo, &length, &err) == FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    const int status = read_times(cut, length, &part);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (edit_range_find(demo, part.from, part.to, range, &err) == FORMAT_MEMORY) {
        return tell_damage_at(cut->name, &err);
    }
    return range->updates > 0 ? EXIT_GOOD : tell_none(cut, "update", &part, length);
}

static int cut_netquake(struct cut *cut)
{
    struct edit_report report;
    struct edit_range range;
    struct format_error err = {0};
    const bool whole = is_whole(cut);
    const int status = whole ? EXIT_GOOD : find_part(cut, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code =
        nq_cut(cut->source->demo.file, whole ? NULL : &range, &cut->out, &report, &err);
    snprintf(cut->summary, sizeof(cut->summary), "%lu block%s, %lu of them to begin with",
             (unsigned long)report.steps, plural_s(report.steps),
             (unsigned long)report.start_steps);
    return end_cut(cut, code, &err);
}

static const struct {
    const struct demo_family *family;
    int (*cut)(struct cut *cut);
} cutters[] = {{&netquake_family, cut_netquake}, {&quake3_family, cut_quake3}};

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
    printf("%s: %s, %zu bytes\n", options->out, cut->summary, cut->out.size);
    return status;
}

static int cut_opened(const struct options *options, const char *name,
                      const struct demo_source *source)
{
    struct cut cut = {.options = options, .name = name, .source = source};
    for (size_t i = 0; i < sizeof(cutters) / sizeof(cutters[0]); i++) {
        if (source->demo.code == 0 && source->demo.family == cutters[i].family) {
            int status = command_check_output(options, options->out);
            if (status == EXIT_GOOD) {
                status = write_part(&cut, cutters[i].cut(&cut));
            }
            byte_writer_free(&cut.out);
            return status;
        }
    }
    report_error(source->demo.code < 0 ? "%s: %s" : "%s: QuakeWorld demos cannot be cut yet", name,
                 source->demo.error.what);
    return EXIT_BAD_INPUT;
}

static int cut_demo(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = cut_opened(options, name, &source);
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
