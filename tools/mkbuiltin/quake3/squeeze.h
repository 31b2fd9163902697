/* Deflate (RFC 1951) with codes made for the data: packs a third better than the fixed codes of
 * formats/pictures/deflate.h, in more time. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_SQUEEZE_H
#define TOOLS_MKBUILTIN_QUAKE3_SQUEEZE_H

#include "tools/mkbuiltin/util.h"

/* Appends the packed bytes; the same bytes give the same result anywhere. */
void squeeze(struct buf *out, const uint8_t *data, size_t size);

#endif
