/* A model of a demo's precache list, loaded for drawing.
 *
 * Immutable after loading; threads may share it. Valid until its model_store is destroyed; equal
 * pointers mean equal models. */
#ifndef ASSETS_QUAKE_MODEL_H
#define ASSETS_QUAKE_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake/worldspawn.h"
#include "formats/maps/bsp.h"
#include "formats/models/mdl.h"
#include "formats/models/spr.h"

enum model_kind {
    MODEL_BRUSH, /* bsp + submodel: the world, "*n", "maps/b_shell0.bsp" */
    MODEL_ALIAS, /* mdl */
    MODEL_SPRITE /* spr */
};

/* Kinds of liquid, by the start of the texture name: "*lava", "*slime", "*tele", any other = water.
 */
enum liquid { LIQUID_WATER, LIQUID_LAVA, LIQUID_SLIME, LIQUID_TELE, LIQUIDS };

struct model {
    enum model_kind kind;
    char name[64];
    uint32_t id;                   /* unique in its store, numbered from 0; caches index by it */
    bool missing;                  /* replaced by the placeholder */
    const struct bsp *bsp;         /* MODEL_BRUSH */
    uint32_t submodel;             /* MODEL_BRUSH */
    uint8_t liquid_clear[LIQUIDS]; /* MODEL_BRUSH: transparency of liquids in tenths, 0..10, from
                                      worldspawn; 0 = opaque */
    float liquid_alpha[LIQUIDS];   /* MODEL_BRUSH: the same as opacity, 0..1, not cut to tenths */
    struct worldspawn_view view;   /* MODEL_BRUSH, whole level: fog and sky; else 0 */
    const struct mdl *mdl;         /* MODEL_ALIAS */
    const struct spr *spr;         /* MODEL_SPRITE */
    float mins[3], maxs[3];        /* model space, units */
};

/* The kind of a liquid's texture, by its name; the case of letters counts. */
enum liquid model_liquid_of(const char *texture);

#endif
