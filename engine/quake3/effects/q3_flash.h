/* The fire at a gun's muzzle, its light, and lightning that comes out there.
 *
 * Source: the original's client game (cg_weapons), as facts: it stands for 20 ms behind a shot, or
 * as long as a gauntlet, a lightning gun or a grapple fires. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_FLASH_H
#define ENGINE_QUAKE3_EFFECTS_Q3_FLASH_H

#include <stdbool.h>

#include "engine/quake3/scene/q3_players.h"

/* gun: where it is drawn, with a tag for its flash; model: its name ("a/x.md3"). */
void q3_flash_add(const struct q3_body *body, const struct rgb_entity *gun, const char *model);

/* Whether there is fire at the muzzle now. */
bool q3_flash_is_there(const struct q3_body *body);

/* Lightning of who looks where no gun is drawn. */
void q3_flash_add_unarmed(const struct q3_body *body);

#endif
