/* Repair of QuakeWorld demos, .qwd and .mvd. Sources: those of repair.h. */
#include <math.h>
#include <string.h>

#include "engine/edit/repair/repair_log.h"
#include "engine/edit/validate/qw_limits.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum {
    CHAIN_BLOCKS = 6, /* that follow each other are no chance */
    SIZE_BYTES = 4,
    STYLE_MAX = 63, /* bytes of texts in the original's buffers */
    TEXT_MAX = 2046
};

/* Seconds between two blocks of a chain. */
#define TIME_STEP 60.0f

struct repairer {
    const struct qw_demo *demo;
    struct byte_writer *out;
    struct byte_writer block; /* messages of the block being written */
    struct repair_log *log;
    struct qw_protocol protocol;
    struct validate_report refused; /* by the limits, which are ezQuake's: the widest */
    struct validate_check check;
    struct qw_limits limits;
    uint32_t sequence; /* .qwd: of the last packet that was written */
    float time;        /* .qwd: of the last block */
    bool in_level, any_level, ended;
    bool full;                  /* the level has a full packetentities */
    size_t early, early_bytes;  /* offset and size of what was dropped before any level */
    struct format_error unread; /* the last serverdata that cannot be read; "" = none */
};

/* --- blocks -------------------------------------------------------------------------------------
 */

/* True if the block is one that a recorder writes next to others: in a .mvd, of which a header is
 * two bytes, its messages have to be whole. */
static bool is_likely(const struct repairer *r, const struct qw_block *block, float *time)
{
    struct qw_protocol protocol = r->protocol;
    struct qw_message message;
    size_t at = 0;
    if (!r->protocol.is_mvd) {
        const float last = *time;
        *time = block->u.qwd.time;
        return isfinite(*time) && (isnan(last) || fabsf(*time - last) < TIME_STEP);
    }
    if (block->type == MVD_CMD || block->type == MVD_SET) {
        return false;
    }
    while (block->messages &&
           qw_message_decode(&protocol, block->messages, block->size, &at, &message, NULL) > 0) {
        qw_protocol_follow(&protocol, &message);
    }
    return !block->messages || (block->size > 0 && at == block->size);
}

/* True if blocks follow each other from here on, or to the end of the file. */
static bool is_chain(const struct repairer *r, size_t pos)
{
    struct qw_block block;
    float time = NAN;
    int blocks = 0;
    while (blocks < CHAIN_BLOCKS && qw_block_next(r->demo, &pos, &block, NULL) > 0) {
        if (!is_likely(r, &block, &time)) {
            return false;
        }
        blocks++;
    }
    return blocks == CHAIN_BLOCKS || (blocks > 0 && pos == r->demo->size);
}

/* The first place from here on where blocks follow each other; the file's size: nowhere. */
static size_t find_chain(const struct repairer *r, size_t pos)
{
    while (pos < r->demo->size && !is_chain(r, pos)) {
        pos++;
    }
    return pos;
}

/* --- messages -----------------------------------------------------------------------------------
 */

/* The text that ends the message; NULL: it has none. */
static const char *text_of(const struct qw_message *m, size_t *limit)
{
    *limit = TEXT_MAX;
    switch (m->id) {
    case QW_LIGHTSTYLE:
        *limit = STYLE_MAX;
        return m->u.lightstyle.map;
    case QW_PRINT:
        return m->u.print.text;
    case QW_STUFFTEXT:
    case QW_CENTERPRINT:
    case QW_FINALE:
        return m->u.text;
    default:
        return NULL;
    }
}

/* Cuts a text that is too long. False: it is not. */
static bool cut_text(struct repairer *r, const uint8_t *bytes, const struct qw_message *m,
                     size_t offset)
{
    size_t limit;
    const char *text = text_of(m, &limit);
    const size_t length = text ? strlen(text) : 0;
    if (length <= limit) {
        return false;
    }
    const size_t kept = m->size - (length - limit) - 1;
    byte_writer_bytes(&r->block, bytes, kept);
    byte_writer_u8(&r->block, 0);
    repair_tell(r->log, REPAIR_TEXT_LENGTH, offset + kept, length - limit, 0);
    return true;
}

/* Changes of a frame that was before the recording: clients leave them out until a full one. */
static bool is_without_base(struct repairer *r, const struct qw_message *m, size_t offset)
{
    if (m->id == QW_PACKETENTITIES) {
        r->full = true;
    }
    if (m->id != QW_DELTAPACKETENTITIES || r->full || r->protocol.is_mvd) {
        return false;
    }
    repair_tell(r->log, REPAIR_DELTA_BASE, offset, m->size, 0);
    return true;
}

