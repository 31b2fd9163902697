/* QuakeWorld's messages and blocks as the rows of the table have them. For the writers of text and
 * of JSON. */
#ifndef ENGINE_EDIT_TEXT_ROWS_QW_TEXT_SHAPES_H
#define ENGINE_EDIT_TEXT_ROWS_QW_TEXT_SHAPES_H

#include "engine/edit/text/qw_text.h"
#include "engine/edit/text/text_fields.h"
#include "engine/quakeworld/qw_block.h"

/* The id of a message's row. classes: of qw_text_classes. */
uint32_t qw_text_row_id(const struct qw_protocol *protocol, uint32_t classes,
                        const struct qw_message *message);

/* A block's row and what its fields are read from. */
const struct text_row *qw_text_block_row(const struct qw_protocol *protocol, uint32_t classes,
                                         const struct qw_block *block, union qw_text_head *head);

/* The bytes of a block whose messages are not for players; empty for other blocks. */
struct qw_text_bytes {
    const uint8_t *data;
    size_t size;
};
struct qw_text_bytes qw_text_hidden_bytes(const struct qw_protocol *protocol,
                                          const struct qw_block *block);

/* The entities, or nails, of a message whose row has entries. */
struct qw_text_entries {
    const struct text_row *row; /* of each entry */
    const void *entry;
    /* private */
    const struct qw_protocol *protocol;
    const struct qw_message *message;
    uint32_t at;
    bool nails;
    union {
        struct qw_entity entity;
        struct qw_nail nail;
    } u;
};

/* Borrows the protocol and the message. */
void qw_text_entries_begin(struct qw_text_entries *entries, const struct qw_protocol *protocol,
                           const struct text_row *row, const struct qw_message *message);
bool qw_text_entries_next(struct qw_text_entries *entries);

#endif
