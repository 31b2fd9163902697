/* quakereel sheet: a contact sheet, many small pictures of a demo with their times in one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/picture.h"
#include "engine/capture/sheet_plan.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/playback/demo_time.h"
#include "engine/report/report.h"
#include "engine/text/osd.h"
#include "formats/base/latin_text.h"
#include "formats/base/plural.h"

#define GROUND_COLOR 0x00181b20u
#define TIME_COLOR 0x00e8a33du
#define WORDS_COLOR 0x00f0f0f0u

enum { TILE_WIDTH = 320, TILE_HEIGHT = 240, USUAL_MOMENTS = 20, USUAL_EVENTS = 60 };
enum { MAX_COLUMNS = 100, LINE = 256 };

static const char usage[] =
    "usage: quakereel sheet DEMO [-o SHEET.png] [options]\n"
    "\n"
    "Draws many small pictures of a demo with their times into one PNG file: evenly over the "
    "demo,\n"
    "one a level, or one for each event of a kind. No window, no display needed.\n";

static const char *const kind_names[DEMO_EVENT_KINDS] = {
    [DEMO_EVENT_LEVEL] = "level",   [DEMO_EVENT_FRAG] = "frag", [DEMO_EVENT_DEATH] = "death",
    [DEMO_EVENT_PICKUP] = "pickup", [DEMO_EVENT_CHAT] = "chat", [DEMO_EVENT_SECRET] = "secret",
    [DEMO_EVENT_FLAG] = "flag",     [DEMO_EVENT_TEAM] = "team", [DEMO_EVENT_ROUND] = "round",
};

struct sheet_arguments {
    const char *from, *to, *out;
    uint32_t kinds;
    long count, columns; /* 0 = as is usual */
    bool force;
};

/* The sheet as it is drawn. */
struct sheet {
    struct sheet_layout layout;
    struct osd_canvas canvas; /* pixels are owned */
    struct osd_font font;
};

/* --- the command line ------------------------------------------------------------------------- */

/* "level,frag": bits of kinds. */
static bool take_kinds(void *target, const char *text)
{
    uint32_t *kinds = target;
    while (*text) {
        const size_t length = strcspn(text, ",");
        int kind = 0;
        while (kind < DEMO_EVENT_KINDS && (strlen(kind_names[kind]) != length ||
                                           memcmp(kind_names[kind], text, length) != 0)) {
            kind++;
        }
        if (kind == DEMO_EVENT_KINDS) {
            return false;
        }
        *kinds |= 1u << kind;
        text += length + (text[length] == ',');
    }
    return *kinds != 0;
}

/* EXIT_GOOD, or EXIT_USAGE after a line. */
static int find_time(const char *option, const char *text, double length, double *time)
{
    if (text && !demo_time_parse(text, length, time)) {
        fprintf(stderr, "quakereel: --%s: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", option,
                text);
        return EXIT_USAGE;
    }
    return EXIT_GOOD;
}

