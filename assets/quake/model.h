/* Models as the renderer draws them: whatever a demo's precache list names, loaded once.
 *
 * A model is immutable after loading and lives as long as its model_store: pointers may be kept,
 * compared and shared between threads. */
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

/* Kinds of liquid, by the beginning of the texture's name: "*lava", "*slime", "*tele", any other.
 */
enum liquid { LIQUID_WATER, LIQUID_LAVA, LIQUID_SLIME, LIQUID_TELE, LIQUIDS };

struct model {
    enum model_kind kind;
    char name[64];
    uint32_t id;  /* unique in its store, from 0 on: caches index by it */
    bool missing; /* the placeholder stands in for it (an alias model: a small checkered box) */
    const struct bsp *bsp;         /* MODEL_BRUSH */
    uint32_t submodel;             /* MODEL_BRUSH */
    uint8_t liquid_clear[LIQUIDS]; /* MODEL_BRUSH: tenths of what lies behind its liquids that show
                                      through, from the map's worldspawn; 0 = opaque */
    struct worldspawn_view view;   /* MODEL_BRUSH, a level whole: its fog and sky, else all 0 */
    const struct mdl *mdl;         /* MODEL_ALIAS */
    const struct spr *spr;         /* MODEL_SPRITE */
    float mins[3], maxs[3];        /* model space, units */
};

#endif
