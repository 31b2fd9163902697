/* Pictures of Quake III that no file holds: made from formulas, the same bits everywhere. */
#ifndef ASSETS_QUAKE3_BUILTIN_TEXTURES_H
#define ASSETS_QUAKE3_BUILTIN_TEXTURES_H

#include "assets/texture.h"
#include "formats/base/error.h"

struct q3_data;

enum q3_builtin_texture {
    Q3_TEXTURE_WHITE,   /* also "*identityLight" and lightmaps of what has none */
    Q3_TEXTURE_DEFAULT, /* the grey box with a white border: what is missing */
    Q3_TEXTURE_DLIGHT,  /* a round patch of light, black at its edge; clamped, no levels */
    Q3_TEXTURE_FOG,     /* 256 x 32: alpha is how much the fog hides at (distance, depth); white,
                           clamped, no levels */
    Q3_TEXTURE_VIDEO,   /* plain grey, in place of films */
    Q3_TEXTURE_CHECKS,  /* the floor of a placeholder */
    Q3_TEXTURE_LETTERS, /* "*letters": ASCII as gfx/2d/bigchars has it, 16 x 16 cells, white; no
                           levels */
    Q3_TEXTURES
};

/* Never NULL. */
const struct texture *q3_data_builtin_texture(const struct q3_data *data,
                                              enum q3_builtin_texture which);

/* Fills all; on failure (FORMAT_MEMORY) none is left. */
int builtin_textures_make(struct texture *textures[Q3_TEXTURES]) MUST_CHECK;
void builtin_textures_free(struct texture *textures[Q3_TEXTURES]);

/* "*white" and so on, whatever the case; NULL: no picture is built in by that name. */
const struct texture *builtin_textures_find(struct texture *const textures[Q3_TEXTURES],
                                            const char *name);

#endif
