/* Writes a part of a QuakeWorld multi-view demo (.mvd) as a demo that its engines play.
 *
 * In memory: bytes in, bytes out. Blocks of the part are copied, hidden ones too. In front stand
 * the blocks of the level up to the part if it begins with the level's first update, else start
 * blocks (qw_start.h). The part's first entities, and each player's first playerinfo, which are
 * differences from what was sent before, are told in full. Behind the part comes "EndOfDemo". */
#ifndef ENGINE_EDIT_QUAKEWORLD_MVD_CUT_H
#define ENGINE_EDIT_QUAKEWORLD_MVD_CUT_H

#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* As qwd_cut, of a demo of container .mvd. */
int mvd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err) MUST_CHECK;

/* The same on a way through the demo (qw_start.h), for several parts that rise. walk: NULL
 * if range is. */
struct qw_walk;
int mvd_walk_cut(const struct qw_demo *demo, struct qw_walk *walk, const struct edit_range *range,
                 struct byte_writer *out, struct edit_report *report,
                 struct format_error *err) MUST_CHECK;

#endif
