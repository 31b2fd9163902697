/* Files of aliases: what they may have, and where a mistake is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/stats/stats_aliases.h"
#include "tests/support/scarce.h"

static struct stats_aliases aliases;

static void end(void)
{
    stats_aliases_free(&aliases);
}

TestSuite(stats_aliases, .fini = end);

static int read_text(const char *text, struct format_error *err)
{
    return stats_aliases_read(&aliases, (const uint8_t *)text, strlen(text), err);
}

static void expect_bad(const char *text, size_t offset, const char *what)
{
    struct format_error err = {0};
    cr_expect_eq(read_text(text, &err), FORMAT_BAD, "%s", text);
    cr_expect_eq(err.offset, offset, "%s: byte %zu", text, err.offset);
    cr_expect_not_null(strstr(err.what, what), "%s: %s", text, err.what);
    cr_expect_eq(aliases.count, 0);
}

Test(stats_aliases, names_stand_for_others)
{
    struct format_error err;
    cr_assert_eq(read_text("# of the league\n"
                           "Milton = milton[com] \"the milton\"\tMil # since 2024\r\n"
                           "\n"
                           "  \"a \\\"b\\\" \\\\\" = x=\n",
                           &err),
                 FORMAT_BAD);
    cr_assert_eq(read_text("# of the league\n"
                           "Milton = milton[com] \"the milton\"\tMil # since 2024\r\n"
                           "\n"
                           "  \"a \\\"b\\\" \\\\\" = x",
                           &err),
                 0, "%s", err.what);
    cr_expect_str_eq(stats_aliases_name(&aliases, "Mil"), "Milton");
    cr_expect_str_eq(stats_aliases_name(&aliases, "the milton"), "Milton");
    cr_expect_str_eq(stats_aliases_name(&aliases, "milton[com]"), "Milton");
    cr_expect_str_eq(stats_aliases_name(&aliases, "Milton"), "Milton");
    cr_expect_str_eq(stats_aliases_name(&aliases, "x"), "a \"b\" \\");
    cr_expect_str_eq(stats_aliases_name(&aliases, "mil"), "mil", "capitals count");
    cr_expect_str_eq(stats_aliases_name(&aliases, "since"), "since", "a comment is none");
}

Test(stats_aliases, an_empty_file_has_none)
{
    struct format_error err;
    cr_assert_eq(read_text("", &err), 0);
    cr_expect_str_eq(stats_aliases_name(&aliases, "Ann"), "Ann");
    cr_assert_eq(read_text("\n# \n", &err), 0);
    cr_expect_eq(aliases.count, 0);
}

Test(stats_aliases, mistakes_have_a_place)
{
    char longest[200];
    expect_bad("Ann ann", 4, "'=' is missing");
    expect_bad("= ann", 0, "a name is missing");
    expect_bad("Ann = a\nBob", 11, "'=' is missing");
    expect_bad("Ann = \"a\nBob = b", 6, "a quote is not closed");
    expect_bad("Ann = \"\"", 6, "a name is missing");
    expect_bad("Ann = a\"b\"", 7, "a quote in the midst");
    expect_bad("Ann = \x01", 6, "not plain ASCII");
    expect_bad("Ann = a\nBob = b a", 16, "'a' stands for 'Ann' and for 'Bob'");
    expect_bad("Ann = a\nBob = Ann", 14, "'Ann' stands for 'Ann' and for 'Bob'");
    memset(longest, 'x', sizeof longest);
    memcpy(longest + 150, " = a", 5);
    expect_bad(longest, GAME_NAME - 1, "more than 63 characters");
}

/* Each part of a file is read, or has a mistake within it. */
Test(stats_aliases, cut_anywhere)
{
    static const char text[] = "# c\nAnn = a \"b \\\" c\" d\n\"Bob B\"=e\n";
    for (size_t size = 0; size < sizeof text; size++) {
        uint8_t *part = malloc(size + 1); /* so that reading beyond it is seen */
        struct format_error err = {0};
        cr_assert_not_null(part);
        memcpy(part, text, size);
        const int code = stats_aliases_read(&aliases, part, size, &err);
        cr_expect(code == 0 || (code == FORMAT_BAD && err.offset <= size), "%zu: %s", size,
                  err.what);
        stats_aliases_free(&aliases);
        free(part);
    }
}

Test(stats_aliases, memory_may_run_out)
{
    struct format_error err;
    scarce_begin_from(1);
    cr_expect_eq(read_text("Ann = a", &err), FORMAT_MEMORY);
    cr_expect_eq(scarce_blocks(), 0);
    scarce_end();
}
