/* The program as its users meet it: the pictures, figures and films it makes of demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "formats/base/bytes.h"
#include "tests/engine/commands/program_stage.h"
#include "tests/support/json/json_check.h"

/* --- shot ------------------------------------------------------------------------------------- */

static bool is_plain(const uint32_t *pixels, int count)
{
    for (int i = 1; i < count; i++) {
        if (pixels[i] != pixels[0]) {
            return false;
        }
    }
    return true;
}

Test(program, shot_draws_the_built_in_demos)
{
    struct program_result r = RUN("shot", "builtin:demo1", "--at", "1");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_eq(r.out_size, 0u);
    cr_expect_str_eq(r.err, "");
    program_free(&r);
    uint32_t *pixels = program_expect_png("shot.png", 640, 480);
    cr_expect_not(is_plain(pixels, 640 * 480));
    free(pixels);
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--block", "100", "--size=333x222", "-o", "two.png");
    pixels = program_expect_png("two.png", 333, 222);
    cr_expect_not(is_plain(pixels, 333 * 222));
    free(pixels);
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "50%", "-width", "160", "-height", "100",
                  "-o", "small.png");
    free(program_expect_png("small.png", 160, 100));
}

Test(program, shot_numbers_its_pictures)
{
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "3,1,3", "--size", "160x100", "-o",
                  "t-%d.png");
    free(program_expect_png("t-0.png", 160, 100));
    free(program_expect_png("t-1.png", 160, 100));
    free(program_expect_png("t-2.png", 160, 100));
    /* The same moment, reached forwards and after going back. */
    cr_expect(program_same_files("t-0.png", "t-2.png"));
    cr_expect_not(program_same_files("t-0.png", "t-1.png"));
}

Test(program, shot_puts_the_blocks_number_into_the_name)
{
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--block", "90,7", "--size", "160x100", "-o",
                  "b%05d.png");
    free(program_expect_png("b00090.png", 160, 100));
    free(program_expect_png("b00007.png", 160, 100));
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--block", "7", "--size", "160x100", "-o",
                  "one%d.png");
    cr_expect(program_same_files("one7.png", "b00007.png"));
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0,1", "--size", "160x100");
    free(program_expect_png("shot-0.png", 160, 100));
    free(program_expect_png("shot-1.png", 160, 100));
    /* Only %d is replaced by a number. */
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", "50%s%n.png");
    free(program_expect_png("50%s%n.png", 160, 100));
}

Test(program, shot_of_several_needs_a_number_in_the_name)
{
    EXPECT_REFUSED(2, "%d", "shot", "builtin:demo1", "--at", "0,1", "-o", "one.png");
    cr_expect_not(platform_is_file(program_in_folder("one.png")));
    EXPECT_REFUSED(2, "%d", "shot", "builtin:demo1", "--block", "0,1", "-o", "%s.png");
    EXPECT_REFUSED(1, "no block 9999999", "shot", "builtin:demo1", "--block", "9999999");
    EXPECT_REFUSED(2, "bad value", "shot", "builtin:demo1", "--block", "99999999999999999999");
}

/* A name with the ending of another format would hold a PNG. */
Test(program, pictures_are_named_png)
{
    static const char why[] = "pictures are PNG; name it FILE.png";
    EXPECT_REFUSED(2, why, "shot", "builtin:demo1", "--at", "0", "-o", "x.jpg");
    EXPECT_REFUSED(2, why, "shot", "missing.dem", "--at", "0,1", "-o", "a.png/x%d.bmp");
    EXPECT_REFUSED(2, why, "sheet", "builtin:demo1", "-o", "x.jpeg");
    program_write("old.dem", "x", 1);
    EXPECT_REFUSED(2, why, "shot", "builtin:demo1", "--at", "0", "-o", "old.dem");
    cr_assert_eq(mkdir(program_in_folder("a.b"), 0700), 0);
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", "a.b/x");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", ".x");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", "X.PNG");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "0", "--size", "160x100", "-o", "/dev/null");
}

/* Expects that the output is written, and that the line and the status say it is another's view. */
static void expect_other(const char *line, const char *output, const char *const *words)
{
    struct program_result r = program_run(words);
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "%s: %d", words[0], r.status);
    program_expect_holds(r.err, line);
    cr_expect(platform_is_file(program_in_folder(output)), "%s writes no %s", words[0], output);
    program_free(&r);
}

