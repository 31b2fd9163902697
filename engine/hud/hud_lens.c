#include "engine/hud/hud_lens.h"

#include "formats/base/dmath.h"

#define NEAREST 4.0f

static float half_tan(float fov)
{
    return (float)dmath_tan((double)fov * DMATH_PI / 360.0);
}

void hud_lens_aim(struct hud_lens *lens, const float angles[3], float fov_x, float fov_y)
{
    dmath_angle_vectors(angles, lens->axis[0], lens->axis[1], lens->axis[2]);
    lens->scale[0] = 0.5f * lens->width / half_tan(fov_x);
    lens->scale[1] = fov_y > 0.0f ? 0.5f * lens->height / half_tan(fov_y)
                                  : lens->scale[0] / lens->pixel[0] * lens->pixel[1];
}

bool hud_lens_see(const struct hud_lens *lens, const float point[3], struct hud_seen *seen)
{
    float part[3] = {0.0f, 0.0f, 0.0f}; /* ahead, to the right, up */
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            part[i] += lens->axis[i][k] * (point[k] - lens->origin[k]);
        }
    }
    if (!(part[0] >= NEAREST)) {
        return false;
    }
    seen->depth = part[0];
    seen->x = lens->left + 0.5f * lens->width + lens->scale[0] * part[1] / part[0];
    seen->y = lens->top + 0.5f * lens->height - lens->scale[1] * part[2] / part[0];
    return seen->x >= lens->left && seen->x <= lens->left + lens->width && seen->y >= lens->top &&
           seen->y <= lens->top + lens->height;
}
