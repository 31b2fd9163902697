/* quakereel validate: what an original engine would not play of demos. */
#include <stdio.h>

#include "engine/commands/commands.h"
#include "engine/commands/edit/demo_findings.h"
#include "engine/edit/validate/validate.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

static void print_finding(const struct findings_printer *printer,
                          const struct validate_finding *finding)
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
    const struct findings_printer *printer = context;
    if (printer->json) {
        print_json_finding(printer->json, finding);
    } else {
        print_finding(printer, finding);
    }
}

static void print_verdict(const struct findings_printer *printer, const char *engine,
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

static int print_validation(struct findings_printer *printer, const char *name,
                            struct demo_source *source)
{
    const struct demo *demo = &source->demo;
    const int given = printer->options->edit.engine;
    const enum validate_engine engine =
        given < 0 ? validate_engine_of(demo) : (enum validate_engine)given;
    const char *engine_name = validate_engine_name(engine);
    struct validate_report report;
    struct format_error err;
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

int cmd_validate(int argc, char **argv)
{
    return findings_command(COMMAND_VALIDATE, argc, argv, false, print_validation);
}
