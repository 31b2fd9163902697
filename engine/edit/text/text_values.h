/* Values of the fields of a message, by their rows in the table: written, read, compared. For
 * text_fields.c, text_masks.c and json/text_json.c only. */
#ifndef ENGINE_EDIT_TEXT_TEXT_VALUES_H
#define ENGINE_EDIT_TEXT_TEXT_VALUES_H

#include "engine/edit/text/text_fields.h"

/* True for fields of whole numbers. */
bool text_is_integer(const struct text_field *field);
/* Number i of a field of whole numbers, and of any other numbers. */
int64_t text_get_integer(const struct text_field *field, const void *message, int i);
double text_get_double(const struct text_field *field, const void *message, int i);

/* TEXT_STRING. */
const char *text_get_string(const struct text_field *field, const void *message);
void text_set_string(const struct text_field *field, void *message, const char *text);

/* TEXT_NAMES: their number. TEXT_BYTES: the number of units, and of bytes. */
uint32_t text_get_size(const struct text_field *field, const void *message);
size_t text_get_byte_count(const struct text_field *field, const void *message);

/* Appends number i. */
void text_put_value(struct byte_writer *out, const struct text_context *context,
                    const struct text_field *field, const void *message, int i);
void text_write_hex_number(struct byte_writer *out, uint32_t value);
/* TEXT_STRING, TEXT_NAMES, TEXT_BYTES; with a blank in front. */
void text_write_value_list(struct byte_writer *out, const struct text_field *field,
                           const void *message);

/* The counterparts: 0, or FORMAT_BAD with the reader's error filled. */
int text_read_value(struct text_reader *r, const struct text_context *context,
                    const struct text_field *field, void *message, int i) MUST_CHECK;
int text_read_value_list(struct text_reader *r, const struct text_field *field,
                         void *message) MUST_CHECK;

/* TEXT_USUALLY: all of the field's numbers are `usual`, its string is empty, it has no bytes. */
bool text_is_usual(const struct text_field *field, const void *message);
/* Of a field of floats or coordinates: all of its numbers are between -1 and 1. */
bool text_is_below_one(const struct text_field *field, const void *message);
void text_set_usual(const struct text_field *field, void *message);

#endif
