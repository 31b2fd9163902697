#include "render/rgb/pictures.h"

#include <stdlib.h>
#include <string.h>

#include "render/rgb/shading/fog.h"

enum { LIGHT_SIDE = 16, FOG_WIDTH = 256, FOG_HEIGHT = 32, BORDER = 2 };
enum {
    LIGHT_TEXELS = (LIGHT_SIDE + BORDER) * (LIGHT_SIDE + BORDER),
    FOG_TEXELS = (FOG_WIDTH + BORDER) * (FOG_HEIGHT + BORDER)
};

static uint32_t light_texel(int x, int y)
{
    const float across = 7.5f - (float)x, down = 7.5f - (float)y;
    const int bright = (int)(4000.0f / (across * across + down * down));
    const uint32_t level = bright > 255 ? 255u : bright < 75 ? 0u : (uint32_t)bright;
    return 0xff000000u | level << 16 | level << 8 | level;
}

static uint32_t fog_texel(int x, int y)
{
    const float s = ((float)x + 0.5f) / FOG_WIDTH, t = ((float)y + 0.5f) / FOG_HEIGHT;
    return (uint32_t)(255.0f * rgb_fog_density(s, t)) << 24 | 0xffffffu;
}

static int inside(int at, int count)
{
    return at < 0 ? 0 : at < count ? at : count - 1;
}

static void make(struct texture *texture, const char *name, int width, int height, uint32_t *texels,
                 uint32_t (*texel)(int x, int y))
{
    const int stride = width + BORDER;
    memset(texture, 0, sizeof *texture);
    strcpy(texture->name, name);
    texture->clamp = true;
    texture->opaque = texel == light_texel;
    texture->num_levels = 1;
    texture->levels[0] = (struct texture_level){width, height, stride, texels + stride + 1};
    for (int y = -1; y <= height; y++) {
        for (int x = -1; x <= width; x++) {
            texels[(y + 1) * stride + x + 1] = texel(inside(x, width), inside(y, height));
        }
    }
}

int rgb_pictures_make(struct rgb_pictures *pictures)
{
    memset(pictures, 0, sizeof *pictures);
    pictures->texels = malloc((LIGHT_TEXELS + FOG_TEXELS) * sizeof *pictures->texels);
    if (pictures->texels == NULL) {
        return FORMAT_MEMORY;
    }
    make(&pictures->light, "*dlight", LIGHT_SIDE, LIGHT_SIDE, pictures->texels, light_texel);
    make(&pictures->fog, "*fog", FOG_WIDTH, FOG_HEIGHT, pictures->texels + LIGHT_TEXELS, fog_texel);
    return 0;
}

void rgb_pictures_free(struct rgb_pictures *pictures)
{
    free(pictures->texels);
    memset(pictures, 0, sizeof *pictures);
}
