/* anonymise: its output, report, list of names and errors; the pictures of the result. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "tests/support/command.h"

enum { PATH = 1024 };

static char demo[PATH], folder[PATH], out[PATH], map[PATH];

static void write_demo(void)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    snprintf(demo, sizeof(demo), "%s", command_file("a.dem", data, size));
    snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(demo, '/') - demo), demo);
    snprintf(out, sizeof(out), "%.900s/b.dem", folder);
    snprintf(map, sizeof(map), "%.900s/names", folder);
}

static void remove_demo(void)
{
    (void)unlink(out);
    (void)unlink(map);
    command_remove(demo);
}

TestSuite(anonymise, .init = write_demo, .fini = remove_demo);

static void expect_file(const char *path, const char *content)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0);
    cr_expect(file.size == strlen(content) && memcmp(file.data, content, file.size) == 0);
    platform_free_file(&file);
}

Test(anonymise, report_and_list)
{
    struct command_result r = COMMAND(cmd_anonymise, "anonymise", demo, "--map", map, "-o", out);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "b.dem: 1 name replaced, 0 IP addresses, 0 voice messages left out, ");
    command_free(&r);
    expect_file(map, "p1 \"ranger\"\n");
    r = COMMAND(cmd_anonymise, "anonymise", out, "--json", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD);
    command_expect(r.err, "\"out\":\"-\",\"replaced\":0,\"addresses\":0,\"voice\":0,\"bytes\":");
    command_free(&r);
}

Test(anonymise, refuses)
{
    struct command_result r = COMMAND(cmd_anonymise, "anonymise", demo);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "no file to write (-o)");
    command_free(&r);
    r = COMMAND(cmd_anonymise, "anonymise", demo, "--map", out, "-o", out);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "--map and -o name the same file");
    command_free(&r);
    r = COMMAND(cmd_anonymise, "anonymise", demo, "--map", demo, "--force", "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    cr_expect_neq(access(out, F_OK), 0);
    command_free(&r);
    r = COMMAND(cmd_anonymise, "anonymise", demo, "-o", demo);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_free(&r);
}

static struct file_bytes read_picture(const char *of)
{
    struct file_bytes file;
    char png[PATH];
    snprintf(png, sizeof(png), "%.900s/a.png", folder);
    struct command_result r = COMMAND(cmd_shot, "shot", of, "--at", "7", "--no-hud", "--size",
                                      "160x120", "--force", "-o", png);
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    cr_assert_eq(platform_read_file(png, &file), 0);
    (void)unlink(png);
    return file;
}

Test(anonymise, pictures_stay)
{
    struct command_result r = COMMAND(cmd_anonymise, "anonymise", demo, "-o", out);
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_free(&r);
    struct file_bytes before = read_picture(demo), after = read_picture(out);
    cr_expect(before.size == after.size && memcmp(before.data, after.data, after.size) == 0);
    platform_free_file(&before);
    platform_free_file(&after);
}
