/* Textures of pictures of 32-bit texels, as Quake's worlds have them in true colour.
 *
 * Source: QuakeSpasm's gl_texmgr.c (TexMgr_MipMapW, TexMgr_MipMapH). Mip levels are means of two
 * pixels, across and then down, rounded down. Pictures that repeat or have mip levels, and whose
 * sides are no powers of two, are enlarged to the next ones, with what lies between two texels
 * mixed. */
#ifndef ASSETS_QUAKE_RGBA_TEXTURE_H
#define ASSETS_QUAKE_RGBA_TEXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "assets/texture.h"

enum {
    RGBA_TEXTURE_MIPS = 1,  /* mip levels; else level 0 alone */
    RGBA_TEXTURE_CLAMP = 2, /* does not repeat */
    RGBA_TEXTURE_MAX_SIDE = 1 << (TEXTURE_LEVELS - 1),
    /* Alpha that stands for 255 in textures with holes. QuakeSpasm's alpha test, 0.666 of a
     * filtered alpha, is the rasterizer's test for half of 255 with this: 255 * 0.5 / 0.666. */
    RGBA_TEXTURE_SOLID = 192
};

/* texels: red, green, blue, alpha, width * height of them, rows top to bottom; sides
 * 1..RGBA_TEXTURE_MAX_SIDE. flags: RGBA_TEXTURE_*. Returns NULL if out of memory. Safe from any
 * thread. Owned; free with texture_destroy. */
struct texture *rgba_texture_make(const uint8_t *texels, int width, int height, unsigned flags);

/* Bytes of the texels of such a texture with mip levels. */
size_t rgba_texture_bytes(int width, int height);

#endif
