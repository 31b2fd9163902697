/* One .qwd or .mvd block, independent of the container. A view over the demo's bytes. */
#ifndef ENGINE_QUAKEWORLD_QW_BLOCK_H
#define ENGINE_QUAKEWORLD_QW_BLOCK_H

#include "engine/quakeworld/quakeworld.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"

/* Block types: a .qwd's are numbered as enum qwd_block_type, a .mvd's as enum mvd_block_type. */
enum { QW_BLOCK_TYPES = 8 };

#define QW_EVERYBODY 0xffffffffu

struct qw_block {
    size_t offset; /* in the file */
    int type;
    const uint8_t *messages; /* for qw_message_decode; NULL = the block has none, and then: */
    uint32_t size;           /* this and the offset mean nothing */
    size_t messages_offset;  /* in the file */
    uint32_t listeners; /* bit n: the messages are for player n; QW_EVERYBODY; .qwd: always that */
    bool is_end;        /* a .qwd's goodbye outside of the game: nothing after it counts */
    union {
        struct qwd_block qwd;
        struct mvd_block mvd;
    } u;
};

/* container: from qw_detect. Returns 0; if container is none, a negative code and in err the
 * reason: another game's file, or an unsupported QuakeWorld protocol. */
int qw_demo_open(struct qw_demo *demo, const uint8_t *data, size_t size,
                 enum qw_container container, struct format_error *err) MUST_CHECK;

/* Reads the block at *pos and moves *pos past it. Returns 1 = a block, 0 = end of file, negative
 * = damaged (*pos unchanged, err->offset is the block's). */
int qw_block_next(const struct qw_demo *demo, size_t *pos, struct qw_block *block,
                  struct format_error *err) MUST_CHECK;

#endif
