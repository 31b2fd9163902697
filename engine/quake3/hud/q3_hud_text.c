#include "engine/quake3/hud/q3_hud_text.h"

#include <string.h>

#include "formats/base/latin_text.h"

enum { CELLS = 16, FIGURE_WIDTH = 32, FIGURE_HEIGHT = 48, SHADOW = 2 };

const struct q3_letters q3_big = {16.0f, 16.0f, Q3_TEXT_SHADOW};
const struct q3_letters q3_small = {8.0f, 16.0f, 0};

/* ---- Colours ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int hex_value(char c)
{
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Parses ^xRRGGBB. */
static bool take_hex(const char *text, float color[3])
{
    float found[3];
    for (int i = 0; i < 3; i++) {
        const int high = hex_value(text[2 + 2 * i]);
        const int low = high >= 0 ? hex_value(text[3 + 2 * i]) : -1;
        if (low < 0) {
            return false;
        }
        found[i] = (float)(high * 16 + low) / 255.0f;
    }
    memcpy(color, found, sizeof(found));
    return true;
}

/* CPMA's colour letters: a hue circle from red through yellow, and white. */
static void take_letter(char c, float color[3])
{
    static const uint8_t circle[26][3] = {
        {246, 0, 0},     {246, 0, 0},    {246, 97, 0},  {246, 150, 0}, {246, 196, 0}, {246, 246, 0},
        {196, 246, 0},   {150, 246, 0},  {97, 246, 0},  {0, 246, 0},   {0, 246, 97},  {0, 246, 150},
        {0, 246, 196},   {0, 246, 246},  {0, 196, 246}, {0, 150, 246}, {0, 97, 246},  {0, 0, 246},
        {97, 0, 246},    {150, 0, 246},  {196, 0, 246}, {246, 0, 246}, {246, 0, 196}, {246, 0, 150},
        {246, 246, 246}, {246, 246, 246}};
    const int place = (c | 32) - 'a';
    for (int i = 0; i < 3; i++) {
        color[i] = (float)circle[place][i] / 255.0f;
    }
}

bool q3_text_color(const struct q3_canvas *c, const char *text, size_t *length, float color[3])
{
    const char code = text[0] == '^' ? text[1] : '\0';
    if (!is_digit(code) && !is_letter(code)) {
        return false;
    }
    *length = 2;
    if (c->hex_colors && is_letter(code)) { /* other OSP letters blink or flash */
        if ((code == 'x' || code == 'X') && take_hex(text, color)) {
            *length = 8;
        }
    } else if (c->letter_colors && is_letter(code)) {
        take_letter(code, color);
    } else {
        static const uint8_t colors[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                             {0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}};
        for (int i = 0; i < 3; i++) {
            color[i] = (float)colors[(code - '0') & 7][i];
        }
    }
    return true;
}

enum { LATIN_BYTES = 4 * Q3_TEXT_MAX };

/* Converts text beyond ASCII to the font's encoding in `room`. */
static const char *as_latin(const struct q3_canvas *c, const char *text, char room[LATIN_BYTES])
{
    const char *at = text;
    while (*at != '\0' && (unsigned char)*at < 128) {
        at++;
    }
    if (!c->utf8 || *at == '\0') {
        return text;
    }
    latin_text(room, LATIN_BYTES, text);
    return room;
}

uint32_t q3_text_length(const struct q3_canvas *c, const char *text)
{
    char room[LATIN_BYTES];
    uint32_t count = 0;
    text = as_latin(c, text, room);
    float unused[3];
    while (*text != '\0' && count < Q3_TEXT_MAX) {
        size_t length;
        if (q3_text_color(c, text, &length, unused)) {
            text += length;
        } else {
            text++;
            count++;
        }
    }
    return count;
}

/* ---- Letters ---- */

static void put_letter(struct q3_canvas *c, struct q3_rect at, unsigned char code,
                       const float color[4])
{
    const float cell = 1.0f / CELLS;
    const float s = (float)(code % CELLS) * cell, t = (float)(code / CELLS) * cell;
    const float st[4] = {s, t, s + cell, t + cell};
    if (code != ' ') {
        q3_canvas_part(c, c->letters, at, st, color);
    }
}

