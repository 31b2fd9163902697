#include "engine/edit/netquake/nq_cut.h"

#include <string.h>

#include "engine/edit/netquake/nq_split_block.h"
#include "engine/edit/netquake/nq_start.h"
#include "formats/netquake/nq_message.h"

struct cutter {
    const struct dem_file *dem;
    struct byte_writer *out;
    struct byte_writer block; /* messages of the block being written */
    struct edit_report *report;
    struct nq_protocol protocol;
    struct edit_bytes scene;            /* message to repeat behind the next time; size 0: none */
    struct nq_known_entities *entities; /* the next message of them tells of all; NULL: as it is */
    float angles[3];                    /* of the last block written */
    bool disconnected;
};

/* Where a level began. */
struct level {
    size_t block;                /* offset of the block with its serverinfo */
    struct nq_protocol protocol; /* before that block */
    bool first;                  /* of the demo: what is in front of the serverinfo belongs to it */
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* The next message of a block: 1, 0 at its end, or an error with its offset in the file. */
static int next_message(const struct nq_protocol *protocol, const struct dem_block *block,
                        size_t *at, struct nq_message *message, struct format_error *err)
{
    const int code = nq_message_decode(protocol, block->messages, block->size, at, message, err);
    if (code < 0 && err) {
        err->offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

/* --- before the part ----------------------------------------------------------------------------
 */

static int note_block(struct cutter *c, struct nq_start *start, struct level *level,
                      const struct dem_block *block, struct format_error *err)
{
    const struct nq_protocol before = c->protocol;
    struct nq_message message;
    size_t at = 0;
    int code;
    while ((code = next_message(&c->protocol, block, &at, &message, err)) > 0) {
        if (message.id == NQ_SERVERINFO) {
            *level = (struct level){block->offset, before, block->offset == c->dem->first_block};
        }
        nq_protocol_follow(&c->protocol, &message);
        if (nq_start_note(start, &c->protocol, block->messages, &message) < 0) {
            return no_memory(err);
        }
    }
    nq_start_end_block(start);
    return code;
}

/* Reads what lies before the part. 0 or an error. */
static int note_blocks(struct cutter *c, struct nq_start *start, struct level *level, size_t end,
                       struct format_error *err)
{
    struct dem_block block;
    size_t pos = c->dem->first_block;
    int code = 0;
    while (code == 0 && pos < end) {
        code = dem_next_block(c->dem, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        code = note_block(c, start, level, &block, err);
    }
    return code;
}

/* --- the part -----------------------------------------------------------------------------------
 */

static bool is_reconnect(const struct nq_message *message)
{
    return message->id == NQ_STUFFTEXT && strcmp(message->u.text, "reconnect\n") == 0;
}

/* A message of differences as one of all entities. */
static int write_entities(struct cutter *c, const struct nq_message *message)
{
    const int code = nq_known_entities_add(c->entities, &c->protocol, message);
    nq_known_entities_write(c->entities, &c->protocol, message, &c->block);
    c->entities = NULL;
    return code;
}

static int copy_message(struct cutter *c, const struct dem_block *block,
                        const struct nq_message *message)
{
    if (c->entities && (message->id == NQ_DELTAS || message->id == NQ_DP_ENTITIES)) {
        return write_entities(c, message);
    }
    if (is_reconnect(message)) {
        for (uint32_t i = 0; i < message->size; i++) {
            byte_writer_u8(&c->block, NQ_NOP);
        }
        return edit_report_add(c->report, EDIT_RECONNECT, block->offset);
    }
    byte_writer_bytes(&c->block, block->messages + message->offset, message->size);
    if (message->id == NQ_TIME) {
        byte_writer_bytes(&c->block, c->scene.data, c->scene.size);
        c->scene.size = 0;
    }
    c->disconnected |= message->id == NQ_DISCONNECT;
    return 0;
}

/* Writes the block's messages: as several blocks if they are too long for clients. before: the
 * protocol in front of them. */
static int write_block(struct cutter *c, const struct nq_protocol *before,
                       const struct dem_block *block)
{
    const size_t limit = nq_block_limit(&c->protocol);
    size_t largest;
    if (c->block.failed) {
        return FORMAT_MEMORY;
    }
    const int code = nq_split_block(before, block->angles, c->block.data, c->block.size, limit,
                                    c->out, &c->report->steps, &largest);
    memcpy(c->angles, block->angles, sizeof(c->angles));
    if (code < 0 || c->block.size <= limit) {
        return code;
    }
    return edit_report_add(c->report, largest > limit ? EDIT_LONG : EDIT_SPLIT, block->offset);
}

/* from_serverinfo: what is in front of the block's serverinfo belongs to the level before. */
static int copy_block(struct cutter *c, const struct dem_block *block, bool from_serverinfo,
                      struct format_error *err)
{
    const struct nq_protocol before = c->protocol;
    struct nq_message message;
    size_t at = 0;
    int code = 0;
    c->block.size = 0;
    while (!c->disconnected && (code = next_message(&c->protocol, block, &at, &message, err)) > 0) {
        nq_protocol_follow(&c->protocol, &message);
        from_serverinfo = from_serverinfo && message.id != NQ_SERVERINFO;
        if (!from_serverinfo && copy_message(c, block, &message) < 0) {
            return no_memory(err);
        }
    }
    if (code < 0) { /* none of this block: it would end in the middle */
        return code;
    }
    if (c->block.size == 0) {
        return edit_report_add(c->report, EDIT_EMPTY, block->offset) < 0 ? no_memory(err) : 0;
    }
    return write_block(c, &before, block) < 0 ? no_memory(err) : 0;
}

/* Copies the blocks at pos..last. trim: from_serverinfo for the first. */
static int copy_blocks(struct cutter *c, size_t pos, size_t last, bool trim,
                       struct format_error *err)
{
    struct dem_block block;
    int code = 0;
    while (code == 0 && !c->disconnected && pos <= last) {
        code = dem_next_block(c->dem, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        code = copy_block(c, &block, trim, err);
        trim = false;
    }
    return code;
}

static void write_end(struct cutter *c)
{
    static const uint8_t disconnect = NQ_DISCONNECT;
    if (!c->disconnected && c->report->steps > 0) {
        dem_write_block(c->out, c->angles, &disconnect, 1);
        c->report->steps++;
    }
}

/* Writes the start state, or finds where the level begins; then the blocks. */
static int cut_part(struct cutter *c, const struct edit_range *range, struct nq_start *start,
                    struct format_error *err)
{
    const struct nq_protocol whole = c->protocol;
    struct level level = {c->dem->first_block, whole, true};
    struct dem_block block;
    size_t pos = range->first;
    int code = note_blocks(c, start, &level, range->first, err);
    if (code < 0) {
        return code;
    }
    byte_writer_bytes(c->out, c->dem->data, c->dem->first_block);
    if (!nq_start_entered(start)) {
        const float none[3] = {0};
        c->protocol = level.protocol;
        if (!level.first) {
            c->report->start_steps = nq_start_write_orders(start, &c->protocol, none, c->out);
            c->report->steps += c->report->start_steps;
        }
        return copy_blocks(c, level.block, range->last, !level.first, err);
    }
    if (dem_next_block(c->dem, &pos, &block, err) <= 0) {
        return FORMAT_BAD; /* it was there when the range was found */
    }
    c->report->start_steps = nq_start_write(start, &c->protocol, block.angles, c->out);
    c->report->steps += c->report->start_steps;
    c->scene = nq_start_scene(start);
    c->entities = nq_start_entities(start);
    return copy_blocks(c, range->first, range->last, false, err);
}

int nq_cut(const struct nq_file *file, const struct edit_range *range, struct byte_writer *out,
           struct edit_report *report, struct format_error *err)
{
    const size_t begin = out->size;
    struct cutter c = {.dem = &file->dem, .out = out, .report = report, .protocol = file->protocol};
    struct nq_start *start = nq_start_create();
    *report = (struct edit_report){0};
    if (!start) {
        return no_memory(err);
    }
    int code;
    if (range) {
        code = cut_part(&c, range, start, err);
    } else {
        byte_writer_bytes(out, file->dem.data, file->dem.first_block);
        code = copy_blocks(&c, file->dem.first_block, file->dem.size, false, err);
    }
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.block.failed) {
        code = no_memory(err);
    }
    nq_start_free(start);
    byte_writer_free(&c.block);
    return code;
}
