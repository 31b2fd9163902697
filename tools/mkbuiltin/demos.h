/* The two recorded shows of the pack. */
#ifndef MKBUILTIN_DEMOS_H
#define MKBUILTIN_DEMOS_H

#include "level.h"
#include "pak_out.h"

/* A single player's walk through the whole level, seen through his eyes. */
void demos_add_walk(struct pak_out *pak, const struct level *world);
/* A duel in the courtyard seen by flying and fixed cameras. */
void demos_add_duel(struct pak_out *pak, const struct level *world);

#endif
