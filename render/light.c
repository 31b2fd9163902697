#include "render/light.h"

#include "formats/base/dmath.h"

#define WATCHING_GAMMA 0.7

struct render_light render_light_plain(void)
{
    return (struct render_light){.gamma = 1.0, .contrast = 1.0};
}

struct render_light render_light_for_watching(enum render_look look)
{
    struct render_light light = render_light_plain();
    if (look != LOOK_FAITHFUL) {
        light.gamma = WATCHING_GAMMA;
    }
    return light;
}

bool render_light_is_plain(const struct render_light *light)
{
    return light->gamma == 1.0 && light->contrast == 1.0;
}

/* No number is neither less nor more: it becomes the least. */
static double limit_value(double value, double least, double most)
{
    return value > most ? most : value > least ? value : least;
}

struct render_light render_light_limited(struct render_light light)
{
    light.gamma =
        limit_value(light.gamma == 0.0 ? 1.0 : light.gamma, RENDER_GAMMA_MIN, RENDER_GAMMA_MAX);
    light.contrast = limit_value(light.contrast == 0.0 ? 1.0 : light.contrast, RENDER_CONTRAST_MIN,
                                 RENDER_CONTRAST_MAX);
    return light;
}

void render_light_table(const struct render_light *light, uint8_t table[256])
{
    const bool plain = render_light_is_plain(light);
    for (int i = 0; i < 256; i++) {
        const double level = limit_value(i * light->contrast, 0.0, 255.0);
        /* Rounded as the original does, whose table has 255.5 steps. */
        const double out = 255.0 * dmath_pow((level + 0.5) / 255.5, light->gamma) + 0.5;
        table[i] = plain ? (uint8_t)i : (uint8_t)limit_value(out, 0.0, 255.0);
    }
}

void render_light_row(const uint8_t table[256], uint32_t *to, const uint32_t *from, int width)
{
    for (int x = 0; x < width; x++) {
        const uint32_t pixel = from[x];
        to[x] = (uint32_t)table[pixel >> 16 & 255] << 16 | (uint32_t)table[pixel >> 8 & 255] << 8 |
                table[pixel & 255];
    }
}
