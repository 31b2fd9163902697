/* The renderer's own textures: the spot of a dynamic light, the density of fog. Constants, made
 * once. */
#ifndef RENDER_RGB_PICTURES_H
#define RENDER_RGB_PICTURES_H

#include "assets/texture.h"
#include "formats/base/error.h"

struct rgb_pictures {
    struct texture light; /* 16 x 16, clamped, grey */
    struct texture fog;   /* 256 x 32, clamped, white: s along the view, t below the surface */
    uint32_t *texels;     /* of both */
};

/* 0, or FORMAT_MEMORY and nothing has to be freed. */
int rgb_pictures_make(struct rgb_pictures *pictures) MUST_CHECK;
void rgb_pictures_free(struct rgb_pictures *pictures);

#endif