static int find_choice(const struct sheet_arguments *a, const struct player *player,
                       struct sheet_choice *choice)
{
    const double length = timeline_length(player->timeline);
    const long usual = a->kinds ? USUAL_EVENTS : USUAL_MOMENTS;
    *choice = (struct sheet_choice){
        .kinds = a->kinds, .most = (uint32_t)(a->count ? a->count : usual), .to = length};
    int status = find_time("from", a->from, length, &choice->from);
    if (status == EXIT_GOOD) {
        status = find_time("to", a->to, length, &choice->to);
    }
    if (status == EXIT_GOOD && choice->to < choice->from) {
        fprintf(stderr, "quakereel: --to %s is before --from %s\n", a->to ? a->to : "", a->from);
        status = EXIT_USAGE;
    }
    return status;
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
static void draw_head(const struct sheet *sheet, const struct player *player)
{
    char name[LINE], time[OSD_TIME], head[LINE + OSD_TIME + 16];
    const struct sheet_layout *l = &sheet->layout;
    const char *path = player->source.name, *slash = strrchr(path, '/');
    latin_text(name, sizeof(name), slash && slash[1] ? slash + 1 : path);
    osd_format_time(time, timeline_length(player->timeline), 1);
    snprintf(head, sizeof(head), "%s  %s", name, time);
    draw_words(sheet, l->gap, l->gap, l->width - l->gap, WORDS_COLOR, head);
}

static int draw_moment(const struct sheet *sheet, struct player *player,
                       const struct sheet_moment *moment, uint32_t number, bool *told)
{
    const struct sheet_layout *l = &sheet->layout;
    char time[OSD_TIME];
    int x, y;
    sheet_place(l, number, &x, &y);
    if (player_go_time(player, moment->time) < 0) {
        report_error("no memory for the client's state");
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

static int draw_sheet(struct sheet *sheet, struct player *player, const struct sheet_plan *plan)
{
    const struct sheet_layout *l = &sheet->layout;
    bool told = false;
    int status = EXIT_GOOD;
    sheet->canvas = (struct osd_canvas){
        .pixels = malloc((size_t)l->width * (size_t)l->height * sizeof(*sheet->canvas.pixels)),
        .pitch = (size_t)l->width,
        .width = l->width,
        .height = l->height,
        .font = &sheet->font};
    if (!sheet->canvas.pixels || !make_letters(sheet)) {
        report_error("no memory for a sheet of %dx%d", l->width, l->height);
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

/* Whether there is something to show, and room for it; says why not. */
static bool can_show(const struct sheet_arguments *a, const struct options *options,
                     const struct player *player, const struct sheet_plan *plan,
                     struct sheet_layout *layout)
{
    const int width = options->width ? options->width : TILE_WIDTH;
    const int height = options->height ? options->height : TILE_HEIGHT;
    if (plan->count == 0) {
        report_error("%s: there is no such event", player->source.name);
        return false;
    }
    if (!sheet_lay_out(layout, plan->count, (int)a->columns, width, height)) {
        report_error("a sheet of %u pictures of %dx%d is too large; fewer (--count), smaller "
                     "(--size) or in other columns (--columns)",
                     (unsigned)plan->count, width, height);
        return false;
    }
    if (plan->found > plan->count) {
        report_error("%s: %u of %u events are shown (--count)", player->source.name,
                     (unsigned)plan->count, (unsigned)plan->found);
    }
    return true;
}

static int make_sheet(const struct sheet_arguments *a, const struct options *options,
                      struct player *player)
{
    struct sheet sheet = {0};
    struct sheet_choice choice;
    struct sheet_plan plan = {0};
    struct format_error err;
    if (report_wait(player) < 0) {
        return EXIT_BAD_INPUT;
    }
    int status = find_choice(a, player, &choice);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (sheet_plan_make(&plan, player->timeline, &choice) < 0) {
        report_error("no memory");
        return EXIT_BAD_INPUT;
    }
    status = can_show(a, options, player, &plan, &sheet.layout) ? EXIT_GOOD : EXIT_BAD_INPUT;
    if (status == EXIT_GOOD) {
        status = draw_sheet(&sheet, player, &plan);
    }
    if (status == EXIT_GOOD && picture_write_pixels(sheet.canvas.pixels, sheet.layout.width,
                                                    sheet.layout.height, a->out, &err) < 0) {
        report_error("%s: %s", a->out, err.what);
        status = EXIT_BAD_INPUT;
    }
    free(sheet.canvas.pixels);
    osd_font_free(&sheet.font);
    sheet_plan_free(&plan);
    const bool damaged = report_damage(player, NULL);
    return status == EXIT_GOOD && damaged ? EXIT_BAD_INPUT : status;
}

static int open_and_make(const struct sheet_arguments *a, const struct options *options,
                         const char *demo)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    struct player player;
    if (platform_exists(a->out) && !a->force) {
        report_error("%s: is there already; --force replaces it", a->out);
        return EXIT_BAD_INPUT;
    }
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    const int status = make_sheet(a, options, &player);
    player_close(&player);
    return status;
}

int cmd_sheet(int argc, char **argv)
{
    struct sheet_arguments a = {.out = "sheet.png"};
    const struct option own[] = {
        {"per", "KIND,...",
         "a picture for each: level, frag, death, pickup, chat, secret, flag, team, round\n"
         "(else evenly over the demo)",
         .parse = take_kinds, .target = &a.kinds,
         .range = "level, frag, death, pickup, chat, secret, flag, team, round"},
        {"count", "N", "so many pictures (20), or of events so many at most (60)",
         .whole = &a.count, .least = 1, .most = SHEET_MOST_MOMENTS},
        {"columns", "N", "so many beside each other (5)", .whole = &a.columns, .least = 1,
         .most = MAX_COLUMNS},
        {"from", "T", "not before: 90, 1:30.5, 50%, -10 (from the end)", .text = &a.from},
        {"to", "T", "not after", .text = &a.to},
        {"o", "SHEET.png", "where to (sheet.png); --size is that of each picture (320x240)",
         .text = &a.out},
        {"force", NULL, "replace what is there", .flag = &a.force},
        {.name = NULL},
    };
    const struct command_line line = {"sheet", usage, own, true, 1, .most_demos = 1};
    struct options options;
    int status = options_begin(&options, &line, argc, argv);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    struct demo_list demos;
    const char *demo;
    status = demo_arguments_one(&demos, &options, &demo);
    if (status == EXIT_GOOD) {
        status = open_and_make(&a, &options, demo);
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
