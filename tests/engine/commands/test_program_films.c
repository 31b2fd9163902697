/* The program as its users meet it: a film of a real demo of each family is the same film, byte for
 * byte, however it is made: whole on plain C, in pieces each on other kernels and threads, by
 * several processes after a kill. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/engine/commands/program_stage.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

enum { PIECES = SANITIZED ? 2 : 7, KILLS = SANITIZED ? 0 : 2, DEMOS = SANITIZED ? 1 : 4 };

/* A second and a half of a demo, with sound. */
#define RANGE "--from", "20", "--to", "21.5", "--size", "160x100", "--fps", "10", "--quiet"

/* SIMD levels and numbers of threads. */
static const char *const ways[][2] = {
    {"--threads=2", "--cpu=avx2"}, {"--threads=1", "--cpu=avx512"}, {"--threads=2", "--cpu=sse41"},
    {"--threads=2", "--cpu=c"},    {"--threads=1", "--cpu=avx2"},   {"--threads=2", "--cpu=avx512"},
    {"--threads=1", "--cpu=sse41"}};

struct subject {
    struct real_data_name demo, base;
};

static void expect_pieces(const struct subject *s, const char *ending, const char *whole)
{
    char names[PIECES][24], joined[16];
    const char *words[PIECES + 5] = {"join"};
    for (int i = 0; i < PIECES; i++) {
        char piece[16];
        snprintf(piece, sizeof(piece), "%d/%d", i + 1, PIECES);
        snprintf(names[i], sizeof(names[i]), "piece%d.%s", i, ending);
        words[i + 1] = names[i];
        EXPECT_STATUS(0, "render", s->demo.text, "-basedir", s->base.text, RANGE, "--force",
                      "--piece", piece, ways[i][0], ways[i][1], "-o", names[i]);
    }
    snprintf(joined, sizeof(joined), "joined.%s", ending);
    words[PIECES + 1] = "--force";
    words[PIECES + 2] = "-o";
    words[PIECES + 3] = joined;
    program_expect_status(0, words);
    cr_expect(program_same_files(whole, joined), "%s: %s in pieces", s->demo.text, ending);
}

static void expect_after_kill(const struct subject *s, const char *whole)
{
    for (int i = 0; i < KILLS; i++) {
        char line[4096];
        snprintf(line, sizeof(line),
                 "cd %s && timeout -s KILL 0.%d '%s' render '%s' -basedir '%s' --from 20 --to 21.5 "
                 "--size 160x100 --fps 10 --jobs 2 -o killed.avi 2> /dev/null",
                 program_in_folder("."), 2 + 3 * i, program_path(), s->demo.text, s->base.text);
        (void)!system(line);
        EXPECT_STATUS(0, "render", s->demo.text, "-basedir", s->base.text, RANGE, "--jobs", "2",
                      "--resume", "-o", "killed.avi");
        cr_expect(program_same_files(whole, "killed.avi"), "%s, killed", s->demo.text);
        (void)!remove(program_in_folder("killed.avi"));
    }
}

static void write_whole(const struct subject *s, const char *name)
{
    EXPECT_STATUS(0, "render", s->demo.text, "-basedir", s->base.text, RANGE, "--force",
                  "--threads=1", "--cpu=c", "-o", name);
}

Test(program, render_makes_one_film_of_a_real_demo)
{
    static const struct {
        const char *demo, *base, *ending; /* names of the pieces */
    } films[] = {
        {"netquake/r15_e0m1_qs.dem", "librequake", "avi"},
        {"quakeworld/recorded/tq_rec_mid.qwd", "librequake", "y4m"},
        {"quakeworld/recorded/lab_ktx_mvd.mvd", "librequake", "wav"},
        {"quake3/recorded/oa_dm1_ffa_spec.dm_68", "quake3", "avi"},
    };
    for (int i = 0; i < DEMOS; i++) {
        const struct subject s = {real_data_path("%s", films[i].demo),
                                  real_data_path("%s", films[i].base)};
        char whole[16];
        snprintf(whole, sizeof(whole), "whole.%s", films[i].ending);
        write_whole(&s, "whole.avi");
        write_whole(&s, whole);
        expect_pieces(&s, films[i].ending, whole);
        expect_after_kill(&s, "whole.avi");
    }
}
