/* Converts the playerState to an entity (source: the original's bg_misc), so that the own body is
 * drawn like any other player's. Pure. */
#ifndef ENGINE_QUAKE3_Q3_OWN_ENTITY_H
#define ENGINE_QUAKE3_Q3_OWN_ENTITY_H

#include <stdbool.h>

#include "formats/quake3/q3_snapshot.h"

/* Returns false if the player has no body: spectators, the intermission, gibbed players. */
bool q3_own_entity(const struct q3_player_state *player, struct q3_entity_state *entity);

#endif
