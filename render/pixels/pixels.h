/* The inner loops over 32-bit pixels that lie over others, one table of function pointers.
 *
 * The C functions are the truth; AVX2 gives the same bits. Every function writes only the pixels it
 * is told to, and treats each byte of a pixel by itself. The tables are constant. */
#ifndef RENDER_PIXELS_PIXELS_H
#define RENDER_PIXELS_PIXELS_H

#include <stddef.h>
#include <stdint.h>

#include "render/cpu.h"

/* A rectangle of a picture; pitch: pixels from row to row. */
struct pixel_box {
    uint32_t *pixels;
    size_t pitch;
    int width, height;
};

/* Each byte becomes (byte * (256 - weight) + the color's * weight) >> 8; weight 0 .. 256. */
typedef void (*pixels_blend_fn)(const struct pixel_box *box, uint32_t color, int weight);
/* The same in a row, with weights of each byte's own: (byte * (256 - shade) + the color's * ink) >> 8,
 * 128 to 255 of ink and shade counting as one more. Both have 4 bytes a pixel; ink is nowhere above
 * shade. */
typedef void (*pixels_cover_fn)(uint32_t *row, int count, uint32_t color, const uint8_t *ink,
                                const uint8_t *shade);

struct pixel_kernels {
    pixels_blend_fn blend;
    pixels_cover_fn cover;
};

/* The functions for a level. Levels the build or the CPU lack fall back to the best below. */
const struct pixel_kernels *pixel_kernels_get(enum cpu_level level);
/* Those of cpu_active_level(). */
const struct pixel_kernels *pixel_kernels_active(void);

#endif
