/* What commands write, and what they never write over. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"

#define SMALL "--size", "160x100"
#define BASE "-basedir", "data"

static char *read_file(const char *name, size_t *size)
{
    char *bytes = program_read(program_in_folder(name), size);
    cr_assert_not_null(bytes, "%s", name);
    return bytes;
}

/* Expects that a file's bytes are these; frees them. */
static void expect_bytes(const char *name, char *wanted, size_t wanted_size)
{
    size_t size;
    char *bytes = read_file(name, &size);
    cr_expect(size == wanted_size && memcmp(bytes, wanted, size) == 0, "%s changed", name);
    free(bytes);
    free(wanted);
}

Test(program, no_command_replaces_what_it_reads)
{
    static const char *const commands[][12] = {
        {"sound", "d.dem", BASE, "--to", "1", "--force", "-o", "d.dem"},
        {"sound", "d.dem", BASE, "--to", "1", "--force", "-o", "hard.wav"},
        {"shot", "d.dem", BASE, "--at", "0", SMALL, "--force", "-o", "soft.png"},
        {"sheet", "d.dem", BASE, "--count", "2", "--force", "-o", "soft.png"},
        {"render", "d.dem", BASE, "--to", "1", SMALL, "--force", "-o", "hard.wav"},
        {"render", "d.dem", BASE, "--to", "1", "--force", "-o", "pak.wav"},
        {"sound", "d.dem", BASE, "--to", "1", "--force", "-o", "pak.wav"},
        {"shot", "d.dem", BASE, "--at", "0", SMALL, "--force", "-o", "data/id1/pak0.png"},
        {"info", "--json", "d.dem", "--force", "-o", "soft.png"},
        {"dump", "d.dem", "--force", "-o", "d.dem"},
        {"timedemo", "d.dem", BASE, "--no-window", SMALL, "--json", "--force", "-o", "hard.wav"},
        {"join", "piece.wav", "--force", "-o", "./piece.wav"},
        {"shot", "d.dem", BASE, "--times", "times.png", "--force", "-o", "times.png"},
        {"sound", "d.dem", BASE, "--camera-path", "path.wav", "--force", "-o", "path.wav"},
    };
    (void)program_make_data();
    char *names[] = {"hard.wav", "soft.png", "pak.wav"};
    size_t demo_size, pak_size;
    free(read_file("data/id1/pak0.pak", &pak_size));
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "1", "-o", "piece.wav");
    program_write("times.png", "0\n", 2);
    program_write("path.wav", "key 0 1 2 3 4 5\n", 16);
    char **found;
    size_t count;
    cr_assert_eq(platform_list_directory(program_in_folder("data/id1"), &found, &count), 0);
    char demo[512] = "";
    for (size_t i = 0; i < count; i++) {
        if (strstr(found[i], ".dem")) {
            snprintf(demo, sizeof(demo), "data/id1/%s", found[i]);
        }
    }
    platform_free_names(found, count);
    char *bytes = read_file(demo, &demo_size);
    program_write("d.dem", bytes, demo_size);
    free(bytes);
    char from[256];
    snprintf(from, sizeof(from), "%s", program_in_folder("d.dem"));
    cr_assert_eq(link(from, program_in_folder(names[0])), 0);
    cr_assert_eq(symlink("d.dem", program_in_folder(names[1])), 0);
    cr_assert_eq(symlink("data/id1/pak0.pak", program_in_folder(names[2])), 0);
    cr_assert_eq(symlink("pak0.pak", program_in_folder("data/id1/pak0.png")), 0);
    static const char *const kept[] = {"d.dem", "data/id1/pak0.pak", "piece.wav", "times.png",
                                       "path.wav"};
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        char *before[5];
        size_t sizes[5];
        for (int k = 0; k < 5; k++) {
            before[k] = read_file(kept[k], &sizes[k]);
        }
        struct program_result r = program_run(commands[i]);
        cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s -o %s: %d %s", commands[i][0], commands[i][1],
                     r.status, r.err);
        cr_expect(strstr(r.err, "is read") || strstr(r.err, "that is read"), "%s: %s",
                  commands[i][0], r.err);
        program_free(&r);
        for (int k = 0; k < 5; k++) {
            expect_bytes(kept[k], before[k], sizes[k]);
        }
    }
}

