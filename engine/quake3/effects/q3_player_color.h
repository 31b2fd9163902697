/* The colours that players chose: of their rails.
 *
 * Source: the original's client game and those made of it, as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_PLAYER_COLOR_H
#define ENGINE_QUAKE3_EFFECTS_Q3_PLAYER_COLOR_H

#include "engine/quake3/scene/q3_interp.h"

enum q3_player_color { Q3_COLOR_CORE, Q3_COLOR_RINGS };

/* 0 .. 1; white of who is nobody. */
void q3_player_color(const struct q3_interp *interp, int32_t client, enum q3_player_color which,
                     float color[3]);

#endif
