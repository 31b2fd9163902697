/* Texts of modern QuakeWorld: codes for colours and alphabets, whole, cut off and nonsense. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/quake_text.h"

/* Bronze letters are shown in capitals, so that tests can be read: all words are small ones. */
static const char *read_text(const char *from, size_t length, bool chat)
{
    static char shown[256];
    struct quake_text text;
    size_t count = 0;
    uint8_t glyph;
    quake_text_begin(&text, from, length, chat);
    while (quake_text_next(&text, &glyph) && count < sizeof(shown) - 1) {
        const char plain = (char)(glyph & 127);
        const bool letter = plain >= 'a' && plain <= 'z';
        shown[count++] = glyph >= 128 && letter ? (char)(plain - 32) : plain;
    }
    shown[count] = '\0';
    return shown;
}

static const struct {
    const char *from, *printed, *chat;
} cases[] = {
    {"", "", ""},
    {"plain words", "plain words", "PLAIN WORDS"},
    /* colours */
    {"a&cf00b&rc", "abc", "AbC"},
    {"&cFf9b", "b", "b"},
    {"a&cf0gb", "a&cf0gb", "A&CF0GB"},
    {"&cf0", "&cf0", "&CF0"},
    {"&c", "&c", "&C"},
    {"a & b", "a & b", "A & B"},
    {"&rr", "r", "R"},
    {"&cf00&c0f0a", "a", "a"},
    {"&cf00a\nb", "a\nb", "a\nB"},
    {"&cf00&cf00", "", ""},
    /* braces */
    {"a {b} c", "a {b} c", "A b C"},
    {"{a", "{a", "{A"},
    {"a}", "a}", "A}"},
    {"{a\nb}", "{a\nb}", "{A\nB}"},
    {"{a{b}c}", "{a{b}c}", "a{bC}"},
    {"{}", "{}", ""},
    {"}{", "}{", "}{"},
    {"took {&cff0ya&cfff} at {&c0f0x&r}y", "took {ya} at {x}y", "TOOK ya AT xY"},
    /* alphabets; "privet" */
    {"=`k8:\xd0\xd2\xc9\xd7\xc5\xd4`=!", "privet!", "PRIVET!"},
    {"=`k8:\xfd\xc1\xa3`=", "Shchayo", "SHCHAYO"},
    {"=`utf8:\xd0\xbf\xd1\x80\xd0\xb8\xd0\xb2\xd0\xb5\xd1\x82`=", "privet", "PRIVET"},
    {"=`utf8:\xc3\xa4\xc4\x8d\xe2\x82\xac\xe2\x80\x93\xe4\xb8\xad\xf0\x9f\x98\x80`=", "acEUR-??",
     "ACEUR-??"},
    {"=`utf8:\xc3`=x", "?x", "?X"},
    {"=`utf8:\xff\x80z`=", "??z", "??Z"},
    {"=`k8:no end", "=`k8:no end", "=`K8:NO END"},
    {"=`k8:a\nb`=", "=`k8:a\nb`=", "=`K8:A\nB`="},
    {"=`k9:a`=", "=`k9:a`=", "=`K9:A`="},
    {"=`k8:`=a", "a", "A"},
    {"=`k8:&cf00`=a", "&cf00a", "&CF00A"},
    {"{=`k8:\xc1}`=b", "{a}b", "a}B"},
    {"^U0436^U00fc", "zhu", "ZHU"},
    {"^U043", "^U043", "^U043"},
    {"^u0436 ^Ug436", "^u0436 ^Ug436", "^U0436 ^UG436"},
    {"^U0020x^U0000", " x?", " X?"},
};

Test(quake_text, control_sequences_are_removed)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *from = cases[i].from;
        char shown[256];
        snprintf(shown, sizeof(shown), "%s", read_text(from, strlen(from), false));
        cr_expect_str_eq(shown, cases[i].printed, "%s: %s", from, shown);
        snprintf(shown, sizeof(shown), "%s", read_text(from, strlen(from), true));
        /* "Shch" has its own capital form */
        const bool capital = strstr(cases[i].printed, "Sh") != NULL;
        cr_expect_str_eq(shown, capital ? "SHCHAYO" : cases[i].chat, "%s: %s", from, shown);
    }
}

