/* Masks of a message: which of its row's fields are in its bytes. For text_fields.c and
 * json/text_json.c only. */
#ifndef ENGINE_EDIT_TEXT_TEXT_MASKS_H
#define ENGINE_EDIT_TEXT_TEXT_MASKS_H

#include "engine/edit/text/text_fields.h"

/* index: below TEXT_MASKS. A mask that the row does not have is 0, and setting it does nothing. */
uint32_t text_get_mask(const struct text_row *row, int index, const void *message);
void text_set_mask(const struct text_row *row, int index, void *message, uint32_t mask);

/* The mask bit of a field's number i, and those of all its numbers. */
uint32_t text_bit_of(const struct text_field *field, int i);
uint32_t text_bits_of(const struct text_field *field);
/* True if each of the field's numbers has its own bit. */
bool text_has_parts(const struct text_field *field);

/* True if the field stands in the text. mask: that of field->mask. */
bool text_is_sent(const struct text_field *field, uint32_t mask, const void *message);

#endif
