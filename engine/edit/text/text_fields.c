#include "engine/edit/text/text_fields.h"

#include <string.h>

#include "engine/edit/text/text_masks.h"
#include "engine/edit/text/text_values.h"
#include "engine/edit/text/text_writer.h"
#include "formats/text/spelling.h"

/* --- rows --------------------------------------------------------------------------------------
 */

static bool is_in(uint32_t row_classes, uint32_t classes)
{
    return row_classes == 0 || (row_classes & classes) != 0;
}

const struct text_row *text_row_of_id(const struct text_table *table, uint32_t classes, uint32_t id)
{
    for (; table; table = table->more) {
        for (uint32_t i = 0; i < table->count; i++) {
            if (table->rows[i].id == id && is_in(table->rows[i].classes, classes)) {
                return &table->rows[i];
            }
        }
    }
    return NULL;
}

const struct text_row *text_row_of_name(const struct text_table *table, uint32_t classes,
                                        struct text_word name)
{
    for (; table && name.size > 0; table = table->more) {
        for (uint32_t i = 0; i < table->count; i++) {
            const struct text_row *row = &table->rows[i];
            if (row->name_size == name.size && row->name[0] == name.text[0] &&
                memcmp(row->name, name.text, name.size) == 0 && is_in(row->classes, classes)) {
                return row;
            }
        }
    }
    return NULL;
}

/* The nearest of many names to a word that is none of them. */
struct nearest {
    char typed[SPELLING_MAX + 1];
    const char *name;
    int distance;
};

static struct nearest nearest_begin(struct text_word word)
{
    struct nearest nearest = {.distance = SPELLING_MAX};
    memcpy(nearest.typed, word.text, word.size < SPELLING_MAX ? word.size : SPELLING_MAX);
    return nearest;
}

static void nearest_offer(struct nearest *nearest, const char *name)
{
    const int distance = spelling_distance(nearest->typed, name);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->name = name;
    }
}

/* kind: "message", "field of sound". */
static int fail_name(const struct text_reader *r, const struct nearest *nearest,
                     struct text_word word, const char *kind, const char *of)
{
    const char *at = word.size > 0 ? word.text : r->at;
    if (word.size == 0) {
        return text_fail(r, at, "the name of a %s%s is expected", kind, of);
    }
    if (nearest->name && spelling_is_close(nearest->typed, nearest->distance)) {
        return text_fail(r, at, "unknown %s%s '%s'; did you mean %s?", kind, of, nearest->typed,
                         nearest->name);
    }
    return text_fail(r, at, "unknown %s%s '%s'", kind, of, nearest->typed);
}

int text_fail_row(const struct text_reader *r, const struct text_table *table, uint32_t classes,
                  struct text_word word)
{
    struct nearest nearest = nearest_begin(word);
    for (; table; table = table->more) {
        for (uint32_t i = 0; i < table->count; i++) {
            const struct text_row *row = &table->rows[i];
            if (is_in(row->classes, classes)) {
                nearest_offer(&nearest, row->name);
            } else if (text_word_is(word, row->name, row->name_size)) {
                return text_fail(r, word.text, "%s is no message of this protocol", row->name);
            }
        }
    }
    return fail_name(r, &nearest, word, "message", "");
}

/* The bits of masks[0] that the values need beyond their fields' own. */
static uint32_t needs(const struct text_row *row, const struct text_context *context,
                      const void *message, uint32_t mask)
{
    return row->needs ? row->needs(message, mask, context->classes) : 0;
}

/* --- writing -----------------------------------------------------------------------------------
 */

struct row_writer {
    struct byte_writer *out;
    const struct text_context *context;
    const struct text_row *row;
    const void *message;
    uint32_t masks[TEXT_MASKS];
    uint32_t told; /* bits of masks[0] that follow from the fields written so far */
    const char *comments[2];
    int num_comments;
    const char *colored; /* a text of the message; NULL = none */
};

static void note_name(struct row_writer *w, const struct text_field *field, uint32_t number)
{
    const char *name =
        w->context->name_of
            ? w->context->name_of(w->context->level, (enum text_refers)field->refers, number)
            : NULL;
    if (name && w->num_comments < 2) {
        w->comments[w->num_comments++] = name;
    }
}

static void note_colors(struct row_writer *w, const struct text_field *field)
{
    if (w->context->pretty && field->kind == TEXT_STRING &&
        text_is_colored(text_get_string(field, w->message))) {
        w->colored = text_get_string(field, w->message);
    }
}

