#include "engine/edit/text/rows/q3_text_names.h"

#include <string.h>

#include "formats/text/decimal.h"
#include "formats/text/spelling.h"

/* The name in front of "[0]", and its number; 0 and all of the name without one. */
static uint32_t split_name(const char *name, size_t *size)
{
    const char *bracket = strchr(name, '[');
    *size = bracket ? (size_t)(bracket - name) : strlen(name);
    return bracket ? (uint32_t)(bracket[1] - '0') : 0;
}

/* Of a name that is not empty. */
static uint32_t hash_name(const char *name, size_t size)
{
    const uint32_t middle = (uint8_t)name[size / 2], last = (uint8_t)name[size - 1];
    return ((uint32_t)size * 61 + (uint8_t)name[0] * 7 + middle * 31 + last * 19) % Q3_TEXT_LOOKUP;
}

static uint32_t add_name(struct q3_text_names *names, uint32_t used, const char *name, size_t size)
{
    struct q3_text_name *to = &names->names[used];
    memcpy(to->name, name, size); /* all are shorter than Q3_TEXT_NAME */
    to->name[size] = '\0';
    to->size = (uint8_t)size;
    to->parts = 1;
    memset(to->fields, Q3_TEXT_NO_FIELD, sizeof(to->fields));
    names->lookup[hash_name(name, size)] = (uint8_t)(used + 1);
    return used + 1;
}

void q3_text_names_make(struct q3_text_names *names, const struct q3_field *fields, uint32_t count,
                        const char *const *of_slots)
{
    uint32_t used = 0;
    names->fields = fields;
    memset(names->lookup, 0, sizeof(names->lookup));
    for (uint32_t i = 0; i < count; i++) {
        size_t size;
        const char *name = of_slots[fields[i].slot];
        const uint32_t part = split_name(name, &size);
        uint32_t at = 0;
        while (at < used &&
               (names->names[at].size != size || memcmp(names->names[at].name, name, size) != 0)) {
            at++;
        }
        used = at == used ? add_name(names, used, name, size) : used;
        names->names[at].fields[part] = (uint8_t)i;
        if (part >= names->names[at].parts) {
            names->names[at].parts = (uint8_t)(part + 1);
        }
        names->name_of[i] = (uint8_t)at;
    }
    names->count = used;
}

/* --- names -------------------------------------------------------------------------------------
 */

#define LETTERS(x) /* x..x + 25 */                                                                 \
    [x] = 1, [x + 1] = 1, [x + 2] = 1, [x + 3] = 1, [x + 4] = 1, [x + 5] = 1, [x + 6] = 1,         \
    [x + 7] = 1, [x + 8] = 1, [x + 9] = 1, [x + 10] = 1, [x + 11] = 1, [x + 12] = 1, [x + 13] = 1, \
    [x + 14] = 1, [x + 15] = 1, [x + 16] = 1, [x + 17] = 1, [x + 18] = 1, [x + 19] = 1,            \
    [x + 20] = 1, [x + 21] = 1, [x + 22] = 1, [x + 23] = 1, [x + 24] = 1, [x + 25] = 1

/* A table: names are most of what is read. */
static const uint8_t name_bytes[UINT8_MAX + 1] = {
    LETTERS('a'), LETTERS('A'), ['_'] = 1, ['.'] = 1, ['0'] = 1, ['1'] = 1, ['2'] = 1,
    ['3'] = 1,    ['4'] = 1,    ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1,
};

struct text_word q3_text_read_name(struct text_reader *r)
{
    struct text_word word = {0};
    if (text_skip(r)) {
        char *at = r->at;
        while (at < r->end && name_bytes[(uint8_t)*at]) {
            at++;
        }
        word = (struct text_word){r->at, (size_t)(at - r->at)};
        r->at = at;
    }
    return word;
}

