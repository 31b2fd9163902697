/* What a QuakeWorld state tells of timed items and players; see engine/family/demo_items.h. */
#ifndef ENGINE_QUAKEWORLD_QW_ITEMS_H
#define ENGINE_QUAKEWORLD_QW_ITEMS_H

#include "engine/family/demo_items.h"
#include "engine/quakeworld/qw_state.h"

/* data: the demo's bytes. */
void qw_items_find(const struct qw_state *state, const uint8_t *data, struct demo_items *items);

#endif
