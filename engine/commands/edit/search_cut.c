#include "engine/commands/edit/search_cut.h"

#include <stdlib.h>

#include "engine/commands/commands.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/edit_cut.h"
#include "engine/edit/search/search_parts.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

enum { SUFFIX = 64 };

static void tell_part(const struct search_cut *cut, const struct search_part *part,
                      const char *path, size_t bytes)
{
    struct json_writer *json = cut->json;
    if (!json) {
        fprintf(cut->out, "%s: %.3f-%.3f s, %zu hit%s, %zu bytes\n", path, part->from, part->to,
                part->hits, plural_s(part->hits), bytes);
        return;
    }
    json_begin_object(json, NULL);
    json_string(json, "out", path);
    json_number(json, "from", part->from);
    json_number(json, "to", part->to);
    json_integer(json, "first_hit", (int64_t)part->first_hit);
    json_integer(json, "hits", (int64_t)part->hits);
    json_integer(json, "bytes", (int64_t)bytes);
    json_end_object(json);
}

static int name_part(struct search_cut *cut, const struct demo_source *source,
                     const struct search_part *part, char path[OUTPUT_PATH])
{
    struct options options = *cut->options;
    char extension[EDIT_EXTENSION], suffix[SUFFIX];
    edit_cutter_find(source->demo.family)->extension(&source->demo, extension);
    snprintf(suffix, sizeof(suffix), "-%04zu-%s", ++cut->written,
             search_pattern_info(part->pattern)->name);
    options.out = cut->options->find.cut;
    return edit_output_name(path, &options, source->name, suffix, extension);
}

/* The good part of a damaged demo is written. walk: of the demo's cutter. */
static int cut_part(struct search_cut *cut, const struct demo_source *source, void *walk,
                    const struct search_part *part, const struct edit_range *range)
{
    const struct demo *demo = &source->demo;
    struct byte_writer bytes = {0};
    struct edit_report report = {0};
    struct format_error err = {0};
    char path[OUTPUT_PATH];
    int status = name_part(cut, source, part, path);
    if (status != EXIT_GOOD || range->updates == 0) {
        return status;
    }
    const int code =
        edit_cutter_find(demo->family)->cut_next(demo, walk, range, &bytes, &report, &err);
    if (code != FORMAT_MEMORY && !bytes.failed && bytes.size > 0) {
        status = edit_output_write(cut->options, path, &bytes);
        if (status == EXIT_GOOD) {
            tell_part(cut, part, path, bytes.size);
        }
    }
    edit_report_free(&report);
    byte_writer_free(&bytes);
    if (code < 0) {
        report_error("%s: byte %zu: %s", source->name, err.offset, err.what);
        status = EXIT_BAD_INPUT;
    }
    return status;
}

static int cut_parts(struct search_cut *cut, const struct demo_source *source,
                     const struct search_parts *parts, struct edit_span *spans,
                     struct edit_range *ranges)
{
    struct format_error err = {0};
    int status = EXIT_GOOD;
    for (size_t i = 0; i < parts->count; i++) {
        spans[i] = (struct edit_span){parts->items[i].from, parts->items[i].to};
    }
    /* Damage was told with the hits. */
    if (edit_range_find_spans(&source->demo, spans, parts->count, ranges, &err) == FORMAT_MEMORY) {
        report_error("%s: out of memory", source->name);
        return EXIT_BAD_INPUT;
    }
    const struct edit_cutter *cutter = edit_cutter_find(source->demo.family);
    void *walk = cutter->walk(&source->demo);
    if (!walk) {
        report_error("%s: out of memory", source->name);
        return EXIT_BAD_INPUT;
    }
    for (size_t i = 0; i < parts->count; i++) {
        const int one = cut_part(cut, source, walk, &parts->items[i], &ranges[i]);
        status = one == EXIT_GOOD ? status : one;
    }
    cutter->end_walk(walk);
    return status;
}

int search_cut_hits(struct search_cut *cut, const struct demo_source *source,
                    const struct search_hits *hits)
{
    const struct find_options *find = &cut->options->find;
    struct search_parts parts;
    int status = EXIT_BAD_INPUT;
    if (cut->json) {
        json_begin_array(cut->json, "parts");
    }
    const int code = search_parts_make(&parts, hits, find->lead, find->tail);
    struct edit_span *spans = calloc(parts.count + 1, sizeof(*spans));
    struct edit_range *ranges = calloc(parts.count + 1, sizeof(*ranges));
    if (code == 0 && spans && ranges) {
        status = parts.count > 0 ? cut_parts(cut, source, &parts, spans, ranges) : EXIT_GOOD;
    } else {
        report_error("%s: out of memory", source->name);
    }
    if (cut->json) {
        json_end_array(cut->json);
    }
    free(ranges);
    free(spans);
    free(parts.items);
    return status;
}
