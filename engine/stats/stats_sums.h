/* What players came to in several demos, by name; an alias counts as the name that it stands for.
 */
#ifndef ENGINE_STATS_STATS_SUMS_H
#define ENGINE_STATS_STATS_SUMS_H

#include "engine/stats/stats_aliases.h"
#include "engine/stats/stats_match.h"

struct stats_sums {            /* start from {0}; free with stats_sums_free */
    struct stats_rows players; /* least, derived: those of some of the matches */
    uint32_t taken[DEMO_ITEM_KINDS];
    uint32_t demos, matches;
};

/* Adds a demo's matches; who has no name is left out. Returns 0 or FORMAT_MEMORY. */
int stats_sums_add(struct stats_sums *sums, const struct stats_demo *demo,
                   const struct stats_aliases *aliases) MUST_CHECK;
/* When all are added: what follows from the sums, and their order. */
void stats_sums_end(struct stats_sums *sums);
void stats_sums_free(struct stats_sums *sums);

#endif
