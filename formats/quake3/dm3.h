/* The container of Quake III demos (.dm3, .dm_48 to .dm_91): messages from server to client.
 *
 * Source: DM_68 section 3, and Quake III's cl_main.c. Blocks of int32 sequence,
 * int32 size and so many bytes, and at the end -1 and -1. There is no header.
 * A view over the file's bytes: nothing is copied or owned; the bytes must outlive every struct
 * here. What is inside a block is q3_message.h's business. */
#ifndef FORMATS_QUAKE3_DM3_H
#define FORMATS_QUAKE3_DM3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    DM3_BLOCK_HEADER = 8,
    DM3_MAX_MESSAGE = 32768 /* twice what the original takes; the largest real one has 15339 */
};

struct dm3_block {
    size_t offset;       /* of the block in the file */
    int32_t sequence;    /* of the message; gaps are lost packets, a second gamestate repeats one */
    uint32_t size;       /* of the message, 1 to DM3_MAX_MESSAGE */
    const uint8_t *data; /* DM3_BLOCK_HEADER behind offset */
};

/* Reads the block at *pos (0 at first) and moves *pos behind it.
 * 1 = a block, 0 = the end: -1, -1 or, as after a crash, the file's own between two blocks (then
 * *pos stays at size; dm3_is_ended tells), negative = damaged or cut (*pos unchanged, err->offset
 * is the block's). */
int dm3_next_block(const uint8_t *data, size_t size, size_t *pos, struct dm3_block *block,
                   struct format_error *err) MUST_CHECK;

/* Whether the end mark, as it should, stands where dm3_next_block has returned 0. */
bool dm3_is_ended(const uint8_t *data, size_t size, size_t pos);

void dm3_write_block(struct byte_writer *out, int32_t sequence, const uint8_t *data, size_t size);
void dm3_write_end(struct byte_writer *out);

#endif