#define EXPECT_OTHER(line, output, ...)                                                            \
    expect_other(line, output, (const char *const[]){__VA_ARGS__, NULL})
#define SMALL "--size", "160x100"

Test(program, a_player_that_is_not_there_is_status_1)
{
    static const char unknown[] =
        "builtin:demo4: no player is called 'nobody'; the players are 1 Ember, 2 Frost";
    EXPECT_OTHER(unknown, "a.png", "shot", "builtin:demo4", "--at", "2", SMALL, "-o", "a.png",
                 "--follow", "nobody");
    EXPECT_OTHER(unknown, "s.png", "sheet", "builtin:demo4", "--count", "2", SMALL, "-o", "s.png",
                 "--follow", "nobody");
    EXPECT_OTHER(unknown, "a.wav", "sound", "builtin:demo4", "--to", "1", "-o", "a.wav", "--follow",
                 "nobody");
    EXPECT_OTHER(unknown, "a.y4m", "render", "builtin:demo4", "--to", "0.5", SMALL, "-o", "a.y4m",
                 "--follow", "nobody");
    EXPECT_OTHER(unknown, "j.y4m", "render", "builtin:demo4", "--to", "2", SMALL, "-o", "j.y4m",
                 "--follow", "nobody", "--jobs", "2");
    EXPECT_OTHER(unknown, "a.avi", "play", "builtin:demo4", "--to", "0.5", SMALL, "-o", "a.avi",
                 "--follow", "nobody");
    EXPECT_OTHER(unknown, "a.json", "timedemo", "builtin:demo4", "--no-window", SMALL, "--json",
                 "-o", "a.json", "--follow", "nobody");
    EXPECT_OTHER("builtin:demo4: 'r' is in several players' names: 1 Ember, 2 Frost", "p.png",
                 "shot", "builtin:demo4", "--at", "2", SMALL, "-o", "p.png", "--follow", "r");
    EXPECT_OTHER("builtin:demo4: 'r' is in several players' names: 1 Ember, 2 Frost", "p.wav",
                 "sound", "builtin:demo4", "--to", "1", "-o", "p.wav", "--follow", "r");
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", SMALL, "-o", "q.png", "--follow", "MBE");
    EXPECT_OTHER("no player can be followed as '2'", "n.png", "shot", "builtin:demo1", "--at", "2",
                 SMALL, "-o", "n.png", "--follow", "2");
}

Test(program, targets_are_followed)
{
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", SMALL, "-o", "a.png", "--follow",
                  "auto");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "2", SMALL, "-o", "b.png", "--follow",
                  "auto");
    EXPECT_STATUS(0, "render", "builtin:demo4", "--to", "0.5", SMALL, "-o", "a.y4m", "--follow",
                  "LEADER");
    EXPECT_STATUS(0, "sound", "builtin:demo4", "--to", "0.5", "-o", "a.wav", "--follow", "killer");
    EXPECT_OTHER("builtin:demo4: no player can be followed as 'carrier'", "c.png", "shot",
                 "builtin:demo4", "--at", "2", SMALL, "-o", "c.png", "--follow", "carrier");
    EXPECT_OTHER("builtin:demo1: no player can be followed as 'leader'", "d.wav", "sound",
                 "builtin:demo1", "--to", "1", "-o", "d.wav", "--follow", "leader");
}

Test(program, cuts_lists_the_shots_of_a_target)
{
    struct program_result r = program_run((const char *const[]){"cuts", "builtin:demo4", NULL});
    cr_expect_eq(r.status, EXIT_GOOD);
    program_expect_holds(r.out, "builtin:demo4: 0.000-");
    program_expect_holds(r.out, " s: 1 Ember\n");
    program_expect_holds(r.out, " s: 2 Frost\n");
    program_expect_holds(r.out, "2 of 2 frags seen (100.0 %)");
    program_free(&r);
    r = program_run((const char *const[]){"cuts", "--json", "--follow", "powerup", "builtin:demo4",
                                          "builtin:demo1", NULL});
    cr_expect_eq(r.status, EXIT_GOOD);
    program_expect_holds(r.out, "[{\"file\":\"builtin:demo4\",\"follow\":\"powerup\",\"shots\":[{"
                                "\"start\":0,");
    program_expect_holds(r.out, "\"file\":\"builtin:demo1\",\"follow\":\"powerup\",\"shots\":[]}");
    program_free(&r);
    r = program_run((const char *const[]){"cuts", "--follow", "Ember", "builtin:demo4", NULL});
    cr_expect_eq(r.status, EXIT_USAGE);
    program_expect_holds(r.err, "--follow Ember: not auto, killer, victim, leader");
    program_free(&r);
}

