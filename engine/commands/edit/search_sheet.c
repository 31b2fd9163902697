#include "engine/commands/edit/search_sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/search_text.h"
#include "engine/commands/sheet/sheet_picture.h"
#include "engine/report/report.h"
#include "formats/base/arrays.h"
#include "formats/base/latin_text.h"
#include "formats/base/plural.h"

enum { NAME = 256, TITLE = 2 * NAME };

int search_sheet_add(struct search_sheet *sheet, const char *demo, const struct search_hits *hits)
{
    sheet->hits += hits->count;
    sheet->demos += hits->count > 0;
    for (size_t i = 0; i < hits->count && sheet->count < SHEET_MOMENTS_MAX; i++) {
        const struct search_hit *hit = &hits->items[i];
        if (array_reserve(&sheet->frames, &sheet->capacity, sheet->count + 1,
                          sizeof(*sheet->frames)) < 0) {
            return FORMAT_MEMORY;
        }
        struct search_sheet_frame *frame = &sheet->frames[sheet->count++];
        *frame = (struct search_sheet_frame){.demo = demo, .time = hit->end, .player = hit->player};
        search_text(frame->text, sizeof(frame->text), hit);
    }
    return 0;
}

void search_sheet_free(struct search_sheet *sheet)
{
    free(sheet->frames);
    *sheet = (struct search_sheet){0};
}

static void name_demo(char name[NAME], const char *path)
{
    const char *slash = strrchr(path, '/');
    latin_text(name, NAME, slash && slash[1] ? slash + 1 : path);
}

/* Draws the frames of the demo of frame `first`; *end is the first frame of the next demo. *damaged
 * is set if the demo or its game data is: lines on stderr have told. */
static int draw_demo(struct sheet_picture *picture, const struct search_sheet *sheet,
                     const struct options *options, size_t first, size_t *end, bool *damaged)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    const char *demo = sheet->frames[first].demo;
    struct playback_context player;
    char name[NAME];
    bool told = true; /* no player is asked for by name */
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    name_demo(name, demo);
    int status = EXIT_GOOD;
    if (report_wait(&player) < 0 ||
        report_set_size(&player, picture->layout.tile_width, picture->layout.tile_height) < 0) {
        status = EXIT_BAD_INPUT;
    }
    size_t i = first;
    for (; i < sheet->count && sheet->frames[i].demo == demo && status == EXIT_GOOD; i++) {
        const struct search_sheet_frame *frame = &sheet->frames[i];
        player.scene_options.follow = frame->player >= 0 ? (uint32_t)frame->player + 1 : 0;
        status = sheet_picture_frame(picture, &player, (uint32_t)i, frame->time, frame->text,
                                     sheet->demos > 1 ? name : NULL, &told);
    }
    *end = i;
    if (status == EXIT_GOOD) {
        status = command_check_reads(&player, NULL, options->find.sheet);
    }
    report_missing(&player, NULL);
    *damaged |= playback_is_damaged(&player);
    playback_close(&player);
    return status;
}

static void make_title(char title[TITLE], const struct search_sheet *sheet)
{
    if (sheet->demos > 1) {
        snprintf(title, TITLE, "%zu hits in %zu demos", sheet->hits, sheet->demos);
        return;
    }
    char name[NAME];
    name_demo(name, sheet->frames[0].demo);
    snprintf(title, TITLE, "%s  %zu hit%s", name, sheet->hits, plural_s(sheet->hits));
}

static int draw_sheet(struct sheet_picture *picture, const struct search_sheet *sheet,
                      const struct options *options, bool *damaged)
{
    struct sheet_layout layout;
    char title[TITLE];
    if (!sheet_picture_fits(&layout, options, (uint32_t)sheet->count, sheet->demos > 1 ? 2 : 1)) {
        return EXIT_BAD_INPUT;
    }
    make_title(title, sheet);
    int status = sheet_picture_begin(picture, &layout, title);
    for (size_t i = 0; i < sheet->count && status == EXIT_GOOD;) {
        status = draw_demo(picture, sheet, options, i, &i, damaged);
    }
    return status;
}

int search_sheet_write(const struct search_sheet *sheet, const struct options *options)
{
    struct sheet_picture picture = {0};
    bool damaged = false;
    if (sheet->count == 0) {
        return EXIT_BAD_INPUT; /* as without a sheet: nothing was found */
    }
    if (sheet->hits > sheet->count) {
        report_error("%s: the first %zu of %zu hits", options->find.sheet, sheet->count,
                     sheet->hits);
    }
    int status = draw_sheet(&picture, sheet, options, &damaged);
    if (status == EXIT_GOOD) {
        status = sheet_picture_write(&picture, options->find.sheet, options->force);
    }
    sheet_picture_free(&picture);
    return damaged ? EXIT_BAD_INPUT : status;
}
