/* The most frequent sounds of demo5: steps, shots, explosions, items. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_SOUNDS3_H
#define TOOLS_MKBUILTIN_QUAKE3_SOUNDS3_H

#include "tools/mkbuiltin/pak_out.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"

/* quake: the pack's sounds of Quake's kind, some of which serve here, too. */
void sounds3_add(struct pk3_out *pk3, const struct pak_out *quake);

#endif
