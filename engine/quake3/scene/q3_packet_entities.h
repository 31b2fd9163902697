/* Adds the entities of a snapshot that are not players: items, missiles, movers, team bases.
 *
 * Source: the original's client game (cg_ents). Entity types that the game does not have draw
 * nothing.
 */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PACKET_ENTITIES_H
#define ENGINE_QUAKE3_SCENE_Q3_PACKET_ENTITIES_H

#include "engine/quake3/scene/q3_build.h"

/* entity: of the current snapshot, neither a player nor an event. */
void q3_packet_entities_add(struct q3_build *build, const struct q3_entity_state *entity);

#endif
