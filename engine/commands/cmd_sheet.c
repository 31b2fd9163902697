/* quakereel sheet: a contact sheet, many small pictures of a demo with their times in one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/picture.h"
#include "engine/capture/sheet_plan.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/follow_check.h"
#include "engine/report/report.h"
#include "engine/text/osd.h"
#include "formats/base/latin_text.h"
#include "formats/base/plural.h"

#define GROUND_COLOR 0x00181b20u
#define TIME_COLOR 0x00e8a33du
#define WORDS_COLOR 0x00f0f0f0u

enum { TILE_WIDTH = 320, TILE_HEIGHT = 240, USUAL_FRAMES = 20, USUAL_EVENTS = 60 };
enum { LINE = 256 };

/* The sheet as it is drawn. */
struct sheet {
    struct sheet_layout layout;
    struct osd_canvas canvas; /* pixels are owned */
    struct osd_font font;
};

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
        .to = part.to.seconds};
    return demo_part_check(&part, options->from, options->to);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* Words that end before `right`: what does not fit is cut, and ends in dots. */
static void draw_words(const struct sheet *sheet, int x, int y, int right, uint32_t color,
                       const char *text)
{
    char line[2 * LINE];
    const int letters = sheet->layout.letters, advance = osd_advance(letters);
    const size_t room = right > x ? (size_t)((right - x) / advance) : 0;
    snprintf(line, sizeof(line), "%s", text);
    if (room == 0) {
        return;
    }
    if (strlen(line) > room) {
        memcpy(line + room - 1, OSD_ELLIPSIS, sizeof(OSD_ELLIPSIS));
    }
    osd_label(&sheet->canvas, x, y, letters, color, line);
}

/* The demo's name and length over all of it. */
static void draw_head(const struct sheet *sheet, const struct playback_context *player)
{
    char name[LINE], time[OSD_TIME], head[LINE + OSD_TIME + 16];
    const struct sheet_layout *l = &sheet->layout;
    const char *path = player->source.name, *slash = strrchr(path, '/');
    latin_text(name, sizeof(name), slash && slash[1] ? slash + 1 : path);
    osd_format_time(time, timeline_length(player->timeline), 1);
    snprintf(head, sizeof(head), "%s  %s", name, time);
    draw_words(sheet, l->gap, l->gap, l->width - l->gap, WORDS_COLOR, head);
}

static int draw_moment(const struct sheet *sheet, struct playback_context *player,
                       const struct sheet_moment *moment, uint32_t number, bool *told)
{
    const struct sheet_layout *l = &sheet->layout;
    char time[OSD_TIME];
    int x, y;
    sheet_place(l, number, &x, &y);
    if (playback_go_time(player, moment->time) < 0) {
        report_error("out of memory (client's state)");
        return EXIT_BAD_INPUT;
    }
    uint32_t *target = sheet->canvas.pixels + (size_t)y * sheet->canvas.pitch + (size_t)x;
    if (report_draw(player, target, sheet->canvas.pitch, told) < 0) {
        return EXIT_BAD_INPUT;
    }
    osd_format_time(time, moment->time, 1);
    const int below = y + l->tile_height + l->letters / 4, right = x + l->tile_width;
    osd_label(&sheet->canvas, x, below, l->letters, TIME_COLOR, time);
    draw_words(sheet, x + osd_text_width(time, l->letters) + l->letters, below, right, WORDS_COLOR,
               moment->text);
    return EXIT_GOOD;
}

/* All letters there are, so that none is missing for want of memory later. */
static bool make_letters(struct sheet *sheet)
{
    bool all = true;
    for (int c = OSD_FONT_FIRST; c < OSD_FONT_FIRST + OSD_FONT_GLYPHS; c++) {
        all &= osd_font_glyph(&sheet->font, sheet->layout.letters, (unsigned char)c) != NULL;
    }
    return all;
}

static int draw_sheet(struct sheet *sheet, struct playback_context *player,
                      const struct sheet_plan *plan)
{
    const struct sheet_layout *l = &sheet->layout;
    bool told = true; /* make_sheet has checked the player to follow */
    int status = EXIT_GOOD;
    sheet->canvas = (struct osd_canvas){
        .pixels = malloc((size_t)l->width * (size_t)l->height * sizeof(*sheet->canvas.pixels)),
        .pitch = (size_t)l->width,
        .width = l->width,
        .height = l->height,
        .font = &sheet->font};
    if (!sheet->canvas.pixels || !make_letters(sheet)) {
        report_error("out of memory (sheet of %dx%d)", l->width, l->height);
        return EXIT_BAD_INPUT;
    }
    if (report_set_size(player, l->tile_width, l->tile_height) < 0) {
        return EXIT_BAD_INPUT;
    }
    osd_fill(&sheet->canvas, 0, 0, l->width, l->height, GROUND_COLOR, 255);
    draw_head(sheet, player);
    for (uint32_t i = 0; i < plan->count && status == EXIT_GOOD; i++) {
        status = draw_moment(sheet, player, &plan->moments[i], i, &told);
    }
    return status;
}

/* --- the command ------------------------------------------------------------------------------ */

/* True if the sheet has frames and fits the size limit; else prints the reason. */
static bool can_show(const struct options *options, const struct playback_context *player,
                     const struct sheet_plan *plan, struct sheet_layout *layout)
{
    const int width = options->size.width ? options->size.width : TILE_WIDTH;
    const int height = options->size.height ? options->size.height : TILE_HEIGHT;
    if (plan->count == 0) {
        report_error("%s: no event of these kinds", player->source.name);
        return false;
    }
    if (!sheet_lay_out(layout, plan->count, options->sheet.columns, width, height)) {
        report_error("a sheet of %u frames of %dx%d is too large; change --count, --size or "
                     "--columns",
                     (unsigned)plan->count, width, height);
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
    struct sheet sheet = {0};
    struct sheet_choice choice;
    struct sheet_plan plan = {0};
    struct format_error err;
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
    status = can_show(options, player, &plan, &sheet.layout) ? EXIT_GOOD : EXIT_BAD_INPUT;
    const bool followed = status != EXIT_GOOD || follow_check_part(player, choice.from, choice.to);
    if (status == EXIT_GOOD) {
        status = draw_sheet(&sheet, player, &plan);
    }
    if (status == EXIT_GOOD) {
        status = command_check_reads(player, NULL, out);
    }
    if (status == EXIT_GOOD &&
        picture_write_pixels(sheet.canvas.pixels, sheet.layout.width, sheet.layout.height, out,
                             options->force, &err) < 0) {
        report_error("%s: %s", out, err.what);
        status = EXIT_BAD_INPUT;
    }
    free(sheet.canvas.pixels);
    osd_font_free(&sheet.font);
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
