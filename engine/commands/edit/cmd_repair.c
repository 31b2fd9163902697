/* quakereel repair: writes what is good of a damaged demo as a demo that plays. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_demos.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/edit_cut.h"
#include "engine/edit/repair/repair.h"
#include "engine/edit/validate/validate.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "engine/report/report.h"
#include "formats/base/arrays.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

/* A demo being repaired: told when it is written, since nothing is told of one that is not. */
struct repair {
    const struct options *options;
    const char *name;
    char path[OUTPUT_PATH]; /* of the result */
    struct byte_writer out;
    struct repair_change *changes;
    size_t count, room;
    bool no_memory;
};

static void note_change(void *context, const struct repair_change *change)
{
    struct repair *repair = context;
    if (!repair->no_memory && array_reserve(&repair->changes, &repair->room, repair->count + 1,
                                            sizeof(*repair->changes)) < 0) {
        repair->no_memory = true;
    }
    if (!repair->no_memory) {
        repair->changes[repair->count++] = *change;
    }
}

static int tell_error(const struct repair *repair, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", repair->name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

/* --- the verdict --------------------------------------------------------------------------------
 */

/* Sets *engine to one that plays the demo: that of --for, the family's own, or another one. */
static int find_player(const struct repair *repair, const struct demo *demo,
                       enum validate_engine *engine, bool *plays)
{
    const int given = repair->options->edit.engine;
    const enum validate_engine own = validate_engine_of(demo);
    struct validate_report report;
    struct format_error err;
    *plays = false;
    *engine = given < 0 ? own : (enum validate_engine)given;
    for (int i = -1; i < (given < 0 ? VALIDATE_ENGINES : 0) && !*plays; i++) {
        const enum validate_engine next = i < 0 ? *engine : (enum validate_engine)i;
        if (validate_demo(demo, next, NULL, NULL, &report, &err) < 0) {
            return tell_error(repair, &err);
        }
        *plays = report.refusals == 0;
        *engine = *plays ? next : *engine;
    }
    return EXIT_GOOD;
}

/* --- what was done ------------------------------------------------------------------------------
 */

static void print_changes(const struct repair *repair, FILE *out, const char *engine, bool plays)
{
    char name[1024];
    terminal_text(name, sizeof(name), repair->name);
    for (size_t i = 0; i < repair->count; i++) {
        const struct repair_change *change = &repair->changes[i];
        fprintf(out, "%s: block %lu, byte %zu: %s; %zu byte%s removed, %zu added\n", name,
                (unsigned long)change->block, change->offset, repair_kind_text(change->kind),
                change->removed, plural_s(change->removed), change->added);
    }
    fprintf(out, "%s: %zu change%s, %zu bytes; %s %s\n", repair->path, repair->count,
            plural_s(repair->count), repair->out.size, engine,
            plays ? "plays it" : "does not play it");
}

static void print_json(const struct repair *repair, FILE *out, const char *engine, bool plays)
{
    struct json_writer json = {.out = out};
    json_begin_object(&json, NULL);
    json_string(&json, "file", repair->name);
    json_string(&json, "out", repair->path);
    json_begin_array(&json, "changes");
    for (size_t i = 0; i < repair->count; i++) {
        const struct repair_change *change = &repair->changes[i];
        json_begin_object(&json, NULL);
        json_string(&json, "kind", repair_kind_name(change->kind));
        json_integer(&json, "block", change->block);
        json_integer(&json, "offset", (int64_t)change->offset);
        json_integer(&json, "removed", (int64_t)change->removed);
        json_integer(&json, "added", (int64_t)change->added);
        json_string(&json, "what", repair_kind_text(change->kind));
        json_end_object(&json);
    }
    json_end_array(&json);
    json_integer(&json, "bytes", (int64_t)repair->out.size);
    json_string(&json, "engine", engine);
    json_bool(&json, "plays", plays);
    json_end_object(&json);
    putc('\n', out);
}

static int write_repaired(struct repair *repair)
{
    const struct options *options = repair->options;
    enum validate_engine engine;
    struct demo demo;
    bool plays;
    if (demo_open(&demo, repair->out.data, repair->out.size, repair->name) < 0) {
        const int status = tell_error(repair, &demo.error);
        demo_close(&demo);
        return status;
    }
    char extension[EDIT_EXTENSION];
    edit_cutter_find(demo.family)->extension(&demo, extension);
    int status = find_player(repair, &demo, &engine, &plays);
    demo_close(&demo);
    if (status == EXIT_GOOD) {
        status = edit_output_name(repair->path, options, repair->name, "", extension);
    }
    if (status == EXIT_GOOD) {
        status = edit_output_write(options, repair->path, &repair->out);
    }
    if (status != EXIT_GOOD) {
        return status;
    }
    FILE *report = edit_output_report(repair->path);
    (options->edit.json ? print_json : print_changes)(repair, report, validate_engine_name(engine),
                                                      plays);
    return plays ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int repair_opened(struct repair *repair, const struct demo_source *source)
{
    struct format_error err = {0};
    uint64_t changes;
    const int code = repair_demo(source->data, source->size, repair->name, &repair->out,
                                 note_change, repair, &changes, &err);
    if (code < 0) {
        return tell_error(repair, &err);
    }
    if (repair->no_memory) {
        format_fail(&err, FORMAT_MEMORY, 0, "out of memory");
        return tell_error(repair, &err);
    }
    return write_repaired(repair);
}

static int repair_named(const struct options *options, const char *name)
{
    struct demo_source source;
    struct format_error err = {0};
    struct repair repair = {.options = options, .name = name};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    if (source.is_torn) { /* the good part is repaired */
        tell_error(&repair, &source.torn);
    }
    const int status = repair_opened(&repair, &source);
    byte_writer_free(&repair.out);
    free(repair.changes);
    demo_source_close(&source);
    return status;
}

int cmd_repair(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_REPAIR, argc, argv);
    if (status == COMMAND_GO_ON) {
        status = edit_demos(&options, COMMAND_REPAIR, repair_named);
        options_free(&options);
    }
    return status;
}
