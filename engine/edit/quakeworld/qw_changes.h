/* Differences between two states of QuakeWorld clients in one level, as messages. A client that has
 * the first state and reads them has the second, without loading the level again. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_CHANGES_H
#define ENGINE_EDIT_QUAKEWORLD_QW_CHANGES_H

#include "engine/edit/quakeworld/qw_start.h"

/* Why a client in the state `from` has to load the level again for the state `to`: a short text;
 * NULL: it need not. Requires to's level (its serverdata). */
const char *qw_changes_reload(const struct qw_start *from, const struct qw_start *to);

/* Writes packets with what differs: baselines, serverinfo, players' scores and userinfos, light
 * styles, statistics, speeds, pause, orders for the picture. Places of players and entities are
 * not among it. clock, time, output: as qw_start_write's. Requires that qw_changes_reload returns
 * NULL. 0 or FORMAT_MEMORY. */
int qw_changes_write(const struct qw_start *from, const struct qw_start *to, double clock,
                     double time, const struct qw_start_output *output) MUST_CHECK;

#endif
