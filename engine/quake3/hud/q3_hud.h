/* The 2D layer of a Quake III frame, as the original draws it.
 *
 * Source: the original's client game (cg_draw, cg_scoreboard) and its versions in OpenArena,
 * CPMA and Quake Live, as facts. Positions are those of a 640 x 480 screen. Pictures are from
 * the game data; a missing one is replaced by text or left out. A pure function of the
 * interpolated state and the options. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_H

#include "engine/quake3/scene/q3_build.h"

/* Adds the display to the build's scene, whose view has been found. */
void q3_hud_draw(struct q3_build *build);

#endif
