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

Test(terminal_text, invisible_characters_that_change_the_order_become_question_marks)
{
    expect_text("a\342\200\256med.b", 64, "a???med.b"); /* U+202E: right to left */
    expect_text("\342\200\247\342\200\250\342\200\257", 64, "\342\200\247???\342\200\257");
    expect_text("\342\201\246\342\201\260", 64, "???\342\201\260"); /* U+2066, U+2070 */
    expect_text("\330\234\330\247", 64, "??\330\247");              /* U+061C; alif stays */
    expect_text("\302\255\357\273\277\342\200\213", 64, "????????");
    expect_text("\342\200\214\342\200\215", 64, "\342\200\214\342\200\215"); /* joiners */
    expect_text("\363\240\201\201\363\240\202\200", 64, "????\363\240\202\200");
    expect_text("\355\240\200\364\220\200\200", 64, "???????"); /* surrogate, over U+10FFFF */
}

Test(terminal_text, characters_are_not_cut_in_two)
{
    expect_text("abc", 1, "");
    expect_text("abc", 3, "ab");
    expect_text("a\303\251", 3, "a");
    expect_text("a\303\251", 4, "a\303\251");
}
