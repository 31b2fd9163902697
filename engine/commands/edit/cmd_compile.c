/* quakereel compile: the demo of a text that decompile wrote. */
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/sink_output.h"
#include "engine/commands/edit/text_input.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

struct compiling {
    struct text_input input;
    uint64_t ignored; /* statements `exact` */
    struct text_error err;
    const struct demo *into; /* the text is a part of it; NULL: it is a whole one */
};

static int write_demo(void *context, struct media_sink *out)
{
    struct compiling *c = context;
    const struct text_source source = text_input_source(&c->input);
    return c->into ? demo_text_read_part(&source, c->into, out, &c->ignored, &c->err)
                   : demo_text_read(&source, out, &c->ignored, &c->err);
}

static int compile(const struct options *options, const struct demo *into)
{
    struct compiling c = {.into = into};
    bool failed;
    if (text_input_open(&c.input, options->files[0]) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    const int code = sink_output_write(options, write_demo, &c, &failed);
    if (code < 0 && !failed) {
        text_input_tell(&c.input, code, &c.err);
    }
    if (code >= 0 && c.ignored > 0) {
        report_error("%s: %llu messages were edited: their lines count, not their exact bytes",
                     c.input.name, (unsigned long long)c.ignored);
    }
    text_input_close(&c.input);
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* --into */
static int compile_into(const struct options *options)
{
    const char *name = options->edit.into;
    struct demo_source source;
    struct format_error err = {0};
    int status = EXIT_BAD_INPUT;
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    if (source.demo.code < 0) {
        report_error("%s: %s", name, source.demo.error.what);
    } else if (source.is_torn) {
        report_error("%s: byte %zu: %s", name, source.torn.offset, source.torn.what);
    } else if (demo_source_reads(&source, options->out)) {
        report_error("%s: this is the demo of the part", options->out);
    } else {
        status = compile(options, &source.demo);
    }
    demo_source_close(&source);
    return status;
}

int cmd_compile(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_COMPILE, argc, argv);
    if (status == COMMAND_GO_ON) {
        status = !options.out        ? command_refuse(COMMAND_COMPILE, "no demo to write (-o)")
                 : options.edit.into ? compile_into(&options)
                                     : compile(&options, NULL);
        options_free(&options);
    }
    return status;
}
