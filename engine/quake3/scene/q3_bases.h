/* What marks teams' places in Team Arena's kinds of games: the feet of flags, obelisks, the pits
 * that skulls are brought to.
 *
 * Source: the original's client game (cg_ents, CG_TeamBase), as facts. Only games with Team Arena's
 * models have them. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_BASES_H
#define ENGINE_QUAKE3_SCENE_Q3_BASES_H

#include "engine/quake3/scene/q3_build.h"

enum q3_obelisk { /* frame of its entity */
                  Q3_OBELISK_STANDS,
                  Q3_OBELISK_HIT,
                  Q3_OBELISK_GONE
};

/* entity: a team's (Q3_ET_TEAM), which stands there. */
void q3_bases_add(struct q3_build *build, const struct q3_entity_state *entity,
                  const float origin[3]);

/* So many ms after an obelisk was lost it begins to grow again, for as long once more. */
int32_t q3_bases_wait(const struct q3_state *state);

#endif
