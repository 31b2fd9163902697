#include "engine/edit/strings/strings_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/edit/text/text_writer.h"
#include "formats/text/decimal.h"

#define SECONDS_MAX 999999999.0

void strings_list_write(struct byte_writer *out, const struct demo_string *string)
{
    text_write_integer(out, (int64_t)string->block);
    text_write(out, ":");
    text_write_integer(out, (int64_t)string->number);
    text_write(out, " ");
    if (byte_writer_reserve(out, DECIMAL_MAX)) {
        const double time = string->time > 0 ? string->time : 0;
        out->size += decimal_write_rounded((char *)out->data + out->size,
                                           time < SECONDS_MAX ? time : SECONDS_MAX, 3);
    }
    text_write(out, " ");
    text_write(out, string->kind);
    text_write(out, " ");
    text_write_string(out, string->text, strlen(string->text));
    text_write(out, "\n");
}

int strings_list_fail(struct strings_list *list, bool at_text, const char *fmt, ...)
{
    struct text_error *err = list->r.err;
    va_list args;
    err->line = at_text ? list->text_line : list->line;
    err->column = at_text ? list->text_column : list->column;
    va_start(args, fmt);
    vsnprintf(err->what, sizeof(err->what), fmt, args);
    va_end(args);
    return FORMAT_BAD;
}

static uint64_t column_of(const struct text_reader *r)
{
    return (uint64_t)(r->at - r->line_start) + 1;
}

static int read_number(struct text_reader *r, const char *what, uint64_t *number)
{
    struct decimal value;
    text_skip(r);
    const char *at = r->at;
    const int code = text_read_number(r, what, &value);
    if (code == 0 && (!value.is_integer || value.integer < 0)) {
        return text_fail(r, at, "%s is a whole number, from 0", what);
    }
    *number = code == 0 ? (uint64_t)value.integer : 0;
    return code;
}

/* "17:1", which is behind that of the line before. */
static int read_place(struct strings_list *list, struct text_reader *r)
{
    const uint64_t block = list->block, number = list->number;
    list->line = r->line;
    list->column = column_of(r);
    int code = read_number(r, "the block", &list->block);
    if (code == 0 && (r->at >= r->end || *r->at != ':')) {
        return text_fail(r, r->at, "the place has the form BLOCK:NUMBER");
    }
    if (code == 0) {
        r->at++;
        code = read_number(r, "the number of the text", &list->number);
    }
    if (code == 0 && list->begun &&
        (list->block < block || (list->block == block && list->number <= number))) {
        return strings_list_fail(list, false, "this place is not behind that of the line before");
    }
    list->begun = true;
    return code;
}

/* The words up to the text. */
static int read_kind(struct strings_list *list, struct text_reader *r)
{
    text_skip(r);
    const char *from = r->at;
    while (r->at < r->end && *r->at != '"' && *r->at != '\n') {
        r->at++;
    }
    const char *to = r->at;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t')) {
        to--;
    }
    list->kind = (struct text_word){from, (size_t)(to - from)};
    return to > from ? 0 : text_fail(r, from, "the kind of the text is expected");
}

/* What is typed as another letter would be other bytes. */
static int check_letters(const struct text_reader *r)
{
    for (const char *at = r->at + 1; at < r->end && *at != '"' && *at != '\n'; at++) {
        if ((uint8_t)*at >= 0x80) {
            return text_fail(r, at, "a character that is not ASCII; \\xHH has any byte");
        }
        at += *at == '\\' && r->end - at > 1;
    }
    return 0;
}

static int read_text(struct strings_list *list, struct text_reader *r)
{
    list->text_line = r->line;
    list->text_column = column_of(r);
    int code = text_has_string(r) ? check_letters(r) : 0;
    if (code == 0) {
        code = text_read_string(r, "the text", &list->text, &list->size);
    }
    if (code == 0 && strlen(list->text) != list->size) {
        return strings_list_fail(list, true, "the text has a NUL byte inside");
    }
    return code == 0 && text_skip(r) ? text_fail(r, r->at, "the end of the line is expected")
                                     : code;
}

static int read_line(struct strings_list *list)
{
    struct text_reader *r = &list->r;
    struct decimal time;
    int code = read_place(list, r);
    if (code == 0) {
        code = text_read_number(r, "the time", &time);
    }
    if (code == 0) {
        code = read_kind(list, r);
    }
    return code == 0 ? read_text(list, r) : code;
}

int strings_list_next(struct strings_list *list)
{
    int code;
    do {
        code = text_statements_next(&list->statements, &list->r);
    } while (code > 0 && !text_skip(&list->r));
    if (code == FORMAT_BAD) {
        return text_fail(&list->r, list->r.at, "this line is longer than any that a demo needs");
    }
    if (code > 0) {
        code = read_line(list);
        return code < 0 ? code : 1;
    }
    return code;
}

void strings_list_free(struct strings_list *list)
{
    text_statements_free(&list->statements);
}
