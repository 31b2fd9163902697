/* Score plums: points as digits that rise from the position where they were scored.
 *
 * Source: the original's client game (cg_localents), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_PLUM_H
#define ENGINE_QUAKE3_EFFECTS_Q3_PLUM_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

void q3_plum_add(struct q3_build *build, const struct q3_effect *effect);

/* Colour by number of points. */
void q3_plum_color(int32_t points, uint8_t color[3]);

#endif
