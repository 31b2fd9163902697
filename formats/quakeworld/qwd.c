#include "formats/quakeworld/qwd.h"

#include "formats/base/fields.h"

enum {
    WORD_BYTES = 4,
    PACKET_HEADER = 8, /* two words before a sequenced packet's messages, bytes */
    ID_DISCONNECT = 2
};

static const uint32_t NO_CONNECTION = 0xffffffff;
static const uint32_t RELIABLE = 0x80000000;

static const char *const block_names[] = {"client", "server", "frame"};

void qwd_read_cmd(const uint8_t bytes[QWD_CMD_SIZE], struct qwd_cmd *cmd)
{
    fields p = bytes;
    cmd->msec = take_u8(&p);
    for (int i = 0; i < 3; i++) {
        cmd->padding[i] = take_u8(&p);
    }
    for (int i = 0; i < 3; i++) {
        cmd->angles[i] = take_f32(&p);
    }
    for (int i = 0; i < 3; i++) {
        cmd->move[i] = take_i16(&p);
    }
    cmd->buttons = take_u8(&p);
    cmd->impulse = take_u8(&p);
    for (int i = 0; i < 3; i++) {
        cmd->view_angles[i] = take_f32(&p);
    }
}

void qwd_write_cmd(struct byte_writer *out, const struct qwd_cmd *cmd)
{
    byte_writer_u8(out, cmd->msec);
    byte_writer_bytes(out, cmd->padding, sizeof(cmd->padding));
    for (int i = 0; i < 3; i++) {
        byte_writer_f32(out, cmd->angles[i]);
    }
    for (int i = 0; i < 3; i++) {
        byte_writer_u16(out, (uint16_t)cmd->move[i]);
    }
    byte_writer_u8(out, cmd->buttons);
    byte_writer_u8(out, cmd->impulse);
    for (int i = 0; i < 3; i++) {
        byte_writer_f32(out, cmd->view_angles[i]);
    }
}

/* QWD: connectionless and game blocks. offset is the first byte's in the file. */
static void read_packet(const uint8_t *bytes, uint32_t size, size_t offset,
                        struct qwd_packet *packet)
{
    uint32_t header = 0;
    *packet = (struct qwd_packet){.kind = QWD_RUNT};
    if (size >= WORD_BYTES && bytes_u32(bytes) == NO_CONNECTION) {
        packet->kind = QWD_CONNECTIONLESS;
        header = WORD_BYTES;
    } else if (size >= PACKET_HEADER) {
        const uint32_t first = bytes_u32(bytes);
        const uint32_t second = bytes_u32(bytes + WORD_BYTES);
        packet->kind = QWD_SEQUENCED;
        packet->sequence = first & ~RELIABLE;
        packet->reliable = (first & RELIABLE) != 0;
        packet->acknowledged = second & ~RELIABLE;
        packet->acknowledged_reliable = (second & RELIABLE) != 0;
        header = PACKET_HEADER;
    }
    packet->messages = bytes + header;
    packet->size = size - header;
    packet->messages_offset = offset + header;
}

static int fail_cut(const struct qwd_block *block, size_t left, size_t need,
                    struct format_error *err)
{
    return format_fail(err, FORMAT_TRUNCATED, block->offset,
                       "the file ends inside a %s block (%zu of %zu bytes)",
                       block_names[block->type], left, need);
}

int qwd_next_block(const uint8_t *data, size_t size, size_t *pos, struct qwd_block *block,
                   struct format_error *err)
{
    const size_t at = *pos;
    if (at >= size) {
        return 0;
    }
    const size_t left = size - at;
    if (left < QWD_BLOCK_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, at,
                           "the file ends inside a block header (%zu of %d bytes)", left,
                           QWD_BLOCK_HEADER);
    }
    fields p = data + at;
    block->offset = at;
    block->time = take_f32(&p);
    const uint8_t type = take_u8(&p);
    if (type > QWD_SET) {
        return format_fail(err, FORMAT_BAD, at, "unknown block type %u", type);
    }
    block->type = (enum qwd_block_type)type;
    size_t need = QWD_BLOCK_HEADER;
    need += type == QWD_CMD ? QWD_CMD_SIZE : type == QWD_SET ? QWD_SET_SIZE : WORD_BYTES;
    if (left < need) {
        return fail_cut(block, left, need, err);
    }
    if (type == QWD_CMD) {
        qwd_read_cmd(p, &block->u.cmd);
    } else if (type == QWD_SET) {
        block->u.set.outgoing = take_u32(&p);
        block->u.set.incoming = take_u32(&p);
    } else {
        const uint32_t packet = take_u32(&p);
        if (packet > QWD_MAX_PACKET) {
            return format_fail(err, FORMAT_BAD, at, "impossible packet size %ld",
                               (long)(int32_t)packet);
        }
        if (left - need < packet) {
            return fail_cut(block, left, need + packet, err);
        }
        read_packet(p, packet, at + need, &block->u.packet);
        need += packet;
    }
    *pos = at + need;
    return 1;
}

bool qwd_is_end(const struct qwd_block *block)
{
    const struct qwd_packet *packet = &block->u.packet;
    return block->type == QWD_READ && packet->kind == QWD_CONNECTIONLESS && packet->size > 0 &&
           packet->messages[0] == ID_DISCONNECT;
}

static void write_packet(struct byte_writer *out, const struct qwd_packet *packet)
{
    switch (packet->kind) {
    case QWD_SEQUENCED:
        byte_writer_u32(out, packet->size + PACKET_HEADER);
        byte_writer_u32(out, (packet->sequence & ~RELIABLE) | (packet->reliable ? RELIABLE : 0));
        byte_writer_u32(out, (packet->acknowledged & ~RELIABLE) |
                                 (packet->acknowledged_reliable ? RELIABLE : 0));
        break;
    case QWD_CONNECTIONLESS:
        byte_writer_u32(out, packet->size + WORD_BYTES);
        byte_writer_u32(out, NO_CONNECTION);
        break;
    default:
        byte_writer_u32(out, packet->size);
        break;
    }
    byte_writer_bytes(out, packet->messages, packet->size);
}

void qwd_write_block(struct byte_writer *out, const struct qwd_block *block)
{
    byte_writer_f32(out, block->time);
    byte_writer_u8(out, block->type);
    switch (block->type) {
    case QWD_CMD:
        qwd_write_cmd(out, &block->u.cmd);
        break;
    case QWD_READ:
        write_packet(out, &block->u.packet);
        break;
    default:
        byte_writer_u32(out, block->u.set.outgoing);
        byte_writer_u32(out, block->u.set.incoming);
        break;
    }
}
