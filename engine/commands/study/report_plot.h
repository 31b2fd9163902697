/* The part of a report that shows a demo's values over time. */
#ifndef ENGINE_COMMANDS_STUDY_REPORT_PLOT_H
#define ENGINE_COMMANDS_STUDY_REPORT_PLOT_H

#include "engine/commands/study/report_page.h"

/* Reads them; of a damaged demo up to the damage, which is not told here. Returns 0 or
 * FORMAT_MEMORY. */
int report_plot_add(struct byte_writer *out, const struct report_content *content) MUST_CHECK;

#endif
