/* quakereel cut: a part of a Quake III demo as a demo of its own. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/family/demo_family.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/demo_time.h"
#include "engine/quake3/q3_cut.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

static const char usage[] =
    "usage: quakereel cut DEMO [--from T] [--to T] -o OUT\n"
    "\n"
    "Writes a part of a Quake III demo as a demo of its own, which the original client plays; "
    "without\n"
    "times the whole demo, written anew. Give OUT the ending DEMO has (.dm_68): clients go by it.\n"
    "DEMO is a file, or a name inside the game data. Of a damaged demo the good part is cut; the\n"
    "error goes to stderr, exit status 1.\n";

struct cut_arguments {
    const char *name, *from, *to, *out;
};

static int fail(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* The part the arguments mean. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_part(const struct cut_arguments *a, const struct demo_source *source, int protocol,
                     struct q3_part_range *range)
{
    struct format_error err;
    double length, from = 0.0, to;
    int code = q3_cut_length(source->data, source->size, protocol, &length, &err);
    if (code == FORMAT_MEMORY) {
        return fail(a->name, &err);
    }
    to = length;
    if (a->from && !demo_time_parse(a->from, length, &from)) {
        return options_complain("cut", "--from: '%s' is no time", a->from);
    }
    if (a->to && !demo_time_parse(a->to, length, &to)) {
        return options_complain("cut", "--to: '%s' is no time", a->to);
    }
    code = q3_cut_find(source->data, source->size, protocol, from, to, range, &err);
    if (code == FORMAT_MEMORY) {
        return fail(a->name, &err);
    }
    if (range->snapshots == 0) {
        report_error("%s: nothing between %.3f and %.3f s of %.3f", a->name, from, to, length);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int write_part(const struct cut_arguments *a, const struct demo_source *source)
{
    const struct q3_file *file = source->demo.file;
    const int protocol = file->protocol->number;
    struct byte_writer out = {0};
    struct q3_cut_report report;
    struct q3_part_range range;
    struct format_error err = {0};
    const bool whole = !a->from && !a->to;
    int status = whole ? EXIT_GOOD : find_part(a, source, protocol, &range);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code =
        q3_cut(source->data, source->size, protocol, whole ? NULL : &range, &out, &report, &err);
    if (code < 0) {
        status = fail(a->name, &err);
    }
    if (out.size > 0 && code != FORMAT_MEMORY) {
        if (platform_write_file(a->out, out.data, out.size) != 0) {
            report_error("%s: cannot write: %s", a->out, strerror(errno));
            status = EXIT_BAD_INPUT;
        } else {
            printf("%s: %lu snapshot%s, %lu command%s, %zu bytes\n", a->out,
                   (unsigned long)report.snapshots, plural_s(report.snapshots),
                   (unsigned long)report.commands, plural_s(report.commands), out.size);
        }
    }
    byte_writer_free(&out);
    return status;
}

static int cut(const struct cut_arguments *arguments, const struct demo_search *search)
{
    struct demo_source source;
    struct format_error err = {0};
    int status = EXIT_BAD_INPUT;
    if (demo_source_open_bytes(&source, arguments->name, search, &err) < 0) {
        report_error("%s: %s", arguments->name, err.what);
        return status;
    }
    if (source.demo.code < 0 || source.demo.family != &quake3_family) {
        report_error("%s: only Quake III demos can be cut", arguments->name);
    } else if (platform_is_same_file(arguments->name, arguments->out)) {
        report_error("%s: would replace the demo itself", arguments->out);
    } else {
        status = write_part(arguments, &source);
        if (source.is_torn && status == EXIT_GOOD) {
            status = fail(arguments->name, &source.torn);
        }
    }
    demo_source_close(&source);
    return status;
}

int cmd_cut(int argc, char **argv)
{
    struct cut_arguments arguments = {0};
    const struct option own[] = {
        {"from", "T", "where the part begins: 90, 1:30.5, 50%, -10 from the end (the beginning)",
         .text = &arguments.from},
        {"to", "T", "where it ends (the end)", .text = &arguments.to},
        {"o", "OUT", "the file to write; what is there is replaced when all is written",
         .text = &arguments.out},
        {"out", "OUT", NULL, .text = &arguments.out},
        {.name = NULL},
    };
    const struct command_line line = {"cut", usage, own, false, 1, .most_demos = 1};
    struct options options;
    int status = options_begin(&options, &line, argc, argv);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    struct demo_list demos;
    status = demo_arguments_one(&demos, &options, &arguments.name);
    if (status == EXIT_GOOD) {
        status = arguments.out ? cut(&arguments, &options.player.search)
                               : options_complain("cut", "%s", "no file to write (-o)");
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
