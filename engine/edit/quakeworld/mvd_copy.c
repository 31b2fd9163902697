#include "engine/edit/quakeworld/mvd_copy.h"

#include "engine/edit/quakeworld/qw_full_update.h"

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void write_block(struct mvd_copier *c, const struct mvd_block *block)
{
    mvd_write_block(c->out, block);
    c->report->steps++;
}

void mvd_copy_add(struct mvd_copier *c, enum mvd_block_type type, uint8_t to,
                  const struct byte_writer *messages)
{
    struct mvd_block block = {.msec = c->msec, .type = type, .to = to};
    block.u.messages.data = messages->data;
    block.u.messages.size = (uint32_t)messages->size;
    write_block(c, &block);
    c->msec = 0;
}

static bool is_entities(const struct qw_message *m)
{
    return m->id == QW_PACKETENTITIES || m->id == QW_DELTAPACKETENTITIES;
}

static void copy_bytes(struct mvd_copier *c, const struct mvd_block *block,
                       const struct qw_message *m)
{
    byte_writer_bytes(&c->block, block->u.messages.data + m->offset, m->size);
}

/* Differences that could not be worked out in the demo are left out: here they would be against
 * other entities. */
static int copy_entities(struct mvd_copier *c, const struct mvd_block *block,
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

static void copy_player(struct mvd_copier *c, const struct mvd_block *block,
                        const struct qw_message *m)
{
    const uint8_t slot = m->u.mvd_player.player; /* one of the 32: it was applied */
    if (c->new_players >> slot & 1) {
        qw_full_update_player(c->start->state, slot, &c->block);
        c->new_players &= ~(1u << slot);
    } else {
        copy_bytes(c, block, m);
    }
}

static int copy_message(struct mvd_copier *c, const struct mvd_block *block,
                        const struct qw_message *m)
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
static int copy_messages(struct mvd_copier *c, struct mvd_block *block, bool trim,
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
static int copy_block(struct mvd_copier *c, struct mvd_block *block, size_t pos, bool trim,
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

int mvd_copy_blocks(struct mvd_copier *c, size_t *pos, size_t last, bool begins, bool trim,
                    struct format_error *err)
{
    struct mvd_block block;
    int code = 0;
    while (code == 0 && !c->ended && *pos <= last) {
        size_t next = *pos;
        code = mvd_next_block(c->demo->data, c->demo->size, &next, &block, err);
        if (code <= 0) {
            return code;
        }
        if (begins) {
            block.msec = c->msec;
            c->msec = 0;
        }
        code = copy_block(c, &block, *pos, trim, err);
        begins = trim = false;
        *pos = code == 0 ? next : *pos;
    }
    return code;
}

void mvd_copy_state(struct mvd_copier *c)
{
    const struct qw_state *s = c->start->state;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        c->new_players |= s->players[i].states[0].time > QW_NEVER ? 1u << i : 0;
    }
    c->simulates = true;
    c->protocol = qw_state_protocol(s);
}

void mvd_copy_entities(struct mvd_copier *c)
{
    if (c->simulates && !c->has_entities && !c->ended) {
        c->block.size = 0;
        qw_full_update_entities(c->start->state, &c->block);
        mvd_copy_add(c, MVD_ALL, 0, &c->block);
        c->has_entities = true;
    }
}

void mvd_copy_free(struct mvd_copier *c)
{
    byte_writer_free(&c->block);
}
