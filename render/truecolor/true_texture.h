/* Pictures of palette indices as textures in true colour.
 *
 * Source: QuakeSpasm's gl_texmgr.c (TexMgr_LoadPalette, TexMgr_AlphaEdgeFix). Indices from 224 on
 * are colours that glow: they are a texture of their own, which is added to the lit one. Sides and
 * mip levels: assets/quake/rgba_texture.h. */
#ifndef RENDER_TRUECOLOR_TRUE_TEXTURE_H
#define RENDER_TRUECOLOR_TRUE_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake/rgba_texture.h"
#include "assets/texture.h"
#include "formats/base/error.h"

enum {
    TRUE_MIPS = 1,  /* mip levels; else level 0 alone */
    TRUE_GLOW = 2,  /* colours that glow apart; else all of them are lit */
    TRUE_HOLES = 4, /* index `hole` is transparent */
    TRUE_CLAMP = 8, /* does not repeat */
    TRUE_SHEER = 16 /* with TRUE_HOLES: texels that are there have alpha 255, to be blended */
};

/* Opacity of a texel that is there. */
enum { TRUE_SOLID = RGBA_TEXTURE_SOLID };

struct true_picture {
    const uint8_t *pixels;     /* palette indices, rows top to bottom */
    int width, height, stride; /* stride: bytes from row to row */
    unsigned flags;            /* TRUE_* */
    uint8_t hole; /* TRUE_HOLES: this index; its texels have alpha 0, others TRUE_SOLID */
    const uint8_t *translation; /* 256 indices: colours of a player; NULL: none */
};

struct true_texture {
    struct texture *color; /* NULL: not made */
    struct texture *glow;  /* NULL: none of its colours glows */
};

/* palette: PALETTE_BYTES. Returns 0 or FORMAT_MEMORY; then both are NULL. Pictures without size
 * become a single grey texel. */
int true_texture_make(struct true_texture *texture, const struct true_picture *picture,
                      const uint8_t *palette) MUST_CHECK;
/* The same of 32-bit texels: red, green, blue, alpha, width * height of them, rows top to bottom.
 * Without a glow. */
int true_texture_make_rgba(struct true_texture *texture, const uint8_t *rgba, int width, int height,
                           unsigned flags) MUST_CHECK;
/* What is drawn where a texture is missing: two by two squares. */
int true_texture_make_missing(struct true_texture *texture) MUST_CHECK;
void true_texture_free(struct true_texture *texture);

#endif
