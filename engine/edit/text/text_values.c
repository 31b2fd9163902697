#include "engine/edit/text/text_values.h"

#include <math.h>
#include <string.h>

#include "engine/edit/text/text_writer.h"
#include "formats/base/fields.h"
#include "formats/text/spelling.h"

static const struct {
    int64_t low, high;
    size_t size;
} integers[] = {
    [TEXT_U8] = {0, UINT8_MAX, 1},   [TEXT_I8] = {INT8_MIN, INT8_MAX, 1},
    [TEXT_U16] = {0, UINT16_MAX, 2}, [TEXT_I16] = {INT16_MIN, INT16_MAX, 2},
    [TEXT_U32] = {0, UINT32_MAX, 4}, [TEXT_I32] = {INT32_MIN, INT32_MAX, 4},
};

bool text_is_integer(const struct text_field *field)
{
    return field->kind <= TEXT_I32;
}

static int count_of(const struct text_field *field)
{
    return field->count > 0 ? field->count : 1;
}

/* --- values in the message ---------------------------------------------------------------------
 */

static int64_t get_whole(const struct text_field *field, const void *message, int i)
{
    const char *at = (const char *)message + field->offset;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    switch (field->kind) {
    case TEXT_U8:
        return (uint8_t)at[i];
    case TEXT_I8:
        memcpy(&u8, at + i, sizeof(u8));
        return (int8_t)u8;
    case TEXT_U16:
        memcpy(&u16, at + i * 2, sizeof(u16));
        return u16;
    case TEXT_I16:
        memcpy(&u16, at + i * 2, sizeof(u16));
        return (int16_t)u16;
    case TEXT_U32:
        memcpy(&u32, at + i * 4, sizeof(u32));
        return u32;
    default:
        memcpy(&u32, at + i * 4, sizeof(u32));
        return (int32_t)u32;
    }
}

int64_t text_get_integer(const struct text_field *field, const void *message, int i)
{
    const int64_t value = get_whole(field, message, i);
    return field->width > 0 ? value >> field->shift & ((1 << field->width) - 1) : value;
}

static void set_integer(const struct text_field *field, void *message, int i, int64_t value)
{
    char *at = (char *)message + field->offset + (size_t)i * integers[field->kind].size;
    if (field->width > 0) {
        value = get_whole(field, message, i) | value << field->shift;
    }
    const uint8_t u8 = (uint8_t)value;
    const uint16_t u16 = (uint16_t)value;
    const uint32_t u32 = (uint32_t)value;
    switch (integers[field->kind].size) {
    case 1:
        memcpy(at, &u8, sizeof(u8));
        break;
    case 2:
        memcpy(at, &u16, sizeof(u16));
        break;
    default:
        memcpy(at, &u32, sizeof(u32));
        break;
    }
}

double text_get_double(const struct text_field *field, const void *message, int i)
{
    double value;
    float narrow;
    if (field->kind == TEXT_COORD) {
        memcpy(&value, (const char *)message + field->offset + (size_t)i * sizeof(value),
               sizeof(value));
        return value;
    }
    memcpy(&narrow, (const char *)message + field->offset + (size_t)i * sizeof(narrow),
           sizeof(narrow));
    return decimal_double(narrow);
}

static void set_double(const struct text_field *field, void *message, int i, double value)
{
    const float narrow = decimal_float(value);
    if (field->kind == TEXT_COORD) {
        memcpy((char *)message + field->offset + (size_t)i * sizeof(value), &value, sizeof(value));
    } else {
        memcpy((char *)message + field->offset + (size_t)i * sizeof(narrow), &narrow,
               sizeof(narrow));
    }
}

const char *text_get_string(const struct text_field *field, const void *message)
{
    const char *text;
    memcpy(&text, (const char *)message + field->offset, sizeof(text));
    return text;
}

void text_set_string(const struct text_field *field, void *message, const char *text)
{
    memcpy((char *)message + field->offset, &text, sizeof(text));
}

static uint32_t unit_of(const struct text_field *field)
{
    return field->unit > 0 ? field->unit : 1;
}

uint32_t text_get_size(const struct text_field *field, const void *message)
{
    const char *at = (const char *)message + field->size_offset;
    uint8_t byte;
    uint16_t word;
    uint32_t size;
    if (field->size_width == 0) {
        return field->limit;
    }
    if (field->size_width == 1) {
        memcpy(&byte, at, sizeof(byte));
        return byte;
    }
    if (field->size_width == 2) {
        memcpy(&word, at, sizeof(word));
        return word;
    }
    memcpy(&size, at, sizeof(size));
    return size;
}

