/* plot: its files, several demos, and what it refuses. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"
#include "tests/support/xml/xml_check.h"

enum { ROCKETS = 1 << 5, QUAD = 1 << 22 };

static char a[256], b[256], out[256];

static void write_run(const char *name, const struct nq_run *run)
{
    struct byte_writer bytes = {0};
    nq_run_write(&bytes, run, 1);
    scratch_write(name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

static void write_demos(void)
{
    static const struct nq_run_event events[] = {{160.0, NQ_RUN_ITEM, ROCKETS},
                                                 {320.0, NQ_RUN_ITEM, ROCKETS | QUAD}};
    const struct nq_run slow = {.level = "maps/run.bsp",
                                .updates = 160,
                                .start = 1.0,
                                .speed = 320.0,
                                .events = events,
                                .num_events = 2};
    struct nq_run fast = slow;
    fast.start = 2.0;
    fast.speed = 400.0;
    scratch_set_up();
    write_run("a.dem", &slow);
    write_run("b.dem", &fast);
    snprintf(a, sizeof(a), "%s", scratch_at("a.dem"));
    snprintf(b, sizeof(b), "%s", scratch_at("b.dem"));
    snprintf(out, sizeof(out), "%s", scratch_at("out.svg"));
}

TestSuite(plot, .init = write_demos, .fini = scratch_tear_down);

static void expect_usage(struct command_result r, const char *why)
{
    cr_expect_eq(r.status, EXIT_USAGE, "%s", r.err);
    command_expect(r.err, why);
    command_free(&r);
}

Test(plot, writes_svg_to_standard_output)
{
    struct command_result r =
        COMMAND(cmd_plot, "plot", a, "--what", "health,armor,speed,items,frags", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(xml_check(r.out), "");
    command_expect(r.out, "<title>a.dem</title>");
    command_expect(r.out, ">health<");
    command_expect(r.out, ">quad<");
    command_expect(r.out, ">run, 0:04, 1 player<");
    command_free(&r);
}

Test(plot, the_part_is_that_of_other_commands)
{
    struct command_result r =
        COMMAND(cmd_plot, "plot", a, "--from", "1", "--to", "3", "-o", "-", "--theme", "dark");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, ">run, 0:02, 1 player<");
    command_expect(r.out, ">0:02.0<");
    cr_expect_null(strstr(r.out, ">0:00.0<"));
    cr_expect_null(strstr(r.out, "prefers-color-scheme"));
    command_free(&r);
}

Test(plot, writes_files_by_their_names)
{
    struct file_bytes file;
    struct command_result r = COMMAND(cmd_plot, "plot", a, "-o", out);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", a, "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "it is there");
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", a, "-o", out, "--force");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", a, "-o", scratch_at("out.png"), "--size", "320x400");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    cr_assert_eq(platform_read_file(scratch_at("out.png"), &file), 0);
    cr_expect_eq(memcmp(file.data, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\x40\0\0\1\x90", 24), 0);
    platform_free_file(&file);
}

Test(plot, runs_against_each_other)
{
    struct command_result r =
        COMMAND(cmd_plot, "plot", a, b, "-o", "-", "--what", "speed,time-gained");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(xml_check(r.out), "");
    command_expect(r.out, "<title>a.dem against b.dem</title>");
    command_expect(r.out, "rocket launcher: +0.906 s");
    command_expect(r.out, "quad damage: +0.813 s");
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", a, b, "-o", "-", "--align", "move");
    command_expect(r.out, "rocket launcher: -0.094 s");
    command_free(&r);
}

Test(plot, a_damaged_demo_is_drawn_up_to_the_damage)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(b, &file), 0);
    for (int i = 0; i < 2; i++) {
        scratch_write("short.dem", file.data, file.size - 400);
        struct command_result r =
            i == 0 ? COMMAND(cmd_plot, "plot", scratch_at("short.dem"), "-o", "-")
                   : COMMAND(cmd_plot, "plot", a, scratch_at("short.dem"), "-o", "-");
        cr_expect_eq(r.status, EXIT_BAD_INPUT);
        command_expect(r.err, "short.dem: byte ");
        command_expect(r.out, "</svg>");
        command_free(&r);
    }
    platform_free_file(&file);
}

Test(plot, tells_what_is_not_in_the_demo)
{
    struct command_result r = COMMAND(cmd_plot, "plot", a, "--what", "ping,speed", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect(r.err, "a.dem: the demo does not tell of ping");
    cr_expect_null(strstr(r.err, "speed"));
    command_free(&r);
}

Test(plot, refuses)
{
    expect_usage(COMMAND(cmd_plot, "plot", a, "--what", "luck"), "luck");
    expect_usage(COMMAND(cmd_plot, "plot", a, "-o", "x.gif"), "the picture is a .svg or a .png");
    expect_usage(COMMAND(cmd_plot, "plot", a, "--what", "time-gained"), "needs a second demo");
    expect_usage(COMMAND(cmd_plot, "plot", a, "-o", out, "--size", "300x100"), "at least");
    expect_usage(COMMAND(cmd_plot, "plot"), "demo");
    struct command_result r = COMMAND(cmd_plot, "plot", a, "-o", out, "--player", "nobody");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "--player nobody: no player has that name or number");
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", a, "builtin:demo5", "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "ghost builtin:demo5: this is a ");
    command_free(&r);
    r = COMMAND(cmd_plot, "plot", scratch_at("none.dem"), "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_free(&r);
}

Test(plot, what_a_match_tells)
{
    struct command_result r =
        COMMAND(cmd_plot, "plot", "builtin:demo4", "-o", "-", "--what", "frags,items");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, ">Ember 1<");
    command_expect(r.out, ">Frost 1<");
    command_expect(r.out, "Ember, quad, 0:12 to 0:18");
    command_expect(r.out, "Ember, quad: 0:05");
    command_free(&r);
}

Test(plot, every_family)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                        "builtin:demo4", "builtin:demo5"};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct command_result r = COMMAND(cmd_plot, "plot", demos[i], "-o", "-", "--width", "480");
        cr_expect_eq(r.status, EXIT_GOOD, "%s: %s", demos[i], r.err);
        cr_expect_str_eq(xml_check(r.out), "", "%s", demos[i]);
        command_expect(r.out, ">speed, units/s<");
        command_free(&r);
    }
}
