/* A .mvd behind another one in one file: where its levels begin in the server's time, and what of
 * its sign-on has to be told.
 *
 * Blocks tell the milliseconds since the block before, so all else of a .mvd goes on by itself. */
#ifndef ENGINE_EDIT_QUAKEWORLD_MVD_FOLLOW_H
#define ENGINE_EDIT_QUAKEWORLD_MVD_FOLLOW_H

#include "engine/edit/edit_follow.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* Appends the blocks of `next`, and what is behind them as it is. With how->retime the times in its
 * serverdata messages are moved by as much as makes the first one that at the end of `before`. With
 * how->smooth the sign-on of its first level becomes what differs from the state at the end of
 * `before` (qw_changes.h), if the level, its models, sounds and static entities are the same; else
 * how->anew is set. Then the first players and entities are told in full. Returns 0 or
 * FORMAT_MEMORY. */
int mvd_follow(const struct qw_demo *before, const struct qw_demo *next, struct edit_follow *how,
               struct byte_writer *out) MUST_CHECK;

#endif
