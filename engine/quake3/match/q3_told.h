/* Statistics that servers send as commands: shots and hits of weapons, damage, armours taken.
 *
 * OSP sends `xstats1` about a client and `statsinfo` about the one whose view it is; CPMA `mstats`
 * during a match and `xstats2` after it (from 1.50 on with an "a" behind the name); Quake Live
 * `scores_duel`. Source: UDT's reader of CPMA's and Quake Live's, and real demos: the numbers of
 * OSP's are those of the table that the same demo prints. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_TOLD_H
#define ENGINE_QUAKE3_MATCH_Q3_TOLD_H

#include "engine/family/demo_figure.h"
#include "formats/quake3/q3_command.h"

/* True if the command with that name may be one of these. */
bool q3_told_is(const char *command);

/* Adds what the command tells; one that is cut or makes no sense tells nothing. viewer: number of
 * the client whose view the demo has. Returns 0 or FORMAT_MEMORY. */
int q3_told_read(const struct q3_words *words, int32_t viewer,
                 struct demo_figures *figures) MUST_CHECK;

#endif
