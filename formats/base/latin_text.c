#include "formats/base/latin_text.h"

#include <stdbool.h>
#include <string.h>

/* From U+0410, capitals, then small letters. */
static const char *const cyrillic[64] = {
    "A", "B", "V", "G", "D", "E",  "Zh", "Z",  "I",  "Y",    "K",  "L", "M", "N", "O",  "P",
    "R", "S", "T", "U", "F", "Kh", "Ts", "Ch", "Sh", "Shch", "\"", "Y", "'", "E", "Yu", "Ya",
    "a", "b", "v", "g", "d", "e",  "zh", "z",  "i",  "y",    "k",  "l", "m", "n", "o",  "p",
    "r", "s", "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "\"", "y", "'", "e", "yu", "ya",
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
static const char *find_ascii(uint32_t code)
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

const char *latin_letters(uint32_t code)
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
        return find_ascii(code);
    }
    if (code >= 0xc0 && code < 0x100) {
        return latin1[code - 0xc0];
    }
    if (code >= 0x100 && code < 0x180) {
        return find_ascii((uint8_t)latin_extended[code - 0x100]);
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

uint32_t latin_take_utf8(const uint8_t **at, const uint8_t *end)
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

/* Marks over the letter before them, which takes none. */
static bool is_mark(uint32_t code)
{
    return code >= 0x300 && code < 0x370;
}

void latin_text(char *to, size_t size, const char *text)
{
    const uint8_t *at = (const uint8_t *)text, *end = at + strlen(text);
    size_t used = 0;
    while (at < end) {
        const uint32_t code = latin_take_utf8(&at, end);
        const char own[2] = {(char)code, '\0'};
        const char *letters = code > 0 && code < 0x80 ? own
                              : is_mark(code)         ? ""
                                                      : latin_letters(code);
        const size_t length = strlen(letters);
        if (length >= size - used) {
            break;
        }
        memcpy(to + used, letters, length);
        used += length;
    }
    to[used] = '\0';
}
