/* The program as its users meet it: contact sheets, and shots at times out of a file. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/sheet_plan.h"
#include "engine/commands/commands.h"
#include "formats/pictures/png.h"
#include "tests/engine/commands/program_stage.h"

/* Picture, sheet and film have the same at the end; only there. */
Test(program, the_summary_is_at_the_end_of_all)
{
    static const char summary[] = "--end-summary";
    struct sheet_layout l;
    int x, y;
    EXPECT_STATUS(0, "shot", "builtin:demo2", summary, "--at", "1,100%", "--size", "320x200", "-o",
                  "s%d.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--at", "1,100%", "--size", "320x200", "-o",
                  "n%d.png");
    EXPECT_STATUS(0, "shot", "builtin:demo2", "--summary", "--at", "1", "--size", "320x200", "-o",
                  "k.png");
    EXPECT_STATUS(0, "render", "builtin:demo2", summary, "--from", "-0.5", "--fps", "2", "--size",
                  "320x200", "-o", "f%d.png");
    EXPECT_STATUS(0, "sheet", "builtin:demo2", summary, "--count", "2", "--size", "320x200");
    cr_expect(program_same_files("s0.png", "n0.png"));
    cr_expect_not(program_same_files("s1.png", "n1.png"));
    cr_expect_not(program_same_files("s0.png", "k.png"));
    cr_expect(program_same_files("s1.png", "f1.png"));
    cr_expect(program_same_files("s1.png", "f10.png"), "five seconds of two frames");
    cr_expect_not(program_same_files("s1.png", "f0.png"));
    cr_expect_not(platform_exists(program_in_folder("f11.png")));
    cr_assert(sheet_lay_out(&l, 2, 0, 1, 320, 200));
    uint32_t *sheet = program_expect_png("sheet.png", l.width, l.height);
    uint32_t *shot = program_expect_png("s1.png", 320, 200);
    sheet_place(&l, 1, &x, &y);
    for (int row = 0; row < 200; row++) {
        cr_assert_arr_eq(sheet + (size_t)(y + row) * (size_t)l.width + (size_t)x, shot + row * 320,
                         320 * sizeof(*shot), "row %d", row);
    }
    free(shot);
    free(sheet);
}

Test(program, a_sheet_is_made_of_shots)
{
    static const char *const demos[] = {"builtin:demo2", "builtin:demo4", "builtin:demo5"};
    for (size_t d = 0; d < sizeof(demos) / sizeof(demos[0]); d++) {
        struct sheet_layout l;
        int x, y;
        cr_assert(sheet_lay_out(&l, 3, 2, 1, 160, 100));
        EXPECT_STATUS(0, "sheet", demos[d], "--from", "1", "--to", "7", "--count", "3", "--columns",
                      "2", "--size", "160x100", "--force");
        EXPECT_STATUS(0, "shot", demos[d], "--at", "2,4,6", "--size", "160x100", "--force");
        uint32_t *sheet = program_expect_png("sheet.png", l.width, l.height);
        for (uint32_t i = 0; i < 3; i++) {
            char name[32];
            snprintf(name, sizeof(name), "shot-%u.png", (unsigned)i);
            uint32_t *shot = program_expect_png(name, 160, 100);
            sheet_place(&l, i, &x, &y);
            for (int row = 0; row < 100; row++) {
                const uint32_t *at = sheet + (size_t)(y + row) * (size_t)l.width + (size_t)x;
                cr_assert_eq(memcmp(at, shot + row * 160, 160 * sizeof(*at)), 0, "%s %u row %d",
                             demos[d], (unsigned)i, row);
            }
            free(shot);
        }
        /* Words are below the pictures, and one line over them. */
        bool head = false, words = false;
        for (int column = 0; column < l.width; column++) {
            for (int row = 0; row < l.letters; row++) {
                head |=
                    sheet[(size_t)(l.gap + row) * (size_t)l.width + (size_t)column] == 0x00f0f0f0u;
                words |= sheet[(size_t)(y - l.gap - row) * (size_t)l.width + (size_t)column] ==
                         0x00e8a33du;
            }
        }
        cr_expect(head && words, "%s", demos[d]);
        free(sheet);
    }
}

Test(program, a_sheet_is_the_same_with_any_threads)
{
    EXPECT_STATUS(0, "sheet", "builtin:demo1", "--per", "frag,pickup,level", "--size", "160x100",
                  "--threads", "1", "--cpu", "c", "-o", "one.png");
    EXPECT_STATUS(0, "sheet", "builtin:demo1", "--per", "level,frag,pickup", "--size", "160x100",
                  "--threads", "3", "-o", "three.png");
    cr_expect(program_same_files("one.png", "three.png"));
}

