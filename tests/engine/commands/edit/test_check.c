/* check: what it prints, its exit status. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"

static void add_update(struct nq_demo *made, float time)
{
    nq_demo_time(made, time);
    nq_demo_clientdata(made, NQ_SU_ONGROUND, 100, 1);
    nq_demo_block(made, 0, 0);
}

/* A demo in which damage was told and health stayed; caller frees with nq_demo_end. */
static void make_god_mode(struct nq_demo *made)
{
    struct nq_message damage = {.id = NQ_DAMAGE};
    damage.u.damage.blood = 24;
    nq_demo_begin(made);
    nq_demo_serverinfo(made, 1);
    nq_demo_block(made, 0, 0);
    add_update(made, 1.25f);
    nq_demo_add(made, &damage);
    add_update(made, 1.2656f);
}

/* The built-in demo is written by a tool, 36 updates a second. */
Test(check_command, the_demo_of_a_tool)
{
    struct command_result r =
        COMMAND(cmd_check, "check", "--json", "builtin:demo1", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect_all(r.out,
                       (const char *const[]){"[{\"file\":\"builtin:demo1\",\"findings\":[",
                                             "\"check\":\"equal-steps\",\"signature\":true",
                                             " steps are 0.027778 s\",",
                                             "\"signatures\":1,\"notes\":0,",
                                             "\"damages_kept\":0}]"},
                       5);
    command_free(&r);
}

Test(check_command, a_demo_without_signatures)
{
    struct nq_demo made;
    nq_demo_begin(&made);
    nq_demo_serverinfo(&made, 1);
    nq_demo_block(&made, 0, 0);
    nq_demo_text(&made, NQ_PRINT, "VERSION 1.09 SERVER (5927 CRC)\n");
    add_update(&made, 1.25f);
    struct command_result r =
        command_run_on(cmd_check, NULL, "a.dem", made.file.data, made.file.size);
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_all(
        r.out,
        (const char *const[]){"version: \"VERSION 1.09 SERVER (5927 CRC)\" (a note)\n",
                              "a.dem: 0 signatures, 1 note; health stayed in 0 of 0 "
                              "updates with damage\n"},
        2);
    command_free(&r);
    nq_demo_end(&made);
}

Test(check_command, signatures)
{
    struct nq_demo made;
    make_god_mode(&made);
    struct command_result r =
        command_run_on(cmd_check, NULL, "a.dem", made.file.data, made.file.size);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect_all(r.out,
                       (const char *const[]){"a.dem: block 2, 0.116 s: damage-kept: damage of 24 "
                                             "was told and health stayed 100\n",
                                             "a.dem: 1 signature, 0 notes; health stayed in 1 of 1 "
                                             "update with damage\n"},
                       2);
    command_free(&r);
    r = command_run_on(cmd_check, "--json", "a.dem", made.file.data, made.file.size);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect_all(r.out,
                       (const char *const[]){"\"check\":\"damage-kept\",\"signature\":true,"
                                             "\"block\":2,",
                                             "\"signatures\":1,\"notes\":0,\"damages\":1,"
                                             "\"damages_kept\":1"},
                       2);
    command_free(&r);
    nq_demo_end(&made);
}

Test(check_command, a_speed_run)
{
    struct nq_demo made;
    make_god_mode(&made);
    struct command_result r =
        command_run_on(cmd_check, "--speedrun", "a.dem", made.file.data, made.file.size);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect_all(r.out,
                       (const char *const[]){"run-finish: no intermission came\n",
                                             "run-skill: nothing tells the skill",
                                             "a.dem: run: maps/none.bsp, skill unknown, not "
                                             "finished",
                                             "a.dem: 2 signatures, 1 note; "},
                       4);
    cr_expect_null(strstr(r.out, "run-game"));
    command_free(&r);
    r = COMMAND(cmd_check, "check", "--speedrun", "--json", "builtin:demo1");
    command_expect_all(r.out,
                       (const char *const[]){"\"run\":{\"engine\":", "\"levels\":[{\"map\":"}, 2);
    command_free(&r);
    nq_demo_end(&made);
}

Test(check_command, demos_without_checks)
{
    struct nq_demo made;
    struct command_result r = COMMAND(cmd_check, "check");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
    r = command_run_on(cmd_check, NULL, "a.dem", "text", 4);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_free(&r);
    make_god_mode(&made);
    r = command_run_on(cmd_check, NULL, "a.dem", made.file.data, made.file.size - 1);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: byte ");
    command_free(&r);
    nq_demo_end(&made);
}

/* With the map at hand its monsters tell the skill. */
Test(check_command, the_skill_of_a_real_level)
{
    const struct real_data_name base = real_data_path("librequake");
    const struct real_data_name demo = real_data_path("netquake/r666_e1m1.dem");
    struct command_result r =
        COMMAND(cmd_check, "check", "--basedir", base.text, "--json", demo.text);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.out, "72 of 72 monsters are as in skill 2 or 3");
    command_expect(r.out, "\"threshold\":1,\"unit\":\"weapons\"");
    command_free(&r);
    r = COMMAND(cmd_check, "check", demo.text);
    cr_expect_null(strstr(r.out, "monsters"));
    command_free(&r);
}
