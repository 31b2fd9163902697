/* Filter for the "next event" and "previous event" keys: five sets of kinds. */
#ifndef ENGINE_VIEWER_EVENT_FILTER_H
#define ENGINE_VIEWER_EVENT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_events.h"

enum event_filter {
    EVENTS_MAIN, /* what a match turns on; where one begins */
    EVENTS_ALL,
    EVENTS_FRAGS,
    EVENTS_ITEMS,
    EVENTS_CHAT,
    EVENT_FILTERS
};

/* Bits of enum demo_event_kind. */
uint32_t event_filter_kinds(enum event_filter filter);
/* True if the filter includes the user's marks. */
bool event_filter_marks(enum event_filter filter);
/* "frags, deaths, levels, marks" */
const char *event_filter_name(enum event_filter filter);
/* A word or two for the bar: "main events". */
const char *event_filter_label(enum event_filter filter);

#endif
