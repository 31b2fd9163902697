#include "engine/commands/edit/demo_findings.h"

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/text_output.h"
#include "engine/report/report.h"
#include "formats/base/terminal_text.h"

static int open_source(struct demo_source *source, const char *name, const struct options *options,
                       bool game_data, struct format_error *err)
{
    const struct demo_search *search = &options->player.search;
    return game_data && search->basedir ? demo_source_open(source, name, search, err)
                                        : demo_source_open_bytes(source, name, search, err);
}

static int print_demo(struct findings_printer *printer, const char *name, bool game_data,
                      findings_print_fn *print)
{
    struct demo_source source;
    struct format_error err = {0};
    int status = EXIT_BAD_INPUT;
    if (open_source(&source, name, printer->options, game_data, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    if (source.demo.code < 0) {
        report_error("%s: %s", name, source.demo.error.what);
    } else {
        terminal_text(printer->name, sizeof(printer->name), name);
        status = print(printer, name, &source);
    }
    if (source.is_torn) {
        report_error("%s: byte %zu: %s", name, source.torn.offset, source.torn.what);
        status = EXIT_BAD_INPUT;
    }
    demo_source_close(&source);
    return status;
}

static int print_demos(FILE *out, const struct options *options, const struct demo_list *demos,
                       bool game_data, findings_print_fn *print)
{
    struct json_writer json = {.out = out};
    struct findings_printer printer = {
        .out = out, .json = options->edit.json ? &json : NULL, .options = options};
    const bool is_list = printer.json && demos->count > 1;
    int status = EXIT_GOOD;
    if (is_list) {
        json_begin_array(&json, NULL);
    }
    for (size_t i = 0; i < demos->count; i++) {
        const int one = print_demo(&printer, demos->names[i], game_data, print);
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

int findings_command(enum command command, int argc, char **argv, bool game_data,
                     findings_print_fn *print)
{
    struct options options;
    struct demo_list demos;
    struct text_output out;
    int status = command_begin(&options, command, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    const int listed = demo_arguments_all(&demos, &options);
    status = text_output_open(&out, &options);
    if (status == EXIT_GOOD) {
        status = print_demos(out.stream, &options, &demos, game_data, print);
        status = text_output_close(&out, status == EXIT_GOOD ? listed : status);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
