/* demo5: a walk over the fog, through the gate and round the pool, with two others in the way. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_SHOW_H
#define TOOLS_MKBUILTIN_QUAKE3_SHOW_H

#include "tools/mkbuiltin/level.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"

/* world: for wall checks of the players and for traces of the shots. */
void show_add(struct pk3_out *pk3, const struct level *world);

#endif
