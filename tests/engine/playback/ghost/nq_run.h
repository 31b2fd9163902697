/* NetQuake demos of a run: a player goes along a line on a level, picks things up and finishes.
 *
 * Server time begins at 1 s; updates come every 1/32 s. The player stands at x = 0 until `start`,
 * then goes along x at `speed` units per second (in steps of 16), at y, z = 24. */
#ifndef TESTS_ENGINE_PLAYBACK_GHOST_NQ_RUN_H
#define TESTS_ENGINE_PLAYBACK_GHOST_NQ_RUN_H

#include <stdint.h>

#include "formats/base/bytes.h"

enum nq_run_what { NQ_RUN_ITEM, NQ_RUN_SECRET, NQ_RUN_DOOR, NQ_RUN_END };

/* What happens at the first update at or behind a place. */
struct nq_run_event {
    double x;
    enum nq_run_what what; /* DOOR: sounds at x, 0, 0, as entity number; END: intermission */
    uint32_t number;       /* ITEM: IT_* bits that are there from then on */
};

struct nq_run {
    const char *level; /* "maps/run.bsp" */
    uint32_t updates;
    double start; /* seconds from the first update */
    double speed, y;
    const struct nq_run_event *events; /* by rising x */
    uint32_t num_events;
};

#define NQ_RUN_STEP (1.0 / 32.0)

/* The player's x at an update. */
double nq_run_place(const struct nq_run *run, uint32_t update);

/* Appends a demo of the runs, one level after the other. */
void nq_run_write(struct byte_writer *out, const struct nq_run *runs, uint32_t count);

#endif
