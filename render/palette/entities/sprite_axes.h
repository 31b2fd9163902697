/* How a sprite stands in the world: its axes, by its kind and the view. */
#ifndef RENDER_PALETTE_ENTITIES_SPRITE_AXES_H
#define RENDER_PALETTE_ENTITIES_SPRITE_AXES_H

#include <stdbool.h>

#include "render/palette/scene_palette.h"

struct sprite_view { /* world space; borrowed */
    const float *eye, *forward, *right, *up;
};

struct sprite_axes {                  /* the sprite's axes and place */
    float right[3], up[3], normal[3]; /* normal points away from the viewer */
    float to_camera[3];               /* camera - origin */
    float scale;                      /* units a texel */
};

/* False: the sprite is seen from its edge, so nothing of it is. */
bool sprite_axes_set(struct sprite_axes *axes, const struct sprite_view *view,
                     const struct palette_entity *entity);

#endif
