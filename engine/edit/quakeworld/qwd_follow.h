/* A .qwd behind another one in one file.
 *
 * Clients drop packets whose sequence numbers are not above those before, and wait, or read all at
 * once, where the clock jumps. So the numbers are set in front, as where a recording begins in the
 * middle of a game (QWD, "frame block"), and raised if they would fall, and the times of all blocks
 * are shifted (qwd_shift.h). */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_FOLLOW_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_FOLLOW_H

#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* Appends the blocks of `next` so that they follow those of `before`, and what is behind them as it
 * is. Failures are in out. */
void qwd_follow(const struct qw_demo *before, const struct qw_demo *next, struct byte_writer *out);

#endif
