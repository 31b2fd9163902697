/* The pictures of the level's surfaces and of effects, drawn by rules. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_PICTURES_H
#define TOOLS_MKBUILTIN_QUAKE3_PICTURES_H

#include "tools/mkbuiltin/quake3/pk3_out.h"

void pictures_add_walls(struct pk3_out *pk3);
void pictures_add_effects(struct pk3_out *pk3);

#endif
