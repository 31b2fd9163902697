#include "engine/family/scene_options.h"

#include "formats/base/dmath.h"

float scene_options_fov(const struct scene_options *options)
{
    const float fov = options->fov > 1.0f ? (options->fov < 170.0f ? options->fov : 170.0f) : 1.0f;
    if (options->width * 3 == options->height * 4 || options->width <= 0 || options->height <= 0) {
        return fov;
    }
    const double half = (double)fov * DMATH_PI / 360.0;
    const double across =
        dmath_tan(half) * ((double)options->width / options->height) / (4.0 / 3.0);
    return (float)(dmath_atan2(across, 1.0) * 360.0 / DMATH_PI);
}

bool scene_options_have_hud(const struct scene_options *options)
{
    return !options->no_hud && options->hud.style != HUD_NONE;
}
