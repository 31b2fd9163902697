/* A Quake III model: an MD3 file with its LODs and materials, or a submodel of a level ("*3").
 *
 * Immutable after loading; valid until its store is destroyed. */
#ifndef ASSETS_QUAKE3_Q3_MODEL_H
#define ASSETS_QUAKE3_Q3_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "assets/quake3/material.h"
#include "formats/models/md3.h"
#include "formats/scripts/q3_skin.h"

enum { Q3_MODEL_LODS = 3 };

enum q3_model_kind {
    Q3_MODEL_MD3,
    Q3_MODEL_BRUSH /* a submodel of a level */
};

struct q3_model_lod {
    struct md3 md3;
    const struct material ***materials; /* md3.num_surfaces arrays of md3.surfaces[i].num_shaders
                                           (if 0, one: the grey box) */
};

struct q3_model {
    enum q3_model_kind kind;
    char name[64];
    uint32_t id;       /* unique in its store */
    bool missing;      /* a placeholder: a small box with axes */
    uint32_t num_lods; /* MD3: [0] is the most detailed and has the tags */
    struct q3_model_lod lods[Q3_MODEL_LODS];
    const struct q3_level *level; /* BRUSH */
    uint32_t submodel;            /* BRUSH, at least 1 */
    float mins[3], maxs[3];       /* MD3: of frame 0; BRUSH: the submodel's */
};

/* A .skin file with its materials; at least one line. */
struct q3_model_skin {
    char name[64];
    struct q3_skin lines;
    const struct material **materials; /* lines.count; may be incomplete (material_store.h) */
    const struct material *unnamed;    /* for surfaces without a line: the grey box */
    const struct material *only;       /* not NULL: the name was a shader's, used for the
                                          whole model */
};

#endif
