#include "engine/edit/quakeworld/qwd_copy.h"

#include "engine/edit/quakeworld/qw_full_update.h"

enum {
    COMMANDS_MAX = 62, /* not answered: with more the original client shows nothing */
    EXTENDED_LIMIT = QWD_MAX_PACKET - 8 /* ezQuake reads that many bytes of messages */
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

void qwd_copy_write(struct qwd_copier *c, const struct qwd_block *from)
{
    struct qwd_block block = *from;
    c->time = block.time;
    qwd_shift_block(&c->shift, &block);
    qwd_write_block(c->out, &block);
    c->report->steps++;
}

/* The message's differences can stay: the frame they are against is in the part. */
static bool is_based_in_part(const struct qwd_copier *c, const struct qw_message *m)
{
    const struct qw_state *s = c->start->state;
    const struct qw_frame *base = &s->frames[m->u.entities.from % QW_FRAMES];
    return base->valid && (uint8_t)base->sequence == m->u.entities.from &&
           base->sequence != s->incoming && (int32_t)(base->sequence - c->incoming) > 0;
}

static bool has_extensions(const struct qw_protocol *protocol)
{
    return (protocol->ftex | protocol->fte2 | protocol->mvd1) != 0;
}

/* Whether the message has to be written in another form, or not at all: *full. */
static bool is_rewritten(const struct qwd_copier *c, const struct qw_message *m, bool *full)
{
    const bool known = qw_full_update_is_known(c->start->state);
    *full = known || !c->has_entities;
    if (m->id == QW_DELTAPACKETENTITIES) {
        return !known || !is_based_in_part(c, m) ||
               !(c->keep_deltas || has_extensions(&c->protocol));
    }
    return false;
}

/* Which messages of a packet: the server's frame has to be in one packet. */
enum message_class { FRAME = 1, OTHERS = 2 };

static enum message_class class_of(uint8_t id)
{
    switch (id) {
    case QW_PLAYERINFO:
    case QW_NAILS:
    case QW_CHOKECOUNT:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        return FRAME;
    default:
        return OTHERS;
    }
}

/* frame: the packet has players, so that it stays an update without entities, too. */
static int copy_message(struct qwd_copier *c, const struct qwd_packet *packet,
                        const struct qw_message *m, bool frame)
{
    const bool entities = m->id == QW_PACKETENTITIES || m->id == QW_DELTAPACKETENTITIES;
    bool full;
    int code = 0;
    if (c->simulates && is_rewritten(c, m, &full)) {
        if (full || !frame) {
            qw_full_update_entities(c->start->state, &c->packet);
        } else {
            code = edit_report_add(c->report, EDIT_NO_BASE, c->offset);
        }
    } else {
        byte_writer_bytes(&c->packet, packet->messages + m->offset, m->size);
    }
    c->has_entities |= entities;
    c->ended |= m->id == QW_DISCONNECT;
    return code;
}

/* A frame without entities is against those of a frame that is not there. */
static void add_entities(struct qwd_copier *c)
{
    if (c->simulates && !c->has_entities) {
        qw_full_update_entities(c->start->state, &c->packet);
        c->has_entities = true;
    }
}

/* Fills c->packet with the packet's messages of those classes. trim: what is in front of the
 * serverdata belongs to the level before. */
static int collect(struct qwd_copier *c, const struct qwd_packet *packet, unsigned classes,
                   bool trim, struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    bool frame = false;
    c->packet.size = 0;
    byte_writer_bytes(&c->packet, c->front.data, c->front.size);
    while (!c->ended && (code = qw_message_decode(&c->protocol, packet->messages, packet->size, &at,
                                                  &m, err)) > 0) {
        qw_protocol_follow(&c->protocol, &m);
        trim = trim && m.id != QW_SERVERDATA;
        frame |= m.id == QW_PLAYERINFO && (classes & FRAME);
        if (frame && m.id == QW_DISCONNECT) { /* nothing behind that is read */
            add_entities(c);
        }
        if (!trim && (class_of(m.id) & classes) && copy_message(c, packet, &m, frame) < 0) {
            return no_memory(err);
        }
    }
    if (code < 0) {
        err->offset += packet->messages_offset;
        return code;
    }
    if (frame) {
        add_entities(c);
    }
    return 0;
}

static void write_packet(struct qwd_copier *c, const struct qwd_block *from, uint32_t sequence)
{
    struct qwd_block block = *from;
    block.u.packet.messages = c->packet.data;
    block.u.packet.size = (uint32_t)c->packet.size;
    block.u.packet.sequence = sequence;
    qwd_copy_write(c, &block);
    c->sequence = sequence;
}

/* A packet that has become too long goes without what is not of the frame, which gets a packet in
 * front if a sequence number is free there. If that does not help, the entities stay as they were
 * sent. */
static int split_packet(struct qwd_copier *c, const struct qwd_block *block, uint32_t limit,
                        bool had_entities, struct format_error *err)
{
    const struct qwd_packet *packet = &block->u.packet;
    const struct qw_protocol protocol = c->protocol;
    int code = 0;
    if ((int32_t)(packet->sequence - c->sequence) > 1) {
        c->ended = false;
        code = collect(c, packet, OTHERS, false, err);
        write_packet(c, block, packet->sequence - 1);
        c->ended = false;
        c->protocol = protocol;
        c->has_entities = had_entities;
        code = code < 0 ? code : collect(c, packet, FRAME, false, err);
    }
    if (code == 0 && c->packet.size > limit) {
        c->packet.size = 0;
        byte_writer_bytes(&c->packet, packet->messages, packet->size);
    }
    return code;
}

static int copy_packet(struct qwd_copier *c, const struct qwd_block *block, bool trim,
                       struct format_error *err)
{
    const struct qwd_packet *packet = &block->u.packet;
    const struct qw_protocol protocol = c->protocol;
    const bool had_entities = c->has_entities;
    c->offset = block->offset;
    const uint32_t limit = has_extensions(&protocol) ? EXTENDED_LIMIT : QWD_COPY_ORIGINAL;
    int code = collect(c, packet, FRAME | OTHERS, trim, err);
    if (code == 0 && c->packet.size > limit && c->packet.size > packet->size) {
        c->protocol = protocol;
        code = split_packet(c, block, limit, had_entities, err);
    }
    if (code < 0) { /* none of this packet: it would end in the middle */
        return code;
    }
    write_packet(c, block, packet->sequence);
    c->front.size = 0;
    return 0;
}

int qwd_copy_blocks(struct qwd_copier *c, size_t *pos, size_t last, bool trim,
                    struct format_error *err)
{
    struct qwd_block block;
    int code = 0;
    while (code == 0 && !c->ended && *pos <= last) {
        size_t at = *pos, next = *pos;
        code = qwd_next_block(c->demo->data, c->demo->size, &next, &block, err);
        if (code <= 0) {
            return code;
        }
        code = 0;
        if (c->simulates) {
            code = qw_state_apply(&c->start->state, c->demo, &at, c->start->index++, err);
        }
        if (code < 0) {
            return code;
        }
        if (block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
            code = copy_packet(c, &block, trim, err);
        } else {
            c->ended = qwd_is_end(&block);
            qwd_copy_write(c, &block);
        }
        trim = false;
        *pos = code == 0 ? next : *pos;
    }
    return code;
}

uint32_t qwd_copy_first_command(const struct qw_start *start)
{
    const struct qw_state *s = start->state;
    const uint8_t *block;
    const int32_t waiting = (int32_t)(s->outgoing - 1 - s->packet_acknowledged);
    const int32_t most = waiting > COMMANDS_MAX ? COMMANDS_MAX : waiting < 1 ? 1 : waiting;
    uint32_t count = 0;
    while ((int32_t)count < most && s->outgoing > count + 1 &&
           qw_start_command(start, s->outgoing - 1 - count, &block) > 0) {
        count++;
    }
    return s->outgoing - count;
}

void qwd_copy_free(struct qwd_copier *c)
{
    byte_writer_free(&c->packet);
    byte_writer_free(&c->front);
}
