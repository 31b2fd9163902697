/* The camera at the last snapshots, for what the original carries on from picture to picture: who
 * was under the crosshair, which puffs of smoke the eyes were in.
 *
 * Pure: a function of the state's ring of snapshots, the options and the level. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PAST_VIEW_H
#define ENGINE_QUAKE3_SCENE_Q3_PAST_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/scene/q3_build.h"

/* The camera as drawn at the snapshot `back` snapshots before build->interp.from (0: at that one),
 * with bob, kick and landing; *then is the interpolation at it. back: 0..Q3_PAST_VIEWS - 1. Kicks
 * and landings that a newer one has replaced since are missing. Returns false if that snapshot did
 * not arrive. */
bool q3_past_view(const struct q3_build *build, uint32_t back, struct q3_interp *then,
                  struct q3_view *view);

/* True if, at a snapshot in [since, now), the eyes of the recording player were less than `radius`
 * from a point. The point is at `origin` at the server time `since` (ms) and moves by `velocity`
 * (units per second). Always false for a camera that does not look through these eyes. */
bool q3_past_eyes_were_in(struct q3_build *build, const float origin[3], const float velocity[3],
                          float radius, double since);

#endif
