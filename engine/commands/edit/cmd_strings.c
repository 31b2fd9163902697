/* quakereel strings: the texts of a demo, and their way back into it. */
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/commands/edit/sink_output.h"
#include "engine/commands/edit/text_input.h"
#include "engine/commands/text_output.h"
#include "engine/edit/strings/demo_strings.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

/* The demo's damage, told behind all else. True if there is any. */
static bool tell_damage(const char *name, const struct demo_source *source, int code,
                        const struct format_error *err)
{
    if (code < 0) {
        report_error("%s: byte %zu: %s", name, err->offset, err->what);
    }
    if (source->is_torn) {
        report_error("%s: byte %zu: %s", name, source->torn.offset, source->torn.what);
    }
    return code < 0 || source->is_torn;
}

/* --- listing -----------------------------------------------------------------------------------
 */

struct printer {
    FILE *out;
    struct json_writer *json; /* NULL: lines */
    struct byte_writer line;
};

static int print_text(void *context, const struct demo_string *string)
{
    struct printer *p = context;
    if (p->json) {
        json_begin_object(p->json, NULL);
        json_integer(p->json, "block", (int64_t)string->block);
        json_integer(p->json, "number", (int64_t)string->number);
        json_number(p->json, "time", string->time);
        json_string(p->json, "kind", string->kind);
        json_string(p->json, "text", string->text);
        json_end_object(p->json);
        return 0;
    }
    p->line.size = 0;
    strings_list_write(&p->line, string);
    if (p->line.failed) {
        return FORMAT_MEMORY;
    }
    (void)fwrite(p->line.data, 1, p->line.size, p->out); /* text_output_close tells of a failure */
    return 0;
}

static int print_texts(const struct options *options, const char *name,
                       const struct demo_source *source, FILE *out)
{
    struct json_writer json = {.out = out};
    struct printer printer = {.out = out, .json = options->edit.json ? &json : NULL};
    struct demo_strings_report report;
    struct format_error err = {0};
    if (printer.json) {
        json_begin_object(&json, NULL);
        json_string(&json, "file", name);
        json_begin_array(&json, "texts");
    }
    const int code = demo_strings_list(&source->demo, print_text, &printer, &report, &err);
    if (printer.json) {
        json_end_array(&json);
        json_end_object(&json);
        putc('\n', out);
    }
    byte_writer_free(&printer.line);
    if (!report.is_whole) {
        report_error("%s: out of memory", name);
        return EXIT_BAD_INPUT;
    }
    return tell_damage(name, source, code, &err) ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int list(const struct options *options, const char *name, const struct demo_source *source)
{
    struct text_output out;
    if (text_output_open(&out, options) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    return text_output_close(&out, print_texts(options, name, source, out.stream));
}

/* --- applying ----------------------------------------------------------------------------------
 */

struct applying {
    const struct demo *demo;
    struct text_input input;
    struct demo_strings_report report;
    struct text_error list_err;
    struct format_error err; /* code: the demo's damage */
    int code;
};

/* A damaged demo is written whole, too. */
static int write_demo(void *context, struct media_sink *out)
{
    struct applying *a = context;
    const struct text_source source = text_input_source(&a->input);
    a->code = demo_strings_apply(a->demo, &source, out, &a->report, &a->list_err, &a->err);
    return a->report.is_whole ? 0 : a->code;
}

static void print_report(const struct options *options, const char *name,
                         const struct demo_strings_report *report)
{
    FILE *out = edit_output_report(options->out);
    if (options->edit.json) {
        struct json_writer json = {.out = out};
        json_begin_object(&json, NULL);
        json_string(&json, "file", name);
        json_integer(&json, "texts", (int64_t)report->texts);
        json_integer(&json, "listed", (int64_t)report->listed);
        json_integer(&json, "changed", (int64_t)report->changed);
        json_end_object(&json);
        putc('\n', out);
    } else if (out != stderr) {
        fprintf(out, "%s: %llu of %llu text%s changed\n", options->out,
                (unsigned long long)report->changed, (unsigned long long)report->texts,
                plural_s(report->texts));
    }
}

static int apply(const struct options *options, const char *name, const struct demo_source *source)
{
    struct applying a = {.demo = &source->demo};
    bool failed;
    if (text_input_open(&a.input, options->edit.apply) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    const int code = sink_output_write(options, write_demo, &a, &failed);
    if (code < 0 && !failed) {
        text_input_tell(&a.input, code, &a.list_err);
    }
    text_input_close(&a.input);
    if (code < 0) {
        return EXIT_BAD_INPUT;
    }
    print_report(options, name, &a.report);
    return tell_damage(name, source, a.code, &a.err) ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* ---------------------------------------------------------------------------------------------- */

static int strings_opened(const struct options *options, const char *name,
                          const struct demo_source *source)
{
    if (source->demo.code < 0) {
        report_error("%s: %s", name, source->demo.error.what);
        return EXIT_BAD_INPUT;
    }
    if (options->edit.apply && demo_source_reads(source, options->out)) {
        report_error("%s: this is the demo with the texts", options->out);
        return EXIT_BAD_INPUT;
    }
    return options->edit.apply ? apply(options, name, source) : list(options, name, source);
}

static int strings_of(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    const int status = strings_opened(options, name, &source);
    demo_source_close(&source);
    return status;
}

int cmd_strings(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_STRINGS, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.edit.apply && !options.out) {
        status = command_refuse(COMMAND_STRINGS, "no demo to write (-o)");
        options_free(&options);
        return status;
    }
    status = demo_arguments_one(&demos, &options, &name);
    if (status == EXIT_GOOD) {
        status = strings_of(&options, name);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
