/* Between the pass over a demo's events and the patterns that are looked for in them. */
#ifndef ENGINE_EDIT_SEARCH_SEARCH_INTERNAL_H
#define ENGINE_EDIT_SEARCH_SEARCH_INTERNAL_H

#include "engine/edit/search/search.h"
#include "engine/events/events_read.h"

/* What a player does for some time: a run of frags, frags of a shot, speed. */
struct search_run {
    uint32_t count; /* 0 = no run */
    double start, last;
    double most; /* the highest value */
    bool viewed; /* all of it */
    uint32_t length;
    char text[SEARCH_TEXT];
};

/* A search under way. */
struct search {
    const struct search_terms *terms;
    struct search_hits *hits;
    double now;                          /* time of the event or update */
    int status;                          /* 0, or FORMAT_MEMORY */
    char names[GAME_PLAYERS][GAME_NAME]; /* plain text, as last told; "" = unknown */
    struct search_run frags[GAME_PLAYERS], rails[GAME_PLAYERS], speeds[GAME_PLAYERS];
};

/* True if the pattern is looked for. */
static inline bool search_wants(const struct search *search, enum search_pattern pattern)
{
    return (search->terms->patterns >> pattern & 1) != 0;
}

/* --- search_match.c: look for patterns; the first two are an events_sink's, with a struct search
 * --- */
void search_match_event(void *search, const struct game_event *event);
/* Speeds alone. */
void search_match_update(void *search, const struct game_update *update);
/* Ends all runs, as the end of a level does. */
void search_match_end(struct search *search);
/* Orders the hits. */
void search_sort_hits(struct search_hits *hits);

#endif
