/* The parts of a demo around hits, as they are cut. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_PARTS_H
#define ENGINE_EDIT_SEARCH_SEARCH_PARTS_H

#include "engine/edit/search/search.h"

/* Hits whose parts overlap or touch are one part. */
struct search_part {
    double from, to;             /* seconds */
    size_t first_hit, hits;      /* in the list of hits */
    enum search_pattern pattern; /* of the first hit */
};

struct search_parts {          /* free items */
    struct search_part *items; /* ordered, apart from one another */
    size_t count;
};

/* lead, tail: seconds before a hit's start and behind its end. Returns 0 or FORMAT_MEMORY. */
int search_parts_make(struct search_parts *parts, const struct search_hits *hits, double lead,
                      double tail) MUST_CHECK;

#endif
