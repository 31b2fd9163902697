/* The whole program: exit statuses, standard output and standard error, output about demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/json/json_check.h"
#include "tests/support/q3_samples.h"

/* --- help and usage --------------------------------------------------------------------------- */

Test(program, help_and_version)
{
    static const char *const words[][3] = {
        {"--help"},         {"-h"},         {"play", "--help"}, {"timedemo", "--help"},
        {"shot", "--help"}, {"info", "-h"}, {"dump", "--help"}, {"x.dem", "--help"},
        {"shot", "-h"},     {"dump", "-h"}, {"timedemo", "-h"}, {"info", "--help"},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct program_result r = program_run(words[i]);
        cr_expect_eq(r.status, EXIT_GOOD);
        cr_expect_eq(strncmp(r.out, "usage: quakereel", 16), 0, "%s", r.out);
        cr_expect_str_eq(r.err, "");
        program_free(&r);
    }
    struct program_result r = RUN("--version");
    int major, minor;
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_eq(sscanf(r.out, "quakereel %d.%d", &major, &minor), 2, "%s", r.out);
    cr_expect_eq(program_count_lines(r.out), 1u);
    program_free(&r);
}

Test(program, wrong_usage_is_status_2)
{
    EXPECT_REFUSED(2, "--bogus", "play", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "timedemo", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "shot", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "info", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--bogus", "dump", "builtin:demo1", "--bogus");
    EXPECT_REFUSED(2, "--size", "play", "--size", "10x10");
    EXPECT_REFUSED(2, "--fov", "timedemo", "builtin:demo1", "--fov", "0");
    EXPECT_REFUSED(2, "--threads", "shot", "builtin:demo1", "--at", "1", "--threads", "0");
    EXPECT_REFUSED(2, "--runs", "timedemo", "builtin:demo1", "--runs", "0");
    EXPECT_REFUSED(2, "1000", "timedemo", "builtin:demo1", "--runs", "1001");
    EXPECT_REFUSED(2, "--speed", "play", "builtin:demo1", "--speed", "0.01");
    EXPECT_REFUSED(2, "--speed", "play", "builtin:demo1", "--speed", "fast");
    EXPECT_REFUSED(2, "'soon'", "play", "builtin:demo1", "--start", "soon");
    EXPECT_REFUSED(2, "'later'", "play", "builtin:demo1", "--end", "later");
    EXPECT_REFUSED(2, "--camera", "play", "builtin:demo1", "--camera", "above");
    EXPECT_REFUSED(2, "--seek-memory", "play", "--seek-memory", "0");
    EXPECT_REFUSED(2, "one demo", "timedemo", "a", "b");
    EXPECT_REFUSED(2, "one demo", "shot", "a", "b", "--at", "1");
    EXPECT_REFUSED(2, "--at", "shot", "builtin:demo1");
    EXPECT_REFUSED(2, "--block", "shot", "builtin:demo1", "--at", "1", "--block", "1");
    EXPECT_REFUSED(2, "'soon'", "shot", "builtin:demo1", "--at", "soon");
    EXPECT_REFUSED(2, "bad value '1,'", "shot", "builtin:demo1", "--at", "1,");
    EXPECT_REFUSED(2, "'1.5'", "shot", "builtin:demo1", "--block", "1.5");
    EXPECT_REFUSED(2, "'-1'", "shot", "builtin:demo1", "--block", "-1");
    EXPECT_REFUSED(2, "'soon'", "play", "builtin:demo1", "--start", "soon", "-o", "x.avi");
    EXPECT_REFUSED(2, "one demo at a time", "dump", "a", "b");
    EXPECT_REFUSED(2, "--threads", "info", "a", "--threads", "0");
    EXPECT_REFUSED(2, "-o", "cut", "builtin:demo1");
    EXPECT_REFUSED(2, "--from", "cut", "builtin:demo1", "-o", "x", "--from");
    EXPECT_REFUSED(2, "demos need a folder", "cut", "builtin:demo1", "builtin:demo2", "-o", "x");
    EXPECT_REFUSED(2, "-basedir", "info", "a", "-basedir");
    EXPECT_REFUSED(2, "--game", "dump", "a", "--game");
    EXPECT_REFUSED(2, "--size", "info", "builtin:demo1", "--size", "320x200");
    setenv("QUAKEREEL_CPU", "mmx", 1);
    EXPECT_REFUSED(2, "QUAKEREEL_CPU=mmx", "timedemo", "builtin:demo1");
}

/* Only the window plays built-in demos that were not asked for. */
Test(program, a_command_without_a_demo_names_the_built_in_ones)
{
    static const char named[] = "no demo; built-in demos are builtin:demo1 to builtin:demo5; see";
    EXPECT_REFUSED(2, named, "timedemo", "--json");
    EXPECT_REFUSED(2, named, "timedemo", "--no-window", "--csv", "-o", "x.csv");
    EXPECT_REFUSED(2, named, "shot", "--at", "1");
    EXPECT_REFUSED(2, named, "sheet");
    EXPECT_REFUSED(2, named, "sound", "-o", "x.wav");
    EXPECT_REFUSED(2, named, "render", "-o", "x.avi");
    EXPECT_REFUSED(2, named, "play", "-o", "x.avi");
    EXPECT_REFUSED(2, named, "info");
    EXPECT_REFUSED(2, named, "dump", "--json");
    EXPECT_REFUSED(2, named, "cut", "-o", "x");
    EXPECT_REFUSED(2, "no piece; see", "join", "-o", "x.avi");
    EXPECT_STATUS(0, "info", "builtin:demo5");
    EXPECT_REFUSED(1, "no such built-in demo", "info", "builtin:demo6");
}

/* --- bad input -------------------------------------------------------------------------------- */

/* Expects that every command rejects a name with this reason. */
static void expect_no_demo(const char *name, const char *why)
{
    EXPECT_REFUSED(1, why, "play", "-o", "x.avi", name);
    EXPECT_REFUSED(1, why, "timedemo", "--no-window", name);
    EXPECT_REFUSED(1, why, "shot", "--at", "0", name);
    EXPECT_REFUSED(1, why, "info", name);
    EXPECT_REFUSED(1, why, "dump", name);
    cr_expect_not(platform_is_file(program_in_folder("x.avi")));
    cr_expect_not(platform_is_file(program_in_folder("shot.png")));
}

Test(program, a_missing_demo)
{
    expect_no_demo("missing.dem", "missing.dem: no such file");
    expect_no_demo("../missing.dem", "../missing.dem: no such file\n");
    expect_no_demo("builtin:demo77", "no such built-in demo");
    EXPECT_REFUSED(1, "No such file", "shot", "builtin:demo1", "--at", "1", "--size", "160x100",
                   "-o", "nowhere/a.png");
}

Test(program, a_folder_and_a_device)
{
    cr_assert_eq(mkdir(program_in_folder("folder.dem"), 0700), 0);
    expect_no_demo("folder.dem", "folder.dem: a folder without demos");
    expect_no_demo("/dev/null", "/dev/null: Not a regular file");
}

Test(program, a_text_file)
{
    static const char text[] = "Dear demo player,\nthis is a letter and not a demo.\n";
    program_write("letter.dem", text, strlen(text));
    expect_no_demo("letter.dem", "letter.dem: byte ");
    program_write("empty.dem", "", 0);
    expect_no_demo("empty.dem", "empty.dem: byte 0: ");
}

Test(program, game_data_that_is_not_there)
{
    program_make_data();
    EXPECT_REFUSED(1, "no id1", "shot", "data/id1/short.dem", "--at", "0", "-basedir", "nowhere");
    EXPECT_REFUSED(1, "no id1", "info", "demo1", "-basedir", "nowhere");
    EXPECT_REFUSED(1, "-game nix", "dump", "demo1", "-basedir", "data", "-game", "nix");
    EXPECT_REFUSED(1, "-game ../data", "info", "demo1", "-basedir", "data", "-game", "../data");
    EXPECT_REFUSED(1, "none in the game data", "info", "demo9", "-basedir", "data");
    EXPECT_STATUS(0, "info", "data/id1/short.dem", "-basedir", "nowhere"); /* it is not needed */
}

/* In a placeholder of its level, as no game data is there. */
Test(program, quake3_demos_are_drawn)
{
    struct q3_sample *made = q3_sample_make(68, 1, 20);
    q3_sample_demo(made, 8);
    program_write("made.dm_68", made->demo.data, made->demo.size);
    q3_sample_free(made);
    struct program_result r =
        RUN("shot", "made.dm_68", "--at", "0", "--size", "160x100", "-o", "a.png");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    free(program_expect_png("a.png", 160, 100));
    program_free(&r);
    EXPECT_STATUS(0, "timedemo", "made.dm_68", "--no-window", "--size", "160x100", "--filter",
                  "nearest");
    EXPECT_REFUSED(1, "the server's clock never shows that time", "shot", "made.dm_68",
                   "--server-time", "-77", "--size", "160x100", "-o", "none.png");
    EXPECT_REFUSED(1, "QuakeWorld demos have no server time", "shot", "builtin:demo3",
                   "--server-time", "1000", "--size", "160x100", "-o", "none.png");
    EXPECT_REFUSED(2, "server times in ms", "shot", "builtin:demo5", "--server-time", "soon",
                   "--size", "160x100", "-o", "a.png");
    EXPECT_REFUSED(2, "one of --at, --times, --block and --server-time", "shot", "made.dm_68",
                   "--server-time", "1", "--at", "1");
    EXPECT_REFUSED(2, "(trilinear, bilinear, nearest or crisp)", "shot", "made.dm_68", "--at", "0",
                   "--filter", "linear");
}

Test(program, a_cut_demo_plays_its_good_part)
{
    char where[64];
    size_t offset = program_make_data();
    snprintf(where, sizeof(where), "byte %zu: ", offset);
    struct program_result r =
        RUN("timedemo", "data/id1/cut.dem", "--no-window", "--size", "160x100");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, where);
    program_expect_holds(r.out, " frames ");
    program_free(&r);
    r = RUN("shot", "data/id1/cut.dem", "--at", "0", "--size", "160x100", "-o", "a.png");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, where);
    free(program_expect_png("a.png", 160, 100));
    program_free(&r);
    r = RUN("play", "data/id1/cut.dem", "--size", "160x100", "-o", "a.avi", "--start", "-0.1");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, where);
    cr_expect(platform_is_file(program_in_folder("a.avi")));
    program_free(&r);
    r = RUN("info", "data/id1/cut.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, where);
    program_expect_holds(r.out, "maps/reel.bsp");
    program_free(&r);
    r = RUN("dump", "data/id1/cut.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, where);
    program_expect_holds(r.out, "\"name\":\"serverinfo\"");
    program_free(&r);
}

Test(program, output_that_cannot_be_written)
{
    program_make_data();
    EXPECT_STATUS(1, "shot", "builtin:demo1", "--at", "0", "-o", ".", "--size", "160x100");
    EXPECT_STATUS(1, "timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json",
                  "-o", "nowhere/x.json");
    EXPECT_STATUS(1, "info", "data/id1/short.dem", "-o", "nowhere/x.txt");
    EXPECT_STATUS(1, "dump", "data/id1/short.dem", "-o", "nowhere/x.json");
    EXPECT_STATUS(1, "play", "builtin:demo1", "--size", "160x100", "--start", "-0.1", "-o",
                  "nowhere/x.avi");
    if (access("/dev/full", W_OK) == 0) {
        static const char *const words[][8] = {
            {"info", "builtin:demo1"},
            {"dump", "builtin:demo1"},
            {"timedemo", "data/id1/short.dem", "--no-window", "--json", "--size", "160x100"},
            {"timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100"},
        };
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            struct program_result r = program_run_to("/dev/full", words[i]);
            cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s > /dev/full: %d", words[i][0], r.status);
            cr_expect_neq(r.err[0], '\0');
            program_free(&r);
        }
    }
}

