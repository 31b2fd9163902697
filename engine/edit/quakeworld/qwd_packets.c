#include "engine/edit/quakeworld/qwd_packets.h"

#include <string.h>

void qwd_packets_take(struct qwd_packets *p, size_t reserve)
{
    struct byte_writer *waiting = &p->waiting;
    struct qw_message m;
    size_t at = 0, begin = 0;
    while (qw_message_decode(&qw_plain_protocol, waiting->data, waiting->size, &at, &m, NULL) > 0) {
        if (m.size > QW_PLAIN_PACKET) {
            qw_plain_found(p->plain, CONVERT_EXTRA, 0.0);
        } else if (p->packet.size + m.size + reserve > QW_PLAIN_PACKET) {
            break;
        } else {
            byte_writer_bytes(&p->packet, waiting->data + begin, m.size);
        }
        begin = at;
    }
    if (begin > 0) {
        memmove(waiting->data, waiting->data + begin, waiting->size - begin);
        waiting->size -= begin;
    }
}

void qwd_packets_write(struct qwd_packets *p, const struct qwd_block *like, uint32_t sequence,
                       uint32_t acknowledged)
{
    struct qwd_block block = {.time = like->time, .type = QWD_READ};
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = sequence,
                                         .acknowledged = acknowledged,
                                         .messages = p->packet.data,
                                         .size = (uint32_t)p->packet.size};
    if (like->type == QWD_READ) {
        block.u.packet.reliable = like->u.packet.reliable;
        block.u.packet.acknowledged_reliable = like->u.packet.acknowledged_reliable;
    }
    if (p->packet.size > 0) {
        qwd_write_block(p->out, &block);
        p->plain->report->blocks++;
        p->sequence = sequence;
    }
    p->packet.size = 0;
}

void qwd_packets_end(struct qwd_packets *p, float time)
{
    static const uint8_t text[] = "\2EndOfDemo";
    struct qwd_block block = {.time = time, .type = QWD_READ};
    block.u.packet =
        (struct qwd_packet){.kind = QWD_CONNECTIONLESS, .messages = text, .size = sizeof(text)};
    qwd_write_block(p->out, &block);
    p->plain->report->blocks++;
}

void qwd_packets_free(struct qwd_packets *p)
{
    byte_writer_free(&p->waiting);
    byte_writer_free(&p->packet);
}
