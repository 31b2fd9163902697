/* The text of a part of a demo (decompile --from, --to), and a demo with a part replaced
 * (compile --into), in each family. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "tests/support/command.h"
#include "tests/support/real_data.h"

enum { PATH = 1024 };

static char text_path[PATH], demo_path[PATH];

static void make_paths(void)
{
    snprintf(text_path, sizeof(text_path), "%s", command_file("a.txt", "", 0));
    snprintf(demo_path, sizeof(demo_path), "%.*s/b.dem", (int)(strrchr(text_path, '/') - text_path),
             text_path);
}

static void remove_paths(void)
{
    (void)unlink(demo_path);
    command_remove(text_path);
}

TestSuite(text_parts, .init = make_paths, .fini = remove_paths);

static void write_text(const char *text)
{
    FILE *file = fopen(text_path, "wb");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

/* Compiles the text into the demo and reads the result. */
static struct file_bytes compile_into(const char *demo)
{
    struct file_bytes file;
    struct command_result r =
        COMMAND(cmd_compile, "compile", text_path, "--into", demo, "-o", demo_path, "--force");
    cr_assert_eq(r.status, EXIT_GOOD, "%s: %s", demo, r.err);
    command_free(&r);
    cr_assert_eq(platform_read_file(demo_path, &file), 0);
    return file;
}

/* Expects the part's text to give the demo back; first: its first line. */
static void expect_back(const char *demo, const uint8_t *data, size_t size, const char *first,
                        const char *const places[2])
{
    struct command_result r =
        COMMAND(cmd_decompile, "decompile", demo, places[0], places[1], "-o", text_path, "--force");
    cr_assert_eq(r.status, EXIT_GOOD, "%s: %s", demo, r.err);
    command_free(&r);
    struct file_bytes text;
    cr_assert_eq(platform_read_file(text_path, &text), 0);
    cr_expect(text.size > strlen(first) && memcmp(text.data, first, strlen(first)) == 0,
              "%s: %.60s", demo, (const char *)text.data);
    platform_free_file(&text);
    struct file_bytes file = compile_into(demo);
    cr_expect(file.size == size && memcmp(file.data, data, size) == 0, "%s", demo);
    platform_free_file(&file);
}

Test(text_parts, a_part_goes_back_where_it_was)
{
    static const char *const from_to[] = {"--from=block 40", "--to=block 50"};
    static const char *const to[] = {"--numbers", "--to=block 50"};
    static const char *const from[] = {"--numbers", "--from=block 40"};
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    expect_back("builtin:demo1", data, size, "quakereel-text 1 part 40 50 netquake 15\n\n@ ",
                from_to);
    expect_back("builtin:demo1", data, size, "quakereel-text 1 part 0 50 netquake 15\n\n@ ", to);
    expect_back("builtin:demo1", data, size, "quakereel-text 1 part 40 end netquake 15\n\n@ ",
                from);
}

Test(text_parts, every_family_has_parts)
{
    static const char *const names[] = {"quakeworld/corpus/2on2_frobodm2_2022.mvd",
                                        "quakeworld/corpus/e1m2_mega_trick.qwd",
                                        "quake3/corpus/duel.dm3"};
    static const char *const places[] = {"--from=3", "--to=5"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct real_data_name path = real_data_path("%s", names[i]);
        struct file_bytes file;
        cr_assert_eq(platform_read_file(path.text, &file), 0);
        expect_back(path.text, file.data, file.size, "quakereel-text 1 part ", places);
        platform_free_file(&file);
    }
}

Test(text_parts, an_edited_part_is_in_the_demo)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    write_text("quakereel-text 1 part 1 1 netquake 15\n@ view 1 2 3\ncenterprint \"now\"\n");
    struct file_bytes file = compile_into("builtin:demo1");
    const size_t first = 3; /* byte of block 0 */
    const size_t second = first + 16 + data[first] + data[first + 1] * 256u;
    const size_t third = second + 16 + data[second] + data[second + 1] * 256u;
    const size_t made = 16 + 5;
    cr_assert_eq(file.size, size - (third - second) + made);
    cr_expect(memcmp(file.data, data, second) == 0);
    cr_expect(memcmp(file.data + second + 16, "\x1anow", 5) == 0);
    cr_expect(memcmp(file.data + second + made, data + third, size - third) == 0);
    platform_free_file(&file);
}

static void expect_refused(const char *text, const char *into, const char *why)
{
    write_text(text);
    struct command_result r =
        into ? COMMAND(cmd_compile, "compile", text_path, "--into", into, "-o", demo_path)
             : COMMAND(cmd_compile, "compile", text_path, "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s", text);
    command_expect(r.err, why);
    cr_expect(access(demo_path, F_OK) != 0, "%s", text);
    command_free(&r);
}

Test(text_parts, what_is_refused)
{
    expect_refused("quakereel-text 1 part 1 2 netquake 15\n", NULL,
                   "line 1, column 18: this is the text of a part, which needs its demo (--into)");
    expect_refused("quakereel-text 1 netquake 15\n", "builtin:demo1",
                   "line 1, column 18: this is not the text of a part");
    expect_refused("quakereel-text 1 part 3 2 netquake 15\n", "builtin:demo1",
                   "line 1, column 25: the number of a block is expected, from 3 on");
    expect_refused("quakereel-text 1 part 3 x netquake 15\n", "builtin:demo1",
                   "line 1, column 25: ");
    expect_refused("quakereel-text 1 part 0 99999999 netquake 15\n", "builtin:demo1",
                   "the demo has only ");
    expect_refused("quakereel-text 1 part 99999999 end netquake 15\n", "builtin:demo1",
                   "the demo has only ");
    expect_refused("quakereel-text 1 part 1 2 quakeworld mvd 28\n", "builtin:demo1",
                   "the demo is a ");
    expect_refused("quakereel-text 1 part 0 1 netquake 15\n@ view 0 0 0\nnopp\n", "builtin:demo1",
                   "line 3, column 1: ");
    struct command_result r =
        COMMAND(cmd_compile, "compile", text_path, "--into", "/no/such.dem", "-o", demo_path);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "/no/such.dem: ");
    command_free(&r);
}

Test(text_parts, the_demo_of_a_part_is_not_replaced)
{
    const uint8_t *data;
    size_t size;
    char path[PATH];
    cr_assert(builtin_find("demo1.dem", &data, &size));
    snprintf(path, sizeof(path), "%s", command_file("whole.dem", data, size));
    write_text("quakereel-text 1 part 1 1 netquake 15\n");
    struct command_result r =
        COMMAND(cmd_compile, "compile", text_path, "--into", path, "-o", path, "--force");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0);
    cr_expect(file.size == size && memcmp(file.data, data, size) == 0);
    platform_free_file(&file);
    command_free(&r);
    command_remove(path);
}
