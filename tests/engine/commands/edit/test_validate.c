/* validate: what it prints of demos that an engine plays and does not play; its exit status. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "tests/support/command.h"

Test(validate_command, a_demo_that_plays)
{
    struct command_result r = COMMAND(cmd_validate, "validate", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_line(r.out, "builtin:demo1: id plays it");
    command_free(&r);
    r = COMMAND(cmd_validate, "validate", "--for", "quakespasm", "--json", "builtin:demo1",
                "builtin:demo2");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_all(
        r.out,
        (const char *const[]){"[{\"file\":\"builtin:demo1\",\"engine\":\"quakespasm\","
                              "\"findings\":[],\"plays\":true}",
                              "\"file\":\"builtin:demo2\""},
        2);
    command_free(&r);
}

Test(validate_command, a_demo_that_does_not_play)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    struct command_result r = command_run_on(cmd_validate, "--for=ioquake3", "a.dem", data, size);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect_all(r.out,
                       (const char *const[]){"a.dem: block 0, byte 0: demo of a game that the "
                                             "engine does not play; playback ends with an error",
                                             "a.dem: ioquake3 does not play it: 1 finding"},
                       2);
    command_free(&r);
    r = command_run_on(cmd_validate, "--json", "a.dem", data, size / 2);
    cr_expect_eq(r.status, EXIT_GOOD, "it plays to its end");
    command_expect_all(r.out,
                       (const char *const[]){"\"rule\":\"torn-block\"", "\"value\":null",
                                             "\"refused\":false", "\"plays\":true"},
                       4);
    command_free(&r);
}

Test(validate_command, no_demo_at_all)
{
    struct command_result r = command_run_on(cmd_validate, NULL, "a.dem", "text", 4);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: ");
    command_free(&r);
    r = COMMAND(cmd_validate, "validate", "--for", "doom", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "--for");
    command_free(&r);
    r = COMMAND(cmd_validate, "validate");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
}
