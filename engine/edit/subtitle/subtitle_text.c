#include "engine/edit/subtitle/subtitle_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { TIME_DIGITS = 6, TIME_FIELDS = 3 };

struct line {
    const char *text;
    size_t length;
};

struct reader {
    struct subtitles *subtitles;
    const char *data;
    size_t size, pos;
    size_t number;    /* of the line read last */
    struct line line; /* that line */
    size_t column;    /* of a text that is being written; 0 = at the beginning of a line */
    struct subtitle_error *err;
};

static int fail(const struct reader *r, size_t column, const char *what)
{
    *r->err = (struct subtitle_error){r->number, column + 1, what};
    return FORMAT_BAD;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char char_at(const struct reader *r, size_t at)
{
    return at < r->line.length ? r->line.text[at] : '\0';
}

static size_t skip_blanks(const struct reader *r, size_t at)
{
    while (is_blank(char_at(r, at))) {
        at++;
    }
    return at;
}

static bool next_line(struct reader *r)
{
    if (r->pos >= r->size) {
        return false;
    }
    const char *text = r->data + r->pos;
    const char *end = memchr(text, '\n', r->size - r->pos);
    size_t length = end ? (size_t)(end - text) : r->size - r->pos;
    r->pos += length + (end != NULL);
    if (length > 0 && text[length - 1] == '\r') {
        length--;
    }
    r->line = (struct line){text, length};
    r->number++;
    return true;
}

static bool line_is_empty(const struct reader *r)
{
    return skip_blanks(r, 0) == r->line.length;
}

/* A number alone. */
static bool line_is_number(const struct reader *r)
{
    size_t at = skip_blanks(r, 0);
    const size_t first = at;
    while (is_digit(char_at(r, at))) {
        at++;
    }
    return at > first && skip_blanks(r, at) == r->line.length;
}

/* --- times --------------------------------------------------------------------------------------
 */

static double read_fraction(const struct reader *r, size_t *at)
{
    double value = 0.0, unit = 1.0;
    for (; is_digit(char_at(r, *at)); (*at)++) {
        if (unit < 1e9) {
            value = value * 10.0 + (char_at(r, *at) - '0');
            unit *= 10.0;
        }
    }
    return value / unit;
}

/* Reads S, M:S or H:M:S, with decimals behind '.' or ','. */
static int read_time(const struct reader *r, size_t *at, double *seconds)
{
    const size_t first = *at;
    double value = 0.0;
    for (int field = 0; field < TIME_FIELDS; field++) {
        double part = 0.0;
        size_t digits = 0;
        for (; is_digit(char_at(r, *at)) && digits < TIME_DIGITS; (*at)++, digits++) {
            part = part * 10.0 + (char_at(r, *at) - '0');
        }
        if (digits == 0 || is_digit(char_at(r, *at))) {
            return fail(r, digits == 0 ? *at : first, "a time is expected");
        }
        value = value * 60.0 + part;
        if (char_at(r, *at) != ':') {
            break;
        }
        if (field + 1 < TIME_FIELDS) {
            (*at)++;
        }
    }
    if (char_at(r, *at) == '.' || char_at(r, *at) == ',') {
        (*at)++;
        value += read_fraction(r, at);
    }
    *seconds = value;
    return 0;
}

/* --- texts --------------------------------------------------------------------------------------
 */

static void new_row(struct reader *r)
{
    byte_writer_u8(&r->subtitles->texts, '\n');
    r->column = 0;
}

static void add_word(struct reader *r, const char *word, size_t length)
{
    if (r->column > 0 && r->column + 1 + length > SUBTITLE_COLUMNS) {
        new_row(r);
    } else if (r->column > 0) {
        byte_writer_u8(&r->subtitles->texts, ' ');
        r->column++;
    }
    while (length > SUBTITLE_COLUMNS) {
        byte_writer_bytes(&r->subtitles->texts, word, SUBTITLE_COLUMNS);
        word += SUBTITLE_COLUMNS;
        length -= SUBTITLE_COLUMNS;
        new_row(r);
    }
    byte_writer_bytes(&r->subtitles->texts, word, length);
    r->column += length;
}

/* The length of a tag at `at`, such as "</i>"; 0 = there is none. */
static size_t tag_length(const struct reader *r, size_t at)
{
    static const char *const tags[] = {"i", "b", "u", "font"};
    const size_t name = at + 1 + (char_at(r, at + 1) == '/');
    size_t end = at;
    if (char_at(r, at) != '<') {
        return 0;
    }
    while (end < r->line.length && r->line.text[end] != '>') {
        end++;
    }
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]) && end < r->line.length; i++) {
        const size_t length = strlen(tags[i]);
        if (end - at > length && name + length <= end &&
            memcmp(r->line.text + name, tags[i], length) == 0 &&
            (name + length == end || r->line.text[name + length] == ' ')) {
            return end + 1 - at;
        }
    }
    return 0;
}

