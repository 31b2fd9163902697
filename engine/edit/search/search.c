#include "engine/edit/search/search.h"

#include <stdlib.h>

#include "engine/edit/search/search_internal.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/qw_family.h"

enum { ALL = SEARCH_OF_NETQUAKE | SEARCH_OF_QUAKEWORLD | SEARCH_OF_QUAKE3 };

static const struct search_pattern_info patterns[SEARCH_PATTERNS] = {
    [SEARCH_FRAGS] = {"frags", "frags", "frag", ALL},
    [SEARCH_CHAT] = {"chat", NULL, NULL, ALL},
    [SEARCH_PICKUPS] = {"pickups", NULL, NULL, ALL},
    [SEARCH_RAILS] = {"rails", "frags", "frag", SEARCH_OF_QUAKE3},
    [SEARCH_FLICK_RAILS] = {"flick-rails", "degrees", "degree", SEARCH_OF_QUAKE3},
    [SEARCH_MID_AIRS] = {"mid-airs", "units", "unit", SEARCH_OF_QUAKEWORLD | SEARCH_OF_QUAKE3},
    [SEARCH_FLAG_RUNS] = {"flag-runs", "seconds", "second",
                          SEARCH_OF_QUAKEWORLD | SEARCH_OF_QUAKE3},
    [SEARCH_SPEEDS] = {"speeds", "units/s", "unit/s", ALL},
};

const struct search_pattern_info *search_pattern_info(enum search_pattern pattern)
{
    return &patterns[pattern];
}

uint32_t search_patterns_of(const struct demo_family *family)
{
    const uint8_t bit = family == &netquake_family     ? SEARCH_OF_NETQUAKE
                        : family == &quakeworld_family ? SEARCH_OF_QUAKEWORLD
                                                       : SEARCH_OF_QUAKE3;
    uint32_t bits = 0;
    for (int i = 0; i < SEARCH_PATTERNS; i++) {
        bits |= (patterns[i].families & bit) != 0 ? 1u << i : 0;
    }
    return bits;
}

static bool has_failed(void *context)
{
    const struct search *search = context;
    return search->status < 0;
}

/* The events that the patterns are made of. */
static uint32_t kinds_of(const struct search *search)
{
    const uint32_t deaths = 1u << GAME_EVENT_FRAG | 1u << GAME_EVENT_TEAM_KILL |
                            1u << GAME_EVENT_KILL | 1u << GAME_EVENT_SUICIDE |
                            1u << GAME_EVENT_DEATH;
    return 1u << GAME_EVENT_LEVEL | deaths |
           (search_wants(search, SEARCH_CHAT) ? 1u << GAME_EVENT_CHAT : 0) |
           (search_wants(search, SEARCH_PICKUPS) ? 1u << GAME_EVENT_PICKUP : 0) |
           (search_wants(search, SEARCH_FLAG_RUNS) ? 1u << GAME_EVENT_CAPTURE : 0);
}

int search_demo(const struct demo *demo, const struct search_terms *terms, struct search_hits *hits,
                struct format_error *err)
{
    struct search *search = calloc(1, sizeof(*search));
    *hits = (struct search_hits){0};
    if (!search) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    search->terms = terms;
    search->hits = hits;
    const struct events_sink sink = {
        .event = search_match_event,
        .update = search_wants(search, SEARCH_SPEEDS) ? search_match_update : NULL,
        .context = search,
        .kinds = kinds_of(search),
        .stop = has_failed};
    int code = events_read(demo, &sink, err);
    search_match_end(search);
    search_sort_hits(hits);
    if (search->status < 0) {
        code = format_fail(err, search->status, 0, "out of memory");
    }
    free(search);
    return code;
}

void search_hits_free(struct search_hits *hits)
{
    free(hits->items);
    *hits = (struct search_hits){0};
}
