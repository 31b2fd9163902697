#include "engine/edit/quakeworld/qw_start_packets.h"

#include <math.h>

#include "engine/quakeworld/qw_state.h"

/* Messages of a packet that QuakeWorld's client reads: 1450 with the header. */
enum { PACKET_LIMIT = 1442 };

/* When a player came is told in these parts of a second: so a part of a part says the same. */
#define ENTER_TIME_STEPS 64.0

void qw_start_packets_send(struct qw_start_packets *p, enum qw_start_audience audience,
                           uint8_t player)
{
    if (p->packet.size > 0) {
        p->output->packet(p->output->context, audience, player, &p->packet);
    }
    p->packet.size = 0;
}

void qw_start_packets_end(struct qw_start_packets *p)
{
    qw_start_packets_send(p, QW_START_ALL, 0);
}

void qw_start_packets_bytes(struct qw_start_packets *p, struct edit_bytes bytes)
{
    if (p->packet.size + bytes.size > PACKET_LIMIT) {
        qw_start_packets_end(p);
    }
    byte_writer_bytes(&p->packet, bytes.data, bytes.size);
}

void qw_start_packets_list(struct qw_start_packets *p, const struct edit_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        qw_start_packets_bytes(p, list->items[i]);
    }
}

void qw_start_packets_message(struct qw_start_packets *p, const struct qw_message *message)
{
    const size_t before = p->packet.size;
    qw_message_encode(&p->protocol, message, &p->packet);
    if (p->packet.size > PACKET_LIMIT && before > 0) {
        p->packet.size = before;
        qw_start_packets_end(p);
        qw_message_encode(&p->protocol, message, &p->packet);
    }
}

void qw_start_packets_text(struct qw_start_packets *p, const char *text)
{
    if (text[0] != '\0') {
        qw_start_packets_message(p, &(struct qw_message){.id = QW_STUFFTEXT, .u.text = text});
    }
}

void qw_start_packets_enter_time(struct qw_start_packets *p, uint8_t slot)
{
    const double ago = p->clock - p->start->state->players[slot].enter_time;
    const double entered = floor((p->time - ago) * ENTER_TIME_STEPS + 0.5) / ENTER_TIME_STEPS;
    struct qw_message m = {.id = QW_UPDATEENTERTIME};
    m.u.updateentertime.player = slot;
    m.u.updateentertime.time = (float)(p->time - entered);
    qw_start_packets_message(p, &m);
}

void qw_start_packets_stat(struct qw_start_packets *p, uint8_t stat, int32_t value)
{
    struct qw_message m = {.id = value >= 0 && value <= UINT8_MAX ? QW_UPDATESTAT
                                                                  : QW_UPDATESTATLONG};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    qw_start_packets_message(p, &m);
}

int qw_start_packets_free(struct qw_start_packets *p)
{
    const int code = p->packet.failed ? FORMAT_MEMORY : 0;
    byte_writer_free(&p->packet);
    return code;
}
