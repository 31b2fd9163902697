/* The levels of a renderer: the world's, and the small maps that are boxes of ammunition and
 * health. */
#ifndef RENDER_TRUECOLOR_TRUE_LEVELS_H
#define RENDER_TRUECOLOR_TRUE_LEVELS_H

#include <stddef.h>

#include "render/truecolor/true_level.h"

struct true_levels { /* start from {0} */
    struct true_level **list;
    size_t count, capacity;
};

/* The level of a map, made if it is not there. replacements: of the frame; NULL: none. A frame's
 * first call for a map comes before threads read that level. Returns NULL if out of memory. */
struct true_level *true_levels_get(struct true_levels *levels, const struct bsp *bsp,
                                   const uint8_t *palette,
                                   const struct replacement_set *replacements);
/* A frame is done: levels that it did not show are freed once they are many. */
void true_levels_end_frame(struct true_levels *levels);
void true_levels_free(struct true_levels *levels);

#endif