Test(program, only_force_replaces_a_file)
{
    static const struct {
        const char *out, *words[10];
    } commands[] = {
        {"a.png", {"shot", "builtin:demo1", "--at", "1", SMALL, "-o", "a.png"}},
        {"s.png", {"sheet", "builtin:demo1", "--count", "2", SMALL, "-o", "s.png"}},
        {"a.wav", {"sound", "builtin:demo1", "--to", "1", "-o", "a.wav"}},
        {"a.y4m", {"render", "builtin:demo1", "--to", "0.2", SMALL, "-o", "a.y4m"}},
        {"b.avi", {"play", "builtin:demo1", "--to", "0.2", SMALL, "-o", "b.avi"}},
        {"c.dm_68", {"cut", "builtin:demo5", "--to", "2", "-o", "c.dm_68"}},
        {"v.dem", {"convert", "builtin:demo1", "--protocol", "666", "-o", "v.dem"}},
        {"i.json", {"info", "builtin:demo1", "--json", "-o", "i.json"}},
        {"d.txt", {"dump", "builtin:demo3", "-o", "d.txt"}},
        {"t.json", {"timedemo", "builtin:demo1", "--no-window", SMALL, "--json", "-o", "t.json"}},
    };
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        const char *words[12] = {0};
        size_t size, count = 0;
        for (; commands[i].words[count]; count++) {
            words[count] = commands[i].words[count];
        }
        program_write(commands[i].out, "mine", 4);
        program_expect_refused(1, "is there already; --force replaces it", words);
        char *bytes = read_file(commands[i].out, &size);
        cr_expect(size == 4 && memcmp(bytes, "mine", 4) == 0, "%s", commands[i].out);
        free(bytes);
        words[count] = "--force";
        program_expect_status(0, words);
        free(read_file(commands[i].out, &size));
        cr_expect_gt(size, 4u, "%s", commands[i].out);
    }
}

/* A target that cannot be written is told before the work, which here would find no demo. */
Test(program, the_target_is_tried_first)
{
    EXPECT_REFUSED(1, "none/a.png: cannot write", "shot", "builtin:demo1", "--at", "1", "-o",
                   "none/a.png");
    EXPECT_REFUSED(1, "none/a.wav: cannot write", "sound", "builtin:demo1", "-o", "none/a.wav");
    EXPECT_REFUSED(1, "none/a.json: cannot write", "info", "builtin:demo1", "-o", "none/a.json");
    EXPECT_REFUSED(1, "none/c.dm_68: cannot write", "cut", "builtin:demo5", "-o", "none/c.dm_68");
    EXPECT_REFUSED(1, "none/j.avi: cannot write", "join", "a.avi", "-o", "none/j.avi");
}

static int run_in_shell(const char *line)
{
    char words[2048];
    snprintf(words, sizeof(words), "cd '%s' || exit 9; P='%s'; %s", program_in_folder("."),
             program_path(), line);
    return system(words);
}

/* A pipe whose reader never comes, or reads nothing: SIGTERM ends the program. */
Test(program, a_signal_ends_a_film_into_a_pipe, .timeout = 60)
{
    cr_expect_eq(run_in_shell("mkfifo p.y4m && timeout -k 20 1 \"$P\" render builtin:demo1 "
                              "--size 160x100 -o p.y4m 2>/dev/null; test $? = 124"),
                 0);
    cr_expect_eq(run_in_shell("(sleep 3 < p.y4m) & timeout -k 20 1 \"$P\" render builtin:demo1 "
                              "--size 160x100 -o p.y4m 2>/dev/null; test $? = 124"),
                 0);
}

/* Of two runs on one name one refuses, and the other's film is whole. */
Test(program, two_runs_on_one_name_do_not_mix)
{
    static const char *const names[] = {"a.avi", "a.y4m", "a%d.png"};
    EXPECT_STATUS(0, "render", "builtin:demo1", SMALL, "-o", "whole.y4m");
    for (size_t i = 0; i < 3; i++) {
        char line[1024];
        snprintf(
            line, sizeof(line),
            "r() { \"$P\" render builtin:demo1 --size 160x100 --force --quiet %s -o "
            "'%s' 2>>err; echo $? >>status; }; r & r & wait; "
            "test \"$(sort status | tr '\\n' ' ')\" = '0 1 ' && grep -q 'another process' err; "
            "s=$?; rm -f status err; exit $s",
            i == 0 ? "--jobs 2" : "", names[i]);
        cr_expect_eq(run_in_shell(line), 0, "%s", names[i]);
    }
    cr_expect(program_same_files("whole.y4m", "a.y4m"));
}
