/* A NetQuake demo behind another one in one file: its times, and what of its start state has to be
 * told.
 *
 * Sources: DEM 1.0.9 section 7; what clients make of a time that goes back, and of a second
 * serverinfo (cl_main.c, CL_LerpPoint; cl_parse.c, CL_ParseServerInfo). */
#ifndef ENGINE_EDIT_NETQUAKE_NQ_FOLLOW_H
#define ENGINE_EDIT_NETQUAKE_NQ_FOLLOW_H

#include "engine/edit/edit_follow.h"
#include "engine/netquake/nq_file.h"
#include "formats/base/bytes.h"

/* Appends the blocks of `next` so that they follow those of `before`, and what is behind them as it
 * is. With how->retime all its times are moved by as much as makes its first one come a step of
 * `before` after the last one there. With how->smooth, which moves times as well unless they go on
 * by themselves, the blocks up to the first entities become the differences from the state at the
 * end of `before`, if the level, its models, sounds and static entities are the same; else
 * how->anew is set. Returns 0 or FORMAT_MEMORY. */
int nq_follow(const struct nq_file *before, const struct nq_file *next, struct edit_follow *how,
              struct byte_writer *out) MUST_CHECK;

#endif
