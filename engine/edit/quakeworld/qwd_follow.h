/* A .qwd behind another one in one file.
 *
 * Clients drop packets whose sequence numbers are not above those before, and wait, or read all at
 * once, where the clock jumps. So the numbers are set in front, as where a recording begins in the
 * middle of a game (QWD, "frame block"), and raised if they would fall, and the times of all blocks
 * are shifted (qwd_shift.h). */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_FOLLOW_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_FOLLOW_H

#include "engine/edit/edit_follow.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* Appends the blocks of `next` so that they follow those of `before`, and what is behind them as it
 * is. With how->smooth the sign-on of its first level becomes what differs from the state at the
 * end of `before` (qw_changes.h), if the level, its models, sounds and static entities are the
 * same; else how->anew is set. Then entities are told in full before others are differences from
 * them, and times are shifted only if the first one does not come within 0.1 s. Returns 0 or
 * FORMAT_MEMORY. */
int qwd_follow(const struct qw_demo *before, const struct qw_demo *next, struct edit_follow *how,
               struct byte_writer *out) MUST_CHECK;

#endif
