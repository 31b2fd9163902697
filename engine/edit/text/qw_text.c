#include "engine/edit/text/qw_text.h"

#include <string.h>

#include "engine/edit/text/rows/qw_text_rows.h"
#include "engine/quakeworld/quakeworld.h"
#include "engine/quakeworld/qw_block.h"

/* --- messages ----------------------------------------------------------------------------------
 */

void qw_text_set_protocol(struct qw_text *text, const struct qw_protocol *protocol)
{
    text->protocol = *protocol;
    text->context.classes = qw_text_classes(protocol);
}

struct text_context qw_text_context(const struct qw_text *text, uint32_t id)
{
    const bool wide = text->protocol.ftex & QW_FTEX_FLOATCOORDS;
    const bool is_delta = id == QW_PLAYERINFO || id == QW_TEXT_OLD_PLAYER || id == QW_TEXT_ENTITY ||
                          id == QW_SPAWNBASELINE2 || id == QW_SPAWNSTATIC2;
    struct text_context context = text->context;
    const bool wide_origin = wide || (is_delta && (text->protocol.mvd1 & QW_MVD1_FLOATCOORDS));
    context.coord = wide_origin ? TEXT_COORD_FLOAT : TEXT_COORD_8TH;
    context.angle = wide ? TEXT_ANGLE_SHORT : TEXT_ANGLE_BYTE;
    return context;
}

static void follow(struct qw_text *text, const struct qw_message *message)
{
    if (message->id == QW_SERVERDATA) {
        struct qw_protocol protocol = text->protocol;
        qw_protocol_follow(&protocol, message);
        qw_text_set_protocol(text, &protocol);
    }
}

void qw_text_follow_raw(struct qw_text *text, const uint8_t *bytes, size_t size)
{
    struct qw_message message;
    size_t pos = 0;
    while (qw_message_decode(&text->protocol, bytes, size, &pos, &message, NULL) > 0) {
        follow(text, &message);
    }
}

static int read_entries(struct qw_text *text, struct text_reader *r, const struct text_row *row,
                        uint32_t *count)
{
    int code = 0;
    text->list.size = 0;
    for (*count = 0; code == 0 && text_skip(r); ++*count) {
        const struct text_word word = text_read_word(r);
        const struct text_row *entry_row =
            text_row_of_name(row->entries, text->context.classes, word);
        union {
            struct qw_entity entity;
            struct qw_nail nail;
        } entry;
        memset(&entry, 0, sizeof(entry));
        if (!entry_row) {
            return text_fail_row(r, row->entries, text->context.classes, word);
        }
        if (row->id != QW_PACKETENTITIES && row->id != QW_DELTAPACKETENTITIES && *count >= 255) {
            return text_fail(r, word.text, "%s has at most 255 entries", row->name);
        }
        code = text_read_row(r, &text->context, entry_row, &entry, NULL);
        if (code == 0 && entry_row->id == QW_TEXT_NAIL) {
            qw_nail_encode(row->id == QW_NAILS2, &entry.nail, &text->list);
        } else if (code == 0) {
            qw_entity_encode(&text->protocol, &entry.entity, &text->list);
        }
    }
    return code;
}

/* The names with the empty one that ends them. */
static void list_names(struct qw_text *text, struct qw_names *names)
{
    const char *name = names->data;
    text->list.size = 0;
    for (uint32_t i = 0; i < names->count; i++) {
        const size_t size = strlen(name) + 1;
        byte_writer_bytes(&text->list, name, size);
        name += size;
    }
    byte_writer_u8(&text->list, 0);
    names->data = (const char *)text->list.data;
    names->size = (uint32_t)text->list.size;
}

static uint8_t id_of(const struct text_row *row)
{
    switch (row->id) {
    case QW_TEXT_DOWNLOAD_REFUSED:
    case QW_TEXT_DOWNLOAD_CHUNK:
    case QW_TEXT_DOWNLOAD_BEGIN:
        return QW_DOWNLOAD;
    default:
        return row->id > UINT8_MAX ? QW_PLAYERINFO : (uint8_t)row->id;
    }
}

/* Numbers that tell the forms of a download apart: NULL, or what they have to be. */
static const char *find_wrong_download(const struct text_row *row, const struct qw_download *d)
{
    switch (row->id) {
    case QW_TEXT_DOWNLOAD_REFUSED:
        return d->size < 0 && d->size >= INT16_MIN ? NULL : "size has to be in -32768..-1";
    case QW_TEXT_DOWNLOAD_CHUNK:
        return d->chunk >= 0 ? NULL : "the chunk has to be 0 or more";
    case QW_TEXT_DOWNLOAD_BEGIN:
        return d->chunk < 0 ? NULL : "the chunk has to be below 0";
    default:
        return NULL;
    }
}

