/* Pictures as a renderer of true colour samples them: levels of detail with a border round each.
 *
 * The border holds what lies one texel outside: the other side of a picture that repeats, the edge
 * itself of one that is clamped. So the two texels a filter mixes always lie side by side. A
 * texture is immutable; threads may share it. */
#ifndef ASSETS_TEXTURE_H
#define ASSETS_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXTURE_LEVELS = 15, TEXTURE_NAME = 64 };

struct texture_level {
    int32_t width, height;  /* powers of two */
    int32_t stride;         /* texels from row to row, at least width + 2 */
    const uint32_t *texels; /* 0xAARRGGBB: (u, v) is at [v * stride + u], u from -1 to width, v from
                               -1 to height, rows top to bottom */
};

/* So many columns and rows at each side of level 0 have but texels like the first, (0, 0). Where
 * all are like it, all rows count as the top's. */
struct texture_frame {
    int32_t left, right, top, bottom;
};

struct texture {
    char name[TEXTURE_NAME];
    bool clamp;     /* coordinates outside 0 .. 1 show the edge, instead of the picture again */
    bool opaque;    /* alpha is 255 everywhere */
    int num_levels; /* 1 without levels of detail; else down to 1 x 1 */
    struct texture_frame frame;
    struct texture_level levels[TEXTURE_LEVELS];
    /* Once more, to look many up at once: where a level's texel (0, 0) is from the first level's,
     * and its stride. 0 behind the last level. */
    int32_t starts[TEXTURE_LEVELS + 1], strides[TEXTURE_LEVELS + 1];
};

/* A texture of pixels of red, green, blue, alpha bytes: num_levels levels, the first of width x
 * height, powers of two, each next one half of it but at least 1 either way. name is cut where it
 * is too long. NULL without memory. */
struct texture *texture_create(const char *name, bool clamp, int num_levels, int width, int height,
                               const uint8_t *const *levels);
void texture_destroy(struct texture *texture); /* NULL is fine */
/* What it takes, in bytes. */
size_t texture_bytes(const struct texture *texture);

#endif
