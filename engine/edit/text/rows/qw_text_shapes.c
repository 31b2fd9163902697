#include "engine/edit/text/rows/qw_text_shapes.h"

#include <string.h>

#include "engine/edit/text/rows/qw_text_rows.h"

uint32_t qw_text_row_id(const struct qw_protocol *protocol, uint32_t classes,
                        const struct qw_message *message)
{
    if (message->id == QW_DOWNLOAD) {
        const struct qw_download *d = &message->u.download;
        return protocol->ftex & QW_FTEX_CHUNKEDDOWNLOADS
                   ? (d->chunk < 0 ? QW_TEXT_DOWNLOAD_BEGIN : QW_TEXT_DOWNLOAD_CHUNK)
                   : (d->size < 0 ? QW_TEXT_DOWNLOAD_REFUSED : QW_DOWNLOAD);
    }
    if (message->id != QW_PLAYERINFO) {
        return message->id;
    }
    return protocol->is_mvd        ? QW_TEXT_MVD_PLAYER
           : classes & QW_TEXT_OLD ? QW_TEXT_OLD_PLAYER
                                   : QW_PLAYERINFO;
}

static uint32_t block_row_id(const struct qw_protocol *protocol, const struct qw_block *block)
{
    if (protocol->is_mvd) {
        return QW_TEXT_MVD_BLOCK + (uint32_t)block->type;
    }
    if (block->type == QWD_READ && block->u.qwd.u.packet.kind != QWD_SEQUENCED) {
        return block->u.qwd.u.packet.kind == QWD_RUNT ? QW_TEXT_RUNT : QW_TEXT_CONNECTIONLESS;
    }
    return QW_TEXT_QWD_BLOCK + (uint32_t)block->type;
}

const struct text_row *qw_text_block_row(const struct qw_protocol *protocol, uint32_t classes,
                                         const struct qw_block *block, union qw_text_head *head)
{
    memset(head, 0, sizeof(*head));
    if (protocol->is_mvd) {
        head->mvd = block->u.mvd;
    } else {
        head->qwd = block->u.qwd;
    }
    return text_row_of_id(&qw_text_block_table, classes, block_row_id(protocol, block));
}

struct qw_text_bytes qw_text_hidden_bytes(const struct qw_protocol *protocol,
                                          const struct qw_block *block)
{
    const struct qwd_packet *packet = &block->u.qwd.u.packet;
    if (block->messages) {
        return (struct qw_text_bytes){NULL, 0};
    }
    if (protocol->is_mvd) {
        return mvd_is_hidden(&block->u.mvd) ? (struct qw_text_bytes){block->u.mvd.u.messages.data,
                                                                     block->u.mvd.u.messages.size}
                                            : (struct qw_text_bytes){NULL, 0};
    }
    return block->type == QWD_READ ? (struct qw_text_bytes){packet->messages, packet->size}
                                   : (struct qw_text_bytes){NULL, 0};
}

void qw_text_entries_begin(struct qw_text_entries *entries, const struct qw_protocol *protocol,
                           const struct text_row *row, const struct qw_message *message)
{
    entries->row = &row->entries->rows[0];
    entries->protocol = protocol;
    entries->message = message;
    entries->at = 0;
    entries->nails = message->id == QW_NAILS || message->id == QW_NAILS2;
    entries->entry = entries->nails ? (const void *)&entries->u.nail : &entries->u.entity;
}

bool qw_text_entries_next(struct qw_text_entries *entries)
{
    const struct qw_message *message = entries->message;
    if (!entries->nails) {
        return qw_entities_next(entries->protocol, &message->u.entities, &entries->at,
                                &entries->u.entity);
    }
    if (entries->at >= message->u.nails.count) {
        return false;
    }
    entries->u.nail = qw_nails_get(&message->u.nails, entries->at++);
    return true;
}
