/* gfx.wad with the status bar's pictures, and the lettered pictures of gfx/. */
#ifndef TOOLS_MKBUILTIN_HUD_H
#define TOOLS_MKBUILTIN_HUD_H

#include "tools/mkbuiltin/pak_out.h"
#include "tools/mkbuiltin/palette.h"

void hud_add(struct pak_out *pak, const struct palette *palette);

#endif
