/* A block of a NetQuake demo that is too long for the client it is for, as several. */
#ifndef ENGINE_EDIT_NQ_SPLIT_BLOCK_H
#define ENGINE_EDIT_NQ_SPLIT_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/netquake/nq_message.h"

/* Most bytes of a block's messages. */
enum {
    NQ_BLOCK_ID = 8000,         /* Quake 1.06 to 1.09, ezQuake (MAX_MSGLEN, quakedef.h) */
    NQ_BLOCK_FITZQUAKE = 32000, /* FitzQuake 0.85 */
    NQ_BLOCK_QUAKESPASM = 64000
};

/* What the oldest client of the protocol reads; the largest block of all if that is not known. */
size_t nq_block_limit(const struct nq_protocol *protocol);

/* Appends the messages, size bytes of a protocol, in blocks of at most limit bytes with these view
 * angles; a block that fits stays one. Sounds, particles, temporary entities and prints of an
 * update go in front of it: a client reads blocks without a time at once. Those behind a message
 * that tells of a level's models and sounds stay behind it. All else of an update stays in one
 * block, for an entity that is not in the block with the newest time is gone. Blocks
 * without a time are split between any two messages. *blocks grows by what was written; *largest is
 * set to the longest block, which exceeds limit if a message or an update alone does. Returns 0 or
 * the decoder's code. */
int nq_split_block(const struct nq_protocol *protocol, const float angles[3], const uint8_t *data,
                   size_t size, size_t limit, struct byte_writer *out, uint32_t *blocks,
                   size_t *largest) MUST_CHECK;

#endif
