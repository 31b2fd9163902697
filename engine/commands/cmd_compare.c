/* quakereel compare: two runs of a level, by their split times and leads. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/text_output.h"
#include "engine/playback/ghost/ghost_set.h"
#include "engine/report/report.h"
#include "engine/text/osd.h"
#include "formats/base/json.h"
#include "formats/base/terminal_text.h"

enum { NAME_BYTES = 512, MOMENTS_MAX = 100000 };

struct comparison {
    const struct options *options;
    const struct ghost_set *set;
    const struct ghost *ghost;
    FILE *out;
    struct json_writer *json; /* NULL: for people */
};

/* --- lines ------------------------------------------------------------------------------------ */

/* Times count from what is aligned. */
static void print_times(const struct comparison *c, double own, double other)
{
    char a[OSD_TIME], b[OSD_TIME];
    osd_format_time(a, own, 3);
    osd_format_time(b, other, 3);
    /* 0 rather than -0 */
    fprintf(c->out, "%12s %12s %+10.3f", a, b, floor((other - own) * 1000.0 + 0.5) / 1000.0 + 0.0);
}

static void print_split(const struct comparison *c, const struct ghost_split *split)
{
    char name[NAME_BYTES];
    if (c->json) {
        json_begin_object(c->json, NULL);
        json_string(c->json, "name", split->own->name);
        json_integer(c->json, "nth", split->own->nth);
        json_number(c->json, "a", split->time);
        json_number(c->json, "b", split->other_time);
        json_number(c->json, "lead", split->other_time - split->time);
        json_end_object(c->json);
        return;
    }
    terminal_text(name, sizeof(name), split->own->name);
    fprintf(c->out, "  split ");
    print_times(c, split->time, split->other_time);
    fprintf(c->out, "  %s", name);
    if (split->own->nth > 1) {
        fprintf(c->out, " (%u)", (unsigned)split->own->nth);
    }
    putc('\n', c->out);
}

static void print_alone(const struct comparison *c, const struct run_split *split, double anchor,
                        const char *side)
{
    char name[NAME_BYTES], time[OSD_TIME];
    if (c->json) {
        json_begin_object(c->json, NULL);
        json_string(c->json, "name", split->name);
        json_integer(c->json, "nth", split->nth);
        json_number(c->json, "time", split->time - anchor);
        json_end_object(c->json);
        return;
    }
    terminal_text(name, sizeof(name), split->name);
    osd_format_time(time, split->time - anchor, 3);
    fprintf(c->out, "  only  %*s %*s             %s\n", 12, side[0] == 'a' ? time : "", 12,
            side[0] == 'b' ? time : "", name);
}

static void print_moment(const struct comparison *c, double time, const struct ghost_gap *gap)
{
    if (c->json) {
        json_begin_object(c->json, NULL);
        json_number(c->json, "a", time);
        json_number(c->json, "b", gap->has_lead ? time + gap->lead : NAN);
        json_number(c->json, "lead", gap->has_lead ? gap->lead : NAN);
        json_number(c->json, "units", gap->units >= 0.0 ? gap->units : NAN);
        json_end_object(c->json);
        return;
    }
    if (!gap->has_lead && gap->units < 0.0) {
        return;
    }
    fprintf(c->out, "  place ");
    if (gap->has_lead) {
        print_times(c, time, time + gap->lead);
    } else {
        char at[OSD_TIME];
        osd_format_time(at, time, 3);
        fprintf(c->out, "%12s %12s %10s", at, "never", "");
    }
    if (gap->units >= 0.0) {
        fprintf(c->out, "  %.0f units apart", gap->units);
    }
    putc('\n', c->out);
}

/* --- a level ---------------------------------------------------------------------------------- */

static void begin_list(const struct comparison *c, const char *key)
{
    if (c->json) {
        json_begin_array(c->json, key);
    }
}

static void end_list(const struct comparison *c)
{
    if (c->json) {
        json_end_array(c->json);
    }
}

static void print_splits(const struct comparison *c, size_t number)
{
    begin_list(c, "splits");
    for (size_t i = 0; i < c->ghost->num_splits; i++) {
        if (c->ghost->splits[i].own->level == number) {
            print_split(c, &c->ghost->splits[i]);
        }
    }
    end_list(c);
}

/* What only one of the two runs did. */
static void print_only(const struct comparison *c, const char *key, const struct demo_run *run,
                       size_t number, double anchor, const struct demo_run *other,
                       size_t other_number)
{
    begin_list(c, key);
    for (size_t i = 0; i < run->num_splits; i++) {
        const struct run_split *split = &run->splits[i];
        if (split->level == number && !demo_run_find(other, other_number, split)) {
            print_alone(c, split, anchor, key + strlen("only_"));
        }
    }
    end_list(c);
}

static void print_moments(const struct comparison *c, size_t number,
                          const struct ghost_level *level)
{
    const struct body_path *path = &c->set->own.path;
    const struct body_path_level *own = &path->levels[number];
    const double end = path->points[own->first + own->count - 1].time - level->anchor;
    const double step = c->options->compare.every;
    begin_list(c, "leads");
    for (int i = 0; i < MOMENTS_MAX && i * step <= end; i++) {
        struct ghost_gap gap;
        ghost_gap_at(c->set, c->ghost, level->anchor + i * step, &gap);
        print_moment(c, i * step, &gap);
    }
    end_list(c);
}

