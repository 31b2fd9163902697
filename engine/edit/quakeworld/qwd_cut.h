/* Writes a part of a QuakeWorld client demo (.qwd) as a demo that its engines play.
 *
 * In memory: bytes in, bytes out. Blocks of the part are copied with their sequence numbers. In
 * front stand the blocks of the level up to the part if it begins with the level's first update,
 * else start packets (qw_start.h), the sequence numbers, and the commands that the server had not
 * answered yet. Entities that are told as differences from a frame outside the part are told in
 * full; without extensions all are, since the original clients play no differences, but for
 * range->keep_deltas. Behind the part
 * comes "EndOfDemo".
 *
 * Pictures of the part are the demo's but for the view's bob: a client's bob stops in the air and
 * so depends on all jumps of the level. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_CUT_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_CUT_H

#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* Appends the part to out (caller frees). demo: of container .qwd. range NULL = the whole demo.
 * Returns 0, FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds
 * everything up to the damage; if that is before the part, out is empty. Fills err, whose offset is
 * the file's. */
int qwd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err) MUST_CHECK;

/* The same on a way through the demo (qw_start.h), for several parts that rise. walk: NULL
 * if range is. */
struct qw_walk;
int qwd_walk_cut(const struct qw_demo *demo, struct qw_walk *walk, const struct edit_range *range,
                 struct byte_writer *out, struct edit_report *report,
                 struct format_error *err) MUST_CHECK;

#endif