static bool is_out_of_range(struct repairer *r, const struct qw_message *m, size_t offset)
{
    const uint64_t before = r->refused.refusals;
    qw_limits_message(&r->limits, m, offset);
    if (m->id == QW_SERVERDATA || r->refused.refusals == before) {
        return false;
    }
    repair_tell(r->log, REPAIR_OUT_OF_RANGE, offset, m->size, 0);
    return true;
}

static bool is_update(const struct qw_message *m)
{
    return m->id == QW_PLAYERINFO || m->id == QW_PACKETENTITIES ||
           m->id == QW_DELTAPACKETENTITIES || m->id == QW_NAILS || m->id == QW_NAILS2;
}

static void repair_message(struct repairer *r, const uint8_t *bytes, const struct qw_message *m,
                           size_t offset)
{
    if (m->id == QW_SERVERDATA) {
        r->in_level = r->any_level = true;
        r->full = false;
    }
    if (!r->in_level && is_update(m)) {
        r->early = r->early_bytes == 0 ? offset : r->early;
        r->early_bytes += m->size;
        return;
    }
    if (!cut_text(r, bytes, m, offset) && !is_without_base(r, m, offset) &&
        !is_out_of_range(r, m, offset)) {
        byte_writer_bytes(&r->block, bytes, m->size);
    }
}

/* A disconnect counts if no block follows. True: it does not. */
static bool is_early_end(struct repairer *r, const struct qw_message *m, size_t offset, size_t next)
{
    if (m->id != QW_DISCONNECT) {
        return false;
    }
    r->ended = find_chain(r, next) == r->demo->size;
    if (!r->ended) {
        repair_tell(r->log, REPAIR_EARLY_END, offset, m->size, 0);
    }
    return !r->ended;
}

/* Reads a block's messages into r->block. next: offset of the block behind. */
static void repair_messages(struct repairer *r, const struct qw_block *block, size_t next)
{
    struct format_error err;
    struct qw_message message;
    size_t at = 0;
    int code = 0;
    while (!r->ended && (code = qw_message_decode(&r->protocol, block->messages, block->size, &at,
                                                  &message, &err)) > 0) {
        const size_t offset = block->messages_offset + message.offset;
        qw_protocol_follow(&r->protocol, &message);
        if (!is_early_end(r, &message, offset, next)) {
            repair_message(r, block->messages + message.offset, &message, offset);
        }
    }
    if (r->early_bytes > 0) {
        repair_tell(r->log, REPAIR_NO_LEVEL, r->early, r->early_bytes, 0);
        r->early_bytes = 0;
    }
    if (code < 0) {
        if (block->messages[at] == QW_SERVERDATA) { /* nothing tells of the level */
            r->unread = err;
            r->unread.offset += block->messages_offset;
            r->in_level = false;
        }
    }
    if (at < block->size) {
        repair_tell(r->log, r->ended ? REPAIR_EARLY_END : REPAIR_BAD_MESSAGE,
                    block->messages_offset + at, block->size - at, 0);
    }
}

/* --- steps --------------------------------------------------------------------------------------
 */

/* Copies the block's header with the size of what is left of its messages, and those. */
static void write_block(struct repairer *r, const struct qw_block *block)
{
    const uint8_t *data = r->demo->data;
    const size_t header = block->messages_offset - block->offset;
    const size_t netchan = r->protocol.is_mvd ? 0 : header - QWD_BLOCK_HEADER - SIZE_BYTES;
    const size_t size_at = r->out->size + header - netchan - SIZE_BYTES;
    byte_writer_bytes(r->out, data + block->offset, header);
    byte_writer_bytes(r->out, r->block.data, r->block.size);
    if (!r->out->failed) {
        bytes_put_u32(r->out->data + size_at, (uint32_t)(netchan + r->block.size));
    }
}

/* The packet comes again, or too late: clients drop it. */
static bool is_late(struct repairer *r, const struct qw_block *block)
{
    const struct qwd_block *qwd = &block->u.qwd;
    if (r->protocol.is_mvd) {
        return false;
    }
    if (qwd->type == QWD_SET) {
        r->sequence = qwd->u.set.incoming;
    }
    if (qwd->type != QWD_READ || qwd->u.packet.kind != QWD_SEQUENCED) {
        return false;
    }
    if (qwd->u.packet.sequence <= r->sequence) {
        return true;
    }
    r->sequence = qwd->u.packet.sequence;
    return false;
}

/* Bytes that id's client takes for the end of the file. */
static bool is_empty(const struct repairer *r, const struct qw_block *block)
{
    return !r->protocol.is_mvd && block->u.qwd.type == QWD_READ &&
           block->u.qwd.u.packet.kind == QWD_RUNT && block->u.qwd.u.packet.size == 0;
}

