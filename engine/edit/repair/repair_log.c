#include "engine/edit/repair/repair_log.h"

/* Places at or before an offset. */
static size_t places_before(const struct repair_log *log, size_t offset)
{
    size_t low = 0, high = log->place_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (log->places[middle] <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void repair_tell(struct repair_log *log, enum repair_kind kind, size_t offset, size_t removed,
                 size_t added)
{
    const struct repair_change change = {.kind = kind,
                                         .block = log->block,
                                         .offset = offset + places_before(log, offset),
                                         .removed = removed,
                                         .added = added};
    log->changes++;
    if (log->changed) {
        log->changed(log->context, &change);
    }
}
