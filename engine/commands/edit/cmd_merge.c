/* quakereel merge: writes recordings of one match as one demo. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/edit_merge.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

struct merging {
    const struct options *options;
    struct demo_list names;
    struct demo_source *sources;
    const struct demo **demos;
    uint32_t opened;
    struct byte_writer out;
    struct edit_merge_report report;
};

static int tell_damage(const char *name, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* Opens all demos. What is broken off behind its packed beginning is used as far as it goes, and
 * told. EXIT_BAD_INPUT with fewer opened than there are: one cannot be used at all. */
static int open_demos(struct merging *m)
{
    int status = EXIT_GOOD;
    m->sources = calloc(m->names.count, sizeof(*m->sources));
    m->demos = calloc(m->names.count, sizeof(*m->demos));
    if (!m->sources || !m->demos) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    while (m->opened < m->names.count) {
        const char *name = m->names.names[m->opened];
        struct demo_source *source = &m->sources[m->opened];
        struct format_error err = {0};
        if (demo_source_open_bytes(source, name, &m->options->player.search, &err) < 0) {
            report_error("%s: %s", name, err.what);
            return EXIT_BAD_INPUT;
        }
        if (source->demo.code < 0) {
            report_error("%s: %s", name, source->demo.error.what);
            demo_source_close(source);
            return EXIT_BAD_INPUT;
        }
        if (source->is_torn) {
            status = tell_damage(name, &source->torn);
        }
        m->demos[m->opened++] = &source->demo;
    }
    return status;
}

static void print_report(const struct merging *m, FILE *out)
{
    const uint32_t steps = m->report.edit.steps;
    fprintf(out, "%s: %" PRIu32 " messages, %zu bytes\n", m->options->out, steps, m->out.size);
    for (uint32_t i = 1; i < m->opened; i++) {
        const struct q3_merger_report *other = &m->report.others[i - 1];
        fprintf(out, "  %s: %" PRIu32 " entit%s in %" PRIu32 " snapshot%s\n", m->names.names[i],
                other->entities, other->entities == 1 ? "y" : "ies", other->snapshots,
                plural_s(other->snapshots));
    }
}

static void print_json(const struct merging *m, FILE *out)
{
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "file", m->options->out);
    json_integer(&json, "messages", m->report.edit.steps);
    json_integer(&json, "bytes", (int64_t)m->out.size);
    json_begin_array(&json, "demos");
    for (uint32_t i = 0; i < m->opened; i++) {
        json_begin_object(&json, NULL);
        json_string(&json, "file", m->names.names[i]);
        if (i > 0) {
            json_integer(&json, "snapshots", m->report.others[i - 1].snapshots);
            json_integer(&json, "entities_added", m->report.others[i - 1].entities);
        }
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    putc('\n', out);
}

/* Tells which of the others are damaged. */
static int tell_others(const struct merging *m, int status)
{
    for (uint32_t i = 1; i < m->opened; i++) {
        const struct q3_merger_report *other = &m->report.others[i - 1];
        if (other->code < 0) {
            status = tell_damage(m->names.names[i], &other->err);
        }
    }
    return status;
}

static int merge_demos(struct merging *m)
{
    struct format_error err = {0};
    uint32_t bad;
    int status = open_demos(m);
    if (m->opened < m->names.count) {
        return EXIT_BAD_INPUT;
    }
    const int code = edit_merge(m->demos, m->opened, &m->out, &m->report, &bad, &err);
    if (code == FORMAT_MEMORY || code == FORMAT_UNKNOWN || (code < 0 && bad > 0)) {
        report_error("%s: %s", m->names.names[bad], err.what);
        return EXIT_BAD_INPUT;
    }
    if (code < 0) {
        status = tell_damage(m->names.names[0], &err);
    }
    status = tell_others(m, status);
    if (m->out.size == 0) {
        return status;
    }
    const int written = edit_output_write(m->options, m->options->out, &m->out);
    FILE *report = edit_output_report(m->options->out);
    if (written == EXIT_GOOD && m->options->edit.json) {
        print_json(m, report);
    } else if (written == EXIT_GOOD && report != stderr) {
        print_report(m, report);
    }
    return written == EXIT_GOOD ? status : written;
}

int cmd_merge(int argc, char **argv)
{
    struct options options;
    struct merging m = {.options = &options};
    int status = command_begin(&options, COMMAND_MERGE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (!options.out) {
        status = command_refuse(COMMAND_MERGE, "no file to write (-o)");
    } else {
        status = demo_arguments_all(&m.names, &options);
        if (status == EXIT_GOOD && m.names.count < 2) {
            status = command_refuse(COMMAND_MERGE, "two demos or more are merged");
        } else if (status == EXIT_GOOD) {
            status = command_check_output(&options, options.out);
        }
        if (status == EXIT_GOOD) {
            status = merge_demos(&m);
        }
    }
    while (m.opened > 0) {
        demo_source_close(&m.sources[--m.opened]);
    }
    free(m.sources);
    free(m.demos);
    edit_report_free(&m.report.edit);
    byte_writer_free(&m.out);
    demo_list_free(&m.names);
    options_free(&options);
    return status;
}
