/* Blocks of a .mvd copied behind others: hidden ones too.
 *
 * The first entities, and each player's first playerinfo, which are differences from what was sent
 * before, are told in full. */
#ifndef ENGINE_EDIT_QUAKEWORLD_MVD_COPY_H
#define ENGINE_EDIT_QUAKEWORLD_MVD_COPY_H

#include "engine/edit/edit_report.h"
#include "engine/edit/quakeworld/qw_start.h"
#include "formats/base/bytes.h"
#include "formats/quakeworld/mvd.h"

struct mvd_copier { /* start from {.demo, .start, .out, .report, .protocol} */
    const struct qw_demo *demo;
    struct qw_start *start;   /* read up to the first block that is copied, if simulates */
    struct byte_writer *out;  /* borrowed */
    struct byte_writer block; /* messages of the block being written; owned */
    struct edit_report *report;
    struct qw_protocol protocol; /* of the next block */
    bool simulates;              /* the start's state follows the blocks, to tell in full: */
    uint32_t new_players;        /* bit n: the next playerinfo of slot n */
    bool has_entities;           /* false: the next entities */
    uint8_t msec; /* of the first block that is written, be it a copy or not; then 0 */
    bool ended;   /* a disconnect was written */
};

/* Appends a block of its own. */
void mvd_copy_add(struct mvd_copier *copier, enum mvd_block_type type, uint8_t to,
                  const struct byte_writer *messages);

/* What comes is behind other blocks than in the demo: the state at the start is told in full. */
void mvd_copy_state(struct mvd_copier *copier);

/* Copies the blocks at *pos..last and moves *pos behind them: up to the end, a disconnect, or
 * damage. begins: the first of them comes copier->msec behind what is in front. trim: what is in
 * front of the first one's serverdata belongs to the level before. Returns 0 or a negative code,
 * *pos is then at the block that is damaged; fills err. */
int mvd_copy_blocks(struct mvd_copier *copier, size_t *pos, size_t last, bool begins, bool trim,
                    struct format_error *err) MUST_CHECK;

/* Appends a block with the entities if those of the state were not told yet. */
void mvd_copy_entities(struct mvd_copier *copier);

void mvd_copy_free(struct mvd_copier *copier);

#endif
