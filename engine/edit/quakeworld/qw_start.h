/* What a QuakeWorld client knows where a part of a demo begins, for both containers, and the start
 * messages that tell it, in the order of a recording that is begun in the middle of a game.
 *
 * Messages are kept as they are in the file, so the result has the recorder's own bytes; what
 * counts up or is told in pieces (statistics, orders for the picture) comes from the simulated
 * state. Source: the order that TyrQuake, ezQuake (.qwd) and MVDSV (.mvd) write. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_START_H
#define ENGINE_EDIT_QUAKEWORLD_QW_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/quakeworld/qw_message.h"

struct qw_known;

struct qw_start { /* start from {0} */
    const struct qw_demo *demo;
    struct qw_state *state; /* before the block at `part` */
    size_t part;      /* offset of the first of the blocks that make the first update, or `end` */
    uint32_t index;   /* that block's number */
    bool entered;     /* the level is under way: it had an update before */
    bool first_level; /* the level is the demo's first: what is in front belongs to it */
    size_t level;     /* offset of the block with the level's serverdata, or 0; before it: */
    struct qw_protocol protocol;
    uint32_t level_outgoing, level_incoming; /* .qwd: sequence numbers */
    struct qw_known *known;                  /* messages of the level */
    bool borrows;                            /* known is the walk's, else owned */
};

void qw_start_free(struct qw_start *start);

/* A way through a demo, on which the start states of parts are found. demo must outlive it. NULL:
 * out of memory. Not thread-safe. */
struct qw_walk;
struct qw_walk *qw_walk_create(const struct qw_demo *demo);
void qw_walk_free(struct qw_walk *walk);

/* Reads the demo up to the part whose first update is complete with the block at offset `first`: on
 * from the part before, or again if that was behind. *start is good until the next call; free it in
 * any case. Returns 0, FORMAT_MEMORY, or another negative code if what is in front of the part is
 * damaged; fills err. */
int qw_start_read(struct qw_start *start, struct qw_walk *walk, size_t first,
                  struct format_error *err) MUST_CHECK;

/* mvd_walk_cut or qwd_walk_cut. */
typedef int qw_walk_cut_fn(const struct qw_demo *demo, struct qw_walk *walk,
                           const struct edit_range *range, struct byte_writer *out,
                           struct edit_report *report, struct format_error *err);

/* Cuts the part, or the whole demo if range is NULL. Returns what `cut` returns, or FORMAT_MEMORY;
 * fills err. */
int qw_cut_once(const struct qw_demo *demo, const struct edit_range *range, qw_walk_cut_fn *cut,
                struct byte_writer *out, struct edit_report *report,
                struct format_error *err) MUST_CHECK;

/* Reads the blocks before offset `end`: the state there, and the messages of its level. demo must
 * outlive *start; free it in any case. Codes as above. */
int qw_start_read_to(struct qw_start *start, const struct qw_demo *demo, size_t end,
                     struct format_error *err) MUST_CHECK;

/* .qwd: the dem_cmd block (bytes from its time on) of the recorder's command with that sequence
 * number; size 0: it is not in the demo, or more than 63 commands ago. */
size_t qw_start_command(const struct qw_start *start, uint32_t sequence, const uint8_t **block);

enum qw_start_audience { QW_START_ALL, QW_START_ONE, QW_START_STATS };

struct qw_start_output {
    /* Takes the messages of one packet or block; player: 0..31, of ONE and STATS. */
    void (*packet)(void *context, enum qw_start_audience audience, uint8_t player,
                   const struct byte_writer *messages);
    void *context;
};

/* Writes the packets of the start state. clock: the demo's clock where the first of them stands;
 * time: what the file has there, seconds (.qwd: the recorder's, .mvd: the server's). Requires
 * start->entered. 0 or FORMAT_MEMORY. */
int qw_start_write(const struct qw_start *start, double clock, double time,
                   const struct qw_start_output *output) MUST_CHECK;

/* Writes packets with the orders for the picture that the console keeps over levels, for a part
 * that begins with a level. 0 or FORMAT_MEMORY. */
int qw_start_write_orders(const struct qw_start *start,
                          const struct qw_start_output *output) MUST_CHECK;

#endif
