/* What cut has done, as JSON. */
#ifndef ENGINE_COMMANDS_EDIT_CUT_REPORT_H
#define ENGINE_COMMANDS_EDIT_CUT_REPORT_H

#include <stdio.h>

#include "engine/edit/edit_cut.h"

/* A part that was cut. */
struct cut_part {
    double from, to, lead;   /* as asked for, seconds of playback; the part begins at from - lead */
    uint32_t first, last;    /* its updates */
    struct edit_range range; /* if the whole was not asked for */
    struct edit_report report;
};

/* Prints one object and a line end: where the parts lie in the demo, and what of it was changed.
 * whole: the only part is the whole demo. chat: lines left out; NULL = chat was kept. */
void cut_report_json(FILE *out, const char *demo, const char *path,
                     const struct edit_cutter *cutter, const struct cut_part *parts, size_t count,
                     bool whole, size_t bytes, const uint64_t *chat);

#endif
