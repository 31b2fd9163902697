/* Repair of NetQuake demos. Sources: those of repair.h. */
#include <string.h>

#include "engine/edit/repair/repair_log.h"
#include "engine/edit/validate/nq_limits.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

enum {
    CHAIN_BLOCKS = 4, /* that follow each other are no chance */
    LOST_RETURNS = 3, /* carriage returns that a block may lack */
    NAME_MAX = 31,    /* bytes of texts in the original's buffers */
    STYLE_MAX = 63,
    TEXT_MAX = 2046,
    SIGN_ON_LAST = 3,
    TRIAL_BYTES = 1 << 26 /* decoded to find where carriage returns are missing, in all */
};

struct repairer {
    const struct dem_file *dem;
    struct byte_writer *out;
    struct byte_writer block; /* messages of the block being written */
    struct byte_writer bytes; /* those of a block with carriage returns put back */
    struct repair_log *log;
    struct nq_protocol protocol;
    struct validate_report refused; /* by the limits, which are QuakeSpasm's: the widest */
    struct validate_check check;
    struct nq_limits limits;
    const uint8_t *angles;     /* of the last block written */
    size_t trial_bytes;        /* left */
    size_t early, early_bytes; /* offset and size of what was dropped before any level */
    bool in_level, ended;
    bool any_level;
    struct format_error unread; /* the last serverinfo that cannot be read; "" = none */
};

/* The messages of a block as they will be read. */
struct messages {
    size_t header; /* offset of the block */
    const uint8_t *data;
    uint32_t size;
};

/* --- blocks -------------------------------------------------------------------------------------
 */

static uint32_t size_at(const struct dem_file *dem, size_t pos)
{
    return dem->size - pos >= DEM_BLOCK_HEADER ? bytes_u32(dem->data + pos) : 0;
}

/* True if blocks with messages follow each other from here on, or to the end of the file. */
static bool is_chain(const struct dem_file *dem, size_t pos)
{
    struct dem_block block;
    int blocks = 0;
    while (blocks < CHAIN_BLOCKS && size_at(dem, pos) > 0 &&
           dem_next_block(dem, &pos, &block, NULL) > 0) {
        blocks++;
    }
    return blocks == CHAIN_BLOCKS || (blocks > 0 && pos == dem->size);
}

/* The first place from here on where blocks follow each other; the file's size: nowhere. */
static size_t find_chain(const struct dem_file *dem, size_t pos)
{
    while (pos < dem->size && !is_chain(dem, pos)) {
        pos++;
    }
    return pos;
}

/* Bytes of whole messages. */
static uint32_t measure_good(const struct repairer *r, const uint8_t *data, uint32_t size)
{
    struct nq_protocol protocol = r->protocol;
    struct nq_message message;
    size_t at = 0;
    while (nq_message_decode(&protocol, data, size, &at, &message, NULL) > 0) {
        nq_protocol_follow(&protocol, &message);
    }
    return (uint32_t)at;
}

static bool is_good(const struct repairer *r, const uint8_t *data, uint32_t size)
{
    return size > 0 && measure_good(r, data, size) == size;
}

/* --- messages -----------------------------------------------------------------------------------
 */

/* Most bytes of the text that ends the message, 0 = it has none. */
static size_t text_limit(const struct nq_message *m)
{
    switch (m->id) {
    case NQ_UPDATENAME:
        return NAME_MAX;
    case NQ_LIGHTSTYLE:
        return STYLE_MAX;
    case NQ_PRINT:
    case NQ_STUFFTEXT:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        return TEXT_MAX;
    default:
        return 0;
    }
}

static const char *text_of(const struct nq_message *m)
{
    return m->id == NQ_UPDATENAME   ? m->u.updatename.name
           : m->id == NQ_LIGHTSTYLE ? m->u.lightstyle.map
                                    : m->u.text;
}

/* Cuts a text that is too long. False: it is not. */
static bool cut_text(struct repairer *r, const uint8_t *bytes, const struct nq_message *m,
                     size_t offset)
{
    const size_t limit = text_limit(m);
    const size_t length = limit > 0 ? strlen(text_of(m)) : 0;
    if (length <= limit) {
        return false;
    }
    byte_writer_bytes(&r->block, bytes, m->size - (length - limit) - 1);
    byte_writer_u8(&r->block, 0);
    repair_tell(r->log, REPAIR_TEXT_LENGTH, offset + m->size - 1 - (length - limit), length - limit,
                0);
    return true;
}

