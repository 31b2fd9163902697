/* marks: what it prints, what it adds, what it refuses. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/scratch.h"

static void begin(void)
{
    scratch_set_up();
    setenv("XDG_STATE_HOME", scratch_at("state"), 1);
}

TestSuite(marks, .init = begin, .fini = scratch_tear_down);

static struct command_result import(const char *list)
{
    scratch_write("list.txt", list, strlen(list));
    return COMMAND(cmd_marks, "marks", "builtin:demo1", "--import", scratch_at("list.txt"));
}

static void expect_marks(const char *option, const char *text)
{
    struct command_result r = COMMAND(cmd_marks, "marks", "builtin:demo1", option);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, text);
    command_free(&r);
}

Test(marks, a_list_is_added_and_printed)
{
    expect_marks(NULL, "");
    struct command_result r = import("10 the quad\n# no mark\n\n0:05.5\n");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, "builtin:demo1: 2 marks added, 0 named, 2 in all\n");
    command_free(&r);
    expect_marks(NULL, "0:05.500\n0:10.000 the quad\n");
    r = import("5.5 ring\n10\n12 x\n");
    cr_expect_str_eq(r.out, "builtin:demo1: 1 mark added, 1 named, 3 in all\n");
    command_free(&r);
    expect_marks(NULL, "0:05.500 ring\n0:10.000 the quad\n0:12.000 x\n");
    r = COMMAND(cmd_marks, "marks", "builtin:demo1", "--json");
    command_expect(r.out, "\"marks\":[{\"time\":5.5,\"name\":\"ring\"},");
    command_free(&r);
    r = COMMAND(cmd_marks, "marks", "builtin:demo1", "--chapters", "ogm", "--from", "mark quad",
                "--to", "mark x");
    cr_expect_str_eq(r.out, "CHAPTER01=00:00:00.000\nCHAPTER01NAME=the quad\n");
    command_free(&r);
}

Test(marks, a_mistake_adds_none)
{
    struct command_result r = import("1 good\nsoon bad\n");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "list.txt: line 2: expected a time");
    command_free(&r);
    expect_marks(NULL, "");
    r = COMMAND(cmd_marks, "marks", "builtin:demo1", "--import", scratch_at("none.txt"));
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "none.txt: No such file");
    command_free(&r);
}
