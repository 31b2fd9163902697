/* The match clock of a QuakeWorld server, from the serverinfo keys "status" and "timelimit" and,
 * where a client requested them, the stats with the server's clock.
 *
 * A match begins when status changes from "Standby" or "Countdown" to any other value. From then
 * on the clock runs with the demo's (struct qw_state), stops during a pause and at an
 * intermission, and is corrected by "N min left"; in overtime it continues. Servers without the
 * key have no matches. */
#ifndef ENGINE_QUAKEWORLD_SCREENS_QW_MATCH_H
#define ENGINE_QUAKEWORLD_SCREENS_QW_MATCH_H

#include "engine/quakeworld/qw_state.h"

/* The serverinfo's "status", of that many bytes; 0 = the key is gone. Behind the time limit, where
 * both come at once. */
void qw_match_set_status(struct qw_state *state, const char *value, uint32_t length);

/* A player's QW_STAT_SERVER_TIME came: where the match's start is known, too, both are exact. */
void qw_match_set_time(struct qw_state *state, const int32_t stats[QW_STATS]);

void qw_match_set_pause(struct qw_state *state, bool paused);

/* Seconds the match has lasted at that time of the demo's clock; counting down, its limit (0 where
 * it has none); negative = there is no match. */
double qw_match_clock(const struct qw_state *state, double time);

#endif
