/* What plans are made of: all that is indexed of a demo's players. */
#ifndef ENGINE_PLAYBACK_FOLLOW_FACTS_H
#define ENGINE_PLAYBACK_FOLLOW_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_events.h"
#include "engine/family/demo_status.h"
#include "engine/playback/timeline.h"

struct follow_facts {          /* start from {0}; free with follow_facts_free */
    double length;             /* seconds */
    struct demo_event *events; /* by time */
    uint32_t num_events;
    struct demo_status
        *statuses; /* by time; none with DEMO_STATUS_VIEW: the demo has one view only */
    uint32_t num_statuses;
};

/* Copies them, when the index is complete. Returns 0 or FORMAT_MEMORY. */
int follow_facts_find(struct follow_facts *facts, const struct timeline *timeline) MUST_CHECK;
void follow_facts_free(struct follow_facts *facts);

/* True if a frag names its victim. Then points for which nobody is named as dead are no frags: some
 * mods count damage. */
bool follow_facts_name_victims(const struct follow_facts *facts);

#endif
