/* Keys that the player of a Quake III view holds.
 *
 * Quake Live's playerState has the command's directions. Other demos have no commands: they are
 * derived from the playerState, whose movementDir, pm_flags and eFlags the game sets from the
 * command. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_KEYS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_KEYS_H

#include "engine/family/demo_keys.h"
#include "engine/quake3/scene/q3_interp.h"

/* Of a living player whose own view this is. */
struct demo_keys q3_hud_keys(const struct q3_interp *m);

#endif
