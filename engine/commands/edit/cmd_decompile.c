/* quakereel decompile: a demo as text. */
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/edit/sink_output.h"
#include "engine/edit/edit_range.h"
#include "engine/edit/text/demo_text.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

struct decompiling {
    const struct demo *demo;
    struct demo_text_options options;
    struct format_error err; /* code */
    int code;
};

/* The text of a damaged demo is whole: it is kept. */
static int write_text(void *context, struct media_sink *out)
{
    struct decompiling *d = context;
    struct demo_text_report report;
    d->code = demo_text_write(d->demo, &d->options, out, &report, &d->err);
    return report.is_whole ? 0 : FORMAT_MEMORY;
}

/* Blocks of the updates from..to. */
static int find_updates(const struct demo_source *source, uint32_t from, uint32_t to,
                        const struct options *options, struct demo_text_blocks *blocks)
{
    struct edit_range range;
    struct format_error err;
    if (edit_range_find_updates(&source->demo, from, to, &range, &err) == FORMAT_MEMORY) {
        report_error("%s: out of memory", source->name);
        return EXIT_BAD_INPUT;
    }
    if (range.updates == 0) {
        report_error("%s: no update between these places", source->name);
        return EXIT_BAD_INPUT;
    }
    blocks->first = options->from ? range.first_step : 0;
    blocks->last = options->to ? range.last_step : DEMO_TEXT_END;
    return EXIT_GOOD;
}

/* The part of --from and --to, of which one is given. Damage ends the demo, and is told later. */
static int find_blocks(const struct demo_source *source, const struct options *options,
                       struct demo_text_blocks *blocks)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct timeline *timeline;
    struct demo_part part;
    struct format_error err = {0};
    if (timeline_open_demo(&timeline, &source->demo, &index, &err) < 0) {
        report_error("%s: byte %zu: %s", source->name, err.offset, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_BAD_INPUT;
    if (timeline_wait(timeline, false) < 0) {
        report_error("%s: out of memory", source->name);
    } else {
        status = demo_part_read(&part, source, timeline, options->from, options->to);
        if (status == EXIT_GOOD && part.from_outside) {
            demo_part_tell_outside(&part, source->name, options->from, options->to,
                                   timeline_length(timeline));
            status = EXIT_BAD_INPUT;
        }
        status = status == EXIT_GOOD ? demo_part_check(&part, options->from, options->to) : status;
    }
    if (status == EXIT_GOOD) {
        status = find_updates(source, demo_part_first_update(timeline, &part.from),
                              demo_part_last_update(timeline, &part.to), options, blocks);
    }
    timeline_close(timeline);
    return status;
}

static int decompile_demo(const struct options *options, const char *name,
                          const struct demo_source *source)
{
    struct decompiling d = {.demo = &source->demo,
                            .options = {.numbers = options->inspect.numbers,
                                        .pretty = options->inspect.pretty,
                                        .is_part = options->from || options->to}};
    bool failed;
    if (source->demo.code < 0) {
        report_error("%s: %s", name, source->demo.error.what);
        return EXIT_BAD_INPUT;
    }
    if (!demo_text_has(source->demo.family)) {
        report_error("%s: %s demos cannot be written as text yet", name,
                     source->demo.family->title);
        return EXIT_BAD_INPUT;
    }
    if (d.options.is_part) {
        const int status = find_blocks(source, options, &d.options.part);
        if (status != EXIT_GOOD) {
            return status;
        }
    }
    const int code = sink_output_write(options, write_text, &d, &failed);
    if (!failed && d.code < 0) {
        report_error("%s: byte %zu: %s", name, d.err.offset, d.err.what);
    }
    if (!failed && source->is_torn) {
        report_error("%s: byte %zu: %s", name, source->torn.offset, source->torn.what);
    }
    return code < 0 || d.code < 0 || source->is_torn ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int decompile(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    const int status = decompile_demo(options, name, &source);
    demo_source_close(&source);
    return status;
}

int cmd_decompile(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *name;
    int status = command_begin(&options, COMMAND_DECOMPILE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = demo_arguments_one(&demos, &options, &name);
    if (status == EXIT_GOOD) {
        status = decompile(&options, name);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
