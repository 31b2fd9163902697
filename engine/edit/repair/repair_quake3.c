/* Repair of Quake III demos. Sources: those of repair.h. */
#include <string.h>

#include "engine/edit/repair/repair_log.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_reader.h"
#include "engine/quake3/q3_trajectory.h"

enum {
    CHAIN_BLOCKS = 4,    /* that follow each other are no chance */
    SEQUENCE_STEP = 1000 /* messages that are lost between two, at most */
};

struct repairer {
    struct q3_reader *reader;
    struct byte_writer *out;
    struct byte_writer message; /* the good commands of a damaged one */
    struct repair_log *log;
    bool in_level, any_level;
    bool any; /* a snapshot of the level was written; then the last one's: */
    int32_t sequence, server_time;
};

/* What the messages of a block hold. */
struct contents {
    bool gamestate;
    bool commands; /* new ones, in front of any damage */
    const struct q3_snapshot *snapshot;
    int code;
};

/* --- blocks -------------------------------------------------------------------------------------
 */

/* True if messages with rising numbers follow each other from here on, or to the end. */
static bool is_chain(const uint8_t *data, size_t size, size_t pos)
{
    struct dm3_block block;
    int32_t last = 0;
    int blocks = 0;
    while (blocks < CHAIN_BLOCKS && !dm3_is_ended(data, size, pos) &&
           dm3_next_block(data, size, &pos, &block, NULL) > 0) {
        const int64_t step = (int64_t)block.sequence - last;
        if (blocks > 0 && (step < 0 || step > SEQUENCE_STEP)) {
            return false;
        }
        last = block.sequence;
        blocks++;
    }
    return blocks == CHAIN_BLOCKS || dm3_is_ended(data, size, pos) || (blocks > 0 && pos == size);
}

static size_t find_chain(const struct q3_reader *reader, size_t pos)
{
    while (pos < reader->size && !is_chain(reader->data, reader->size, pos)) {
        pos++;
    }
    return pos;
}

static struct contents read_block(struct q3_reader *reader)
{
    struct contents contents = {0};
    struct q3_message message;
    while ((contents.code = q3_reader_next(reader, &message, NULL)) > 0) {
        contents.gamestate = contents.gamestate || message.id == Q3_GAMESTATE;
        if (message.id == Q3_SERVER_COMMAND) {
            contents.commands = contents.commands || !message.u.command.repeated;
        } else if (message.id == Q3_SNAPSHOT) {
            contents.snapshot = message.u.snapshot;
        }
    }
    return contents;
}

/* --- writing ------------------------------------------------------------------------------------
 */

/* Writes the commands in front of the damage as a message of its own. before: the number of the
 * last command before the block. */
static void write_commands(struct repairer *r, int32_t before)
{
    struct q3_reader *reader = r->reader;
    const size_t begin = r->out->size;
    struct q3_message message;
    r->message.size = 0;
    q3_packet_open(&reader->packet, reader->protocol, &reader->block);
    struct q3_bits_writer w =
        q3_write_begin(&r->message, reader->protocol, reader->packet.acknowledged);
    reader->frames.server_command = before;
    while (q3_packet_next(&reader->packet, &reader->frames, &reader->gamestate, &message, NULL) >
               0 &&
           (message.id == Q3_SERVER_COMMAND || message.id == Q3_NOP)) {
        if (message.id == Q3_SERVER_COMMAND && !message.u.command.repeated) {
            q3_write_command(&w, message.u.command.sequence, message.u.command.text);
        }
    }
    q3_write_end(&w);
    dm3_write_block(r->out, reader->block.sequence, r->message.data, r->message.size);
    repair_tell(r->log, REPAIR_BAD_MESSAGE, reader->block.offset,
                reader->pos - reader->block.offset, r->out->size - begin);
}

/* A damaged message: the level ends where its gamestate is lost. */
static void write_damaged(struct repairer *r, const struct contents *contents, int32_t before)
{
    const struct q3_reader *reader = r->reader;
    if (contents->commands && !contents->gamestate && r->in_level) {
        write_commands(r, before);
        return;
    }
    repair_tell(r->log, REPAIR_BAD_MESSAGE, reader->block.offset,
                reader->pos - reader->block.offset, 0);
}

/* True if the block comes again or too late; else it is the newest one. */
static bool is_late(struct repairer *r, const struct contents *contents)
{
    const struct q3_snapshot *snapshot = contents->snapshot;
    if (contents->gamestate) {
        r->in_level = r->any_level = true;
        r->any = false;
        return false;
    }
    if (!snapshot) {
        return false;
    }
    if (r->any && (snapshot->sequence <= r->sequence || snapshot->server_time < r->server_time)) {
        return true;
    }
    if (r->any || !(snapshot->flags & Q3_SNAP_NOT_ACTIVE)) {
        r->any = true;
        r->sequence = snapshot->sequence;
        r->server_time = snapshot->server_time;
    }
    return false;
}