/* Adds the line from `at` on to the text that is being written. */
static int add_line(struct reader *r, size_t at, bool is_srt)
{
    char word[SUBTITLE_TEXT];
    size_t length = 0;
    while (at < r->line.length) {
        const char c = r->line.text[at];
        const size_t tag = is_srt ? tag_length(r, at) : 0;
        const bool breaks = !is_srt && c == '\\' && char_at(r, at + 1) == 'n';
        if (tag > 0) {
            at += tag;
            continue;
        }
        if (!is_blank(c) && (c < ' ' || c > '~')) {
            return fail(r, at, "a character that is not ASCII");
        }
        if ((is_blank(c) || breaks) && length > 0) {
            add_word(r, word, length);
            length = 0;
        }
        if (breaks) {
            new_row(r);
        } else if (!is_blank(c)) {
            if (length == sizeof(word)) {
                return fail(r, at, "the text is longer than 1,000 bytes");
            }
            word[length++] = c;
        }
        at += breaks ? 2 : 1;
    }
    if (length > 0) {
        add_word(r, word, length);
    }
    return 0;
}

static int begin_item(struct reader *r, double from, double to, size_t column)
{
    struct subtitles *s = r->subtitles;
    if (s->count > 0) {
        struct subtitle *before = &s->items[s->count - 1];
        if (from < before->from) {
            return fail(r, column, "the time is before that of the text above");
        }
        before->to = before->to < from ? before->to : from;
    }
    if (array_reserve(&s->items, &s->room, s->count + 1, sizeof(*s->items)) < 0) {
        return FORMAT_MEMORY;
    }
    s->items[s->count++] = (struct subtitle){from, to, s->texts.size};
    r->column = 0;
    return 0;
}

static int end_item(struct reader *r)
{
    struct subtitles *s = r->subtitles;
    const size_t length = s->texts.size - s->items[s->count - 1].text;
    byte_writer_u8(&s->texts, '\0');
    if (s->texts.failed) {
        return FORMAT_MEMORY;
    }
    if (length == 0) {
        return fail(r, r->line.length, "there is no text");
    }
    return length > SUBTITLE_TEXT ? fail(r, 0, "the text is longer than 1,000 bytes") : 0;
}

/* --- the two formats ----------------------------------------------------------------------------
 */

static int read_plain_line(struct reader *r)
{
    const size_t first = skip_blanks(r, 0);
    size_t at = first;
    double from;
    int code = read_time(r, &at, &from);
    if (code == 0 && at < r->line.length && !is_blank(char_at(r, at))) {
        code = fail(r, at, "a space is expected behind the time");
    }
    if (code == 0) {
        code = begin_item(r, from, from + SUBTITLE_SECONDS, first);
    }
    if (code == 0) {
        code = add_line(r, at, false);
    }
    return code < 0 ? code : end_item(r);
}

static int read_srt_times(struct reader *r)
{
    const size_t first = skip_blanks(r, 0);
    size_t at = first;
    double from, to;
    int code = read_time(r, &at, &from);
    if (code < 0) {
        return code;
    }
    at = skip_blanks(r, at);
    if (char_at(r, at) != '-' || char_at(r, at + 1) != '-' || char_at(r, at + 2) != '>') {
        return fail(r, at, "--> is expected");
    }
    at = skip_blanks(r, at + 3);
    const size_t second = at;
    code = read_time(r, &at, &to);
    if (code == 0 && at < r->line.length && !is_blank(char_at(r, at))) {
        code = fail(r, at, "a space is expected behind the time");
    }
    if (code == 0 && to <= from) {
        code = fail(r, second, "the text ends before it begins");
    }
    return code < 0 ? code : begin_item(r, from, to, first);
}

/* The line is that of the number. */
static int read_srt_item(struct reader *r)
{
    bool more = false;
    if (!line_is_number(r)) {
        return fail(r, skip_blanks(r, 0), "the number of a text is expected");
    }
    if (!next_line(r)) {
        return fail(r, r->line.length, "the file ends before the times of a text");
    }
    int code = read_srt_times(r);
    while (code == 0 && next_line(r) && !line_is_empty(r)) {
        if (more) {
            new_row(r);
        }
        code = add_line(r, 0, true);
        more = true;
    }
    return code < 0 ? code : end_item(r);
}

int subtitles_read(struct subtitles *subtitles, const uint8_t *data, size_t size,
                   struct subtitle_error *err)
{
    struct reader r = {
        .subtitles = subtitles, .data = (const char *)data, .size = size, .err = err};
    bool begun = false, is_srt = false;
    int code = 0;
    if (size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0) {
        r.pos = 3;
    }
    while (code == 0 && next_line(&r)) {
        if (line_is_empty(&r)) {
            continue;
        }
        is_srt = begun ? is_srt : line_is_number(&r);
        begun = true;
        code = is_srt ? read_srt_item(&r) : read_plain_line(&r);
    }
    return code;
}

void subtitles_free(struct subtitles *subtitles)
{
    free(subtitles->items);
    byte_writer_free(&subtitles->texts);
    *subtitles = (struct subtitles){0};
}
