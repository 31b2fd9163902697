/* The own player as an entity: what the original's client game makes of the playerState
 * (bg_misc), as facts, so that his body is drawn as everybody's. Pure. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_OWN_ENTITY_H
#define ENGINE_QUAKE3_SCENE_Q3_OWN_ENTITY_H

#include <stdbool.h>

#include "formats/quake3/q3_snapshot.h"

/* False: he has no body, as he watches, the level is over, or there is too little left of him. */
bool q3_own_entity(const struct q3_player_state *player, struct q3_entity_state *entity);

#endif