static void set_size(const struct text_field *field, void *message, uint32_t size)
{
    char *at = (char *)message + field->size_offset;
    const uint8_t byte = (uint8_t)size;
    const uint16_t word = (uint16_t)size;
    if (field->size_width == 1) {
        memcpy(at, &byte, sizeof(byte));
    } else if (field->size_width == 2) {
        memcpy(at, &word, sizeof(word));
    } else if (field->size_width == 4) {
        memcpy(at, &size, sizeof(size));
    }
}

size_t text_get_byte_count(const struct text_field *field, const void *message)
{
    return (size_t)text_get_size(field, message) * unit_of(field);
}

bool text_is_usual(const struct text_field *field, const void *message)
{
    if (field->kind == TEXT_STRING) {
        const char *text = text_get_string(field, message);
        return text == NULL || (field->usual == 0 && *text == '\0');
    }
    if (field->kind == TEXT_BYTES || field->kind == TEXT_NAMES) {
        return text_get_size(field, message) == 0;
    }
    for (int i = 0; i < count_of(field); i++) {
        if (text_is_integer(field)) {
            if (text_get_integer(field, message, i) != field->usual) {
                return false;
            }
            continue;
        }
        static const uint64_t zero;
        const double value = text_get_double(field, message, i);
        if (memcmp(&value, &zero, sizeof(value)) != 0) { /* -0 is another float */
            return false;
        }
    }
    return true;
}

bool text_is_below_one(const struct text_field *field, const void *message)
{
    bool is_below = true;
    for (int i = 0; i < count_of(field) && is_below; i++) {
        is_below = fabs(text_get_double(field, message, i)) < 1.0;
    }
    return is_below;
}

void text_set_usual(const struct text_field *field, void *message)
{
    if (field->kind == TEXT_STRING || field->kind == TEXT_NAMES) {
        text_set_string(field, message, field->usual == 1 ? NULL : "");
        return;
    }
    for (int i = 0; i < count_of(field) && text_is_integer(field); i++) {
        set_integer(field, message, i, field->usual);
    }
}

/* --- writing -----------------------------------------------------------------------------------
 */

void text_write_hex_number(struct byte_writer *out, uint32_t value)
{
    if (byte_writer_reserve(out, DECIMAL_MAX)) {
        out->size += decimal_write_hex((char *)out->data + out->size, value);
    }
}

static void write_flags(struct byte_writer *out, const struct text_values *values, uint32_t value)
{
    uint32_t rest = value;
    bool any = false;
    for (uint32_t i = 0; i < values->count && rest != 0; i++) {
        if (rest & (uint32_t)values->values[i].value) {
            if (any) {
                byte_writer_u8(out, '|');
            }
            text_write(out, values->values[i].name);
            rest &= ~(uint32_t)values->values[i].value;
            any = true;
        }
    }
    if (rest != 0 && any) {
        byte_writer_u8(out, '|');
    }
    if (rest != 0) {
        text_write_hex_number(out, rest);
    } else if (!any) {
        byte_writer_u8(out, '0');
    }
}

static void write_named(struct byte_writer *out, const struct text_values *values, int64_t value)
{
    if (values->are_flags) {
        write_flags(out, values, (uint32_t)value);
        return;
    }
    for (uint32_t i = 0; i < values->count; i++) {
        if (values->values[i].value == value) {
            text_write(out, values->values[i].name);
            return;
        }
    }
    text_write_integer(out, value);
}

/* 24 bits: three decimals name each of the 256 parts, but the last of them is the next integer. */
static size_t put_255th(char *to, double value)
{
    int32_t whole = (int32_t)value;
    whole -= whole > value;
    if (fields_nearest((value - whole) * 255, 0, 255) < 255) {
        return decimal_write_rounded(to, value, 3);
    }
    const size_t length = decimal_write_integer(to, whole);
    memcpy(to + length, "+255/255", 8);
    return length + 8;
}

static size_t put_coord(char *to, enum text_coord coord, double value)
{
    switch (coord) {
    case TEXT_COORD_8TH:
        return decimal_write_fraction(to, (int64_t)(value * 8), 8);
    case TEXT_COORD_16TH:
        return decimal_write_fraction(to, (int64_t)(value * 16), 16);
    case TEXT_COORD_255TH:
        return put_255th(to, value);
    default:
        return decimal_write_float(to, decimal_float(value));
    }
}

/* A byte is 45/32 degrees; three decimals name each of the 65536 directions. */
static size_t put_angle(char *to, enum text_angle angle, double value)
{
    switch (angle) {
    case TEXT_ANGLE_BYTE:
        return decimal_write_fraction(
            to, (int64_t)fields_nearest(value * (256.0 / 360.0), -1e6, 1e6) * 45, 32);
    case TEXT_ANGLE_SHORT:
        return decimal_write_rounded(to, value, 3);
    default:
        return decimal_write_float(to, (float)value);
    }
}

