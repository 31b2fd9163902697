/* Reads the statistics of a demo's matches and levels, in one pass: no level and no model is
 * needed. Prints nothing. */
#ifndef ENGINE_STATS_STATS_READ_H
#define ENGINE_STATS_STATS_READ_H

#include "engine/family/demo_family.h"
#include "engine/stats/stats_match.h"

/* Reads an opened demo (code 0). Returns 0, FORMAT_MEMORY, or another negative code if the demo is
 * damaged: it is read up to there; fills err. Safe from any thread. */
int stats_read(struct stats_demo *stats, const struct demo *demo,
               struct format_error *err) MUST_CHECK;

#endif
