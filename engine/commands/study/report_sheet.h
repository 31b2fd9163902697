/* The contact sheet of a report: a frame of each of the best moments, as a PNG picture. */
#ifndef ENGINE_COMMANDS_STUDY_REPORT_SHEET_H
#define ENGINE_COMMANDS_STUDY_REPORT_SHEET_H

#include "engine/events/best_moments.h"
#include "engine/options/options.h"
#include "formats/base/bytes.h"

struct report_sheet {
    struct byte_writer png; /* owned */
    int width, height;      /* pixels */
};

/* Opens the demo again and draws the moments, each in the eyes of its player if the demo has that
 * view. png stays empty where there is no game data. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a
 * line on stderr. Caller frees png. */
int report_sheet_draw(struct report_sheet *sheet, const char *demo, const struct options *options,
                      const struct best_moment *moments, uint32_t count);

#endif
