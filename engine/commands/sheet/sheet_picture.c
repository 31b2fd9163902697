#include "engine/commands/sheet/sheet_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/capture/picture.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

#define GROUND_COLOR 0x00181b20u
#define TIME_COLOR 0x00e8a33du
#define WORDS_COLOR 0x00f0f0f0u

enum { TILE_WIDTH = 320, TILE_HEIGHT = 240, LINE = 512 };

bool sheet_picture_fits(struct sheet_layout *layout, const struct options *options, uint32_t count,
                        int captions)
{
    const int width = options->size.width ? options->size.width : TILE_WIDTH;
    const int height = options->size.height ? options->size.height : TILE_HEIGHT;
    if (!sheet_lay_out(layout, count, options->sheet.columns, captions, width, height)) {
        report_error("a sheet of %u frames of %dx%d is too large; change --count, --size or "
                     "--columns",
                     (unsigned)count, width, height);
        return false;
    }
    return true;
}

/* Words that end before `right`: what does not fit is cut, and ends in dots. */
static void draw_words(const struct sheet_picture *sheet, int x, int y, int right, const char *text)
{
    char line[LINE];
    const int letters = sheet->layout.letters, advance = osd_advance(letters);
    const size_t room = right > x ? (size_t)((right - x) / advance) : 0;
    snprintf(line, sizeof(line), "%s", text);
    if (room == 0) {
        return;
    }
    if (strlen(line) > room) {
        memcpy(line + room - 1, OSD_ELLIPSIS, sizeof(OSD_ELLIPSIS));
    }
    osd_label(&sheet->canvas, x, y, letters, WORDS_COLOR, line);
}

int sheet_picture_begin(struct sheet_picture *sheet, const struct sheet_layout *layout,
                        const char *title)
{
    const struct sheet_layout *l = layout;
    *sheet = (struct sheet_picture){.layout = *layout};
    progress_line_begin(&sheet->progress, false);
    sheet->canvas = (struct osd_canvas){
        .pixels = malloc((size_t)l->width * (size_t)l->height * sizeof(*sheet->canvas.pixels)),
        .pitch = (size_t)l->width,
        .width = l->width,
        .height = l->height,
        .font = &sheet->font};
    if (!sheet->canvas.pixels || !osd_font_make(&sheet->font, l->letters)) {
        report_error("out of memory (sheet of %dx%d)", l->width, l->height);
        return EXIT_BAD_INPUT;
    }
    osd_fill(&sheet->canvas, 0, 0, l->width, l->height, GROUND_COLOR, 255);
    draw_words(sheet, l->gap, l->gap, l->width - l->gap, title);
    return EXIT_GOOD;
}

void sheet_picture_free(struct sheet_picture *sheet)
{
    progress_line_clear(&sheet->progress);
    free(sheet->canvas.pixels);
    osd_font_free(&sheet->font);
}

int sheet_picture_frame(struct sheet_picture *sheet, struct playback_context *player,
                        uint32_t number, double time, const char *text, const char *second,
                        bool *told)
{
    const struct sheet_layout *l = &sheet->layout;
    char clock[OSD_TIME];
    int x, y;
    sheet_place(l, number, &x, &y);
    if (playback_go_time(player, time) < 0) {
        report_error("out of memory (client's state)");
        return EXIT_BAD_INPUT;
    }
    uint32_t *target = sheet->canvas.pixels + (size_t)y * sheet->canvas.pitch + (size_t)x;
    if (report_draw(player, target, sheet->canvas.pitch, told) < 0) {
        return EXIT_BAD_INPUT;
    }
    osd_format_time(clock, time, 1);
    const int below = y + l->tile_height + l->letters / 4, right = x + l->tile_width;
    osd_label(&sheet->canvas, x, below, l->letters, TIME_COLOR, clock);
    draw_words(sheet, x + osd_text_width(clock, l->letters) + l->letters, below, right, text);
    if (second) {
        draw_words(sheet, x, below + l->line, right, second);
    }
    if (progress_line_is_due(&sheet->progress)) {
        char line[LINE];
        snprintf(line, sizeof(line), "frame %u of %u", (unsigned)number + 1, (unsigned)l->count);
        progress_line_print(&sheet->progress, line);
    }
    return EXIT_GOOD;
}

int sheet_picture_write(const struct sheet_picture *sheet, const char *path, bool force)
{
    struct format_error err;
    if (picture_write_pixels(sheet->canvas.pixels, sheet->layout.width, sheet->layout.height, path,
                             force, &err) < 0) {
        report_error("%s: %s", path, err.what);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}
