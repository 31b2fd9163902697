/* Status of a QuakeWorld player's team mates: from all players' stats in a .mvd, from "//tinfo"
 * in a .qwd. */
#ifndef ENGINE_QUAKEWORLD_SCREENS_QW_TEAM_H
#define ENGINE_QUAKEWORLD_SCREENS_QW_TEAM_H

#include "engine/quake/quake_scene.h"
#include "engine/quakeworld/qw_state.h"

/* Data of a .qwd expires after this. */
#define QW_MATE_SECONDS 5.0

/* The team mates of the player in that slot, ordered by slot, without the player; none if
 * teamplay is off. Returns their number. */
size_t qw_list_mates(const struct quake_build *build, const struct qw_state *state, uint32_t slot,
                     struct hud_teammate mates[QW_PLAYERS]);

/* True if teamplay is on and both are of one team; nobody is a team mate of itself. */
bool qw_are_mates(const struct qw_state *state, uint32_t slot, uint32_t other);

#endif
