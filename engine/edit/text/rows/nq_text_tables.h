/* Parts of NetQuake's table (nq_text_rows.h), each in a file of its own, and what they are written
 * with. */
#ifndef ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_TABLES_H
#define ENGINE_EDIT_TEXT_ROWS_NQ_TEXT_TABLES_H

#include "engine/edit/text/rows/nq_text_rows.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define AT(member) .offset = offsetof(struct nq_message, u.member)
#define ROW(row_id, text, rows)                                                                    \
    .id = (row_id), TEXT_NAME(text), .fields = (rows), .num_fields = COUNT(rows)

/* nq_text_values.c */
extern const struct text_values nq_text_items, nq_text_effects, nq_text_stats, nq_text_temps,
    nq_text_precaches, nq_text_flags;

/* nq_text_entity_rows.c: lists of entities, as FTE2's deltas and as DarkPlaces has them, and the
 * deltas of baselines and static entities. */
extern const struct text_table nq_text_entity_table;

#endif