static bool quiet_reconnect(struct repairer *r, const struct nq_message *m, size_t offset)
{
    if (m->id != NQ_STUFFTEXT || strcmp(m->u.text, "reconnect\n") != 0) {
        return false;
    }
    for (uint32_t i = 0; i < m->size; i++) {
        byte_writer_u8(&r->block, NQ_NOP);
    }
    repair_tell(r->log, REPAIR_RECONNECT, offset, m->size, m->size);
    return true;
}

/* Protocols of which the limits are known. */
static bool is_limited(const struct repairer *r)
{
    const bool has_limits =
        nq_protocol_is_extended(&r->protocol) || r->protocol.version == NQ_PROTOCOL_15;
    return has_limits && r->protocol.fte2 == 0 && r->protocol.ftex == 0;
}

/* The number that lets the first update begin the game. */
static void end_sign_on(struct repairer *r, const struct nq_message *m, size_t offset)
{
    struct nq_message last = {.id = NQ_SIGNONNUM, .u.signonnum = SIGN_ON_LAST};
    if (m->id >= NQ_ENTITY_UPDATE && is_limited(r) && r->limits.sign_on < SIGN_ON_LAST) {
        const size_t before = r->block.size;
        nq_message_encode(&r->protocol, &last, &r->block);
        nq_limits_message(&r->limits, &last, offset);
        repair_tell(r->log, REPAIR_SIGN_ON, offset, 0, r->block.size - before);
    }
}

/* True if an engine that takes the most would refuse the message. */
static bool is_out_of_range(struct repairer *r, const struct nq_message *m, size_t offset)
{
    const uint64_t before = r->refused.refusals;
    if (m->id == NQ_SERVERINFO || is_limited(r)) {
        nq_limits_message(&r->limits, m, offset);
    }
    return m->id != NQ_SERVERINFO && r->refused.refusals > before;
}

/* Messages that only some engines read are no damage; nor is clientdata without items, which early
 * versions wrote. */
static bool is_common(const struct nq_message *m)
{
    if (m->id >= NQ_ENTITY_UPDATE) {
        return !m->u.update.is_dp;
    }
    if (m->id == NQ_TEMP_ENTITY) {
        return m->u.temp_entity.type <= NQ_TE_BEAM;
    }
    return m->id <= NQ_SPAWNSTATICSOUND2 && m->id != NQ_SHOWPIC && m->id != NQ_HIDEPIC &&
           m->id != NQ_CLIENTDATA;
}

static void repair_message(struct repairer *r, const uint8_t *bytes, const struct nq_message *m,
                           size_t offset)
{
    const bool is_update = m->id == NQ_TIME || m->id >= NQ_ENTITY_UPDATE;
    r->in_level = r->in_level || m->id == NQ_SERVERINFO;
    r->any_level = r->any_level || r->in_level;
    if (is_update && !r->in_level) {
        r->early = r->early_bytes == 0 ? offset : r->early;
        r->early_bytes += m->size;
        return;
    }
    if (quiet_reconnect(r, m, offset) || cut_text(r, bytes, m, offset)) {
        return;
    }
    end_sign_on(r, m, offset);
    if (is_common(m) && is_out_of_range(r, m, offset)) {
        repair_tell(r->log, m->id == NQ_SIGNONNUM ? REPAIR_SIGN_ON : REPAIR_OUT_OF_RANGE, offset,
                    m->size, 0);
        return;
    }
    byte_writer_bytes(&r->block, bytes, m->size);
}

/* A disconnect counts if no block follows. True: it does not. */
static bool is_early_end(struct repairer *r, const struct nq_message *m, size_t offset, size_t next)
{
    if (m->id != NQ_DISCONNECT) {
        return false;
    }
    r->ended = find_chain(r->dem, next) == r->dem->size;
    if (!r->ended) {
        repair_tell(r->log, REPAIR_EARLY_END, offset, m->size, 0);
    }
    return !r->ended;
}

/* Reads the messages into r->block. next: offset of the block behind. */
static void repair_messages(struct repairer *r, const struct messages *messages, size_t next)
{
    const size_t begin = messages->header + DEM_BLOCK_HEADER;
    struct format_error err;
    struct nq_message message;
    size_t at = 0;
    int code = 0;
    while (!r->ended && (code = nq_message_decode(&r->protocol, messages->data, messages->size, &at,
                                                  &message, &err)) > 0) {
        const size_t offset = begin + message.offset;
        nq_protocol_follow(&r->protocol, &message);
        if (!is_early_end(r, &message, offset, next)) {
            repair_message(r, messages->data + message.offset, &message, offset);
        }
    }
    if (r->early_bytes > 0) {
        repair_tell(r->log, REPAIR_NO_LEVEL, r->early, r->early_bytes, 0);
        r->early_bytes = 0;
    }
    if (code < 0 && messages->data[at] == NQ_SERVERINFO) { /* nothing tells of the level */
        r->unread = err;
        r->unread.offset += begin;
        r->in_level = false;
    }
    if (at < messages->size) {
        repair_tell(r->log, r->ended ? REPAIR_EARLY_END : REPAIR_BAD_MESSAGE, begin + at,
                    messages->size - at, 0);
    }
}

