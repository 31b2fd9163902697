/* The inner loops that blend 32-bit pixels over a picture, one table of function pointers.
 *
 * The C functions are the truth; AVX2 gives the same bits. Every function writes only the pixels of
 * its arguments, and treats each byte of a pixel separately. The tables are constant. */
#ifndef RENDER_PIXELS_PIXELS_H
#define RENDER_PIXELS_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/cpu.h"

enum { PIXEL_LINEAR_BITS = 20 };

/* A rectangle of a picture; pitch: pixels from row to row. */
struct pixel_box {
    uint32_t *pixels;
    size_t pitch;
    int width, height;
};

/* Coverage of each pixel of a box, 0..255, 4 bytes per pixel. Ink is nowhere above shade, and may
 * be the same array. */
struct pixel_cover {
    const uint8_t *ink, *shade;
    size_t pitch; /* pixels from row to row */
};

/* Each byte becomes (byte * (256 - weight) + the color's * weight) >> 8; weight 0..256. */
typedef void (*pixels_blend_fn)(const struct pixel_box *box, uint32_t color, int weight);
/* The same with weights of each byte's own: (byte * (256 - shade) + the color's * ink) >> 8, 128 to
 * 255 of ink and shade counting as one more. */
typedef void (*pixels_cover_fn)(const struct pixel_box *box, uint32_t color,
                                const struct pixel_cover *cover);

/* What each level of red, green and blue becomes. */
struct pixel_levels {
    uint8_t level[3][256];
    bool linear; /* it is (level * scale + base) >> PIXEL_LINEAR_BITS, in 32 bits */
    uint32_t scale, base[3];
};

/* Pixels 0x00RRGGBB by levels; from may be to. */
typedef void (*pixels_levels_fn)(const struct pixel_levels *levels, uint32_t *to,
                                 const uint32_t *from, int count);

struct pixel_kernels {
    pixels_blend_fn blend;
    pixels_cover_fn cover;
    pixels_levels_fn levels;
};

/* The functions for a level. Levels the build or the CPU lack fall back to the best below. */
const struct pixel_kernels *pixel_kernels_get(enum cpu_level level);
/* Those of cpu_active_level(). */
const struct pixel_kernels *pixel_kernels_active(void);

#endif
