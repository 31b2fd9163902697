/* long_demo.h's QuakeWorld part. */
#ifndef TOOLS_QW_LONG_DEMO_H
#define TOOLS_QW_LONG_DEMO_H

#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"

/* As long_demo_make. A repeat of a .qwd has its blocks' times and its packets' sequence numbers
 * carried on, those of the server by whole turns of the 8 bits a delta names its base with: a
 * demo whose frames are deltas shows few entities after the first repeat, since the base of the
 * first one is missing. */
int qw_long_demo_make(struct byte_writer *out, const struct qw_demo *demo, double seconds,
                      struct format_error *err) MUST_CHECK;

#endif
