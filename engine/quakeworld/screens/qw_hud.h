/* The 2D layer of a QuakeWorld frame: status bar, scores, notify lines. */
#ifndef ENGINE_QUAKEWORLD_SCREENS_QW_HUD_H
#define ENGINE_QUAKEWORLD_SCREENS_QW_HUD_H

#include "engine/quake/quake_scene.h"
#include "engine/quakeworld/qw_view.h"

/* in_game: there is a picture below. */
void qw_hud_add(struct quake_build *b, const struct qw_state *state, const struct qw_pov *eyes,
                bool in_game);

#endif
