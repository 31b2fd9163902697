#include "engine/family/scene_options.h"

#include <limits.h>
#include <string.h>

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

/* Quake's colours of players at their brightest, as its palette has them. */
static const uint8_t quake_colors[SCENE_COLORS][3] = {
    {235, 235, 235}, {143, 111, 35},  {139, 139, 203}, {107, 107, 15},  {127, 0, 0},
    {175, 103, 35},  {255, 243, 27},  {227, 179, 151}, {171, 139, 163}, {187, 115, 159},
    {219, 195, 187}, {111, 131, 123}, {255, 243, 27},  {0, 0, 255}};

struct scene_color scene_color_of_numbers(uint8_t shirt, uint8_t trousers)
{
    struct scene_color color = {.set = true, .shirt = shirt, .trousers = trousers};
    memcpy(color.shirt_rgb, quake_colors[shirt], sizeof(color.shirt_rgb));
    memcpy(color.trousers_rgb, quake_colors[trousers], sizeof(color.trousers_rgb));
    return color;
}

static uint8_t nearest_number(const uint8_t rgb[3])
{
    int least = INT_MAX;
    uint8_t nearest = 0;
    for (uint8_t i = 0; i < SCENE_COLORS; i++) {
        int distance = 0;
        for (int k = 0; k < 3; k++) {
            distance += (rgb[k] - quake_colors[i][k]) * (rgb[k] - quake_colors[i][k]);
        }
        nearest = distance < least ? i : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

struct scene_color scene_color_of_rgb(uint32_t shirt, uint32_t trousers)
{
    struct scene_color color = {.set = true, .free = true};
    for (int i = 0; i < 3; i++) {
        color.shirt_rgb[i] = (uint8_t)(shirt >> (16 - 8 * i) & 255);
        color.trousers_rgb[i] = (uint8_t)(trousers >> (16 - 8 * i) & 255);
    }
    color.shirt = nearest_number(color.shirt_rgb);
    color.trousers = nearest_number(color.trousers_rgb);
    return color;
}

bool scene_options_have_hud(const struct scene_options *options)
{
    return !options->no_hud && options->hud.style != HUD_NONE;
}
