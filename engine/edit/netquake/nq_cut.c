#include "engine/edit/netquake/nq_cut.h"

#include <stdlib.h>
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
    struct edit_bytes scene; /* message to repeat behind the next time; size 0: none */
    const struct nq_known_entities
        *entities;   /* the next message of them tells of all; NULL: as it is */
    float angles[3]; /* of the last block written */
    bool disconnected;
};

/* Where a level began. */
struct level {
    size_t block;                /* offset of the block with its serverinfo */
    struct nq_protocol protocol; /* before that block */
    bool first;                  /* of the demo: what is in front of the serverinfo belongs to it */
};

/* What was read of a demo in front of a part. */
struct nq_walk {
    const struct nq_file *file;
    size_t pos; /* of the next block */
    struct nq_protocol protocol;
    struct level level;
    struct nq_start *start; /* owned */
    int code;               /* negative: the block before pos cannot be read, */
    struct format_error err;
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

static int note_block(struct nq_walk *walk, const struct dem_block *block)
{
    const struct nq_protocol before = walk->protocol;
    struct nq_message message;
    size_t at = 0;
    int code;
    while ((code = next_message(&walk->protocol, block, &at, &message, &walk->err)) > 0) {
        if (message.id == NQ_SERVERINFO) {
            walk->level =
                (struct level){block->offset, before, block->offset == walk->file->dem.first_block};
        }
        nq_protocol_follow(&walk->protocol, &message);
        if (nq_start_note(walk->start, &walk->protocol, block->messages, &message) < 0) {
            return no_memory(&walk->err);
        }
    }
    nq_start_end_block(walk->start);
    return code;
}

static int begin_walk(struct nq_walk *walk)
{
    const struct nq_file *file = walk->file;
    nq_start_free(walk->start);
    *walk = (struct nq_walk){.file = file,
                             .pos = file->dem.first_block,
                             .protocol = file->protocol,
                             .level = {file->dem.first_block, file->protocol, true},
                             .start = nq_start_create()};
    return walk->start ? 0 : FORMAT_MEMORY;
}

/* Reads what lies before the part. 0 or an error. */
static int note_blocks(struct nq_walk *walk, size_t end, struct format_error *err)
{
    struct dem_block block;
    if (walk->pos > end && begin_walk(walk) < 0) {
        return no_memory(err);
    }
    while (walk->code == 0 && walk->pos < end) {
        walk->code = dem_next_block(&walk->file->dem, &walk->pos, &block, &walk->err);
        if (walk->code == 0) {
            break;
        }
        walk->code = walk->code < 0 ? walk->code : note_block(walk, &block);
    }
    if (walk->code < 0 && err) {
        *err = walk->err;
    }
    return walk->code;
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
    struct nq_known_entities all = {0};
    int code = nq_known_entities_copy(&all, c->entities);
    code = code == 0 ? nq_known_entities_add(&all, &c->protocol, message) : code;
    if (code == 0) {
        nq_known_entities_write(&all, &c->protocol, message, &c->block);
    }
    nq_known_entities_free(&all);
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
static int cut_part(struct cutter *c, const struct edit_range *range, struct nq_walk *walk,
                    struct format_error *err)
{
    struct dem_block block;
    size_t pos = range->first;
    int code = note_blocks(walk, range->first, err);
    if (code < 0) {
        return code;
    }
    const struct nq_start *start = walk->start;
    const struct level level = walk->level;
    c->protocol = walk->protocol;
    dem_copy_track(c->out, c->dem);
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

struct nq_walk *nq_walk_create(const struct nq_file *file)
{
    struct nq_walk *walk = calloc(1, sizeof(*walk));
    if (walk) {
        walk->file = file;
    }
    if (walk && begin_walk(walk) < 0) {
        free(walk);
        return NULL;
    }
    return walk;
}

void nq_walk_free(struct nq_walk *walk)
{
    if (walk) {
        nq_start_free(walk->start);
        free(walk);
    }
}

/* walk: NULL if range is. */
static int cut(const struct nq_file *file, struct nq_walk *walk, const struct edit_range *range,
               struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    const size_t begin = out->size;
    struct cutter c = {.dem = &file->dem, .out = out, .report = report, .protocol = file->protocol};
    int code;
    *report = (struct edit_report){0};
    if (range) {
        code = cut_part(&c, range, walk, err);
    } else {
        dem_copy_track(out, &file->dem);
        code = copy_blocks(&c, file->dem.first_block, file->dem.size, false, err);
    }
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.block.failed) {
        code = no_memory(err);
    }
    byte_writer_free(&c.block);
    return code;
}

int nq_walk_cut(struct nq_walk *walk, const struct edit_range *range, struct byte_writer *out,
                struct edit_report *report, struct format_error *err)
{
    return cut(walk->file, walk, range, out, report, err);
}

int nq_cut(const struct nq_file *file, const struct edit_range *range, struct byte_writer *out,
           struct edit_report *report, struct format_error *err)
{
    struct nq_walk *walk = range ? nq_walk_create(file) : NULL;
    if (range && !walk) {
        *report = (struct edit_report){0};
        return no_memory(err);
    }
    const int code = cut(file, walk, range, out, report, err);
    nq_walk_free(walk);
    return code;
}
