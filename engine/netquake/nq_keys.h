/* Keys that the player of a NetQuake demo holds: JoeQuake's stuffed ones, else what motion and
 * weapon show. */
#ifndef ENGINE_NETQUAKE_NQ_KEYS_H
#define ENGINE_NETQUAKE_NQ_KEYS_H

#include "engine/family/demo_keys.h"
#include "engine/netquake/nq_state.h"

/* At the state's last update; nothing for the dead and in the screens of a level's end. */
struct demo_keys nq_keys_find(const struct nq_state *state);

#endif
