/* Everything of Quake III's kind in the built-in pack. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_QUAKE3_H
#define TOOLS_MKBUILTIN_QUAKE3_QUAKE3_H

#include "tools/mkbuiltin/pak_out.h"
#include "tools/mkbuiltin/palette.h"

/* The bytes of the pk3, to be freed by the caller. quake: with the sounds of Quake's kind in it. */
struct buf quake3_make(const struct palette *palette, const struct pak_out *quake);

#endif
