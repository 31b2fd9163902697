#include "engine/edit/text/nq_text.h"

#include <string.h>

#include "engine/edit/text/rows/nq_text_rows.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/dem.h"

static const struct text_field block_fields[] = {{TEXT_NAME("view"), .kind = TEXT_FLOAT,
                                                  .need = TEXT_NEEDED, .count = 3,
                                                  .offset = offsetof(struct nq_text, view)}};
const struct text_row nq_text_block = {TEXT_NAME("@"), .fields = block_fields, .num_fields = 1};

/* --- messages ----------------------------------------------------------------------------------
 */

static enum text_coord coord_of(const struct nq_protocol *protocol)
{
    return protocol->flags & NQ_PRFL_FLOATCOORD   ? TEXT_COORD_FLOAT
           : protocol->flags & NQ_PRFL_INT32COORD ? TEXT_COORD_16TH
           : protocol->flags & NQ_PRFL_24BITCOORD ? TEXT_COORD_255TH
                                                  : TEXT_COORD_8TH;
}

static enum text_angle angle_of(const struct nq_protocol *protocol)
{
    return protocol->flags & NQ_PRFL_FLOATANGLE   ? TEXT_ANGLE_FLOAT
           : protocol->flags & NQ_PRFL_SHORTANGLE ? TEXT_ANGLE_SHORT
                                                  : TEXT_ANGLE_BYTE;
}

void nq_text_set_protocol(struct nq_text *text, const struct nq_protocol *protocol)
{
    text->protocol = *protocol;
    text->context.classes = nq_text_classes(protocol);
    text->context.coord = coord_of(protocol);
    text->context.angle = angle_of(protocol);
}

static void follow(struct nq_text *text, const struct nq_message *message)
{
    if (message->id == NQ_SERVERINFO) {
        struct nq_protocol protocol = text->protocol;
        nq_protocol_follow(&protocol, message);
        nq_text_set_protocol(text, &protocol);
    }
}

void nq_text_follow_raw(struct nq_text *text, const uint8_t *bytes, size_t size)
{
    struct nq_message message;
    size_t pos = 0;
    while (nq_message_decode(&text->protocol, bytes, size, &pos, &message, NULL) > 0) {
        follow(text, &message);
    }
}

/* An entry of a list of entities. */
union entry {
    struct nq_delta_entry delta;
    struct nq_dp_entry dp;
};

static void write_entry(struct nq_text *text, const struct text_row *row, union entry *entry)
{
    switch (row->id) {
    case NQ_TEXT_DELTA:
    case NQ_TEXT_DELTA_REMOVED:
        entry->delta.removed = row->id == NQ_TEXT_DELTA_REMOVED;
        nq_delta_entry_write(&text->protocol, &entry->delta, &text->list);
        break;
    default:
        entry->dp.removed = row->id == NQ_TEXT_DP_REMOVED;
        nq_dp_entry_write(&entry->dp, &text->list);
        break;
    }
}

static int read_entries(struct nq_text *text, struct text_reader *r, const struct text_row *row)
{
    int code = 0;
    text->list.size = 0;
    while (code == 0 && text_skip(r)) {
        const struct text_word word = text_read_word(r);
        const struct text_row *entry_row =
            text_row_of_name(row->entries, text->context.classes, word);
        union entry entry;
        memset(&entry, 0, sizeof(entry));
        if (!entry_row) {
            return text_fail_row(r, row->entries, text->context.classes, word);
        }
        code = text_read_row(r, &text->context, entry_row, &entry, NULL);
        if (code == 0) {
            write_entry(text, entry_row, &entry);
        }
    }
    return code;
}

