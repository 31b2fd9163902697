/* Foreign text on a terminal: nothing in it is a command. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/terminal_text.h"

static void expect(const char *text, size_t size, const char *wanted)
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
    expect("plain name.dem", 64, "plain name.dem");
    expect("a\033[31mb\r\n\t\177", 64, "a?[31mb????");
    expect("caf\303\251 \342\202\254 \360\237\216\256", 64,
           "caf\303\251 \342\202\254 \360\237\216\256");
    expect("\302\233", 64, "??"); /* a control of UTF-8: CSI */
    expect("\233x\377\300\200", 64, "?x???");
    expect("\340\200\200\342\202", 64, "?????"); /* overlong; cut */
}

Test(terminal_text, characters_are_not_cut_in_two)
{
    expect("abc", 1, "");
    expect("abc", 3, "ab");
    expect("a\303\251", 3, "a");
    expect("a\303\251", 4, "a\303\251");
}