/* A picture must be the player's; a film may show the recorder's view in between. */
Test(program, a_player_out_of_sight_is_told_for_pictures)
{
    EXPECT_OTHER("player '2' is out of sight at 5.000 s; the recorder's view is drawn", "a.png",
                 "shot", "builtin:demo5", "--at", "5", SMALL, "-o", "a.png", "--follow", "2");
    EXPECT_STATUS(0, "shot", "builtin:demo5", "--at", "5", SMALL, "-o", "b.png", "--follow", "1");
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "5", SMALL, "-o", "c.png", "--follow", "2");
    EXPECT_STATUS(0, "render", "builtin:demo5", "--to", "0.5", SMALL, "-o", "a.y4m", "--follow",
                  "2");
}

/* What is wrong with the command line is told before a demo or game data is looked for. */
Test(program, shot_checks_its_times_first)
{
    program_write("bad.txt", "1\nnoon\n", 7);
    EXPECT_REFUSED(2, "bad value 'noon'", "shot", "missing.dem", "--at", "noon");
    EXPECT_REFUSED(2, "bad.txt: bad time 'noon'", "shot", "missing.dem", "--times", "bad.txt");
    EXPECT_REFUSED(2, "several frames need a %d in -o one.png", "shot", "missing.dem", "--at",
                   "0,1", "-o", "one.png");
    EXPECT_REFUSED(1, "no such file", "shot", "missing.dem", "--at", "200%");
}

/* --- timedemo --------------------------------------------------------------------------------- */

/* The hash timedemo prints, copied out of a text that must hold it. */
static void copy_hash(const char *text, const char *before, char hash[17])
{
    const char *at = strstr(text, before);
    cr_assert_not_null(at, "no %s in %s", before, text);
    at += strlen(before);
    cr_assert_eq(strspn(at, "0123456789abcdef"), 16u, "%s", at);
    memcpy(hash, at, 16);
    hash[16] = '\0';
}

Test(program, timedemo_writes_json_and_csv)
{
    char plain[17], json[17];
    program_make_data();
    struct program_result r =
        RUN("timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100");
    int frames;
    double seconds, fps;
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.err, "");
    cr_assert_eq(sscanf(r.out, "%d frames %lf seconds %lf fps", &frames, &seconds, &fps), 3, "%s",
                 r.out);
    copy_hash(r.out, "hash: ", plain);
    program_free(&r);

    r = RUN("timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json", "--csv",
            "--runs", "2");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    program_expect_holds(r.err, " frames "); /* the figures for people make way */
    char *line_end = strchr(r.out, '\n');
    cr_assert_not_null(line_end);
    *line_end = '\0';
    expect_json(r.out);
    program_expect_holds(r.out, "\"width\": 160");
    copy_hash(r.out, "\"hash\": \"", json);
    cr_expect_str_eq(json, plain);
    program_expect_holds(line_end + 1, "frame,total_ms,");
    cr_expect_eq(program_count_lines(line_end + 1), (size_t)frames + 1);
    program_free(&r);

    size_t size;
    r = RUN("timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--json", "-o",
            "a.json");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_eq(r.out_size, 0u, "%s", r.out);
    program_expect_holds(r.err, " frames ");
    program_free(&r);
    EXPECT_STATUS(0, "timedemo", "data/id1/short.dem", "--no-window", "--size", "160x100", "--csv",
                  "-o", "a.csv");
    char *text = program_read(program_in_folder("a.json"), &size);
    cr_assert_not_null(text);
    expect_json(text);
    free(text);
    text = program_read(program_in_folder("a.csv"), &size);
    cr_assert_not_null(text);
    cr_expect_eq(program_count_lines(text), (size_t)frames + 1);
    free(text);
}