static void copy_block(struct repairer *r, const struct qw_block *block, size_t next)
{
    const size_t size = next - block->offset;
    if (block->is_end && find_chain(r, next) < r->demo->size) {
        repair_tell(r->log, REPAIR_EARLY_END, block->offset, size, 0);
    } else if (is_empty(r, block)) {
        repair_tell(r->log, REPAIR_EMPTY_BLOCK, block->offset, size, 0);
    } else if (is_late(r, block)) {
        repair_tell(r->log, REPAIR_ORDER, block->offset, size, 0);
    } else if (block->is_end || !block->messages || block->size == 0) {
        byte_writer_bytes(r->out, r->demo->data + block->offset, size);
        r->ended = block->is_end;
    } else {
        r->block.size = 0;
        repair_messages(r, block, next);
        if (r->block.size > 0 || r->protocol.is_mvd) { /* a .mvd's time goes on with each block */
            write_block(r, block);
        }
    }
    r->time = r->protocol.is_mvd ? 0.0f : block->u.qwd.time;
}

/* Messages that cannot be read, and no block where the next one should be: the size may be wrong.
 */
static bool is_misfit(const struct repairer *r, const struct qw_block *block, size_t next)
{
    struct qw_protocol protocol = r->protocol;
    struct qw_message message;
    size_t at = 0;
    if (!block->messages) {
        return false;
    }
    while (qw_message_decode(&protocol, block->messages, block->size, &at, &message, NULL) > 0) {
        qw_protocol_follow(&protocol, &message);
    }
    return at < block->size && next < r->demo->size && !is_chain(r, next);
}

static void repair_step(struct repairer *r, size_t *pos)
{
    struct qw_block block;
    size_t next = *pos;
    const int code = qw_block_next(r->demo, &next, &block, NULL);
    if (code > 0 && !is_misfit(r, &block, next)) {
        copy_block(r, &block, next);
        *pos = next;
        return;
    }
    const size_t begin = *pos, found = find_chain(r, begin + 1);
    if (code > 0 && found == r->demo->size) {
        copy_block(r, &block, next);
        *pos = next;
        return;
    }
    *pos = found;
    repair_tell(r->log, found < r->demo->size ? REPAIR_LOST_BYTES : REPAIR_TORN_BLOCK, begin,
                found - begin, 0);
}

/* --- the whole file -----------------------------------------------------------------------------
 */

static void write_end(struct repairer *r)
{
    static const uint8_t goodbye[] = {QW_DISCONNECT, 'E', 'n', 'd', 'O', 'f',
                                      'D',           'e', 'm', 'o', 0};
    const size_t begin = r->out->size;
    if (r->protocol.is_mvd) {
        struct mvd_block block = {.type = MVD_ALL};
        block.u.messages.data = goodbye;
        block.u.messages.size = sizeof(goodbye);
        mvd_write_block(r->out, &block);
    } else {
        struct qwd_block block = {.time = r->time, .type = QWD_READ};
        block.u.packet = (struct qwd_packet){
            .kind = QWD_CONNECTIONLESS, .messages = goodbye, .size = sizeof(goodbye)};
        qwd_write_block(r->out, &block);
    }
    repair_tell(r->log, REPAIR_NO_END, r->demo->size, 0, r->out->size - begin);
}

static int repair_blocks(struct repairer *r, struct format_error *err)
{
    size_t pos = 0;
    while (!r->ended && pos < r->demo->size) {
        repair_step(r, &pos);
        r->log->block++;
        if (r->block.failed || r->out->failed) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    if (pos < r->demo->size) {
        repair_tell(r->log, REPAIR_EARLY_END, pos, r->demo->size - pos, 0);
    }
    if (!r->any_level && r->unread.what[0] != '\0') {
        *err = r->unread;
        return FORMAT_BAD;
    }
    if (!r->any_level) {
        return format_fail(err, FORMAT_BAD, 0, "no serverdata: nothing tells which level it is");
    }
    if (!r->ended) {
        write_end(r);
    }
    return 0;
}

int repair_quakeworld(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                      struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    struct repairer r = {.demo = file, .out = out, .log = log};
    r.protocol = (struct qw_protocol){.version = QW_PROTOCOL_LAST,
                                      .is_mvd = file->container == QW_CONTAINER_MVD};
    r.check = (struct validate_check){.client = CLIENT_QW_EZQUAKE, .report = &r.refused};
    r.limits = (struct qw_limits){.check = &r.check, .protocol = r.protocol};
    const int code = repair_blocks(&r, err);
    byte_writer_free(&r.block);
    return code;
}
