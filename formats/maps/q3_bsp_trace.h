/* Traces of boxes through a Quake III map: how far a move gets before it meets a brush.
 *
 * Source: the published collision rules: a box stops an eighth of a unit before the plane. Patches
 * are ignored: the users are cameras, shadows and the like. Pure functions; a map is immutable, so
 * threads may share it. */
#ifndef FORMATS_MAPS_Q3_BSP_TRACE_H
#define FORMATS_MAPS_Q3_BSP_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/maps/q3_bsp.h"

/* Distance that a box keeps from planes, units. */
#define Q3_TRACE_MARGIN 0.125f

struct q3_trace {
    float fraction;  /* fraction of the way that is free, 0..1; 1 = all of it */
    float end[3];    /* where it ends */
    float normal[3]; /* normal of the plane that is met; 0 0 0 = none, or the trace starts in a
                        brush */
    uint32_t surface_flags; /* Q3_SURF_* of the side that is met */
    uint32_t contents;      /* Q3_CONTENTS_* of the brush that is met */
    bool start_solid;       /* it began inside a brush */
    bool all_solid;         /* and never left it */
};

/* A straight move of a box: from, to: its positions, units; mins <= 0 <= maxs: its corners relative
 * to its position; all 0 = a point. Each points to three floats; borrowed for the call. */
struct q3_trace_move {
    const float *from, *to, *mins, *maxs;
};

/* Traces a move through model `model` (0 = the world) of the map at the model's position in the
 * file. mask: Q3_CONTENTS_* that stop the box. Positions that are not finite meet nothing. */
void q3_bsp_trace(const struct q3_bsp *bsp, uint32_t model, const struct q3_trace_move *move,
                  uint32_t mask, struct q3_trace *trace);

#endif
