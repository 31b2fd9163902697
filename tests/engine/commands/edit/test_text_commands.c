/* decompile, compile, diff and strings: what they write, what they say of damaged demos and wrong
 * texts, and that no file is left of a mistake. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "tests/support/command.h"

enum { PATH = 1024 };

static char text_path[PATH], demo_path[PATH];
static const uint8_t *builtin;
static size_t builtin_size;

static void make_paths(void)
{
    cr_assert(builtin_find("demo1.dem", &builtin, &builtin_size));
    snprintf(text_path, sizeof(text_path), "%s", command_file("a.txt", "", 0));
    snprintf(demo_path, sizeof(demo_path), "%.*s/b.dem", (int)(strrchr(text_path, '/') - text_path),
             text_path);
}

static void remove_paths(void)
{
    (void)unlink(demo_path);
    command_remove(text_path);
}

TestSuite(text_commands, .init = make_paths, .fini = remove_paths);

static void write_text(const char *text)
{
    FILE *file = fopen(text_path, "wb");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

Test(text_commands, a_demo_comes_back)
{
    struct file_bytes file;
    struct command_result r =
        COMMAND(cmd_decompile, "decompile", "builtin:demo1", "-o", text_path, "--force");
    cr_expect(r.status == EXIT_GOOD && !r.out[0] && !r.err[0], "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_compile, "compile", text_path, "-o", demo_path);
    cr_expect(r.status == EXIT_GOOD && !r.out[0] && !r.err[0], "%s", r.err);
    command_free(&r);
    cr_assert_eq(platform_read_file(demo_path, &file), 0);
    cr_expect(file.size == builtin_size && memcmp(file.data, builtin, file.size) == 0);
    platform_free_file(&file);
    r = COMMAND(cmd_compile, "compile", text_path, "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "it exists");
    command_free(&r);
}

Test(text_commands, the_text_goes_to_standard_output)
{
    struct command_result r = COMMAND(cmd_decompile, "decompile", "builtin:demo1", "--numbers");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect_line(r.out, "quakereel-text 1 netquake 15");
    command_expect(r.out, "\n@ view 4 78 0 // 0, byte 3\n");
    command_expect(r.out, "// 2, byte 1141, 1.2 s\ntime 1.2\n");
    command_free(&r);
}

Test(text_commands, a_damaged_demo_has_a_whole_text)
{
    struct file_bytes file;
    const size_t size = builtin_size / 2 + 7;
    struct command_result r = command_run_on(cmd_decompile, NULL, "c.dem", builtin, size);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "c.dem: byte ");
    command_expect(r.out, "\nrest ");
    write_text(r.out);
    command_free(&r);
    r = COMMAND(cmd_compile, "compile", text_path, "-o", demo_path);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    cr_assert_eq(platform_read_file(demo_path, &file), 0);
    cr_expect(file.size == size && memcmp(file.data, builtin, size) == 0);
    platform_free_file(&file);
}

Test(text_commands, a_mistake_leaves_no_file)
{
    write_text("quakereel-text 1 netquake 15\ntrack \"-1\\n\"\n@ view 0 0 0\nnop\n  nopp\n");
    struct command_result r = COMMAND(cmd_compile, "compile", text_path, "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.txt: line 5, column 3: unknown field of nop 'nopp'");
    cr_expect(access(demo_path, F_OK) != 0);
    command_free(&r);
}

Test(text_commands, what_they_refuse)
{
    struct command_result r = COMMAND(cmd_compile, "compile", text_path);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "no demo to write (-o)");
    command_free(&r);
    r = COMMAND(cmd_compile, "compile", "-o", demo_path);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "no text;");
    command_free(&r);
    r = COMMAND(cmd_compile, "compile", "/no/such.txt", "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "/no/such.txt: No such file");
    command_free(&r);
    r = COMMAND(cmd_compile, "compile", text_path, "-o", text_path, "--force");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "it is the input");
    command_free(&r);
    r = command_run_on(cmd_decompile, NULL, "c.dem", "text", 4);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect(!r.out[0] && r.err[0]);
    command_free(&r);
}

Test(text_commands, diff_tells_whether_demos_are_equal)
{
    struct command_result r = COMMAND(cmd_diff, "diff", "builtin:demo1", "builtin:demo1");
    cr_expect(r.status == EXIT_GOOD && !r.out[0] && !r.err[0], "%s%s", r.out, r.err);
    command_free(&r);
    r = COMMAND(cmd_diff, "diff", "builtin:demo1", "builtin:demo2");
    cr_expect_eq(r.status, 1);
    cr_expect(strstr(r.out, "@@ builtin:demo1: block"), "%s", r.out);
    command_free(&r);
    r = COMMAND(cmd_diff, "diff", "--json", "builtin:demo1", "builtin:demo1");
    cr_expect_str_eq(strstr(r.out, "\"equal\""), "\"equal\":true}\n");
    command_free(&r);
    r = COMMAND(cmd_diff, "diff", "builtin:demo1", "builtin:demo3");
    cr_expect_eq(r.status, 2);
    cr_expect(strstr(r.err, "they cannot be compared"), "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_diff, "diff", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
}

Test(text_commands, strings_go_out_and_back)
{
    struct file_bytes file;
    char *at;
    struct command_result r = COMMAND(cmd_strings, "strings", "builtin:demo1");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_assert((at = strstr(r.out, " level_name \"")) != NULL, "%s", r.out);
    at[13] = '!';
    write_text(r.out);
    command_free(&r);
    r = COMMAND(cmd_strings, "strings", "--apply", text_path, "builtin:demo1", "-o", demo_path,
                "--json");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "\"changed\":1}");
    command_free(&r);
    cr_assert_eq(platform_read_file(demo_path, &file), 0);
    cr_expect(file.size == builtin_size && memcmp(file.data, builtin, file.size) != 0);
    platform_free_file(&file);
    r = COMMAND(cmd_diff, "diff", "builtin:demo1", demo_path);
    cr_expect_eq(r.status, 1);
    command_expect(r.out, " level_name \"!");
    command_free(&r);
    r = COMMAND(cmd_strings, "strings", demo_path, "--json");
    command_expect(r.out, "\"kind\":\"serverinfo level_name\",\"text\":\"!");
    command_free(&r);
}

Test(text_commands, strings_refuses)
{
    struct command_result r =
        COMMAND(cmd_strings, "strings", "--apply", text_path, "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "no demo to write (-o)");
    command_free(&r);
    write_text("0:0 0 nothing \"\"\n");
    r = COMMAND(cmd_strings, "strings", "--apply", text_path, "builtin:demo1", "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.txt: line 1, column 1: text 0 of block 0 is another one");
    cr_expect(access(demo_path, F_OK) != 0);
    command_free(&r);
    r = COMMAND(cmd_strings, "strings", "--apply", text_path, "builtin:demo1", "-o", text_path,
                "--force");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "it is the list");
    command_expect(r.err, "would replace");
    command_free(&r);
    r = command_run_on(cmd_strings, NULL, "c.dem", builtin, builtin_size / 2 + 7);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "c.dem: byte ");
    command_expect(r.out, " serverinfo level_name \"");
    command_free(&r);
}
