/* A small JSON writer to a stdio stream: it sets the commas, the caller keeps brackets paired.
 *
 * Quake's strings are bytes, the high bit is colour. Byte N becomes the character U+00N, control
 * bytes and those from 0x7f on written as \u00XX: lossless, and the output is pure ASCII.
 * One writer belongs to one thread. Write errors are the stream's (ferror). */
#ifndef FORMATS_BASE_JSON_H
#define FORMATS_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json_writer {
    FILE *out;
    bool comma; /* a comma is due before the next value */
};

/* Keys are ASCII string literals; NULL inside arrays and at the top level. */
void json_begin_object(struct json_writer *json, const char *key);
void json_end_object(struct json_writer *json);
void json_begin_array(struct json_writer *json, const char *key);
void json_end_array(struct json_writer *json);
void json_null(struct json_writer *json, const char *key);
void json_bool(struct json_writer *json, const char *key, bool value);
void json_integer(struct json_writer *json, const char *key, int64_t value);
/* null where the value is not known. */
void json_integer_if(struct json_writer *json, const char *key, bool known, int64_t value);
/* Writes a number with the fewest of 6, 10, 15 or 17 digits that read back as the same value; null
 * for NaN and infinity. */
void json_number(struct json_writer *json, const char *key, double value);
void json_float(struct json_writer *json, const char *key, float value);
/* A number that is text already, as JSON has it. */
void json_literal(struct json_writer *json, const char *key, const char *text, size_t length);
/* Arrays of numbers. */
void json_numbers(struct json_writer *json, const char *key, const double *values, int count);
void json_floats(struct json_writer *json, const char *key, const float *values, int count);
void json_bytes(struct json_writer *json, const char *key, const char *bytes, size_t length);
/* A string of two hex digits a byte. */
void json_hex(struct json_writer *json, const char *key, const uint8_t *bytes, size_t size);
/* NULL writes null. */
void json_string(struct json_writer *json, const char *key, const char *text);

#endif