static void write_name(struct byte_writer *out, const char *name, size_t size)
{
    if (byte_writer_reserve(out, size + 1)) {
        out->data[out->size] = ' ';
        memcpy(out->data + out->size + 1, name, size);
        out->size += size + 1;
    }
}

/* Numbers of which each has its bit: '-' for those that are not there, nothing for the last ones.
 */
static void write_numbers(struct row_writer *w, const struct text_field *field)
{
    const bool parts = field->need == TEXT_MASKED && field->bits[1] != 0;
    int count = field->count > 0 ? field->count : 1;
    while (parts && count > 1 && (w->masks[field->mask] & field->bits[count - 1]) == 0) {
        count--;
    }
    for (int i = 0; i < count; i++) {
        if (!byte_writer_reserve(w->out, DECIMAL_MAX + 1)) {
            return;
        }
        char *to = (char *)w->out->data + w->out->size;
        *to++ = ' ';
        w->out->size++;
        if (parts && (w->masks[field->mask] & field->bits[i]) == 0) {
            *to = '-';
            w->out->size++;
        } else {
            text_put_value(w->out, w->context, field, w->message, i);
        }
    }
}

static void write_field(struct row_writer *w, const struct text_field *field)
{
    if (field->kind == TEXT_BITS) {
        const uint32_t mask = w->masks[field->mask];
        const uint32_t told = field->mask == 0 ? w->told : 0;
        const uint32_t rest = mask ^ (told | needs(w->row, w->context, w->message, told));
        if (rest != 0) {
            write_name(w->out, field->name, field->name_size);
            write_name(w->out, "", 0);
            text_write_hex_number(w->out, rest);
        }
        return;
    }
    if (!text_is_sent(field, w->masks[field->mask], w->message)) {
        return;
    }
    if (field->need != TEXT_FIRST) {
        write_name(w->out, field->name, field->name_size);
    }
    if (field->need == TEXT_MASKED && field->mask == 0) {
        w->told |= field->bits[1] == 0 ? field->bits[0] : w->masks[0] & text_bits_of(field);
    }
    switch (field->kind) {
    case TEXT_FLAG:
        break;
    case TEXT_STRING:
    case TEXT_NAMES:
    case TEXT_BYTES:
        text_write_value_list(w->out, field, w->message);
        note_colors(w, field);
        break;
    default:
        write_numbers(w, field);
        break;
    }
    if (field->refers != TEXT_REFERS_NOTHING) {
        note_name(w, field, (uint32_t)text_get_integer(field, w->message, 0));
    }
}

void text_write_row(struct byte_writer *out, const struct text_context *context,
                    const struct text_row *row, const void *message)
{
    struct row_writer w = {.out = out, .context = context, .row = row, .message = message};
    for (int i = 0; i < TEXT_MASKS; i++) {
        w.masks[i] = text_get_mask(row, i, message);
    }
    byte_writer_bytes(out, row->name, row->name_size);
    for (uint32_t i = 0; i < row->num_fields; i++) {
        write_field(&w, &row->fields[i]);
    }
    for (int i = 0; i < w.num_comments; i++) {
        byte_writer_u8(out, ' ');
        text_write_comment(out, w.comments[i]);
    }
    if (w.colored) {
        byte_writer_u8(out, ' ');
        text_write_plain(out, w.colored);
    }
}

/* --- reading -----------------------------------------------------------------------------------
 */

struct row_reader {
    struct text_reader *r;
    struct text_reader start; /* behind the row's name */
    const struct text_context *context;
    const struct text_row *row;
    void *message;
    uint32_t masks[TEXT_MASKS];
    uint32_t differ; /* of field `bits` */
    uint64_t seen;   /* fields, a bit each */
    struct text_standing *standing;
};

static int fail_field(struct row_reader *w, struct text_word word)
{
    struct nearest nearest = nearest_begin(word);
    for (uint32_t i = 0; i < w->row->num_fields; i++) {
        if (w->row->fields[i].need != TEXT_FIRST) {
            nearest_offer(&nearest, w->row->fields[i].name);
        }
    }
    for (uint32_t i = 0; w->row->entries && i < w->row->entries->count; i++) {
        nearest_offer(&nearest, w->row->entries->rows[i].name);
    }
    return fail_name(w->r, &nearest, word, "field of ", w->row->name);
}

