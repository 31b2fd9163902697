/* Blocks of a .qwd copied behind others, with entities that refer to nothing that is not there.
 *
 * Entities that are told as differences from a frame that was not copied are told in full; where
 * that frame is not known, or the differences have no base, they are left out. A packet that gets
 * too long for clients is split in two if a sequence number is free. Players need nothing: they are
 * told in full in each packet. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_COPY_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_COPY_H

#include "engine/edit/edit_report.h"
#include "engine/edit/quakeworld/qw_start.h"
#include "engine/edit/quakeworld/qwd_shift.h"
#include "formats/base/bytes.h"
#include "formats/quakeworld/qwd.h"

/* Bytes of a packet's messages that QuakeWorld's client reads. */
enum { QWD_COPY_ORIGINAL = 1450 - 8 };

struct qwd_copier { /* start from {.demo, .start, .out, .report, .protocol} */
    const struct qw_demo *demo;
    struct qw_start *start;    /* read up to the first block that is copied, if simulates */
    struct byte_writer *out;   /* borrowed */
    struct byte_writer packet; /* messages of the packet being written; owned */
    struct byte_writer front;  /* to stand in front of the next packet's messages; owned */
    struct edit_report *report;
    struct qwd_shift shift;
    struct qw_protocol protocol; /* of the next block */
    bool simulates;    /* the start's state follows the blocks, to tell entities in full */
    bool keep_deltas;  /* without extensions, too */
    bool has_entities; /* of the first update; else they are added */
    uint32_t incoming; /* sequence number of the last packet in front of the first block */
    uint32_t sequence; /* of the last packet written */
    float time;        /* of the last block written, as in the demo */
    size_t offset;     /* of the block that is copied */
    bool ended;        /* a disconnect was written */
};

/* Appends a block, shifted. */
void qwd_copy_write(struct qwd_copier *copier, const struct qwd_block *block);

/* Copies the blocks at *pos..last and moves *pos behind them: up to the end, a disconnect, or
 * damage. trim: what is in front of the first one's serverdata belongs to the level before. Returns
 * 0 or a negative code, *pos is then at the block that is damaged; fills err. */
int qwd_copy_blocks(struct qwd_copier *copier, size_t *pos, size_t last, bool trim,
                    struct format_error *err) MUST_CHECK;

/* The sequence number of the first of the recorder's commands that a client has to know at the
 * start's state: those that the server had not answered, and in any case the last, which has the
 * angles of the view. */
uint32_t qwd_copy_first_command(const struct qw_start *start);

void qwd_copy_free(struct qwd_copier *copier);

#endif
