/* Everything of Quake III's kind in the built-in pack. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_QUAKE3_H
#define TOOLS_MKBUILTIN_QUAKE3_QUAKE3_H

#include "tools/mkbuiltin/palette.h"

/* The bytes of the pk3, to be freed by the caller. */
struct buf quake3_make(const struct palette *palette);

#endif
