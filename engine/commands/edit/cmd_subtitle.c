/* quakereel subtitle: texts in the middle of a demo's screen: put in, taken out, listed. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/commands/text_output.h"
#include "engine/edit/edit_cut.h"
#include "engine/edit/subtitle/edit_subtitle.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

enum { TEXT_FILE_MAX = 1 << 24 /* bytes */ };

struct subtitling {
    const struct options *options;
    const char *text_name; /* NULL = none */
    const char *name;
    struct subtitles subtitles;
    struct subtitle_list list;
    struct byte_writer out;
    struct subtitle_report report;
};

static int read_texts(struct subtitling *s)
{
    struct file_bytes file;
    struct subtitle_error err;
    const bool is_input = strcmp(s->text_name, "-") == 0;
    if ((is_input ? platform_read_input(TEXT_FILE_MAX, &file)
                  : platform_read_small_file(s->text_name, TEXT_FILE_MAX, &file)) < 0) {
        report_error("%s: %s", s->text_name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    const int code = subtitles_read(&s->subtitles, file.data, file.size, &err);
    if (code == FORMAT_BAD) {
        report_error("%s: line %zu, column %zu: %s", s->text_name, err.line, err.column, err.what);
    } else if (code < 0) {
        report_error("%s: out of memory", s->text_name);
    } else if (s->subtitles.count == 0) {
        report_error("%s: the file has no texts", s->text_name);
    }
    platform_free_file(&file);
    return code == 0 && s->subtitles.count > 0 ? EXIT_GOOD : EXIT_BAD_INPUT;
}

/* --- making a demo ------------------------------------------------------------------------------
 */

static void print_json(const struct subtitling *s, FILE *out)
{
    const struct subtitle_report *report = &s->report;
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "file", s->name);
    if (s->options->edit.remove) {
        json_integer(&json, "removed", (int64_t)report->removed);
    } else {
        json_integer(&json, "texts", (int64_t)s->subtitles.count);
        json_integer(&json, "shown", (int64_t)report->shown);
        json_integer(&json, "missing", (int64_t)report->missing);
        json_integer(&json, "centerprints", (int64_t)report->messages);
    }
    json_integer(&json, "bytes", (int64_t)s->out.size);
    json_end_object(&json);
    putc('\n', out);
}

static void print_report(const struct subtitling *s, const char *path)
{
    const struct subtitle_report *report = &s->report;
    FILE *out = edit_output_report(path);
    if (s->options->edit.json) {
        print_json(s, out);
    } else if (out != stderr && s->options->edit.remove) {
        fprintf(out, "%s: %zu centerprint%s left out, %zu bytes\n", path, report->removed,
                plural_s(report->removed), s->out.size);
    } else if (out != stderr) {
        fprintf(out, "%s: %zu text%s in %zu centerprint%s, %zu bytes\n", path, report->shown,
                plural_s(report->shown), report->messages, plural_s(report->messages), s->out.size);
    }
}

/* EXIT_BAD_INPUT after a line on stderr if texts found no place. */
static int tell_missing(const struct subtitling *s)
{
    if (s->report.missing == 0) {
        return EXIT_GOOD;
    }
    report_error("%s: %zu text%s found no place: the demo has no update at that time", s->name,
                 s->report.missing, plural_s(s->report.missing));
    return EXIT_BAD_INPUT;
}

static int write_demo(struct subtitling *s, const struct demo *demo)
{
    char extension[EDIT_EXTENSION], path[OUTPUT_PATH];
    if (s->report.missing > 0 && s->report.missing == s->subtitles.count) {
        return tell_missing(s); /* the demo would be as it was */
    }
    edit_cutter_find(demo->family)->extension(demo, extension);
    int status = edit_output_name(path, s->options, s->name, "", extension);
    if (status == EXIT_GOOD) {
        status = edit_output_write(s->options, path, &s->out);
    }
    if (status != EXIT_GOOD) {
        return status;
    }
    print_report(s, path);
    return tell_missing(s);
}

/* --- the list -----------------------------------------------------------------------------------
 */

static void print_json_list(const struct subtitling *s, FILE *out)
{
    struct json_writer json = {.out = out};
    json_begin_array(&json, NULL);
    for (size_t i = 0; i < s->list.count; i++) {
        const struct subtitle_shown *shown = &s->list.items[i];
        json_begin_object(&json, NULL);
        json_number(&json, "from", shown->from);
        json_number(&json, "to", shown->to);
        json_string(&json, "text", subtitle_list_text(&s->list, i));
        json_end_object(&json);
    }
    json_end_array(&json);
    putc('\n', out);
}

static int write_list(struct subtitling *s)
{
    struct text_output out;
    subtitle_list_write(&s->list, (enum subtitle_format)s->options->edit.texts, &s->out);
    if (s->out.failed) {
        report_error("%s: out of memory", s->name);
        return EXIT_BAD_INPUT;
    }
    const int status = text_output_open(&out, s->options);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (s->options->edit.json) {
        print_json_list(s, out.stream);
    } else {
        (void)!fwrite(s->out.data, 1, s->out.size, out.stream);
    }
    return text_output_close(&out, EXIT_GOOD);
}

/* --- all ----------------------------------------------------------------------------------------
 */

static int subtitle_opened(struct subtitling *s, const struct demo *demo)
{
    const struct subtitles *texts = s->text_name ? &s->subtitles : NULL;
    const bool lists = options_given(s->options, "list");
    struct format_error err = {0};
    if (demo->code < 0) {
        report_error("%s: %s", s->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    const int code = lists ? edit_subtitle_list(demo, &s->list, &err)
                     : s->options->edit.remove
                         ? edit_subtitle_remove(demo, texts, &s->out, &s->report, &err)
                         : edit_subtitle_add(demo, texts, &s->out, &s->report, &err);
    if (code < 0) {
        report_error("%s: byte %zu: %s", s->name, err.offset, err.what);
    }
    if (code == FORMAT_MEMORY || (code < 0 && !lists && s->out.size == 0)) {
        return EXIT_BAD_INPUT;
    }
    const int status = lists ? write_list(s) : write_demo(s, demo);
    return code < 0 ? EXIT_BAD_INPUT : status;
}

static int subtitle(struct subtitling *s)
{
    struct demo_source source;
    struct format_error err = {0};
    if (s->text_name && read_texts(s) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    if (demo_source_open_bytes(&source, s->name, &s->options->player.search, &err) < 0) {
        report_error("%s: %s", s->name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = subtitle_opened(s, &source.demo);
    if (source.is_torn) {
        report_error("%s: byte %zu: %s", s->name, source.torn.offset, source.torn.what);
        status = EXIT_BAD_INPUT;
    }
    demo_source_close(&source);
    return status;
}

static int subtitle_files(const struct options *options)
{
    const bool lists = options_given(options, "list");
    struct subtitling s = {.options = options, .name = options->files[options->num_files - 1]};
    s.text_name = options->num_files > 1 ? options->files[0] : NULL;
    if (lists && (options->edit.remove || s.text_name)) {
        return command_refuse(COMMAND_SUBTITLE, "--list takes a demo and nothing else");
    }
    if (!lists && !options->out) {
        return command_refuse(COMMAND_SUBTITLE, "no file to write (-o)");
    }
    if (!lists && !options->edit.remove && !s.text_name) {
        return command_refuse(COMMAND_SUBTITLE, "no texts (TEXTS DEMO)");
    }
    const int status = subtitle(&s);
    subtitles_free(&s.subtitles);
    subtitle_list_free(&s.list);
    byte_writer_free(&s.out);
    return status;
}

int cmd_subtitle(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_SUBTITLE, argc, argv);
    if (status == COMMAND_GO_ON) {
        status = subtitle_files(&options);
        options_free(&options);
    }
    return status;
}
