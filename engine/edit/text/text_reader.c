#include "engine/edit/text/text_reader.h"

#include <stdarg.h>
#include <stdio.h>

int text_fail(const struct text_reader *r, const char *at, const char *fmt, ...)
{
    va_list args;
    r->err->line = r->line;
    r->err->column = (uint64_t)(at - r->line_start) + 1;
    va_start(args, fmt);
    vsnprintf(r->err->what, sizeof(r->err->what), fmt, args);
    va_end(args);
    return FORMAT_BAD;
}

bool text_skip_all(struct text_reader *r)
{
    char *at = r->at;
    char *const end = r->end;
    for (; at < end; at++) {
        if (*at == '\n') {
            r->line++;
            r->line_start = at + 1;
        } else if (*at == '/' && end - at > 1 && at[1] == '/') {
            char *newline = memchr(at, '\n', (size_t)(end - at));
            at = (newline ? newline : end) - 1;
        } else if (*at != ' ' && *at != '\t' && *at != '\r') {
            break;
        }
    }
    r->at = at;
    return at < end;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct text_word text_read_word(struct text_reader *r)
{
    struct text_word word = {0};
    if (text_skip(r)) {
        char *at = r->at;
        while (at < r->end && is_word(*at)) {
            at++;
        }
        word = (struct text_word){r->at, (size_t)(at - r->at)};
        r->at = at;
    }
    return word;
}

bool text_is_dash(const struct text_reader *r)
{
    return *r->at == '-' && (r->end - r->at == 1 || r->at[1] == ' ' || r->at[1] == '\t' ||
                             r->at[1] == '\r' || r->at[1] == '\n');
}

bool text_has_part(struct text_reader *r)
{
    return text_skip(r) && ((*r->at >= '0' && *r->at <= '9') || *r->at == '-' || *r->at == '.' ||
                            (r->end - r->at > 2 && memcmp(r->at, "f0x", 3) == 0));
}

int text_read_number(struct text_reader *r, const char *what, struct decimal *number)
{
    text_skip(r);
    const size_t length = decimal_read(r->at, r->end, number);
    if (length == 0 || (r->at + length < r->end && is_word(r->at[length]))) {
        return text_fail(r, r->at, "a number is expected for %s", what);
    }
    r->at += length;
    return 0;
}

static int hex_digit(char c)
{
    const char lower = (char)(c | 0x20);
    return c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The byte behind a backslash at *at, which is advanced; -1 = there is no such escape. */
static int read_escape(const char **at, const char *end)
{
    const char *p = *at + 1;
    int byte = -1;
    if (p < end && *p == 'n') {
        byte = '\n';
    } else if (p < end && *p == 't') {
        byte = '\t';
    } else if (p < end && *p == 'r') {
        byte = '\r';
    } else if (p < end && (*p == '"' || *p == '\\')) {
        byte = *p;
    } else if (end - p > 1 && *p == '^' && p[1] > ' ' && p[1] < 0x7f) {
        byte = *++p | 0x80;
    } else if (end - p > 2 && *p == 'x' && hex_digit(p[1]) >= 0 && hex_digit(p[2]) >= 0) {
        byte = hex_digit(p[1]) << 4 | hex_digit(p[2]);
        p += 2;
    }
    *at = p + 1;
    return byte;
}

bool text_has_string(struct text_reader *r)
{
    return text_skip(r) && *r->at == '"';
}

int text_read_string(struct text_reader *r, const char *what, const char **text, size_t *size)
{
    if (!text_has_string(r)) {
        return text_fail(r, r->at, "a string in quotes is expected for %s", what);
    }
    char *to = r->at + 1;
    const char *at = to;
    *text = to;
    while (at < r->end && *at != '"') {
        if (*at == '\n') {
            return text_fail(r, r->at, "the string has no end in its line");
        }
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        const char *escape = at;
        const int byte = read_escape(&at, r->end);
        if (byte < 0) {
            return text_fail(r, escape,
                             "unknown escape; there are \\n \\t \\r \\\" \\\\ \\xHH and \\^c");
        }
        *to++ = (char)byte;
    }
    if (at >= r->end) {
        return text_fail(r, r->at, "the string has no end");
    }
    *size = (size_t)(to - *text);
    r->at += at + 1 - r->at;
    *to = '\0';
    return 0;
}

/* The word at the reader is hex digits alone. */
static bool is_hex_word(const struct text_word word)
{
    size_t i = 0;
    while (i < word.size && hex_digit(word.text[i]) >= 0) {
        i++;
    }
    return word.size > 0 && i == word.size;
}

int text_read_hex(struct text_reader *r, const char *what, const uint8_t **bytes, size_t *size)
{
    text_skip(r);
    char *const first = r->at;
    char *to = first;
    struct text_reader ahead = *r;
    struct text_word word = text_read_word(&ahead);
    if (!is_hex_word(word)) {
        return text_fail(r, r->at, "bytes as hex digits are expected for %s", what);
    }
    for (; is_hex_word(word); word = text_read_word(&ahead)) {
        if (word.size % 2 != 0) {
            return text_fail(&ahead, word.text, "a byte has two hex digits");
        }
        for (size_t i = 0; i < word.size; i += 2) {
            *to++ = (char)(hex_digit(word.text[i]) << 4 | hex_digit(word.text[i + 1]));
        }
        *r = ahead;
    }
    *bytes = (const uint8_t *)first;
    *size = (size_t)(to - first);
    return 0;
}

int text_read_last_hex(struct text_reader *r, struct byte_writer *to)
{
    const uint8_t *bytes;
    size_t size;
    const int code = text_read_hex(r, "the bytes", &bytes, &size);
    if (code < 0) {
        return code;
    }
    byte_writer_bytes(to, bytes, size);
    return text_skip(r) ? text_fail(r, r->at, "only hex digits may stand here") : 0;
}
