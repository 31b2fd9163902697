/* Light on a thing: of the level's grid (or the same everywhere), and of dynamic lights. */
#ifndef RENDER_RGB_SHADING_ENTITY_LIGHT_H
#define RENDER_RGB_SHADING_ENTITY_LIGHT_H

#include <stddef.h>

#include "assets/quake3/level.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/scene_rgb.h"

/* Light on a thing at a moment. */
struct rgb_entity_light {
    float ambient[3];   /* 0 .. 255 */
    float directed[3];  /* may be more */
    float direction[3]; /* to the light, in the space of the model; longer where it is larger */
};

/* place: where the thing is lit, world; axis: the thing's own. level NULL: there is no world. Once
 * for a thing and a frame, as the original. */
void rgb_light_entity(struct rgb_entity_light *light, const struct q3_level *level,
                      const struct q3_waves *waves, const float place[3],
                      const struct rgb_dlight *dlights, size_t num_dlights, const float axis[3][3]);

#endif
