/* merge: its output, report and errors. What a merged demo has is tested in
 * tests/engine/edit/quake3/test_q3_merger.c. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/scratch.h"

static char first[256], second[256], out[256];

static void write_demos(void)
{
    struct q3_demo *q3 = q3_match_write(68);
    scratch_set_up();
    scratch_write("a.dm_68", q3->file.data, q3->file.size);
    scratch_write("b.dm_68", q3->file.data, q3->file.size / 2);
    scratch_write("c.dem", (const uint8_t *)"-1\n", 3);
    snprintf(first, sizeof(first), "%s", scratch_at("a.dm_68"));
    snprintf(second, sizeof(second), "%s", scratch_at("b.dm_68"));
    snprintf(out, sizeof(out), "%s", scratch_at("out.dm_68"));
    q3_demo_free(q3);
}

TestSuite(merge, .init = write_demos, .fini = scratch_tear_down);

Test(merge, report)
{
    struct command_result r = COMMAND(cmd_merge, "merge", first, first, "-o", out);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "out.dm_68: 63 messages, ");
    command_expect(r.out, "a.dm_68: 0 entities in 61 snapshots");
    command_free(&r);
    r = COMMAND(cmd_merge, "merge", first, first, "--json", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.err, "\"messages\":63,");
    command_expect(r.err, "\"snapshots\":61,\"entities_added\":0}");
    command_free(&r);
}

/* The good part of the other one is used; the damage is told, with its byte. */
Test(merge, with_a_demo_that_ends_early)
{
    struct command_result r = COMMAND(cmd_merge, "merge", first, second, "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "b.dm_68: byte ");
    command_expect(r.out, "out.dm_68: 63 messages, ");
    cr_expect_eq(access(out, F_OK), 0);
    command_free(&r);
}

Test(merge, refuses)
{
    struct command_result r = COMMAND(cmd_merge, "merge", first, "-o", out);
    cr_expect_eq(r.status, EXIT_USAGE, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_merge, "merge", first, first);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "no file to write");
    command_free(&r);
    r = COMMAND(cmd_merge, "merge", first, "builtin:demo1", "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "builtin:demo1: only Quake III demos can be merged");
    command_free(&r);
    r = COMMAND(cmd_merge, "merge", first, second, "-o", second, "--force");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "an input is never replaced");
    command_free(&r);
    cr_expect_neq(access(out, F_OK), 0);
}
