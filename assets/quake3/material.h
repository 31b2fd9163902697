/* A Quake III shader ready to draw: its script with loaded textures.
 *
 * Immutable; threads may share it. Valid until its store or level is destroyed; equal pointers mean
 * equal materials. A shader that the original cannot load is a grey box, and logged in one line. */
#ifndef ASSETS_QUAKE3_MATERIAL_H
#define ASSETS_QUAKE3_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/texture.h"
#include "formats/scripts/q3_shader.h"

/* Lighting of a shader without a script, in the original's numbers: a lightmap index (0 and up), or
 * Q3_LIGHT_NONE, _WHITE and _VERTEX of formats/maps/q3_bsp.h, or: */
enum {
    Q3_LIGHT_2D = -4,
    Q3_LIGHT_GHOST = -5, /* no texture: translucent white, lit as a model is */
    Q3_LIGHT_BRIGHT = -6 /* no texture: the entity's colour, as Q3_RGB_BRIGHT_ENTITY has it */
};

enum q3_sky_side { Q3_SKY_RT, Q3_SKY_LF, Q3_SKY_BK, Q3_SKY_FT, Q3_SKY_UP, Q3_SKY_DN, Q3_SKY_SIDES };

struct film_texture;

struct material_stage {
    uint32_t num_textures; /* at least 1 */
    const struct texture *textures[Q3_SHADER_FRAMES];
    struct film_texture *film; /* assets/film_texture.h: instead of the textures; NULL = none */
};

struct material {
    char name[Q3_SHADER_NAME]; /* as requested, without extension */
    int32_t lightmap;          /* or Q3_LIGHT_* */
    uint32_t id;               /* unique within a q3_data, unordered; caches index by it */
    /* Order among materials of equal sort: the original's order of registration as a fixed rule
     * (material_order.h). A level's materials come first: those of fogs, then by their first
     * surface. Not unique; use material_compare. */
    uint32_t rank;
    const struct q3_shader *rules; /* the script's, or implicit ones; sort is set */
    uint32_t num_stages; /* that can be drawn; stages after one without a texture are dropped */
    struct material_stage stages[Q3_SHADER_STAGES];
    enum q3_collapse collapse;               /* how stages 0 and 1 combine */
    const struct texture *sky[Q3_SKY_SIDES]; /* the far box; [Q3_SKY_RT] NULL = none */
    bool missing;                            /* the grey box, or an incomplete material of a skin */
    bool no_depth_test; /* without a script and for Q3_LIGHT_2D: drawn over everything before it */
};

/* Compares by sort, rank, name and lightmap: negative, 0 or positive. The order does not depend on
 * what was loaded; 0 only for the same material, or copies of it for two surfaces of a level. */
int material_compare(const struct material *a, const struct material *b);

#endif
