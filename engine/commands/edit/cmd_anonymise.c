/* quakereel anonymise: writes demos with stand-ins for the names of players. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_demos.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/anonymise/anonymise.h"
#include "engine/edit/edit_cut.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

/* All demos of a run. */
struct anonymising {
    struct anon_names *names;
    bool any; /* a demo was written */
};

static int tell_error(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

static void print_report(const struct options *options, const char *name, const char *path,
                         const struct anonymise_report *report, size_t bytes)
{
    FILE *out = edit_output_report(path);
    if (options->edit.json) {
        struct json_writer json = {.out = out};
        json_begin_object(&json, NULL);
        json_string(&json, "file", name);
        json_string(&json, "out", path);
        json_integer(&json, "replaced", (int64_t)report->replaced);
        json_integer(&json, "addresses", (int64_t)report->addresses);
        json_integer(&json, "voice", (int64_t)report->voice);
        json_integer(&json, "bytes", (int64_t)bytes);
        json_end_object(&json);
        putc('\n', out);
    } else if (out != stderr) {
        fprintf(out,
                "%s: %" PRIu64 " name%s replaced, %" PRIu64 " IP address%s, %" PRIu64
                " voice message%s left out, %zu bytes\n",
                path, report->replaced, plural_s(report->replaced), report->addresses,
                report->addresses == 1 ? "" : "es", report->voice, plural_s(report->voice), bytes);
    }
}

static int write_demo(const struct options *options, const struct demo *demo, const char *name,
                      const struct anonymise_report *report, const struct byte_writer *out)
{
    char extension[EDIT_EXTENSION], path[OUTPUT_PATH];
    edit_cutter_find(demo->family)->extension(demo, extension);
    int status = edit_output_name(path, options, name, "", extension);
    if (status == EXIT_GOOD) {
        status = edit_output_write(options, path, out);
    }
    if (status == EXIT_GOOD) {
        print_report(options, name, path, report, out->size);
    }
    return status;
}

static int anonymise_opened(struct anonymising *all, const struct options *options,
                            const struct demo *demo, const char *name)
{
    struct anonymise_report report;
    struct byte_writer out = {0};
    struct format_error err = {0};
    if (demo->code < 0) {
        report_error("%s: %s", name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_GOOD;
    if (anonymise_demo(all->names, demo, name, options->edit.teams, &out, &report, &err) < 0) {
        status = tell_error(name, &err);
    }
    if (out.size > 0) {
        const int written = write_demo(options, demo, name, &report, &out);
        all->any = all->any || written == EXIT_GOOD;
        status = written == EXIT_GOOD ? status : written;
    }
    byte_writer_free(&out);
    return status;
}

static int anonymise_named(void *context, const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = anonymise_opened(context, options, &source.demo, name);
    if (source.is_torn) {
        status = tell_error(name, &source.torn);
    }
    demo_source_close(&source);
    return status;
}

/* --- the list -----------------------------------------------------------------------------------
 */

static void write_quoted(struct byte_writer *out, const char *text, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    byte_writer_u8(out, '"');
    for (size_t i = 0; i < size; i++) {
        const uint8_t c = (uint8_t)text[i];
        if (c < ' ' || c > '~') {
            const char code[] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
            byte_writer_bytes(out, code, sizeof(code));
        } else {
            if (c == '"' || c == '\\') {
                byte_writer_u8(out, '\\');
            }
            byte_writer_u8(out, c);
        }
    }
    byte_writer_u8(out, '"');
}

/* A line a name: the stand-in, and the name as the demo has it. */
static int write_list(const struct anonymising *all, const struct options *options)
{
    struct byte_writer out = {0};
    const char *name, *stand_in;
    size_t size;
    int status;
    for (size_t i = 0; (name = anon_names_list(all->names, i, &size, &stand_in)); i++) {
        byte_writer_bytes(&out, stand_in, strlen(stand_in));
        byte_writer_u8(&out, ' ');
        write_quoted(&out, name, size);
        byte_writer_u8(&out, '\n');
    }
    if (out.failed) {
        report_error("%s: out of memory", options->edit.map);
        status = EXIT_BAD_INPUT;
    } else {
        status = edit_output_write(options, options->edit.map, &out);
    }
    byte_writer_free(&out);
    return status;
}

static int anonymise_all(const struct options *options)
{
    struct anonymising all = {.names = anon_names_create()};
    if (!all.names) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    int status = options->edit.map ? command_check_output(options, options->edit.map) : EXIT_GOOD;
    if (status == EXIT_GOOD) {
        status = edit_demos_with(options, COMMAND_ANONYMISE, anonymise_named, &all);
        if (options->edit.map && all.any) {
            const int listed = write_list(&all, options);
            status = listed == EXIT_GOOD ? status : listed;
        }
    }
    anon_names_free(all.names);
    return status;
}

int cmd_anonymise(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_ANONYMISE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.edit.map && options.out && strcmp(options.edit.map, options.out) == 0) {
        status = command_refuse(COMMAND_ANONYMISE, "--map and -o name the same file");
    } else {
        status = anonymise_all(&options);
    }
    options_free(&options);
    return status;
}
