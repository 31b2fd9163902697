#include "engine/family/demo_status.h"

#include "formats/base/arrays.h"

int demo_statuses_add(struct demo_statuses *statuses, const struct demo_status *status)
{
    if (!statuses) {
        return 0;
    }
    if (array_reserve(&statuses->items, &statuses->capacity, (size_t)statuses->count + 1,
                      sizeof(*statuses->items)) < 0) {
        return FORMAT_MEMORY;
    }
    statuses->items[statuses->count++] = *status;
    return 0;
}
