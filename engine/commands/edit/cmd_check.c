/* quakereel check: whether what demos claim fits together. */
#include <stdio.h>

#include "engine/commands/commands.h"
#include "engine/commands/edit/demo_findings.h"
#include "engine/edit/check/check.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"
#include "formats/maps/bsp.h"

static void print_found(void *context, const struct check_finding *finding)
{
    const struct findings_printer *printer = context;
    const struct check_info *info = check_info(finding->rule);
    struct json_writer *json = printer->json;
    if (!json) {
        fprintf(printer->out, "%s: block %lu, %.3f s: %s: %s%s\n", printer->name,
                (unsigned long)finding->block, finding->seconds, info->name, finding->value,
                info->signature ? "" : " (a note)");
        return;
    }
    json_begin_object(json, NULL);
    json_string(json, "check", info->name);
    json_bool(json, "signature", info->signature);
    json_integer(json, "block", finding->block);
    json_integer(json, "offset", (int64_t)finding->offset);
    json_number(json, "seconds", finding->seconds);
    json_string(json, "value", finding->value);
    json_string(json, "meaning", info->meaning);
    if (info->unit) {
        json_number(json, "threshold", info->threshold);
        json_string(json, "unit", info->unit);
    }
    json_end_object(json);
}

/* --- facts of a speed run -----------------------------------------------------------------------
 */

static void print_json_level(struct json_writer *json, const struct demo_level *level)
{
    json_begin_object(json, NULL);
    json_string(json, "map", level->map);
    json_string(json, "name", level->name);
    json_integer_if(json, "skill", level->has_skill, level->skill);
    json_bool(json, "finished", level->finished);
    if (level->has_finish_time) {
        json_number(json, "finish_time", level->finish_time);
    } else {
        json_null(json, "finish_time");
    }
    json_integer_if(json, "kills", level->has_counts, level->kills);
    json_integer_if(json, "total_kills", level->has_counts, level->total_kills);
    json_integer_if(json, "secrets", level->has_counts, level->secrets);
    json_integer_if(json, "total_secrets", level->has_counts, level->total_secrets);
    json_end_object(json);
}

static void print_level(const struct findings_printer *printer, const struct demo_level *level)
{
    char map[128];
    terminal_text(map, sizeof(map), level->map ? level->map : "unknown map");
    fprintf(printer->out, "%s: run: %s, skill ", printer->name, map);
    if (level->has_skill) {
        fprintf(printer->out, "%d", level->skill);
    } else {
        fputs("unknown", printer->out);
    }
    fputs(level->finished ? ", finished" : ", not finished", printer->out);
    if (level->has_finish_time) {
        fprintf(printer->out, " at %.3f s", level->finish_time);
    }
    if (level->has_counts) {
        fprintf(printer->out, ", %d of %d kills, %d of %d secrets", level->kills,
                level->total_kills, level->secrets, level->total_secrets);
    }
    putc('\n', printer->out);
}

static void print_run(const struct findings_printer *printer, const struct demo_stats *run,
                      double gravity)
{
    if (!printer->json) {
        for (size_t i = 0; i < run->level_count; i++) {
            print_level(printer, &run->levels[i]);
        }
        return;
    }
    json_begin_object(printer->json, "run");
    json_string(printer->json, "engine", run->engine[0] ? run->engine : NULL);
    if (gravity > 0) {
        json_number(printer->json, "gravity", gravity);
    } else {
        json_null(printer->json, "gravity");
    }
    json_begin_array(printer->json, "levels");
    for (size_t i = 0; i < run->level_count; i++) {
        print_json_level(printer->json, &run->levels[i]);
    }
    json_end_array(printer->json);
    json_end_object(printer->json);
}

/* --- demos --------------------------------------------------------------------------------------
 */

static void print_sums(const struct findings_printer *printer, const struct check_report *report)
{
    struct json_writer *json = printer->json;
    if (json) {
        json_integer(json, "signatures", (int64_t)report->signatures);
        json_integer(json, "notes", (int64_t)report->notes);
        json_integer(json, "damages", (int64_t)report->damages);
        json_integer(json, "damages_kept", (int64_t)report->damages_kept);
        return;
    }
    fprintf(printer->out, "%s: %llu signature%s, %llu note%s; health stayed in %llu of %llu %s\n",
            printer->name, (unsigned long long)report->signatures, plural_s(report->signatures),
            (unsigned long long)report->notes, plural_s(report->notes),
            (unsigned long long)report->damages_kept, (unsigned long long)report->damages,
            report->damages == 1 ? "update with damage" : "updates with damage");
}

/* The map whose entities were asked for last. */
struct level_reader {
    struct files *files;
    struct bsp bsp;
};

static const char *read_entities(void *context, const char *map)
{
    struct level_reader *reader = context;
    struct files_ref ref;
    bsp_free(&reader->bsp);
    if (!reader->files || files_get(reader->files, map, &ref) < 0) {
        return NULL;
    }
    const int code = bsp_read(&reader->bsp, ref.data, ref.size, NULL);
    files_release(reader->files, &ref);
    return code < 0 ? NULL : reader->bsp.entities;
}

static int check_known(struct findings_printer *printer, const char *name,
                       struct demo_source *source, const struct demo_stats *run)
{
    struct level_reader reader = {.files = source->game.files};
    const struct check_options options = {
        .run = run, .entities = read_entities, .entities_context = &reader};
    struct json_writer *json = printer->json;
    struct check_report report;
    struct format_error err = {0};
    if (json) {
        json_begin_object(json, NULL);
        json_string(json, "file", name);
        json_begin_array(json, "findings");
    }
    const int code = check_demo(&source->demo, &options, print_found, printer, &report, &err);
    bsp_free(&reader.bsp);
    if (json) {
        json_end_array(json);
    }
    if (run) {
        print_run(printer, run, report.gravity);
    }
    print_sums(printer, &report);
    if (json) {
        json_end_object(json);
    }
    if (code < 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
    }
    return code < 0 || report.signatures > 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

static int print_check(struct findings_printer *printer, const char *name,
                       struct demo_source *source)
{
    const struct demo *demo = &source->demo;
    struct demo_stats run = {0};
    if (!check_knows(demo)) {
        report_error("%s: there are no checks for demos of %s", name, demo->family->title);
        return EXIT_BAD_INPUT;
    }
    if (!printer->options->edit.speedrun) {
        return check_known(printer, name, source, NULL);
    }
    (void)!demo_stats_read(&run, demo); /* damage is told by the check */
    const int status = check_known(printer, name, source, &run);
    demo_stats_free(&run);
    return status;
}

int cmd_check(int argc, char **argv)
{
    return findings_command(COMMAND_CHECK, argc, argv, true, print_check);
}
