/* How the team mates of a QuakeWorld player are: in a .mvd from what everybody has, in a .qwd from
 * what the server told the recorder. */
#ifndef ENGINE_QUAKEWORLD_SCREENS_QW_TEAM_H
#define ENGINE_QUAKEWORLD_SCREENS_QW_TEAM_H

#include "engine/quake/quake_scene.h"
#include "engine/quakeworld/qw_state.h"

/* What a .qwd was told of a mate counts for so long. */
#define QW_MATE_SECONDS 5.0

/* Those of the player in that slot, by rising slot, without himself; none without teams. Returns
 * how many. */
size_t qw_list_mates(const struct quake_build *build, const struct qw_state *state, uint32_t slot,
                     struct hud_teammate mates[QW_PLAYERS]);

#endif
