#include "engine/commands/study/plot_demos.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "engine/commands/demo_part.h"
#include "engine/report/report.h"

enum { LEADS = 2000 /* times at which a lead is looked for */, WHO = 128 };

void plot_demos_init(struct plot_demos *demos)
{
    memset(demos, 0, sizeof(*demos));
    demos->to = INFINITY;
}

/* Returns EXIT_BAD_INPUT if the code is an error that leaves nothing to plot. */
static int tell_code(struct plot_demo *demo, int code, const struct format_error *err)
{
    if (code == FORMAT_MEMORY) {
        report_error("%s: out of memory", demo->name);
        return EXIT_BAD_INPUT;
    }
    if (code < 0 && !demo->damaged) {
        demo->damaged = true;
        demo->error = *err;
    }
    return EXIT_GOOD;
}

/* Reads the values of an open demo. */
static int read_data(struct plot_demo *demo, const struct demo_source *source,
                     const struct plot_part *part)
{
    struct format_error err = {0};
    demo->data = calloc(1, sizeof(*demo->data));
    if (!demo->data) {
        return tell_code(demo, FORMAT_MEMORY, &err);
    }
    if (source->is_torn) {
        demo->damaged = true;
        demo->error = source->torn;
    }
    return tell_code(demo, plot_data_read(demo->data, &source->demo, part, &err), &err);
}

/* The n-th of --player; fewer: the last one; NULL = none was given. */
static const char *copy_player(char who[WHO], const struct options *options, uint32_t n)
{
    const char *next = options->plot.players;
    if (!next) {
        return NULL;
    }
    for (; n > 0 && strchr(next, '\n'); n--) {
        next = strchr(next, '\n') + 1;
    }
    snprintf(who, WHO, "%.*s", (int)strcspn(next, "\n"), next);
    return who;
}

/* The same as ghosts have it: numbers from 1, the recorder is NULL. */
static const char *name_ghost(char who[WHO], const struct options *options, uint32_t n)
{
    char *end;
    const char *name = copy_player(who, options, n);
    if (!name || strcmp(name, "recorder") == 0) {
        return NULL;
    }
    const long number = strtol(name, &end, 10);
    if (name[0] >= '0' && name[0] <= '9' && *end == '\0' && number < GAME_PLAYERS) {
        snprintf(who, WHO, "%ld", number + 1);
    }
    return who;
}

static int find_runner(struct plot_demo *demo, const struct options *options, uint32_t number)
{
    char who[WHO];
    const char *wanted = copy_player(who, options, number);
    demo->runner = wanted ? plot_find_player(demo->data, wanted) : plot_main_player(demo->data);
    if (wanted && demo->runner < 0) {
        report_error("%s: --player %s: %s", demo->name, wanted,
                     demo->runner == PLOT_SEVERAL_PLAYERS ? "several players' names have that part"
                                                          : "no player has that name or number");
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

/* --- the others -------------------------------------------------------------------------------*/

/* Aligns a demo with the first one, and reads its lead and its values. */
static int read_other(struct plot_demos *demos, uint32_t number, const struct ghost_side *own,
                      const struct options *options)
{
    struct plot_demo *demo = &demos->demos[number];
    struct ghost_options ghosts = options->player.ghosts;
    struct format_error err = {0};
    struct demo_source source;
    char who[WHO], own_who[WHO];
    ghosts.names = demo->name;
    ghosts.player = name_ghost(who, options, number);
    if (ghost_set_open(&demo->ghosts, own, name_ghost(own_who, options, 0), &ghosts,
                       &options->player.search, &err) < 0) {
        report_error("%s: %s", demos->demos[0].name, err.what);
        return EXIT_BAD_INPUT;
    }
    struct plot_lead_map map = {&demo->ghosts, &demo->ghosts.ghosts[0]};
    const struct plot_part part = {
        .from = demos->from, .to = demos->to, .map = plot_lead_map_time, .context = &map};
    demo->lead.start = demos->from;
    if (plot_lead_read(&demo->lead, &demo->ghosts, map.ghost, demos->from, demos->to, LEADS) < 0) {
        return tell_code(demo, FORMAT_MEMORY, &err);
    }
    if (demo_source_open_bytes(&source, demo->name, &options->player.search, &err) < 0) {
        report_error("%s: %s", demo->name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = read_data(demo, &source, &part);
    demo_source_close(&source);
    if (status == EXIT_GOOD) {
        status = find_runner(demo, options, number);
    }
    return status;
}

/* --- the first one ----------------------------------------------------------------------------*/

/* The part needs an index where places are to be found, and others are aligned by it. */
static int read_indexed(struct plot_demos *demos, const struct demo_source *source,
                        const struct options *options)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct plot_demo *first = &demos->demos[0];
    struct timeline *timeline;
    struct format_error err = {0};
    struct demo_part part;
    if (timeline_open_demo(&timeline, &source->demo, &index, &err) < 0) {
        report_error("%s: byte %zu: %s", first->name, err.offset, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = demo_part_read(&part, source, timeline, options->from, options->to);
    if (status == EXIT_GOOD) {
        demo_part_tell_outside(&part, first->name, options->from, options->to,
                               timeline_length(timeline));
        status = demo_part_check(&part, options->from, options->to);
    }
    if (status == EXIT_GOOD) {
        demos->from = part.from.seconds;
        demos->to = part.to.seconds;
        const struct plot_part values = {.from = demos->from, .to = demos->to};
        status = read_data(first, source, &values);
    }
    if (status == EXIT_GOOD && demos->count > 1) {
        status = find_runner(first, options, 0);
    }
    const struct ghost_side own = {source, timeline};
    for (uint32_t i = 1; status == EXIT_GOOD && i < demos->count; i++) {
        status = read_other(demos, i, &own, options);
    }
    timeline_close(timeline);
    return status;
}

int plot_demos_read(struct plot_demos *demos, const struct options *options)
{
    struct demo_source source;
    struct format_error err = {0};
    demos->count = (uint32_t)options->num_files;
    for (uint32_t i = 0; i < demos->count; i++) {
        demos->demos[i].name = options->files[i];
    }
    struct plot_demo *first = &demos->demos[0];
    if (demo_source_open_bytes(&source, first->name, &options->player.search, &err) < 0) {
        report_error("%s: %s", first->name, err.what);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_GOOD;
    if (source.demo.code < 0) {
        report_error("%s: %s", first->name, source.demo.error.what);
        status = EXIT_BAD_INPUT;
    } else if (options->from || options->to || demos->count > 1) {
        status = read_indexed(demos, &source, options);
    } else {
        const struct plot_part all = {.from = 0.0, .to = INFINITY};
        status = read_data(first, &source, &all);
    }
    demo_source_close(&source);
    return status;
}

/* --- both -------------------------------------------------------------------------------------*/

int plot_demos_tell_damage(const struct plot_demos *demos)
{
    int status = EXIT_GOOD;
    for (uint32_t i = 0; i < demos->count; i++) {
        const struct plot_demo *demo = &demos->demos[i];
        if (demo->damaged) {
            report_error("%s: byte %zu: %s", demo->name, demo->error.offset, demo->error.what);
            status = EXIT_BAD_INPUT;
        }
    }
    return status;
}

void plot_demos_free(struct plot_demos *demos)
{
    for (uint32_t i = 0; i < demos->count; i++) {
        struct plot_demo *demo = &demos->demos[i];
        if (demo->data) {
            plot_data_free(demo->data);
        }
        free(demo->data);
        ghost_set_free(&demo->ghosts);
        plot_series_free(&demo->lead);
    }
}
