#include "engine/edit/search/search_parts.h"

#include <math.h>
#include <stdlib.h>

int search_parts_make(struct search_parts *parts, const struct search_hits *hits, double lead,
                      double tail)
{
    *parts = (struct search_parts){0};
    if (hits->count == 0) {
        return 0;
    }
    parts->items = calloc(hits->count, sizeof(*parts->items));
    if (!parts->items) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < hits->count; i++) {
        const struct search_hit *hit = &hits->items[i];
        const double from = fmax(hit->start - lead, 0.0), to = hit->end + tail;
        struct search_part *last = parts->count > 0 ? &parts->items[parts->count - 1] : NULL;
        if (last && from <= last->to) {
            last->to = fmax(last->to, to);
            last->hits++;
        } else {
            parts->items[parts->count++] = (struct search_part){
                .from = from, .to = to, .first_hit = i, .hits = 1, .pattern = hit->pattern};
        }
    }
    return 0;
}
