/* quakereel diff: two demos compared block by block. */
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/text_output.h"
#include "engine/edit/diff/text_diff.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/terminal_text.h"

enum { EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2, SIDES = 2 }; /* as of diff(1) */

struct printer {
    FILE *out;
    struct json_writer *json; /* NULL: for people */
    bool in_change;
    char names[SIDES][1024]; /* for a terminal */
};

static void print_blocks(const struct printer *p, const char *name, int64_t first, uint32_t count)
{
    if (count == 0) {
        fprintf(p->out, "%s: nothing", name);
    } else if (first < 0 && count == 1) {
        fprintf(p->out, "%s: in front of the blocks", name);
    } else if (count == 1) {
        fprintf(p->out, "%s: block %lld", name, (long long)first);
    } else {
        fprintf(p->out, "%s: blocks %lld to %lld", name, (long long)(first < 0 ? 0 : first),
                (long long)(first + (int64_t)count - 1));
    }
}

static void end_change(struct printer *p)
{
    if (p->json && p->in_change) {
        json_end_array(p->json);
        json_end_object(p->json);
    }
    p->in_change = false;
}

static void print_change(void *context, const struct text_change *change)
{
    struct printer *p = context;
    end_change(p);
    p->in_change = true;
    if (p->json) {
        json_begin_object(p->json, NULL);
        json_integer_if(p->json, "a", change->a_count > 0, change->a);
        json_integer(p->json, "a_count", change->a_count);
        json_integer_if(p->json, "b", change->b_count > 0, change->b);
        json_integer(p->json, "b_count", change->b_count);
        json_begin_array(p->json, "lines");
        return;
    }
    fprintf(p->out, "@@ ");
    print_blocks(p, p->names[0], change->a, change->a_count);
    fprintf(p->out, " | ");
    print_blocks(p, p->names[1], change->b, change->b_count);
    fprintf(p->out, " @@\n");
}

static void print_line(void *context, char sign, const char *text, size_t size)
{
    struct printer *p = context;
    if (p->json) {
        json_begin_object(p->json, NULL);
        json_string(p->json, "of", sign == '-' ? "a" : "b");
        json_bytes(p->json, "text", text, size);
        json_end_object(p->json);
    } else {
        fprintf(p->out, "%c%.*s\n", sign, (int)size, text);
    }
}

static void tell_damage(const char *name, int code, const struct format_error *err)
{
    if (code < 0) {
        report_error("%s: byte %zu: %s", name, err->offset, err->what);
    }
}

static int compare(const struct options *options, const struct demo_source *sources, FILE *out)
{
    struct json_writer json = {.out = out};
    struct printer printer = {.out = out, .json = options->edit.json ? &json : NULL};
    const struct text_diff_listener listener = {&printer, print_change, print_line};
    struct text_diff_result result;
    for (int i = 0; i < SIDES; i++) {
        terminal_text(printer.names[i], sizeof(printer.names[i]), options->files[i]);
    }
    if (printer.json) {
        json_begin_object(&json, NULL);
        json_string(&json, "a", options->files[0]);
        json_string(&json, "b", options->files[1]);
        json_begin_array(&json, "changes");
    }
    const int code = text_diff(&sources[0].demo, &sources[1].demo, &listener, &result);
    end_change(&printer);
    if (printer.json) {
        json_end_array(&json);
        json_integer(&json, "a_blocks", (int64_t)result.a_blocks);
        json_integer(&json, "b_blocks", (int64_t)result.b_blocks);
        json_integer(&json, "same", (int64_t)result.same);
        json_bool(&json, "equal", code == 0 && result.changes == 0);
        json_end_object(&json);
        putc('\n', out);
    }
    if (code < 0) {
        report_error("out of memory");
        return EXIT_TROUBLE;
    }
    tell_damage(options->files[0], result.a_code, &result.a_err);
    tell_damage(options->files[1], result.b_code, &result.b_err);
    return result.changes > 0 ? EXIT_DIFFERENT : EXIT_GOOD;
}

static int open_sources(const struct options *options, struct demo_source *sources, int *opened)
{
    for (int i = 0; i < SIDES; i++) {
        const char *name = options->files[i];
        struct format_error err = {0};
        if (demo_source_open_bytes(&sources[i], name, &options->player.search, &err) < 0) {
            report_error("%s: %s", name, err.what);
            return EXIT_TROUBLE;
        }
        ++*opened;
        if (sources[i].demo.code < 0 || sources[i].is_torn) {
            report_error("%s: %s", name,
                         sources[i].is_torn ? sources[i].torn.what : sources[i].demo.error.what);
            return EXIT_TROUBLE;
        }
    }
    if (sources[0].demo.family != sources[1].demo.family ||
        !demo_text_has(sources[0].demo.family)) {
        report_error("%s is a demo of %s, %s of %s: they cannot be compared", options->files[0],
                     sources[0].demo.family->title, options->files[1],
                     sources[1].demo.family->title);
        return EXIT_TROUBLE;
    }
    return EXIT_GOOD;
}

int cmd_diff(int argc, char **argv)
{
    struct demo_source sources[SIDES];
    struct options options;
    struct text_output out;
    int opened = 0;
    int status = command_begin(&options, COMMAND_DIFF, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status == EXIT_BAD_INPUT ? EXIT_TROUBLE : status;
    }
    status = open_sources(&options, sources, &opened);
    if (status == EXIT_GOOD) {
        status = text_output_open(&out, &options) == EXIT_GOOD ? EXIT_GOOD : EXIT_TROUBLE;
        if (status == EXIT_GOOD) {
            status = compare(&options, sources, out.stream);
            status = text_output_close(&out, EXIT_GOOD) == EXIT_GOOD ? status : EXIT_TROUBLE;
        }
    }
    for (int i = 0; i < opened; i++) {
        demo_source_close(&sources[i]);
    }
    options_free(&options);
    return status;
}
