#include "engine/edit/json/text_json.h"

#include <string.h>

#include "engine/edit/text/text_masks.h"
#include "engine/edit/text/text_values.h"

static void write_number(struct json_writer *json, const char *key, const struct text_field *field,
                         const void *message, int i)
{
    if (text_is_integer(field)) {
        json_integer(json, key, text_get_integer(field, message, i));
    } else if (field->kind == TEXT_COORD) {
        json_number(json, key, text_get_double(field, message, i));
    } else {
        json_float(json, key, (float)text_get_double(field, message, i));
    }
}

static void write_numbers(struct json_writer *json, const struct text_field *field, uint32_t mask,
                          const void *message)
{
    if (field->count <= 1) {
        write_number(json, field->name, field, message, 0);
        return;
    }
    json_begin_array(json, field->name);
    for (int i = 0; i < field->count; i++) {
        if (text_has_parts(field) && (mask & text_bit_of(field, i)) == 0) {
            json_null(json, NULL);
        } else {
            write_number(json, NULL, field, message, i);
        }
    }
    json_end_array(json);
}

static void write_names(struct json_writer *json, const struct text_field *field,
                        const void *message)
{
    const uint32_t count = text_get_size(field, message);
    const char *name = text_get_string(field, message);
    json_begin_array(json, field->name);
    for (uint32_t i = 0; i < count; i++) {
        json_string(json, NULL, name);
        name += strlen(name) + 1;
    }
    json_end_array(json);
}

static void write_field(struct json_writer *json, const struct text_field *field, uint32_t mask,
                        const void *message)
{
    if (!text_is_sent(field, mask, message)) {
        return;
    }
    switch (field->kind) {
    case TEXT_FLAG:
        json_bool(json, field->name, true);
        break;
    case TEXT_BITS: /* of the bytes alone: the other fields tell what the mask means */
        break;
    case TEXT_STRING:
        json_string(json, field->name, text_get_string(field, message));
        break;
    case TEXT_NAMES:
        write_names(json, field, message);
        break;
    case TEXT_BYTES:
        json_hex(json, field->name, (const uint8_t *)text_get_string(field, message),
                 text_get_byte_count(field, message));
        break;
    default:
        write_numbers(json, field, mask, message);
        break;
    }
}

void text_json_fields(struct json_writer *json, const struct text_row *row, const void *message)
{
    for (uint32_t i = 0; i < row->num_fields; i++) {
        const struct text_field *field = &row->fields[i];
        write_field(json, field, text_get_mask(row, field->mask, message), message);
    }
}

void text_json_entry(struct json_writer *json, const struct text_row *row, const void *message)
{
    json_begin_object(json, NULL);
    json_string(json, "name", row->name);
    text_json_fields(json, row, message);
    json_end_object(json);
}
