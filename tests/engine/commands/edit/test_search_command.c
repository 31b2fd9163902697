/* search: what it prints, its exit status. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/scratch.h"

static struct command_result search_match(const char *option, const char *value, const char *second)
{
    struct q3_demo *demo = q3_match_write(68);
    const char *path = command_file("m.dm_68", demo->file.data, demo->file.size);
    struct command_result r = COMMAND(cmd_search, "search", option, value, path, second);
    command_remove(path);
    q3_demo_free(demo);
    return r;
}

Test(search_command, a_line_a_hit)
{
    struct command_result r = search_match("--frags", "1", NULL);
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_all(r.out,
                       (const char *const[]){"m.dm_68: 0.500 s: frags: Recorder, 1 frag: Anarki "
                                             "(railgun)\n"},
                       1);
    command_free(&r);
}

Test(search_command, json)
{
    struct command_result r = search_match("--chat", "hello", "--json");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_all(
        r.out,
        (const char *const[]){"m.dm_68\",\"family\":\"quake3\",\"hits\":[{\"pattern\":\"chat\","
                              "\"start\":0.2",
                              "\"player\":0,\"name\":\"Anarki\",\"text\":\"Anarki: hello there\"}]",
                              "\"complete\":true}\n"},
        3);
    command_free(&r);
}

Test(search_command, no_hit)
{
    struct command_result r = search_match("--chat", "nobody says this", NULL);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect_str_empty(r.out);
    command_free(&r);
}

Test(search_command, nothing_asked_for)
{
    struct command_result r = COMMAND(cmd_search, "search", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "nothing to search for (--frags, --chat, ...)");
    command_free(&r);
}

Test(search_command, several_demos_on_several_threads)
{
    struct command_result one =
        COMMAND(cmd_search, "search", "--frags", "1", "--json", "--threads", "1", "builtin:demo1",
                "builtin:demo3", "builtin:demo4", "builtin:demo5");
    struct command_result four =
        COMMAND(cmd_search, "search", "--frags", "1", "--json", "--threads", "4", "builtin:demo1",
                "builtin:demo3", "builtin:demo4", "builtin:demo5");
    cr_expect_str_eq(one.out, four.out);
    cr_expect_eq(one.out[0], '[');
    command_free(&one);
    command_free(&four);
}

Test(search_command, a_file_that_is_no_demo)
{
    struct command_result r = command_run_on(cmd_search, "--frags=1", "a.dem", "not a demo", 10);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: ");
    command_free(&r);
}

Test(search_command, cuts, .init = scratch_set_up, .fini = scratch_tear_down)
{
    struct q3_demo *demo = q3_match_write(68);
    char folder[128], path[128], cut[128];
    snprintf(folder, sizeof(folder), "%s", scratch_at("cuts/"));
    snprintf(path, sizeof(path), "%s", scratch_at("m.dm_68"));
    snprintf(cut, sizeof(cut), "%s", scratch_at("cuts/m-0001-chat.dm_68"));
    scratch_make_folder("cuts");
    scratch_write("m.dm_68", demo->file.data, demo->file.size);
    q3_demo_free(demo);
    struct command_result r = COMMAND(cmd_search, "search", "--chat", "hello", "--lead", "0.15",
                                      "--tail", "1", "--cut", folder, path);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "cuts/m-0001-chat.dm_68: 0.050-1.200 s, 1 hit, ");
    command_free(&r);
    r = COMMAND(cmd_search, "search", "--chat", "hello", cut);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, ": 0.150 s: chat: Anarki: hello there\n");
    command_free(&r);
    r = COMMAND(cmd_search, "search", "--chat", "hello", "--json", "--cut", folder, path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "the file is there");
    command_expect(r.out, "\"parts\":[]");
    command_free(&r);
    r = COMMAND(cmd_search, "search", "--chat", "hello", "--json", "--force", "--lead", "0",
                "--tail", "0", "--cut", folder, path);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "\"from\":0.2");
    command_expect(r.out, "\"first_hit\":0,\"hits\":1,\"bytes\":");
    command_free(&r);
}

Test(search_command, cuts_need_a_folder)
{
    struct command_result r = COMMAND(cmd_search, "search", "--chat", "hello", "--cut",
                                      "/tmp/no-such-folder-of-cuts", "builtin:demo5");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "--cut /tmp/no-such-folder-of-cuts: no folder");
    command_free(&r);
}
