/* What a match summary is made of, taken from a timeline as far as it is indexed. */
#ifndef ENGINE_PLAYBACK_SUMMARY_MATCH_FACTS_H
#define ENGINE_PLAYBACK_SUMMARY_MATCH_FACTS_H

#include "engine/playback/summary/match_summary.h"
#include "engine/playback/timeline.h"

struct match_facts { /* of one demo; start from {0}, free with match_facts_free */
    struct demo_event *events;
    struct demo_status *statuses;
    struct demo_figure *figures;
    uint32_t num_events, num_statuses, num_figures;
    size_t room_events, room_statuses, room_figures;
    struct ktx_told told;
    bool has_told; /* it was looked for */
};

/* The summary at the timeline's cursor. data: the demo's bytes; hidden blocks of a .mvd are read
 * once. Main thread only. Returns 0 or FORMAT_MEMORY. */
int match_facts_summary(struct match_facts *facts, const struct timeline *timeline,
                        const uint8_t *data, size_t size, struct match_summary *summary) MUST_CHECK;
void match_facts_free(struct match_facts *facts);

#endif
