/* NetQuake demos written as text. */
#include <stdlib.h>
#include <string.h>

#include "engine/edit/text/nq_text.h"
#include "engine/edit/text/nq_text_rows.h"
#include "engine/edit/text/text_writer.h"
#include "engine/netquake/nq_file.h"
#include "formats/base/arrays.h"

enum { FLUSH_BYTES = 1 << 16, REST_LINE = 4096, TRACK_LINE = 256, REASON_MAX = 160 };

/* The names of a level, by number. */
struct level_names {
    const char **names; /* owned; name 1 first */
    size_t count, capacity;
};

struct level {
    struct level_names models, sounds;
};

struct text_writing {
    const struct nq_file *file;
    const struct demo_text_options *options;
    struct media_sink *sink;
    struct demo_text_report *report;
    struct format_error *err; /* the first damage; code */
    int code;
    struct nq_protocol protocol; /* of what is read */
    struct nq_text text;         /* what a reader of the text knows */
    struct level level;
    struct byte_writer out;
    struct byte_writer copy;  /* of a message's text, which reading changes */
    struct byte_writer bytes; /* that the text makes */
};

/* --- names of the level ------------------------------------------------------------------------
 */

static int list_names(struct level_names *list, const struct nq_names *names)
{
    const char *name = names->first;
    list->count = 0;
    if (array_reserve(&list->names, &list->capacity, names->count, sizeof(*list->names)) < 0) {
        return FORMAT_MEMORY;
    }
    for (; list->count < names->count; list->count++) {
        list->names[list->count] = name;
        name += strlen(name) + 1;
    }
    return 0;
}

static const char *name_of(const void *context, enum text_refers refers, uint32_t number)
{
    const struct level *level = context;
    const struct level_names *list = refers == TEXT_REFERS_MODEL ? &level->models : &level->sounds;
    const char *name = number > 0 && number <= list->count ? list->names[number - 1] : NULL;
    return name && strncmp(name, "progs/", 6) == 0 ? name + 6 : name;
}

/* --- bytes -------------------------------------------------------------------------------------
 */

static void write_reason(struct text_writing *w, uint64_t offset, const char *why)
{
    text_write(&w->out, "// byte ");
    text_write_integer(&w->out, (int64_t)offset);
    text_write(&w->out, ": ");
    text_write(&w->out, why);
    text_write(&w->out, "\n");
}

/* `raw` or `rest`. */
static void write_bytes(struct text_writing *w, enum nq_text_part_row row, const uint8_t *bytes,
                        size_t size)
{
    const struct nq_text_part part = {.bytes = bytes, .size = (uint32_t)size};
    text_write_row(&w->out, &w->text.context, &nq_text_part_rows[row], &part);
    text_write(&w->out, "\n");
    w->report->raw_bytes += size;
}

/* What lies behind the last whole block. */
static void write_rest(struct text_writing *w, size_t pos)
{
    const struct dem_file *dem = &w->file->dem;
    write_reason(w, w->err->offset, w->err->what);
    while (pos < dem->size && !w->out.failed && w->code != FORMAT_MEMORY) {
        const size_t size = dem->size - pos < REST_LINE ? dem->size - pos : REST_LINE;
        write_bytes(w, NQ_TEXT_REST, dem->data + pos, size);
        pos += size;
        if (w->out.size >= FLUSH_BYTES) {
            if (w->sink->append(w->sink->context, w->out.data, w->out.size) < 0) {
                return;
            }
            w->out.size = 0;
        }
    }
}

/* --- messages ----------------------------------------------------------------------------------
 */

static void write_entries(struct text_writing *w, const struct text_row *row,
                          const struct nq_message *message)
{
    const bool deltas = row->entries->rows[0].id == NQ_TEXT_DELTA;
    struct byte_reader r =
        deltas ? byte_reader_make(message->u.deltas.bytes, message->u.deltas.size)
               : byte_reader_make(message->u.dp_entities.bytes, message->u.dp_entities.size);
    struct text_context context = w->text.context;
    struct nq_delta_entry delta;
    struct nq_dp_entry dp;
    while (byte_reader_left(&r) > 0) {
        const bool more = deltas ? nq_delta_next(&w->protocol, &r, &delta, NULL) > 0
                                 : nq_dp_entry_read(&r, &dp, NULL) > 0;
        if (!more) {
            return;
        }
        text_write(&w->out, "\n  ");
        if (deltas) {
            const bool moves =
                (delta.delta.mask & NQ_D_PREDICTION) && !(w->protocol.fte2 & NQ_FTE2_PREDINFO);
            context.angle = moves ? TEXT_ANGLE_SHORT : w->text.context.angle;
            text_write_row(&w->out, &context, &row->entries->rows[delta.removed], &delta);
        } else {
            context.coord = dp.entity.mask & NQ_E5_ORIGIN32 ? TEXT_COORD_FLOAT : TEXT_COORD_8TH;
            context.angle = dp.entity.mask & NQ_E5_ANGLES16 ? TEXT_ANGLE_SHORT : TEXT_ANGLE_BYTE;
            text_write_row(&w->out, &context, &row->entries->rows[dp.removed], &dp);
        }
    }
}

