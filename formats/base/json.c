#include "formats/base/json.h"

#include <stdlib.h>
#include <string.h>

static void begin_value(struct json_writer *json, const char *key)
{
    if (json->comma) {
        putc(',', json->out);
    }
    if (key) {
        putc('"', json->out);
        fputs(key, json->out);
        fputs("\":", json->out);
    }
    json->comma = true;
}

void json_begin_object(struct json_writer *json, const char *key)
{
    begin_value(json, key);
    putc('{', json->out);
    json->comma = false;
}

void json_end_object(struct json_writer *json)
{
    putc('}', json->out);
    json->comma = true;
}

void json_begin_array(struct json_writer *json, const char *key)
{
    begin_value(json, key);
    putc('[', json->out);
    json->comma = false;
}

void json_end_array(struct json_writer *json)
{
    putc(']', json->out);
    json->comma = true;
}

void json_null(struct json_writer *json, const char *key)
{
    begin_value(json, key);
    fputs("null", json->out);
}

void json_bool(struct json_writer *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_integer(struct json_writer *json, const char *key, int64_t value)
{
    char text[24];
    size_t at = sizeof(text);
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    begin_value(json, key);
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) {
        text[--at] = '-';
    }
    fwrite(text + at, 1, sizeof(text) - at, json->out);
}

void json_integer_if(struct json_writer *json, const char *key, bool known, int64_t value)
{
    if (known) {
        json_integer(json, key, value);
    } else {
        json_null(json, key);
    }
}

/* JSON has no infinity and no NaN. */
static bool is_finite(double value)
{
    return value - value == 0;
}

void json_number(struct json_writer *json, const char *key, double value)
{
    static const int digits[] = {6, 10, 15, 17};
    char text[40];
    if (!is_finite(value)) {
        json_null(json, key);
        return;
    }
    for (size_t i = 0; i < sizeof(digits) / sizeof(digits[0]); i++) {
        snprintf(text, sizeof(text), "%.*g", digits[i], value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    begin_value(json, key);
    fputs(text, json->out);
}

void json_float(struct json_writer *json, const char *key, float value)
{
    char text[40];
    if (!is_finite((double)value)) {
        json_null(json, key);
        return;
    }
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value) {
            break;
        }
    }
    begin_value(json, key);
    fputs(text, json->out);
}

void json_literal(struct json_writer *json, const char *key, const char *text, size_t length)
{
    begin_value(json, key);
    fwrite(text, 1, length, json->out);
}

void json_numbers(struct json_writer *json, const char *key, const double *values, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++) {
        json_number(json, NULL, values[i]);
    }
    json_end_array(json);
}

void json_floats(struct json_writer *json, const char *key, const float *values, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++) {
        json_float(json, NULL, values[i]);
    }
    json_end_array(json);
}

static const char hex[] = "0123456789abcdef";

void json_hex(struct json_writer *json, const char *key, const uint8_t *bytes, size_t size)
{
    begin_value(json, key);
    putc('"', json->out);
    for (size_t i = 0; i < size; i++) {
        putc(hex[bytes[i] >> 4], json->out);
        putc(hex[bytes[i] & 15], json->out);
    }
    putc('"', json->out);
}

void json_bytes(struct json_writer *json, const char *key, const char *bytes, size_t length)
{
    FILE *out = json->out;
    begin_value(json, key);
    putc('"', out);
    for (size_t i = 0; i < length; i++) {
        uint8_t c = (uint8_t)bytes[i];
        if (c == '"' || c == '\\') {
            putc('\\', out);
            putc(c, out);
        } else if (c >= 0x20 && c < 0x7f) {
            putc(c, out);
        } else {
            fputs("\\u00", out);
            putc(hex[c >> 4], out);
            putc(hex[c & 15], out);
        }
    }
    putc('"', out);
}

void json_string(struct json_writer *json, const char *key, const char *text)
{
    if (text) {
        json_bytes(json, key, text, strlen(text));
    } else {
        json_null(json, key);
    }
}
