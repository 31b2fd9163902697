#include "engine/edit/quakeworld/mvd_cut.h"

#include <string.h>

#include "engine/edit/quakeworld/qw_full_update.h"
#include "engine/edit/quakeworld/qw_start.h"
#include "engine/quakeworld/qw_clock.h"
#include "formats/quakeworld/mvd.h"

struct cutter {
    const struct qw_demo *demo;
    struct qw_start *start;
    struct byte_writer *out;
    struct byte_writer block; /* messages of the block being written */
    struct edit_report *report;
    struct qw_protocol protocol;
    bool simulates;       /* the start's state follows the part, to tell in full: */
    uint32_t new_players; /* bit n: the next playerinfo of slot n */
    bool has_entities;    /* false: the next entities */
    bool ended;
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void write_block(struct cutter *c, const struct mvd_block *block)
{
    mvd_write_block(c->out, block);
    c->report->steps++;
}

/* Writes a block of its own, at the time of the one before. */
static void write_messages(struct cutter *c, enum mvd_block_type type, uint8_t to,
                           const struct byte_writer *messages)
{
    struct mvd_block block = {.type = type, .to = to};
    block.u.messages.data = messages->data;
    block.u.messages.size = (uint32_t)messages->size;
    write_block(c, &block);
}

/* --- the part -----------------------------------------------------------------------------------
 */

static bool is_entities(const struct qw_message *m)
{
    return m->id == QW_PACKETENTITIES || m->id == QW_DELTAPACKETENTITIES;
}

static void copy_bytes(struct cutter *c, const struct mvd_block *block, const struct qw_message *m)
{
    byte_writer_bytes(&c->block, block->u.messages.data + m->offset, m->size);
}

/* Differences that could not be worked out in the demo are left out: here they would be against
 * other entities. */
static int copy_entities(struct cutter *c, const struct mvd_block *block,
                         const struct qw_message *m)
{
    if (!c->has_entities) {
        qw_full_update_entities(c->start->state, &c->block);
        c->has_entities = true;
    } else if (m->id == QW_PACKETENTITIES || qw_full_update_is_known(c->start->state)) {
        copy_bytes(c, block, m);
    } else {
        return edit_report_add(c->report, EDIT_NO_BASE, block->offset);
    }
    return 0;
}

static void copy_player(struct cutter *c, const struct mvd_block *block, const struct qw_message *m)
{
    const uint8_t slot = m->u.mvd_player.player; /* one of the 32: it was applied */
    if (c->new_players >> slot & 1) {
        qw_full_update_player(c->start->state, slot, &c->block);
        c->new_players &= ~(1u << slot);
    } else {
        copy_bytes(c, block, m);
    }
}

static int copy_message(struct cutter *c, const struct mvd_block *block, const struct qw_message *m)
{
    int code = 0;
    if (c->simulates && is_entities(m)) {
        code = copy_entities(c, block, m);
    } else if (c->simulates && m->id == QW_PLAYERINFO) {
        copy_player(c, block, m);
    } else {
        copy_bytes(c, block, m);
    }
    if (m->id == QW_SERVERDATA) { /* what comes is against nothing */
        c->has_entities = true;
        c->new_players = 0;
    }
    c->ended |= m->id == QW_DISCONNECT;
    return code;
}

/* trim: what is in front of the block's serverdata belongs to the level before. */
static int copy_messages(struct cutter *c, struct mvd_block *block, bool trim,
                         struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    c->block.size = 0;
    while (!c->ended && (code = qw_message_decode(&c->protocol, block->u.messages.data,
                                                  block->u.messages.size, &at, &m, err)) > 0) {
        qw_protocol_follow(&c->protocol, &m);
        trim = trim && m.id != QW_SERVERDATA;
        if (!trim && copy_message(c, block, &m) < 0) {
            return no_memory(err);
        }
    }
    if (code < 0) { /* none of this block: it would end in the middle */
        err->offset += block->u.messages.offset;
        return code;
    }
    if (c->block.size <= MVD_MAX_BLOCK_SIZE) {
        block->u.messages.data = c->block.data;
        block->u.messages.size = (uint32_t)c->block.size;
    }
    write_block(c, block);
    return 0;
}

/* pos: the block's offset. trim: as copy_messages's. */
static int copy_block(struct cutter *c, struct mvd_block *block, size_t pos, bool trim,
                      struct format_error *err)
{
    int code = 0;
    if (c->simulates) {
        code = qw_state_apply(&c->start->state, c->demo, &pos, c->start->index++, err);
    }
    if (code < 0) {
        return code;
    }
    if (mvd_has_messages(block)) {
        code = copy_messages(c, block, trim, err);
    } else {
        write_block(c, block);
    }
    if (c->simulates && c->has_entities && c->new_players == 0) {
        c->simulates = !qw_full_update_is_known(c->start->state);
    }
    return code;
}

/* Copies the blocks at pos..last. begins: the first of them begins the file. trim: as
 * copy_messages's, of the first. */
static int copy_blocks(struct cutter *c, size_t pos, size_t last, bool begins, bool trim,
                       struct format_error *err)
{
    struct mvd_block block;
    int code = 0;
    while (code == 0 && !c->ended && pos <= last) {
        const size_t at = pos;
        code = mvd_next_block(c->demo->data, c->demo->size, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        block.msec = begins ? 0 : block.msec;
        code = copy_block(c, &block, at, trim, err);
        begins = trim = false;
    }
    return code;
}

/* The blocks of a part behind start blocks. */
static int copy_part(struct cutter *c, const struct edit_range *range, struct format_error *err)
{
    const struct qw_state *s = c->start->state;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        c->new_players |= s->players[i].states[0].time > QW_NEVER ? 1u << i : 0;
    }
    c->simulates = true;
    c->protocol = qw_state_protocol(s);
    int code = copy_blocks(c, c->start->part, range->first, true, false, err);
    if (code == 0 && !c->has_entities && !c->ended) {
        /* An update of players alone. */
        c->block.size = 0;
        qw_full_update_entities(c->start->state, &c->block);
        write_messages(c, MVD_ALL, 0, &c->block);
        c->has_entities = true;
    }
    struct mvd_block block;
    size_t next = range->first;
    if (code < 0 || mvd_next_block(c->demo->data, c->demo->size, &next, &block, err) <= 0) {
        return code;
    }
    return copy_blocks(c, next, range->last, false, false, err);
}

/* --- before it ----------------------------------------------------------------------------------
 */

static void write_start_block(void *context, enum qw_start_audience audience, uint8_t player,
                              const struct byte_writer *messages)
{
    static const enum mvd_block_type types[] = {
        [QW_START_ALL] = MVD_ALL, [QW_START_ONE] = MVD_SINGLE, [QW_START_STATS] = MVD_STATS};
    write_messages(context, types[audience], player, messages);
}

static int cut_part(struct cutter *c, const struct edit_range *range, struct format_error *err)
{
    const struct qw_start_output output = {write_start_block, c};
    struct qw_start *start = c->start;
    int code = qw_start_read(start, c->demo, range->first, err);
    if (code < 0) {
        return code;
    }
    if (!start->entered) {
        const bool later = !start->first_level;
        code = later ? qw_start_write_orders(start, &output) : 0;
        c->report->start_steps = c->report->steps;
        c->protocol = start->protocol;
        return code < 0 ? no_memory(err)
                        : copy_blocks(c, start->level, range->last, later, later, err);
    }
    struct qw_clock clock = start->state->clock;
    qw_clock_advance(&clock, c->demo, start->part);
    const double time = qw_server_time(start->state, clock.now);
    if (qw_start_write(start, clock.now, time, &output) < 0) {
        return no_memory(err);
    }
    c->report->start_steps = c->report->steps;
    return copy_part(c, range, err);
}

static void write_end(struct cutter *c)
{
    static const char text[] = "\2EndOfDemo";
    if (!c->ended && c->report->steps > 0) {
        c->block.size = 0;
        byte_writer_bytes(&c->block, text, sizeof(text));
        write_messages(c, MVD_ALL, 0, &c->block);
    }
}

int mvd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err)
{
    struct qw_start start = {0};
    struct format_error own;
    struct cutter c = {.demo = demo,
                       .start = &start,
                       .out = out,
                       .report = report,
                       .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true}};
    const size_t begin = out->size;
    err = err ? err : &own;
    *report = (struct edit_report){0};
    int code = range ? cut_part(&c, range, err) : copy_blocks(&c, 0, demo->size, false, false, err);
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.block.failed) {
        code = no_memory(err);
    }
    qw_start_free(&start);
    byte_writer_free(&c.block);
    return code;
}
