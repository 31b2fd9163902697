/* Items of Quake and QuakeWorld by model: which are timed, and when they come back.
 *
 * Source: the game code (items.qc), as facts. */
#ifndef ENGINE_QUAKE_OVERLAY_QUAKE_ITEMS_H
#define ENGINE_QUAKE_OVERLAY_QUAKE_ITEMS_H

#include "engine/family/demo_items.h"

/* Fills kind, respawn and while_rich from a model's file name; armours differ by skin. False: not a
 * timed item. */
bool quake_items_know(const char *model, uint32_t skin, struct demo_item *item);

#endif
