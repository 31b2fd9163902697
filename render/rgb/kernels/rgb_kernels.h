/* The inner loops of drawing in true colour, one table of function pointers.
 *
 * The C functions (rgb_kernels_c.c) are the truth; SSE4.1, AVX2 and AVX-512 override them and give
 * the same bits. All work on blocks of 4 x 2 pixels at even rows and columns that are multiples of
 * 4; pixel i of a block is column i % 4 of row i / 4, and bit i of its mask. Depths and identities
 * are kept block after block, 8 numbers each, a pair of rows from left to right; colours row by
 * row.
 *
 * A value across a triangle at pixel (x, y) is (at + dy * (y - y0)) + dx * (x - x0) in floats,
 * rounded at each step; a depth is a 32.32 integer that wraps. So nothing depends on where a run of
 * blocks begins. No value is an error: coordinates that no int holds become INT32_MIN, and every
 * read stays inside the texture. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/texture.h"
#include "formats/scripts/q3_shader.h"
#include "render/cpu.h"
#include "render/filter.h"

enum {
    RGB_BLOCK_WIDTH = 4,
    RGB_BLOCK_HEIGHT = 2,
    RGB_BLOCK = 8,
    RGB_POINTS = 8,          /* corners of a clipped triangle */
    RGB_FAR = (1 << 24) - 1, /* the farthest depth */
    RGB_MAX_PASSES = 48,
    RGB_GAIN_MAX = 3
};

/* Sampling of a pass's texture. */
enum rgb_sampling {
    RGB_AT_LEVEL_0, /* four texels mixed */
    RGB_AT_TWO_LEVELS,
    RGB_AT_ONE_LEVEL,
    RGB_AT_ONE_TEXEL,
    RGB_AT_SHARP_TEXELS, /* RGB_AT_TWO_LEVELS; at level 0, weights change over a pixel only */
    RGB_AT_NO_PLACE,     /* the first texel, everywhere. Not of a pass with `second`, nor of that */
    RGB_AT_RAMP          /* RGB_AT_LEVEL_0 of a texture that is a ramp */
};

enum rgb_coloring {
    RGB_UNCOLORED,
    RGB_ONE_COLOR, /* rgb_pass.color */
    RGB_VERTEX_COLOR
};

struct rgb_pass {
    const struct texture *texture;
    const struct texture *second; /* NULL: none */
    bool sum; /* adds the two textures' colours; else multiplies. Alpha is the product */
    uint8_t sampling, second_sampling, coloring;
    uint8_t gain; /* the product with `second`, else that with the colour, is (a * b * 2^gain + 127)
                     / 255, at most 255; alpha's has no gain. 0..RGB_GAIN_MAX */
    uint8_t source, destination; /* enum q3_factor without those of the target's alpha, which is 1,
                                    and SATURATE */
    uint8_t alpha_test;
    bool depth_equal, depth_write;
    uint32_t color; /* 0xAARRGGBB */
    uint32_t
        first_plane; /* into rgb_triangle.planes: s, t; s, t of `second`; blue, green, red, alpha.
                        Coordinates in 1/256 texels of level 0, colours 0..255, all / w */
};

/* Ways to shade, from the special to the general. */
enum rgb_shading {
    RGB_SHADE_LIT,     /* one pass, stored, uncoloured, texture * second; a function by sampling */
    RGB_SHADE_PLAIN,   /* one pass, stored, without second */
    RGB_SHADE_PASSES,  /* any passes, depth settled before */
    RGB_SHADE_BY_DEPTH /* any passes, which write depth, or are drawn where it is equal */
};

/* Pixels, right and bottom exclusive. */
struct rgb_bounds {
    int32_t left, right, top, bottom;
};

struct rgb_batch {
    uint32_t num_passes, num_planes; /* no pass: where it is, depths are the farthest again */
    struct rgb_bounds part;          /* nothing of it shows beyond */
    enum rgb_shading shading;
    bool test_only;  /* depth is tested before shading and not written */
    bool bordered;   /* not shaded like this where the first texture's frame is seen, */
    uint32_t border; /* but like this batch, where the owner finds it; 0: nothing is drawn there */
    struct rgb_pass passes[];
};

struct rgb_plane {
    float at, dx, dy;
};