void text_put_value(struct byte_writer *out, const struct text_context *context,
                    const struct text_field *field, const void *message, int i)
{
    if (field->values) {
        write_named(out, field->values, text_get_integer(field, message, i));
        return;
    }
    if (!byte_writer_reserve(out, DECIMAL_MAX)) {
        return;
    }
    char *to = (char *)out->data + out->size;
    if (text_is_integer(field)) {
        out->size += decimal_write_integer(to, text_get_integer(field, message, i));
        return;
    }
    const double value = text_get_double(field, message, i);
    const bool floats = context->angle == TEXT_ANGLE_FLOAT;
    switch (field->kind) {
    case TEXT_COORD:
    case TEXT_COORD32:
        out->size += put_coord(to, context->coord, value);
        break;
    case TEXT_ANGLE:
        out->size += floats ? decimal_write_float(to, decimal_float(value))
                            : put_angle(to, context->angle, value);
        break;
    case TEXT_SHORT_ANGLE:
        out->size += floats ? decimal_write_float(to, decimal_float(value))
                            : put_angle(to, TEXT_ANGLE_SHORT, value);
        break;
    default:
        out->size += decimal_write_float(to, decimal_float(value));
        break;
    }
}

void text_write_value_list(struct byte_writer *out, const struct text_field *field,
                           const void *message)
{
    const char *text = text_get_string(field, message);
    if (field->kind == TEXT_BYTES) {
        byte_writer_u8(out, ' ');
        text_write_hex(out, (const uint8_t *)text, text_get_byte_count(field, message));
        return;
    }
    if (field->kind == TEXT_STRING) {
        byte_writer_u8(out, ' ');
        text_write_string(out, text, strlen(text));
        return;
    }
    const uint32_t count = text_get_size(field, message);
    for (uint32_t i = 0; i < count; i++) {
        const size_t size = strlen(text);
        text_write(out, "\n  ");
        text_write_string(out, text, size);
        text_write(out, " // ");
        text_write_integer(out, (int64_t)i + 1);
        text += size + 1;
    }
    if (count > 0) {
        text_write(out, "\n ");
    }
}

/* --- reading -----------------------------------------------------------------------------------
 */

/* The name nearest to a mistyped one; NULL if none is near. */
static const char *nearest_value(const struct text_values *values, const char *typed)
{
    const char *nearest = NULL;
    int least = SPELLING_MAX;
    for (uint32_t i = 0; i < values->count; i++) {
        const int distance = spelling_distance(typed, values->values[i].name);
        if (distance < least) {
            least = distance;
            nearest = values->values[i].name;
        }
    }
    return nearest && spelling_is_close(typed, least) ? nearest : NULL;
}

static int fail_value(struct text_reader *r, const struct text_field *field, struct text_word word)
{
    const struct text_values *values = field->values;
    char typed[64] = "";
    memcpy(typed, word.text, word.size < sizeof(typed) - 1 ? word.size : sizeof(typed) - 1);
    const char *nearest = nearest_value(values, typed);
    return nearest ? text_fail(r, word.text, "unknown value '%s' of %s; did you mean %s?", typed,
                               field->name, nearest)
                   : text_fail(r, word.text, "unknown value '%s' of %s", typed, field->name);
}

/* A whole number. */
static int read_whole(struct text_reader *r, const struct text_field *field, int64_t *value)
{
    struct decimal number;
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_number(r, field->name, &number);
    *value = number.integer;
    return code == 0 && !number.is_integer ? text_fail(r, at, "%s is a whole number", field->name)
                                           : code;
}

/* One name or number. */
static int read_named(struct text_reader *r, const struct text_field *field, int64_t *value)
{
    const struct text_values *values = field->values;
    struct text_reader ahead = *r;
    const struct text_word word = text_read_word(&ahead);
    for (uint32_t i = 0; i < values->count && word.size > 0; i++) {
        if (word.text[0] == values->values[i].name[0] &&
            text_word_is(word, values->values[i].name, strlen(values->values[i].name))) {
            *value = values->values[i].value;
            *r = ahead;
            return 0;
        }
    }
    if (text_skip(r) && ((*r->at >= '0' && *r->at <= '9') || *r->at == '-')) {
        return read_whole(r, field, value);
    }
    return word.size > 0
               ? fail_value(r, field, word)
               : text_fail(r, r->at, "a name or a number is expected for %s", field->name);
}

