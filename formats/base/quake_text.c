#include "formats/base/quake_text.h"

#include <string.h>

#include "formats/base/latin_text.h"

enum { BRONZE = 128 };

/* A bracket that is not closed within SPAN_MAX bytes is plain text: this bounds the search. */
enum { SPAN_MAX = 512 };

/* --- letters outside of ASCII ----------------------------------------------------------------- */

/* KOI8-R bytes C0 to DF: indices into the small letters. E0 to FF are the capitals. */
static const uint8_t koi8[32] = {
    30, 0,  1,  22, 4,  5,  20, 3, 21, 8,  9, 10, 11, 12, 13, 14,
    15, 31, 16, 17, 18, 19, 6,  2, 28, 27, 7, 24, 29, 25, 23, 26,
};

static const char *koi8_letters(uint8_t byte)
{
    if (byte >= 0xc0) {
        return latin_letters(0x410u + koi8[byte & 31] + (byte < 0xe0 ? 32 : 0));
    }
    return latin_letters(byte == 0xa3 ? 0x451 : byte == 0xb3 ? 0x401 : byte < 0x80 ? byte : 0);
}

/* --- codes ------------------------------------------------------------------------------------ */

static int hex_of(uint8_t c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool has_hex(const uint8_t *at, const uint8_t *end, int digits)
{
    bool good = end - at >= digits;
    for (int i = 0; good && i < digits; i++) {
        good = hex_of(at[i]) >= 0;
    }
    return good;
}

static bool starts_with(const uint8_t *at, const uint8_t *end, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(end - at) >= length && memcmp(at, word, length) == 0;
}

static const uint8_t *end_of_span(const struct quake_text *t, const uint8_t *from)
{
    return t->end - from > SPAN_MAX ? from + SPAN_MAX : t->end;
}

/* An encoding begins here, and ends in the same text. */
static bool begin_encoding(struct quake_text *t)
{
    static const struct {
        const char *head;
        enum quake_text_encoding encoding;
    } heads[] = {{"=`k8:", QUAKE_TEXT_KOI8}, {"=`utf8:", QUAKE_TEXT_UTF8}};
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        if (!starts_with(t->at, t->end, heads[i].head)) {
            continue;
        }
        const uint8_t *from = t->at + strlen(heads[i].head);
        for (const uint8_t *p = from; p < end_of_span(t, from) - 1 && *p != '\n'; p++) {
            if (p[0] == '`' && p[1] == '=') {
                t->encoding = heads[i].encoding;
                t->encoded_end = p;
                t->at = from;
                return true;
            }
        }
    }
    return false;
}

static bool begin_white(struct quake_text *t)
{
    for (const uint8_t *p = t->at + 1; p < end_of_span(t, t->at) && *p != '\n'; p++) {
        if (*p == '}') {
            t->closing = p;
            t->at++;
            return true;
        }
    }
    return false;
}

/* White is no colour: it is how the codes end. */
static uint16_t color_of(const uint8_t digits[3])
{
    const int color = hex_of(digits[0]) << 8 | hex_of(digits[1]) << 4 | hex_of(digits[2]);
    return color < 0xfff ? (uint16_t)(QUAKE_TEXT_COLORED | color) : 0;
}

/* Skips control sequences, which have no glyph. */
static bool skip_code(struct quake_text *t)
{
    const ptrdiff_t left = t->end - t->at;
    if (t->at == t->closing) {
        t->closing = NULL;
        t->at++;
        return true;
    }
    switch (*t->at) {
    case '&':
        if (left >= 5 && t->at[1] == 'c' && has_hex(t->at + 2, t->end, 3)) {
            t->color = color_of(t->at + 2);
            t->at += 5;
            return true;
        }
        if (left >= 2 && t->at[1] == 'r') {
            t->color = 0;
            t->at += 2;
            return true;
        }
        return false;
    case '{':
        return t->chat && !t->closing && begin_white(t);
    case '=':
        return begin_encoding(t);
    default:
        return false;
    }
}

/* Transliterates a character that Quake's font lacks. */
static bool take_letters(struct quake_text *t)
{
    if (t->encoding == QUAKE_TEXT_KOI8) {
        t->letters = koi8_letters(*t->at++);
    } else if (t->encoding == QUAKE_TEXT_UTF8) {
        t->letters = latin_letters(latin_take_utf8(&t->at, t->encoded_end));
    } else if (starts_with(t->at, t->end, "^U") && has_hex(t->at + 2, t->end, 4)) {
        uint32_t code = 0;
        for (int i = 2; i < 6; i++) {
            code = code << 4 | (uint32_t)hex_of(t->at[i]);
        }
        t->at += 6;
        t->letters = latin_letters(code);
    } else {
        return false;
    }
    return true;
}

static uint8_t glyph_of(const struct quake_text *t, uint8_t byte)
{
    const bool white = t->color != 0 || t->closing;
    const bool visible = byte != '\n' && byte != '\r';
    return t->chat && !white && visible ? byte | BRONZE : byte;
}

void quake_text_begin(struct quake_text *text, const void *bytes, size_t length, bool chat)
{
    static const uint8_t nothing[1];
    *text = (struct quake_text){.at = length > 0 ? bytes : nothing, .chat = chat, .letters = ""};
    text->end = text->at + length;
}

bool quake_text_next(struct quake_text *t, uint8_t *glyph)
{
    for (;;) {
        if (*t->letters != '\0') {
            *glyph = glyph_of(t, (uint8_t)*t->letters++);
            return true;
        }
        if (t->encoding != QUAKE_TEXT_GLYPHS && t->at >= t->encoded_end) {
            t->encoding = QUAKE_TEXT_GLYPHS;
            t->at = t->encoded_end + 2;
            continue;
        }
        if (t->at == t->end) {
            return false;
        }
        if (t->closing && t->at > t->closing) { /* it was a letter of another alphabet */
            t->closing = NULL;
        }
        if (take_letters(t) || skip_code(t)) {
            continue;
        }
        t->color = *t->at != '\n' ? t->color : 0;
        *glyph = glyph_of(t, *t->at++);
        return true;
    }
}

size_t quake_text_copy(char *to, size_t size, const char *from, bool chat)
{
    struct quake_text text;
    size_t count = 0;
    uint8_t glyph;
    quake_text_begin(&text, from, strlen(from), chat);
    while (count + 1 < size && quake_text_next(&text, &glyph)) {
        to[count++] = (char)glyph;
    }
    if (size > 0) {
        to[count] = '\0';
    }
    return count;
}
