/* quakereel cuts: whose eyes a demo is seen with, shot by shot, when a target is followed. */
#include <stdio.h>

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/demo_findings.h"
#include "engine/playback/follow/follow_facts.h"
#include "engine/playback/follow/follow_figures.h"
#include "engine/playback/pov_select.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

/* The name that the player of a shot has as it begins; "" = nobody is there. Returns 0 or
 * FORMAT_MEMORY. */
static int find_name(struct timeline *timeline, const struct follow_shot *shot,
                     char name[POV_SELECT_NAME])
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    name[0] = '\0';
    if (timeline_go_time(timeline, shot->start, false) < 0) {
        return FORMAT_MEMORY;
    }
    const uint32_t total = timeline_players(timeline, players, POV_SELECT_PLAYERS);
    const uint32_t count = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].slot == shot->slot) {
            pov_select_name(&players[i], name);
        }
    }
    return 0;
}

static void print_shot(const struct findings_printer *printer, const struct follow_shot *shot,
                       const char *name)
{
    struct json_writer *json = printer->json;
    if (!json) {
        fprintf(printer->out, "%s: %.3f-%.3f s: %u %s%s\n", printer->name, shot->start, shot->end,
                (unsigned)shot->slot + 1, name, shot->cut_short ? ", cut short" : "");
        return;
    }
    json_begin_object(json, NULL);
    json_number(json, "start", shot->start);
    json_number(json, "end", shot->end);
    json_integer(json, "slot", shot->slot);
    json_string(json, "name", name);
    json_bool(json, "cut_short", shot->cut_short);
    json_end_object(json);
}

static int print_shots(const struct findings_printer *printer, struct timeline *timeline,
                       const struct follow_plan *plan)
{
    int status = 0;
    if (printer->json) {
        json_begin_array(printer->json, "shots");
    }
    for (uint32_t i = 0; status == 0 && i < plan->count; i++) {
        char name[POV_SELECT_NAME];
        status = find_name(timeline, &plan->shots[i], name);
        if (status == 0) {
            print_shot(printer, &plan->shots[i], name);
        }
    }
    if (printer->json) {
        json_end_array(printer->json);
    }
    return status;
}

static void print_figures(const struct findings_printer *printer, const struct follow_plan *plan,
                          const struct follow_figures *f)
{
    struct json_writer *json = printer->json;
    const uint32_t seen = f->of_killer + f->of_victim;
    if (!json) {
        fprintf(printer->out, "%s: %u shot%s, the shortest %.2f s, %u cut short; ", printer->name,
                (unsigned)plan->count, plural_s(plan->count), f->shortest, (unsigned)f->cut_short);
        fprintf(printer->out,
                "%u of %u frag%s seen (%.1f %%), %u as the killer, %u as the victim\n",
                (unsigned)seen, (unsigned)f->frags, plural_s(f->frags),
                f->frags > 0 ? 100.0 * seen / f->frags : 100.0, (unsigned)f->of_killer,
                (unsigned)f->of_victim);
        return;
    }
    json_number(json, "shortest", f->shortest);
    json_integer(json, "cut_short", f->cut_short);
    json_integer(json, "frags", f->frags);
    json_integer(json, "frags_as_killer", f->of_killer);
    json_integer(json, "frags_as_victim", f->of_victim);
    json_integer(json, "frags_after_a_second", f->early);
}

static int print_plan(const struct findings_printer *printer, struct timeline *timeline,
                      enum follow_target target)
{
    struct follow_facts facts;
    struct follow_plan plan = {0};
    int status = follow_facts_find(&facts, timeline);
    if (status == 0) {
        status = follow_plan_build(&plan, target, &facts);
    }
    if (status == 0) {
        status = print_shots(printer, timeline, &plan);
    }
    if (status == 0 && plan.count > 0) {
        const struct follow_figures figures = follow_figures_find(&plan, &facts);
        print_figures(printer, &plan, &figures);
    } else if (status == 0 && !printer->json) {
        fprintf(printer->out, "%s: one view, or nobody to follow as %s\n", printer->name,
                follow_target_name(target));
    }
    follow_plan_free(&plan);
    follow_facts_free(&facts);
    return status;
}

/* A findings_print_fn. */
static int print_cuts(struct findings_printer *printer, const char *name,
                      struct demo_source *source)
{
    const struct timeline_options index = {.key_frame_bytes = 0};
    const char *follow = printer->options->player.follow;
    const enum follow_target target = follow ? follow_target_find(follow) : FOLLOW_AUTO;
    struct format_error err = {0};
    struct timeline *timeline;
    if (target == FOLLOW_PLAYER) {
        return command_refuse(COMMAND_CUTS,
                              "--follow %s: not auto, killer, victim, leader, carrier or powerup",
                              follow);
    }
    if (timeline_open_demo(&timeline, &source->demo, &index, &err) < 0) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
        return EXIT_BAD_INPUT;
    }
    if (printer->json) {
        json_begin_object(printer->json, NULL);
        json_string(printer->json, "file", name);
        json_string(printer->json, "follow", follow_target_name(target));
    }
    int status = EXIT_GOOD;
    if (print_plan(printer, timeline, target) < 0) {
        report_error("%s: out of memory", name);
        status = EXIT_BAD_INPUT;
    }
    if (printer->json) {
        json_end_object(printer->json);
    }
    if (timeline_damage(timeline, &err)) {
        report_error("%s: byte %zu: %s", name, err.offset, err.what);
        status = EXIT_BAD_INPUT;
    }
    timeline_close(timeline);
    return status;
}

int cmd_cuts(int argc, char **argv)
{
    return findings_command(COMMAND_CUTS, argc, argv, false, print_cuts);
}
