#include "assets/quake/rgba_texture.h"

#include <stdbool.h>
#include <stdlib.h>

#include "formats/pictures/image.h"

enum { CHANNELS = 4 };

static int power_of_two(int side)
{
    int power = 1;
    while (power < side && power < RGBA_TEXTURE_MAX_SIDE) {
        power *= 2;
    }
    return power;
}

static int halve_side(int side)
{
    return side > 1 ? side / 2 : 1;
}

static uint8_t *texel_at(const struct image_rgba *image, int x, int y)
{
    return image->rgba + ((size_t)y * (size_t)image->width + (size_t)x) * CHANNELS;
}

static bool make_image(struct image_rgba *image, int width, int height)
{
    *image = (struct image_rgba){width, height, malloc((size_t)width * (size_t)height * CHANNELS)};
    return image->rgba != NULL;
}

/* ---- Powers of two ---- */

/* Place of a pixel of the larger side on the smaller one: the pixel left of it and 256ths to the
 * next. */
static int place_on(int at, int from, int to, bool clamp, int *next, int *part)
{
    const int64_t middle = ((int64_t)(2 * at + 1) * from * 128) / to - 128;
    const int64_t floor = middle >= 0 ? middle / 256 : -1;
    int left = (int)floor, right = left + 1;
    *part = (int)(middle - floor * 256);
    if (left < 0) {
        left = clamp ? 0 : from - 1;
    }
    if (right >= from) {
        right = clamp ? from - 1 : 0;
    }
    *next = right;
    return left;
}

static unsigned mix(unsigned a, unsigned b, int part)
{
    return (a * (unsigned)(256 - part) + b * (unsigned)part + 128) >> 8;
}

/* Fills an image whose sides are powers of two, each at least as long as that of the other one. */
static void enlarge(const struct image_rgba *from, struct image_rgba *to, bool clamp)
{
    for (int y = 0; y < to->height; y++) {
        int below, down;
        const int above = place_on(y, from->height, to->height, clamp, &below, &down);
        for (int x = 0; x < to->width; x++) {
            int right, across;
            const int left = place_on(x, from->width, to->width, clamp, &right, &across);
            const uint8_t *corners[4] = {texel_at(from, left, above), texel_at(from, right, above),
                                         texel_at(from, left, below), texel_at(from, right, below)};
            for (int c = 0; c < CHANNELS; c++) {
                texel_at(to, x, y)[c] =
                    (uint8_t)mix(mix(corners[0][c], corners[1][c], across),
                                 mix(corners[2][c], corners[3][c], across), down);
            }
        }
    }
}

/* ---- Mip levels ---- */

/* Half the size, at least 1: pairs across first, then pairs down, each rounded down. */
static void halve(const struct image_rgba *from, struct image_rgba *to)
{
    const size_t right = from->width > 1 ? CHANNELS : 0;
    const size_t below = from->height > 1 ? (size_t)from->width * CHANNELS : 0;
    for (int y = 0; y < to->height; y++) {
        const uint8_t *texel = texel_at(from, 0, y * (below > 0 ? 2 : 1));
        uint8_t *out = texel_at(to, 0, y);
        for (int x = 0; x < to->width; x++, texel += right) {
            for (int c = 0; c < CHANNELS; c++, texel++) {
                const unsigned upper = ((unsigned)texel[0] + texel[right]) >> 1;
                const unsigned lower = ((unsigned)texel[below] + texel[below + right]) >> 1;
                *out++ = (uint8_t)((upper + lower) >> 1);
            }
        }
    }
}

static struct texture *make_levels(const struct image_rgba *first, unsigned flags)
{
    struct image_rgba levels[TEXTURE_LEVELS] = {*first};
    const uint8_t *texels[TEXTURE_LEVELS] = {first->rgba};
    struct texture *texture = NULL;
    int count = 1;
    bool good = true;
    while ((flags & RGBA_TEXTURE_MIPS) != 0 && good &&
           (levels[count - 1].width > 1 || levels[count - 1].height > 1)) {
        const struct image_rgba *last = &levels[count - 1];
        good = make_image(&levels[count], halve_side(last->width), halve_side(last->height));
        if (good) {
            halve(last, &levels[count]);
            texels[count] = levels[count].rgba;
            count++;
        }
    }
    if (good) {
        texture = texture_create("", (flags & RGBA_TEXTURE_CLAMP) != 0, count, first->width,
                                 first->height, texels);
    }
    for (int i = 1; i < count; i++) {
        free(levels[i].rgba);
    }
    return texture;
}

struct texture *rgba_texture_make(const uint8_t *texels, int width, int height, unsigned flags)
{
    const struct image_rgba given = {width, height, (uint8_t *)(uintptr_t)texels};
    const bool any_sides = flags == RGBA_TEXTURE_CLAMP;
    struct image_rgba larger;
    if (any_sides || (power_of_two(width) == width && power_of_two(height) == height)) {
        return make_levels(&given, flags);
    }
    if (!make_image(&larger, power_of_two(width), power_of_two(height))) {
        return NULL;
    }
    enlarge(&given, &larger, (flags & RGBA_TEXTURE_CLAMP) != 0);
    struct texture *texture = make_levels(&larger, flags);
    free(larger.rgba);
    return texture;
}

size_t rgba_texture_bytes(int width, int height)
{
    size_t bytes = CHANNELS;
    for (width = power_of_two(width), height = power_of_two(height); width > 1 || height > 1;
         width = halve_side(width), height = halve_side(height)) {
        bytes += (size_t)width * (size_t)height * CHANNELS;
    }
    return bytes;
}
