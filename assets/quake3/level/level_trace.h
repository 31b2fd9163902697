/* Traces a point or box through a level's brushes and patches.
 *
 * Brushes: q3_bsp_trace.h. Patches: the drawn triangles whose shader contents are in the mask stop
 * movement from their front. A box is tested by its centre and its lower corners. (The original
 * expands patches by the box: at the edge of a patch movement ends a little later here.) Pure
 * functions; threads may share a level. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_TRACE_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_TRACE_H

#include "assets/quake3/level.h"
#include "formats/maps/q3_bsp_trace.h"

/* World only (model 0). mins <= 0 <= maxs. */
void level_trace(const struct q3_level *level, const float from[3], const float to[3],
                 const float mins[3], const float maxs[3], uint32_t mask, struct q3_trace *trace);

#endif
