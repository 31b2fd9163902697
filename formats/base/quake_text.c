#include "formats/base/quake_text.h"

#include <string.h>

enum { BRONZE = 128 };

/* What opens and does not close within so many bytes is none: looking must not take forever. */
enum { MOST_SPAN = 512 };

/* --- letters outside of ASCII ----------------------------------------------------------------- */

/* From U+0410, capitals, then small letters. */
static const char *const cyrillic[64] = {
    "A", "B", "V", "G", "D", "E",  "Zh", "Z",  "I",  "Y",    "K",  "L", "M", "N", "O",  "P",
    "R", "S", "T", "U", "F", "Kh", "Ts", "Ch", "Sh", "Shch", "\"", "Y", "'", "E", "Yu", "Ya",
    "a", "b", "v", "g", "d", "e",  "zh", "z",  "i",  "y",    "k",  "l", "m", "n", "o",  "p",
    "r", "s", "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "\"", "y", "'", "e", "yu", "ya",
};

/* Bytes C0 to DF of KOI8-R: their places in the small alphabet. E0 to FF are the capitals. */
static const uint8_t koi8[32] = {
    30, 0,  1,  22, 4,  5,  20, 3, 21, 8,  9, 10, 11, 12, 13, 14,
    15, 31, 16, 17, 18, 19, 6,  2, 28, 27, 7, 24, 29, 25, 23, 26,
};

/* U+00C0 to U+00FF, */
static const char *const latin1[64] = {
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I",  "I",
    "D", "N", "O", "O", "O", "O", "O",  "x", "O", "U", "U", "U", "U", "Y", "Th", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "/", "o", "u", "u", "u", "u", "y", "th", "y",
};

/* and U+0100 to U+017F: letter for letter. */
static const char latin_extended[] = "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIi"
                                     "JjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTt"
                                     "UuUuUuUuUuUuWwYyYZzZzZzs";
_Static_assert(sizeof(latin_extended) == 128 + 1, "one for each");

/* Every single character as a text. */
static const char *ascii(uint32_t code)
{
    static const char all[] = " \0!\0\"\0#\0$\0%\0&\0'\0(\0)\0*\0+\0,\0-\0.\0/\0"
                              "0\0"
                              "1\0"
                              "2\0"
                              "3\0"
                              "4\0"
                              "5\0"
                              "6\0"
                              "7\0"
                              "8\0"
                              "9\0"
                              ":\0;\0<\0=\0>\0?\0@\0A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0"
                              "P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z\0[\0\\\0]\0^\0_\0`\0a\0b\0c\0d\0"
                              "e\0f\0g\0h\0i\0j\0k\0l\0m\0n\0o\0p\0q\0r\0s\0t\0u\0v\0w\0x\0y\0"
                              "z\0{\0|\0}\0~";
    _Static_assert(sizeof(all) == 2 * 95, "from blank to tilde");
    return all + 2 * (code - ' ');
}

/* What a character of Unicode is written as in Latin letters. */
static const char *letters_of(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char *letters;
    } others[] = {
        {0x401, "Yo"},   {0x451, "yo"},   {0x404, "Ye"},  {0x454, "ye"},  {0x406, "I"},
        {0x456, "i"},    {0x407, "Yi"},   {0x457, "yi"},  {0x490, "G"},   {0x491, "g"},
        {0xa0, " "},     {0xab, "\""},    {0xbb, "\""},   {0x2013, "-"},  {0x2014, "-"},
        {0x2018, "'"},   {0x2019, "'"},   {0x201c, "\""}, {0x201d, "\""}, {0x201e, "\""},
        {0x2026, "..."}, {0x20ac, "EUR"},
    };
    if (code >= ' ' && code < 0x7f) {
        return ascii(code);
    }
    if (code >= 0xc0 && code < 0x100) {
        return latin1[code - 0xc0];
    }
    if (code >= 0x100 && code < 0x180) {
        return ascii((uint8_t)latin_extended[code - 0x100]);
    }
    if (code >= 0x410 && code < 0x450) {
        return cyrillic[code - 0x410];
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (others[i].code == code) {
            return others[i].letters;
        }
    }
    return "?";
}

static const char *koi8_letters(uint8_t byte)
{
    if (byte >= 0xc0) {
        return cyrillic[koi8[byte & 31] + (byte < 0xe0 ? 32 : 0)];
    }
    return letters_of(byte == 0xa3 ? 0x451 : byte == 0xb3 ? 0x401 : byte < 0x80 ? byte : 0);
}

/* One character of UTF-8, and past it; bytes that are none are one each. */
static uint32_t take_utf8(const uint8_t **at, const uint8_t *end)
{
    const uint8_t first = *(*at)++;
    const int more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (first < 0x80 || more == 0 || first >= 0xf8 || end - *at < more) {
        return first < 0x80 ? first : 0;
    }
    uint32_t code = first & (0x3fu >> more);
    for (int i = 0; i < more; i++) {
        if (((*at)[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | ((*at)[i] & 0x3fu);
    }
    *at += more;
    return code;
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
    return t->end - from > MOST_SPAN ? from + MOST_SPAN : t->end;
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

/* Goes over what takes no place here. */
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
            t->colored = hex_of(t->at[2]) + hex_of(t->at[3]) + hex_of(t->at[4]) < 3 * 15;
            t->at += 5;
            return true;
        }
        if (left >= 2 && t->at[1] == 'r') {
            t->colored = false;
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

/* A character outside of Quake's font here becomes letters. */
static bool take_letters(struct quake_text *t)
{
    if (t->encoding == QUAKE_TEXT_KOI8) {
        t->letters = koi8_letters(*t->at++);
    } else if (t->encoding == QUAKE_TEXT_UTF8) {
        t->letters = letters_of(take_utf8(&t->at, t->encoded_end));
    } else if (starts_with(t->at, t->end, "^U") && has_hex(t->at + 2, t->end, 4)) {
        uint32_t code = 0;
        for (int i = 2; i < 6; i++) {
            code = code << 4 | (uint32_t)hex_of(t->at[i]);
        }
        t->at += 6;
        t->letters = letters_of(code);
    } else {
        return false;
    }
    return true;
}

static uint8_t glyph_of(const struct quake_text *t, uint8_t byte)
{
    const bool white = t->colored || t->closing;
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
        t->colored = t->colored && *t->at != '\n';
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
