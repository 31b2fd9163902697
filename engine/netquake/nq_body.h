/* What a NetQuake state tells of the player whose view it is; see engine/family/demo_body.h. */
#ifndef ENGINE_NETQUAKE_NQ_BODY_H
#define ENGINE_NETQUAKE_NQ_BODY_H

#include "engine/family/demo_body.h"
#include "engine/netquake/nq_state.h"

void nq_body_find(const struct nq_state *state, const struct dem_file *dem, struct demo_body *body);

#endif