/* What the encoder needs besides the fields. count: of entries read. */
static void complete_message(struct qw_text *text, struct qw_message *message, uint32_t count)
{
    switch (message->id) {
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        byte_writer_u16(&text->list, 0);
        message->u.entities.data = text->list.data;
        message->u.entities.size = (uint32_t)text->list.size;
        message->u.entities.count = count;
        break;
    case QW_NAILS:
    case QW_NAILS2:
        message->u.nails.data = text->list.data;
        message->u.nails.count = (uint8_t)count;
        message->u.nails.numbered = message->id == QW_NAILS2;
        break;
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        list_names(text, &message->u.names);
        break;
    default:
        break;
    }
}

static int check_message(struct qw_text *text, const struct text_reader *r, struct text_word name,
                         const uint8_t *bytes, size_t size, struct qw_message *message)
{
    struct format_error err;
    size_t pos = 0;
    const uint8_t id = message->id;
    const int code = qw_message_decode(&text->protocol, bytes, size, &pos, message, &err);
    if (code < 0) {
        return text_fail(r, name.text, "these fields make no message: %s", err.what);
    }
    return code > 0 && pos == size && message->id == id
               ? 0
               : text_fail(r, name.text, "these fields make no message of this protocol");
}

int qw_text_message(struct qw_text *text, struct text_reader *r, struct text_word name,
                    bool checked, struct byte_writer *out)
{
    const uint32_t classes = text->context.classes;
    const struct text_row *row = text_row_of_name(&qw_text_table, classes, name);
    const struct text_reader at_name = *r;
    const size_t start = out->size;
    struct qw_message message;
    struct text_standing standing;
    uint32_t count = 0;
    if (!row) {
        return text_fail_row(r, &qw_text_table, classes, name);
    }
    memset(&message, 0, sizeof(message));
    message.id = id_of(row);
    int code = text_read_row(r, &text->context, row, &message, checked ? &standing : NULL);
    if (code == 0 && row->entries) {
        code = read_entries(text, r, row, &count);
    }
    if (code < 0) {
        return code;
    }
    const char *wrong = find_wrong_download(row, &message.u.download);
    if (wrong) {
        return text_fail(&at_name, name.text, "%s", wrong);
    }
    complete_message(text, &message, count);
    qw_message_encode(&text->protocol, &message, out);
    if (out->failed || text->list.failed) {
        return FORMAT_MEMORY;
    }
    if (checked || message.id == QW_SERVERDATA) {
        const struct qw_message read = message;
        code = check_message(text, &at_name, name, out->data + start, out->size - start, &message);
        if (code == 0 && checked) {
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

int qw_text_begin(struct qw_text *text, struct text_reader *r)
{
    struct decimal number;
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST};
    const struct text_word word = text_read_word(r);
    protocol.is_mvd = text_word_is(word, "mvd", 3);
    if (!protocol.is_mvd && !text_word_is(word, "qwd", 3)) {
        return text_fail(r, word.size > 0 ? word.text : r->at, "qwd or mvd is expected");
    }
    const int code = text_read_number(r, "the protocol", &number);
    qw_text_set_protocol(text, &protocol);
    return code == 0 && text_skip(r) ? text_fail(r, r->at, "the end of the line is expected")
                                     : code;
}

/* Bytes that the block may have; 0 = none. */
static size_t most_bytes(const struct qw_text *text)
{
    if (text->protocol.is_mvd) {
        const enum mvd_block_type type = text->head.mvd.type;
        return type == MVD_CMD || type == MVD_SET ? 0 : MVD_MAX_BLOCK_SIZE;
    }
    static const size_t headers[] = {[QWD_SEQUENCED] = 8, [QWD_CONNECTIONLESS] = 4, [QWD_RUNT] = 0};
    return text->head.qwd.type == QWD_READ ? QWD_MAX_PACKET - headers[text->head.qwd.u.packet.kind]
                                           : 0;
}

static void end_block(struct qw_text *text, struct byte_writer *out)
{
    const bool has_bytes = most_bytes(text) > 0;
    if (text->in_block && text->protocol.is_mvd) {
        if (has_bytes) {
            text->head.mvd.u.messages.data = text->block.data;
            text->head.mvd.u.messages.size = (uint32_t)text->block.size;
        }
        mvd_write_block(out, &text->head.mvd);
    } else if (text->in_block) {
        if (has_bytes) {
            text->head.qwd.u.packet.messages = text->block.data;
            text->head.qwd.u.packet.size = (uint32_t)text->block.size;
        }
        qwd_write_block(out, &text->head.qwd);
    }
    text->block.size = 0;
    text->in_block = false;
}

static int read_block(struct qw_text *text, struct text_reader *r, struct byte_writer *out)
{
    const uint32_t classes = text->context.classes;
    r->at++;
    const struct text_word name = text_read_word(r);
    const struct text_row *row = text_row_of_name(&qw_text_block_table, classes, name);
    if (!row) {
        return text_fail_row(r, &qw_text_block_table, classes, name);
    }
    end_block(text, out);
    memset(&text->head, 0, sizeof(text->head));
    const int code = text_read_row(r, &text->context, row, &text->head, NULL);
    if (row->id >= QW_TEXT_MVD_BLOCK) {
        text->head.mvd.type = (enum mvd_block_type)(row->id - QW_TEXT_MVD_BLOCK);
    } else if (row->id >= QW_TEXT_CONNECTIONLESS) {
        text->head.qwd.type = QWD_READ;
        text->head.qwd.u.packet.kind = row->id == QW_TEXT_RUNT ? QWD_RUNT : QWD_CONNECTIONLESS;
    } else {
        text->head.qwd.type = (enum qwd_block_type)(row->id - QW_TEXT_QWD_BLOCK);
    }
    text->in_block = true;
    return code;
}

static int read_raw(struct qw_text *text, struct text_reader *r)
{
    const size_t start = text->block.size;
    const bool has_messages = text->protocol.is_mvd ? mvd_has_messages(&text->head.mvd)
                                                    : text->head.qwd.u.packet.kind == QWD_SEQUENCED;
    const int code = text_read_last_hex(r, &text->block);
    if (code == 0 && has_messages && !text->block.failed) {
        qw_text_follow_raw(text, text->block.data + start, text->block.size - start);
    }
    return code;
}

int qw_text_statement(struct qw_text *text, struct text_reader *r, struct byte_writer *out)
{
    if (!text_skip(r)) {
        return 0;
    }
    if (*r->at == '@') {
        const int code = read_block(text, r, out);
        return code == 0 && out->failed ? FORMAT_MEMORY : code;
    }
    const struct text_word name = text_read_word(r);
    const struct text_reader at_name = *r;
    int code;
    if (text_word_is(name, "rest", 4)) {
        end_block(text, out);
        code = text_read_last_hex(r, out);
    } else if (!text->in_block) {
        return text_fail(r, name.size > 0 ? name.text : r->at,
                         "a block (@ and its kind) has to begin before its messages");
    } else if (most_bytes(text) == 0) {
        return text_fail(r, name.size > 0 ? name.text : r->at, "this block has no messages");
    } else if (text_word_is(name, "raw", 3)) {
        code = read_raw(text, r);
    } else {
        code = qw_text_message(text, r, name, true, &text->block);
    }
    if (code == 0 && text->in_block && text->block.size > most_bytes(text)) {
        return text_fail(&at_name, name.text, "the block has more than %zu bytes",
                         most_bytes(text));
    }
    return code == 0 && (text->block.failed || out->failed) ? FORMAT_MEMORY : code;
}

int qw_text_end(struct qw_text *text, struct byte_writer *out)
{
    end_block(text, out);
    return out->failed ? FORMAT_MEMORY : 0;
}

const char *qw_text_find_part(struct qw_text *text, const struct demo *demo, struct text_part *part)
{
    const struct qw_demo *file = demo->file;
    struct qw_block block;
    size_t pos = 0, at = 0;
    if (text->protocol.is_mvd != (file->container == QW_CONTAINER_MVD)) {
        return text->protocol.is_mvd ? "it is a .qwd, and this text is of a .mvd"
                                     : "it is a .mvd, and this text is of a .qwd";
    }
    part->data = file->data - demo->answer;
    part->size = part->end = file->size + demo->answer;
    while (!text_part_is_found(part) && qw_block_next(file, &pos, &block, NULL) > 0) {
        if (text_part_see(part, demo->answer + at) && block.messages) {
            qw_text_follow_raw(text, block.messages, block.size);
        }
        at = pos;
    }
    return NULL;
}

void qw_text_free(struct qw_text *text)
{
    byte_writer_free(&text->block);
    byte_writer_free(&text->list);
}