/* The message as its row has it. */
static const struct nq_message *shape_message(const struct nq_message *message,
                                              struct nq_message *shaped, uint32_t *id)
{
    *id = message->id >= NQ_ENTITY_UPDATE ? NQ_ENTITY_UPDATE : message->id;
    if (*id == NQ_ENTITY_UPDATE && message->u.update.is_dp) {
        struct nq_entity_update *update = &shaped->u.update;
        *shaped = *message;
        update->mask = (update->mask & 0xffff) | update->dp_mask;
        *id = NQ_TEXT_UPDATE_DP;
        return shaped;
    }
    if (*id == NQ_TEMP_ENTITY) {
        struct nq_temp_entity *temp = &shaped->u.temp_entity;
        *shaped = *message;
        if (temp->type > NQ_TE_BEAM) { /* all of it is in the body */
            *temp = (struct nq_temp_entity){
                .type = temp->type, .body = temp->body, .body_size = temp->body_size};
        } else {
            temp->body_size = 0;
        }
        return shaped;
    }
    return message;
}

/* True if the text from `start` on makes these bytes. */
static bool gives_back(struct text_writing *w, size_t start, const uint8_t *bytes, size_t size)
{
    struct text_error err;
    w->copy.size = w->bytes.size = 0;
    byte_writer_bytes(&w->copy, w->out.data + start, w->out.size - start);
    if (w->copy.failed) {
        return false;
    }
    char *text = (char *)w->copy.data;
    struct text_reader r = {text, text + w->copy.size, text, 1, &err};
    const struct nq_protocol before = w->text.protocol;
    const struct text_word name = text_read_word(&r);
    if (nq_text_message(&w->text, &r, name, false, &w->bytes) == 0 && w->bytes.size == size &&
        memcmp(w->bytes.data, bytes, size) == 0) {
        return true;
    }
    nq_text_set_protocol(&w->text, &before);
    return false;
}

static void write_message(struct text_writing *w, const struct dem_block *block,
                          const struct nq_message *message)
{
    const uint8_t *bytes = block->messages + message->offset;
    const size_t start = w->out.size;
    struct nq_message shaped;
    uint32_t id;
    const struct nq_message *shape = shape_message(message, &shaped, &id);
    const struct text_row *row = text_row_of_id(&nq_text_table, w->text.context.classes, id);
    if (row) {
        text_write_row(&w->out, &w->text.context, row, shape);
        if (row->entries) {
            write_entries(w, row, shape);
        }
        text_write(&w->out, "\n");
        if (gives_back(w, start, bytes, message->size)) {
            return;
        }
        w->out.size = start;
    }
    text_write(&w->out, "// ");
    text_write(&w->out, nq_message_name_in(&w->protocol, message->id));
    text_write(&w->out, ", in a form that its fields do not give back\n");
    write_bytes(w, NQ_TEXT_RAW, bytes, message->size);
    nq_text_follow_raw(&w->text, bytes, message->size);
    w->report->raw_messages++;
}

static int follow_level(struct text_writing *w, const struct nq_message *message)
{
    if (message->id != NQ_SERVERINFO) {
        return 0;
    }
    nq_protocol_follow(&w->protocol, message);
    if (list_names(&w->level.models, &message->u.serverinfo.models) < 0 ||
        list_names(&w->level.sounds, &message->u.serverinfo.sounds) < 0) {
        return FORMAT_MEMORY;
    }
    return 0;
}

