/* QuakeWorld's messages as JSON. */
#include "engine/edit/json/demo_json.h"
#include "engine/edit/json/text_json.h"
#include "engine/edit/text/rows/qw_text_rows.h"
#include "engine/edit/text/rows/qw_text_shapes.h"
#include "engine/quakeworld/qw_clock.h"

struct qw_json {
    struct json_writer json;
    const struct qw_demo *demo;
    struct qw_protocol protocol;
    struct qw_clock clock;
    uint64_t number; /* of the block */
};

static void begin_line(struct qw_json *q, size_t offset, const char *name)
{
    json_begin_object(&q->json, NULL);
    json_integer(&q->json, "block", (int64_t)q->number);
    json_integer(&q->json, "offset", (int64_t)offset);
    json_number(&q->json, "clock", q->clock.now);
    json_string(&q->json, "name", name);
}

static void end_line(struct qw_json *q)
{
    json_end_object(&q->json);
    q->json.comma = false;
    putc('\n', q->json.out);
}

static void write_head(struct qw_json *q, const struct text_row *row,
                       const union qw_text_head *head)
{
    json_begin_object(&q->json, "head");
    json_string(&q->json, "name", row->name);
    text_json_fields(&q->json, row, head);
    json_end_object(&q->json);
}

static void write_listeners(struct qw_json *q, uint32_t listeners)
{
    if (listeners == QW_EVERYBODY) {
        return;
    }
    json_begin_array(&q->json, "to");
    for (int i = 0; i < MVD_PLAYERS; i++) {
        if (listeners >> i & 1) {
            json_integer(&q->json, NULL, i);
        }
    }
    json_end_array(&q->json);
}

static void write_entries(struct qw_json *q, const struct text_row *row,
                          const struct qw_message *message)
{
    struct qw_text_entries entries;
    qw_text_entries_begin(&entries, &q->protocol, row, message);
    json_begin_array(&q->json, "entries");
    while (qw_text_entries_next(&entries)) {
        text_json_entry(&q->json, entries.row, entries.entry);
    }
    json_end_array(&q->json);
}

static void write_message(struct qw_json *q, const struct qw_block *block,
                          const struct qw_message *message)
{
    const uint32_t classes = qw_text_classes(&q->protocol);
    const struct text_row *row =
        text_row_of_id(&qw_text_table, classes, qw_text_row_id(&q->protocol, classes, message));
    begin_line(q, block->messages_offset + message->offset,
               row ? row->name : qw_message_name(message->id));
    json_integer(&q->json, "id", message->id);
    write_listeners(q, block->listeners);
    if (message->offset == 0) {
        union qw_text_head head;
        write_head(q, qw_text_block_row(&q->protocol, classes, block, &head), &head);
    }
    if (row) {
        text_json_fields(&q->json, row, message);
        if (row->entries) {
            write_entries(q, row, message);
        }
    }
    end_line(q);
}

static void write_bare_block(struct qw_json *q, const struct qw_block *block)
{
    union qw_text_head head;
    const struct text_row *row =
        qw_text_block_row(&q->protocol, qw_text_classes(&q->protocol), block, &head);
    const struct qw_text_bytes hidden = qw_text_hidden_bytes(&q->protocol, block);
    begin_line(q, block->offset, "block");
    write_head(q, row, &head);
    if (hidden.size > 0) {
        json_hex(&q->json, "bytes", hidden.data, hidden.size);
    }
    end_line(q);
}

/* 0, 1 = disconnect message, or the decoder's error with its offset in the file. */
static int write_block(struct qw_json *q, const struct qw_block *block, struct format_error *err)
{
    struct qw_message message;
    size_t pos = 0;
    int code;
    if (!block->messages || block->size == 0) {
        write_bare_block(q, block);
        return block->is_end ? 1 : 0;
    }
    while ((code = qw_message_decode(&q->protocol, block->messages, block->size, &pos, &message,
                                     err)) > 0) {
        write_message(q, block, &message);
        qw_protocol_follow(&q->protocol, &message);
        if (message.id == QW_DISCONNECT) {
            return 1;
        }
    }
    if (code < 0) {
        err->offset += block->messages_offset;
    }
    return code;
}

int qw_json_write(FILE *out, const struct demo *opened, struct format_error *err)
{
    struct qw_json q = {.json.out = out, .demo = opened->file};
    struct qw_block block;
    size_t pos = 0;
    int code;
    q.protocol.version = QW_PROTOCOL_LAST;
    q.protocol.is_mvd = q.demo->container == QW_CONTAINER_MVD;
    while ((code = qw_block_next(q.demo, &pos, &block, err)) > 0) {
        qw_clock_advance(&q.clock, q.demo, block.offset);
        code = write_block(&q, &block, err);
        q.number++;
        if (code != 0 || ferror(out)) {
            break;
        }
    }
    return code < 0 ? code : 0;
}
