/* What stands, lies and flies in a Quake III level besides players: items, missiles, movers, teams'
 * bases.
 *
 * Source: the original's client game (cg_ents), as facts. Numbers a game does not know draw
 * nothing.
 */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PACKET_ENTITIES_H
#define ENGINE_QUAKE3_SCENE_Q3_PACKET_ENTITIES_H

#include "engine/quake3/scene/q3_build.h"

/* An entity of the snapshot that counts, which is neither a player nor an event. */
void q3_packet_entities_add(struct q3_build *build, const struct q3_entity_state *entity);

#endif
