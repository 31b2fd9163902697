/* A message as JSON, by the table of fields that also makes its text (text_fields.h).
 *
 * A field has a key if it stands in the text; the page of the grammar tells what its absence means.
 * Numbers, coordinates (units) and angles (degrees) are numbers, those in a row an array; a number
 * of such an array that is not sent is null, and so is one that is infinite or NaN. A flag is true.
 * Bytes are a string of two hex digits each, names an array of strings. Numbers have no names. What
 * tells only how the message is coded (`bits`) is left out. */
#ifndef ENGINE_EDIT_TEXT_TEXT_JSON_H
#define ENGINE_EDIT_TEXT_TEXT_JSON_H

#include "engine/edit/text/text_fields.h"
#include "formats/base/json.h"

/* Writes the row's fields of the message into the object that is open. */
void text_json_fields(struct json_writer *json, const struct text_row *row, const void *message);
/* An object of an array: the row's name as "name", and the fields. */
void text_json_entry(struct json_writer *json, const struct text_row *row, const void *message);

#endif
