#include "engine/edit/quakeworld/qwd_convert.h"

#include "engine/edit/quakeworld/qw_plain.h"
#include "engine/edit/quakeworld/qwd_packets.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_state.h"

struct converter {
    const struct qw_demo *demo;
    struct qw_state *state;
    struct qw_plain plain;
    struct qwd_packets packets;
    struct byte_writer frame; /* what has to be in one packet with the entities */
    struct qw_protocol protocol;
    bool has_entities;
    bool ended;
    float time;
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void take_message(struct converter *c, const struct qw_message *m)
{
    switch (m->id) {
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        c->has_entities = true;
        break;
    case QW_PLAYERINFO:
    case QW_NAILS:
    case QW_NAILS2:
    case QW_CHOKECOUNT:
        qw_plain_message(&c->plain, &c->protocol, m, 0, &c->frame);
        break;
    default:
        qw_plain_message(&c->plain, &c->protocol, m,
                         m->id == QW_SERVERDATA ? m->u.serverdata.player : 0, &c->packets.waiting);
        break;
    }
}

static int take_messages(struct converter *c, const struct qwd_packet *packet,
                         struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    c->frame.size = 0;
    c->has_entities = false;
    while (!c->ended && (code = qw_message_decode(&c->protocol, packet->messages, packet->size, &at,
                                                  &m, err)) > 0) {
        qw_protocol_follow(&c->protocol, &m);
        if (c->protocol.version != QW_PROTOCOL_LAST) {
            return format_fail(err, FORMAT_UNKNOWN, packet->messages_offset + m.offset,
                               "only demos of protocol 28 are converted");
        }
        c->plain.offset = packet->messages_offset + m.offset;
        take_message(c, &m);
        c->ended = m.id == QW_DISCONNECT;
    }
    if (code < 0) {
        err->offset += packet->messages_offset;
    }
    return code < 0 ? code : 0; /* 1: the demo ends with the message */
}

static const float *eye(const struct qw_state *s)
{
    static const float origin[3];
    return s->recorder < QW_PLAYERS ? s->players[s->recorder].states[0].origin : origin;
}

static void write_packet(struct converter *c, const struct qwd_block *block)
{
    const struct qwd_packet *packet = &block->u.packet;
    struct qwd_packets *p = &c->packets;
    c->plain.offset = block->offset;
    if (c->has_entities) {
        const size_t used = c->frame.size;
        qw_plain_entities(&c->plain, c->state, eye(c->state),
                          used < QW_PLAIN_PACKET ? QW_PLAIN_PACKET - used : 0, &c->frame);
    }
    while (p->waiting.size + c->frame.size > QW_PLAIN_PACKET &&
           (int32_t)(packet->sequence - p->sequence) > 1) {
        const size_t before = p->waiting.size;
        qwd_packets_take(p, 0);
        qwd_packets_write(p, block, p->sequence + 1, packet->acknowledged);
        if (p->waiting.size == before) {
            break;
        }
    }
    qwd_packets_take(p, c->frame.size);
    byte_writer_bytes(&p->packet, c->frame.data, c->frame.size);
    if (p->packet.size == 0) {
        byte_writer_u8(&p->packet, QW_NOP);
    }
    qwd_packets_write(p, block, packet->sequence, packet->acknowledged);
}

static int convert_block(struct converter *c, const struct qwd_block *block,
                         struct format_error *err)
{
    int code = 0;
    c->time = block->time;
    if (block->type == QWD_READ && block->u.packet.kind == QWD_SEQUENCED) {
        code = take_messages(c, &block->u.packet, err);
        if (code == 0) {
            write_packet(c, block);
        }
        return code;
    }
    c->ended = qwd_is_end(block);
    if (block->type == QWD_SET) {
        c->packets.sequence = block->u.set.incoming;
    }
    if (block->type == QWD_READ && block->u.packet.kind == QWD_RUNT) {
        c->plain.report->empty++;
        return 0;
    }
    if (!c->ended) { /* the end comes behind what waits */
        qwd_write_block(c->packets.out, block);
        c->plain.report->blocks++;
    }
    return 0;
}

/* What still waits, in packets of their own. */
static void flush(struct converter *c)
{
    const struct qwd_block like = {.time = c->time, .type = QWD_CMD};
    while (c->packets.waiting.size > 0) {
        const size_t before = c->packets.waiting.size;
        const uint32_t next = c->packets.sequence + 1;
        qwd_packets_take(&c->packets, 0);
        qwd_packets_write(&c->packets, &like, next, next);
        if (c->packets.waiting.size == before) {
            break;
        }
    }
}

static int convert_blocks(struct converter *c, struct format_error *err)
{
    struct qwd_block block;
    size_t pos = 0;
    int code = 0;
    while (code == 0 && !c->ended) {
        size_t at = pos;
        code = qwd_next_block(c->demo->data, c->demo->size, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        code = qw_state_apply(&c->state, c->demo, &at, c->plain.block, err);
        code = code < 0 ? code : convert_block(c, &block, err);
        c->plain.block++;
    }
    return code;
}

int qwd_convert_plain(const struct qw_demo *demo, struct byte_writer *out,
                      struct convert_report *report, struct format_error *err)
{
    struct format_error own;
    struct converter c = {
        .demo = demo, .plain = {.report = report}, .protocol = {.version = QW_PROTOCOL_LAST}};
    int code = 0;
    err = err ? err : &own;
    *report = (struct convert_report){0};
    c.packets = (struct qwd_packets){.plain = &c.plain, .out = out};
    c.state = qw_state_create(demo);
    code = c.state ? convert_blocks(&c, err) : no_memory(err);
    if (report->blocks > 0) {
        flush(&c);
        qwd_packets_end(&c.packets, c.time);
    }
    if (out->failed || c.frame.failed || c.packets.waiting.failed || c.packets.packet.failed) {
        code = no_memory(err);
    }
    qw_state_destroy(c.state);
    byte_writer_free(&c.frame);
    qwd_packets_free(&c.packets);
    return code;
}