/* shadow: all characters in the first colour. */
static void put_text(struct q3_canvas *c, struct q3_rect at, const float color[4], uint32_t most,
                     bool one_color, const char *text)
{
    float now[4];
    memcpy(now, color, sizeof(now));
    for (uint32_t count = 0; *text != '\0' && count < most;) {
        float next[3] = {now[0], now[1], now[2]};
        size_t length;
        if (q3_text_color(c, text, &length, next)) {
            if (!one_color) {
                memcpy(now, next, sizeof(next));
            }
            text += length;
            continue;
        }
        put_letter(c, at, (unsigned char)*text++, now);
        at.x += at.width;
        count++;
    }
}

void q3_text(struct q3_canvas *c, float x, float y, struct q3_letters letters, const float color[4],
             uint32_t most, const char *text)
{
    const float shadow[4] = {0.0f, 0.0f, 0.0f, color[3]};
    struct q3_rect at = {x + SHADOW, y + SHADOW, letters.width, letters.height};
    char room[LATIN_BYTES];
    text = as_latin(c, text, room);
    most = most == 0 || most > Q3_TEXT_MAX ? Q3_TEXT_MAX : most;
    if ((letters.flags & Q3_TEXT_SHADOW) != 0) {
        put_text(c, at, shadow, most, true, text);
    }
    at.x = x;
    at.y = y;
    put_text(c, at, color, most, (letters.flags & Q3_TEXT_ONE_COLOR) != 0, text);
}

void q3_text_centered(struct q3_canvas *c, float y, struct q3_letters letters, const float color[4],
                      const char *text)
{
    const float width = (float)q3_text_length(c, text) * letters.width;
    q3_text(c, 320.0f - 0.5f * width, y, letters, color, 0, text);
}

void q3_text_right(struct q3_canvas *c, float x, float y, struct q3_letters letters,
                   const float color[4], const char *text)
{
    const float width = (float)q3_text_length(c, text) * letters.width;
    q3_text(c, x - width, y, letters, color, 0, text);
}

/* ---- Figures ---- */

/* digits: right to left, 10 = minus; returns their number, at most `width`. */
static int split_digits(int32_t value, int width, uint8_t digits[4])
{
    static const int32_t most[4] = {9, 99, 999, 9999}, least[4] = {0, -9, -99, -999};
    int count = 0;
    value = value > most[width - 1] ? most[width - 1] : value;
    value = value < least[width - 1] ? least[width - 1] : value;
    const bool minus = value < 0;
    uint32_t rest = (uint32_t)(minus ? -value : value);
    do {
        digits[count++] = (uint8_t)(rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (minus) {
        digits[count++] = 10;
    }
    return count;
}

void q3_figures(struct q3_canvas *c, float x, float y, int width, int32_t value,
                const float color[4])
{
    static const char *const names[11] = {
        "gfx/2d/numbers/zero_32b",  "gfx/2d/numbers/one_32b",   "gfx/2d/numbers/two_32b",
        "gfx/2d/numbers/three_32b", "gfx/2d/numbers/four_32b",  "gfx/2d/numbers/five_32b",
        "gfx/2d/numbers/six_32b",   "gfx/2d/numbers/seven_32b", "gfx/2d/numbers/eight_32b",
        "gfx/2d/numbers/nine_32b",  "gfx/2d/numbers/minus_32b"};
    uint8_t digits[4];
    const int count = split_digits(value, width, digits);
    struct q3_rect at = {x + 2.0f + (float)(FIGURE_WIDTH * (width - count)), y, FIGURE_WIDTH,
                         FIGURE_HEIGHT};
    for (int i = count - 1; i >= 0; i--, at.x += FIGURE_WIDTH) {
        if (!q3_canvas_picture(c, names[digits[i]], at, color)) {
            put_letter(c, at, digits[i] == 10 ? '-' : (unsigned char)('0' + digits[i]), color);
        }
    }
}
