/* True-colour textures: mip levels, each with a 1-texel border.
 *
 * The border repeats the opposite side of a repeating texture, or the edge of a clamped one. So the
 * two texels that a filter mixes are always adjacent. Immutable; threads may share it. */
#ifndef ASSETS_TEXTURE_H
#define ASSETS_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXTURE_LEVELS = 15, TEXTURE_NAME = 64 };

struct texture_level {
    int32_t width, height;  /* powers of two; any sides of a clamped texture with one level */
    int32_t stride;         /* texels from row to row, at least width + 2 */
    const uint32_t *texels; /* 0xAARRGGBB: (u, v) is at [v * stride + u], u from -1 to width, v from
                               -1 to height, rows top to bottom */
};

/* Uniform border of level 0: number of columns and rows on each side whose texels all equal texel
 * (0, 0). If all texels are equal, all rows count as top rows. */
struct texture_border {
    int32_t left, right, top, bottom;
};

struct texture {
    char name[TEXTURE_NAME];
    bool clamp;     /* coordinates outside 0..1 show the edge instead of repeating */
    bool opaque;    /* alpha is 255 everywhere */
    bool ramp;      /* clamped, one level, one row, and each channel of a texel is as much as its
                       left neighbour's or 1 more */
    int num_levels; /* 1 = no mipmaps; else down to 1 x 1 */
    struct texture_border border;
    struct texture_level levels[TEXTURE_LEVELS];
    /* The same as tables, for vectorised lookups: offset of a level's texel (0, 0) from that of
     * level 0, and its stride. 0 after the last level. */
    int32_t starts[TEXTURE_LEVELS + 1], strides[TEXTURE_LEVELS + 1];
};

/* Creates a texture from RGBA bytes: num_levels levels, the first of width x height (see
 * struct texture_level), each following one half the size, at least 1. name is truncated if too
 * long. Returns NULL if out of memory. */
struct texture *texture_create(const char *name, bool clamp, int num_levels, int width, int height,
                               const uint8_t *const *levels);
/* Replaces all texels: levels as for texture_create, of the same sizes. */
void texture_fill(struct texture *texture, const uint8_t *const *levels);
/* A black one that repeats, side x side, a power of two, with all its levels; to be filled again
 * and again. Returns NULL if out of memory. */
struct texture *texture_create_blank(int side);
/* Fills such a texture. pixels: 0x00RRGGBB, `pitch` from row to row. Each level has the means of
 * four texels of the one before, to the nearest. */
void texture_fill_opaque(struct texture *texture, const uint32_t *pixels, size_t pitch);
void texture_destroy(struct texture *texture); /* NULL is fine */
/* Memory used, bytes. */
size_t texture_bytes(const struct texture *texture);

#endif
