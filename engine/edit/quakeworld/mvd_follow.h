/* A .mvd behind another one in one file: where its levels begin in the server's time.
 *
 * Blocks tell the milliseconds since the block before, so all else of a .mvd goes on by itself. */
#ifndef ENGINE_EDIT_QUAKEWORLD_MVD_FOLLOW_H
#define ENGINE_EDIT_QUAKEWORLD_MVD_FOLLOW_H

#include "engine/edit/edit_follow.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* Appends the bytes of `next`. With how->retime the times in its serverdata messages are moved by
 * as much as makes the first one that at the end of `before`. Failures are in out. */
void mvd_follow(const struct qw_demo *before, const struct qw_demo *next,
                const struct edit_follow *how, struct byte_writer *out);

#endif
