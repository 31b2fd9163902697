#include "tools/qw_long_demo.h"

#include <math.h>
#include <string.h>

#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "formats/quakeworld/qw_message.h"

#define MAX_BYTES 1e9

enum { DELTA_TURN = 256, PACKET_WORDS = QWD_BLOCK_HEADER + 4 };

static const uint32_t SEQUENCE_BITS = 0x7fffffff;

/* The blocks to repeat. */
struct body {
    size_t begin, end; /* offsets in the file */
    uint32_t updates;
    double first, last; /* clock, seconds */
    double play;        /* from one repeat's first block to the next's, seconds */
    uint32_t commands;  /* sent in it */
    uint32_t low, high; /* sequence numbers of the server */
};

/* Properties of a block that decide if it is part of a repeat. */
struct block_facts {
    bool frame; /* a server frame after joining the game */
    bool ends;  /* the level is over, or the bytes are bad */
};

static struct block_facts look_at(struct qw_protocol *protocol, bool *in_game,
                                  const struct qw_block *block)
{
    struct block_facts facts = {.ends = block->is_end};
    struct qw_message message;
    size_t pos = 0;
    int status = 0;
    while (block->messages && (status = qw_message_decode(protocol, block->messages, block->size,
                                                          &pos, &message, NULL)) > 0) {
        qw_protocol_follow(protocol, &message);
        switch (message.id) {
        case QW_SERVERDATA:
            facts.ends = *in_game;
            *in_game = false;
            break;
        case QW_STUFFTEXT:
            *in_game = *in_game || strncmp(message.u.text, "skins", 5) == 0;
            break;
        case QW_PLAYERINFO:
        case QW_PACKETENTITIES:
        case QW_DELTAPACKETENTITIES:
            facts.frame = *in_game;
            break;
        case QW_INTERMISSION:
        case QW_FINALE:
        case QW_DISCONNECT:
            facts.ends = true;
            break;
        default:
            break;
        }
    }
    facts.ends = facts.ends || status < 0;
    return facts;
}

static void note_sequence(struct body *body, const struct qw_demo *demo,
                          const struct qw_block *block)
{
    if (demo->container != QW_CONTAINER_QWD) {
        return;
    }
    body->commands += block->type == QWD_CMD;
    if (block->messages) {
        const uint32_t sequence = block->u.qwd.u.packet.sequence;
        body->low = sequence < body->low ? sequence : body->low;
        body->high = sequence > body->high ? sequence : body->high;
    }
}

static int find_body(struct body *body, const struct qw_demo *demo, struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST,
                                   .is_mvd = demo->container == QW_CONTAINER_MVD};
    struct qw_clock clock = {0};
    struct qw_block block;
    size_t pos = 0;
    bool in_game = false;
    *body = (struct body){.low = UINT32_MAX};
    while (qw_block_next(demo, &pos, &block, NULL) > 0) {
        const struct block_facts facts = look_at(&protocol, &in_game, &block);
        if (facts.ends) {
            break;
        }
        qw_clock_advance(&clock, demo, block.offset);
        if (body->updates == 0 && facts.frame) {
            body->begin = block.offset;
            body->first = clock.now;
        }
        body->updates += facts.frame;
        if (body->updates > 0) {
            body->end = pos;
            body->last = clock.now;
            note_sequence(body, demo, &block);
        }
    }
    body->play = body->last - body->first;
    if (body->updates < 2 || !(body->play > 0.0)) {
        return format_fail(err, FORMAT_BAD, pos, "there is no play to repeat");
    }
    body->play += body->play / (body->updates - 1);
    return 0;
}

static void write_word(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

/* Moves a sequence number on and keeps its reliable bit. */
static void shift_sequence(uint8_t *at, uint32_t by)
{
    const uint32_t word = bytes_u32(at);
    write_word(at, (word & ~SEQUENCE_BITS) | ((word + by) & SEQUENCE_BITS));
}

/* Carries on the block that was copied to `copy`, for repeat number n. */
static void shift_block(uint8_t *copy, const struct qw_block *block, const struct body *body,
                        uint32_t n)
{
    const uint32_t turn = ((body->high - body->low) / DELTA_TURN + 1) * DELTA_TURN;
    const float time = (float)((double)block->u.qwd.time + n * body->play);
    uint32_t bits;
    memcpy(&bits, &time, sizeof(bits));
    write_word(copy, bits);
    if (block->messages) {
        shift_sequence(copy + PACKET_WORDS, n * turn);
        shift_sequence(copy + PACKET_WORDS + 4, n * body->commands);
    }
}

static void write_repeat(struct byte_writer *out, const struct qw_demo *demo,
                         const struct body *body, uint32_t n)
{
    const size_t start = out->size;
    struct qw_block block;
    byte_writer_bytes(out, demo->data + body->begin, body->end - body->begin);
    if (out->failed || demo->container != QW_CONTAINER_QWD) {
        return; /* the times of a .mvd are differences, and so are its deltas */
    }
    for (size_t pos = body->begin; pos < body->end;) {
        if (qw_block_next(demo, &pos, &block, NULL) <= 0) {
            return;
        }
        shift_block(out->data + start + (block.offset - body->begin), &block, body, n);
    }
}

int qw_long_demo_make(struct byte_writer *out, const struct qw_demo *demo, double seconds,
                      struct format_error *err)
{
    struct body body;
    int status = find_body(&body, demo, err);
    if (status < 0) {
        return status;
    }
    const double repeats = ceil(seconds / body.play);
    if (repeats * (double)(body.end - body.begin) > MAX_BYTES) {
        return format_fail(err, FORMAT_BAD, 0, "%g repeats would make too large a file", repeats);
    }
    byte_writer_bytes(out, demo->data, body.begin);
    for (uint32_t n = 0; n < (uint32_t)repeats; n++) {
        write_repeat(out, demo, &body, n);
    }
    return out->failed ? format_fail(err, FORMAT_MEMORY, 0, "out of memory") : 0;
}
