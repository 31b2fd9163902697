/* Light of an entity: from the level's light grid (or a constant), and from dynamic lights. */
#ifndef RENDER_RGB_SHADING_ENTITY_LIGHT_H
#define RENDER_RGB_SHADING_ENTITY_LIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/quake3/level.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/scene_rgb.h"

/* Light of an entity in a frame. */
struct rgb_entity_light {
    float ambient[3];   /* 0..255 */
    float directed[3];  /* may be more */
    float direction[3]; /* to the light, in the space of the model; longer where it is larger */
};

/* place: lighting origin, world; axis: the entity's. level: NULL = no world. overbright: as in
 * struct rgb_shade_view. Called once per entity and frame, as in the original. */
void rgb_light_entity(struct rgb_entity_light *light, const struct q3_level *level,
                      const struct q3_waves *waves, const float place[3],
                      const struct rgb_dlight *dlights, size_t num_dlights, const float axis[3][3],
                      bool overbright);

#endif