static void print_level(const struct comparison *c, size_t number)
{
    const struct ghost_level *level = &c->ghost->levels[number];
    const struct body_path_level *own = &c->set->own.path.levels[number];
    const struct demo_run *run = &c->set->own, *other = &c->ghost->run;
    char name[NAME_BYTES], a[OSD_TIME], b[OSD_TIME];
    if (level->other == 0) {
        return;
    }
    if (c->json) {
        json_begin_object(c->json, NULL);
        json_string(c->json, "level", own->name);
        json_number(c->json, "a_start", level->anchor);
        json_number(c->json, "b_start", level->other_anchor);
    } else {
        terminal_text(name, sizeof(name), own->name);
        osd_format_time(a, level->anchor, 3);
        osd_format_time(b, level->other_anchor, 3);
        fprintf(c->out, "\n%s, from %s of a and %s of b\n", name, a, b);
        fprintf(c->out, "  %-5s %12s %12s %10s\n", "", "a", "b", "a leads");
    }
    print_splits(c, number);
    print_only(c, "only_a", run, number, level->anchor, other, level->other - 1);
    print_only(c, "only_b", other, level->other - 1, level->other_anchor, run, number);
    print_moments(c, number, level);
    if (c->json) {
        json_end_object(c->json);
    }
}

/* --- both ------------------------------------------------------------------------------------- */

static void print_side(const struct comparison *c, const char *key, const char *name,
                       const struct demo_run *run)
{
    char file[NAME_BYTES], player[NAME_BYTES];
    if (c->json) {
        json_begin_object(c->json, key);
        json_string(c->json, "demo", name);
        json_string(c->json, "player", run->player[0] ? run->player : NULL);
        json_end_object(c->json);
        return;
    }
    terminal_text(file, sizeof(file), name);
    terminal_text(player, sizeof(player), run->player);
    fprintf(c->out, "%s  %s%s%s\n", key, file, player[0] ? ", " : "", player);
}

static void print_comparison(const struct comparison *c)
{
    if (c->json) {
        json_begin_object(c->json, NULL);
    }
    print_side(c, "a", c->options->files[0], &c->set->own);
    print_side(c, "b", c->options->files[1], &c->ghost->run);
    begin_list(c, "levels");
    for (size_t i = 0; i < c->set->own.path.num_levels; i++) {
        print_level(c, i);
    }
    end_list(c);
    if (c->json) {
        json_end_object(c->json);
        putc('\n', c->out);
    }
}

static int write_comparison(const struct options *options, const struct ghost_set *set)
{
    struct text_output out;
    struct json_writer json = {0};
    int status = text_output_open(&out, options);
    if (status == EXIT_GOOD) {
        json.out = out.stream;
        const struct comparison comparison = {options, set, &set->ghosts[0], out.stream,
                                              options->compare.json ? &json : NULL};
        print_comparison(&comparison);
        status = text_output_close(&out, EXIT_GOOD);
    }
    return status;
}

/* Prints where a demo is damaged; it was read up to there. */
static bool tell_damage(const char *name, bool damaged, const struct format_error *damage)
{
    if (damaged) {
        report_error("%s: byte %zu: %s", name, damage->offset, damage->what);
    }
    return damaged;
}

static int compare(const struct options *options, const struct demo_source *source,
                   const struct timeline *timeline)
{
    struct ghost_options ghosts = options->player.ghosts;
    const struct ghost_side own = {source, timeline};
    struct ghost_set set;
    struct format_error err = {0}, damage;
    ghosts.names = options->files[1];
    int status = EXIT_BAD_INPUT;
    if (ghost_set_open(&set, &own, options->player.follow, &ghosts, &options->player.search, &err) <
        0) {
        report_error("%s: %s", options->files[0], err.what);
    } else {
        status = write_comparison(options, &set);
        const bool torn = source->is_torn;
        const bool damaged = torn || timeline_damage(timeline, &damage);
        if (tell_damage(options->files[0], damaged, torn ? &source->torn : &damage) ||
            tell_damage(options->files[1], set.ghosts[0].is_damaged, &set.ghosts[0].damage)) {
            status = EXIT_BAD_INPUT;
        }
    }
    ghost_set_free(&set);
    return status;
}

int cmd_compare(int argc, char **argv)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct demo_source source;
    struct timeline *timeline;
    struct options options;
    struct format_error err = {0};
    int status = command_begin(&options, COMMAND_COMPARE, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = EXIT_BAD_INPUT;
    if (demo_source_open_bytes(&source, options.files[0], &options.player.search, &err) < 0) {
        report_error("%s: %s", options.files[0], err.what);
    } else {
        if (timeline_open_demo(&timeline, &source.demo, &index, &err) < 0) {
            report_error("%s: byte %zu: %s", options.files[0], err.offset, err.what);
        } else {
            status = compare(&options, &source, timeline);
            timeline_close(timeline);
        }
        demo_source_close(&source);
    }
    options_free(&options);
    return status;
}
