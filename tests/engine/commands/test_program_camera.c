/* The program as its users meet it: a camera that moves on a path, in pictures, figures and sound.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"

static const char path[] = "# through the first hall\n"
                           "key 3 200 100 100 10 90\n"
                           "key 1 0 0 100 20 0\n"
                           "key 0:05 0 200 120 30 200 0 60\n";

static void write_path(void)
{
    program_write("path.txt", path, sizeof(path) - 1);
}

Test(program, a_camera_path_is_the_camera_of_its_moment)
{
    static const char *const demos[] = {"builtin:demo1", "builtin:demo4", "builtin:demo5"};
    write_path();
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        EXPECT_STATUS(0, "shot", demos[i], "--camera-path", "path.txt", "--at", "3,2,5,2", "--size",
                      "160x100", "-o", "p-%d.png", "--force");
        EXPECT_STATUS(0, "shot", demos[i], "--camera", "free:200,100,100,10,90", "--at", "3",
                      "--size", "160x100", "-o", "key.png", "--force");
        EXPECT_STATUS(0, "shot", demos[i], "--camera", "free:0,200,120,30,200", "--fov", "60",
                      "--at", "5", "--size", "160x100", "-o", "narrow.png", "--force");
        cr_expect(program_same_files("p-0.png", "key.png"), "%s at a key point", demos[i]);
        cr_expect(program_same_files("p-2.png", "narrow.png"), "%s with its view", demos[i]);
        cr_expect(program_same_files("p-1.png", "p-3.png"), "%s reached in two ways", demos[i]);
        cr_expect_not(program_same_files("p-0.png", "p-1.png"));
    }
}

/* The hash timedemo prints last. */
static void find_hash(char hash[17], const char *threads, const char *cpu, const char *size)
{
    struct program_result r = RUN("timedemo", "builtin:demo3", "--no-window", "--size", size,
                                  "--threads", threads, "--cpu", cpu, "--camera-path", "path.txt");
    const char *at = strstr(r.out, "hash: ");
    cr_assert_eq(r.status, EXIT_GOOD, "%s", r.err);
    cr_assert_not_null(at);
    snprintf(hash, 17, "%s", at + strlen("hash: "));
    program_free(&r);
}

Test(program, a_camera_path_is_pure)
{
    char one[17], other[17];
    write_path();
    find_hash(one, "1", "c", "160x100");
    find_hash(other, "3", "avx2", "160x100");
    cr_expect_str_eq(one, other);
    find_hash(other, "1", "avx2", "176x100");
    cr_expect_str_neq(one, other);
}

Test(program, who_moves_on_a_path_hears_from_there)
{
    write_path();
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "6", "--no-music", "-o", "eyes.wav");
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "6", "--no-music", "-o", "moves.wav",
                  "--camera-path", "path.txt");
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "6", "--no-music", "-o", "again.wav",
                  "--camera-path", "path.txt");
    cr_expect_not(program_same_files("eyes.wav", "moves.wav"));
    cr_expect(program_same_files("moves.wav", "again.wav"));
    /* One key point is a camera that stands. */
    program_write("one.txt", "key 0 200 100 100 10 90\n", 24);
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "6", "--no-music", "-o", "one.wav",
                  "--camera-path", "one.txt");
    EXPECT_STATUS(0, "sound", "builtin:demo1", "--to", "6", "--no-music", "-o", "stands.wav",
                  "--camera", "free:200,100,100,10,90");
    cr_expect(program_same_files("one.wav", "stands.wav"));
}

Test(program, a_film_on_a_camera_path_is_made_in_pieces)
{
    write_path();
    EXPECT_STATUS(0, "render", "builtin:demo5", "--from", "1", "--to", "5.2", "--fps", "10",
                  "--size", "160x100", "--quiet", "--camera-path", "path.txt", "-o", "all.avi");
    EXPECT_STATUS(0, "render", "builtin:demo5", "--from", "1", "--to", "5.2", "--fps", "10",
                  "--size", "160x100", "--quiet", "--camera-path", "path.txt", "--piece", "1/2",
                  "--threads", "1", "-o", "a.avi");
    EXPECT_STATUS(0, "render", "builtin:demo5", "--from", "1", "--to", "5.2", "--fps", "10",
                  "--size", "160x100", "--quiet", "--camera-path", "path.txt", "--piece", "2/2",
                  "--threads", "3", "-o", "b.avi");
    EXPECT_STATUS(0, "join", "a.avi", "b.avi", "-o", "joined.avi");
    cr_expect(program_same_files("all.avi", "joined.avi"));
    /* Its pictures are those of the times, its sound what is heard on the path. */
    EXPECT_STATUS(0, "render", "builtin:demo5", "--from", "1", "--to", "5.2", "--fps", "10",
                  "--size", "160x100", "--quiet", "--camera-path", "path.txt", "-o", "f%03d.png");
    EXPECT_STATUS(0, "shot", "builtin:demo5", "--at", "3", "--size", "160x100", "--camera-path",
                  "path.txt", "-o", "at3.png");
    cr_expect(program_same_files("f020.png", "at3.png"));
    EXPECT_STATUS(0, "render", "builtin:demo5", "--to", "5", "--quiet", "--camera-path", "path.txt",
                  "-o", "film.wav");
    EXPECT_STATUS(0, "sound", "builtin:demo5", "--to", "5", "--camera-path", "path.txt", "-o",
                  "sound.wav");
    cr_expect(program_same_files("film.wav", "sound.wav"));
}

Test(program, a_camera_path_that_will_not_do_is_named)
{
    EXPECT_REFUSED(1, "nix.txt", "shot", "builtin:demo1", "--at", "1", "--camera-path", "nix.txt");
    program_write("empty.txt", "# nothing\n", 10);
    EXPECT_REFUSED(1, "no key point", "shot", "builtin:demo1", "--at", "1", "--camera-path",
                   "empty.txt");
    program_write("bad.txt", "key 1 2 3 4 5 6\nkey 2 x 3 4 5 6\n", 32);
    EXPECT_REFUSED(1, "byte 16: line 2: that is no number", "shot", "builtin:demo1", "--at", "1",
                   "--camera-path", "bad.txt");
    EXPECT_REFUSED(1, "line 2", "sound", "builtin:demo1", "-o", "x.wav", "--camera-path",
                   "bad.txt");
}
