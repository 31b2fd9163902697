/* quakereel map: a level from above, and what happened in demos over it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/study/level_file.h"
#include "engine/commands/study/study_output.h"
#include "engine/map/map_draw.h"
#include "engine/report/report.h"
#include "engine/text/osd.h"
#include "formats/base/plural.h"

enum { WIDTH = 1200, HEIGHT = 900, TITLE = 160, FILE_NAME = 256 };

struct map_run {
    const struct options *options;
    struct map_level level;
    struct map_record record;
    size_t used;    /* demos that are drawn */
    int status;     /* EXIT_ */
    bool no_memory; /* there is no picture */
};

/* --- demos ------------------------------------------------------------------------------------ */

/* The part of the demo that --from and --to name. */
static int find_part(const struct map_run *run, const struct demo_source *source,
                     struct map_filter *filter)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    const struct options *options = run->options;
    struct timeline *timeline;
    struct format_error err = {0};
    struct demo_part part;
    filter->from = 0.0;
    filter->to = INFINITY;
    if (!options->from && !options->to) {
        return EXIT_GOOD;
    }
    if (timeline_open_demo(&timeline, &source->demo, &index, &err) < 0 ||
        timeline_wait(timeline, false) < 0) {
        report_error("%s: %s", source->name, err.what[0] ? err.what : "out of memory");
        return EXIT_BAD_INPUT;
    }
    int status = demo_part_read(&part, source, timeline, options->from, options->to);
    if (status == EXIT_GOOD) {
        status = demo_part_check(&part, options->from, options->to);
        demo_part_tell_outside(&part, source->name, options->from, options->to,
                               timeline_length(timeline));
    }
    filter->from = options->from ? part.from.seconds - DEMO_TIME_SLACK : 0.0;
    filter->to = options->to ? part.to.seconds - DEMO_TIME_SLACK : INFINITY;
    timeline_close(timeline);
    return status;
}

static void lack_memory(struct map_run *run, const char *name)
{
    report_error("%s: out of memory", name);
    run->status = EXIT_BAD_INPUT;
    run->no_memory = true;
}

/* Adds an opened demo to the record. */
static void add_demo(struct map_run *run, const struct demo_source *source)
{
    const struct options *options = run->options;
    struct map_filter filter = {.player = options->map.player,
                                .level = run->used == 0 ? (uint32_t)options->map.level : 0};
    struct format_error err = source->demo.error;
    bool used = false;
    int code = source->demo.code;
    if (code == 0 && find_part(run, source, &filter) != EXIT_GOOD) {
        run->status = EXIT_BAD_INPUT;
        return;
    }
    if (code == 0) {
        code = map_record_add(&run->record, &source->demo, &filter, &used, &err);
    }
    if (code == FORMAT_MEMORY) {
        lack_memory(run, source->name);
        return;
    }
    if (code < 0) {
        report_error("%s: byte %zu: %s", source->name, err.offset, err.what);
        run->status = EXIT_BAD_INPUT;
    }
    if (source->is_torn) {
        report_error("%s: byte %zu: %s", source->name, source->torn.offset, source->torn.what);
        run->status = EXIT_BAD_INPUT;
    }
    if (used) {
        run->used++;
    } else if (run->used > 0) {
        report_error("%s: left out: it has no level %s", source->name, run->record.level);
    } else if (code == 0) {
        report_error("%s: there is no play%s", source->name,
                     options->map.level > 0 ? " in that level" : "");
        run->status = EXIT_BAD_INPUT;
    }
}

/* The level that the first demo was on. */
static void read_level(struct map_run *run, const struct demo_source *source)
{
    const char *name = run->record.level;
    struct format_error err = {0};
    const int code = level_file_read(&run->level, source->game.files, name, &err);
    if (code == FORMAT_MEMORY) {
        lack_memory(run, source->name);
    } else if (code < 0) {
        report_error("%s: %s; drawing without the level", name, err.what);
    }
}

/* Opens a demo, the first one that is drawn with its game data. Returns as demo_source_open. */
static int open_demo(struct map_run *run, const char *name, struct format_error *err)
{
    struct demo_search search = run->options->player.search;
    struct demo_source source;
    search.output = run->options->out;
    const bool first = run->used == 0;
    const int code = first ? demo_source_open(&source, name, &search, err)
                           : demo_source_open_bytes(&source, name, &search, err);
    if (code < 0) {
        return code;
    }
    add_demo(run, &source);
    if (first && run->used > 0) {
        read_level(run, &source);
    }
    demo_source_close(&source);
    return 0;
}

