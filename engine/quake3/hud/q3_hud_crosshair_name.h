/* Name of the player under the crosshair, fading out for a second afterwards.
 *
 * Source: the original's client game (CG_DrawCrosshairNames), as facts. The original scans each
 * drawn frame; here the last second's snapshots are scanned, so the result does not depend on
 * the frames drawn. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_CROSSHAIR_NAME_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_CROSSHAIR_NAME_H

#include "engine/quake3/hud/q3_hud_parts.h"

void q3_hud_crosshair_name(struct q3_hud *hud);

#endif
