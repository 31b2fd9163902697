#include "render/rgb/entities/fogged.h"

#include <stdbool.h>
#include <stddef.h>

uint32_t rgb_fog_at_box(const struct q3_level *level, const float mins[3], const float maxs[3])
{
    for (uint32_t i = 0; level != NULL && i < level->bsp.num_fogs; i++) {
        const struct q3_bsp_fog *fog = &level->bsp.fogs[i];
        bool meets = true;
        for (int k = 0; k < 3; k++) {
            meets = meets && mins[k] < fog->maxs[k] && maxs[k] > fog->mins[k];
        }
        if (meets) {
            return i + 1;
        }
    }
    return 0;
}

uint32_t rgb_fog_at_sphere(const struct q3_level *level, const float center[3], float radius)
{
    float mins[3], maxs[3];
    for (int i = 0; i < 3; i++) {
        mins[i] = center[i] - radius;
        maxs[i] = center[i] + radius;
    }
    return rgb_fog_at_box(level, mins, maxs);
}