/* A name that is no demo may be a level. */
static void add_argument(struct map_run *run, const char *name, bool alone)
{
    struct format_error err = {0}, why = {0};
    int code = FORMAT_MISSING;
    if (!level_file_is_one(name)) {
        code = open_demo(run, name, &err);
    }
    if (code == FORMAT_MISSING && alone) {
        code = level_file_find(&run->level, name, &run->options->player.search, &why);
        if (code == 0) {
            const char *plain = strchr(name, ':'); /* "builtin:reel" */
            map_level_name(run->record.level, plain ? plain + 1 : name);
        } else if (code != FORMAT_MISSING || !err.what[0]) {
            err = why;
        }
    }
    if (code == FORMAT_MEMORY) {
        lack_memory(run, name);
    } else if (code < 0) {
        report_error("%s: %s", name, err.what[0] ? err.what : "no demo");
        run->status = EXIT_BAD_INPUT;
    }
}

/* --- the picture ------------------------------------------------------------------------------ */

static void describe(const struct map_run *run, const char *name, char text[TITLE])
{
    const struct map_record *record = &run->record;
    char from[OSD_TIME], to[OSD_TIME];
    osd_format_time(from, record->first, 0);
    osd_format_time(to, record->last, 0);
    if (run->used == 0) {
        text[0] = '\0';
    } else if (run->used == 1) {
        const char *slash = strrchr(name, '/');
        snprintf(text, TITLE, "%.80s, %s to %s", slash ? slash + 1 : name, from, to);
    } else {
        snprintf(text, TITLE, "%zu demos", run->used);
    }
}

static struct drawing *draw(const struct map_run *run, const char *name)
{
    const struct options *options = run->options;
    const bool any = options->map.paths || options->map.speed || options->map.kills ||
                     options->map.heat != MAP_HEAT_NONE;
    char subtitle[TITLE];
    describe(run, name, subtitle);
    const struct map_picture picture = {
        .level = &run->level,
        .record = run->used > 0 ? &run->record : NULL,
        .title = run->record.level[0] ? run->record.level : "map",
        .subtitle = subtitle,
        .width = options->size.width > 0 ? options->size.width : WIDTH,
        .height = options->size.height > 0 ? options->size.height : HEIGHT,
        .items = !options->map.no_items,
        .paths = options->map.paths || !any,
        .speed = options->map.speed,
        .kills = options->map.kills || !any,
        .heat = (enum map_heat_of)options->map.heat,
    };
    return map_draw(&picture);
}

static int write_picture(const struct map_run *run, const char *name, const char *path)
{
    struct drawing *drawing = draw(run, name);
    const struct drawing_svg form = {.theme = (enum drawing_theme)run->options->map.theme,
                                     .prefix = "map"};
    int status = EXIT_BAD_INPUT;
    if (drawing) {
        status = study_output_write(drawing, run->options, path, &form);
    } else {
        report_error("%s: out of memory", path);
    }
    drawing_free(drawing);
    return status;
}

/* --- the command ------------------------------------------------------------------------------ */

static int draw_map(struct options *options, const struct demo_list *names)
{
    struct map_run run = {.options = options, .status = EXIT_GOOD};
    int status = study_output_check(COMMAND_MAP, options, options->out);
    if (status != EXIT_GOOD) {
        return status;
    }
    for (size_t i = 0; i < names->count && !run.no_memory; i++) {
        add_argument(&run, names->names[i], names->count == 1);
    }
    if (!run.no_memory && (run.used > 0 || run.level.is_there)) {
        status = write_picture(&run, names->names[0], options->out);
    }
    map_level_free(&run.level);
    map_record_free(&run.record);
    return run.status != EXIT_GOOD ? run.status : status;
}

int cmd_map(int argc, char **argv)
{
    struct options options;
    struct demo_list names;
    int status = command_begin(&options, COMMAND_MAP, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    options.out = options.out ? options.out : "map.svg";
    status = demo_arguments_all(&names, &options);
    const int drawn = names.count > 0 ? draw_map(&options, &names) : EXIT_BAD_INPUT;
    demo_list_free(&names);
    options_free(&options);
    return drawn != EXIT_GOOD ? drawn : status;
}
