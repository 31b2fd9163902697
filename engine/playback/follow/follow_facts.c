#include "engine/playback/follow/follow_facts.h"

#include <stdlib.h>

int follow_facts_find(struct follow_facts *facts, const struct timeline *timeline)
{
    *facts = (struct follow_facts){0};
    if (timeline_wait(timeline, false) < 0) {
        return FORMAT_MEMORY;
    }
    const struct timeline_extent extent = timeline_extent(timeline);
    facts->length = extent.length;
    facts->events = calloc((size_t)extent.num_events + 1, sizeof(*facts->events));
    facts->statuses = calloc((size_t)extent.num_statuses + 1, sizeof(*facts->statuses));
    if (!facts->events || !facts->statuses) {
        follow_facts_free(facts);
        return FORMAT_MEMORY;
    }
    facts->num_events = extent.num_events;
    facts->num_statuses = extent.num_statuses;
    timeline_events(timeline, 0, facts->num_events, facts->events);
    timeline_statuses(timeline, 0, facts->num_statuses, facts->statuses);
    return 0;
}

void follow_facts_free(struct follow_facts *facts)
{
    free(facts->events);
    free(facts->statuses);
    *facts = (struct follow_facts){0};
}

bool follow_facts_name_victims(const struct follow_facts *facts)
{
    for (uint32_t i = 0; i < facts->num_events; i++) {
        if (facts->events[i].kind == DEMO_EVENT_FRAG && facts->events[i].other >= 0) {
            return true;
        }
    }
    return false;
}