/* The field of that name; the search begins behind the last one read, where it is as a rule. */
static int find_field(const struct text_row *row, uint32_t from, struct text_word word)
{
    for (uint32_t k = 0; k < row->num_fields; k++) {
        const uint32_t i = from + k < row->num_fields ? from + k : from + k - row->num_fields;
        const struct text_field *field = &row->fields[i];
        if (field->name_size == word.size && field->name[0] == word.text[0] &&
            field->need != TEXT_FIRST && memcmp(field->name, word.text, word.size) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int read_numbers(struct row_reader *w, const struct text_field *field)
{
    const int count = field->count > 0 ? field->count : 1;
    const bool masked = field->need == TEXT_MASKED;
    const bool parts = masked && field->bits[1] != 0;
    int code = 0;
    for (int i = 0; i < count && code == 0; i++) {
        if (parts && i > 0 && !text_has_part(w->r)) {
            break;
        }
        if (parts && text_skip(w->r) && text_is_dash(w->r)) {
            w->r->at++;
            continue;
        }
        code = text_read_value(w->r, w->context, field, w->message, i);
        if (masked) {
            w->masks[field->mask] |= text_bit_of(field, i);
        }
    }
    return code;
}

static int read_bits(struct row_reader *w, const struct text_field *field)
{
    struct decimal number;
    text_skip(w->r);
    const char *at = w->r->at;
    int code = text_read_number(w->r, field->name, &number);
    if (code == 0 && (!number.is_integer || number.integer < 0 || number.integer > UINT32_MAX)) {
        code = text_fail(w->r, at, "%s is a mask, 0 to 0xffffffff", field->name);
    }
    if (field->mask == 0) {
        w->differ = (uint32_t)number.integer;
    } else {
        w->masks[field->mask] |= (uint32_t)number.integer;
    }
    return code;
}

/* "updatename 3 player_name": the row, the values in front of a field without a name, the field. */
static void write_kind(struct row_reader *w, const struct text_field *field,
                       struct byte_writer *kind)
{
    kind->size = 0;
    byte_writer_bytes(kind, w->row->name, w->row->name_size);
    for (const struct text_field *f = w->row->fields; field->need == TEXT_FIRST && f < field; f++) {
        if (f->kind != TEXT_STRING) {
            byte_writer_u8(kind, ' ');
            text_put_value(kind, w->context, f, w->message, 0);
        }
    }
    if (!text_word_is((struct text_word){field->name, field->name_size}, "text", 4)) {
        write_name(kind, field->name, field->name_size);
    }
    byte_writer_u8(kind, 0);
}

/* Of that kind, which is written. */
static int take_string(struct text_strings *strings, size_t most, const char **text)
{
    struct text_string string = {(const char *)strings->kind.data, *text, most};
    const int code =
        strings->kind.failed ? FORMAT_MEMORY : strings->take(strings->context, &string);
    *text = string.text;
    return code;
}

static int tell_string(struct row_reader *w, const struct text_field *field)
{
    struct text_strings *strings = w->context->strings;
    if (!strings || field->kind != TEXT_STRING || field->is_data) {
        return 0;
    }
    write_kind(w, field, &strings->kind);
    const char *text = text_get_string(field, w->message);
    const int code = take_string(strings, field->limit > 0 ? field->limit : TEXT_STRING_MAX, &text);
    text_set_string(field, w->message, text);
    return code;
}

int text_tell_string(struct text_strings *strings, const char *name, int32_t number, size_t most,
                     const char **text)
{
    if (!strings) {
        return 0;
    }
    struct byte_writer *kind = &strings->kind;
    kind->size = 0;
    byte_writer_bytes(kind, name, strlen(name));
    if (number >= 0) {
        byte_writer_u8(kind, ' ');
        text_write_integer(kind, number);
    }
    byte_writer_u8(kind, 0);
    return take_string(strings, most, text);
}

static int read_list(struct row_reader *w, const struct text_field *field)
{
    const int code = text_read_value_list(w->r, field, w->message);
    return code == 0 ? tell_string(w, field) : code;
}

static int read_field(struct row_reader *w, uint32_t index)
{
    const struct text_field *field = &w->row->fields[index];
    w->seen |= (uint64_t)1 << index;
    switch (field->kind) {
    case TEXT_FLAG:
        w->masks[field->mask] |= field->bits[0];
        return 0;
    case TEXT_BITS:
        return read_bits(w, field);
    case TEXT_STRING:
    case TEXT_NAMES:
    case TEXT_BYTES:
        if (field->need == TEXT_MASKED) {
            w->masks[field->mask] |= field->bits[0];
        }
        return read_list(w, field);
    default:
        return read_numbers(w, field);
    }
}

/* The fields that have names. */
static int read_named(struct row_reader *w, uint32_t next)
{
    int code = 0;
    while (code == 0 && text_skip(w->r)) {
        const struct text_reader before = *w->r;
        const struct text_word word = text_read_word(w->r);
        const int found = word.size > 0 ? find_field(w->row, next, word) : -1;
        if (found < 0) {
            if (!text_row_of_name(w->row->entries, w->context->classes, word)) {
                return fail_field(w, word);
            }
            *w->r = before;
            return 0;
        }
        if (w->seen >> found & 1) {
            return text_fail(w->r, word.text, "%s stands here twice", w->row->fields[found].name);
        }
        if (w->standing) {
            w->standing->places[found].at = word.text;
            w->standing->places[found].line_start = w->r->line_start;
            w->standing->places[found].line = w->r->line;
        }
        code = read_field(w, (uint32_t)found);
        next = (uint32_t)found + 1;
    }
    return code;
}

/* Checks what has to be there, fills in the rest. */
static int end_row(struct row_reader *w)
{
    for (uint32_t i = 0; i < w->row->num_fields; i++) {
        const struct text_field *field = &w->row->fields[i];
        if (w->seen >> i & 1) {
            continue;
        }
        if (field->need == TEXT_NEEDED && field->kind != TEXT_BITS) {
            return text_fail(&w->start, w->start.at, "%s needs the field %s", w->row->name,
                             field->name);
        }
        if (field->need == TEXT_USUALLY) {
            text_set_usual(field, w->message);
        }
    }
    text_set_mask(w->row, 1, w->message, w->masks[1]);
    w->masks[0] |= needs(w->row, w->context, w->message, w->masks[0]);
    text_set_mask(w->row, 0, w->message, w->masks[0] ^ w->differ);
    return 0;
}

int text_read_row(struct text_reader *r, const struct text_context *context,
                  const struct text_row *row, void *message, struct text_standing *standing)
{
    struct row_reader w = {.r = r,
                           .start = *r,
                           .context = context,
                           .row = row,
                           .message = message,
                           .standing = standing};
    uint32_t next = 0;
    int code = 0;
    for (; code == 0 && next < row->num_fields && row->fields[next].need == TEXT_FIRST; next++) {
        code = read_field(&w, next);
    }
    if (code == 0) {
        code = read_named(&w, next);
    }
    if (standing) {
        standing->fields = w.seen;
    }
    return code == 0 ? end_row(&w) : code;
}

/* --- checking ----------------------------------------------------------------------------------
 */

/* True if the numbers may have become 0 because the demo's coordinates are coarse. */
static bool rounds_to_zero(const struct text_field *field, const void *message)
{
    switch (field->kind) {
    case TEXT_ANGLE:
    case TEXT_SHORT_ANGLE:
        return true;
    case TEXT_COORD:
    case TEXT_COORD32:
        return text_is_below_one(field, message);
    default:
        return false;
    }
}

static bool is_lost(const struct text_row *row, const struct text_field *field, const void *message,
                    const void *decoded)
{
    const uint32_t before = text_get_mask(row, field->mask, message);
    const uint32_t after = text_get_mask(row, field->mask, decoded);
    if (field->kind == TEXT_BITS) {
        return (before & ~after) != 0;
    }
    switch (field->need) {
    case TEXT_USUALLY:
        return text_is_usual(field, decoded) && !text_is_usual(field, message) &&
               !rounds_to_zero(field, message);
    case TEXT_MASKED:
        return (before & text_bits_of(field)) != 0 &&
               (after & (text_bits_of(field) | field->also)) == 0;
    default:
        return false;
    }
}

int text_check_standing(const struct text_reader *r, const struct text_row *row,
                        const struct text_standing *standing, const void *message,
                        const void *decoded)
{
    for (uint32_t i = 0; i < row->num_fields && standing->fields >> i != 0; i++) {
        const struct text_field *field = &row->fields[i];
        if ((standing->fields >> i & 1) && is_lost(row, field, message, decoded)) {
            const struct text_reader at = {.line_start = standing->places[i].line_start,
                                           .line = standing->places[i].line,
                                           .err = r->err};
            return text_fail(&at, standing->places[i].at,
                             "%s has no %s with these fields in this protocol", row->name,
                             field->name);
        }
    }
    return 0;
}
