#include "engine/edit/search/search.h"

#include <stdlib.h>

#include "engine/edit/search/search_internal.h"
#include "engine/family/demo_clock.h"

enum {
    ALL = SEARCH_OF_NETQUAKE | SEARCH_OF_QUAKEWORLD | SEARCH_OF_QUAKE3,
    FACTS_MAX = 4096 /* between two updates; then they are looked at */
};

static const struct search_pattern_info patterns[SEARCH_PATTERNS] = {
    [SEARCH_FRAGS] = {"frags", "frags", "frag", ALL},
    [SEARCH_CHAT] = {"chat", NULL, NULL, ALL},
    [SEARCH_PICKUPS] = {"pickups", NULL, NULL, ALL},
    [SEARCH_RAILS] = {"rails", "frags", "frag", SEARCH_OF_QUAKE3},
    [SEARCH_FLICK_RAILS] = {"flick-rails", "degrees", "degree", SEARCH_OF_QUAKE3},
    [SEARCH_MID_AIRS] = {"mid-airs", "units", "unit", SEARCH_OF_QUAKEWORLD | SEARCH_OF_QUAKE3},
    [SEARCH_FLAG_RUNS] = {"flag-runs", "seconds", "second", SEARCH_OF_QUAKE3},
    [SEARCH_SPEEDS] = {"speeds", "units/s", "unit/s", ALL},
};

static const struct search_family *const families[] = {&search_netquake, &search_quakeworld,
                                                       &search_quake3};

const struct search_pattern_info *search_pattern_info(enum search_pattern pattern)
{
    return &patterns[pattern];
}

static const struct search_family *find_family(const struct demo_family *family)
{
    size_t i = 0;
    while (families[i]->family != family) {
        i++;
    }
    return families[i];
}

uint32_t search_patterns_of(const struct demo_family *family)
{
    const uint8_t bit = find_family(family)->bit;
    uint32_t bits = 0;
    for (int i = 0; i < SEARCH_PATTERNS; i++) {
        bits |= (patterns[i].families & bit) != 0 ? 1u << i : 0;
    }
    return bits;
}

static int search_steps(struct search *search, const struct search_family *family, void *scanner,
                        void *state, struct format_error *err)
{
    const struct demo *demo = search->demo;
    struct demo_events events = {0};
    struct demo_reading reading = {.events = &events};
    struct demo_clock clock = {0};
    size_t pos = demo->family->first_step(demo->file);
    int code = 1;
    family->begin(search, state);
    while (code > 0 && search->status == 0 && !reading.step.last) {
        const size_t at = pos;
        events.count = 0;
        code = demo->family->scan(demo->file, scanner, &pos, &reading, err);
        if (code <= 0) {
            break;
        }
        family->step(search, state, scanner, &events, at);
        const bool update = demo_clock_step(&clock, &reading.step);
        search->now = demo_clock_length(&clock);
        if (update || search->num_facts >= FACTS_MAX) {
            search_match_facts(search);
        }
    }
    search_match_facts(search);
    search_match_end(search);
    free(events.items);
    if (search->status < 0) {
        return format_fail(err, search->status, pos, "out of memory");
    }
    return code < 0 ? code : 0;
}

int search_demo(const struct demo *demo, const struct search_terms *terms, struct search_hits *hits,
                struct format_error *err)
{
    const struct search_family *family = find_family(demo->family);
    struct search *search = calloc(1, sizeof(*search));
    void *scanner = demo_scanner_create(demo->family);
    void *state = calloc(1, family->state_size);
    int code;
    *hits = (struct search_hits){0};
    if (search && scanner && state) {
        search->demo = demo;
        search->terms = terms;
        search->hits = hits;
        code = search_steps(search, family, scanner, state, err);
        search_sort_hits(hits);
        if (family->end) {
            family->end(state);
        }
        free(search->facts);
    } else {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    free(state);
    free(scanner);
    free(search);
    return code;
}

void search_hits_free(struct search_hits *hits)
{
    free(hits->items);
    *hits = (struct search_hits){0};
}
