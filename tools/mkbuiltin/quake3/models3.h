/* The models of demo5: the player, weapons, items, missiles and debris. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_MODELS3_H
#define TOOLS_MKBUILTIN_QUAKE3_MODELS3_H

#include "tools/mkbuiltin/palette.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"

void models3_add_player(struct pk3_out *pk3, const struct palette *palette);
void models3_add_weapons(struct pk3_out *pk3, const struct palette *palette);
void models3_add_items(struct pk3_out *pk3, const struct palette *palette);

#endif
