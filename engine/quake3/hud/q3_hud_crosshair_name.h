/* Who is straight ahead: his name, and for a while after he was.
 *
 * Source: the original's client game (cg_draw), as facts. It looks at each picture it draws; here
 * what the last second's snapshots show counts, whatever was drawn of them. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_CROSSHAIR_NAME_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_CROSSHAIR_NAME_H

#include "engine/quake3/hud/q3_hud.h"

void q3_hud_crosshair_name(struct q3_hud *hud);

#endif
