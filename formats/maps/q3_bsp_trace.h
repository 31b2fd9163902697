/* How far something can move through a map of Quake III before it meets a brush.
 *
 * Source: the published collision rules, as facts: a box stops an eighth of a unit before the
 * plane it meets. Patches are not met: what is asked for are cameras, shadows and the like. Pure
 * functions; a map is immutable, so threads may share it. */
#ifndef FORMATS_MAPS_Q3_BSP_TRACE_H
#define FORMATS_MAPS_Q3_BSP_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/maps/q3_bsp.h"

/* Distance that is kept from planes, units. */
#define Q3_TRACE_MARGIN 0.125f

struct q3_trace {
    float fraction;         /* of the way that is free: 1 = all of it */
    float end[3];           /* where it ends */
    float normal[3];        /* of the plane that is met; zero where none is, or it began in one */
    uint32_t surface_flags; /* of what is met, Q3_SURF_* */
    uint32_t contents;      /* likewise, Q3_CONTENTS_* */
    bool start_solid;       /* it began inside a brush */
    bool all_solid;         /* and never left it */
};

/* Moves a box, mins <= 0 <= maxs about its place, through model `model` (0 = the world) of the map,
 * which stands where the file has it. mask: contents that stop it. Places that are not finite are
 * met nowhere: the way is free. */
void q3_bsp_trace(const struct q3_bsp *bsp, uint32_t model, const float from[3], const float to[3],
                  const float mins[3], const float maxs[3], uint32_t mask, struct q3_trace *trace);

#endif