/* --- info and dump ---------------------------------------------------------------------------- */

Test(program, info_finds_demos_in_paks)
{
    program_make_data();
    struct program_result builtin = RUN("info", "--json", "builtin:demo1");
    cr_expect_eq(builtin.status, EXIT_GOOD);
    cr_expect_str_eq(builtin.err, "");
    expect_json(builtin.out);
    program_expect_holds(builtin.out, "\"map\":\"maps/reel.bsp\"");
    program_expect_holds(builtin.out, "\"error\":null");
    static const char *const words[][8] = {
        {"info", "--json", "demo1", "-basedir", "data"},
        {"info", "--json", "demo1.dem", "--basedir=data"},
        {"info", "--json", "DEMO1", "-basedir", "data/id1"},
        {"info", "--json", "data/id1/pak0.pak/demo1.dem"},
        {"info", "-basedir", "data", "-game", "id1", "--json", "demo1"},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        struct program_result r = program_run(words[i]);
        cr_expect_eq(r.status, EXIT_GOOD, "case %zu: %s", i, r.err);
        cr_expect_str_eq(r.err, "");
        const char *facts = strstr(r.out, "\"family\"");
        cr_assert_not_null(facts, "%s", r.out);
        cr_expect_str_eq(facts, strstr(builtin.out, "\"family\""));
        program_free(&r);
    }
    setenv("QUAKEREEL_BASEDIR", program_in_folder("data"), 1);
    EXPECT_STATUS(0, "info", "demo2");
    EXPECT_STATUS(0, "dump", "demo2.dem");
    unsetenv("QUAKEREEL_BASEDIR");
    struct program_result r = RUN("dump", "demo1", "-basedir", "data");
    struct program_result same = RUN("dump", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect(r.out_size == same.out_size && memcmp(r.out, same.out, r.out_size) == 0);
    program_free(&r);
    program_free(&same);
    program_free(&builtin);
}

Test(program, what_is_for_other_families_alone_is_refused)
{
    EXPECT_REFUSED(1, "only Quake III", "dump", "--snapshots", "builtin:demo1");
}

Test(program, info_of_a_plain_file_needs_no_game_data)
{
    size_t size;
    program_make_data();
    char *demo = program_read(program_in_folder("data/id1/short.dem"), &size);
    cr_assert_not_null(demo);
    program_write("alone.dem", demo, size);
    free(demo);
    program_remove_tree(program_in_folder("data"));
    struct program_result r = RUN("info", "alone.dem");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_str_eq(r.err, "");
    program_expect_holds(r.out, "maps/reel.bsp");
    program_free(&r);
    r = RUN("dump", "alone.dem");
    cr_expect_eq(r.status, EXIT_GOOD);
    cr_expect_str_eq(r.err, "");
    program_free(&r);
}

Test(program, info_goes_on_after_a_bad_demo)
{
    struct program_result r =
        RUN("info", "--json", "missing.dem", "builtin:demo1", "builtin:demo2");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    expect_json(r.out);
    cr_expect_eq(r.out[0], '[');
    program_expect_holds(r.out, "\"what\":\"no such file");
    program_expect_holds(r.out, "\"file\":\"builtin:demo2\"");
    cr_expect_eq(program_count_lines(r.err), 1u);
    program_free(&r);
    r = RUN("info", "builtin:demo1", "missing.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.out, "builtin:demo1\n");
    program_free(&r);
}

Test(program, dump_is_one_object_a_line)
{
    struct program_result r = RUN("dump", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_GOOD);
    size_t lines = 0;
    for (char *line = r.out; *line; lines++) {
        char *end = strchr(line, '\n');
        cr_assert_not_null(end);
        *end = '\0';
        cr_assert_eq(*line, '{');
        expect_json(line);
        line = end + 1;
    }
    cr_expect_gt(lines, 1000u);
    program_free(&r);
}

/* Expects that the command prints with -o into a file what it prints without. */
static void expect_same_in_file(const char *command, const char *option, const char *demo)
{
    struct program_result r = RUN(command, option, demo);
    struct program_result to_file = RUN(command, option, demo, "-o", "x");
    size_t size;
    char *text = program_read(program_in_folder("x"), &size);
    cr_expect_eq(to_file.status, r.status);
    cr_expect_eq(to_file.out_size, 0u, "%.200s", to_file.out);
    cr_expect_str_eq(to_file.err, r.err);
    cr_assert_not_null(text, "%s %s writes no file", command, option);
    cr_expect(size == r.out_size && memcmp(text, r.out, size) == 0, "%s %s", command, option);
    free(text);
    program_free(&r);
    program_free(&to_file);
    cr_expect_eq(unlink(program_in_folder("x")), 0);
}

Test(program, info_and_dump_write_to_a_file)
{
    program_make_data();
    expect_same_in_file("info", "--threads=1", "builtin:demo5");
    expect_same_in_file("info", "--json", "builtin:demo3");
    expect_same_in_file("info", "--json", "data/id1/cut.dem"); /* the good part */
    expect_same_in_file("dump", "--json", "builtin:demo1");
    expect_same_in_file("dump", "--json", "builtin:demo3");
    expect_same_in_file("dump", "--state-hash", "builtin:demo4");
    expect_same_in_file("dump", "--state-hash", "builtin:demo5");
    expect_same_in_file("dump", "--json", "data/id1/cut.dem");
}

/* Without --force a file stays, with it a failure before the first line leaves it. */
Test(program, text_replaces_no_file_unasked)
{
    program_write("old", "old", 3);
    EXPECT_REFUSED(1, "old: is there already; --force replaces it", "info", "builtin:demo1", "-o",
                   "old");
    EXPECT_REFUSED(1, "--force", "dump", "builtin:demo1", "-o", "old");
    EXPECT_REFUSED(1, "--force", "timedemo", "builtin:demo1", "--json", "-o", "old");
    EXPECT_STATUS(1, "dump", "missing.dem", "-o", "old", "--force");
    EXPECT_STATUS(1, "info", "missing.dem", "-o", "old", "--force");
    size_t size;
    char *text = program_read(program_in_folder("old"), &size);
    cr_expect_str_eq(text, "old");
    free(text);
    EXPECT_STATUS(0, "info", "builtin:demo1", "-o", "old", "--force");
    text = program_read(program_in_folder("old"), &size);
    program_expect_holds(text, "maps/reel.bsp");
    free(text);
}

Test(program, films_in_other_formats_are_refused_with_what_can_be_written)
{
    EXPECT_REFUSED(2, "Motion JPEG in FILE.avi", "play", "builtin:demo1", "-o", "x.mp4");
    EXPECT_REFUSED(2, "not to standard output", "play", "builtin:demo1", "-o", "-");
    EXPECT_REFUSED(2, "FILE.avi", "play", "builtin:demo1", "-o", "noending");
}

Test(program, a_time_behind_the_end_is_told_and_the_last_picture_drawn)
{
    struct program_result r =
        RUN("shot", "builtin:demo1", "--at", "9:00", "--size", "160x100", "-o", "a.png");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    program_expect_holds(r.err, "9:00 is outside the demo");
    free(program_expect_png("a.png", 160, 100));
    program_free(&r);
}
