/* quakereel compile: the demo of a text that decompile wrote. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/sink_output.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

/* The text: a file, or standard input as it comes. */
struct input {
    const char *name;
    struct disk_file file;
    uint64_t at;
    uint64_t ignored; /* statements `exact` */
    struct text_error err;
    const struct demo *into; /* the text is a part of it; NULL: it is a whole one */
};

static ptrdiff_t read_file(void *context, void *bytes, size_t size)
{
    struct input *input = context;
    size_t got;
    if (platform_read_at(&input->file, input->at, bytes, size, &got) < 0) {
        return -1;
    }
    input->at += got;
    return (ptrdiff_t)got;
}

static ptrdiff_t read_standard_input(void *context, void *bytes, size_t size)
{
    (void)context;
    const size_t got = fread(bytes, 1, size, stdin);
    return got == 0 && ferror(stdin) ? -1 : (ptrdiff_t)got;
}

static void tell_failure(const struct input *input, int code)
{
    const struct text_error *err = &input->err;
    if (code == FORMAT_BAD) {
        report_error("%s: line %llu, column %llu: %s", input->name, (unsigned long long)err->line,
                     (unsigned long long)err->column, err->what);
    } else if (code == FORMAT_UNREADABLE) {
        report_error("%s: cannot read: %s", input->name, strerror(errno));
    } else {
        report_error("%s: out of memory", input->name);
    }
}

static int write_demo(void *context, struct media_sink *out)
{
    struct input *input = context;
    const struct text_source source = {input, input->file.fd < 0 ? read_standard_input : read_file};
    return input->into
               ? demo_text_read_part(&source, input->into, out, &input->ignored, &input->err)
               : demo_text_read(&source, out, &input->ignored, &input->err);
}

static int compile(const struct options *options, const struct demo *into)
{
    struct input input = {.name = options->files[0], .file = {.fd = -1}, .into = into};
    bool failed;
    if (strcmp(input.name, "-") == 0) {
        input.name = "standard input";
    } else if (platform_open_file(input.name, &input.file) < 0) {
        report_error("%s: %s", input.name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    const int code = sink_output_write(options, write_demo, &input, &failed);
    if (code < 0 && !failed) {
        tell_failure(&input, code);
    }
    if (code >= 0 && input.ignored > 0) {
        report_error("%s: %llu messages were edited: their lines count, not their exact bytes",
                     input.name, (unsigned long long)input.ignored);
    }
    platform_close_file(&input.file);
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
