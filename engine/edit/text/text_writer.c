#include "engine/edit/text/text_writer.h"

#include <string.h>

#include "formats/base/quake_text.h"
#include "formats/text/decimal.h"

enum { ESCAPE_MAX = 4, HEX_LINE = 64 };

void text_write(struct byte_writer *out, const char *text)
{
    byte_writer_bytes(out, text, strlen(text));
}

void text_write_integer(struct byte_writer *out, int64_t value)
{
    if (byte_writer_reserve(out, DECIMAL_MAX)) {
        out->size += decimal_write_integer((char *)out->data + out->size, value);
    }
}

void text_write_float(struct byte_writer *out, float value)
{
    if (byte_writer_reserve(out, DECIMAL_MAX)) {
        out->size += decimal_write_float((char *)out->data + out->size, value);
    }
}

static char *put_hex(char *to, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    *to++ = digits[byte >> 4];
    *to++ = digits[byte & 15];
    return to;
}

static char *put_escaped(char *to, uint8_t byte)
{
    const uint8_t low = byte & 0x7f;
    const char *const named = byte == '\n'   ? "n"
                              : byte == '\t' ? "t"
                              : byte == '\r' ? "r"
                              : byte == '"'  ? "\""
                              : byte == '\\' ? "\\"
                                             : NULL;
    *to++ = '\\';
    if (named) {
        *to++ = *named;
    } else if (byte >= 0x80 && low > ' ' && low < 0x7f) {
        *to++ = '^';
        *to++ = (char)low;
    } else {
        *to++ = 'x';
        to = put_hex(to, byte);
    }
    return to;
}

/* quotes: the characters that strings need escaped as well. */
static void write_escaped(struct byte_writer *out, const char *text, size_t size, bool quotes)
{
    if (size > SIZE_MAX / ESCAPE_MAX || !byte_writer_reserve(out, size * ESCAPE_MAX)) {
        out->failed = true;
        return;
    }
    char *to = (char *)out->data + out->size;
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = (uint8_t)text[i];
        if (byte >= ' ' && byte < 0x7f && !(quotes && (byte == '"' || byte == '\\'))) {
            *to++ = (char)byte;
        } else {
            to = put_escaped(to, byte);
        }
    }
    out->size = (size_t)(to - (char *)out->data);
}

void text_write_string(struct byte_writer *out, const char *text, size_t size)
{
    byte_writer_u8(out, '"');
    write_escaped(out, text, size, true);
    byte_writer_u8(out, '"');
}

void text_write_hex(struct byte_writer *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += HEX_LINE) {
        const size_t count = size - i < HEX_LINE ? size - i : HEX_LINE;
        if (i > 0) {
            text_write(out, "\n  ");
        }
        if (!byte_writer_reserve(out, 2 * HEX_LINE)) {
            return;
        }
        char *to = (char *)out->data + out->size;
        for (size_t k = 0; k < count; k++) {
            to = put_hex(to, bytes[i + k]);
        }
        out->size += 2 * count;
    }
}

void text_write_comment(struct byte_writer *out, const char *text)
{
    text_write(out, "// ");
    write_escaped(out, text, strlen(text), false);
}

/* Quake's font has brackets and bronze digits below the blank (conchars). */
enum { FONT_BRACKETS = 0x10, FONT_DIGITS = 0x12, FONT_DIGITS_END = 0x1c };

bool text_is_colored(const char *text)
{
    for (; *text != '\0'; text++) {
        const uint8_t byte = (uint8_t)*text;
        if (byte >= 0x80 || (byte >= FONT_BRACKETS && byte < FONT_DIGITS_END)) {
            return true;
        }
    }
    return false;
}

/* The ASCII character that looks like a glyph; 0 = none. */
static uint8_t plain_letter(uint8_t glyph)
{
    const uint8_t low = glyph & 0x7f;
    if (low >= FONT_DIGITS && low < FONT_DIGITS_END) {
        return (uint8_t)('0' + low - FONT_DIGITS);
    }
    if (low >= FONT_BRACKETS && low < FONT_DIGITS) {
        return low == FONT_BRACKETS ? '[' : ']';
    }
    return low >= ' ' && low < 0x7f ? low : 0;
}

void text_write_plain(struct byte_writer *out, const char *text)
{
    struct quake_text reader;
    uint8_t glyph;
    bool gap = false;
    text_write(out, "//");
    quake_text_begin(&reader, text, strlen(text), false);
    for (bool first = true; quake_text_next(&reader, &glyph);) {
        const uint8_t letter = plain_letter(glyph);
        gap = gap || letter == 0;
        if (letter != 0) {
            if (first || gap) {
                byte_writer_u8(out, ' ');
            }
            byte_writer_u8(out, letter);
            first = gap = false;
        }
    }
}
