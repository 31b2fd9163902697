/* NetQuake's messages as JSON. */
#include <string.h>

#include "engine/edit/json/demo_json.h"
#include "engine/edit/json/text_json.h"
#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/rows/nq_text_rows.h"
#include "engine/edit/text/rows/nq_text_shapes.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_scan.h"

struct nq_json {
    struct json_writer json;
    struct nq_protocol protocol;
    struct nq_text head; /* what the row of a block's head reads */
    uint64_t number;     /* of the block */
    /* The first time that is not a number: the demo plays up to it, later messages are still
     * written. */
    int code; /* 0 = none */
    struct format_error err;
};

static void begin_line(struct nq_json *n, const struct dem_block *block, size_t offset,
                       const char *name)
{
    json_begin_object(&n->json, NULL);
    json_integer(&n->json, "block", (int64_t)n->number);
    json_integer(&n->json, "offset", (int64_t)offset);
    json_string(&n->json, "name", name);
    memcpy(n->head.view, block->angles, sizeof(n->head.view));
}

static void write_head(struct nq_json *n)
{
    json_begin_object(&n->json, "head");
    text_json_fields(&n->json, &nq_text_block, &n->head);
    json_end_object(&n->json);
}

static void end_line(struct nq_json *n)
{
    json_end_object(&n->json);
    n->json.comma = false;
    putc('\n', n->json.out);
}

static void write_entries(struct nq_json *n, const struct nq_text_shape *shape)
{
    static const struct text_context unused;
    struct nq_text_entries entries;
    nq_text_entries_begin(&entries, &n->protocol, &unused, shape->row, shape->message);
    json_begin_array(&n->json, "entries");
    while (nq_text_entries_next(&entries)) {
        text_json_entry(&n->json, entries.row, entries.entry);
    }
    json_end_array(&n->json);
}

static void write_message(struct nq_json *n, const struct dem_block *block,
                          const struct nq_message *message)
{
    const size_t offset = block->offset + DEM_BLOCK_HEADER + message->offset;
    struct nq_text_shape shape;
    nq_text_shape(&shape, nq_text_classes(&n->protocol), message);
    begin_line(n, block, offset,
               shape.row ? shape.row->name : nq_message_name_in(&n->protocol, message->id));
    json_integer(&n->json, "id", message->id);
    if (message->offset == 0) {
        write_head(n);
    }
    if (shape.row) {
        text_json_fields(&n->json, shape.row, shape.message);
        if (shape.row->entries) {
            write_entries(n, &shape);
        }
    }
    end_line(n);
}

static void check_time(struct nq_json *n, const struct nq_message *message, size_t start)
{
    struct format_error err;
    if (n->code == 0 && nq_check_time(message, &err) < 0) {
        n->code = FORMAT_BAD;
        n->err = err;
        n->err.offset += start;
    }
}

/* 0, 1 = disconnect message, or the decoder's error with its offset in the file. */
static int write_block(struct nq_json *n, const struct dem_block *block, struct format_error *err)
{
    const size_t start = block->offset + DEM_BLOCK_HEADER;
    struct nq_message message;
    size_t pos = 0;
    int code;
    if (block->size == 0) {
        begin_line(n, block, block->offset, "block");
        write_head(n);
        end_line(n);
    }
    while ((code = nq_message_decode(&n->protocol, block->messages, block->size, &pos, &message,
                                     err)) > 0) {
        write_message(n, block, &message);
        nq_protocol_follow(&n->protocol, &message);
        check_time(n, &message, start);
        if (message.id == NQ_DISCONNECT) {
            return 1;
        }
    }
    if (code < 0) {
        err->offset += start;
    }
    return code;
}

int nq_json_write(FILE *out, const struct demo *demo, struct format_error *err)
{
    const struct nq_file *file = demo->file;
    struct nq_json n = {.json.out = out, .protocol = file->protocol};
    struct dem_block block;
    size_t pos = file->dem.first_block;
    int code;
    while ((code = dem_next_block(&file->dem, &pos, &block, err)) > 0) {
        code = write_block(&n, &block, err);
        n.number++;
        if (code != 0 || ferror(out)) {
            break;
        }
    }
    if (n.code < 0) {
        *err = n.err;
        return n.code;
    }
    return code < 0 ? code : 0;
}