static int read_integer(struct text_reader *r, const struct text_field *field, int64_t *value)
{
    if (!field->values) {
        return read_whole(r, field, value);
    }
    int code = read_named(r, field, value);
    while (code == 0 && field->values->are_flags && r->at < r->end && *r->at == '|') {
        int64_t more = 0;
        r->at++;
        code = read_named(r, field, &more);
        *value |= more;
    }
    return code;
}

static int64_t highest(const struct text_field *field, const struct text_context *context)
{
    if (field->wide_in != 0 && (field->wide_in & context->classes) == 0) {
        return field->limit;
    }
    return field->width > 0 ? (1 << field->width) - 1 : integers[field->kind].high;
}

/* "n+b/255": *value is n. */
static int read_255th(struct text_reader *r, const struct text_field *field, double *value)
{
    struct decimal part;
    const char *at = r->at++;
    const size_t length = decimal_read(r->at, r->end, &part);
    if (length == 0 || !part.is_integer || part.integer < 0 || part.integer > 255 ||
        r->end - r->at < (ptrdiff_t)length + 4 || memcmp(r->at + length, "/255", 4) != 0) {
        return text_fail(r, at, "the part of %s has the form +b/255, b from 0 to 255", field->name);
    }
    r->at += length + 4;
    /* As the reader of demos has it: 255/255 is not the next integer, but just below. */
    *value += part.integer == 255 ? 1 - 0x1p-37 : (double)part.integer / 255.0;
    return 0;
}

int text_read_value(struct text_reader *r, const struct text_context *context,
                    const struct text_field *field, void *message, int i)
{
    text_skip(r);
    const char *at = r->at;
    if (text_is_integer(field)) {
        int64_t value = 0;
        const int code = read_integer(r, field, &value);
        if (code < 0) {
            return code;
        }
        if (value < integers[field->kind].low || value > highest(field, context)) {
            return text_fail(r, at, "%s is %lld, which is not in %lld..%lld", field->name,
                             (long long)value, (long long)integers[field->kind].low,
                             (long long)highest(field, context));
        }
        set_integer(field, message, i, value);
        return 0;
    }
    struct decimal number;
    int code = text_read_number(r, field->name, &number);
    if (code == 0 && (field->kind == TEXT_COORD || field->kind == TEXT_COORD32) && r->at < r->end &&
        *r->at == '+') {
        code = read_255th(r, field, &number.value);
    }
    set_double(field, message, i, number.value);
    return code;
}

static int read_names(struct text_reader *r, const struct text_field *field, void *message)
{
    const char *text;
    char *to = NULL;
    uint32_t count = 0;
    size_t size;
    text_set_string(field, message, "");
    while (text_has_string(r)) {
        char *const quote = r->at;
        const int code = text_read_string(r, field->name, &text, &size);
        if (code < 0) {
            return code;
        }
        if (size == 0 || strlen(text) != size) {
            return text_fail(r, quote, "a name of %s is empty or has a NUL", field->name);
        }
        to = to ? to : quote + 1;
        if (count == 0) {
            text_set_string(field, message, to);
        }
        memmove(to, text, size + 1); /* behind the last one */
        to += size + 1;
        count++;
    }
    set_size(field, message, count);
    return 0;
}

static int read_bytes(struct text_reader *r, const struct text_field *field, void *message)
{
    const uint8_t *bytes;
    size_t size;
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_hex(r, field->name, &bytes, &size);
    if (code < 0) {
        return code;
    }
    const uint64_t most = field->limit > 0         ? field->limit
                          : field->size_width == 1 ? UINT8_MAX
                                                   : UINT16_MAX;
    if (field->size_width == 0 && size != most) {
        return text_fail(r, at, "%s has %zu bytes; it has to have %llu", field->name, size,
                         (unsigned long long)most);
    }
    if (size % unit_of(field) != 0 || size / unit_of(field) > most) {
        return text_fail(r, at, "%s has %zu bytes; it may have %llu of %u", field->name, size,
                         (unsigned long long)most, (unsigned)unit_of(field));
    }
    text_set_string(field, message, (const char *)bytes);
    set_size(field, message, (uint32_t)(size / unit_of(field)));
    return 0;
}

int text_read_value_list(struct text_reader *r, const struct text_field *field, void *message)
{
    const char *text;
    size_t size;
    if (field->kind == TEXT_NAMES) {
        return read_names(r, field, message);
    }
    if (field->kind == TEXT_BYTES) {
        return read_bytes(r, field, message);
    }
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_string(r, field->name, &text, &size);
    if (code < 0) {
        return code;
    }
    text_set_string(field, message, text);
    return strlen(text) == size ? 0 : text_fail(r, at, "%s has a NUL byte inside", field->name);
}
