/* The scripts of the level's surfaces, of effects and of items. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_SHADERS_H
#define TOOLS_MKBUILTIN_QUAKE3_SHADERS_H

#include "tools/mkbuiltin/quake3/pk3_out.h"

void shaders_add(struct pk3_out *pk3);

#endif
