/* quakereel sheet: a contact sheet, many small pictures of a demo with their times in one. */
#include <stdio.h>
#include <string.h>

#include "engine/capture/picture.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/follow_check.h"
#include "engine/commands/sheet/sheet_picture.h"
#include "engine/report/report.h"
#include "formats/base/latin_text.h"

enum { USUAL_FRAMES = 20, USUAL_EVENTS = 60, LINE = 256 };

static int find_choice(const struct options *options, const struct playback_context *player,
                       struct sheet_choice *choice)
{
    const int usual = options->sheet.kinds ? USUAL_EVENTS : USUAL_FRAMES;
    struct demo_part part;
    const int status =
        demo_part_read(&part, &player->source, player->timeline, options->from, options->to);
    if (status != EXIT_GOOD) {
        return status;
    }
    *choice = (struct sheet_choice){
        .kinds = options->sheet.kinds,
        .most = (uint32_t)(options->sheet.count ? options->sheet.count : usual),
        .from = part.from.seconds,
        .to = part.to.seconds,
        .end = options->player.end_summary};
    return demo_part_check(&part, options->from, options->to);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* The demo's name and length. */
static void make_title(char title[LINE + OSD_TIME + 16], const struct playback_context *player)
{
    char name[LINE], time[OSD_TIME];
    const char *path = player->source.name, *slash = strrchr(path, '/');
    latin_text(name, sizeof(name), slash && slash[1] ? slash + 1 : path);
    osd_format_time(time, timeline_length(player->timeline), 1);
    snprintf(title, LINE + OSD_TIME + 16, "%s  %s", name, time);
}

static int draw_sheet(struct sheet_picture *sheet, const struct sheet_layout *layout,
                      struct playback_context *player, const struct sheet_plan *plan)
{
    char title[LINE + OSD_TIME + 16];
    bool told = true; /* make_sheet has checked the player to follow */
    bool told_views = false;
    make_title(title, player);
    int status = sheet_picture_begin(sheet, layout, title);
    if (status == EXIT_GOOD &&
        report_set_size(player, layout->tile_width, layout->tile_height) < 0) {
        status = EXIT_BAD_INPUT;
    }
    report_views(player, &told_views);
    for (uint32_t i = 0; i < plan->count && status == EXIT_GOOD; i++) {
        const struct sheet_moment *moment = &plan->moments[i];
        status = sheet_picture_frame(sheet, player, i, moment->time, moment->text, NULL, &told);
    }
    return status;
}

/* --- the command ------------------------------------------------------------------------------ */

/* True if the sheet has frames and fits the size limit; else prints the reason. */
static bool can_show(const struct options *options, const struct playback_context *player,
                     const struct sheet_plan *plan, struct sheet_layout *layout)
{
    if (plan->count == 0) {
        report_error("%s: no event of these kinds", player->source.name);
        return false;
    }
    if (!sheet_picture_fits(layout, options, plan->count, 1)) {
        return false;
    }
    if (plan->found > plan->count) {
        report_error("%s: showing %u of %u events (--count)", player->source.name,
                     (unsigned)plan->count, (unsigned)plan->found);
    }
    return true;
}

static int make_sheet(const struct options *options, const char *out,
                      struct playback_context *player)
{
    struct sheet_picture sheet = {0};
    struct sheet_layout layout;
    struct sheet_choice choice;
    struct sheet_plan plan = {0};
    if (report_wait(player) < 0) {
        return EXIT_BAD_INPUT;
    }
    int status = find_choice(options, player, &choice);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (sheet_plan_make(&plan, player->timeline, &choice) < 0) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    status = can_show(options, player, &plan, &layout) ? EXIT_GOOD : EXIT_BAD_INPUT;
    const bool followed = status != EXIT_GOOD || follow_check_part(player, choice.from, choice.to);
    playback_end_at(player, choice.to);
    if (status == EXIT_GOOD) {
        status = draw_sheet(&sheet, &layout, player, &plan);
    }
    if (status == EXIT_GOOD) {
        status = command_check_reads(player, NULL, out);
    }
    if (status == EXIT_GOOD) {
        status = sheet_picture_write(&sheet, out, options->force);
    }
    sheet_picture_free(&sheet);
    sheet_plan_free(&plan);
    const bool damaged = report_damage(player, NULL);
    return status == EXIT_GOOD && (damaged || !followed) ? EXIT_BAD_INPUT : status;
}

static int open_and_make(const struct options *options, const char *demo)
{
    const char *out = options->out ? options->out : "sheet.png";
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    struct playback_context player;
    if (command_check_output(options, out) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    const int status = make_sheet(options, out, &player);
    report_missing(&player, NULL);
    playback_close(&player);
    return status;
}

int cmd_sheet(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    const char *demo;
    int status = command_begin(&options, COMMAND_SHEET, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.out && !picture_may_be_named(options.out)) {
        status =
            command_refuse(COMMAND_SHEET, "-o %s: pictures are PNG; name it FILE.png", options.out);
        options_free(&options);
        return status;
    }
    status = demo_arguments_one(&demos, &options, &demo);
    if (status == EXIT_GOOD) {
        status = open_and_make(&options, demo);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
