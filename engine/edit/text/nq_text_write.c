/* NetQuake demos written as text. */
#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/rows/nq_text_shapes.h"
#include "engine/edit/text/text_writer.h"
#include "engine/edit/text/text_writing.h"
#include "engine/netquake/nq_file.h"

enum { TRACK_LINE = 256 };

struct nq_writing {
    struct text_writing w;
    const struct nq_file *file;
    struct nq_protocol protocol; /* of what is read */
    struct nq_text text;         /* what a reader of the text knows */
};

/* --- messages ----------------------------------------------------------------------------------
 */

static void write_entries(struct nq_writing *n, const struct nq_text_shape *shape)
{
    struct nq_text_entries entries;
    nq_text_entries_begin(&entries, &n->protocol, &n->text.context, shape->row, shape->message);
    while (nq_text_entries_next(&entries)) {
        text_write(&n->w.out, "\n  ");
        text_write_row(&n->w.out, &entries.context, entries.row, entries.entry);
    }
}

static int read_back(void *context, struct text_reader *r, struct text_word name,
                     struct byte_writer *out)
{
    return nq_text_message(context, r, name, false, out);
}

static void write_message(struct nq_writing *n, const struct dem_block *block,
                          const struct nq_message *message)
{
    struct byte_writer *out = &n->w.out;
    const uint8_t *bytes = block->messages + message->offset;
    const size_t start = out->size;
    const struct nq_protocol before = n->text.protocol;
    struct nq_text_shape shape;
    nq_text_shape(&shape, n->text.context.classes, message);
    if (shape.row) {
        text_write_row(out, &n->text.context, shape.row, shape.message);
        if (shape.row->entries) {
            write_entries(n, &shape);
        }
        text_write(out, "\n");
        if (text_writing_gives_back(&n->w, start, bytes, message->size, read_back, &n->text)) {
            return;
        }
        nq_text_set_protocol(&n->text, &before);
        out->size = start;
    }
    text_writing_raw_message(&n->w, nq_message_name_in(&n->protocol, message->id), bytes,
                             message->size);
    nq_text_follow_raw(&n->text, bytes, message->size);
}

static int follow_level(struct nq_writing *n, const struct nq_message *message)
{
    const struct nq_serverinfo *info = &message->u.serverinfo;
    if (message->id != NQ_SERVERINFO) {
        return 0;
    }
    nq_protocol_follow(&n->protocol, message);
    const int code = text_level_list(&n->w.level.models, 0, info->models.first, info->models.count);
    return code < 0
               ? code
               : text_level_list(&n->w.level.sounds, 0, info->sounds.first, info->sounds.count);
}

/* The messages of a block. 0 or FORMAT_MEMORY; damage is noted. */
static int write_messages(struct nq_writing *n, const struct dem_block *block)
{
    struct format_error err;
    struct nq_message message;
    size_t pos = 0;
    int code;
    while ((code = nq_message_decode(&n->protocol, block->messages, block->size, &pos, &message,
                                     &err)) > 0) {
        write_message(n, block, &message);
        code = follow_level(n, &message);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        err.offset += block->offset + DEM_BLOCK_HEADER;
        text_writing_reason(&n->w, &err);
        text_writing_raw(&n->w, block->messages + pos, block->size - pos);
        nq_text_follow_raw(&n->text, block->messages + pos, block->size - pos);
        text_writing_note(&n->w, code, &err);
    }
    return n->text.list.failed ? FORMAT_MEMORY : 0;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

/* "// 17, byte 20331, 2.614 s" */
static void write_numbers(struct nq_writing *n, const struct dem_block *block)
{
    text_write(&n->w.out, " // ");
    text_write_integer(&n->w.out, (int64_t)n->w.report->blocks);
    text_write(&n->w.out, ", byte ");
    text_write_integer(&n->w.out, (int64_t)block->offset);
    if (block->size >= 5 && block->messages[0] == NQ_TIME) {
        struct byte_reader r = byte_reader_make(block->messages + 1, 4);
        text_write(&n->w.out, ", ");
        text_write_float(&n->w.out, byte_reader_f32(&r));
        text_write(&n->w.out, " s");
    }
}

static int write_block(struct nq_writing *n, const struct dem_block *block)
{
    text_writing_begin_block(&n->w);
    memcpy(n->text.view, block->angles, sizeof(n->text.view));
    text_write(&n->w.out, "\n");
    text_write_row(&n->w.out, &n->text.context, &nq_text_block, &n->text);
    if (n->w.options->numbers) {
        write_numbers(n, block);
    }
    text_write(&n->w.out, "\n");
    const int code = write_messages(n, block);
    n->w.report->blocks++;
    return code < 0 ? code : text_writing_flush_much(&n->w);
}

/* The protocol of the first serverinfo, for the reader's eye. */
static int32_t first_protocol(const struct nq_file *file)
{
    enum { BLOCKS = 64 };
    struct nq_protocol protocol = file->protocol;
    struct nq_message message;
    struct dem_block block;
    size_t pos = file->dem.first_block;
    for (int i = 0; i < BLOCKS && dem_next_block(&file->dem, &pos, &block, NULL) > 0; i++) {
        size_t at = 0;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &message, NULL) > 0) {
            if (message.id == NQ_SERVERINFO) {
                return message.u.serverinfo.protocol;
            }
        }
    }
    return protocol.version;
}

static void write_head(struct nq_writing *n)
{
    const struct dem_file *dem = &n->file->dem;
    text_writing_begin_head(&n->w, "netquake ");
    text_write_integer(&n->w.out, first_protocol(n->file));
    text_write(&n->w.out, n->protocol.items_optional ? " items_optional" : "");
    text_write(&n->w.out, n->protocol.dp_sounds ? " dp_sounds" : "");
    text_writing_end_head(&n->w);
    for (size_t at = 0; at < dem->first_block; at += TRACK_LINE) {
        const size_t left = dem->first_block - at;
        text_write(&n->w.out, "track ");
        text_write_string(&n->w.out, (const char *)dem->data + at,
                          left < TRACK_LINE ? left : TRACK_LINE);
        text_write(&n->w.out, "\n");
    }
}

static int write_all(struct nq_writing *n)
{
    const struct dem_file *dem = &n->file->dem;
    struct format_error err;
    struct dem_block block;
    size_t pos = dem->first_block;
    int code;
    write_head(n);
    while ((code = dem_next_block(dem, &pos, &block, &err)) > 0) {
        code = write_block(n, &block);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        text_writing_note(&n->w, code, &err);
        text_writing_reason(&n->w, &err);
        code = text_writing_rest(&n->w, dem->data + pos, dem->size - pos);
    }
    return code < 0 ? code : text_writing_flush(&n->w);
}

int nq_text_write(const struct demo *demo, struct text_writing *w)
{
    struct nq_writing n = {.w = *w, .file = demo->file};
    n.protocol = n.file->protocol;
    nq_text_set_protocol(&n.text, &n.protocol);
    n.text.context.name_of = text_level_name;
    n.text.context.level = &n.w.level;
    n.text.context.pretty = n.w.options->pretty;
    const int code = write_all(&n);
    nq_text_free(&n.text);
    *w = n.w;
    return code;
}
