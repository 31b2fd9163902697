/* quakereel split: writes a demo as several that follow one another. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "formats/base/arrays.h"

enum { MEGABYTE = 1000000 };

/* Numbers of steps, rising. */
struct steps {
    uint32_t *items; /* owned */
    size_t count, capacity;
};

/* A demo being split. */
struct split {
    const struct options *options;
    const struct demo_source *source;
    const struct edit_cutter *cutter;
    struct steps levels, begins; /* steps with which levels begin; with which parts do */
    struct edit_split parts;
};

static int tell_damage_at(const struct split *split, const struct format_error *err)
{
    report_error("%s: byte %zu: %s", split->source->name, err->offset, err->what);
    return EXIT_BAD_INPUT;
}

static int tell_no_memory(const struct split *split)
{
    report_error("%s: out of memory", split->source->name);
    return EXIT_BAD_INPUT;
}

/* Adds a step if it is behind those there are. Returns 0 or FORMAT_MEMORY. */
static int add_step(struct steps *steps, uint32_t step)
{
    if (steps->count > 0 && step <= steps->items[steps->count - 1]) {
        return 0;
    }
    if (array_reserve(&steps->items, &steps->capacity, steps->count + 1, sizeof(step)) < 0) {
        return FORMAT_MEMORY;
    }
    steps->items[steps->count++] = step;
    return 0;
}

/* --- where parts begin --------------------------------------------------------------------------
 */

