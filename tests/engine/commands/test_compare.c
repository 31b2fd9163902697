/* compare: its lines, its JSON, and what it refuses. Times and leads are tested in
 * tests/engine/playback/ghost. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"

enum { ROCKETS = 1 << 5, QUAD = 1 << 22 };

static char a[256], b[256];

static void write_run(const char *name, const struct nq_run *run)
{
    struct byte_writer bytes = {0};
    nq_run_write(&bytes, run, 1);
    scratch_write(name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

static void write_demos(void)
{
    static const struct nq_run_event own[] = {{160.0, NQ_RUN_ITEM, ROCKETS},
                                              {320.0, NQ_RUN_ITEM, ROCKETS | QUAD},
                                              {640.0, NQ_RUN_END, 0}};
    static const struct nq_run_event other[] = {{160.0, NQ_RUN_ITEM, ROCKETS},
                                                {480.0, NQ_RUN_SECRET, 0}};
    const struct nq_run slow = {.level = "maps/run.bsp",
                                .updates = 160,
                                .start = 1.0,
                                .speed = 320.0,
                                .events = own,
                                .num_events = 3};
    const struct nq_run fast = {.level = "maps/run.bsp",
                                .updates = 160,
                                .start = 2.0,
                                .speed = 400.0,
                                .events = other,
                                .num_events = 2};
    scratch_set_up();
    write_run("a.dem", &slow);
    write_run("b.dem", &fast);
    snprintf(a, sizeof(a), "%s", scratch_at("a.dem"));
    snprintf(b, sizeof(b), "%s", scratch_at("b.dem"));
}

TestSuite(compare, .init = write_demos, .fini = scratch_tear_down);

Test(compare, lists_splits_and_leads)
{
    struct command_result r = COMMAND(cmd_compare, "compare", a, b, "--every", "0.5");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "\nmaps/run.bsp, from 0:00.000 of a and 0:00.000 of b\n");
    command_expect_line(r.out, "  split     0:01.500     0:02.406     +0.906  rocket launcher");
    command_expect_line(r.out, "  only      0:02.000                          quad damage");
    command_expect_line(r.out, "  only                   0:03.219             secret 1");
    command_expect_line(r.out, "  place     0:02.000     0:02.800     +0.800  320 units apart");
    command_expect_line(r.out, "  place     0:02.500     0:03.200     +0.700  280 units apart");
    cr_expect_null(strstr(r.out, "0:03.500"), "the level has ended: %s", r.out);
    command_free(&r);
    r = COMMAND(cmd_compare, "compare", a, b, "--align", "move");
    command_expect(r.out, ", from 0:01.000 of a and 0:02.000 of b\n");
    command_expect_line(r.out, "  split     0:00.500     0:00.406     -0.094  rocket launcher");
    command_free(&r);
}

Test(compare, as_json)
{
    struct command_result r = COMMAND(cmd_compare, "compare", a, b, "--json", "--every", "2");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "\"levels\":[{\"level\":\"maps/run.bsp\",\"a_start\":0,\"b_start\":0,"
                          "\"splits\":[{\"name\":\"rocket launcher\",\"nth\":1,\"a\":1.5,"
                          "\"b\":2.40625,\"lead\":0.90625}],\"only_a\":[{\"name\":\"quad damage\","
                          "\"nth\":1,\"time\":2},{\"name\":\"finish\",\"nth\":1,\"time\":3}],"
                          "\"only_b\":[{\"name\":\"secret 1\",\"nth\":1,\"time\":3.21875}],"
                          "\"leads\":[{\"a\":0,\"b\":0,\"lead\":0,\"units\":0},{\"a\":2,");
    command_free(&r);
}

Test(compare, a_damaged_demo_counts_up_to_the_damage)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(b, &file), 0);
    scratch_write("short.dem", file.data, file.size - 40);
    platform_free_file(&file);
    struct command_result r = COMMAND(cmd_compare, "compare", a, scratch_at("short.dem"));
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "short.dem: byte ");
    command_expect(r.out, "rocket launcher");
    command_free(&r);
}

Test(compare, refuses)
{
    struct command_result r = COMMAND(cmd_compare, "compare", a);
    cr_expect_eq(r.status, EXIT_USAGE, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_compare, "compare", a, b, "--align", "sometime");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "start, move, a place of both demos, or PLACE=PLACE");
    command_free(&r);
    r = COMMAND(cmd_compare, "compare", a, "builtin:demo5");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "ghost builtin:demo5: this is a ");
    command_free(&r);
    r = COMMAND(cmd_compare, "compare", "builtin:demo1", b);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "no level of it is played in the other demo");
    command_free(&r);
}
