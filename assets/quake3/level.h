/* A Quake III level ready to draw: map, patches, lightmaps and the material of each surface.
 *
 * Immutable after loading; valid until its store is destroyed. Light is already scaled: as in a
 * window (overbright bits 0: shifted by 2), or for a screen that doubles what is drawn (overbright
 * bits 1: shifted by 1). */
#ifndef ASSETS_QUAKE3_LEVEL_H
#define ASSETS_QUAKE3_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/material.h"
#include "formats/maps/q3_bsp.h"
#include "formats/maps/q3_patch.h"

/* A fog volume; its brush and visible plane are in bsp.fogs. */
struct level_fog {
    const struct material *material;
    uint8_t color[3]; /* 0..255 */
    float scale;      /* 1 / (8 * the distance at which it is opaque) */
};

struct level_remap { /* worldspawn's "remapshader": `from` is drawn as `to` */
    char from[Q3_SHADER_NAME], to[Q3_SHADER_NAME];
};

struct q3_level {
    char name[64];   /* "maps/oa_dm1.bsp" */
    uint32_t id;     /* unique in its store, numbered from 0 */
    bool missing;    /* a placeholder room */
    bool overbright; /* lit for a screen that doubles levels, which the renderer does */
    struct q3_bsp bsp;
    struct q3_patches patches;
    const struct material **materials; /* bsp.num_surfaces; never NULL */
    const struct texture **lightmaps;  /* bsp.num_lightmaps */
    struct level_fog *fogs;            /* bsp.num_fogs */
    struct level_remap *remaps;
    uint32_t num_remaps;
    float cloud_height; /* cloud height of the last sky shader, used for all skies */
    float sun[3];       /* direction to the light without a light grid; unit vector */
};

#endif
