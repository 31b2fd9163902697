#include "formats/quakeworld/qw_detect.h"

#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_internal.h"
#include "formats/quakeworld/qwd.h"

enum {
    BLOCKS_LOOKED_AT = 64, /* with messages */
    BLOCKS_WALKED = 4096,  /* any */
    MESSAGES_WITHOUT_DATA =
        8 /* good messages without a serverdata after which the format is certain */
};

/* The messages of a block of either container. */
struct block_messages {
    const uint8_t *data;
    size_t size;
};

/* True if a serverdata starts here, possibly truncated: its id, extension words, a supported
 * version. */
static bool begins_serverdata(const uint8_t *data, size_t size)
{
    if (size == 0 || data[0] != QW_SERVERDATA) {
        return false;
    }
    struct byte_reader r = byte_reader_make(data + 1, size - 1);
    uint32_t word;
    while ((word = byte_reader_u32(&r)) == QW_WORD_FTEX || word == QW_WORD_FTE2 ||
           word == QW_WORD_MVD1) {
        (void)byte_reader_u32(&r);
    }
    return !r.overrun && qw_protocol_supported((int32_t)word);
}

/* Decodes the messages as far as they are good. The code of the end: 0 or negative. */
static int weigh_messages(struct qw_protocol *protocol, const struct block_messages *m,
                          struct qw_reading *reading)
{
    struct qw_message message;
    size_t pos = 0;
    int code;
    while ((code = qw_message_decode(protocol, m->data, m->size, &pos, &message, NULL)) > 0) {
        reading->messages++;
        reading->serverdata = reading->serverdata || message.id == QW_SERVERDATA;
        qw_protocol_follow(protocol, &message);
    }
    if (code == FORMAT_TRUNCATED && begins_serverdata(m->data + pos, m->size - pos)) {
        reading->serverdata = true;
    }
    return code;
}

/* 1 = a block (m.data NULL if it has no messages), else as qwd_next_block. If the end of the data
 * cuts a block, *m has the available part of its messages. */
typedef int block_reader(const uint8_t *data, size_t size, size_t *pos, struct block_messages *m);

/* The messages of a block cut short, header bytes into it. */
static struct block_messages cut_messages(const uint8_t *data, size_t size, size_t start)
{
    return start < size ? (struct block_messages){data + start, size - start}
                        : (struct block_messages){NULL, 0};
}

static int read_qwd(const uint8_t *data, size_t size, size_t *pos, struct block_messages *m)
{
    struct qwd_block block;
    const int code = qwd_next_block(data, size, pos, &block, NULL);
    *m = (struct block_messages){NULL, 0};
    if (code > 0 && block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
        *m = (struct block_messages){block.u.packet.messages, block.u.packet.size};
    } else if (code == FORMAT_TRUNCATED && size - *pos > QWD_BLOCK_HEADER &&
               data[*pos + 4] == QWD_READ) {
        *m = cut_messages(data, size, *pos + QWD_BLOCK_HEADER + 12);
    }
    return code;
}

static int read_mvd(const uint8_t *data, size_t size, size_t *pos, struct block_messages *m)
{
    struct mvd_block block;
    const int code = mvd_next_block(data, size, pos, &block, NULL);
    *m = (struct block_messages){NULL, 0};
    if (code > 0 && mvd_has_messages(&block)) {
        *m = (struct block_messages){block.u.messages.data, block.u.messages.size};
    } else if (code == FORMAT_TRUNCATED && size - *pos > MVD_BLOCK_HEADER &&
               ((data[*pos + 1] & 7) == MVD_READ || (data[*pos + 1] & 7) == MVD_ALL)) {
        *m = cut_messages(data, size, *pos + MVD_BLOCK_HEADER + 4);
    }
    return code;
}

static struct qw_reading count_good_blocks(const uint8_t *data, size_t size, block_reader *next,
                                           bool is_mvd)
{
    struct qw_reading reading = {0};
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = is_mvd};
    struct block_messages m;
    size_t pos = 0;
    for (uint32_t walked = 0; walked < BLOCKS_WALKED && reading.blocks < BLOCKS_LOOKED_AT;
         walked++) {
        const int code = next(data, size, &pos, &m);
        const int bad = m.data ? weigh_messages(&protocol, &m, &reading) : 0;
        if (code == 0 || code == FORMAT_TRUNCATED) {
            reading.clean = reading.messages > 0 || reading.serverdata;
            return reading;
        }
        if (code < 0 || bad < 0) {
            reading.unsupported = bad == FORMAT_UNKNOWN;
            return reading;
        }
        reading.blocks += m.size > 0;
        reading.end = pos;
    }
    reading.clean = reading.messages > 0;
    return reading;
}

/* True if the file is a chain of blocks up to the end packet, which no .dem has: a recording that
 * was begun and ended before the game may have nothing else. */
static bool ends_as_qwd(const uint8_t *data, size_t size)
{
    static const char last[] = "\xff\xff\xff\xff\2EndOfDemo";
    struct qwd_block block;
    size_t pos = 0;
    int code;
    if (size < sizeof(last) || memcmp(data + size - sizeof(last), last, sizeof(last)) != 0) {
        return false;
    }
    while ((code = qwd_next_block(data, size, &pos, &block, NULL)) > 0) {
    }
    /* A size of 16 for these 15 bytes was seen. */
    return pos == size || (code == FORMAT_TRUNCATED && size - pos < 2 * sizeof(last));
}

static bool is_possible(const struct qw_reading *reading)
{
    return reading->serverdata || (reading->clean && reading->messages >= MESSAGES_WITHOUT_DATA);
}

/* More of a demo than the other: one decoded serverdata outweighs all else. */
static bool is_better(const struct qw_reading *a, const struct qw_reading *b)
{
    if (a->serverdata != b->serverdata) {
        return a->serverdata;
    }
    return a->messages != b->messages ? a->messages > b->messages : a->clean;
}

enum qw_container qw_detect(const uint8_t *data, size_t size, struct qw_readings *readings)
{
    const struct qw_readings found = {count_good_blocks(data, size, read_qwd, false),
                                      count_good_blocks(data, size, read_mvd, true)};
    if (readings) {
        *readings = found;
    }
    const bool qwd = is_possible(&found.qwd);
    const bool mvd = is_possible(&found.mvd);
    if (!qwd && !mvd) {
        return ends_as_qwd(data, size) ? QW_CONTAINER_QWD : QW_CONTAINER_NONE;
    }
    return qwd && (!mvd || is_better(&found.qwd, &found.mvd)) ? QW_CONTAINER_QWD : QW_CONTAINER_MVD;
}
