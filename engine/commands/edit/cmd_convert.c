/* quakereel convert: writes a demo in another protocol. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/edit/edit_convert.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

/* A demo being converted. */
struct conversion {
    const struct options *options;
    const char *name;
    const struct edit_converter *converter;
    struct byte_writer out;
    struct convert_report report;
};

static int tell_damage(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* --- what was found -----------------------------------------------------------------------------
 */

static void tell_refused(const struct conversion *c)
{
    const int protocol = c->options->edit.protocol;
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &c->report.found[i];
        if (found->count > 0 && convert_kind_refuses((enum convert_kind)i)) {
            report_error("%s: byte %zu: block %" PRIu32
                         ": %s %g does not fit into protocol %d, at most %g (%" PRIu32 " time%s)",
                         c->name, found->offset, found->block,
                         convert_kind_text((enum convert_kind)i), found->value, protocol,
                         c->converter->limit(protocol, (enum convert_kind)i), found->count,
                         plural_s(found->count));
        }
    }
}

static void print_report(const struct conversion *c)
{
    const struct convert_report *report = &c->report;
    printf("%s: protocol %d, %" PRIu32 " %s%s, %zu bytes\n", c->options->out,
           c->options->edit.protocol, report->blocks, c->converter->step, plural_s(report->blocks),
           c->out.size);
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &report->found[i];
        if (found->count > 0) {
            printf("  left out  %" PRIu32 " %s", found->count,
                   convert_kind_text((enum convert_kind)i));
            if (found->placed) {
                printf(", the first in block %" PRIu32 ", byte %zu", found->block, found->offset);
            }
            putchar('\n');
        }
    }
    if (report->empty > 0) {
        printf("  left out  %" PRIu32 " block%s that would be empty\n", report->empty,
               plural_s(report->empty));
    }
    if (report->moved > 0.0) {
        printf("  rounded   coordinates moved by at most %g units\n", report->moved);
    }
}

static void print_json_kinds(struct json_writer *json, const char *key,
                             const struct convert_report *report, bool refusals)
{
    json_begin_array(json, key);
    for (int i = 0; i < CONVERT_KINDS; i++) {
        const struct convert_finding *found = &report->found[i];
        if (found->count > 0 && convert_kind_refuses((enum convert_kind)i) == refusals) {
            json_begin_object(json, NULL);
            json_string(json, "what", convert_kind_key((enum convert_kind)i));
            json_integer(json, "count", found->count);
            json_integer_if(json, "block", found->placed, found->block);
            json_integer_if(json, "offset", found->placed, (int64_t)found->offset);
            if (refusals) {
                json_number(json, "value", found->value);
            }
            json_end_object(json);
        }
    }
    json_end_array(json);
}

static void print_json(const struct conversion *c)
{
    struct json_writer json = {.out = stdout};
    json_begin_object(&json, NULL);
    json_string(&json, "file", c->name);
    json_integer(&json, "protocol", c->options->edit.protocol);
    json_integer(&json, "blocks", c->report.blocks);
    json_integer(&json, "empty", c->report.empty);
    json_integer(&json, "bytes", (int64_t)c->out.size);
    json_number(&json, "moved", c->report.moved);
    print_json_kinds(&json, "left_out", &c->report, false);
    print_json_kinds(&json, "does_not_fit", &c->report, true);
    json_end_object(&json);
    putchar('\n');
}

/* --- the command --------------------------------------------------------------------------------
 */

/* status: whether the demo is damaged. */
static int write_demo(struct conversion *c, int status)
{
    const struct options *options = c->options;
    const struct output_request request = {.path = options->out, .force = options->force};
    struct format_error err;
    if (options->edit.json) {
        print_json(c);
    }
    if (convert_report_refuses(&c->report)) {
        tell_refused(c);
        return EXIT_BAD_INPUT;
    }
    if (c->report.blocks == 0) {
        return status;
    }
    if (output_file_write(&request, c->out.data, c->out.size, &err) < 0) {
        report_error("%s: %s", options->out, err.what);
        return EXIT_BAD_INPUT;
    }
    if (!options->edit.json && strcmp(options->out, "-") != 0) {
        print_report(c);
    }
    return status;
}

static int convert_opened(struct conversion *c, const struct demo *demo)
{
    struct format_error err = {0};
    const int to = c->options->edit.protocol;
    if (demo->code < 0) {
        report_error("%s: %s", c->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    c->converter = edit_converter_find(demo->family);
    if (!c->converter) {
        report_error("%s: %s demos cannot be converted", c->name, demo->family->title);
        return EXIT_BAD_INPUT;
    }
    if (!c->converter->knows(demo, to)) {
        report_error("%s: cannot be written in protocol %d; those of %s demos are %s", c->name, to,
                     demo->family->title, c->converter->targets);
        return EXIT_BAD_INPUT;
    }
    const int code = c->converter->convert(demo, to, &c->out, &c->report, &err);
    const int status = code < 0 ? tell_damage(c->name, &err) : EXIT_GOOD;
    return code == FORMAT_MEMORY ? status : write_demo(c, status);
}

static int convert_demo(const struct options *options, const char *name)
{
    struct conversion c = {.options = options, .name = name};
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = command_check_output(options, options->out);
    status = status == EXIT_GOOD ? convert_opened(&c, &source.demo) : status;
    if (source.is_torn && status == EXIT_GOOD) {
        status = tell_damage(name, &source.torn);
    }
    byte_writer_free(&c.out);
    demo_source_close(&source);
    return status;
}

/* Returns COMMAND_GO_ON if the line says what to write. */
static int check_options(const struct options *options)
{
    if (!options->out) {
        return command_refuse(COMMAND_CONVERT, "no file to write (-o)");
    }
    if (options->edit.protocol == 0) {
        return command_refuse(COMMAND_CONVERT, "no protocol to write (--protocol)");
    }
    if (options->edit.json && strcmp(options->out, "-") == 0) {
        return command_refuse(COMMAND_CONVERT, "--json and -o - both write to standard output");
    }
    return COMMAND_GO_ON;
}

int cmd_convert(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_CONVERT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = check_options(&options);
    if (status == COMMAND_GO_ON) {
        status = demo_arguments_one(&demos, &options, &name);
        status = status == EXIT_GOOD ? convert_demo(&options, name) : status;
        demo_list_free(&demos);
    }
    options_free(&options);
    return status;
}
