#include "engine/family/demo_figure.h"

#include "formats/base/arrays.h"

int demo_figures_add(struct demo_figures *figures, const struct demo_figure *figure)
{
    if (!figures) {
        return 0;
    }
    if (array_reserve(&figures->items, &figures->capacity, (size_t)figures->count + 1,
                      sizeof(*figures->items)) < 0) {
        return FORMAT_MEMORY;
    }
    figures->items[figures->count++] = *figure;
    return 0;
}
