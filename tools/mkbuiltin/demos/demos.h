/* The recorded shows of the pack. */
#ifndef TOOLS_MKBUILTIN_DEMOS_DEMOS_H
#define TOOLS_MKBUILTIN_DEMOS_DEMOS_H

#include "tools/mkbuiltin/level.h"
#include "tools/mkbuiltin/pak_out.h"

/* A single player's walk through the whole level, from the player's view. */
void demos_add_walk(struct pak_out *pak, const struct level *world);
/* A duel in the courtyard seen by flying and fixed cameras. */
void demos_add_duel(struct pak_out *pak, const struct level *world);
/* The duel as QuakeWorld: demo3.qwd through Ember's eyes, demo4.mvd through both players'. */
void demos_add_quakeworld(struct pak_out *pak, const struct level *world);

#endif
