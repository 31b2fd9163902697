/* The players of a report: what they came to in each match, as tables. */
#ifndef ENGINE_COMMANDS_STUDY_REPORT_STATS_H
#define ENGINE_COMMANDS_STUDY_REPORT_STATS_H

#include "engine/page/page.h"
#include "engine/stats/stats_match.h"

/* A section a match. */
void report_stats_put(struct byte_writer *out, const struct stats_demo *stats);

#endif
