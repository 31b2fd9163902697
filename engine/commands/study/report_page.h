/* The parts of a report that are made of a demo's events: facts, the level from above, links to
 * moments, lists of what happened. */
#ifndef ENGINE_COMMANDS_STUDY_REPORT_PAGE_H
#define ENGINE_COMMANDS_STUDY_REPORT_PAGE_H

#include "assets/overview/map_level.h"
#include "engine/events/best_moments.h"
#include "engine/events/event_list.h"
#include "engine/inspect/demo_stats.h"
#include "engine/map/map_record.h"
#include "engine/options/options.h"
#include "engine/page/page.h"

struct report_content { /* all of it is borrowed */
    const struct options *options;
    const char *name; /* the demo's, as given */
    const struct demo *demo;
    const struct demo_stats *stats;
    const struct event_list *events;
    const struct best_moment *moments;
    uint32_t num_moments;
    const struct map_level *level; /* {0}: it is not there */
    const struct map_record *record;
};

/* Title and subtitle of the page: the demo's file and its levels. */
void report_page_begin(struct byte_writer *out, const struct report_content *content);
void report_page_facts(struct byte_writer *out, const struct report_content *content);
/* Returns 0 or FORMAT_MEMORY. */
int report_page_map(struct byte_writer *out, const struct report_content *content) MUST_CHECK;
void report_page_moments(struct byte_writer *out, const struct report_content *content);
/* Folded: frags and deaths, flags, rounds, talk. */
void report_page_events(struct byte_writer *out, const struct report_content *content);

#endif
