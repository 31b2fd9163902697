/* What a conversion to another protocol leaves out, and what does not fit into it. */
#ifndef ENGINE_EDIT_CONVERT_REPORT_H
#define ENGINE_EDIT_CONVERT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum convert_kind {
    /* Left out, or near: the demo plays without. */
    CONVERT_ALPHA,
    CONVERT_SCALE,
    CONVERT_LERP_FINISH,
    CONVERT_SHINE,
    CONVERT_VIEW_MODEL,
    CONVERT_NUMBER,
    CONVERT_STATISTIC,
    CONVERT_SOUND_DETAIL,
    CONVERT_EFFECT,
    CONVERT_FOG,
    CONVERT_SKY,
    CONVERT_PICTURE,
    CONVERT_EXTRA,
    CONVERT_CONFIGSTRING,
    CONVERT_EVENT,
    CONVERT_VOICE,
    CONVERT_HIGH_ENTITY,
    CONVERT_HIGH_MODEL,
    CONVERT_FAR_ENTITY,
    /* Does not fit: the demo is not converted. */
    CONVERT_MODEL,
    CONVERT_FRAME,
    CONVERT_SOUND,
    CONVERT_ENTITY,
    CONVERT_STATIC,
    CONVERT_PLACE,
    CONVERT_BLOCK_SIZE,
    CONVERT_KINDS
};

/* All occurrences of one kind. */
struct convert_finding {
    uint32_t count; /* 0: none */
    bool placed;    /* it is known where the first one is: */
    uint32_t block; /* number of its block in the source, from 0 */
    size_t offset;  /* of its message in the source's file */
    double value;   /* what does not fit; 0 for what is left out */
};

struct convert_report {
    uint32_t blocks; /* written */
    uint32_t empty;  /* blocks left out, in which nothing is left to say */
    double moved;    /* units: the most that rounding moved a coordinate by */
    struct convert_finding found[CONVERT_KINDS];
};

/* True if the kind is one of those that do not fit. */
static inline bool convert_kind_refuses(enum convert_kind kind)
{
    return kind >= CONVERT_MODEL;
}

/* True if the report has something that does not fit. */
bool convert_report_refuses(const struct convert_report *report);

/* Plain words for the kind: of what is left out in the plural ("fog messages"), of what does not
 * fit in the singular ("model number"). */
const char *convert_kind_text(enum convert_kind kind);
/* A word for JSON: "alpha", "model". */
const char *convert_kind_key(enum convert_kind kind);

#endif
