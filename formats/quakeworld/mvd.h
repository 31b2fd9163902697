/* Container of QuakeWorld multi-view demos (.mvd): what a server sent to all its clients.
 *
 * Source: MVDSV (sv_demo.c) and ezQuake (cl_demo.c). There is no file header. A view over the
 * file's bytes; owns nothing; the bytes must outlive every struct here. qw_message.h decodes the
 * messages of a block (with qw_protocol.is_mvd set). Writing a block that was read gives back its
 * bytes exactly. */
#ifndef FORMATS_QUAKEWORLD_MVD_H
#define FORMATS_QUAKEWORLD_MVD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"
#include "formats/quakeworld/qwd.h"

enum {
    MVD_BLOCK_HEADER = 2,      /* uint8 milliseconds, uint8 type */
    MVD_PLAYERS = 32,          /* that a type byte and a mask can name */
    MVD_MAX_BLOCK_SIZE = 65536 /* larger ones are damage; the largest real block has 3554 bytes */
};

enum mvd_block_type {                   /* the low three bits of the type byte */
                      MVD_CMD = 0,      /* as in a .qwd; in no real file */
                      MVD_READ = 1,     /* messages to all clients, in files converted from .qwd */
                      MVD_SET = 2,      /* sequence numbers */
                      MVD_MULTIPLE = 3, /* messages to the players of a mask */
                      MVD_SINGLE = 4,   /* messages to one player */
                      MVD_STATS = 5,    /* stats of one player */
                      MVD_ALL = 6       /* messages to all clients */
};

struct mvd_block {
    size_t offset; /* in the file */
    uint8_t msec;  /* since the block before, 1/1000 s */
    enum mvd_block_type type;
    uint8_t to;    /* MVD_SINGLE, MVD_STATS: the player, 0 to 31; of other types as found */
    uint32_t mask; /* MVD_MULTIPLE: bit n = player n; no bit = hidden, not for players */
    union {
        struct qwd_cmd cmd;
        struct {
            uint32_t outgoing, incoming; /* sequence numbers */
        } set;
        struct { /* all other types */
            const uint8_t *data;
            uint32_t size;
            size_t offset; /* in the file */
        } messages;
    } u;
};

/* Reads the block at *pos (0 at first) and advances *pos. 1 = a block, 0 = clean end of the file,
 * negative = damaged (*pos unchanged, err->offset is the block's). */
int mvd_next_block(const uint8_t *data, size_t size, size_t *pos, struct mvd_block *block,
                   struct format_error *err) MUST_CHECK;

/* True for hidden messages: MVDSV's data for tools (MVD1 0x20), whose layout varies and which
 * players ignore. Do not decode them. */
static inline bool mvd_is_hidden(const struct mvd_block *block)
{
    return block->type == MVD_MULTIPLE && block->mask == 0;
}

/* True if u.messages is set and qw_message_decode can read it. */
static inline bool mvd_has_messages(const struct mvd_block *block)
{
    return block->type != MVD_CMD && block->type != MVD_SET && !mvd_is_hidden(block);
}

/* Appends the block's bytes. The offsets do not count. */
void mvd_write_block(struct byte_writer *out, const struct mvd_block *block);

#endif
