/* Sprites on the screen: flat pictures standing in the world, with 16-bit z and no light.
 *
 * A list holds the sprites of one frame as spans. Filling it is serial (sprite_list_add); after
 * that sprite_draw may run for different rows on different threads and reads only. */
#ifndef RENDER_PALETTE_ENTITIES_SPRITE_H
#define RENDER_PALETTE_ENTITIES_SPRITE_H

#include <stdint.h>

#include "formats/base/error.h"
#include "render/palette/scene_palette.h"
#include "render/palette/surfaces/surfaces.h"
#include "render/palette/view.h"

struct sprite_span { /* one row of a sprite; inside the picture */
    int16_t u, count;
};

struct sprite_image { /* one sprite as it is drawn */
    int32_t row0, row1;
    uint32_t first_span;         /* span of row0; one span per row */
    struct span_surface surface; /* as for textured spans: gradients and texels */
};

struct sprite_list {
    struct sprite_image *images;
    uint32_t num_images;
    size_t cap_images;
    struct sprite_span *spans;
    uint32_t num_spans;
    size_t cap_spans;
};

void sprite_list_begin(struct sprite_list *list);
/* 1: added as the last of list->images; 0: not in the picture; FORMAT_MEMORY. */
int sprite_list_add(struct sprite_list *list, const struct view *view,
                    const struct palette_entity *entity) MUST_CHECK;
void sprite_list_free(struct sprite_list *list);

/* Draws the part of a sprite inside rows row0 <= row < row1 of target. */
void sprite_draw(const struct sprite_list *list, const struct sprite_image *image,
                 const struct surfaces_target *target, int row0, int row1);

#endif
