/* The functions in plain C. They go by bytes, because compilers make vectors of 16-bit products of
 * that: twice as fast as whole pixels. */
#include <stddef.h>

#include "render/pixels/pixels_internal.h"

enum { BLOCK = 32 /* bytes taken at once */ };

static void blend_bytes(uint8_t *restrict bytes, size_t left, uint16_t rest,
                        const uint16_t *restrict part)
{
    for (; left >= BLOCK; bytes += BLOCK, left -= BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            bytes[i] = (uint8_t)((uint16_t)(bytes[i] * rest + part[i]) >> 8);
        }
    }
    for (size_t i = 0; i < left; i++) {
        bytes[i] = (uint8_t)((uint16_t)(bytes[i] * rest + part[i]) >> 8);
    }
}

static void blend_box(const struct pixel_box *box, uint32_t color, int weight)
{
    const uint8_t *channels = (const uint8_t *)&color;
    uint16_t part[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        part[i] = (uint16_t)(channels[i % 4] * weight);
    }
    for (int y = 0; y < box->height && box->width > 0; y++) {
        blend_bytes((uint8_t *)(box->pixels + (size_t)y * box->pitch), (size_t)box->width * 4,
                    (uint16_t)(256 - weight), part);
    }
}

/* Ink that is nowhere above shade keeps this within 16 bits. */
static void cover_bytes(uint8_t *restrict to, const uint8_t *restrict ink,
                        const uint8_t *restrict shade, const uint8_t *restrict color, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint16_t hidden = (uint16_t)(shade[i] + (shade[i] >> 7));
        const uint16_t inked = (uint16_t)(ink[i] + (ink[i] >> 7));
        to[i] = (uint8_t)((uint16_t)(to[i] * (256 - hidden) + color[i % 4] * inked) >> 8);
    }
}

static void cover_box(const struct pixel_box *box, uint32_t color, const struct pixel_cover *cover)
{
    for (int y = 0; y < box->height && box->width > 0; y++) {
        const size_t at = (size_t)y * cover->pitch * 4;
        cover_bytes((uint8_t *)(box->pixels + (size_t)y * box->pitch), cover->ink + at,
                    cover->shade + at, (const uint8_t *)&color, (size_t)box->width * 4);
    }
}

void pixels_levels_c(const struct pixel_levels *levels, uint32_t *to, const uint32_t *from,
                     int count)
{
    for (int i = 0; i < count; i++) {
        const uint32_t pixel = from[i];
        to[i] = (uint32_t)levels->level[0][pixel >> 16 & 255] << 16 |
                (uint32_t)levels->level[1][pixel >> 8 & 255] << 8 | levels->level[2][pixel & 255];
    }
}

const struct pixel_kernels pixel_kernels_c = {
    .blend = blend_box, .cover = cover_box, .levels = pixels_levels_c};