static int find_levels(struct split *split, const struct timeline *timeline)
{
    const uint32_t count = timeline_extent(timeline).num_events;
    for (uint32_t i = 0; i < count; i++) {
        const struct demo_event event = timeline_event(timeline, i);
        if (event.kind == DEMO_EVENT_LEVEL && add_step(&split->levels, event.step) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

/* The step with which a part begins whose first update that one is: the level's, if a level begins
 * with the update. */
static uint32_t find_begin(const struct split *split, const struct timeline *timeline,
                           uint32_t update)
{
    const uint32_t step = timeline_update_step(timeline, update);
    const uint32_t before = update > 0 ? timeline_update_step(timeline, update - 1) : 0;
    for (size_t i = 0; i < split->levels.count; i++) {
        if (split->levels.items[i] > before && split->levels.items[i] <= step) {
            return split->levels.items[i];
        }
    }
    return step;
}

/* The first update at or after a time. Behind the last: their number. */
static uint32_t find_update(const struct timeline *timeline, double time)
{
    const uint32_t count = timeline_extent(timeline).num_updates;
    uint32_t update = timeline_update_at(timeline, time);
    while (update < count && timeline_update_time(timeline, update) < time) {
        update++;
    }
    return update;
}

static int add_begin(struct split *split, const struct timeline *timeline, uint32_t update)
{
    return update < timeline_extent(timeline).num_updates
               ? add_step(&split->begins, find_begin(split, timeline, update))
               : 0;
}

/* A life's last update is the one in which the recorder dies. */
static int begin_at_events(struct split *split, const struct timeline *timeline,
                           enum demo_event_kind kind)
{
    const uint32_t count = timeline_extent(timeline).num_events;
    int code = 0;
    for (uint32_t i = 0; i < count && code == 0; i++) {
        const struct demo_event event = timeline_event(timeline, i);
        if (event.kind == kind) {
            const uint32_t update = find_update(timeline, event.time);
            code = add_begin(split, timeline, kind == DEMO_EVENT_DEATH ? update + 1 : update);
        }
    }
    return code;
}

static int begin_at_marks(struct split *split, const struct timeline *timeline)
{
    struct demo_bookmarks bookmarks;
    int code = 0;
    demo_bookmarks_load(&bookmarks, split->source->data, split->source->size);
    for (size_t i = 0; i < bookmarks.marks.count && code == 0; i++) {
        code = add_begin(split, timeline, find_update(timeline, bookmarks.marks.items[i].time));
    }
    demo_bookmarks_free(&bookmarks);
    return code;
}

static int find_begins(struct split *split, const struct timeline *timeline)
{
    switch ((enum edit_split_by)split->options->edit.split_by) {
    case EDIT_BY_MATCH:
        return begin_at_events(split, timeline, DEMO_EVENT_ROUND);
    case EDIT_BY_LIFE:
        return begin_at_events(split, timeline, DEMO_EVENT_DEATH);
    case EDIT_BY_MARK:
        return begin_at_marks(split, timeline);
    case EDIT_BY_SIZE:
        return 0;
    case EDIT_BY_LEVEL:
        break;
    }
    /* What is in front of the first level belongs to it. */
    for (size_t i = 1; i < split->levels.count; i++) {
        if (add_step(&split->begins, split->levels.items[i]) < 0) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

/* Finds the parts. EXIT_GOOD, or another status after a line on stderr; *damaged: one about damage,
 * before which the parts are good. */
static int find_parts(struct split *split, bool *damaged)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    const struct demo *demo = &split->source->demo;
    struct timeline *timeline;
    struct format_error err = {0};
    if (timeline_open_demo(&timeline, demo, &index, &err) < 0) {
        return tell_damage_at(split, &err);
    }
    int code = timeline_wait(timeline, false);
    code = code == 0 ? find_levels(split, timeline) : code;
    code = code == 0 ? find_begins(split, timeline) : code;
    timeline_close(timeline);
    if (code < 0) {
        return tell_no_memory(split);
    }
    const struct edit_split_at at = {.steps = split->begins.items,
                                     .num_steps = split->begins.count,
                                     .levels = split->levels.items,
                                     .num_levels = split->levels.count,
                                     .most = (size_t)(split->options->edit.split_size * MEGABYTE)};
    code = edit_split_find(demo, &at, &split->parts, &err);
    *damaged = code < 0 && code != FORMAT_MEMORY;
    return code < 0 ? tell_damage_at(split, &err) : EXIT_GOOD;
}

/* --- the parts ----------------------------------------------------------------------------------
 */

static int name_part(const struct split *split, size_t i, char path[OUTPUT_PATH])
{
    char extension[EDIT_EXTENSION], suffix[32];
    const int digits = split->parts.count > 999 ? 6 : split->parts.count > 99 ? 3 : 2;
    split->cutter->extension(&split->source->demo, extension);
    snprintf(suffix, sizeof(suffix), "-%0*zu", digits, i + 1);
    return edit_output_name(path, split->options, split->source->name, suffix, extension);
}

static int write_part(struct split *split, size_t i)
{
    const struct edit_range *range = &split->parts.parts[i].range;
    struct byte_writer out = {0};
    struct edit_report report;
    struct format_error err = {0};
    char path[OUTPUT_PATH];
    int status = name_part(split, i, path);
    if (status != EXIT_GOOD) {
        return status;
    }
    const int code = edit_split_write(&split->source->demo, &split->parts, i, &out, &report, &err);
    if (code != FORMAT_MEMORY && out.size > 0) {
        status = edit_output_write(split->options, path, &out);
        if (status == EXIT_GOOD) {
            printf("%s: %s %lu to %lu, %zu bytes\n", path, split->cutter->step,
                   (unsigned long)range->first_step, (unsigned long)range->last_step, out.size);
        }
    }
    edit_report_free(&report);
    byte_writer_free(&out);
    return code < 0 ? tell_damage_at(split, &err) : status;
}

/* All names are checked before the first file is written. */
static int write_parts(struct split *split)
{
    char path[OUTPUT_PATH];
    int status = edit_output_make_folder(split->options);
    for (size_t i = 0; i < split->parts.count && status == EXIT_GOOD; i++) {
        status = name_part(split, i, path);
    }
    for (size_t i = 0; i < split->parts.count && status == EXIT_GOOD; i++) {
        status = write_part(split, i);
    }
    return status;
}

static int split_opened(struct split *split)
{
    const struct demo *demo = &split->source->demo;
    bool damaged = false;
    if (demo->code < 0) {
        report_error("%s: %s", split->source->name, demo->error.what);
        return EXIT_BAD_INPUT;
    }
    split->cutter = edit_cutter_find(demo->family);
    if (!split->cutter) {
        report_error("%s: %s demos cannot be split yet", split->source->name, demo->family->title);
        return EXIT_BAD_INPUT;
    }
    const int status = find_parts(split, &damaged);
    if (status != EXIT_GOOD && !damaged) {
        return status;
    }
    const int written = write_parts(split);
    return written == EXIT_GOOD ? status : written;
}

static int split_demo(const struct options *options, const char *name)
{
    struct demo_source source;
    struct split split = {.options = options, .source = &source};
    struct format_error err = {0};
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = split_opened(&split);
    if (source.is_torn && status == EXIT_GOOD) {
        status = tell_damage_at(&split, &source.torn);
    }
    edit_split_free(&split.parts);
    free(split.levels.items);
    free(split.begins.items);
    demo_source_close(&source);
    return status;
}

static int split_demos(const struct options *options)
{
    struct demo_list demos;
    int status = demo_arguments_all(&demos, options);
    for (size_t i = 0; i < demos.count; i++) {
        const int one = split_demo(options, demos.names[i]);
        status = one == EXIT_GOOD ? status : one;
    }
    demo_list_free(&demos);
    return status;
}

static int check_options(const struct options *options)
{
    const bool by_size = options->edit.split_by == EDIT_BY_SIZE;
    if (!options->out || strcmp(options->out, "-") == 0 ||
        (platform_exists(options->out) && !platform_is_directory(options->out))) {
        return command_refuse(COMMAND_SPLIT, "no folder to write to (-o FOLDER/)");
    }
    if (by_size != (options->edit.split_size > 0.0)) {
        return command_refuse(COMMAND_SPLIT, "--by size and --size MB need each other");
    }
    return EXIT_GOOD;
}

int cmd_split(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_SPLIT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = check_options(&options);
    if (status == EXIT_GOOD) {
        status = split_demos(&options);
    }
    options_free(&options);
    return status;
}
