/* QuakeWorld demos written as text. */
#include <string.h>

#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/rows/qw_text_rows.h"
#include "engine/edit/text/rows/qw_text_shapes.h"
#include "engine/edit/text/text_writer.h"
#include "engine/edit/text/text_writing.h"
#include "engine/quakeworld/qw_block.h"

struct qw_writing {
    struct text_writing w;
    const struct qw_demo *demo;
    struct qw_protocol protocol; /* of what is read */
    struct qw_text text;         /* what a reader of the text knows */
};

/* --- messages ----------------------------------------------------------------------------------
 */

static void write_entries(struct qw_writing *q, const struct text_row *row,
                          const struct qw_message *message)
{
    struct text_context context = q->text.context;
    struct qw_text_entries entries;
    qw_text_entries_begin(&entries, &q->protocol, row, message);
    if (entries.row->id == QW_TEXT_ENTITY) {
        context = qw_text_context(&q->text, QW_TEXT_ENTITY);
    }
    while (qw_text_entries_next(&entries)) {
        text_write(&q->w.out, "\n  ");
        text_write_row(&q->w.out, &context, entries.row, entries.entry);
    }
}

static int read_back(void *context, struct text_reader *r, struct text_word name,
                     struct byte_writer *out)
{
    return qw_text_message(context, r, name, false, out);
}

static void write_message(struct qw_writing *q, const struct qw_block *block,
                          const struct qw_message *message)
{
    struct byte_writer *out = &q->w.out;
    const uint8_t *bytes = block->messages + message->offset;
    const size_t start = out->size;
    const struct qw_protocol before = q->text.protocol;
    const uint32_t id = qw_text_row_id(&q->protocol, q->text.context.classes, message);
    const struct text_row *row = text_row_of_id(&qw_text_table, q->text.context.classes, id);
    if (row) {
        const struct text_context context = qw_text_context(&q->text, id);
        text_write_row(out, &context, row, message);
        if (row->entries) {
            write_entries(q, row, message);
        }
        text_write(out, "\n");
        if (text_writing_gives_back(&q->w, start, bytes, message->size, read_back, &q->text)) {
            return;
        }
        qw_text_set_protocol(&q->text, &before);
        out->size = start;
    }
    text_writing_raw_message(&q->w, qw_message_name(message->id), bytes, message->size);
    qw_text_follow_raw(&q->text, bytes, message->size);
}

/* Lists come in parts, of which each tells where it begins. */
static int follow_level(struct qw_writing *q, const struct qw_message *message)
{
    const struct qw_names *names = &message->u.names;
    switch (message->id) {
    case QW_SERVERDATA:
        qw_protocol_follow(&q->protocol, message);
        q->w.level.models.count = q->w.level.sounds.count = 0;
        return 0;
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        return text_level_list(&q->w.level.models, names->start, names->data, names->count);
    case QW_SOUNDLIST:
        return text_level_list(&q->w.level.sounds, names->start, names->data, names->count);
    default:
        return 0;
    }
}

/* The messages of a block. 0 or FORMAT_MEMORY; damage is noted. */
static int write_messages(struct qw_writing *q, const struct qw_block *block)
{
    struct format_error err;
    struct qw_message message;
    size_t pos = 0;
    int code;
    while ((code = qw_message_decode(&q->protocol, block->messages, block->size, &pos, &message,
                                     &err)) > 0) {
        write_message(q, block, &message);
        code = follow_level(q, &message);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        err.offset += block->messages_offset;
        text_writing_reason(&q->w, &err);
        text_writing_raw(&q->w, block->messages + pos, block->size - pos);
        qw_text_follow_raw(&q->text, block->messages + pos, block->size - pos);
        text_writing_note(&q->w, code, &err);
    }
    return q->text.list.failed ? FORMAT_MEMORY : 0;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

static void write_head(struct qw_writing *q, const struct qw_block *block)
{
    struct byte_writer *out = &q->w.out;
    union qw_text_head head;
    const struct text_row *row =
        qw_text_block_row(&q->protocol, q->text.context.classes, block, &head);
    text_write(out, "\n@ ");
    text_write_row(out, &q->text.context, row, &head);
    if (q->w.options->numbers) {
        text_write(out, " // ");
        text_write_integer(out, (int64_t)q->w.report->blocks);
        text_write(out, ", byte ");
        text_write_integer(out, (int64_t)block->offset);
    }
    text_write(out, "\n");
}

static int write_block(struct qw_writing *q, const struct qw_block *block)
{
    int code = 0;
    text_writing_begin_block(&q->w);
    write_head(q, block);
    const struct qw_text_bytes hidden = qw_text_hidden_bytes(&q->protocol, block);
    if (hidden.size > 0) {
        text_writing_raw(&q->w, hidden.data, hidden.size);
    } else if (block->messages) {
        code = write_messages(q, block);
    }
    q->w.report->blocks++;
    return code < 0 ? code : text_writing_flush_much(&q->w);
}

/* The protocol of the first serverdata, for the reader's eye. */
static int32_t first_protocol(const struct qw_demo *demo)
{
    enum { BLOCKS = 256 };
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST,
                                   .is_mvd = demo->container == QW_CONTAINER_MVD};
    struct qw_message message;
    struct qw_block block;
    size_t pos = 0;
    for (int i = 0; i < BLOCKS && qw_block_next(demo, &pos, &block, NULL) > 0; i++) {
        size_t at = 0;
        while (block.messages &&
               qw_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
            if (message.id == QW_SERVERDATA) {
                return message.u.serverdata.protocol;
            }
        }
    }
    return protocol.version;
}

/* answer: bytes in front of the first block. */
static int write_all(struct qw_writing *q, size_t answer)
{
    struct format_error err;
    struct qw_block block;
    size_t pos = 0;
    int code;
    text_writing_begin_head(&q->w, "quakeworld ");
    text_write(&q->w.out, q->protocol.is_mvd ? "mvd " : "qwd ");
    text_write_integer(&q->w.out, first_protocol(q->demo));
    text_writing_end_head(&q->w);
    code = text_writing_rest(&q->w, q->demo->data - answer, answer);
    if (code < 0) {
        return code;
    }
    while ((code = qw_block_next(q->demo, &pos, &block, &err)) > 0) {
        code = write_block(q, &block);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        text_writing_note(&q->w, code, &err);
        text_writing_reason(&q->w, &err);
        code = text_writing_rest(&q->w, q->demo->data + pos, q->demo->size - pos);
    }
    return code < 0 ? code : text_writing_flush(&q->w);
}

int qw_text_write(const struct demo *demo, struct text_writing *w)
{
    struct qw_writing q = {.w = *w, .demo = demo->file};
    q.protocol = (struct qw_protocol){.version = QW_PROTOCOL_LAST,
                                      .is_mvd = q.demo->container == QW_CONTAINER_MVD};
    qw_text_set_protocol(&q.text, &q.protocol);
    q.text.context.name_of = text_level_name;
    q.text.context.level = &q.w.level;
    q.text.context.pretty = q.w.options->pretty;
    const int code = write_all(&q, demo->answer);
    qw_text_free(&q.text);
    *w = q.w;
    return code;
}
