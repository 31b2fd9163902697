#include "formats/quakeworld/mvd.h"

#include "formats/base/fields.h"

enum { WORD_BYTES = 4, TYPE_BITS = 3, TYPE_MASK = 7 };

static const char *const block_names[] = {"client", "read",  "frame", "multiple",
                                          "single", "stats", "all"};

static int fail_cut(const struct mvd_block *block, size_t left, size_t need,
                    struct format_error *err)
{
    return format_fail(err, FORMAT_TRUNCATED, block->offset,
                       "the file ends inside a block of type \"%s\" (%zu of %zu bytes)",
                       block_names[block->type], left, need);
}

/* Bytes between the header and the messages, or all of them where there are no messages. */
static size_t fixed_size(enum mvd_block_type type)
{
    switch (type) {
    case MVD_CMD:
        return QWD_CMD_SIZE;
    case MVD_SET:
        return QWD_SET_SIZE;
    case MVD_MULTIPLE:
        return 2 * WORD_BYTES;
    default:
        return WORD_BYTES;
    }
}

int mvd_next_block(const uint8_t *data, size_t size, size_t *pos, struct mvd_block *block,
                   struct format_error *err)
{
    const size_t at = *pos;
    if (at >= size) {
        return 0;
    }
    const size_t left = size - at;
    if (left < MVD_BLOCK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "the file ends inside a block header (1 of %d bytes)", MVD_BLOCK_HEADER);
    }
    fields p = data + at;
    block->offset = at;
    block->msec = take_u8(&p);
    const uint8_t type = take_u8(&p);
    if ((type & TYPE_MASK) > MVD_ALL) {
        return format_fail(err, FORMAT_BAD, at, "unknown block type %u", type & TYPE_MASK);
    }
    block->type = (enum mvd_block_type)(type & TYPE_MASK);
    block->to = type >> TYPE_BITS;
    block->mask = 0;
    size_t need = MVD_BLOCK_HEADER + fixed_size(block->type);
    if (left < need) {
        return fail_cut(block, left, need, err);
    }
    if (block->type == MVD_CMD) {
        qwd_read_cmd(p, &block->u.cmd);
    } else if (block->type == MVD_SET) {
        block->u.set.outgoing = take_u32(&p);
        block->u.set.incoming = take_u32(&p);
    } else {
        if (block->type == MVD_MULTIPLE) {
            block->mask = take_u32(&p);
        }
        const uint32_t messages = take_u32(&p);
        if (messages > MVD_MAX_BLOCK_SIZE) {
            return format_fail(err, FORMAT_BAD, at, "impossible block size %ld",
                               (long)(int32_t)messages);
        }
        if (left - need < messages) {
            return fail_cut(block, left, need + messages, err);
        }
        block->u.messages.data = p;
        block->u.messages.size = messages;
        block->u.messages.offset = at + need;
        need += messages;
    }
    *pos = at + need;
    return 1;
}

void mvd_write_block(struct byte_writer *out, const struct mvd_block *block)
{
    byte_writer_u8(out, block->msec);
    byte_writer_u8(out, (uint32_t)block->type | (uint32_t)block->to << TYPE_BITS);
    switch (block->type) {
    case MVD_CMD:
        qwd_write_cmd(out, &block->u.cmd);
        return;
    case MVD_SET:
        byte_writer_u32(out, block->u.set.outgoing);
        byte_writer_u32(out, block->u.set.incoming);
        return;
    case MVD_MULTIPLE:
        byte_writer_u32(out, block->mask);
        break;
    default:
        break;
    }
    byte_writer_u32(out, block->u.messages.size);
    byte_writer_bytes(out, block->u.messages.data, block->u.messages.size);
}
