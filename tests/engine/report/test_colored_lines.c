/* Lines about a demo in colours. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/colored_lines.h"

static void expect(const char *text, const char *wanted)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    cr_assert_not_null(out);
    colored_lines_print(out, text, strlen(text));
    cr_assert_eq(fclose(out), 0);
    cr_expect_str_eq(printed, wanted);
    free(printed);
}

Test(colored_lines, the_name_is_bold_and_labels_are_cyan)
{
    expect("", "");
    expect("a.dem\n", "\033[1ma.dem\033[0m\n");
    expect("a.dem\n  length    0:12.5\n       1428 damage\n",
           "\033[1ma.dem\033[0m\n\033[36m  length    \033[0m0:12.5\n"
           "\033[36m       1428 \033[0mdamage\n");
    expect("a\n\nshort\n", "\033[1ma\033[0m\n\n\033[36mshort\033[0m\n");
}

Test(colored_lines, only_terminals_have_colors)
{
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    FILE *file = freopen("/dev/null", "w", stdout);
    cr_assert_not_null(file);
    cr_expect_not(colored_lines_wanted());
}
