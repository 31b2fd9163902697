#include "engine/commands/study/report_sheet.h"

#include <stdio.h>

#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/sheet/sheet_picture.h"
#include "engine/report/report.h"
#include "formats/pictures/png.h"

/* A frame a little behind the moment shows what came of it. */
#define BEHIND 0.1

static int encode(struct report_sheet *sheet, const struct sheet_picture *picture)
{
    const struct sheet_layout *layout = &picture->layout;
    sheet->width = layout->width;
    sheet->height = layout->height;
    if (png_encode_rgb(picture->canvas.pixels, layout->width, layout->height, &sheet->png) < 0) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static int draw_frames(struct sheet_picture *picture, struct playback_context *player,
                       const struct best_moment *moments, uint32_t count)
{
    const double length = timeline_length(player->timeline);
    bool told = true; /* no player is asked for by name */
    int status = EXIT_GOOD;
    for (uint32_t i = 0; i < count && status == EXIT_GOOD; i++) {
        const double time = moments[i].time + BEHIND;
        player->scene_options.follow = moments[i].player >= 0 ? (uint32_t)moments[i].player + 1 : 0;
        status = sheet_picture_frame(picture, player, i, time < length ? time : length,
                                     moments[i].text, NULL, &told);
    }
    return status;
}

static int draw_sheet(struct report_sheet *sheet, struct playback_context *player,
                      const struct options *options, const struct best_moment *moments,
                      uint32_t count)
{
    struct sheet_picture picture = {0};
    struct sheet_layout layout;
    if (!sheet_picture_fits(&layout, options, count, 1)) {
        return EXIT_BAD_INPUT;
    }
    int status = sheet_picture_begin(&picture, &layout, "");
    if (status == EXIT_GOOD &&
        (report_wait(player) < 0 ||
         report_set_size(player, layout.tile_width, layout.tile_height) < 0)) {
        status = EXIT_BAD_INPUT;
    }
    if (status == EXIT_GOOD) {
        status = draw_frames(&picture, player, moments, count);
    }
    if (status == EXIT_GOOD) {
        status = encode(sheet, &picture);
    }
    sheet_picture_free(&picture);
    return status;
}

int report_sheet_draw(struct report_sheet *sheet, const char *demo, const struct options *options,
                      const struct best_moment *moments, uint32_t count)
{
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    struct playback_context player;
    *sheet = (struct report_sheet){0};
    if (count == 0) {
        return EXIT_GOOD;
    }
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_GOOD;
    if (player.source.game.found) {
        status = draw_sheet(sheet, &player, options, moments, count);
        report_missing(&player, NULL);
    }
    if (status == EXIT_GOOD) {
        status = command_check_reads(&player, NULL, options->out);
    }
    playback_close(&player);
    return status;
}
