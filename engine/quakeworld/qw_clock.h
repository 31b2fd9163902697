/* The client's clock of a QuakeWorld demo and where its pictures are: one rule for the scanner and
 * the simulator, so that both number the same updates.
 *
 * A .qwd block begins with the recording client's clock as a float32, a .mvd block with the
 * milliseconds since the block before (formats/quakeworld/qwd.h and mvd.h). */
#ifndef ENGINE_QUAKEWORLD_QW_CLOCK_H
#define ENGINE_QUAKEWORLD_QW_CLOCK_H

#include "engine/quakeworld/quakeworld.h"

/* Moves the clock to the block at offset `at`, whose header must be complete. The first block is
 * at time 0. Steps are at most QW_MAX_GAP seconds; a time that is earlier or not finite does not
 * move the clock. */
void qw_clock_advance(struct qw_clock *clock, const struct qw_demo *demo, size_t at);

/* True if the current block is the last one with its time: at offset `next` the file ends or a
 * block with another time begins. */
bool qw_clock_ends(const struct qw_clock *clock, const struct qw_demo *demo, size_t next);

/* .mvd: the server's time, whole milliseconds in seconds, `passed` seconds behind a serverdata with
 * that demo_time, which counts as 0 if it is not a time. */
double qw_clock_server_time(double demo_time, double passed);

#endif
