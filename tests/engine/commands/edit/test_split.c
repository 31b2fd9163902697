/* split and join of demos: the files, their names, what is refused. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"

enum { PATH = 1024 };

static char folder[PATH], demo[PATH];
static struct q3_demo *match;

static void begin(void)
{
    match = q3_match_write(68);
    snprintf(demo, sizeof(demo), "%s",
             command_file("match.dm_68", match->file.data, match->file.size));
    snprintf(folder, sizeof(folder), "%.*s/parts/", (int)(strrchr(demo, '/') - demo), demo);
    cr_assert_eq(mkdir(folder, 0700), 0);
}

static void end(void)
{
    cr_expect_eq(rmdir(folder), 0, "nothing is left in it");
    command_remove(demo);
    q3_demo_free(match);
}

TestSuite(split, .init = begin, .fini = end);

static const char *in_folder(char path[PATH], const char *name)
{
    snprintf(path, PATH, "%.900s%.100s", folder, name);
    return path;
}

static void expect_bytes(const char *path, const uint8_t *data, size_t size)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s", path);
    cr_expect(file.size == size && memcmp(file.data, data, size) == 0, "%s", path);
    platform_free_file(&file);
}

Test(split, levels_and_back)
{
    char one[PATH], two[PATH], whole[PATH];
    in_folder(one, "match-01.dm_68");
    in_folder(two, "match-02.dm_68");
    in_folder(whole, "whole.dm_68");
    struct command_result r = COMMAND(cmd_split, "split", demo, "-o", folder);
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "match-01.dm_68: message 0 to 40, ");
    command_expect(r.out, "match-02.dm_68: message 41 to 62, ");
    command_free(&r);
    r = COMMAND(cmd_info, "info", two);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    r = COMMAND(cmd_split, "split", demo, "-o", folder);
    cr_expect_eq(r.status, 1, "they are there already");
    command_free(&r);
    r = COMMAND(cmd_join, "join", one, two, "-o", whole);
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "whole.dm_68: 2 demos, ");
    command_free(&r);
    expect_bytes(whole, match->file.data, match->file.size);
    (void)(unlink(one) + unlink(two) + unlink(whole));
}

Test(split, by_size)
{
    char pieces[4][PATH], whole[PATH];
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    struct command_result r = COMMAND(cmd_split, "split", "builtin:demo1", "--by", "size", "--size",
                                      "0.03", "-o", folder);
    cr_assert_eq(r.status, 0, "%s", r.err);
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof(name), "demo1-%02d.dem", i + 1);
        command_expect(r.out, name);
        in_folder(pieces[i], name);
    }
    command_free(&r);
    r = COMMAND(cmd_info, "info", pieces[2]);
    cr_expect_eq(r.status, 0);
    cr_expect_null(strstr(r.out, "  odd "), "%s", r.out);
    command_free(&r);
    r = COMMAND(cmd_decompile, "decompile", pieces[2], "-o", "-");
    cr_expect(r.status == 0 && r.err[0] == '\0', "its note is no damage: %s", r.err);
    command_free(&r);
    r = COMMAND(cmd_join, "join", pieces[0], pieces[1], pieces[2], pieces[3], "-o",
                in_folder(whole, "whole.dem"));
    cr_assert_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    expect_bytes(whole, data, size);
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(unlink(pieces[i]), 0);
    }
    (void)unlink(whole);
}

/* One level, with and without a slash; nothing is made for a demo that cannot be read. */
Test(split, makes_its_folder)
{
    static const char *const names[] = {"new", "new/"};
    char made[PATH], one[PATH], two[PATH], below[PATH], wrong[PATH];
    in_folder(below, "new/below/");
    snprintf(wrong, sizeof(wrong), "%s", command_file("wrong.dm_68", "wrong", 5));
    for (int i = 0; i < 2; i++) {
        in_folder(made, names[i]);
        in_folder(one, "new/match-01.dm_68");
        in_folder(two, "new/match-02.dm_68");
        struct command_result r = COMMAND(cmd_split, "split", wrong, "-o", made);
        cr_expect_eq(r.status, 1);
        cr_expect_not(platform_exists(made));
        command_free(&r);
        r = COMMAND(cmd_split, "split", demo, "-o", below);
        cr_expect_eq(r.status, 1);
        command_expect(r.err, "new/below/: cannot make the folder: No such file or directory");
        cr_expect_not(platform_exists(made));
        command_free(&r);
        r = COMMAND(cmd_split, "split", demo, "-o", made);
        cr_expect_eq(r.status, 0, "%s", r.err);
        command_free(&r);
        cr_expect_eq(unlink(one) + unlink(two) + rmdir(made), 0);
    }
    in_folder(made, "new/");
    in_folder(one, "new/match.dm_68");
    struct command_result r = COMMAND(cmd_cut, "cut", demo, "-o", made);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_free(&r);
    cr_expect_eq(unlink(one) + rmdir(made), 0);
    command_remove(wrong);
}

