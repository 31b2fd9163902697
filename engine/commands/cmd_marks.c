/* quakereel marks: prints the user's marks of a demo, adds those of a list. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/text_output.h"
#include "engine/playback/mark_list.h"
#include "engine/report/report.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"

enum { LIST_MAX = 1 << 20 /* bytes */ };

/* A demo whose index is complete, and its marks. */
struct marked {
    const struct options *options;
    struct demo_source source;
    struct timeline *timeline;
    struct demo_bookmarks bookmarks;
};

/* --- adding -------------------------------------------------------------------------------------
 */

static int read_list(const struct marked *demo, struct demo_mark **marks, size_t *count)
{
    const char *name = demo->options->marks.import;
    struct file_bytes file;
    struct mark_list_error err = {0};
    *marks = NULL;
    *count = 0;
    if (platform_read_small_file(name, LIST_MAX, &file) < 0) {
        report_error("%s: %s", name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    const int code = mark_list_read(marks, count, (const char *)file.data, file.size,
                                    timeline_length(demo->timeline), &err);
    platform_free_file(&file);
    if (code == FORMAT_BAD) {
        report_error("%s: line %zu: %s", name, err.line, err.what);
    } else if (code < 0) {
        report_error("%s: out of memory", name);
    }
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* Adds the list's marks; one that is there gets the list's name for it. */
static int add_list(struct marked *demo, const struct demo_mark *marks, size_t count)
{
    size_t added = 0, named = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_new = demo_bookmarks_add_mark(&demo->bookmarks, marks[i].time);
        const bool is_named =
            marks[i].name[0] && demo_bookmarks_name_mark(&demo->bookmarks, marks[i].time,
                                                         DEMO_BOOKMARKS_SAME_MARK, marks[i].name);
        added += is_new;
        named += is_named && !is_new;
    }
    if (demo_bookmarks_save(&demo->bookmarks, demo->source.name, SAVED_WAIT) < 0) {
        report_error("%s: the marks cannot be saved: %s", demo->source.name, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    printf("%s: %zu mark%s added, %zu named, %zu in all\n", demo->source.name, added,
           plural_s(added), named, demo->bookmarks.marks.count);
    return EXIT_GOOD;
}

static int import_list(struct marked *demo)
{
    struct demo_mark *marks;
    size_t count;
    int status = read_list(demo, &marks, &count);
    if (status == EXIT_GOOD) {
        status = add_list(demo, marks, count);
    }
    free(marks);
    return status;
}

/* --- printing -----------------------------------------------------------------------------------
 */

static void print_json(const struct marked *demo, FILE *out)
{
    const struct demo_marks *marks = &demo->bookmarks.marks;
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "file", demo->source.name);
    json_number(&json, "length", timeline_length(demo->timeline));
    json_begin_array(&json, "marks");
    for (size_t i = 0; i < marks->count; i++) {
        json_begin_object(&json, NULL);
        json_number(&json, "time", marks->items[i].time);
        json_string(&json, "name", marks->items[i].name[0] ? marks->items[i].name : NULL);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    putc('\n', out);
}

static int print_list(const struct marked *demo, const struct demo_part *part, FILE *out)
{
    const struct demo_marks *marks = &demo->bookmarks.marks;
    struct byte_writer list = {0};
    mark_list_write(marks->items, marks->count, (enum mark_list_form)demo->options->marks.form,
                    part->from.seconds, part->to.seconds, &list);
    if (!list.failed) {
        fwrite(list.data, 1, list.size, out);
    } else {
        report_error("out of memory");
    }
    const int status = list.failed ? EXIT_BAD_INPUT : EXIT_GOOD;
    byte_writer_free(&list);
    return status;
}

static int print_marks(const struct marked *demo)
{
    const struct options *options = demo->options;
    struct demo_part part;
    struct text_output out;
    int status = demo_part_read(&part, &demo->source, demo->timeline, options->from, options->to);
    if (status == EXIT_GOOD) {
        status = demo_part_check(&part, options->from, options->to);
    }
    if (status != EXIT_GOOD || text_output_open(&out, options) != EXIT_GOOD) {
        return status == EXIT_GOOD ? EXIT_BAD_INPUT : status;
    }
    if (options->marks.json) {
        print_json(demo, out.stream);
    } else {
        status = print_list(demo, &part, out.stream);
    }
    return text_output_close(&out, status);
}

/* --- the command --------------------------------------------------------------------------------
 */

static int use_marks(struct marked *demo)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    const struct demo *opened = &demo->source.demo;
    struct format_error err = opened->error;
    if (opened->code < 0 || timeline_open_demo(&demo->timeline, opened, &index, &err) < 0) {
        report_error("%s: %s", demo->source.name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_GOOD;
    if (timeline_wait(demo->timeline, false) < 0) {
        report_error("%s: out of memory", demo->source.name);
        status = EXIT_BAD_INPUT;
    }
    demo_bookmarks_load(&demo->bookmarks, demo->source.data, demo->source.size);
    if (status == EXIT_GOOD) {
        status = demo->options->marks.import ? import_list(demo) : print_marks(demo);
    }
    demo_bookmarks_free(&demo->bookmarks);
    timeline_close(demo->timeline);
    return status;
}

static int open_and_use(const struct options *options, const char *name)
{
    struct marked demo = {.options = options};
    struct format_error err = {0};
    if (demo_source_open_bytes(&demo.source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    const int status = use_marks(&demo);
    demo_source_close(&demo.source);
    return status;
}

int cmd_marks(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *demo;
    int status = command_begin(&options, COMMAND_MARKS, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = demo_arguments_one(&demos, &options, &demo);
    if (status == EXIT_GOOD) {
        status = open_and_use(&options, demo);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
