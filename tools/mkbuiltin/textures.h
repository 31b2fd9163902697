/* The pack's wall textures, drawn procedurally. */
#ifndef TOOLS_MKBUILTIN_TEXTURES_H
#define TOOLS_MKBUILTIN_TEXTURES_H

#include "tools/mkbuiltin/palette.h"

/* Numbers used by level descriptions; textures.c holds a painter for each. */
enum texture {
    TEX_BLOCK,   /* large stone blocks */
    TEX_BRICK,   /* small mossy bricks */
    TEX_SAND,    /* sandstone of the courtyard */
    TEX_FLOOR,   /* paving tiles */
    TEX_FLOOR2,  /* octagon-and-dot floor */
    TEX_METAL,   /* riveted plates */
    TEX_TRIM,    /* metal band with rivets, 64x16 */
    TEX_WOOD,    /* planks */
    TEX_BEAM,    /* carved wooden beam, 64x32 */
    TEX_CEILING, /* rough dark stone */
    TEX_LAMP,    /* light fixture, 32x32 */
    TEX_DOOR,    /* one door leaf, 64x128 */
    TEX_LIFT,    /* hazard plate */
    TEX_ROCK,    /* ground of the courtyard */
    TEX_CARVED,  /* relief on pillars, 64x128 */
    TEX_PANEL0,  /* +0panel: animated, first of three */
    TEX_PANEL1,
    TEX_PANEL2,
    TEX_PANELA, /* +apanel: alternate state */
    TEX_WATER,
    TEX_LAVA,
    TEX_SKY,
    TEX_HEALTH, /* health box sides, 32x32 */
    TEX_HEALTH_TOP,
    TEX_COUNT
};

int textures_is_special(int texture); /* liquid or sky: no lightmap */
/* The textures lump of a BSP file with the given textures in it, numbered as listed. */
void textures_write_lump(const struct palette *p, struct buf *out, const int *list, int count);

#endif