/* What the encoder needs besides the fields. */
static void complete_message(struct nq_text *text, const struct text_row *row,
                             struct nq_message *message)
{
    struct nq_serverinfo *info = &message->u.serverinfo;
    struct nq_entity_update *update = &message->u.update;
    switch (row->id) {
    case NQ_TEXT_UPDATE_DP:
        update->is_dp = true;
        update->dp_mask = update->mask & ~0xffffu;
        update->mask &= 0xffff;
        break;
    case NQ_SERVERINFO:
        for (size_t i = 0; i < info->num_extensions; i++) {
            const uint8_t *pair = info->extensions + i * 8;
            info->fte2 |= bytes_u32(pair) == NQ_EXTENSION_FTE2 ? bytes_u32(pair + 4) : 0;
        }
        break;
    case NQ_DELTAS:
        message->u.deltas.bytes = text->list.data;
        message->u.deltas.size = (uint32_t)text->list.size;
        break;
    case NQ_DP_ENTITIES:
        if (row->entries) {
            message->u.dp_entities.bytes = text->list.data;
            message->u.dp_entities.size = (uint32_t)text->list.size;
        }
        break;
    default:
        break;
    }
}

/* The bytes have to be the message they were made as. */
static int check_message(struct nq_text *text, const struct text_reader *r, struct text_word name,
                         const uint8_t *bytes, size_t size, struct nq_message *message)
{
    struct format_error err;
    size_t pos = 0;
    const uint8_t id = message->id;
    const int code = nq_message_decode(&text->protocol, bytes, size, &pos, message, &err);
    if (code < 0) {
        return text_fail(r, name.text, "these fields make no message: %s", err.what);
    }
    const bool same = id >= NQ_ENTITY_UPDATE ? message->id >= NQ_ENTITY_UPDATE : message->id == id;
    return code > 0 && pos == size && same
               ? 0
               : text_fail(r, name.text, "these fields make no message of this protocol");
}

/* Particles alone have a count of two bytes. */
static bool has_large_count(const struct nq_message *message)
{
    const struct nq_temp_entity *t = &message->u.temp_entity;
    return message->id == NQ_TEMP_ENTITY && t->count > UINT8_MAX &&
           (t->type < NQ_TE_PARTICLE_CUBE || t->type > NQ_TE_PARTICLE_SNOW);
}

int nq_text_message(struct nq_text *text, struct text_reader *r, struct text_word name,
                    bool checked, struct byte_writer *out)
{
    const uint32_t classes = text->context.classes;
    const struct text_row *row = text_row_of_name(&nq_text_table, classes, name);
    const struct text_reader at_name = *r;
    const size_t start = out->size;
    struct nq_message message;
    struct text_standing standing;
    if (!row) {
        return text_fail_row(r, &nq_text_table, classes, name);
    }
    memset(&message, 0, sizeof(message));
    message.id = row->id > UINT8_MAX ? NQ_ENTITY_UPDATE : (uint8_t)row->id;
    int code = text_read_row(r, &text->context, row, &message, checked ? &standing : NULL);
    if (code == 0 && row->entries) {
        code = read_entries(text, r, row);
    }
    if (code < 0) {
        return code;
    }
    if (has_large_count(&message)) {
        return text_fail(&at_name, name.text, "the count is at most 255, except that of particles");
    }
    complete_message(text, row, &message);
    nq_message_encode(&text->protocol, &message, out);
    if (out->failed || text->list.failed) {
        return FORMAT_MEMORY;
    }
    if (checked || message.id == NQ_SERVERINFO) {
        const struct nq_message read = message;
        code = check_message(text, &at_name, name, out->data + start, out->size - start, &message);
        if (code == 0 && checked && row->id != NQ_TEXT_UPDATE_DP) { /* whose mask is in two parts */
            code = text_check_standing(&at_name, row, &standing, &read, &message);
        }
    }
    if (code == 0) {
        follow(text, &message);
    }
    return code;
}

/* --- statements --------------------------------------------------------------------------------
 */

