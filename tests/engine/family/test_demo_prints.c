/* Printed text becomes lines. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_prints.h"
#include "tests/support/scarce.h"

static struct demo_prints prints;

static void tear_down(void)
{
    free(prints.items);
}

TestSuite(demo_prints, .fini = tear_down);

static void add(uint32_t audience, const char *text)
{
    cr_assert_eq(demo_prints_add(&prints, audience, false, text), 0);
}

Test(demo_prints, pieces_are_one_line)
{
    add(UINT32_MAX, "ranger ");
    add(UINT32_MAX, "was telefragged by ");
    cr_expect_eq(prints.count, 0u);
    add(UINT32_MAX, "player\nnext\n\n  \nlast");
    cr_assert_eq(prints.count, 2u);
    cr_expect_str_eq(prints.items[0].text, "ranger was telefragged by player");
    cr_expect_str_eq(prints.items[1].text, "next");
    add(3, "for two\n");
    cr_assert_eq(prints.count, 4u);
    cr_expect_str_eq(prints.items[2].text, "last");
    cr_expect_eq(prints.items[2].audience, UINT32_MAX);
    cr_expect_str_eq(prints.items[3].text, "for two");
    cr_expect_eq(prints.items[3].audience, 3u);
    cr_expect_eq(demo_prints_add(NULL, 1, false, "nobody wants it\n"), 0);
}

Test(demo_prints, long_lines_and_glyphs)
{
    char text[1000];
    memset(text, 'x' | -128, sizeof(text));
    text[0] = 1;
    text[998] = '\n';
    text[999] = '\0';
    add(UINT32_MAX, text);
    size_t length = 0;
    for (uint32_t i = 0; i < prints.count; i++) {
        length += strlen(prints.items[i].text);
        cr_expect_eq(strspn(prints.items[i].text, "x"), strlen(prints.items[i].text));
    }
    cr_expect_eq(length, 997u);
    cr_expect_eq(prints.count, 9u);
}

Test(demo_prints, chat_is_read_as_players_write_it)
{
    cr_assert_eq(demo_prints_add(&prints, 1, true, "(one): {took} &cff0ya&r {[}{big}{]}\n"), 0);
    cr_assert_eq(demo_prints_add(&prints, 1, false, "{not} chat"), 0);
    cr_assert_eq(demo_prints_add(&prints, 1, true, "but this\n"), 0);
    cr_assert_eq(prints.count, 3u);
    cr_expect_str_eq(prints.items[0].text, "(one): took ya [big]");
    cr_expect_str_eq(prints.items[1].text, "{not} chat");
    cr_expect_str_eq(prints.items[2].text, "but this");
}

Test(demo_prints, colours)
{
    char text[400] = "";
    cr_assert_eq(demo_prints_add(&prints, 1, true, "a  {&cf00b}&c0f8 c&cfffd\n&c00f\n"), 0);
    cr_assert_eq(prints.count, 1u);
    const struct demo_print *print = &prints.items[0];
    cr_expect_str_eq(print->text, "a b cd");
    cr_assert_eq(print->num_runs, 3u);
    cr_expect(print->runs[0].start == 2 && print->runs[0].color == 0x1f00);
    cr_expect(print->runs[1].start == 3 && print->runs[1].color == 0x10f8);
    cr_expect(print->runs[2].start == 5 && print->runs[2].color == 0);
    for (int i = 0; i < 20; i++) { /* more than fit; a long line's next part begins anew */
        memcpy(text + 12 * i, i % 2 ? "&c111xxxxxxx" : "&c222yyyyyyy", 12);
    }
    cr_assert_eq(demo_prints_add(&prints, 1, false, text), 0);
    cr_assert_eq(demo_prints_add(&prints, 1, false, "\n"), 0);
    cr_assert_eq(prints.count, 3u);
    cr_expect_eq(prints.items[1].num_runs, (uint32_t)DEMO_PRINT_RUNS);
    cr_expect(prints.items[2].num_runs > 0 && prints.items[2].runs[0].start == 0);
}

Test(demo_prints, without_memory)
{
    scarce_begin_from(1);
    cr_expect_eq(demo_prints_add(&prints, 1, false, "a line\n"), FORMAT_MEMORY);
    scarce_end();
    cr_expect_eq(prints.count, 0u);
    add(1, "a line\n");
    cr_expect_eq(prints.count, 1u);
}