static void expect_refused(int status, const char *why, struct command_result r)
{
    cr_expect_eq(r.status, status, "%s: %d: %s", why, r.status, r.err);
    cr_expect_str_eq(r.out, "");
    command_expect(r.err, why);
    command_free(&r);
}

Test(split, what_is_refused)
{
    char whole[PATH];
    in_folder(whole, "whole.dm_68");
    expect_refused(2, "no folder to write to (-o FOLDER/)", COMMAND(cmd_split, "split", demo));
    expect_refused(2, "no folder to write to (-o FOLDER/)",
                   COMMAND(cmd_split, "split", demo, "-o", demo));
    expect_refused(2, "no folder to write to (-o FOLDER/)",
                   COMMAND(cmd_split, "split", demo, "-o", "-"));
    expect_refused(2, "--by size and --size MB need each other",
                   COMMAND(cmd_split, "split", demo, "--by", "size", "-o", folder));
    expect_refused(2, "--by size and --size MB need each other",
                   COMMAND(cmd_split, "split", demo, "--size", "1", "-o", folder));
    expect_refused(1, "missing.dem: ", COMMAND(cmd_split, "split", "missing.dem", "-o", folder));
    expect_refused(1, "a dem demo cannot follow a dm_68 demo",
                   COMMAND(cmd_join, "join", demo, "builtin:demo1", "-o", whole));
    expect_refused(1, "the times of a Quake III demo cannot be moved",
                   COMMAND(cmd_join, "join", "--retime", demo, demo, "-o", whole));
    expect_refused(1, "the gamestate of a Quake III demo cannot be left out",
                   COMMAND(cmd_join, "join", "--smooth", demo, demo, "-o", whole));
    expect_refused(2, "--smooth is for demos, a.avi is a piece of a film",
                   COMMAND(cmd_join, "join", "--smooth", "a.avi", "b.avi", "-o", whole));
    expect_refused(1, "is read", COMMAND(cmd_join, "join", demo, demo, "-o", demo));
    expect_refused(1, "missing.dem: ", COMMAND(cmd_join, "join", demo, "missing.dem", "-o", whole));
    cr_expect_not(platform_is_file(whole));
}

/* The good part of a damaged demo is split, and is joined. */
Test(split, damage_is_told)
{
    char damaged[PATH], one[PATH], whole[PATH];
    const size_t block = match->blocks[q3_match_block(30)];
    snprintf(damaged, sizeof(damaged), "%s",
             command_file("damaged.dm_68", match->file.data, block + 20));
    in_folder(one, "damaged-01.dm_68");
    in_folder(whole, "whole.dm_68");
    struct command_result r = COMMAND(cmd_split, "split", damaged, "-o", folder);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "damaged.dm_68: byte ");
    command_free(&r);
    expect_bytes(one, match->file.data, block + 20);
    r = COMMAND(cmd_join, "join", damaged, demo, "-o", whole);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "damaged.dm_68: byte ");
    command_free(&r);
    struct stat info;
    cr_assert_eq(stat(whole, &info), 0);
    cr_expect_eq((size_t)info.st_size, block + match->file.size, "without the damage");
    command_remove(damaged);
    (void)(unlink(one) + unlink(whole));
}

/* As cut: what is there is written, and that the end mark is missing is told. */
Test(split, a_missing_end_mark_is_told)
{
    char open[PATH], part[PATH], whole[PATH];
    snprintf(open, sizeof(open), "%s",
             command_file("open.dm_68", match->file.data, match->file.size - 8));
    in_folder(whole, "whole.dm_68");
    static int (*const commands[])(int, char **) = {cmd_cut, cmd_split, cmd_join};
    static const char *const names[] = {"cut", "split", "join"};
    for (int i = 0; i < 3; i++) {
        struct command_result r =
            COMMAND(commands[i], names[i], open, "-o", i == 1 ? folder : whole, "--force");
        cr_expect_eq(r.status, 1, "%s", names[i]);
        command_expect(r.err, "the file ends without its end mark");
        command_free(&r);
    }
    cr_expect_eq(unlink(whole), 0);
    cr_expect_eq(unlink(in_folder(part, "open-01.dm_68")), 0);
    cr_expect_eq(unlink(in_folder(part, "open-02.dm_68")), 0);
    command_remove(open);
}