int nq_text_begin(struct nq_text *text, struct text_reader *r)
{
    struct decimal number;
    struct nq_protocol protocol = {.version = NQ_PROTOCOL_15};
    int code = text_read_number(r, "the protocol", &number);
    while (code == 0 && text_skip(r)) {
        const struct text_word word = text_read_word(r);
        if (text_word_is(word, "items_optional", 14)) {
            protocol.items_optional = 1;
        } else if (text_word_is(word, "dp_sounds", 9)) {
            protocol.dp_sounds = 1;
        } else {
            return text_fail(r, word.size > 0 ? word.text : r->at,
                             "items_optional, dp_sounds or the end of the line is expected");
        }
    }
    nq_text_set_protocol(text, &protocol);
    return code;
}

static void end_block(struct nq_text *text, struct byte_writer *out)
{
    if (text->in_block) {
        dem_write_block(out, text->view, text->block.data, (uint32_t)text->block.size);
    }
    text->block.size = 0;
    text->in_block = false;
}

static int read_block(struct nq_text *text, struct text_reader *r, struct byte_writer *out)
{
    end_block(text, out);
    r->at++;
    text->in_block = true;
    return text_read_row(r, &text->context, &nq_text_block, text, NULL);
}

static int read_track(struct text_reader *r, struct byte_writer *out)
{
    const char *track;
    size_t size;
    const int code = text_read_string(r, "track", &track, &size);
    if (code == 0) {
        byte_writer_bytes(out, track, size);
    }
    return code == 0 && text_skip(r) ? text_fail(r, r->at, "the end of the line is expected")
                                     : code;
}

static int read_raw(struct nq_text *text, struct text_reader *r)
{
    const size_t start = text->block.size;
    const int code = text_read_last_hex(r, &text->block);
    if (code == 0 && !text->block.failed) {
        nq_text_follow_raw(text, text->block.data + start, text->block.size - start);
    }
    return code;
}

int nq_text_statement(struct nq_text *text, struct text_reader *r, struct byte_writer *out)
{
    if (!text_skip(r)) {
        return 0;
    }
    if (*r->at == '@') {
        return read_block(text, r, out);
    }
    const struct text_word name = text_read_word(r);
    const struct text_reader at_name = *r;
    int code;
    if (text_word_is(name, "rest", 4)) {
        end_block(text, out);
        code = text_read_last_hex(r, out);
    } else if (!text->in_block && text_word_is(name, "track", 5)) {
        code = read_track(r, out);
    } else if (!text->in_block) {
        return text_fail(r, name.size > 0 ? name.text : r->at,
                         "a block (@ view PITCH YAW ROLL) has to begin before its messages");
    } else if (text_word_is(name, "raw", 3)) {
        code = read_raw(text, r);
    } else {
        code = nq_text_message(text, r, name, true, &text->block);
    }
    if (code == 0 && text->block.size > DEM_MAX_BLOCK_SIZE) {
        return text_fail(&at_name, name.text, "the block has more than %d bytes",
                         DEM_MAX_BLOCK_SIZE);
    }
    return code == 0 && (text->block.failed || out->failed) ? FORMAT_MEMORY : code;
}

int nq_text_end(struct nq_text *text, struct byte_writer *out)
{
    end_block(text, out);
    return out->failed ? FORMAT_MEMORY : 0;
}

const char *nq_text_find_part(struct nq_text *text, const struct demo *demo, struct text_part *part)
{
    const struct nq_file *file = demo->file;
    struct dem_block block;
    size_t pos = file->dem.first_block, at = pos;
    part->data = file->dem.data;
    part->size = part->end = file->dem.size;
    while (!text_part_is_found(part) && dem_next_block(&file->dem, &pos, &block, NULL) > 0) {
        if (text_part_see(part, at)) {
            nq_text_follow_raw(text, block.messages, block.size);
        }
        at = pos;
    }
    return NULL;
}

void nq_text_free(struct nq_text *text)
{
    byte_writer_free(&text->block);
    byte_writer_free(&text->list);
}