static bool is_name_at(const struct q3_text_names *names, uint32_t i, struct text_word word)
{
    return names->names[i].size == word.size &&
           memcmp(names->names[i].name, word.text, word.size) == 0;
}

int q3_text_find_name(const struct q3_text_names *names, struct text_word word)
{
    const uint32_t likely = word.size > 0 ? names->lookup[hash_name(word.text, word.size)] : 0;
    if (likely > 0 && is_name_at(names, likely - 1, word)) {
        return (int)likely - 1;
    }
    for (uint32_t i = 0; i < names->count; i++) {
        if (is_name_at(names, i, word)) {
            return (int)i;
        }
    }
    return -1;
}

int q3_text_fail_name(const struct text_reader *r, const struct q3_text_names *names,
                      struct text_word word, const char *of)
{
    char typed[SPELLING_MAX + 1] = "", nearest[SPELLING_MAX + 1] = "";
    int least = SPELLING_MAX;
    if (word.size == 0) {
        return text_fail(r, r->at, "the name of a field of %s is expected", of);
    }
    memcpy(typed, word.text, word.size < SPELLING_MAX ? word.size : SPELLING_MAX);
    for (uint32_t i = 0; i < names->count; i++) {
        const char *name = names->names[i].name;
        const int distance = spelling_distance(typed, name);
        if (distance < least) {
            least = distance;
            memcpy(nearest, name, strlen(name) + 1); /* within SPELLING_MAX of `typed` */
        }
    }
    return spelling_is_close(typed, least)
               ? text_fail(r, word.text, "unknown field of %s '%s'; did you mean %s?", of, typed,
                           nearest)
               : text_fail(r, word.text, "unknown field of %s '%s'", of, typed);
}

/* --- values ------------------------------------------------------------------------------------
 */

/* Most are small. */
static size_t put_integer(char *to, int32_t value)
{
    if (value < 0 || value > 99) {
        return decimal_write_integer(to, value);
    }
    const int32_t tens = value / 10;
    to[0] = (char)('0' + tens);
    to[tens > 0] = (char)('0' + value % 10);
    return 1 + (tens > 0);
}

static size_t put_value(char *to, const struct q3_text_names *names,
                        const struct q3_wire_fields *fields, uint32_t i)
{
    const int32_t value = fields->values[i];
    if (names->fields[i].bits != 0) {
        return put_integer(to, value);
    }
    if ((fields->long_form >> i & 1) == 0) {
        return decimal_write_float(to, q3_float(value));
    }
    *to = 'f';
    const size_t length = 1 + decimal_write_hex(to + 1, (uint64_t)1 << 32 | (uint32_t)value);
    memmove(to + 3, to + 4, length - 4); /* eight digits: the ninth in front of them made them so */
    return length - 1;
}

static void write_field(struct byte_writer *out, const struct q3_text_names *names,
                        const struct q3_text_name *name, const struct q3_wire_fields *fields)
{
    if (!byte_writer_reserve(out, UINT8_MAX + 1 + Q3_TEXT_PARTS * (DECIMAL_MAX + 1))) {
        return;
    }
    char *to = (char *)out->data + out->size;
    uint32_t parts = name->parts;
    *to++ = ' ';
    memcpy(to, name->name, Q3_TEXT_NAME); /* a constant number of bytes is copied faster */
    to += name->size;
    while (name->fields[parts - 1] == Q3_TEXT_NO_FIELD ||
           (fields->sent >> name->fields[parts - 1] & 1) == 0) {
        parts--;
    }
    for (uint32_t i = 0; i < parts; i++) {
        *to++ = ' ';
        if (name->fields[i] == Q3_TEXT_NO_FIELD || (fields->sent >> name->fields[i] & 1) == 0) {
            *to++ = '-';
        } else {
            to += put_value(to, names, fields, name->fields[i]);
        }
    }
    out->size = (size_t)(to - (char *)out->data);
}