static void write_block(struct repairer *r, const uint8_t *angles)
{
    byte_writer_u32(r->out, (uint32_t)r->block.size);
    byte_writer_bytes(r->out, angles, DEM_BLOCK_HEADER - sizeof(uint32_t));
    byte_writer_bytes(r->out, r->block.data, r->block.size);
    r->angles = angles;
}

/* Versions that read the track line with its blanks take such a byte for one. */
static void pad_first_size(struct repairer *r, size_t offset)
{
    const size_t before = r->block.size;
    while (r->block.size % 256 == ' ' ||
           (r->block.size % 256 >= '\t' && r->block.size % 256 <= '\r')) {
        byte_writer_u8(&r->block, NQ_NOP);
    }
    if (r->block.size > before) {
        repair_tell(r->log, REPAIR_FIRST_SIZE, offset, 0, r->block.size - before);
    }
}

/* Writes the block that begins at messages->header, and what can be read of its messages. */
static void repair_block(struct repairer *r, const struct messages *messages, size_t next)
{
    const bool is_first = !r->angles;
    r->block.size = 0;
    repair_messages(r, messages, next);
    if (messages->size == 0) {
        repair_tell(r->log, REPAIR_EMPTY_BLOCK, messages->header, DEM_BLOCK_HEADER, 0);
    }
    if (r->block.size > 0) { /* else nothing of it is left */
        if (is_first) {
            pad_first_size(r, messages->header + DEM_BLOCK_HEADER + messages->size);
        }
        write_block(r, r->dem->data + messages->header + sizeof(uint32_t));
    }
}

/* --- damage between blocks ----------------------------------------------------------------------
 */

/* Puts carriage returns back in front of `missing` line feeds from that one on. True if the
 * messages are whole with them; places has the line feeds, the last one first. */
static bool put_returns(struct repairer *r, const uint8_t *data, uint32_t size, uint32_t from,
                        int missing, size_t places[LOST_RETURNS])
{
    if (missing == 0) {
        byte_writer_bytes(&r->bytes, data + from, size - from);
        if (r->trial_bytes < r->bytes.size) {
            return false;
        }
        r->trial_bytes -= r->bytes.size;
        return !r->bytes.failed && is_good(r, r->bytes.data, (uint32_t)r->bytes.size);
    }
    const size_t before = r->bytes.size;
    for (uint32_t at = from; at < size && r->trial_bytes > size; at++) {
        if (data[at] != '\n') {
            continue;
        }
        byte_writer_bytes(&r->bytes, data + from, at - from);
        byte_writer_u8(&r->bytes, '\r');
        byte_writer_u8(&r->bytes, '\n');
        places[missing - 1] = at;
        if (put_returns(r, data, size, at + 1, missing - 1, places)) {
            return true;
        }
        r->bytes.size = before;
    }
    return false;
}

/* Tries to make the messages up to `next` as many as the size at pos, by carriage returns that a
 * transfer of text took. */
static bool undo_returns(struct repairer *r, size_t pos, size_t next, struct messages *messages)
{
    size_t places[LOST_RETURNS];
    const uint32_t have = (uint32_t)(next - pos - DEM_BLOCK_HEADER);
    const uint32_t want = size_at(r->dem, pos);
    r->bytes.size = 0;
    if (want <= have || want - have > LOST_RETURNS ||
        !put_returns(r, messages->data, have, 0, (int)(want - have), places)) {
        return false;
    }
    for (uint32_t i = want - have; i > 0; i--) {
        repair_tell(r->log, REPAIR_TEXT_MODE, pos + DEM_BLOCK_HEADER + places[i - 1], 0, 1);
    }
    messages->data = r->bytes.data;
    messages->size = want;
    return true;
}