/* The messages of a block. 0 or FORMAT_MEMORY; damage is noted. */
static int write_messages(struct text_writing *w, const struct dem_block *block)
{
    struct format_error err;
    struct nq_message message;
    size_t pos = 0;
    int code;
    while ((code = nq_message_decode(&w->protocol, block->messages, block->size, &pos, &message,
                                     &err)) > 0) {
        write_message(w, block, &message);
        code = follow_level(w, &message);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        err.offset += block->offset + DEM_BLOCK_HEADER;
        write_reason(w, err.offset, err.what);
        write_bytes(w, NQ_TEXT_RAW, block->messages + pos, block->size - pos);
        nq_text_follow_raw(&w->text, block->messages + pos, block->size - pos);
        if (w->code == 0) {
            w->code = code;
            *w->err = err;
        }
    }
    return 0;
}

/* --- blocks ------------------------------------------------------------------------------------
 */

/* "// 17, byte 20331, 2.614 s" */
static void write_numbers(struct text_writing *w, const struct dem_block *block)
{
    text_write(&w->out, " // ");
    text_write_integer(&w->out, (int64_t)w->report->blocks);
    text_write(&w->out, ", byte ");
    text_write_integer(&w->out, (int64_t)block->offset);
    if (block->size >= 5 && block->messages[0] == NQ_TIME) {
        struct byte_reader r = byte_reader_make(block->messages + 1, 4);
        text_write(&w->out, ", ");
        text_write_float(&w->out, byte_reader_f32(&r));
        text_write(&w->out, " s");
    }
}

static int flush(struct text_writing *w)
{
    if (w->out.failed || w->copy.failed || w->bytes.failed || w->text.list.failed) {
        return FORMAT_MEMORY;
    }
    const int code = w->sink->append(w->sink->context, w->out.data, w->out.size);
    w->out.size = 0;
    return code;
}

static int write_block(struct text_writing *w, const struct dem_block *block)
{
    struct nq_text_part part = {0};
    memcpy(part.view, block->angles, sizeof(part.view));
    text_write(&w->out, "\n");
    text_write_row(&w->out, &w->text.context, &nq_text_part_rows[NQ_TEXT_BLOCK], &part);
    if (w->options->numbers) {
        write_numbers(w, block);
    }
    text_write(&w->out, "\n");
    const int code = write_messages(w, block);
    w->report->blocks++;
    return code < 0 ? code : w->out.size >= FLUSH_BYTES || w->out.failed ? flush(w) : 0;
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

static void write_head(struct text_writing *w)
{
    const struct dem_file *dem = &w->file->dem;
    text_write(&w->out, "quakereel-text 1 netquake ");
    text_write_integer(&w->out, first_protocol(w->file));
    text_write(&w->out, w->protocol.items_optional ? " items_optional" : "");
    text_write(&w->out, w->protocol.dp_sounds ? " dp_sounds" : "");
    text_write(&w->out, "\n");
    for (size_t at = 0; at < dem->first_block; at += TRACK_LINE) {
        const size_t left = dem->first_block - at;
        text_write(&w->out, "track ");
        text_write_string(&w->out, (const char *)dem->data + at,
                          left < TRACK_LINE ? left : TRACK_LINE);
        text_write(&w->out, "\n");
    }
}

static int write_all(struct text_writing *w)
{
    const struct dem_file *dem = &w->file->dem;
    struct format_error err;
    struct dem_block block;
    size_t pos = dem->first_block;
    int code;
    write_head(w);
    while ((code = dem_next_block(dem, &pos, &block, &err)) > 0) {
        code = write_block(w, &block);
        if (code < 0) {
            return code;
        }
    }
    if (code < 0) {
        if (w->code == 0) {
            w->code = code;
            *w->err = err;
        }
        write_rest(w, pos);
    }
    return flush(w);
}

int nq_text_write(const void *file, const struct demo_text_options *options, struct media_sink *out,
                  struct demo_text_report *report, struct format_error *err)
{
    struct text_writing w = {
        .file = file, .options = options, .sink = out, .report = report, .err = err};
    w.protocol = w.file->protocol;
    nq_text_set_protocol(&w.text, &w.protocol);
    w.text.context.name_of = name_of;
    w.text.context.level = &w.level;
    int code = write_all(&w);
    if (code == 0) {
        report->is_whole = true;
        code = w.code;
    } else if (code == FORMAT_MEMORY) {
        (void)format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    free(w.level.models.names);
    free(w.level.sounds.names);
    nq_text_free(&w.text);
    byte_writer_free(&w.out);
    byte_writer_free(&w.copy);
    byte_writer_free(&w.bytes);
    return code;
}
