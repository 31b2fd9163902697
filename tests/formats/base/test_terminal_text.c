/* Foreign text on a terminal: nothing in it is a command. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/terminal_text.h"

static void expect_text(const char *text, size_t size, const char *wanted)
{
    char out[64];
    memset(out, 'x', sizeof(out));
    terminal_text(out, size, text);
    cr_expect_str_eq(out, wanted);
    for (size_t i = size; i < sizeof(out); i++) {
        cr_assert_eq(out[i], 'x', "byte %zu of %zu", i, size);
    }
}

Test(terminal_text, controls_and_invalid_utf8_become_question_marks)
{
    expect_text("plain name.dem", 64, "plain name.dem");
    expect_text("a\033[31mb\r\n\t\177", 64, "a?[31mb????");
    expect_text("caf\303\251 \342\202\254 \360\237\216\256", 64,
                "caf\303\251 \342\202\254 \360\237\216\256");
    expect_text("\302\233", 64, "??"); /* a control of UTF-8: CSI */
    expect_text("\233x\377\300\200", 64, "?x???");
    expect_text("\340\200\200\342\202", 64, "?????"); /* overlong; cut */
}

Test(terminal_text, characters_are_not_cut_in_two)
{
    expect_text("abc", 1, "");
    expect_text("abc", 3, "ab");
    expect_text("a\303\251", 3, "a");
    expect_text("a\303\251", 4, "a\303\251");
}
