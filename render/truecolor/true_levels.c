#include "render/truecolor/true_levels.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { KEPT = 32 /* boxes of a game, and a level or two */ };

struct true_level *true_levels_get(struct true_levels *levels, const struct bsp *bsp,
                                   const uint8_t *palette)
{
    for (size_t i = 0; i < levels->count; i++) {
        struct true_level *level = levels->list[i];
        if (true_level_is_of(level, bsp)) {
            level->bsp = bsp;
            level->shown = true;
            return level;
        }
    }
    if (array_reserve(&levels->list, &levels->capacity, levels->count + 1,
                      sizeof(struct true_level *)) != 0) {
        return NULL;
    }
    struct true_level *level = true_level_create(bsp, palette);
    if (level != NULL) {
        level->shown = true;
        levels->list[levels->count++] = level;
    }
    return level;
}

void true_levels_end_frame(struct true_levels *levels)
{
    size_t kept = 0;
    for (size_t i = 0; i < levels->count; i++) {
        struct true_level *level = levels->list[i];
        if (!level->shown && (levels->count > KEPT || level->mesh.identity == NULL)) {
            true_level_destroy(level);
            continue;
        }
        level->shown = false;
        levels->list[kept++] = level;
    }
    levels->count = kept;
}

void true_levels_free(struct true_levels *levels)
{
    for (size_t i = 0; i < levels->count; i++) {
        true_level_destroy(levels->list[i]);
    }
    free(levels->list);
    memset(levels, 0, sizeof *levels);
}
