/* The program as its users meet it: several views in pictures, films and figures. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"

#define FOUR "--size", "640x400", "--views", "4", "--view-layout", "large", "--view-main", "2"

Test(program, a_film_has_the_views_of_a_picture)
{
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", FOUR, "-o", "a.png");
    EXPECT_STATUS(0, "render", "builtin:demo4", "--from", "2", "--to", "2.1", "--fps", "20", FOUR,
                  "-o", "f-%d.png");
    EXPECT_STATUS(0, "render", "builtin:demo4", "--from", "2", "--to", "2.1", "--fps", "20",
                  "--jobs", "2", FOUR, "-o", "j-%d.png");
    cr_expect(program_same_files("a.png", "f-0.png"));
    cr_expect(program_same_files("a.png", "j-0.png"));
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", "--size", "640x400", "-o", "one.png");
    cr_expect_not(program_same_files("a.png", "one.png"));
}

Test(program, whom_views_follow_decides_the_picture)
{
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", "--size", "640x400", "--views", "2",
                  "-o", "a.png");
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", "--size", "640x400", "--views", "2",
                  "--follow", "ember", "--view-follow", "2", "-o", "b.png");
    EXPECT_STATUS(0, "shot", "builtin:demo4", "--at", "2", "--size", "640x400", "--views", "2",
                  "--follow", "frost", "-o", "c.png");
    cr_expect(program_same_files("a.png", "b.png"));
    cr_expect_not(program_same_files("a.png", "c.png"));
}

/* One line on stderr, with these words. */
static void expect_told(struct program_result r, const char *words, int status)
{
    cr_expect_eq(r.status, status, "%s", r.err);
    cr_expect(strstr(r.err, words), "%s", r.err);
    cr_expect_eq(program_count_lines(r.err), 1u, "%s", r.err);
    program_free(&r);
}

Test(program, whom_no_view_finds_is_told)
{
    static const char line[] = "no player is called 'nobody'; the players are 1 Ember, 2 Frost";
    expect_told(RUN("shot", "builtin:demo4", "--at", "2", "--size", "320x200", "--views", "2",
                    "--view-follow", "nobody", "-o", "a.png"),
                line, EXIT_BAD_INPUT);
    expect_told(RUN("render", "builtin:demo4", "--to", "0.2", "--size", "320x200", "--views", "2",
                    "--view-follow", "nobody", "--no-sound", "-o", "f.y4m", "--quiet"),
                line, EXIT_BAD_INPUT);
}

Test(program, views_that_are_lacking_are_told)
{
    static const char one[] =
        "builtin:demo1: the demo has one player's view: 2 views, one of them from behind";
    static const char small[] = "builtin:demo4: 4 views are too small at 320x198: 2 drawn";
    expect_told(RUN("shot", "builtin:demo1", "--at", "1,2", "--size", "640x400", "--views", "4",
                    "-o", "a%d.png"),
                one, EXIT_GOOD);
    expect_told(RUN("shot", "builtin:demo4", "--at", "1", "--size", "320x198", "--views", "4", "-o",
                    "b.png"),
                small, EXIT_GOOD);
    expect_told(RUN("render", "builtin:demo4", "--to", "0.1", "--size", "320x198", "--views", "4",
                    "--no-sound", "-o", "c.y4m", "--quiet"),
                small, EXIT_GOOD);
}

Test(program, wrong_values_of_views_are_refused)
{
    EXPECT_REFUSED(EXIT_USAGE, "3", "shot", "builtin:demo4", "--at", "1", "--views", "3");
    EXPECT_REFUSED(EXIT_USAGE, "wide", "shot", "builtin:demo4", "--at", "1", "--view-layout",
                   "wide");
    EXPECT_REFUSED(EXIT_USAGE, "5", "shot", "builtin:demo4", "--at", "1", "--view-main", "5");
    EXPECT_REFUSED(EXIT_USAGE, "a,b,c,d", "shot", "builtin:demo4", "--at", "1", "--view-follow",
                   "a,b,c,d");
}
