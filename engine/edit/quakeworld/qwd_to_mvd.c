#include "engine/edit/quakeworld/qwd_to_mvd.h"

#include <math.h>
#include <string.h>

#include "engine/edit/quakeworld/qw_full_update.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_state.h"
#include "formats/quakeworld/mvd.h"

enum {
    BLOCK_MAX = 8092, /* bytes of messages: MVDSV's MAX_MVD_SIZE */
    MSEC_MAX = 255
};

/* Whom messages are for: each has a block. */
enum audience { EVERYBODY, RECORDER, STATISTICS, AUDIENCES };

struct converter {
    const struct qw_demo *demo;
    struct qw_state *state;
    struct byte_writer *out;
    struct convert_report *report;
    struct byte_writer waiting[AUDIENCES]; /* messages of the block that is being written */
    struct qw_protocol protocol;           /* of the source */
    uint64_t now;                          /* time of the last block written, 1/1000 s */
    uint64_t after_update;                 /* the first time that is free again */
    uint32_t block;                        /* number of the source's */
    size_t offset;                         /* of the message in the source */
    bool has_entities;                     /* since the last update */
    bool ended;
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void note(struct converter *c, enum convert_kind kind)
{
    struct convert_finding *found = &c->report->found[kind];
    if (found->count == 0) {
        *found = (struct convert_finding){.placed = true, .block = c->block, .offset = c->offset};
    }
    found->count++;
}

static struct qw_protocol target(const struct converter *c)
{
    struct qw_protocol protocol = c->protocol;
    protocol.is_mvd = true;
    return protocol;
}

/* --- blocks -------------------------------------------------------------------------------------
 */

static uint8_t recorder(const struct converter *c)
{
    return (uint8_t)(c->state->recorder < QW_PLAYERS ? c->state->recorder : 0);
}

/* A block has its distance from the one before in a byte: empty ones bridge longer times. */
static void write_block(struct converter *c, uint64_t time, enum audience audience,
                        const uint8_t *messages, size_t size)
{
    static const enum mvd_block_type types[AUDIENCES] = {MVD_ALL, MVD_SINGLE, MVD_STATS};
    static const uint8_t nop[] = {QW_NOP};
    struct mvd_block block = {.type = MVD_ALL};
    block.u.messages.data = nop;
    block.u.messages.size = sizeof(nop);
    while (time - c->now > MSEC_MAX) {
        block.msec = MSEC_MAX;
        mvd_write_block(c->out, &block);
        c->report->blocks++;
        c->now += MSEC_MAX;
    }
    block.msec = (uint8_t)(time - c->now);
    block.type = types[audience];
    block.to = audience == EVERYBODY ? 0 : recorder(c);
    block.u.messages.data = messages;
    block.u.messages.size = (uint32_t)size;
    mvd_write_block(c->out, &block);
    c->report->blocks++;
    c->now = time;
}

/* Whole messages, in blocks that clients read. One that fits into none is left out. */
static void write_waiting(struct converter *c, uint64_t time, enum audience audience)
{
    const struct qw_protocol protocol = target(c);
    struct byte_writer *waiting = &c->waiting[audience];
    struct qw_message m;
    size_t begin = 0, end = 0, at = 0;
    while (qw_message_decode(&protocol, waiting->data, waiting->size, &at, &m, NULL) > 0) {
        if (at - begin > BLOCK_MAX && end > begin) {
            write_block(c, time, audience, waiting->data + begin, end - begin);
            begin = end;
        }
        if (at - begin > BLOCK_MAX) {
            note(c, CONVERT_EXTRA);
            begin = at;
        }
        end = at;
    }
    if (end > begin) {
        write_block(c, time, audience, waiting->data + begin, end - begin);
    }
    waiting->size = 0;
}

/* --- messages -----------------------------------------------------------------------------------
 */

static enum audience audience_of(const struct converter *c, uint8_t id)
{
    switch (id) {
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        return STATISTICS;
    case QW_DAMAGE:
    case QW_SETANGLE:
    case QW_CENTERPRINT:
    case QW_SMALLKICK:
    case QW_BIGKICK:
    case QW_MAXSPEED:
    case QW_ENTGRAVITY:
        return RECORDER;
    case QW_STUFFTEXT: /* before, those of the sign-on */
        return c->state->in_game ? RECORDER : EVERYBODY;
    default:
        return EVERYBODY;
    }
}

/* The message in its new form. */
static void write_message(struct converter *c, const struct qw_message *message)
{
    const struct qw_protocol protocol = target(c);
    struct qw_message m = *message;
    if (m.id == QW_SERVERDATA) {
        m.u.serverdata.demo_time = (float)qw_server_time(c->state, c->state->clock.now);
    } else if (m.id == QW_SETANGLE) {
        m.u.setangle.player = recorder(c);
        m.u.setangle.kind = 0;
    }
    qw_message_encode(&protocol, &m, &c->waiting[audience_of(c, m.id)]);
}

static void take_message(struct converter *c, const struct qw_message *m)
{
    switch (m->id) {
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        c->has_entities = true;
        break;
    case QW_PLAYERINFO:
        if (m->u.player.trans != 0) {
            note(c, CONVERT_ALPHA);
        }
        break;
    case QW_CHOKECOUNT:
        break;
    case QW_DISCONNECT:
        c->ended = true;
        break;
    case QW_VOICECHAT:
    case QW_QIZMOVOICE:
        note(c, CONVERT_VOICE);
        break;
    case QW_DOWNLOAD:
        note(c, CONVERT_EXTRA);
        break;
    default:
        write_message(c, m);
        break;
    }
}

static int take_messages(struct converter *c, const struct qwd_packet *packet,
                         struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    while (!c->ended && (code = qw_message_decode(&c->protocol, packet->messages, packet->size, &at,
                                                  &m, err)) > 0) {
        qw_protocol_follow(&c->protocol, &m);
        c->offset = packet->messages_offset + m.offset;
        if (c->protocol.version != QW_PROTOCOL_LAST) {
            return format_fail(err, FORMAT_UNKNOWN, c->offset,
                               "only demos of protocol 28 are converted");
        }
        take_message(c, &m);
    }
    if (code < 0) {
        err->offset += packet->messages_offset;
    }
    return code < 0 ? code : 0;
}

/* The time of what comes. Behind an update it is a later one: else both would be one update. */
static uint64_t time_now(const struct converter *c)
{
    const uint64_t time = (uint64_t)floor(c->state->clock.now * 1000.0 + 0.5);
    return time < c->after_update ? c->after_update : time;
}

static void write_all_waiting(struct converter *c)
{
    for (int i = 0; i < AUDIENCES; i++) {
        write_waiting(c, time_now(c), (enum audience)i);
    }
}

/* Players and entities, which the state has. */
static void write_update(struct converter *c)
{
    const uint64_t time = time_now(c);
    for (uint8_t i = 0; i < QW_PLAYERS; i++) {
        if (c->state->players[i].visible) {
            if (c->state->players[i].states[0].model > UINT8_MAX) {
                note(c, CONVERT_HIGH_MODEL);
            }
            qw_full_update_player(c->state, i, &c->waiting[EVERYBODY]);
        }
    }
    if (c->has_entities) {
        qw_full_update_entities(c->state, &c->waiting[EVERYBODY]);
    }
    write_waiting(c, time, EVERYBODY);
    c->has_entities = false;
    c->after_update = time + 1;
}

static int convert_blocks(struct converter *c, struct format_error *err)
{
    struct qwd_block block;
    size_t pos = 0;
    int code = 0;
    for (; code == 0 && !c->ended; c->block++) {
        size_t at = pos;
        code = qwd_next_block(c->demo->data, c->demo->size, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        code = qw_state_apply(&c->state, c->demo, &at, c->block, err);
        if (code == 0 && block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
            code = take_messages(c, &block.u.packet, err);
            write_all_waiting(c);
        }
        if (code == 0 && c->state->update_complete) {
            write_update(c);
        }
        c->ended = c->ended || qwd_is_end(&block);
    }
    return code;
}

int qwd_to_mvd(const struct qw_demo *demo, struct byte_writer *out, struct convert_report *report,
               struct format_error *err)
{
    static const uint8_t end[] = "\2EndOfDemo";
    struct format_error own;
    struct converter c = {
        .demo = demo, .out = out, .report = report, .protocol = {.version = QW_PROTOCOL_LAST}};
    int code = 0;
    err = err ? err : &own;
    *report = (struct convert_report){0};
    c.state = qw_state_create(demo);
    code = c.state ? convert_blocks(&c, err) : no_memory(err);
    if (report->blocks > 0) {
        write_block(&c, c.now, EVERYBODY, end, sizeof(end));
    }
    for (int i = 0; i < AUDIENCES; i++) {
        code = c.waiting[i].failed ? no_memory(err) : code;
        byte_writer_free(&c.waiting[i]);
    }
    qw_state_destroy(c.state);
    return out->failed ? no_memory(err) : code;
}