Test(program, a_sheet_says_what_it_cannot_do)
{
    EXPECT_REFUSED(2, "bad value 'wizard' (level, frag", "sheet", "builtin:demo1", "--per",
                   "wizard");
    EXPECT_REFUSED(2, "bad value", "sheet", "builtin:demo1", "--per", "frag,,level");
    EXPECT_REFUSED(2, "bad value '0' (1 to 1000)", "sheet", "builtin:demo1", "--count", "0");
    EXPECT_REFUSED(2, "bad value 'x' (a time", "sheet", "builtin:demo1", "--from", "x");
    EXPECT_REFUSED(2, "is before", "sheet", "builtin:demo1", "--from", "5", "--to", "4");
    EXPECT_REFUSED(1, "no event of these kinds", "sheet", "builtin:demo1", "--per", "flag");
    EXPECT_REFUSED(1, "too large", "sheet", "builtin:demo1", "--count", "1000", "--columns", "1");
    cr_expect_not(platform_exists(program_in_folder("sheet.png")));
    program_write("sheet.png", "mine", 4);
    EXPECT_REFUSED(1, "--force replaces it", "sheet", "builtin:demo1", "--count", "1");
    size_t size;
    char *kept = program_read(program_in_folder("sheet.png"), &size);
    cr_expect(kept && size == 4);
    free(kept);
    EXPECT_REFUSED(1, "none/x.png", "sheet", "builtin:demo1", "--count", "1", "-o", "none/x.png");
    struct program_result r = RUN("sheet", "builtin:demo1", "--per", "frag,pickup", "--count", "2",
                                  "--size", "160x100", "-o", "two.png");
    cr_expect_eq(r.status, EXIT_GOOD);
    program_expect_holds(r.err, "builtin:demo1: showing 2 of ");
    program_free(&r);
}

Test(program, shots_at_the_times_of_a_file)
{
    program_write("times.txt", "# two\r\n 0:01 # one\n\n,2\t", 23);
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--times", "times.txt", "--size", "160x100");
    EXPECT_STATUS(0, "shot", "builtin:demo1", "--at", "1,2", "--size", "160x100", "-o", "a%d.png");
    cr_expect(program_same_files("shot-0.png", "a0.png"));
    cr_expect(program_same_files("shot-1.png", "a1.png"));
    EXPECT_REFUSED(1, "nix.txt", "shot", "builtin:demo1", "--times", "nix.txt");
    program_write("none.txt", "# 1\n", 4);
    EXPECT_REFUSED(1, "no time in it", "shot", "builtin:demo1", "--times", "none.txt");
    program_write("bad.txt", "1\nnoon\n", 7);
    EXPECT_REFUSED(2, "bad time 'noon'", "shot", "builtin:demo1", "--times", "bad.txt");
    program_write("nul.txt", "1\n\0 2", 5);
    EXPECT_REFUSED(2, "bad time '?'", "shot", "builtin:demo1", "--times", "nul.txt");
    EXPECT_REFUSED(2, "one of --at, --times", "shot", "builtin:demo1", "--times", "times.txt",
                   "--at", "1");
}

/* Each hit is drawn where it ends, in its player's eyes: frames of two demos, with two lines below.
 */
Test(program, a_sheet_of_what_search_found)
{
    static const struct {
        const char *demo, *at, *player;
    } hits[] = {{"builtin:demo4", "9.4719999999999711", "Ember"},
                {"builtin:demo4", "18.110999999999958", "Frost"},
                {"builtin:demo5", "19.950000000000149", NULL}};
    struct sheet_layout l;
    int x, y;
    cr_assert(sheet_lay_out(&l, 3, 2, 2, 160, 100));
    EXPECT_STATUS(0, "search", "--frags", "1", "builtin:demo4", "builtin:demo5", "--columns", "2",
                  "--size", "160x100", "--sheet", "hits.png");
    uint32_t *sheet = program_expect_png("hits.png", l.width, l.height);
    for (uint32_t i = 0; i < 3; i++) {
        EXPECT_STATUS(0, "shot", hits[i].demo, "--at", hits[i].at, "--size", "160x100", "-o",
                      "hit.png", "--force", hits[i].player ? "--follow" : NULL, hits[i].player);
        uint32_t *shot = program_expect_png("hit.png", 160, 100);
        sheet_place(&l, i, &x, &y);
        for (int row = 0; row < 100; row++) {
            const uint32_t *at = sheet + (size_t)(y + row) * (size_t)l.width + (size_t)x;
            cr_assert_eq(memcmp(at, shot + row * 160, 160 * sizeof(*at)), 0, "%u row %d",
                         (unsigned)i, row);
        }
        free(shot);
    }
    free(sheet);
    EXPECT_REFUSED(1, "--force replaces it", "search", "--frags", "1", "builtin:demo4", "--sheet",
                   "hits.png");
    EXPECT_REFUSED(2, "pictures are PNG", "search", "--frags", "1", "builtin:demo4", "--sheet",
                   "hits.jpg");
    struct program_result r =
        RUN("search", "--frags", "9000", "builtin:demo4", "--sheet", "none.png");
    cr_expect_eq(r.status, 1);
    cr_expect_not(platform_exists(program_in_folder("none.png")), "nothing was found");
    program_free(&r);
}