/* A demo after --json or --csv is timed, and stays as it is. */
Test(program, timedemo_takes_no_demo_for_an_output)
{
    static const char *const options[] = {"--json", "--csv"};
    program_make_data();
    size_t before, after;
    char *demo = program_read(program_in_folder("data/id1/short.dem"), &before);
    for (size_t i = 0; i < 2; i++) {
        struct program_result r =
            RUN("timedemo", options[i], "data/id1/short.dem", "--no-window", "--size", "160x100");
        char *now = program_read(program_in_folder("data/id1/short.dem"), &after);
        cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
        cr_expect(after == before && memcmp(now, demo, before) == 0, "%s", options[i]);
        program_expect_holds(r.out, i == 0 ? "\"frames\": " : "frame,total_ms");
        free(now);
        program_free(&r);
    }
    free(demo);
}

static void expect_hash(const char *hash, const char *cpu, const char *const *words)
{
    char got[17];
    if (cpu) {
        setenv("QUAKEREEL_CPU", cpu, 1);
    }
    struct program_result r = program_run(words);
    unsetenv("QUAKEREEL_CPU");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    copy_hash(r.out, "hash: ", got);
    cr_expect_str_eq(got, hash, "cpu %s", cpu ? cpu : "-");
    program_free(&r);
}

#define SHORT_RUN "data/id1/short.dem", "--no-window", "--size", "320x200"
#define EXPECT_HASH(hash, cpu, ...) expect_hash(hash, cpu, (const char *const[]){__VA_ARGS__, NULL})

Test(program, one_hash_for_threads_and_kernels)
{
    char hash[17];
    program_make_data();
    struct program_result r = RUN("timedemo", SHORT_RUN, "--threads", "1", "--cpu", "c");
    copy_hash(r.out, "hash: ", hash);
    program_free(&r);
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--threads", "3");
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--threads=3", "--cpu=avx2");
    EXPECT_HASH(hash, "c", "timedemo", SHORT_RUN, "--threads", "3");
    EXPECT_HASH(hash, "sse41", "timedemo", SHORT_RUN);
    EXPECT_HASH(hash, "avx2", "timedemo", SHORT_RUN, "--threads", "1");
    EXPECT_HASH(hash, "avx512", "timedemo", SHORT_RUN, "--threads", "1");
    EXPECT_HASH(hash, NULL, "timedemo", SHORT_RUN, "--runs", "2");
    /* --profile prints the phases, and the frames are the same. */
    r = RUN("timedemo", SHORT_RUN, "--profile");
    cr_expect_not_null(strstr(r.out, hash));
    cr_expect_not_null(strstr(r.out, "\nedges to spans "), "%s", r.out);
    cr_expect_null(strstr(r.out, "solid pixels"), "of Quake III's worlds alone: %s", r.out);
    program_free(&r);
    r = RUN("timedemo", "builtin:demo5", "--no-window", "--size", "160x100", "--profile");
    cr_expect_not_null(strstr(r.out, "\nsolid pixels "), "%s", r.out);
    cr_expect_null(strstr(r.out, "edges to spans"), "%s", r.out);
    program_free(&r);
    /* Without a display the window makes way for memory, and the picture stays. */
    EXPECT_HASH(hash, NULL, "timedemo", "data/id1/short.dem", "--size", "320x200");
    /* And what must change the picture changes it. */
    r = RUN("timedemo", SHORT_RUN, "--no-viewmodel", "--no-hud", "--fov", "70");
    char other[17];
    copy_hash(r.out, "hash: ", other);
    cr_expect_str_neq(other, hash);
    program_free(&r);
}

Test(program, the_words_of_quake)
{
    char hash[17];
    program_make_data();
    struct program_result r = RUN("timedemo", "short", "-basedir", "data", "-width", "160",
                                  "-height", "100", "--no-window");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    copy_hash(r.out, "hash: ", hash);
    program_free(&r);
    EXPECT_HASH(hash, NULL, "-basedir", "data", "-width", "160", "-height", "100", "--no-window",
                "+timedemo", "short");
    EXPECT_HASH(hash, NULL, "+timedemo", "short.dem", "-basedir", "data", "--size", "160x100",
                "--no-window");
    r = RUN("-basedir", "data", "-o", "a.avi", "--size=160x100", "+playdemo", "short", "--start",
            "-0.1");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, "a.avi\n");
    cr_expect(platform_is_file(program_in_folder("a.avi")));
    program_free(&r);
}

/* --- play ------------------------------------------------------------------------------------- */

