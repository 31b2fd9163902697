/* Muzzle flash, its light, and the lightning beam that starts at the muzzle.
 *
 * Source: the original's client game (cg_weapons), as facts: a flash lasts 20 ms after a shot, or
 * as long as a gauntlet, a lightning gun or a grapple fires. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_FLASH_H
#define ENGINE_QUAKE3_EFFECTS_Q3_FLASH_H

#include <stdbool.h>

#include "engine/quake3/scene/q3_players.h"

/* gun: the gun as drawn, whose model has tag_flash; model: its file name ("a/x.md3"). */
void q3_flash_add(const struct q3_body *body, const struct rgb_entity *gun, const char *model);

/* True if the muzzle flash is visible now. */
bool q3_flash_is_there(const struct q3_body *body);

/* Lightning of the followed player if no gun is drawn. */
void q3_flash_add_unarmed(const struct q3_body *body);

#endif
