/* A level of Quake III ready to draw: its map, patches, lightmaps and the material of each surface.
 *
 * Immutable after loading; lives as long as its store. Light is already shifted (the picture of a
 * window: overbright bits 0, so by 2). */
#ifndef ASSETS_QUAKE3_LEVEL_H
#define ASSETS_QUAKE3_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/material.h"
#include "formats/maps/q3_bsp.h"
#include "formats/maps/q3_patch.h"

/* Of a fog volume: the brush and the plane it ends at are in bsp.fogs. */
struct level_fog {
    const struct material *material;
    uint8_t color[3]; /* 0 .. 255 */
    float scale;      /* 1 / (8 * the distance at which nothing is seen through it) */
};

struct level_remap { /* worldspawn's "remapshader": drawn as `to` wherever it is called `from` */
    char from[Q3_SHADER_NAME], to[Q3_SHADER_NAME];
};

struct q3_level {
    char name[64]; /* "maps/oa_dm1.bsp" */
    uint32_t id;   /* unique in its store, from 0 on */
    bool missing;  /* a placeholder: a bare room in which things can be seen */
    struct q3_bsp bsp;
    struct q3_patches patches;
    const struct material **materials; /* bsp.num_surfaces; never NULL */
    const struct texture **lightmaps;  /* bsp.num_lightmaps */
    struct level_fog *fogs;            /* bsp.num_fogs */
    struct level_remap *remaps;
    uint32_t num_remaps;
    float cloud_height; /* of the sky shader read last: it serves all of them */
    float sun[3];       /* to the light where there is no grid: of unit length */
};

#endif