static void expect_avi(const char *name, uint32_t width, uint32_t height, uint32_t frames)
{
    size_t size;
    char *bytes = program_read(program_in_folder(name), &size);
    cr_assert_not_null(bytes, "%s was not written", name);
    const uint8_t *data = (const uint8_t *)bytes;
    cr_assert_gt(size, 224u);
    cr_expect_eq(memcmp(data, "RIFF", 4), 0);
    cr_expect_eq(bytes_u32(data + 4), size - 8);
    cr_expect_eq(bytes_u32(data + 48), frames);
    cr_expect_eq(bytes_u32(data + 64), width);
    cr_expect_eq(bytes_u32(data + 68), height);
    free(bytes);
}

/* Expects play without a window to name demo in the command to use instead, and to write nothing.
 */
static void expect_no_window(struct program_result *r, const char *demo)
{
    char command[256];
    snprintf(command, sizeof(command), "'quakereel render %s -o FILE.avi'", demo);
    cr_expect_eq(r->status, EXIT_BAD_INPUT, "%d: %s", r->status, r->err);
    cr_expect_eq(r->out_size, 0u);
    program_expect_holds(r->err, "no window (");
    program_expect_holds(r->err, command);
    program_expect_holds(r->err, "'quakereel --help'");
    cr_expect_not(platform_is_file(program_in_folder("quakereel.avi")));
    program_free(r);
}

Test(program, play_without_a_display_fails_and_writes_nothing)
{
    struct program_result r = RUN("play", "builtin:demo2", "--start", "-0.35");
    expect_no_window(&r, "builtin:demo2");
    /* Without arguments: the first built-in demo. */
    const char *const none[] = {NULL};
    r = program_run(none);
    expect_no_window(&r, "builtin:demo1");
}

Test(program, play_renders_to_the_file_it_is_given)
{
    struct program_result r =
        RUN("play", "builtin:demo1", "--start", "-0.35", "--size", "160x100", "-o", "demo1.avi");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_expect_str_eq(r.out, "demo1.avi\n");
    program_expect_holds(r.err, "rendering builtin:demo1 to demo1.avi");
    expect_avi("demo1.avi", 160, 100, 11);
    program_free(&r);
    EXPECT_STATUS(0, "builtin:demo2", "--start", "100%", "-o", "end.avi");
    expect_avi("end.avi", 640, 480, 1);
    EXPECT_STATUS(0, "builtin:demo1", "--start", "-0.1", "--size", "160x100", "-o", "short.avi");
    expect_avi("short.avi", 160, 100, 3);
}

Test(program, a_part_at_another_speed_or_backward_becomes_a_film)
{
    EXPECT_STATUS(0, "play", "builtin:demo1", "--start", "1", "--end", "2", "--speed", "2",
                  "--size", "160x100", "-o", "part.avi");
    expect_avi("part.avi", 160, 100, 15);
    EXPECT_STATUS(0, "play", "builtin:demo1", "--start", "3", "--end", "2", "--size", "160x100",
                  "-o", "none.avi"); /* it ends before it begins: one picture */
    expect_avi("none.avi", 160, 100, 1);
    EXPECT_STATUS(0, "play", "builtin:demo1", "--reverse", "--end", "0.2", "--size", "160x100",
                  "--camera", "chase", "-o", "back.avi");
    expect_avi("back.avi", 160, 100, 6);
}

Test(program, the_camera_is_a_setting_of_the_picture)
{
    size_t sizes[3];
    char *pictures[3];
    static const char *const cameras[] = {"eye", "chase", "free:0,0,100,10,90"};
    for (int i = 0; i < 3; i++) {
        EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "9", "--size", "160x100", "--camera",
                      cameras[i], "-o", "a.png", "--force");
        pictures[i] = program_read(program_in_folder("a.png"), &sizes[i]);
        cr_assert_not_null(pictures[i]);
        for (int j = 0; j < i; j++) {
            cr_expect(sizes[i] != sizes[j] || memcmp(pictures[i], pictures[j], sizes[i]) != 0,
                      "%s looks like %s", cameras[i], cameras[j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        free(pictures[i]);
    }
}

/* SDL has drivers that show nothing; none of them counts as a display. */
Test(program, play_is_not_taken_in_by_an_invisible_window)
{
    if (access("/dev/dri", F_OK) == 0) {
        cr_skip_test("this machine may have a screen without a window system");
    }
    unsetenv("SDL_VIDEODRIVER");
    struct program_result r = RUN("play", "builtin:demo1", "--start", "-0.1", "--size", "160x100");
    expect_no_window(&r, "builtin:demo1");
}
