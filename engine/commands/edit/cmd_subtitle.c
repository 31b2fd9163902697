/* quakereel subtitle: puts texts into a demo, which appear in the middle of the screen. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/subtitle/nq_subtitle.h"
#include "engine/netquake/nq_family.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

enum { TEXT_FILE_MAX = 1 << 24 /* bytes */ };

struct subtitling {
    const struct options *options;
    const char *text_name, *name;
    struct subtitles subtitles;
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

static void print_report(const struct subtitling *s, const char *path)
{
    const struct subtitle_report *report = &s->report;
    FILE *out = edit_output_report(path);
    if (s->options->edit.json) {
        struct json_writer json = {.out = out};
        json_begin_object(&json, NULL);
        json_string(&json, "file", s->name);
        json_integer(&json, "texts", (int64_t)s->subtitles.count);
        json_integer(&json, "shown", (int64_t)report->shown);
        json_integer(&json, "missing", (int64_t)report->missing);
        json_integer(&json, "centerprints", (int64_t)report->messages);
        json_integer(&json, "bytes", (int64_t)s->out.size);
        json_end_object(&json);
        putc('\n', out);
    } else if (out != stderr) {
        fprintf(out, "%s: %zu text%s in %zu centerprint%s, %zu bytes\n", path, report->shown,
                plural_s(report->shown), report->messages, plural_s(report->messages), s->out.size);
    }
}

static int write_demo(struct subtitling *s)
{
    char path[OUTPUT_PATH];
    int status = edit_output_name(path, s->options, s->name, "", ".dem");
    if (status == EXIT_GOOD) {
        status = edit_output_write(s->options, path, &s->out);
    }
    if (status != EXIT_GOOD) {
        return status;
    }
    print_report(s, path);
    if (s->report.missing > 0) {
        report_error("%s: %zu text%s found no place: the demo has no update at that time", s->name,
                     s->report.missing, plural_s(s->report.missing));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int subtitle_opened(struct subtitling *s, const struct demo *demo)
{
    struct format_error err = {0};
    if (demo->code < 0) {
        report_error("%s: %s", s->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    if (demo->family != &netquake_family) {
        report_error("%s: %s demos cannot be given texts; NetQuake's can", s->name,
                     demo->family->title);
        return EXIT_BAD_INPUT;
    }
    const int code = nq_subtitle(demo, &s->subtitles, &s->out, &s->report, &err);
    if (code < 0) {
        report_error("%s: byte %zu: %s", s->name, err.offset, err.what);
    }
    if (code == FORMAT_MEMORY) {
        return EXIT_BAD_INPUT;
    }
    const int status = write_demo(s);
    return code < 0 ? EXIT_BAD_INPUT : status;
}

static int subtitle(struct subtitling *s)
{
    struct demo_source source;
    struct format_error err = {0};
    if (read_texts(s) != EXIT_GOOD) {
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

int cmd_subtitle(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_SUBTITLE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.out) {
        struct subtitling s = {
            .options = &options, .text_name = options.files[0], .name = options.files[1]};
        status = subtitle(&s);
        subtitles_free(&s.subtitles);
        byte_writer_free(&s.out);
    } else {
        status = command_refuse(COMMAND_SUBTITLE, "no file to write (-o)");
    }
    options_free(&options);
    return status;
}
