/* Models of Quake III's things: MD3 files with their levels of detail and the materials of their
 * surfaces, or a part of a level ("*3").
 *
 * Immutable after loading; lives as long as its store. */
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
                                           (or 1, the grey box, where that is 0) */
};

struct q3_model {
    enum q3_model_kind kind;
    char name[64];
    uint32_t id;       /* unique in its store */
    bool missing;      /* the placeholder: a small box with axes */
    uint32_t num_lods; /* MD3: [0] is the finest, and has the tags */
    struct q3_model_lod lods[Q3_MODEL_LODS];
    const struct q3_level *level; /* BRUSH */
    uint32_t submodel;            /* BRUSH, at least 1 */
    float mins[3], maxs[3];       /* MD3: of frame 0; BRUSH: the submodel's */
};

/* A .skin with its materials, of one line at least. */
struct q3_model_skin {
    char name[64];
    struct q3_skin lines;
    const struct material **materials; /* lines.count; as far as shaders with faults go */
    const struct material *unnamed;    /* of surfaces that no line names: the grey box */
    const struct material *only; /* not NULL: the name was a shader's, not a file's; it is for the
                                    whole model */
};

#endif
