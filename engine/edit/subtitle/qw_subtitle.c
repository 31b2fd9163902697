/* QuakeWorld's pass over centerprints: an update is all blocks of one time. */
#include "engine/edit/quakeworld/qw_groups.h"
#include "engine/edit/subtitle/subtitle_pass.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum { PACKET_MAX = 1442 /* bytes of messages: MAX_MSGLEN less the sequence numbers (id, qwd) */ };

struct qw_pass {
    struct subtitle_pass *pass;
    const struct qw_demo *demo;
    struct qw_protocol protocol;
    struct byte_writer kept;
    double time;  /* of the update */
    bool update;  /* the group is one */
    size_t speak; /* offset of the packet that gets the text; 0 = none, the first has none */
};

static void follow_level(struct qw_pass *q, const struct qw_message *m, uint32_t listeners)
{
    if (m->id == QW_SERVERDATA) {
        subtitle_pass_level(q->pass, q->time);
    } else if (m->id == QW_INTERMISSION) {
        subtitle_pass_intermission(q->pass, q->time);
    } else if (m->id == QW_FINALE) {
        subtitle_pass_finale(q->pass, q->time, listeners);
    }
}

/* Fills q->kept with the messages that stay. */
static void filter_messages(struct qw_pass *q, const struct qw_block *block)
{
    struct qw_message m;
    size_t at = 0, end = 0;
    q->kept.size = 0;
    while (qw_message_decode(&q->protocol, block->messages, block->size, &at, &m, NULL) > 0) {
        qw_protocol_follow(&q->protocol, &m);
        follow_level(q, &m, block->listeners);
        if (m.id != QW_CENTERPRINT ||
            subtitle_pass_keeps(q->pass, q->time, block->listeners, m.u.text)) {
            byte_writer_bytes(&q->kept, block->messages + m.offset, m.size);
        }
        end = m.offset + m.size;
    }
    byte_writer_bytes(&q->kept, block->messages + end, block->size - end); /* behind a disconnect */
}

static void add_text(struct qw_pass *q, size_t most)
{
    const size_t room = q->kept.size + 1 < most ? most - 1 - q->kept.size : 0;
    const char *text = subtitle_pass_says(q->pass, q->time, room);
    if (text) {
        byte_writer_u8(&q->kept, QW_CENTERPRINT);
        byte_writer_string(&q->kept, text);
    }
}

static void write_block(struct qw_pass *q, struct qw_block *block)
{
    const bool is_mvd = q->demo->container == QW_CONTAINER_MVD;
    const bool was_empty = block->size == 0;
    if (block->messages) {
        filter_messages(q, block);
        if (q->update && block->offset == q->speak && !is_mvd) {
            add_text(q, PACKET_MAX);
        }
        if (q->kept.size == 0 && !was_empty) {
            if (is_mvd && block->u.mvd.msec == 0) {
                return;
            }
            byte_writer_u8(&q->kept, QW_NOP);
        }
    }
    if (is_mvd) {
        if (block->messages) {
            block->u.mvd.u.messages.data = q->kept.data;
            block->u.mvd.u.messages.size = (uint32_t)q->kept.size;
        }
        mvd_write_block(q->pass->out, &block->u.mvd);
    } else {
        if (block->messages) {
            block->u.qwd.u.packet.messages = q->kept.data;
            block->u.qwd.u.packet.size = (uint32_t)q->kept.size;
        }
        qwd_write_block(q->pass->out, &block->u.qwd);
    }
}

/* A text in a block of its own, at the time of the block before. */
static void write_text_block(struct qw_pass *q)
{
    struct mvd_block block = {.type = MVD_ALL};
    q->kept.size = 0;
    add_text(q, PACKET_MAX);
    block.u.messages.data = q->kept.data;
    block.u.messages.size = (uint32_t)q->kept.size;
    if (q->kept.size > 0) {
        mvd_write_block(q->pass->out, &block);
    }
}

/* The last packet of a group. */
static size_t find_packet(const struct qw_demo *demo, size_t pos, size_t end)
{
    struct qw_block block;
    size_t found = 0;
    while (pos < end && qw_block_next(demo, &pos, &block, NULL) > 0) {
        found = block.messages ? block.offset : found;
    }
    return found;
}

static int write_group(void *context, const struct qw_group *group, struct format_error *err)
{
    struct qw_pass *q = context;
    struct qw_block block;
    size_t pos = group->begin;
    (void)err;
    q->time = group->time;
    q->update = group->update && !group->last;
    q->speak = q->update ? find_packet(q->demo, pos, group->end) : 0;
    while (pos < group->end && qw_block_next(q->demo, &pos, &block, NULL) > 0) {
        write_block(q, &block);
    }
    if (q->update && q->demo->container == QW_CONTAINER_MVD) {
        write_text_block(q);
    }
    return 0;
}

int qw_subtitle(struct subtitle_pass *p, const struct demo *demo, struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    struct qw_pass q = {.pass = p, .demo = file};
    q.protocol = (struct qw_protocol){.version = QW_PROTOCOL_LAST,
                                      .is_mvd = file->container == QW_CONTAINER_MVD};
    const int code = qw_groups_walk(demo, write_group, &q, p->out, err);
    p->failed |= q.kept.failed || code == FORMAT_MEMORY;
    byte_writer_free(&q.kept);
    return code;
}
