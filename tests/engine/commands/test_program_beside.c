/* The program as its users meet it: two demos or moments in pictures and films. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/capture/sheet_plan.h"
#include "engine/commands/commands.h"
#include "tests/engine/commands/program_stage.h"

/* Bytes of a picture; each half has something in it. */
static void expect_halves(const char *name, int width, int height)
{
    uint32_t *pixels = program_expect_png(name, width, height);
    size_t changes[2] = {0, 0};
    for (int i = 1; i < width * height; i++) {
        const int second = height > width ? i / width >= height / 2 : i % width >= width / 2;
        changes[second] += pixels[i] != pixels[i - 1];
    }
    cr_expect_gt(changes[0], (size_t)width * (size_t)height / 20);
    cr_expect_gt(changes[1], (size_t)width * (size_t)height / 20);
    free(pixels);
}

Test(program, a_picture_has_another_demo_beside)
{
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside", "builtin:demo2", "--beside-offset", "-1",
                  "--at", "3", "--size", "640x240", "-o", "wide.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside", "builtin:demo2", "--beside-offset", "-1",
                  "--at", "3", "--size", "200x320", "-o", "tall.png");
    expect_halves("wide.png", 640, 240);
    expect_halves("tall.png", 200, 320);
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside-at", "2", "--at", "3", "--size", "640x240",
                  "-o", "kept.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--at", "3", "--size", "640x240", "-o", "one.png");
    cr_expect(program_same_files("wide.png", "kept.png"));
    cr_expect_not(program_same_files("wide.png", "one.png"));
}

/* Each of its pictures is a shot; where two are too small, one is drawn and that is told. */
Test(program, a_sheet_has_another_moment_beside)
{
    struct sheet_layout l;
    int x, y;
    EXPECT_STATUS(0, "sheet", "builtin:demo2", "--beside-offset", "-1", "--from", "2", "--to", "4",
                  "--count", "1", "--size", "640x240", "-o", "sheet.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside-offset", "-1", "--at", "3", "--size",
                  "640x240", "-o", "shot.png");
    cr_assert(sheet_lay_out(&l, 1, 0, 1, 640, 240));
    uint32_t *sheet = program_expect_png("sheet.png", l.width, l.height);
    uint32_t *shot = program_expect_png("shot.png", 640, 240);
    sheet_place(&l, 0, &x, &y);
    for (int row = 0; row < 240; row++) {
        cr_assert_arr_eq(sheet + (size_t)(y + row) * (size_t)l.width + (size_t)x, shot + row * 640,
                         640 * sizeof(*shot), "row %d", row);
    }
    free(shot);
    free(sheet);
    struct program_result r = RUN("sheet", "builtin:demo2", "--beside-offset", "-1", "--count", "1",
                                  "--size", "160x100", "-o", "small.png");
    cr_expect_eq(r.status, 0);
    program_expect_holds(r.err, "two pictures are too small at 160x100: one is drawn");
    program_free(&r);
}

Test(program, a_film_has_the_difference_of_a_picture)
{
    static const char difference[] = "--difference";
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside-offset", "0.5", difference, "--at", "2",
                  "--size", "320x200", "-o", "a.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--beside-offset", "0.5", difference,
                  "--difference-gain", "8", "--at", "2", "--size", "320x200", "-o", "b.png");
    EXPECT_STATUS(0, "render", "builtin:demo2", "--beside-offset", "0.5", difference, "--from", "2",
                  "--to", "2.1", "--fps", "20", "--size", "320x200", "--jobs", "2", "-o",
                  "f-%d.png");
    cr_expect(program_same_files("a.png", "f-0.png"));
    cr_expect_not(program_same_files("a.png", "b.png"));
}

/* One line on stderr, with these words. */
static void expect_told(struct program_result r, const char *words, int status)
{
    cr_expect_eq(r.status, status, "%s", r.err);
    cr_expect(strstr(r.err, words), "%s", r.err);
    cr_expect_eq(program_count_lines(r.err), 1u, "%s", r.err);
    program_free(&r);
}

Test(program, what_is_beside_is_told_or_refused)
{
    expect_told(RUN("shot", "builtin:demo4", "--at", "2", "--beside-at", "1", "--beside-follow",
                    "nobody", "--size", "320x200", "-o", "a.png"),
                "no player is called 'nobody'; the players are 1 Ember, 2 Frost", EXIT_BAD_INPUT);
    expect_told(RUN("shot", "builtin:demo2", "--at", "2", "--beside", "builtin:demo5", "--size",
                    "320x200", "-o", "b.png"),
                "beside builtin:demo5: aligned at the beginning of both demos: ", 0);
    expect_told(RUN("shot", "builtin:demo2", "--at", "2", "--beside", "none.dem", "-o", "c.png"),
                "beside none.dem: ", EXIT_BAD_INPUT);
    expect_told(RUN("shot", "builtin:demo2", "--at", "2", "--beside-at", "1", "--size", "300x200",
                    "-o", "d.png"),
                "two pictures are too small at 300x200: one is drawn", 0);
    EXPECT_REFUSED(EXIT_USAGE, "--difference is for two pictures", "shot", "builtin:demo2", "--at",
                   "2", "--difference", "-o", "e.png");
}
