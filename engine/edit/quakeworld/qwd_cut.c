#include "engine/edit/quakeworld/qwd_cut.h"

#include <string.h>

#include "engine/edit/quakeworld/qw_full_update.h"
#include "engine/edit/quakeworld/qw_start.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"

enum {
    COMMANDS_MAX = 62, /* not answered: with more the original client shows nothing */
    /* Bytes of a packet's messages that QuakeWorld's client and ezQuake read. */
    ORIGINAL_LIMIT = 1450 - 8,
    EXTENDED_LIMIT = QWD_MAX_PACKET - 8
};

struct cutter {
    const struct qw_demo *demo;
    struct qw_start *start;
    struct byte_writer *out;
    struct byte_writer packet; /* messages of the packet being written */
    struct edit_report *report;
    struct qw_protocol protocol;
    bool simulates;    /* the start's state follows the part, to tell entities in full */
    bool keep_deltas;  /* without extensions, too */
    bool has_entities; /* of a part's first update; else they are added */
    uint32_t incoming; /* sequence number of the last packet before the part */
    uint32_t sequence; /* of the last packet written */
    float time;        /* of the last block written */
    size_t offset;     /* of the block that is copied */
    bool ended;
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void write_block(struct cutter *c, const struct qwd_block *block)
{
    qwd_write_block(c->out, block);
    c->time = block->time;
    c->report->steps++;
}

/* --- the part -----------------------------------------------------------------------------------
 */

/* The message's differences can stay: the frame they are against is in the part. */
static bool is_based_in_part(const struct cutter *c, const struct qw_message *m)
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
static bool is_rewritten(const struct cutter *c, const struct qw_message *m, bool *full)
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

static int copy_message(struct cutter *c, const struct qwd_packet *packet,
                        const struct qw_message *m)
{
    const bool entities = m->id == QW_PACKETENTITIES || m->id == QW_DELTAPACKETENTITIES;
    bool full;
    int code = 0;
    if (c->simulates && is_rewritten(c, m, &full)) {
        if (full) {
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

/* Fills c->packet with the packet's messages of those classes. trim: what is in front of the
 * serverdata belongs to the level before. */
static int collect(struct cutter *c, const struct qwd_packet *packet, unsigned classes, bool trim,
                   struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    bool frame = false;
    c->packet.size = 0;
    while (!c->ended && (code = qw_message_decode(&c->protocol, packet->messages, packet->size, &at,
                                                  &m, err)) > 0) {
        qw_protocol_follow(&c->protocol, &m);
        trim = trim && m.id != QW_SERVERDATA;
        frame |= m.id == QW_PLAYERINFO;
        if (!trim && (class_of(m.id) & classes) && copy_message(c, packet, &m) < 0) {
            return no_memory(err);
        }
    }
    if (code < 0) {
        err->offset += packet->messages_offset;
        return code;
    }
    if (c->simulates && frame && !c->has_entities && (classes & FRAME)) {
        qw_full_update_entities(c->start->state, &c->packet);
        c->has_entities = true;
    }
    return 0;
}

static void write_packet(struct cutter *c, const struct qwd_block *from, uint32_t sequence)
{
    struct qwd_block block = *from;
    block.u.packet.messages = c->packet.data;
    block.u.packet.size = (uint32_t)c->packet.size;
    block.u.packet.sequence = sequence;
    write_block(c, &block);
    c->sequence = sequence;
}

/* A packet that has become too long goes without what is not of the frame, which gets a packet in
 * front if a sequence number is free there. If that does not help, the entities stay as they were
 * sent. */
static int split_packet(struct cutter *c, const struct qwd_block *block, uint32_t limit,
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

static int copy_packet(struct cutter *c, const struct qwd_block *block, bool trim,
                       struct format_error *err)
{
    const struct qwd_packet *packet = &block->u.packet;
    const struct qw_protocol protocol = c->protocol;
    const bool had_entities = c->has_entities;
    c->offset = block->offset;
    const uint32_t limit = has_extensions(&protocol) ? EXTENDED_LIMIT : ORIGINAL_LIMIT;
    int code = collect(c, packet, FRAME | OTHERS, trim, err);
    if (code == 0 && c->packet.size > limit && c->packet.size > packet->size) {
        c->protocol = protocol;
        code = split_packet(c, block, limit, had_entities, err);
    }
    if (code < 0) { /* none of this packet: it would end in the middle */
        return code;
    }
    write_packet(c, block, packet->sequence);
    return 0;
}

/* Copies the blocks at pos..last. trim: as copy_packet's, of the first. */
static int copy_blocks(struct cutter *c, size_t pos, size_t last, bool trim,
                       struct format_error *err)
{
    struct qwd_block block;
    int code = 0;
    while (code == 0 && !c->ended && pos <= last) {
        size_t at = pos;
        code = qwd_next_block(c->demo->data, c->demo->size, &pos, &block, err);
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
            write_block(c, &block);
        }
        trim = false;
    }
    return code;
}

/* --- before it ----------------------------------------------------------------------------------
 */

static void write_start_packet(void *context, enum qw_start_audience audience, uint8_t player,
                               const struct byte_writer *messages)
{
    struct cutter *c = context;
    struct qwd_block block = {.time = c->time, .type = QWD_READ};
    (void)audience;
    (void)player;
    c->sequence++;
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = c->sequence,
                                         .acknowledged = c->sequence,
                                         .messages = messages->data,
                                         .size = (uint32_t)messages->size};
    write_block(c, &block);
}

static void write_sequences(struct cutter *c, uint32_t outgoing, uint32_t incoming)
{
    struct qwd_block block = {.time = c->time, .type = QWD_SET};
    block.u.set.outgoing = outgoing;
    block.u.set.incoming = incoming;
    write_block(c, &block);
}

/* The sequence number of the first of the recorder's commands that are repeated: those that the
 * server had not answered, and in any case the last, which has the angles of the view. */
static uint32_t first_command(const struct qw_start *start)
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

static float time_at(const struct qw_demo *demo, size_t at)
{
    struct qwd_block block;
    return qwd_next_block(demo->data, demo->size, &at, &block, NULL) > 0 ? block.time : 0.0f;
}

/* The start packets with the time of what follows: a command or the part's first block. */
static int write_start(struct cutter *c, struct format_error *err)
{
    const struct qw_start *start = c->start;
    const struct qw_state *s = start->state;
    const struct qw_start_output output = {write_start_packet, c};
    struct qw_clock clock = s->clock;
    const uint8_t *block = NULL;
    const uint32_t first = first_command(start);
    qw_clock_advance(&clock, c->demo, start->part);
    double now = clock.now;
    c->time = time_at(c->demo, start->part);
    if (first != s->outgoing && qw_start_command(start, first, &block) > 0) {
        now = s->commands[first % QW_COMMANDS].time;
        c->time = time_at(c->demo, (size_t)(block - c->demo->data));
    }
    if (qw_start_write(start, now, (double)c->time, &output) < 0) {
        return no_memory(err);
    }
    write_sequences(c, first, s->incoming);
    c->report->start_steps = c->report->steps;
    for (uint32_t sequence = first; sequence != s->outgoing; sequence++) {
        const size_t size = qw_start_command(start, sequence, &block);
        byte_writer_bytes(c->out, block, size);
        c->report->steps += size > 0;
    }
    return 0;
}

/* A later level begins in the middle of the recorder's sequence numbers. */
static int write_level_start(struct cutter *c, struct format_error *err)
{
    const struct qw_start_output output = {write_start_packet, c};
    c->time = time_at(c->demo, c->start->level);
    if (qw_start_write_orders(c->start, &output) < 0) {
        return no_memory(err);
    }
    write_sequences(c, c->start->level_outgoing, c->start->level_incoming);
    c->report->start_steps = c->report->steps;
    return 0;
}

static int cut_part(struct cutter *c, const struct edit_range *range, struct format_error *err)
{
    struct qw_start *start = c->start;
    int code = qw_start_read(start, c->demo, range->first, err);
    if (code < 0) {
        return code;
    }
    if (!start->entered) {
        c->protocol = start->protocol;
        code = start->first_level ? 0 : write_level_start(c, err);
        return code < 0 ? code
                        : copy_blocks(c, start->level, range->last, !start->first_level, err);
    }
    code = write_start(c, err);
    if (code < 0) {
        return code;
    }
    c->simulates = true;
    c->keep_deltas = range->keep_deltas;
    c->incoming = c->sequence = start->state->incoming;
    c->protocol = qw_state_protocol(start->state);
    return copy_blocks(c, start->part, range->last, false, err);
}

static void write_end(struct cutter *c)
{
    static const uint8_t text[] = "\2EndOfDemo";
    struct qwd_block block = {.time = c->time, .type = QWD_READ};
    block.u.packet =
        (struct qwd_packet){.kind = QWD_CONNECTIONLESS, .messages = text, .size = sizeof(text)};
    if (!c->ended && c->report->steps > 0) {
        write_block(c, &block);
    }
}

int qwd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err)
{
    struct qw_start start = {0};
    struct format_error own;
    struct cutter c = {.demo = demo,
                       .start = &start,
                       .out = out,
                       .report = report,
                       .protocol = {.version = QW_PROTOCOL_LAST}};
    const size_t begin = out->size;
    err = err ? err : &own;
    *report = (struct edit_report){0};
    int code = range ? cut_part(&c, range, err) : copy_blocks(&c, 0, demo->size, false, err);
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.packet.failed) {
        code = no_memory(err);
    }
    qw_start_free(&start);
    byte_writer_free(&c.packet);
    return code;
}
