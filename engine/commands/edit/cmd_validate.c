/* quakereel validate: what an original engine would not play of demos. */
#include <stdio.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/text_output.h"
#include "engine/edit/validate/validate.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

struct printer {
    FILE *out;
    struct json_writer *json; /* NULL: for people */
    const struct options *options;
    char name[1024]; /* of the demo, for a terminal */
};

static void print_finding(const struct printer *printer, const struct validate_finding *finding)
{
    fprintf(printer->out, "%s: block %lu, byte %zu: %s", printer->name,
            (unsigned long)finding->block, finding->offset, finding->subject);
    if (finding->counted) {
        fprintf(printer->out, ": %lld, at most %lld", (long long)finding->value,
                (long long)finding->most);
    }
    fprintf(printer->out, "; %s\n", validate_effect_text(finding->effect));
}

static void print_json_finding(struct json_writer *json, const struct validate_finding *finding)
{
    json_begin_object(json, NULL);
    json_string(json, "rule", finding->rule);
    json_integer(json, "block", finding->block);
    json_integer(json, "offset", (int64_t)finding->offset);
    json_string(json, "what", finding->subject);
    json_integer_if(json, "value", finding->counted, finding->value);
    json_integer_if(json, "most", finding->counted, finding->most);
    json_string(json, "effect", validate_effect_text(finding->effect));
    json_bool(json, "refused", validate_is_refusal(finding->effect));
    json_end_object(json);
}

static void print_found(void *context, const struct validate_finding *finding)
{
    const struct printer *printer = context;
    if (printer->json) {
        print_json_finding(printer->json, finding);
    } else {
        print_finding(printer, finding);
    }
}

static void print_verdict(const struct printer *printer, const char *engine,
                          const struct validate_report *report)
{
    const bool plays = report->refusals == 0;
    if (printer->json) {
        json_end_array(printer->json);
        json_bool(printer->json, "plays", plays);
        json_end_object(printer->json);
        return;
    }
    fprintf(printer->out, "%s: %s %s", printer->name, engine,
            plays ? "plays it" : "does not play it");
    if (report->findings > 0) {
        fprintf(printer->out, ": %llu finding%s", (unsigned long long)report->findings,
                plural_s(report->findings));
    }
    putc('\n', printer->out);
}

static int check_opened(struct printer *printer, const char *name, const struct demo *demo)
{
    const int given = printer->options->edit.engine;
    const enum validate_engine engine =
        given < 0 ? validate_engine_of(demo) : (enum validate_engine)given;
    const char *engine_name = validate_engine_name(engine);
    struct validate_report report;
    struct format_error err;
    if (demo->code < 0) {
        report_error("%s: %s", name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    terminal_text(printer->name, sizeof(printer->name), name);
    if (printer->json) {
        json_begin_object(printer->json, NULL);
        json_string(printer->json, "file", name);
        json_string(printer->json, "engine", engine_name);
        json_begin_array(printer->json, "findings");
    }
    const int code = validate_demo(demo, engine, print_found, printer, &report, &err);
    report.refusals += code < 0;
    print_verdict(printer, engine_name, &report);
    if (code < 0) {
        report_error("%s: %s", name, err.what);
    }
    return report.refusals > 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int check_demo(struct printer *printer, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &printer->options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = check_opened(printer, name, &source.demo);
    if (source.is_torn) {
        report_error("%s: byte %zu: %s", name, source.torn.offset, source.torn.what);
        status = EXIT_BAD_INPUT;
    }
    demo_source_close(&source);
    return status;
}

static int check_demos(FILE *out, const struct options *options, const struct demo_list *demos)
{
    struct json_writer json = {.out = out};
    struct printer printer = {
        .out = out, .json = options->edit.json ? &json : NULL, .options = options};
    const bool is_list = printer.json && demos->count > 1;
    int status = EXIT_GOOD;
    if (is_list) {
        json_begin_array(&json, NULL);
    }
    for (size_t i = 0; i < demos->count; i++) {
        const int one = check_demo(&printer, demos->names[i]);
        status = one == EXIT_GOOD ? status : one;
        (void)!fflush(out);
    }
    if (is_list) {
        json_end_array(&json);
    }
    if (printer.json) {
        putc('\n', out);
    }
    return status;
}

int cmd_validate(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    struct text_output out;
    int status = command_begin(&options, COMMAND_VALIDATE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    const int listed = demo_arguments_all(&demos, &options);
    status = text_output_open(&out, &options);
    if (status == EXIT_GOOD) {
        status = check_demos(out.stream, &options, &demos);
        status = text_output_close(&out, status == EXIT_GOOD ? listed : status);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