Test(quake_text, quake_glyphs_are_kept)
{
    char glyphs[256], to[300];
    for (int i = 1; i < 256; i++) {
        glyphs[i - 1] = (char)i;
    }
    glyphs[255] = '\0';
    cr_expect_eq(quake_text_copy(to, sizeof(to), glyphs, false), 255u);
    cr_expect_str_eq(to, glyphs);
    cr_expect_eq(quake_text_copy(to, sizeof(to), "\x01\r\n\x10", true), 4u);
    cr_expect_str_eq(to, "\x81\r\n\x90");
}

Test(quake_text, all_cyrillic_letters)
{
    /* The alphabet in KOI8-R and in UTF-8 is the same. */
    static const char koi8[] = "\xc1\xc2\xd7\xc7\xc4\xc5\xd6\xda\xc9\xca\xcb\xcc\xcd\xce\xcf\xd0"
                               "\xd2\xd3\xd4\xd5\xc6\xc8\xc3\xde\xdb\xdd\xdf\xd9\xd8\xdc\xc0\xd1";
    for (int i = 0; i < 32; i++) {
        for (int capital = 0; capital < 2; capital++) {
            char one[32], other[32], a[16], b[16];
            const unsigned code = 0x430u + (unsigned)i - (capital ? 32 : 0);
            snprintf(one, sizeof(one), "=`k8:%c`=", koi8[i] + (capital ? 32 : 0));
            snprintf(other, sizeof(other), "^U%04x", code);
            quake_text_copy(a, sizeof(a), one, false);
            quake_text_copy(b, sizeof(b), other, false);
            cr_expect_str_eq(a, b);
            cr_expect_str_neq(a, "?");
        }
    }
}

Test(quake_text, copies_are_cut)
{
    char to[8];
    memset(to, 'x', sizeof(to));
    cr_expect_eq(quake_text_copy(to, 4, "&cf00abcdef", false), 3u);
    cr_expect_str_eq(to, "abc");
    cr_expect_eq(quake_text_copy(to, 1, "abc", false), 0u);
    cr_expect_str_eq(to, "");
    to[0] = 'x';
    cr_expect_eq(quake_text_copy(to, 0, "abc", false), 0u);
    cr_expect_eq(to[0], 'x');
    struct quake_text text;
    uint8_t glyph;
    quake_text_begin(&text, NULL, 0, true);
    cr_expect_not(quake_text_next(&text, &glyph));
}

/* Cut at every byte, in a block that ends there. */
Test(quake_text, every_truncation)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (size_t length = 0; length <= strlen(cases[i].from); length++) {
            char *exact = malloc(length + (length == 0));
            memcpy(exact, cases[i].from, length);
            cr_expect_leq(strlen(read_text(exact, length, true)), 4 * length);
            free(exact);
        }
    }
}

/* A sequence whose end is too far away is plain text: decoding stays linear. */
Test(quake_text, many_unclosed_sequences)
{
    enum { COUNT = 1 << 20 };
    char *text = malloc(COUNT);
    memset(text, '{', COUNT);
    struct quake_text reader;
    uint8_t glyph;
    size_t count = 0;
    quake_text_begin(&reader, text, COUNT, true);
    while (quake_text_next(&reader, &glyph)) {
        count++;
    }
    cr_expect_eq(count, (size_t)COUNT);
    free(text);
}

/* Colours of the glyphs; 0 = the font's own. */
Test(quake_text, colours)
{
    static const char from[] = "a&cf08b{&c0F0c}&cfffd&r&c123e\nf&c00";
    static const uint16_t colors[] = {0, 0x1f08, 0x1f08, 0x10f0, 0x10f0, 0, 0x1123,
                                      0, 0,      0,      0,      0,      0};
    struct quake_text text;
    uint8_t glyph;
    size_t count = 0;
    quake_text_begin(&text, from, strlen(from), false);
    while (quake_text_next(&text, &glyph)) {
        cr_assert_lt(count, sizeof(colors) / sizeof(colors[0]));
        cr_expect_eq(text.color, colors[count], "%zu: '%c' has %x", count, glyph, text.color);
        count++;
    }
    cr_expect_eq(count, 13u);
}
