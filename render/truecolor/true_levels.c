#include "render/truecolor/true_levels.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { KEPT = 32 /* boxes of a game, and a level or two */ };

static struct true_level *find_level(const struct true_levels *levels, const struct bsp *bsp)
{
    for (size_t i = 0; i < levels->count; i++) {
        if (true_level_is_of(levels->list[i], bsp)) {
            return levels->list[i];
        }
    }
    return NULL;
}

static struct true_level *make_level(struct true_levels *levels, const struct bsp *bsp,
                                     const uint8_t *palette)
{
    if (array_reserve(&levels->list, &levels->capacity, levels->count + 1,
                      sizeof(struct true_level *)) != 0) {
        return NULL;
    }
    struct true_level *level = true_level_create(bsp, palette);
    if (level != NULL) {
        levels->list[levels->count++] = level;
    }
    return level;
}

struct true_level *true_levels_get(struct true_levels *levels, const struct bsp *bsp,
                                   const uint8_t *palette,
                                   const struct replacement_set *replacements)
{
    struct true_level *level = find_level(levels, bsp);
    if (level == NULL) {
        level = make_level(levels, bsp, palette);
    }
    if (level != NULL && !level->shown) { /* else other threads may be reading it */
        level->bsp = bsp;
        level->replaced = replacement_set_textures(replacements, bsp);
        level->shown = true;
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
