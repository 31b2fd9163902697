/* report: the page about a demo. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

/* Elements that are opened are closed, in order; void ones are none. */
static void expect_nested(const char *html)
{
    static const char *const empty[] = {"!DOCTYPE", "meta", "img"};
    char open[64][16];
    int depth = 0;
    for (const char *at = strchr(html, '<'); at; at = strchr(at + 1, '<')) {
        const bool closes = at[1] == '/';
        const char *name = at + 1 + closes;
        const size_t length = strcspn(name, " />\n\t");
        bool is_empty = strchr(at, '>')[-1] == '/';
        for (size_t i = 0; i < 3; i++) {
            is_empty |= strncmp(name, empty[i], length) == 0 && strlen(empty[i]) == length;
        }
        if (is_empty || length == 0) {
            continue;
        }
        cr_assert(length < 16 && depth < 64, "%.40s", at);
        if (!closes) {
            memcpy(open[depth], name, length);
            open[depth++][length] = '\0';
            continue;
        }
        cr_assert(depth > 0 && strncmp(open[depth - 1], name, length) == 0 &&
                      strlen(open[depth - 1]) == length,
                  "%.60s", at);
        depth--;
    }
    cr_expect_eq(depth, 0);
}

static void expect_page(const struct command_result *r, const char *title)
{
    cr_expect_eq(r->status, EXIT_GOOD, "%s", r->err);
    cr_assert_eq(strncmp(r->out, "<!DOCTYPE html>\n", 16), 0);
    expect_nested(r->out);
    command_expect(r->out, title);
    cr_expect_null(strstr(r->out, "<script"));
    cr_expect_null(strstr(r->out, "src=\"http"));
}

Test(report_command, a_page_a_family)
{
    static const char *const demos[][2] = {{"builtin:demo1", "<h1>builtin:demo1</h1>"},
                                           {"builtin:demo3", "<h1>builtin:demo3</h1>"},
                                           {"builtin:demo5", "<h1>builtin:demo5</h1>"}};
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        struct command_result r = COMMAND(cmd_report, "report", demos[i][0], "-o", "-");
        expect_page(&r, demos[i][1]);
        command_expect(r.out, "<svg");
        command_expect(r.out, ">Over time<");
        command_expect(r.out, ">speed, units/s<");
        command_expect(r.out, "data:image/png;base64,");
        command_free(&r);
    }
}

Test(report_command, links_open_the_player)
{
    struct command_result r = COMMAND(cmd_report, "report", "builtin:demo5", "-o", "-", "--page",
                                      "https://x.y/p.html", "--demo-url", "a b\".dm_68");
    expect_page(&r, "<title>builtin:demo5</title>");
    command_expect(r.out, "<a href=\"https://x.y/p.html#demo=a%20b%22.dm_68&amp;t=");
    command_free(&r);
    r = COMMAND(cmd_report, "report", "builtin:demo5", "-o", "-", "--moments", "0");
    expect_page(&r, "builtin:demo5");
    cr_expect_null(strstr(r.out, "The best moments"));
    command_free(&r);
}

/* A level whose file is not there, and a name that is markup. */
Test(report_command, hostile_names)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("<img src=x>.dm_68", demo->file.data, demo->file.size);
    struct command_result r = COMMAND(cmd_report, "report", path, "-o", "-", "--moments", "0");
    command_expect(r.out, "<h1>&lt;img src=x&gt;.dm_68</h1>");
    cr_expect_null(strstr(r.out, "<img src=x"));
    expect_nested(r.out);
    command_remove(path);
    command_free(&r);
    q3_demo_free(demo);
}

Test(report_command, a_damaged_demo)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size - 100);
    struct command_result r = COMMAND(cmd_report, "report", path, "-o", "-", "--moments", "0");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.out, "<dt>state</dt><dd>damaged at byte ");
    command_expect(r.out, ">Over time<");
    command_expect(r.err, "m.dm_68: byte ");
    command_remove(path);
    command_free(&r);
    q3_demo_free(demo);
}

Test(report_command, real_demos)
{
    static const char *const demos[] = {"quakeworld/corpus/2on2_frobodm2_2022.mvd",
                                        "quake3/corpus/cpma_ctfs_large.dm_68",
                                        "netquake/r15_e0m1_qs.dem"};
    for (size_t i = 0; i < sizeof demos / sizeof demos[0]; i++) {
        const struct real_data_name path = real_data_path("%s", demos[i]);
        struct command_result r =
            COMMAND(cmd_report, "report", path.text, "-o", "-", "--moments", "0");
        expect_page(&r, "The level from above");
        command_expect(r.out, "<table>");
        command_free(&r);
    }
}
