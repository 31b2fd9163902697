/* Letters of Unicode as Latin ones. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/latin_text.h"

static void expect_text(const char *text, const char *latin)
{
    char to[64];
    latin_text(to, sizeof(to), text);
    cr_expect_str_eq(to, latin);
}

Test(latin_text, diacritics_are_removed)
{
    expect_text("", "");
    expect_text("demo1.dem\t~", "demo1.dem\t~");
    expect_text("Gr\xc3\xb6\xc3\x9f"
                "e",
                "Grosse");
    expect_text("\xd0\xa9\xd1\x83\xd0\xba\xd0\xb0", "Shchuka");
    expect_text("o\xcc\x88", "o"); /* a mark by itself */
    expect_text("\xe5\xae\x9f", "?");
    expect_text("a\xff\xc3", "a??"); /* no UTF-8 */
    expect_text("\xf0\x9f\x98\x80!", "?!");
}

Test(latin_text, is_cut_between_letters)
{
    char to[5];
    latin_text(to, sizeof(to), "abc\xc3\x9f");
    cr_expect_str_eq(to, "abc");
    latin_text(to, sizeof(to), "abcdef");
    cr_expect_str_eq(to, "abcd");
    latin_text(to, 1, "abc");
    cr_expect_str_eq(to, "");
}

Test(latin_text, no_byte_is_read_past_the_end)
{
    for (int first = 1; first < 256; first++) {
        char to[16], *text = malloc(2);
        text[0] = (char)first;
        text[1] = '\0';
        latin_text(to, sizeof(to), text);
        cr_expect_leq(strlen(to), 4u);
        free(text);
    }
}
