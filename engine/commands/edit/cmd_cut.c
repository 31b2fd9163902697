/* quakereel cut: writes parts of a demo as a demo. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/edit/cut_report.h"
#include "engine/commands/edit/edit_demos.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/chat/edit_chat.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/playback/demo_place.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

enum { PLACE_BYTES = 128 };

static int tell_damage_at(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

static int tell_no_memory(const char *name)
{
    report_error("%s: out of memory", name);
    return EXIT_BAD_INPUT;
}

/* The parts of a demo that are being made one. */
struct cut {
    const struct options *options;
    const struct demo_source *source;
    const struct edit_cutter *cutter;
    struct cut_part *parts; /* owned */
    size_t count;
    bool whole; /* no part was asked for: the only one is all of the demo */
    struct edit_join join;
    struct byte_writer out;
    uint64_t chat; /* lines left out, with --no-chat */
};

/* --- which parts --------------------------------------------------------------------------------
 */

static int tell_outside(const struct cut *cut, const char *option, const char *text, double length)
{
    report_error("%s: --%s %s is outside the demo (%.3f s)", cut->source->name, option, text,
                 length);
    return EXIT_BAD_INPUT;
}

static struct cut_part make_part(const struct cut *cut, const struct timeline *timeline,
                                 const struct demo_part *part)
{
    const double from = part->from.seconds, lead = fmin(cut->options->edit.lead, from);
    const struct demo_place_found start = {.seconds = from - lead};
    return (struct cut_part){
        .from = from,
        .to = part->to.seconds,
        .lead = lead,
        .first = demo_part_first_update(timeline, lead > 0.0 ? &start : &part->from),
        .last = demo_part_last_update(timeline, &part->to)};
}

/* The part of --from and --to. */
static int read_from_to(struct cut *cut, const struct timeline *timeline)
{
    const struct options *options = cut->options;
    const double length = timeline_length(timeline);
    struct demo_part part;
    const int status = demo_part_read(&part, cut->source, timeline, options->from, options->to);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (part.from_outside) {
        return tell_outside(cut, "from", options->from, length);
    }
    cut->parts[0] = make_part(cut, timeline, &part);
    return demo_part_check(&part, options->from, options->to);
}

/* The part of a range, whose form was checked when the option was read. */
static int read_range(struct cut *cut, const struct timeline *timeline, const char *text,
                      struct cut_part *made)
{
    char from[PLACE_BYTES];
    size_t length = 0, to = 0;
    struct demo_part part;
    (void)demo_place_parse_range(text, &length, &to);
    snprintf(from, sizeof(from), "%.*s", (int)length, text);
    const int status = demo_part_read(&part, cut->source, timeline, length > 0 ? from : NULL,
                                      text[to] ? text + to : NULL);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (part.from_outside) {
        return tell_outside(cut, "range", from, timeline_length(timeline));
    }
    if (part.to.seconds < part.from.seconds) {
        report_error("--range %s: its end is before its start", text);
        return EXIT_USAGE;
    }
    *made = make_part(cut, timeline, &part);
    return EXIT_GOOD;
}

static int read_ranges(struct cut *cut, const struct timeline *timeline)
{
    char range[2 * PLACE_BYTES];
    const char *list = cut->options->edit.ranges;
    int status = EXIT_GOOD;
    if (!list) {
        return read_from_to(cut, timeline);
    }
    for (size_t i = 0; i < cut->count && status == EXIT_GOOD; i++) {
        const size_t length = strcspn(list, ",");
        snprintf(range, sizeof(range), "%.*s", (int)length, list);
        status = read_range(cut, timeline, range, &cut->parts[i]);
        list += length + 1;
    }
    return status;
}

