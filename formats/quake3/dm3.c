#include "formats/quake3/dm3.h"

/* The size alone counts, as for the original client: UberDemoTools gives the first message the
 * sequence -1. */
static bool is_mark(const uint8_t *header)
{
    return bytes_u32(header + 4) == UINT32_MAX;
}

bool dm3_is_ended(const uint8_t *data, size_t size, size_t pos)
{
    return pos <= size && size - pos >= DM3_BLOCK_HEADER && is_mark(data + pos);
}

/* True if a whole message is at pos: behind an end mark, the first one of another demo. */
static bool has_message(const uint8_t *data, size_t size, size_t pos)
{
    if (size - pos <= DM3_BLOCK_HEADER || is_mark(data + pos)) {
        return false;
    }
    const uint32_t length = bytes_u32(data + pos + 4);
    return length > 0 && length <= DM3_MAX_MESSAGE && length <= size - pos - DM3_BLOCK_HEADER;
}

int dm3_next_block(const uint8_t *data, size_t size, size_t *pos, struct dm3_block *block,
                   struct format_error *err)
{
    size_t at = *pos;
    if (dm3_is_ended(data, size, at) && has_message(data, size, at + DM3_BLOCK_HEADER)) {
        at += DM3_BLOCK_HEADER;
    } else if (at >= size || dm3_is_ended(data, size, at)) {
        return 0;
    }
    const size_t left = size - at;
    if (left < DM3_BLOCK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "the file ends inside a message header (%zu of %d bytes)", left,
                           DM3_BLOCK_HEADER);
    }
    const int32_t sequence = (int32_t)bytes_u32(data + at);
    const uint32_t length = bytes_u32(data + at + 4);
    if (length == 0 || length > DM3_MAX_MESSAGE) {
        return format_fail(err, FORMAT_BAD, at, "message %ld: impossible size %ld", (long)sequence,
                           (long)(int32_t)length);
    }
    if (left - DM3_BLOCK_HEADER < length) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "message %ld: the file ends inside it (%zu of %lu bytes)",
                           (long)sequence, left - DM3_BLOCK_HEADER, (unsigned long)length);
    }
    *block = (struct dm3_block){at, sequence, length, data + at + DM3_BLOCK_HEADER};
    *pos = at + DM3_BLOCK_HEADER + length;
    return 1;
}

void dm3_write_block(struct byte_writer *out, int32_t sequence, const uint8_t *data, size_t size)
{
    byte_writer_u32(out, (uint32_t)sequence);
    byte_writer_u32(out, (uint32_t)size);
    byte_writer_bytes(out, data, size);
}

void dm3_write_end(struct byte_writer *out)
{
    byte_writer_u32(out, UINT32_MAX);
    byte_writer_u32(out, UINT32_MAX);
}
