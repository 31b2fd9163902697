/* How far a shot goes in a picture: through the level, its doors and lifts, and who stands in it.
 *
 * Source: the original's client game (cg_predict), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOT_TRACE_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOT_TRACE_H

#include "engine/quake3/scene/q3_build.h"
#include "formats/maps/q3_bsp_trace.h"

enum {
    Q3_MASK_SHOT = 0x6000001, /* solid things, bodies, corpses */
    Q3_MASK_WATER = 0x38,
    Q3_NOBODY = -1
};

/* Through the level alone; without one everything is free. */
void q3_level_trace(const struct q3_build *build, const float from[3], const float to[3],
                    uint32_t mask, struct q3_trace *trace);
/* Also against the solid entities of the snapshot, where they are drawn, but `shooter`. Returns the
 * entity that was met, Q3_NOBODY: none, or the level. */
int32_t q3_shot_trace(const struct q3_build *build, const float from[3], const float to[3],
                      int32_t shooter, struct q3_trace *trace);
/* Against one thing's box, which fields[Q3_ES_SOLID] tells, at that place: fraction 1 = beside it
 * or from within. */
void q3_box_trace(int32_t solid, const float origin[3], const float from[3], const float to[3],
                  struct q3_trace *trace);
/* Against a part of the level that has moved by `origin`, alone; one that is turned is met as if it
 * were not. */
void q3_submodel_trace(const struct q3_build *build, int32_t model, const float origin[3],
                       const float from[3], const float to[3], struct q3_trace *trace);
/* Keeps the nearer of both in *best. True: it is the new one. */
bool q3_trace_take_nearer(struct q3_trace *best, const struct q3_trace *other, const float from[3],
                          const float to[3]);
/* Which Q3_CONTENTS_* of a mask are at a point. */
uint32_t q3_level_contents(const struct q3_build *build, const float point[3], uint32_t mask);

#endif
