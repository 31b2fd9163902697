/* How far something moves through a level before it meets a brush or a curve.
 *
 * q3_bsp_trace.h's rules for brushes; besides, the drawn triangles of curves whose shader is in the
 * mask stop what comes from their front: a point as it is, a box by its middle and the corners of
 * its lower side (the original grows its curves by the box instead: what meets an edge of a curve
 * goes a little farther here). Pure functions; threads may share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_TRACE_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_TRACE_H

#include "assets/quake3/level.h"
#include "formats/maps/q3_bsp_trace.h"

/* Through the world (model 0). mins <= 0 <= maxs. */
void level_trace(const struct q3_level *level, const float from[3], const float to[3],
                 const float mins[3], const float maxs[3], uint32_t mask, struct q3_trace *trace);

#endif
