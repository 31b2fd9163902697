/* Shot traces at the frame's time: against the level, its movers and solid entities.
 *
 * Source: the original's client game (cg_predict), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOT_TRACE_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOT_TRACE_H

#include "engine/quake3/scene/q3_build.h"
#include "formats/maps/q3_bsp_trace.h"

enum {
    Q3_MASK_SHOT = 0x6000001, /* CONTENTS_SOLID, BODY, CORPSE */
    Q3_MASK_WATER = 0x38,
    Q3_NOBODY = -1
};

/* Traces against the level alone; without a level the fraction is 1. */
void q3_level_trace(const struct q3_build *build, const float from[3], const float to[3],
                    uint32_t mask, struct q3_trace *trace);
/* Traces also against the snapshot's solid entities as drawn, except `shooter`. Returns the number
 * of the entity hit; Q3_NOBODY = none, or the level. */
int32_t q3_shot_trace(const struct q3_build *build, const float from[3], const float to[3],
                      int32_t shooter, struct q3_trace *trace);
/* Traces against an entity's box at `origin`. solid: fields[Q3_ES_SOLID]. Fraction 1 = misses the
 * box, or starts inside it. */
void q3_box_trace(int32_t solid, const float origin[3], const float from[3], const float to[3],
                  struct q3_trace *trace);
/* Traces against one submodel displaced by `origin`. Rotation is ignored. */
void q3_submodel_trace(const struct q3_build *build, int32_t model, const float origin[3],
                       const float from[3], const float to[3], struct q3_trace *trace);
/* Copies `other` to *best if it is nearer. True: it was copied. */
bool q3_trace_take_nearer(struct q3_trace *best, const struct q3_trace *other, const float from[3],
                          const float to[3]);
/* Q3_CONTENTS_* bits at a point, limited to `mask`. */
uint32_t q3_level_contents(const struct q3_build *build, const float point[3], uint32_t mask);

#endif
