/* Rail colours that players chose (color1, color2).
 *
 * Source: the original's client game and those made of it, as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_PLAYER_COLOR_H
#define ENGINE_QUAKE3_EFFECTS_Q3_PLAYER_COLOR_H

#include "engine/quake3/scene/q3_interp.h"

enum q3_player_color { Q3_COLOR_CORE, Q3_COLOR_RINGS };

/* Red, green, blue, 0..1; white if the client is not connected. */
void q3_player_color(const struct q3_interp *interp, int32_t client, enum q3_player_color which,
                     float color[3]);

#endif
