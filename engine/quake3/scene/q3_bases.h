/* Team bases of Team Arena's game types: flag stands, obelisks, skull receptacles.
 *
 * Source: the original's client game (cg_ents, CG_TeamBase). Only games with Team Arena's models
 * have them. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_BASES_H
#define ENGINE_QUAKE3_SCENE_Q3_BASES_H

#include "engine/quake3/scene/q3_build.h"

enum q3_obelisk { /* frame of its entity */
                  Q3_OBELISK_STANDS,
                  Q3_OBELISK_HIT,
                  Q3_OBELISK_GONE
};

/* Adds the base of an entity of type Q3_ET_TEAM. */
void q3_bases_add(struct q3_build *build, const struct q3_entity_state *entity,
                  const float origin[3]);

/* Time from an obelisk's destruction to the start of its regrowth, ms; the regrowth takes as long.
 */
int32_t q3_bases_wait(const struct q3_state *state);

#endif