/* Where a part lies in the file. */
static int find_part(const struct cut *cut, const struct timeline *timeline, struct cut_part *part)
{
    const uint32_t count = timeline_extent(timeline).num_updates;
    const uint32_t first = part->first, last = part->last < count ? part->last : count - 1;
    if (first <= last && timeline_update_offset(timeline, first) != TIMELINE_NO_OFFSET) {
        part->range = (struct edit_range){.first = timeline_update_offset(timeline, first),
                                          .last = timeline_update_offset(timeline, last),
                                          .updates = last - first + 1,
                                          .first_step = timeline_update_step(timeline, first),
                                          .last_step = timeline_update_step(timeline, last),
                                          .keep_deltas = cut->options->edit.keep_deltas};
    } else {
        report_error("%s: no update in %.3f..%.3f s of %.3f", cut->source->name, part->from,
                     part->to, timeline_length(timeline));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

/* Finds the parts. EXIT_GOOD, also for a damaged demo, whose good part counts. */
static int find_parts(struct cut *cut)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct timeline *timeline;
    struct format_error err = {0};
    if (timeline_open_demo(&timeline, &cut->source->demo, &index, &err) < 0) {
        return tell_damage_at(cut->source->name, &err);
    }
    int status = timeline_wait(timeline, false) < 0 ? tell_no_memory(cut->source->name)
                                                    : read_ranges(cut, timeline);
    for (size_t i = 0; i < cut->count && status == EXIT_GOOD; i++) {
        status = find_part(cut, timeline, &cut->parts[i]);
    }
    timeline_close(timeline);
    return status;
}

/* --- the demo -----------------------------------------------------------------------------------
 */

/* Appends a part that has been cut. */
static int join_part(struct cut *cut, const struct byte_writer *bytes)
{
    struct format_error err = {0};
    struct demo part;
    int code = demo_open(&part, bytes->data, bytes->size, cut->source->name);
    if (code == 0) {
        code = edit_join_add(&cut->join, &part, &cut->out, &err);
    }
    if (code < 0) {
        report_error("%s: %s", cut->source->name, part.code < 0 ? part.error.what : err.what);
    }
    demo_close(&part);
    return code == 0 ? EXIT_GOOD : EXIT_BAD_INPUT;
}

/* Makes a part. The good part of a damaged demo is kept for writing; what is there when memory ran
 * out is dropped. */
static int cut_part(struct cut *cut, struct cut_part *part)
{
    struct byte_writer bytes = {0};
    struct format_error err = {0};
    int status = EXIT_GOOD;
    const int code = cut->cutter->cut(&cut->source->demo, cut->whole ? NULL : &part->range, &bytes,
                                      &part->report, &err);
    if (code == FORMAT_MEMORY) {
        cut->out.size = 0;
    } else if (cut->count == 1) {
        cut->out = bytes;
        bytes = (struct byte_writer){0};
    } else if (bytes.size > 0) {
        status = join_part(cut, &bytes);
        cut->out.size = status == EXIT_GOOD ? cut->out.size : 0;
    }
    byte_writer_free(&bytes);
    return code < 0 ? tell_damage_at(cut->source->name, &err) : status;
}

/* Leaves chat out of what was cut. */
static int remove_chat(struct cut *cut)
{
    struct byte_writer bytes = {0};
    struct format_error err = {0};
    struct demo made;
    int code = demo_open(&made, cut->out.data, cut->out.size, cut->source->name);
    err = made.error;
    if (code == 0) {
        code = edit_chat_remove(&made, &bytes, &cut->chat, &err);
    }
    demo_close(&made);
    byte_writer_free(&cut->out);
    cut->out = bytes;
    if (code < 0) {
        report_error("%s: without chat: byte %zu: %s", cut->source->name, err.offset, err.what);
        cut->out.size = 0; /* what is left of it may have chat */
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static void tell_chat(const struct cut *cut, FILE *out)
{
    if (cut->options->edit.no_chat) {
        fprintf(out, "  left out  %" PRIu64 " chat line%s\n", cut->chat, plural_s(cut->chat));
    }
}

/* What is in the demo although clients do not read it. */
static void tell_long(const struct cut *cut, FILE *out)
{
    size_t count = 0, first = 0;
    for (size_t i = 0; i < cut->count; i++) {
        const struct edit_report *report = &cut->parts[i].report;
        for (size_t k = 0; k < report->num_changes; k++) {
            if (report->changes[k].kind == EDIT_LONG) {
                first = count++ == 0 ? report->changes[k].offset : first;
            }
        }
    }
    if (count > 0) {
        fprintf(out, "  too long  %zu block%s for its oldest client, the first at byte %zu\n",
                count, plural_s(count), first);
    }
}

static void tell_cut(const struct cut *cut, const char *path)
{
    FILE *out = edit_output_report(path);
    unsigned long steps = 0, start = 0;
    for (size_t i = 0; i < cut->count; i++) {
        steps += cut->parts[i].report.steps;
        start += cut->parts[i].report.start_steps;
    }
    if (cut->options->edit.json) {
        cut_report_json(out, cut->source->name, path, cut->cutter, cut->parts, cut->count,
                        cut->whole, cut->out.size, cut->options->edit.no_chat ? &cut->chat : NULL);
    } else if (out == stderr) {
        return; /* the demo's bytes went to standard output */
    } else if (cut->count > 1) {
        fprintf(out, "%s: %zu parts, %lu %ss, %lu of them to begin with, %zu bytes\n", path,
                cut->count, steps, cut->cutter->step, start, cut->out.size);
        tell_chat(cut, out);
        tell_long(cut, out);
    } else {
        fprintf(out, "%s: %lu %s%s, %lu of them to begin with, %zu bytes\n", path, steps,
                cut->cutter->step, plural_s(steps), start, cut->out.size);
        tell_chat(cut, out);
        tell_long(cut, out);
    }
}

/* Damage ends the parts: those before it are written. */
static int write_parts(struct cut *cut, const char *path)
{
    int status = EXIT_GOOD;
    for (size_t i = 0; i < cut->count && status == EXIT_GOOD; i++) {
        status = cut_part(cut, &cut->parts[i]);
    }
    if (cut->options->edit.no_chat && !cut->out.failed && cut->out.size > 0) {
        const int without = remove_chat(cut);
        status = status == EXIT_GOOD ? without : status;
    }
    if (cut->out.failed || cut->out.size == 0) {
        return status;
    }
    const int written = edit_output_write(cut->options, path, &cut->out);
    if (written == EXIT_GOOD) {
        tell_cut(cut, path);
    }
    return written == EXIT_GOOD ? status : written;
}

static int cut_opened(struct cut *cut)
{
    const struct demo *demo = &cut->source->demo;
    char extension[EDIT_EXTENSION], path[OUTPUT_PATH];
    if (demo->code < 0) {
        report_error("%s: %s", cut->source->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    cut->cutter = edit_cutter_find(demo->family);
    cut->cutter->extension(demo, extension);
    int status = edit_output_name(path, cut->options, cut->source->name, "", extension);
    if (status == EXIT_GOOD && !cut->whole) {
        status = find_parts(cut);
    }
    return status == EXIT_GOOD ? write_parts(cut, path) : status;
}

static size_t count_ranges(const struct options *options)
{
    size_t count = 1;
    for (const char *c = options->edit.ranges; c && *c; c++) {
        count += *c == ',';
    }
    return count;
}

static int cut_demo(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    struct cut cut = {.options = options,
                      .source = &source,
                      .count = count_ranges(options),
                      .whole = !options->from && !options->to && !options->edit.ranges};
    cut.parts = calloc(cut.count, sizeof(*cut.parts));
    if (!cut.parts) {
        return tell_no_memory(name);
    }
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        free(cut.parts);
        return EXIT_BAD_INPUT;
    }
    int status = cut_opened(&cut);
    if (source.is_torn && status == EXIT_GOOD) {
        status = tell_damage_at(name, &source.torn);
    }
    demo_source_close(&source);
    byte_writer_free(&cut.out);
    for (size_t i = 0; i < cut.count; i++) {
        edit_report_free(&cut.parts[i].report);
    }
    free(cut.parts);
    return status;
}

static int check_options(const struct options *options)
{
    if (options->edit.ranges && (options->from || options->to)) {
        return command_refuse(COMMAND_CUT, "--range and %s exclude each other",
                              options->from ? "--from" : "--to");
    }
    return EXIT_GOOD;
}

int cmd_cut(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_CUT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = check_options(&options);
    if (status == EXIT_GOOD) {
        status = edit_demos(&options, COMMAND_CUT, cut_demo);
    }
    options_free(&options);
    return status;
}
