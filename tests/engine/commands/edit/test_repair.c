/* repair: the list it prints, its exit status, and the files it writes and does not write. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "tests/support/command.h"

enum { PATH = 1024 };

static char demo[PATH], out[PATH];
static const uint8_t *good;
static size_t good_size;

static void write_demo(size_t size)
{
    snprintf(demo, sizeof(demo), "%s", command_file("a.dem", good, size));
    snprintf(out, sizeof(out), "%.*s/b.dem", (int)(strrchr(demo, '/') - demo), demo);
}

static void begin(void)
{
    cr_assert(builtin_find("demo1.dem", &good, &good_size));
}

static void end(void)
{
    (void)unlink(out);
    command_remove(demo);
}

TestSuite(repair_command, .init = begin, .fini = end);

static struct file_bytes read_out(void)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(out, &file), 0);
    return file;
}

Test(repair_command, a_good_demo)
{
    write_demo(good_size);
    struct command_result r = COMMAND(cmd_repair, "repair", demo, "-o", out);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, ": 0 changes, ");
    command_expect(r.out, "; id plays it");
    command_free(&r);
    struct file_bytes file = read_out();
    cr_expect(file.size == good_size && memcmp(file.data, good, good_size) == 0);
    platform_free_file(&file);
    r = COMMAND(cmd_repair, "repair", demo, "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "it is there");
    command_free(&r);
    r = COMMAND(cmd_repair, "repair", demo, "-o", demo, "--force");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "the demo is never replaced");
    command_free(&r);
}

Test(repair_command, a_damaged_demo)
{
    write_demo(good_size / 2);
    struct command_result r = COMMAND(cmd_repair, "repair", demo, "-o", out);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect_all(r.out,
                       (const char *const[]){"end of the file in a block; ", "removed, 0 added",
                                             "no end; 0 bytes removed, 17 added", ": 2 changes, "},
                       4);
    command_free(&r);
    r = COMMAND(cmd_repair, "repair", demo, "-o", out, "--force", "--json");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect_all(r.out,
                       (const char *const[]){"\"kind\":\"torn-block\"", "\"kind\":\"no-end\"",
                                             "\"engine\":\"id\"", "\"plays\":true"},
                       4);
    command_free(&r);
    r = COMMAND(cmd_repair, "repair", demo, "-o", out, "--force", "--for", "ioquake3");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "another game's engine");
    command_expect(r.out, "ioquake3 does not play it");
    command_free(&r);
}

Test(repair_command, nothing_can_be_saved)
{
    snprintf(demo, sizeof(demo), "%s", command_file("a.dem", "-1\nrubbish", 10));
    snprintf(out, sizeof(out), "%.*s/b.dem", (int)(strrchr(demo, '/') - demo), demo);
    struct command_result r = COMMAND(cmd_repair, "repair", demo, "-o", out);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: ");
    command_free(&r);
    cr_expect_not(platform_exists(out));
    r = COMMAND(cmd_repair, "repair", demo);
    cr_expect_eq(r.status, EXIT_USAGE);
    command_expect(r.err, "-o");
    command_free(&r);
}
