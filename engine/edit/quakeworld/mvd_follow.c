#include "engine/edit/quakeworld/mvd_follow.h"

#include <math.h>
#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"

struct server_clock {
    double time; /* seconds */
    bool any;    /* a serverdata told it */
    bool moves;  /* the first serverdata is to tell `time`, others move with it */
    double shift;
};

/* Overwrites a serverdata message with the same at another time, if that is as long. */
static void put_time(const struct qw_protocol *protocol, struct qw_message *m, double time,
                     uint8_t *bytes)
{
    struct byte_writer written = {0};
    m->u.serverdata.demo_time = (float)time;
    qw_message_encode(protocol, m, &written);
    if (!written.failed && written.size == m->size) {
        memcpy(bytes, written.data, written.size);
    }
    byte_writer_free(&written);
}

static void see_serverdata(struct server_clock *clock, const struct qw_protocol *protocol,
                           struct qw_message *m, uint8_t *bytes)
{
    const double time = isfinite(m->u.serverdata.demo_time) ? m->u.serverdata.demo_time : 0.0;
    if (clock->moves && !clock->any) {
        clock->shift = clock->time - time;
    }
    clock->any = true;
    clock->time = time + clock->shift;
    if (clock->moves) {
        put_time(protocol, m, clock->time, bytes);
    }
}

/* Follows the clock through a demo. copy: its bytes, to write the times to; or NULL. */
static void follow_clock(struct server_clock *clock, const struct qw_demo *demo, uint8_t *copy)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct mvd_block block;
    struct qw_message m;
    size_t pos = 0;
    while (mvd_next_block(demo->data, demo->size, &pos, &block, NULL) > 0) {
        size_t at = 0;
        clock->time += block.msec / 1000.0;
        while (mvd_has_messages(&block) &&
               qw_message_decode(&protocol, block.u.messages.data, block.u.messages.size, &at, &m,
                                 NULL) > 0) {
            const struct qw_protocol before = protocol;
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_SERVERDATA) {
                see_serverdata(clock, &before, &m,
                               copy ? copy + block.u.messages.offset + m.offset : NULL);
            }
        }
    }
}

void mvd_follow(const struct qw_demo *before, const struct qw_demo *next,
                const struct edit_follow *how, struct byte_writer *out)
{
    struct server_clock clock = {0};
    const size_t begin = out->size;
    byte_writer_bytes(out, next->data, next->size);
    if (how->retime && !out->failed) {
        follow_clock(&clock, before, NULL);
        clock.any = false;
        clock.moves = true;
        follow_clock(&clock, next, out->data + begin);
    }
}