/* Blocks follow each other again from `next` on. Finds out what is between. False: no block. */
static bool find_messages(struct repairer *r, size_t pos, size_t next, struct messages *messages)
{
    enum { BLOCK_MAX = DEM_MAX_BLOCK_SIZE };
    const uint32_t size = size_at(r->dem, pos);
    if (next - pos <= DEM_BLOCK_HEADER || next - pos - DEM_BLOCK_HEADER > BLOCK_MAX) {
        return false;
    }
    messages->size = (uint32_t)(next - pos - DEM_BLOCK_HEADER);
    if (undo_returns(r, pos, next, messages)) {
        return true;
    }
    /* Of bytes that begin with no size of a block, some look like messages by chance. */
    const uint32_t whole = measure_good(r, messages->data, messages->size);
    if (whole < messages->size && (whole == 0 || size == 0 || size > BLOCK_MAX)) {
        return false;
    }
    if (messages->size != size) {
        repair_tell(r->log, REPAIR_BLOCK_SIZE, pos, sizeof(uint32_t), sizeof(uint32_t));
    }
    return true;
}

/* The bytes at *pos are no block, or a damaged one that no block follows. */
static void repair_gap(struct repairer *r, size_t *pos)
{
    const struct dem_file *dem = r->dem;
    const size_t begin = *pos, next = find_chain(dem, begin + 1);
    struct messages messages = {.header = begin, .data = dem->data + begin + DEM_BLOCK_HEADER};
    struct dem_block block;
    size_t end = begin;
    *pos = next;
    if (next < dem->size && find_messages(r, begin, next, &messages)) {
        repair_block(r, &messages, next);
    } else if (next < dem->size) {
        repair_tell(r->log, REPAIR_LOST_BYTES, begin, next - begin, 0);
    } else if (dem_next_block(dem, &end, &block, NULL) > 0) {
        messages.size = block.size;
        repair_block(r, &messages, end);
        *pos = end;
    } else {
        repair_tell(r->log, REPAIR_TORN_BLOCK, begin, dem->size - begin, 0);
    }
}

/* One block, or what is between two. */
static void repair_step(struct repairer *r, size_t *pos)
{
    struct dem_block block;
    size_t end = *pos;
    if (dem_next_block(r->dem, &end, &block, NULL) <= 0 ||
        (block.size > 0 && !is_good(r, block.messages, block.size) && end != r->dem->size &&
         !is_chain(r->dem, end))) {
        repair_gap(r, pos);
        return;
    }
    const struct messages messages = {
        .header = block.offset, .data = block.messages, .size = block.size};
    *pos = end;
    repair_block(r, &messages, end);
}

/* --- the whole file -----------------------------------------------------------------------------
 */

/* The line as all engines read it: a number and a line feed. */
static void repair_track(struct repairer *r)
{
    const uint8_t *line = r->dem->data;
    const size_t length = r->dem->first_block;
    const size_t sign = length > 0 && line[0] == '-';
    size_t at = sign;
    while (at < length && line[at] >= '0' && line[at] <= '9') {
        at++;
    }
    if (at > sign && at + 1 == length && line[at] == '\n') {
        byte_writer_bytes(r->out, line, length);
        return;
    }
    const size_t before = r->out->size;
    dem_write_track(r->out, r->dem->track);
    repair_tell(r->log, REPAIR_TRACK_LINE, 0, length, r->out->size - before);
}

static void write_end(struct repairer *r)
{
    r->block.size = 0;
    byte_writer_u8(&r->block, NQ_DISCONNECT);
    write_block(r, r->angles);
    repair_tell(r->log, REPAIR_NO_END, r->dem->size, 0, DEM_BLOCK_HEADER + 1);
}

static int repair_blocks(struct repairer *r, struct format_error *err)
{
    const struct dem_file *dem = r->dem;
    size_t pos = dem->first_block;
    repair_track(r);
    while (!r->ended && pos < dem->size) {
        repair_step(r, &pos);
        r->log->block++;
        if (r->block.failed || r->bytes.failed || r->out->failed) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    if (pos < dem->size) {
        repair_tell(r->log, REPAIR_EARLY_END, pos, dem->size - pos, 0);
    }
    if (!r->any_level && r->unread.what[0] != '\0') {
        *err = r->unread;
        return FORMAT_BAD;
    }
    if (!r->any_level) {
        return format_fail(err, FORMAT_BAD, dem->first_block,
                           "no serverinfo: nothing tells which level it is");
    }
    if (!r->ended) {
        write_end(r);
    }
    return 0;
}

int repair_netquake(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                    struct format_error *err)
{
    const struct nq_file *file = demo->file;
    struct repairer r = {.dem = &file->dem, .out = out, .log = log, .protocol = file->protocol};
    r.trial_bytes = TRIAL_BYTES;
    r.check = (struct validate_check){.client = CLIENT_NQ_QUAKESPASM, .report = &r.refused};
    if (nq_limits_begin(&r.limits, &r.check, &file->protocol) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const int code = repair_blocks(&r, err);
    nq_limits_end(&r.limits);
    byte_writer_free(&r.block);
    byte_writer_free(&r.bytes);
    return code;
}
