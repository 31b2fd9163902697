/* What a NetQuake state tells of timed items and players in deathmatch; see
 * engine/family/demo_items.h. */
#ifndef ENGINE_NETQUAKE_NQ_ITEMS_H
#define ENGINE_NETQUAKE_NQ_ITEMS_H

#include "engine/family/demo_items.h"
#include "engine/netquake/nq_state.h"

void nq_items_find(const struct nq_state *state, const struct dem_file *dem,
                   struct demo_items *items);

#endif
