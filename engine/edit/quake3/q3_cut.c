#include "engine/edit/quake3/q3_cut.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_reader.h"
#include "formats/base/arrays.h"

enum {
    PART_BYTES = 900 /* text bytes of a `bcs` command; the whole stays below Q3_MAX_COMMAND */
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

struct cutter {
    struct q3_reader *reader;
    const struct q3_protocol *protocol; /* to write */
    struct q3_rewriter rewriter;
    struct byte_writer *out;
    struct byte_writer bytes; /* message being written */
    struct edit_report *report;
    bool begun;
    bool rewritten; /* the block's message is, else it is copied */
    /* The block's snapshot and its base, if it has not been written yet: a message that is copied
     * need not be. */
    const struct q3_snapshot *waiting, *waiting_base;
    /* Sequence numbers of the snapshots written so far, by ring slot; 0 = none. These are the bases
     * that a client has. Sequence numbers in a file need not be ascending. */
    int32_t told[Q3_SNAPSHOTS];
    /* Numbers, in the source, of the commands behind which one was added, since the gamestate. */
    int32_t *added;
    size_t num_added, added_room;
};

static void write_block(struct cutter *c, int32_t sequence)
{
    if (c->bytes.size == 0) { /* a block must not be empty */
        byte_writer_u8(&c->bytes, Q3_BAD);
    }
    dm3_write_block(c->out, sequence, c->bytes.data, c->bytes.size);
    c->report->steps++;
}

/* Numbers from a file may be at the end of their range. */
static int32_t reduce_number(int32_t number, uint32_t n)
{
    return (int32_t)((uint32_t)number - n);
}

/* The number that a command of the source has behind those that were added. Servers repeat
 * commands: one from before an addition keeps the number it had. */
static int32_t find_number(const struct cutter *c, int32_t sequence)
{
    size_t behind = c->num_added;
    while (behind > 0 && c->added[behind - 1] >= sequence) {
        behind--;
    }
    return reduce_number(sequence, 0 - (uint32_t)behind);
}

/* Writes a configstring of which only some `bcs` parts have arrived, split into commands again. The
 * client needs the first parts, and one command per sequence number. */
static void write_pending(struct q3_bits_writer *w, const struct q3_long_command *join,
                          int32_t sequence, uint32_t parts)
{
    char text[PART_BYTES + 32];
    char head[24];
    const char *rest = strchr(join->text, '"') + 1;
    size_t head_size = (size_t)(rest - join->text) - strlen("cs ");
    memcpy(head, join->text + strlen("cs "), head_size);
    head[head_size] = '\0'; /* `N "` */
    for (uint32_t i = 0; i < parts; i++) {
        const size_t left = strlen(rest), size = left < PART_BYTES ? left : PART_BYTES;
        const char *name = i == 0 ? "bcs0 " : "bcs1 ";
        size_t at = strlen(name);
        memcpy(text, name, at);
        memcpy(text + at, head, head_size);
        at += head_size;
        memcpy(text + at, rest, size);
        at += size;
        memcpy(text + at, "\"", 2);
        q3_write_command(w, reduce_number(sequence, 0 - i), text);
        rest += size;
    }
}

/* Number of commands that write_pending writes; 0 = no configstring is incomplete. */
static uint32_t count_pending(const struct q3_long_command *join)
{
    const char *quote = join->size > 0 ? strchr(join->text, '"') : NULL;
    if (!quote || quote - join->text > 16) { /* too many digits for an index */
        return 0;
    }
    const size_t size = strlen(quote + 1);
    return size == 0 ? 1 : (uint32_t)((size + PART_BYTES - 1) / PART_BYTES);
}

static void write_gamestate(struct cutter *c, struct q3_bits_writer *w)
{
    const struct q3_rewriter *rewriter = &c->rewriter;
    const struct q3_gamestate *gamestate = &c->reader->gamestate;
    const struct q3_frames *frames = &c->reader->frames;
    if (rewriter->gamestate) {
        gamestate = rewriter->gamestate(rewriter->context, gamestate, frames);
        c->rewritten |= gamestate != &c->reader->gamestate;
    }
    q3_write_gamestate(w, c->protocol, gamestate, rewriter->frames ? rewriter->frames : frames);
}

/* Writes the state before the next block as a message. Returns the number of commands that the
 * block's message must repeat first. */
static uint32_t write_beginning(struct cutter *c)
{
    struct q3_reader *r = c->reader;
    const uint32_t pending = count_pending(&r->join);
    const int32_t told = r->gamestate.server_command;
    c->bytes.size = 0;
    struct q3_bits_writer w = q3_write_begin(&c->bytes, c->protocol, r->packet.acknowledged);
    r->gamestate.server_command = reduce_number(r->frames.server_command, pending);
    write_gamestate(c, &w);
    r->gamestate.server_command = told;
    q3_write_end(&w);
    /* -1 would end the demo. */
    write_block(c, r->block.sequence != 0 ? reduce_number(r->block.sequence, 1) : 0);
    c->report->start_steps++;
    return pending;
}

/* Base for delta-coding a snapshot: the server's, if it is in the part; else NULL. */
static const struct q3_snapshot *find_base(const struct cutter *c, const struct q3_snapshot *s)
{
    const int64_t base = (int64_t)s->sequence - s->delta;
    if (s->delta == 0 || base <= 0 || c->told[base % Q3_SNAPSHOTS] != base) {
        return NULL;
    }
    const struct q3_snapshot *old = q3_frames_find(&c->reader->frames, (int32_t)base);
    return old != s ? old : NULL;
}

static void write_command(struct cutter *c, struct q3_bits_writer *w, const struct q3_message *m)
{
    const struct q3_rewriter *rewriter = &c->rewriter;
    const char *text = m->u.command.text;
    if (rewriter->command) {
        text = rewriter->command(rewriter->context, text, m->u.command.sequence,
                                 m->u.command.repeated);
    }
    const int32_t number = find_number(c, m->u.command.sequence);
    c->rewritten |= text != m->u.command.text || number != m->u.command.sequence;
    q3_write_command(w, number, text);
}

/* Returns 0 or FORMAT_MEMORY. */
static int add_command(struct cutter *c, struct q3_bits_writer *w)
{
    const char *text = c->rewriter.add ? c->rewriter.add(c->rewriter.context) : NULL;
    const int32_t last = c->reader->frames.server_command;
    if (!text) {
        return 0;
    }
    if (array_reserve(&c->added, &c->added_room, c->num_added + 1, sizeof(*c->added)) < 0) {
        return FORMAT_MEMORY;
    }
    c->added[c->num_added++] = last;
    c->rewritten = true;
    q3_write_command(w, reduce_number(last, 0 - (uint32_t)c->num_added), text);
    return 0;
}

static void note_snapshot(struct cutter *c, const struct q3_snapshot *s)
{
    c->waiting = s;
    c->waiting_base = find_base(c, s);
    c->rewritten |= s->delta != 0 && !c->waiting_base;
    c->told[(uint32_t)s->sequence % Q3_SNAPSHOTS] = s->sequence;
}

/* Writes the snapshot that waits, if there is one. */
static void write_snapshot(struct cutter *c, struct q3_bits_writer *w)
{
    const struct q3_rewriter *rewriter = &c->rewriter;
    const struct q3_frames *frames = &c->reader->frames;
    const struct q3_snapshot *s = c->waiting, *base = c->waiting_base;
    c->waiting = NULL;
    if (!s) {
        return;
    }
    if (rewriter->snapshot) {
        base = base ? &rewriter->frames->snapshots[base - frames->snapshots] : NULL;
        s = rewriter->snapshot(rewriter->context, &c->reader->gamestate, frames, s);
        frames = rewriter->frames;
    }
    q3_write_snapshot(w, c->protocol, frames, base, s);
}

/* Returns 0 or FORMAT_MEMORY. */
static int write_message(struct cutter *c, struct q3_bits_writer *w, const struct q3_message *m)
{
    write_snapshot(c, w); /* of the message before */
    if (m->id == Q3_GAMESTATE) {
        write_gamestate(c, w);
        memset(c->told, 0, sizeof(c->told));
        c->num_added = 0;
    } else if (m->id == Q3_SERVER_COMMAND) {
        write_command(c, w, m);
    } else if (m->id == Q3_SNAPSHOT && m->u.snapshot) {
        if (add_command(c, w) < 0) {
            return FORMAT_MEMORY;
        }
        note_snapshot(c, m->u.snapshot);
    } else if (m->id == Q3_SNAPSHOT || m->id == Q3_DOWNLOAD || m->id == Q3_VOIP_SPEEX ||
               m->id == Q3_VOIP_OPUS) {
        c->rewritten = true;
        return edit_report_add(c->report,
                               m->id == Q3_SNAPSHOT   ? EDIT_NO_BASE
                               : m->id == Q3_DOWNLOAD ? EDIT_DOWNLOAD
                                                      : EDIT_VOICE,
                               c->reader->block.offset);
    }
    return 0;
}

/* A block of the part, while it is read. */
static int cut_block(struct cutter *c, struct format_error *err)
{
    struct q3_reader *r = c->reader;
    struct q3_message message;
    uint32_t pending = 0;
    int code;
    if (!c->begun) {
        c->begun = true;
        pending = r->frames.started ? write_beginning(c) : 0;
    }
    c->rewritten = pending > 0 || c->rewriter.snapshot || r->block.size == 0;
    const int32_t command = reduce_number(r->frames.server_command, pending - 1);
    c->bytes.size = 0;
    struct q3_bits_writer w = q3_write_begin(&c->bytes, c->protocol, r->packet.acknowledged);
    if (pending > 0) {
        write_pending(&w, &r->join, command, pending);
    }
    while ((code = q3_reader_next(r, &message, err)) > 0) {
        if (write_message(c, &w, &message) < 0) {
            return no_memory(err);
        }
    }
    if (code < 0) { /* none of this message: it would end in the middle */
        return code;
    }
    if (!c->rewritten) {
        c->waiting = NULL;
        dm3_write_block(c->out, r->block.sequence, r->block.data, r->block.size);
        c->report->steps++;
        return 0;
    }
    write_snapshot(c, &w);
    q3_write_end(&w);
    if (c->bytes.size > DM3_MAX_MESSAGE) {
        return format_fail(err, FORMAT_BAD, r->block.offset, "message %ld is too large to write",
                           (long)r->block.sequence);
    }
    write_block(c, r->block.sequence);
    return 0;
}

static int skip_block(struct q3_reader *reader, struct format_error *err)
{
    struct q3_message message;
    int code;
    while ((code = q3_reader_next(reader, &message, err)) > 0) {
    }
    return code;
}

static int rewrite(struct cutter *c, struct q3_reader *reader, const struct edit_range *range,
                   struct format_error *err)
{
    int code;
    *c->report = (struct edit_report){0};
    c->reader = reader;
    while ((code = q3_reader_block(c->reader, err)) > 0) {
        const size_t at = c->reader->block.offset;
        if (c->rewriter.begin) {
            c->rewriter.begin(c->rewriter.context);
        }
        code = range && at < range->first ? skip_block(c->reader, err) : cut_block(c, err);
        if (code < 0 || (range && at >= range->last)) {
            break;
        }
    }
    if (c->out->size > 0) {
        dm3_write_end(c->out);
    }
    if (c->out->failed || c->bytes.failed) {
        code = no_memory(err);
    }
    free(c->added);
    byte_writer_free(&c->bytes);
    return code;
}

/* The whole demo or a part of it. */
static int rewrite_demo(struct cutter *c, const uint8_t *data, size_t size, int protocol,
                        const struct edit_range *range, struct format_error *err)
{
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    *c->report = (struct edit_report){0};
    if (!reader) {
        return no_memory(err);
    }
    const int code = rewrite(c, reader, range, err);
    q3_reader_free(reader);
    return code;
}

struct q3_cut_walk {
    const uint8_t *data;
    size_t size;
    int protocol;
    struct q3_reader *reader; /* behind the part before; NULL: that failed */
};

static int begin_walk(struct q3_cut_walk *walk)
{
    q3_reader_free(walk->reader);
    walk->reader = q3_reader_create(walk->protocol, walk->data, walk->size);
    return walk->reader ? 0 : FORMAT_MEMORY;
}

struct q3_cut_walk *q3_cut_walk_create(const uint8_t *data, size_t size, int protocol)
{
    struct q3_cut_walk *walk = calloc(1, sizeof(*walk));
    if (walk) {
        *walk = (struct q3_cut_walk){.data = data, .size = size, .protocol = protocol};
    }
    if (walk && begin_walk(walk) < 0) {
        free(walk);
        return NULL;
    }
    return walk;
}

void q3_cut_walk_free(struct q3_cut_walk *walk)
{
    if (walk) {
        q3_reader_free(walk->reader);
        free(walk);
    }
}

int q3_cut_walk_part(struct q3_cut_walk *walk, const struct edit_range *range,
                     struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    struct cutter c = {.protocol = q3_protocol_get(walk->protocol), .out = out, .report = report};
    *report = (struct edit_report){0};
    if ((!walk->reader || walk->reader->pos > range->first) && begin_walk(walk) < 0) {
        return no_memory(err);
    }
    const int code = rewrite(&c, walk->reader, range, err);
    if (code < 0) {
        q3_reader_free(walk->reader);
        walk->reader = NULL;
    }
    return code;
}

int q3_cut(const uint8_t *data, size_t size, int protocol, const struct edit_range *range,
           struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    struct cutter c = {.protocol = q3_protocol_get(protocol), .out = out, .report = report};
    return rewrite_demo(&c, data, size, protocol, range, err);
}

int q3_cut_rewritten(const uint8_t *data, size_t size, int protocol, int to,
                     const struct q3_rewriter *rewriter, struct byte_writer *out,
                     struct edit_report *report, struct format_error *err)
{
    struct cutter c = {
        .protocol = q3_protocol_get(to), .rewriter = *rewriter, .out = out, .report = report};
    return rewrite_demo(&c, data, size, protocol, NULL, err);
}