void q3_text_write_fields(struct byte_writer *out, const struct q3_text_names *names,
                          const struct q3_wire_fields *fields)
{
    for (uint64_t left = fields->sent; left != 0;) {
        const struct q3_text_name *name =
            &names->names[names->name_of[(uint32_t)__builtin_ctzll(left)]];
        write_field(out, names, name, fields);
        for (uint32_t i = 0; i < name->parts; i++) {
            if (name->fields[i] != Q3_TEXT_NO_FIELD) {
                left &= ~(UINT64_C(1) << name->fields[i]);
            }
        }
    }
}

/* Most numbers: up to nine digits in that range, a blank or the line's end behind them. */
static bool read_short(struct text_reader *r, int64_t low, int64_t high, int32_t *value)
{
    enum { DIGITS = 9 };
    char *at = r->at;
    const bool negative = at < r->end && *at == '-';
    int32_t number = 0;
    at += negative;
    const char *first = at;
    while (at < r->end && *at >= '0' && *at <= '9' && at - first < DIGITS) {
        number = number * 10 + (*at++ - '0');
    }
    number = negative ? -number : number;
    if (at == first || at == r->end || (*at != ' ' && *at != '\n') || number < low ||
        number > high) {
        return false;
    }
    r->at = at;
    *value = number;
    return true;
}

int q3_text_read_whole(struct text_reader *r, const char *what, int bits, int32_t *value)
{
    struct decimal number;
    const int width = bits < 0 ? -bits : bits;
    const int64_t half = INT64_C(1) << (width - 1);
    const int64_t low = bits < 0 || bits == 32 ? -half : 0;
    const int64_t high = bits < 0 ? half - 1 : 2 * half - 1;
    text_skip(r);
    if (read_short(r, low, high, value)) {
        return 0;
    }
    const char *at = r->at;
    const int code = text_read_number(r, what, &number);
    if (code < 0) {
        return code;
    }
    if (!number.is_integer) {
        return text_fail(r, at, "%s is a whole number", what);
    }
    if (number.integer < low || number.integer > high) {
        return text_fail(r, at, "%s is %lld, which is not in %lld..%lld", what,
                         (long long)number.integer, (long long)low, (long long)high);
    }
    *value = (int32_t)(uint32_t)(uint64_t)number.integer;
    return 0;
}

static int read_value(struct text_reader *r, const struct q3_text_names *names, uint32_t i,
                      const char *what, struct q3_wire_fields *fields)
{
    struct decimal number;
    if (names->fields[i].bits != 0) {
        return q3_text_read_whole(r, what, names->fields[i].bits, &fields->values[i]);
    }
    text_skip(r);
    const bool in_full = r->at < r->end && *r->at == 'f';
    const int code = text_read_number(r, what, &number);
    if (code == 0) {
        fields->values[i] = q3_float_bits(decimal_float(number.value));
    }
    if (code == 0 && in_full && q3_wire_is_short(fields->values[i])) {
        fields->long_form |= UINT64_C(1) << i;
    }
    return code;
}

int q3_text_read_field(struct text_reader *r, const struct q3_text_names *names, uint32_t index,
                       struct q3_wire_fields *fields)
{
    const struct q3_text_name *name = &names->names[index];
    const char *what = name->name;
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < name->parts; i++) {
        const uint32_t field = name->fields[i];
        if (i > 0 && !text_has_part(r)) {
            break;
        }
        if (name->parts > 1 && text_skip(r) && text_is_dash(r)) {
            r->at++;
            continue;
        }
        if (field == Q3_TEXT_NO_FIELD) {
            return text_fail(r, r->at, "the protocol does not have number %u of %s", i + 1, what);
        }
        if (fields->sent >> field & 1) {
            return text_fail(r, r->at, "%s stands here twice", what);
        }
        code = read_value(r, names, field, what, fields);
        fields->sent |= UINT64_C(1) << field;
    }
    return code;
}