/* Writes the block that was read from begin on. */
static void write_block(struct repairer *r, const struct contents *contents, int32_t before)
{
    const struct q3_reader *reader = r->reader;
    const size_t begin = reader->block.offset, size = reader->pos - begin;
    if (contents->code < 0 && r->in_level && !reader->frames.started) {
        r->in_level = false; /* its successor's gamestate is damaged */
    }
    if (contents->code < 0) {
        write_damaged(r, contents, before);
    } else if (is_late(r, contents)) {
        repair_tell(r->log, REPAIR_ORDER, begin, size, 0);
    } else if (!r->in_level) {
        repair_tell(r->log, REPAIR_NO_LEVEL, begin, size, 0);
    } else {
        byte_writer_bytes(r->out, reader->data + begin, size);
    }
}

/* --- steps --------------------------------------------------------------------------------------
 */

/* Reads what is between pos and next as a message whose size is wrong. False: it is none. */
static bool resize_block(struct repairer *r, size_t pos, size_t next)
{
    struct q3_reader *reader = r->reader;
    const size_t size = next - pos;
    if (size <= DM3_BLOCK_HEADER || size - DM3_BLOCK_HEADER > DM3_MAX_MESSAGE) {
        return false;
    }
    const uint8_t *header = reader->data + pos;
    const int64_t step = (int64_t)(int32_t)bytes_u32(header) - r->sequence;
    const int32_t before = reader->frames.server_command;
    if (r->any && (step <= 0 || step > SEQUENCE_STEP)) {
        return false;
    }
    reader->block = (struct dm3_block){.offset = pos,
                                       .sequence = (int32_t)bytes_u32(header),
                                       .size = (uint32_t)(size - DM3_BLOCK_HEADER),
                                       .data = header + DM3_BLOCK_HEADER};
    reader->pos = next;
    q3_packet_open(&reader->packet, reader->protocol, &reader->block);
    const struct contents contents = read_block(reader);
    if (contents.code < 0) {
        return false;
    }
    const size_t begin = r->out->size;
    repair_tell(r->log, REPAIR_BLOCK_SIZE, pos + sizeof(uint32_t), sizeof(uint32_t),
                sizeof(uint32_t));
    write_block(r, &contents, before);
    if (r->out->size > begin) {
        bytes_put_u32(r->out->data + begin + sizeof(uint32_t), reader->block.size);
    }
    return true;
}

/* No whole message is at pos, or a damaged one that no other follows. whole: its end, else 0. */
static void repair_gap(struct repairer *r, size_t pos, size_t whole,
                       const struct contents *contents, int32_t before)
{
    struct q3_reader *reader = r->reader;
    const size_t next = find_chain(reader, pos + 1);
    if (next < reader->size && resize_block(r, pos, next)) {
        return;
    }
    reader->pos = next;
    if (next == reader->size && whole > 0) {
        reader->pos = whole;
        write_block(r, contents, before);
        return;
    }
    repair_tell(r->log, next < reader->size ? REPAIR_LOST_BYTES : REPAIR_TORN_BLOCK, pos,
                next - pos, 0);
}

static void repair_step(struct repairer *r)
{
    static const struct contents none = {.code = FORMAT_BAD};
    struct q3_reader *reader = r->reader;
    const size_t pos = reader->pos;
    const int32_t before = reader->frames.server_command;
    if (q3_reader_block(reader, NULL) <= 0) {
        repair_gap(r, pos, 0, &none, before);
        return;
    }
    const struct contents contents = read_block(reader);
    if (contents.code < 0 && !is_chain(reader->data, reader->size, reader->pos)) {
        repair_gap(r, pos, reader->pos, &contents, before);
    } else {
        write_block(r, &contents, before);
    }
}

/* An end mark counts if no message follows. True: it does. */
static bool pass_end(struct repairer *r)
{
    struct q3_reader *reader = r->reader;
    const size_t after = reader->pos + DM3_BLOCK_HEADER;
    if (find_chain(reader, after) < reader->size) {
        repair_tell(r->log, REPAIR_EARLY_END, reader->pos, DM3_BLOCK_HEADER, 0);
        reader->pos = after;
        return false;
    }
    byte_writer_bytes(r->out, reader->data + reader->pos, DM3_BLOCK_HEADER);
    if (after < reader->size) {
        repair_tell(r->log, REPAIR_EARLY_END, after, reader->size - after, 0);
    }
    return true;
}

static int repair_blocks(struct repairer *r, struct format_error *err)
{
    struct q3_reader *reader = r->reader;
    bool ended = false;
    while (!ended && reader->pos < reader->size) {
        if (dm3_is_ended(reader->data, reader->size, reader->pos)) {
            ended = pass_end(r);
        } else {
            repair_step(r);
            r->log->block++;
        }
        if (r->out->failed || r->message.failed) {
            return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        }
    }
    if (!r->any_level) {
        return format_fail(err, FORMAT_BAD, 0, "no gamestate that can be read");
    }
    if (!ended) {
        dm3_write_end(r->out);
        repair_tell(r->log, REPAIR_NO_END, reader->size, 0, DM3_BLOCK_HEADER);
    }
    return 0;
}

int repair_quake3(const struct demo *demo, struct byte_writer *out, struct repair_log *log,
                  struct format_error *err)
{
    const struct q3_file *file = demo->file;
    struct repairer r = {.out = out, .log = log};
    r.reader = q3_reader_create(file->protocol->number, file->data, file->size);
    if (!r.reader) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    const int code = repair_blocks(&r, err);
    q3_reader_free(r.reader);
    byte_writer_free(&r.message);
    return code;
}
