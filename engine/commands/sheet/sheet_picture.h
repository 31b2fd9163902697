/* The picture of a contact sheet: a title, and frames of demos with captions below. Prints
 * failures. */
#ifndef ENGINE_COMMANDS_SHEET_SHEET_PICTURE_H
#define ENGINE_COMMANDS_SHEET_SHEET_PICTURE_H

#include "engine/capture/sheet_plan.h"
#include "engine/options/options.h"
#include "engine/playback/playback_context.h"
#include "engine/report/progress_line.h"
#include "engine/text/osd.h"

struct sheet_picture {
    struct sheet_layout layout;
    struct osd_canvas canvas; /* pixels are owned */
    struct osd_font font;
    struct progress_line progress;
};

/* Lays out `count` frames (at least 1) of the size and columns of the options, with `captions`
 * lines below each. False: the sheet would be too large; prints that. */
bool sheet_picture_fits(struct sheet_layout *layout, const struct options *options, uint32_t count,
                        int captions);

/* Begins a sheet with a title (Latin letters). Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on
 * stderr; call sheet_picture_free in both cases. The font lies in *sheet: do not move it. */
int sheet_picture_begin(struct sheet_picture *sheet, const struct sheet_layout *layout,
                        const char *title);
void sheet_picture_free(struct sheet_picture *sheet);

/* Draws frame `number` (from 0): the demo at `time`, seconds, that time and a text below, and on
 * the second line of captions `second` (NULL = none). Texts are Latin letters. player: of the size
 * of the layout's frames (report_set_size). told: as in report_draw. Returns EXIT_GOOD or
 * EXIT_BAD_INPUT. */
int sheet_picture_frame(struct sheet_picture *sheet, struct playback_context *player,
                        uint32_t number, double time, const char *text, const char *second,
                        bool *told);

/* Writes the sheet as a PNG file. Returns EXIT_GOOD or EXIT_BAD_INPUT. */
int sheet_picture_write(const struct sheet_picture *sheet, const char *path, bool force);

#endif
