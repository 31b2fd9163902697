/* quakereel map: what it writes and what it refuses. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "tests/engine/playback/ghost/nq_run.h"
#include "tests/support/command.h"
#include "tests/support/scratch.h"
#include "tests/support/xml/xml_check.h"

TestSuite(map_command, .init = scratch_set_up, .fini = scratch_tear_down);

static char *read_file(const char *path, size_t *size)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    char *text = calloc(1, file.size + 1);
    cr_assert_not_null(text);
    memcpy(text, file.data, file.size);
    *size = file.size;
    platform_free_file(&file);
    return text;
}

static void expect_status(int status, struct command_result result, const char *part)
{
    cr_expect_eq(result.status, status, "%s", result.err);
    command_expect(result.err, part);
    command_free(&result);
}

Test(map_command, svg_and_png)
{
    char svg[256], again[256], png[256];
    size_t size, size_again;
    snprintf(svg, sizeof(svg), "%s", scratch_at("a.svg"));
    snprintf(again, sizeof(again), "%s", scratch_at("b.svg"));
    snprintf(png, sizeof(png), "%s", scratch_at("a.png"));
    expect_status(EXIT_GOOD, COMMAND(cmd_map, "map", "builtin:demo1", "-o", svg), "");
    expect_status(EXIT_GOOD, COMMAND(cmd_map, "map", "builtin:demo1", "-o", again), "");
    char *text = read_file(svg, &size), *other = read_file(again, &size_again);
    cr_expect_str_eq(xml_check(text), "");
    cr_expect_str_eq(text, other);
    cr_expect(strstr(text, ">reel</text>"));
    cr_expect(strstr(text, "prefers-color-scheme"));
    free(text);
    free(other);
    expect_status(EXIT_GOOD,
                  COMMAND(cmd_map, "map", "builtin:demo5", "-o", png, "--size", "320x200", "--heat",
                          "positions"),
                  "");
    text = read_file(png, &size);
    cr_expect(size > 24 && memcmp(text, "\x89PNG", 4) == 0);
    cr_expect(memcmp(text + 16, "\0\0\x01\x40\0\0\0\xc8", 8) == 0, "320 by 200");
    free(text);
    expect_status(EXIT_BAD_INPUT, COMMAND(cmd_map, "map", "builtin:demo1", "-o", svg),
                  "is there already");
}

Test(map_command, a_level_without_a_demo)
{
    char bsp[256];
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("maps/reel.bsp", &data, &size));
    scratch_write("some.bsp", data, size);
    snprintf(bsp, sizeof(bsp), "%s", scratch_at("some.bsp"));
    struct command_result by_name = COMMAND(cmd_map, "map", "reel", "-o", "-");
    struct command_result by_path = COMMAND(cmd_map, "map", bsp, "-o", "-");
    cr_expect_eq(by_name.status, EXIT_GOOD, "%s", by_name.err);
    cr_expect_eq(by_path.status, EXIT_GOOD, "%s", by_path.err);
    command_expect(by_name.out, ">reel</text>");
    command_expect(by_path.out, ">some</text>");
    cr_expect_str_eq(xml_check(by_path.out), "");
    command_free(&by_name);
    command_free(&by_path);
    expect_status(EXIT_BAD_INPUT, COMMAND(cmd_map, "map", "nosuchlevel", "-o", "-"), "nosuchlevel");
    scratch_write_text("bad.bsp", "no map");
    expect_status(EXIT_BAD_INPUT, COMMAND(cmd_map, "map", scratch_at("bad.bsp"), "-o", "-"),
                  "bad.bsp");
}

Test(map_command, levels_that_are_not_there_and_other_levels)
{
    const struct nq_run run = {
        .level = "maps/run<&.bsp", .updates = 160, .start = 1.0, .speed = 320.0};
    struct byte_writer bytes = {0};
    char path[256];
    nq_run_write(&bytes, &run, 1);
    scratch_write("a.dem", bytes.data, bytes.size);
    byte_writer_free(&bytes);
    snprintf(path, sizeof(path), "%s", scratch_at("a.dem"));
    struct command_result result =
        COMMAND(cmd_map, "map", path, "builtin:demo1", "-o", "-", "--from", "1", "--to", "3");
    cr_expect_eq(result.status, EXIT_GOOD);
    command_expect(result.err, "drawing without the level");
    command_expect(result.err, "builtin:demo1: left out");
    command_expect(result.out, "run&lt;&amp;");
    command_expect(result.out, "0:01 to 0:03");
    cr_expect_str_eq(xml_check(result.out), "");
    command_free(&result);
    expect_status(EXIT_BAD_INPUT, COMMAND(cmd_map, "map", path, "-o", "-", "--level", "2"),
                  "there is no play in that level");
}

Test(map_command, refusals)
{
    expect_status(EXIT_USAGE, COMMAND(cmd_map, "map", "builtin:demo1", "-o", "a.gif"),
                  ".svg or a .png");
    expect_status(EXIT_USAGE, COMMAND(cmd_map, "map", "builtin:demo1", "--heat", "light"), "heat");
    expect_status(EXIT_USAGE, COMMAND(cmd_map, "map"), "map");
    expect_status(EXIT_BAD_INPUT,
                  COMMAND(cmd_map, "map", "builtin:demo1", "-o", "-", "--from", "frag 77"),
                  "there is no frag 77");
}
