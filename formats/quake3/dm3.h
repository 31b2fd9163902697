/* Container of Quake III demos (.dm3, .dm_48 to .dm_91): messages from server to client.
 *
 * Source: DM_68 section 3, and Quake III's cl_main.c. A block is an int32 sequence, an int32 size
 * and `size` bytes; -1 and -1 end the demo, of which the second counts. There is no header. A file
 * of joined demos (cat a b) has another message behind the end mark. A view over the file's bytes;
 * owns nothing; the bytes must outlive every struct here. q3_message.h decodes the blocks. */
#ifndef FORMATS_QUAKE3_DM3_H
#define FORMATS_QUAKE3_DM3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    DM3_BLOCK_HEADER = 8,
    DM3_MAX_MESSAGE =
        32768 /* bytes; twice the original's limit; the largest real message has 15339 */
};

struct dm3_block {
    size_t offset;       /* file offset of the block */
    int32_t sequence;    /* of the message; gaps are lost packets, a second gamestate has the same
                            number */
    uint32_t size;       /* bytes of the message, 1..DM3_MAX_MESSAGE */
    const uint8_t *data; /* at offset + DM3_BLOCK_HEADER */
};

/* Reads the block at *pos (0 at first) and advances *pos; passes an end mark that a whole message
 * follows. 1 = a block, 0 = the end: the end mark
 * or, as after a crash, the end of the file between two blocks (*pos stays at size; see
 * dm3_is_ended), negative = damaged or truncated (*pos unchanged, err->offset is the block's). */
int dm3_next_block(const uint8_t *data, size_t size, size_t *pos, struct dm3_block *block,
                   struct format_error *err) MUST_CHECK;

/* True if the end mark is at pos, where dm3_next_block returned 0. */
bool dm3_is_ended(const uint8_t *data, size_t size, size_t pos);

void dm3_write_block(struct byte_writer *out, int32_t sequence, const uint8_t *data, size_t size);
void dm3_write_end(struct byte_writer *out);

#endif
