/* Shaders of Quake III made ready to draw: what the script says, with the pictures it names.
 *
 * A material is immutable and lives as long as the store or the level it comes from: pointers may
 * be kept, compared and shared between threads. What is missing has become visible: a grey box in
 * place of a shader the original could not make, and one line in the log. */
#ifndef ASSETS_QUAKE3_MATERIAL_H
#define ASSETS_QUAKE3_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/texture.h"
#include "formats/scripts/q3_shader.h"

/* What a shader is wanted for, where it is no lightmap's number (0 and up): the light it has when
 * no script tells, in the original's numbers. Q3_LIGHT_NONE, _WHITE and _VERTEX of
 * formats/maps/q3_bsp.h, and: */
enum { Q3_LIGHT_2D = -4 };

enum q3_sky_side { Q3_SKY_RT, Q3_SKY_LF, Q3_SKY_BK, Q3_SKY_FT, Q3_SKY_UP, Q3_SKY_DN, Q3_SKY_SIDES };

struct material_stage {
    uint32_t num_textures; /* at least 1 */
    const struct texture *textures[Q3_SHADER_FRAMES];
};

struct material {
    char name[Q3_SHADER_NAME]; /* as asked for, without its ending */
    int32_t lightmap;          /* or Q3_LIGHT_* */
    uint32_t id; /* unique among those of one q3_data, in no order: caches index by it */
    /* Its place among materials of equal sort: the original's order of registration, made a fixed
     * rule (material_order.h). A level's own come first: its fogs', then by the surface that is the
     * first to have them. Compare with material_compare: a few may have the same. */
    uint32_t rank;
    const struct q3_shader *rules; /* the script's, or those that hold where there is no script;
                                      sort is filled in */
    uint32_t num_stages; /* that can be drawn: those behind one without a picture are lost */
    struct material_stage stages[Q3_SHADER_STAGES];
    enum q3_collapse collapse;               /* of stages 0 and 1 */
    const struct texture *sky[Q3_SKY_SIDES]; /* the far box; [Q3_SKY_RT] NULL: there is none */
    bool missing;                            /* the grey box, or a skin's with a fault */
    bool no_depth_test; /* without a script and for Q3_LIGHT_2D: shows through all that is drawn
                           before */
};

/* By sort, rank, name and lightmap: negative, 0 or positive. A total order that does not hang on
 * what was loaded; 0 only for the same material, or copies of one for two surfaces of a level. */
int material_compare(const struct material *a, const struct material *b);

#endif