struct rgb_triangle {
    uint32_t batch; /* where the owner finds it */
    bool flat;      /* what rgb_shade_flat_fn draws */
    int32_t x0, y0; /* pixel the planes start from */
    int32_t z_min, z_max;
    uint64_t z, z_dx, z_dy; /* 32.32, two's complement: the high half, inside z_min..z_max */
    struct rgb_plane over_w;
    uint32_t num_points;
    int32_t points[RGB_POINTS][2]; /* on the screen, 1/256 pixels, clockwise */
    struct rgb_plane planes[];
};

/* Pixels [left, right) of two rows; none when right <= left. */
struct rgb_spans {
    int32_t left[RGB_BLOCK_HEIGHT], right[RGB_BLOCK_HEIGHT];
};

/* Pixels [left, right) of `count` rows from y on. y is even; the arrays have a row more where count
 * is odd. All pixels are in the first `blocks` blocks of each pair of rows. */
struct rgb_rows {
    int32_t y, count;
    int32_t blocks;
    const int32_t *left, *right;
};

/* Left or right edge of a triangle: row i is at column (first + step * i) * scale, rounded to
 * double after each operation, then down to an integer, 0..most. */
struct rgb_edge {
    double first, step, scale, most;
};

/* Adjacent blocks of a pair of rows; (x, y) is the first pixel of the first block. */
struct rgb_run {
    int32_t x, y;
    int32_t blocks;
};

/* The columns of `count` rows. */
typedef void (*rgb_trace_fn)(const struct rgb_edge *edge, int count, int32_t *columns);
/* Stores depth and id at the pixels of `rows` where depth is not farther than the stored one.
 * `depths` and `ids` begin with the first pair's first block; pairs follow each other. */
typedef void (*rgb_fill_fn)(const struct rgb_triangle *triangle, const struct rgb_rows *rows,
                            int32_t *depths, uint32_t *ids, uint32_t id);
/* Sets a mask per block: pixels of the spans whose depth is not farther. Stores depth if `write`.
 * Returns the bitwise or of all masks. */
typedef unsigned (*rgb_cover_fn)(const struct rgb_triangle *triangle, const struct rgb_spans *spans,
                                 struct rgb_run run, int32_t *depths, bool write, uint8_t *masks);
/* Sets a mask per block, pixels that hold `id`, up to the first block without any; or's them into
 * done[]. Returns the number of blocks with the id. */
typedef int (*rgb_pick_fn)(const uint32_t *ids, int blocks, uint32_t id, uint8_t *masks,
                           uint8_t *done);
/* Draws the masked pixels, which have passed the depth test. pixels: 0x00RRGGBB, the run's first.
 * depths: the run's; only RGB_SHADE_BY_DEPTH uses them. */
typedef void (*rgb_shade_fn)(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                             struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                             ptrdiff_t pitch, int32_t *depths);

/* Draws all pixels of the bounds; `pixels` is the first. The triangle is a rectangle: over_w is
 * constant, s has no slope along y, t none along x. The batch has one pass, RGB_AT_LEVEL_0 or
 * RGB_AT_NO_PLACE, without second texture, vertex colours, gain and alpha test. */
typedef void (*rgb_shade_flat_fn)(const struct rgb_batch *batch,
                                  const struct rgb_triangle *triangle, struct rgb_bounds bounds,
                                  uint32_t *pixels, ptrdiff_t pitch);

struct rgb_kernels {
    rgb_trace_fn trace;
    rgb_fill_fn fill;
    rgb_cover_fn cover;
    rgb_pick_fn pick;
    rgb_shade_fn shade_lit[RGB_AT_NO_PLACE]; /* by the texture's sampling */
    rgb_shade_fn shade_plain;
    rgb_shade_fn shade_passes;
    rgb_shade_fn shade_by_depth;
    rgb_shade_flat_fn shade_flat;
};

/* The kernels for a level (a constant table); what the build or the CPU lacks falls back to the
 * best below. */
const struct rgb_kernels *rgb_kernels_get(enum cpu_level level);
/* Those of cpu_active_level(). */
const struct rgb_kernels *rgb_kernels_active(void);
/* The function of a table for a batch. */
rgb_shade_fn rgb_kernels_shade(const struct rgb_kernels *kernels, const struct rgb_batch *batch);

#endif
