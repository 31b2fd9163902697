/* Keys that a player of a QuakeWorld demo holds.
 *
 * Told: the recorder's commands of a .qwd; those of hidden blocks of a .mvd; the direction of
 * others' commands in a .qwd, whose buttons servers keep to themselves. What is not told and shows
 * is derived. */
#ifndef ENGINE_QUAKEWORLD_SCREENS_QW_KEYS_H
#define ENGINE_QUAKEWORLD_SCREENS_QW_KEYS_H

#include "engine/family/demo_keys.h"
#include "engine/quakeworld/qw_view.h"

/* time: of the frame, between the state's last two updates. Nothing for spectators, the dead and
 * in intermissions. */
struct demo_keys qw_keys_find(const struct qw_state *state, const struct qw_pov *eyes, double time);

#endif
