/* Quake III textures that are generated, not loaded: the same bits on every machine. */
#ifndef ASSETS_QUAKE3_BUILTIN_TEXTURES_H
#define ASSETS_QUAKE3_BUILTIN_TEXTURES_H

#include "assets/texture.h"
#include "formats/base/error.h"

struct q3_data;

enum q3_builtin_texture {
    Q3_TEXTURE_WHITE,   /* also "*identityLight", and the lightmap of surfaces without one */
    Q3_TEXTURE_DEFAULT, /* the grey box with a white border, for missing textures */
    Q3_TEXTURE_DLIGHT,  /* round spot of light, black at its edge; clamped, no mipmaps */
    Q3_TEXTURE_FOG,     /* 256 x 32: alpha is the fog's opacity at (distance, depth); white,
                           clamped, no mipmaps */
    Q3_TEXTURE_VIDEO,   /* plain grey, instead of damaged films */
    Q3_TEXTURE_CHECKS,  /* the floor of a placeholder */
    Q3_TEXTURE_LETTERS, /* "*letters": ASCII laid out as gfx/2d/bigchars, 16 x 16 cells, white; no
                           mipmaps */
    Q3_TEXTURES
};

/* White, default or video. Never NULL. */
const struct texture *q3_data_builtin_texture(const struct q3_data *data,
                                              enum q3_builtin_texture which);

/* Creates one. Returns NULL if out of memory. */
struct texture *builtin_texture_make(enum q3_builtin_texture which);
/* Creates all textures. Returns 0 or FORMAT_MEMORY (none is created). */
int builtin_textures_make(struct texture *textures[Q3_TEXTURES]) MUST_CHECK;
void builtin_textures_free(struct texture *textures[Q3_TEXTURES]); /* NULL ones are fine */

/* Finds a texture by name ("*white" etc.), ignoring case; Q3_TEXTURES = none. */
enum q3_builtin_texture builtin_textures_find(const char *name);

#endif
