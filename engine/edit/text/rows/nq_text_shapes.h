/* NetQuake's messages as the rows of the table have them: the row of a message, and the entities
 * in it. For the writers of text and of JSON. */
#ifndef ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_SHAPES_H
#define ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_SHAPES_H

#include "engine/edit/text/text_fields.h"
#include "formats/base/bytes.h"
#include "formats/netquake/nq_message.h"

/* A message and its row. */
struct nq_text_shape {
    const struct text_row *row;       /* NULL: the table has none */
    const struct nq_message *message; /* the one given, or `own` */
    struct nq_message own;
};

/* Borrows the message. classes: of nq_text_classes. */
void nq_text_shape(struct nq_text_shape *shape, uint32_t classes, const struct nq_message *message);

/* The entities of a message whose row has entries. */
struct nq_text_entries {
    const struct text_row *row; /* of the entry */
    const void *entry;
    struct text_context context; /* how its places are coded */
    /* private */
    const struct nq_protocol *protocol;
    const struct text_row *rows;
    enum text_angle angle;
    struct byte_reader reader;
    bool deltas;
    union {
        struct nq_delta_entry delta;
        struct nq_dp_entry dp;
    } u;
};

/* Borrows the protocol. */
void nq_text_entries_begin(struct nq_text_entries *entries, const struct nq_protocol *protocol,
                           const struct text_context *context, const struct text_row *row,
                           const struct nq_message *message);
bool nq_text_entries_next(struct nq_text_entries *entries);

#endif
