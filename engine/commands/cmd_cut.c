/* quakereel cut: writes a part of a Quake III demo as a demo. */
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/family/demo_family.h"
#include "engine/playback/demo_source.h"
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

/* The part of --from and --to. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_part(const struct options *options, const char *name,
                     const struct demo_source *source, int protocol, struct q3_part_range *range)
{
    struct format_error err;
    double length;
    if (q3_cut_length(source->data, source->size, protocol, &length, &err) == FORMAT_MEMORY) {
        return tell_damage_at(name, &err);
    }
    const struct demo_part part = demo_part_read(options->from, options->to, length);
    if (q3_cut_find(source->data, source->size, protocol, part.from, part.to, range, &err) ==
        FORMAT_MEMORY) {
        return tell_damage_at(name, &err);
    }
    if (range->snapshots == 0) {
        report_error("%s: no snapshot in %.3f..%.3f s of %.3f", name, part.from, part.to, length);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int write_part(const struct options *options, const char *name,
                      const struct demo_source *source)
{
    const struct q3_file *file = source->demo.file;
    const int protocol = file->protocol->number;
    struct byte_writer out = {0};
    struct q3_cut_report report;
    struct q3_part_range range;
    struct format_error err = {0};
    const bool whole = !options->from && !options->to;
    int status = whole ? EXIT_GOOD : find_part(options, name, source, protocol, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code =
        q3_cut(source->data, source->size, protocol, whole ? NULL : &range, &out, &report, &err);
    if (code < 0) {
        status = tell_damage_at(name, &err);
    }
    if (out.size > 0 && code != FORMAT_MEMORY) {
        const struct output_request request = {.path = options->out, .force = options->force};
        if (output_file_write(&request, out.data, out.size, &err) < 0) {
            report_error("%s: %s", options->out, err.what);
            status = EXIT_BAD_INPUT;
        } else {
            printf("%s: %lu snapshot%s, %lu command%s, %zu bytes\n", options->out,
                   (unsigned long)report.snapshots, plural_s(report.snapshots),
                   (unsigned long)report.commands, plural_s(report.commands), out.size);
        }
    }
    byte_writer_free(&out);
    return status;
}

static int cut_demo(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    int status = EXIT_BAD_INPUT;
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return status;
    }
    if (source.demo.code < 0 || source.demo.family != &quake3_family) {
        report_error("%s: only Quake III demos can be cut", name);
    } else if (command_check_output(options, options->out) == EXIT_GOOD) {
        status = write_part(options, name, &source);
        if (source.is_torn && status == EXIT_GOOD) {
            status = tell_damage_at(name, &source.torn);
        }
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
