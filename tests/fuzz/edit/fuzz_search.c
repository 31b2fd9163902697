/* Fuzz target: search in demos of all families for everything at once. Hits lie inside the demo,
 * ordered; the parts around them lie apart. The last byte chooses the name's ending and the terms.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/edit_range.h"
#include "engine/edit/search/search_parts.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_hits(const struct search_hits *hits, double length)
{
    struct search_parts parts;
    for (size_t i = 0; i < hits->count; i++) {
        const struct search_hit *hit = &hits->items[i];
        require(hit->start >= 0.0 && hit->start <= hit->end && hit->end <= length + 1e-6);
        require(i == 0 || hits->items[i - 1].start <= hit->start);
        require(memchr(hit->name, '\0', sizeof(hit->name)) != NULL);
        require(memchr(hit->text, '\0', sizeof(hit->text)) != NULL);
        require(!isnan(hit->value));
    }
    require(search_parts_make(&parts, hits, 0.5, 0.25) == 0);
    size_t told = 0;
    for (size_t i = 0; i < parts.count; i++) {
        require(i == 0 || parts.items[i - 1].to < parts.items[i].from);
        told += parts.items[i].hits;
    }
    require(told == hits->count);
    free(parts.items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    const unsigned last = size > 0 ? data[size - 1] : 0;
    struct search_terms terms = {.frags = 1,
                                 .within = last & 8 ? 1.0 : 0.0,
                                 .alive = last & 4,
                                 .chat = "",
                                 .pickups = "",
                                 .rails = 1,
                                 .flag_run = INFINITY,
                                 .player = last & 16 ? "recorder" : NULL};
    struct search_hits hits;
    struct format_error err = {0};
    struct demo demo;
    if (demo_open(&demo, data, size, endings[last % 4]) == 0) {
        double length = 0.0;
        const int measured = edit_length(&demo, &length, &err);
        terms.patterns = search_patterns_of(demo.family);
        const int code = search_demo(&demo, &terms, &hits, &err);
        require(code == measured);
        require(code == 0 || err.offset <= size);
        check_hits(&hits, length);
        search_hits_free(&hits);
    }
    demo_close(&demo);
    return 0;
}
