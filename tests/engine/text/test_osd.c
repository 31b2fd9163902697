/* Rectangles, text, times and the message over a picture. */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "engine/text/osd.h"
#include "tests/support/osd_canvas.h"

#define INK 0x0012ff34u

Test(osd, times)
{
    static const struct {
        double seconds;
        int decimals;
        const char *text;
    } cases[] = {
        {0.0, 1, "0:00.0"},
        {62.5, 1, "1:02.5"},
        {59.94, 1, "0:59.9"},
        {59.96, 1, "1:00.0"},
        {59.5, 0, "1:00"},
        {3599.96, 1, "1:00:00.0"},
        {3723.5, 1, "1:02:03.5"},
        {36000.0, 0, "10:00:00"},
        {-5.25, 2, "-0:05.25"},
        {-0.04, 1, "0:00.0"},
        {-3600.0, 0, "-1:00:00"},
        {1.0625, 3, "0:01.063"},
        {100.0 * 3600, 1, "100:00:00.0"},
    };
    char text[OSD_TIME];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        osd_format_time(text, cases[i].seconds, cases[i].decimals);
        cr_expect_str_eq(text, cases[i].text, "%s, not %s", text, cases[i].text);
    }
}

Test(osd, non_finite_times)
{
    char text[OSD_TIME], most[OSD_TIME];
    osd_format_time(text, (double)NAN, 1);
    cr_expect_str_eq(text, "0:00.0");
    osd_format_time(most, 1e300, 3);
    osd_format_time(text, (double)INFINITY, 9);
    cr_expect_str_eq(text, most);
    osd_format_time(text, (double)-INFINITY, 3);
    cr_expect_eq(text[0], '-');
    cr_expect_str_eq(text + 1, most);
}

Test(osd, scale_grows_with_the_picture)
{
    cr_expect_eq(osd_scale(320, 200), 1);
    cr_expect_eq(osd_scale(640, 400), 1);
    cr_expect_eq(osd_scale(640, 480), 2);
    cr_expect_eq(osd_scale(960, 600), 2);
    cr_expect_eq(osd_scale(1280, 720), 2);
    cr_expect_eq(osd_scale(1920, 1080), 3);
    cr_expect_eq(osd_scale(3840, 2160), 6);
    cr_expect_eq(osd_scale(320, 2000), 1, "a narrow picture must hold some words");
    cr_expect_eq(osd_scale(1, 1), 1);
}

Test(osd, text_grows_with_the_picture)
{
    cr_expect_eq(osd_text_size(640, 400), 11);
    cr_expect_eq(osd_text_size(960, 600), 14);
    cr_expect_eq(osd_text_size(1920, 1080), 25);
    cr_expect_eq(osd_text_size(3840, 2160), 50);
    cr_expect_leq(osd_advance(osd_text_size(320, 2000)) * 40, 320);
    cr_expect_eq(osd_text_size(1, 1), OSD_SIZE_MIN);
    cr_expect_eq(osd_text_size(100000, 100000), OSD_SIZE_MAX);
}

Test(osd, fill_covers_its_rectangle)
{
    struct test_canvas t = test_canvas_make(20, 10);
    osd_fill(&t.canvas, 3, 2, 5, 4, INK, 255);
    cr_expect_eq(test_canvas_count_all(&t, INK), 20);
    cr_expect_eq(test_canvas_count(&t, 3, 2, 5, 4, INK), 20);
    osd_fill(&t.canvas, 3, 2, 5, 4, 0, 0);
    cr_expect_eq(test_canvas_count_all(&t, INK), 20, "alpha 0 covers nothing");
    osd_fill(&t.canvas, 3, 2, 0, 4, 0, 255);
    osd_fill(&t.canvas, 3, 2, 5, -4, 0, 255);
    cr_expect_eq(test_canvas_count_all(&t, INK), 20, "no size, nothing filled");
    test_canvas_free(&t);
}

/* Every row length around those the blending takes at once, every alpha. */
Test(osd, fill_blends)
{
    const uint32_t color = 0x00f01080u;
    for (int width = 1; width < 35; width++) {
        for (int alpha = 0; alpha < 256; alpha++) {
            struct test_canvas t = test_canvas_make(width + 2, 1);
            osd_fill(&t.canvas, 1, 0, width, 1, color, alpha);
            for (int x = 1; x <= width; x++) {
                uint32_t got = test_canvas_get(&t, x, 0);
                for (int shift = 0; shift < 32; shift += 8) {
                    int old = (int)(TEST_CANVAS_GROUND >> shift & 255);
                    int new = (int)(color >> shift & 255);
                    double wanted = old + (new - old) * alpha / 255.0;
                    double error = fabs((int)(got >> shift & 255) - wanted);
                    cr_assert(error < 1.5, "width %d alpha %d: %06x", width, alpha, got);
                }
            }
            cr_assert_eq(test_canvas_get(&t, 0, 0), TEST_CANVAS_GROUND);
            cr_assert_eq(test_canvas_get(&t, width + 1, 0), TEST_CANVAS_GROUND);
            test_canvas_expect_guards(&t);
            test_canvas_free(&t);
        }
    }
}

static const int far_out[] = {INT_MIN, INT_MIN + 1, -1000000, -21,  -1,          0,      1,
                              19,      20,          21,       1000, INT_MAX - 1, INT_MAX};
enum { FAR_OUT = sizeof(far_out) / sizeof(far_out[0]) };

Test(osd, nothing_is_written_outside)
{
    struct test_canvas t = test_canvas_make(20, 20);
    for (int i = 0; i < FAR_OUT * FAR_OUT; i++) {
        int x = far_out[i / FAR_OUT];
        int y = far_out[i % FAR_OUT];
        for (int j = 0; j < FAR_OUT; j++) {
            osd_fill(&t.canvas, x, y, far_out[j], far_out[FAR_OUT - 1 - j], 0x123456, j * 20);
            osd_fill(&t.canvas, x, y, far_out[j], 7, 0x123456, 255);
            osd_text(&t.canvas, x, y, far_out[j], INK, "Wg%\xff");
        }
    }
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);

    struct test_canvas none = test_canvas_make(0, 0);
    osd_fill(&none.canvas, -5, -5, 10, 10, INK, 255);
    osd_text(&none.canvas, -5, -5, 12, INK, "text");
    osd_message(&none.canvas, 0, "text");
    test_canvas_expect_guards(&none);
    test_canvas_free(&none);
}

Test(osd, parts_of_text_outside_are_cut)
{
    struct test_canvas whole = test_canvas_make(80, 40);
    osd_text(&whole.canvas, 30, 15, 16, INK, "gW");
    for (int dx = -50; dx <= 50; dx += 5) {
        struct test_canvas moved = test_canvas_make(80, 40);
        int dy = dx / 2;
        osd_text(&moved.canvas, 30 + dx, 15 + dy, 16, INK, "gW");
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 80; x++) {
                bool inside = x - dx >= 0 && x - dx < 80 && y - dy >= 0 && y - dy < 40;
                uint32_t wanted =
                    inside ? test_canvas_get(&whole, x - dx, y - dy) : TEST_CANVAS_GROUND;
                cr_assert_eq(test_canvas_get(&moved, x, y), wanted, "by %d: %d, %d", dx, x, y);
            }
        }
        test_canvas_expect_guards(&moved);
        test_canvas_free(&moved);
    }
    test_canvas_free(&whole);
}

Test(osd, a_letter_has_its_shape_and_an_outline)
{
    struct test_canvas t = test_canvas_make(50, 50);
    const int size = 36; /* capitals are 28 high, the pen 4 wide */
    int width = osd_text(&t.canvas, 6, 4, size, INK, "L");
    cr_expect_eq(width, osd_advance(size));
    int left = 0;
    while (test_canvas_get(&t, left, 10) != INK) {
        left++;
    }
    int right = 49;
    while (test_canvas_get(&t, right, 4 + 27) != INK) {
        right--;
    }
    cr_expect_eq(test_canvas_count(&t, left, 4, 4, 28, INK), 4 * 28, "the upright");
    cr_expect_eq(test_canvas_count(&t, left, 4 + 24, right + 1 - left, 4, INK),
                 4 * (right + 1 - left), "the foot");
    cr_expect_eq(test_canvas_count_all(&t, INK), 4 * 24 + 4 * (right + 1 - left), "no more");
    cr_expect_eq(test_canvas_get(&t, left - 1, 10), 0, "dark beside it");
    cr_expect_eq(test_canvas_get(&t, left - 2 - osd_outline(size), 10), TEST_CANVAS_GROUND);
    test_canvas_free(&t);
}

Test(osd, a_label_has_no_outline)
{
    struct test_canvas t = test_canvas_make(50, 50);
    osd_label(&t.canvas, 6, 4, 36, INK, "L");
    int changed = 50 * 50 - test_canvas_count_all(&t, TEST_CANVAS_GROUND);
    cr_expect_gt(changed, 0);
    cr_expect_eq(changed, test_canvas_count_all(&t, INK),
                 "it is made of level and upright strokes");
    test_canvas_free(&t);
}

Test(osd, text_width)
{
    cr_expect_eq(osd_text_width("", 14), 0);
    cr_expect_eq(osd_text_width("a", 14), 8);
    cr_expect_eq(osd_text_width("abc", 25), 3 * osd_advance(25));
}

Test(osd, cached_glyphs_equal_drawn_glyphs)
{
    struct osd_font font = {0};
    for (int round = 0; round < 2; round++) {
        for (int size = 9; size < 40; size += 3) { /* more sizes than are kept */
            struct test_canvas made = test_canvas_make(200, 50);
            struct test_canvas kept = test_canvas_make(200, 50);
            kept.canvas.font = &font;
            osd_text(&made.canvas, 3, 3, size, INK, "Ag" OSD_PLAY " ji");
            osd_text(&kept.canvas, 3, 3, size, INK, "Ag" OSD_PLAY " ji");
            cr_expect(test_canvas_same(&made, &kept), "size %d", size);
            test_canvas_free(&made);
            test_canvas_free(&kept);
        }
    }
    osd_font_free(&font);
}

Test(osd, bytes_outside_ascii_are_question_marks)
{
    struct test_canvas a = test_canvas_make(50, 20);
    struct test_canvas b = test_canvas_make(50, 20);
    osd_text(&a.canvas, 2, 2, 11, INK, "a\xc3\x7f\t");
    osd_text(&b.canvas, 2, 2, 11, INK, "a???");
    cr_expect(test_canvas_same(&a, &b));
    test_canvas_free(&a);
    test_canvas_free(&b);
}

/* --- the message ------------------------------------------------------------------------------ */

/* The lowest line that differs from the ground. */
static int lowest_drawn(const struct test_canvas *t)
{
    for (int y = t->canvas.height - 1; y >= 0; y--) {
        if (test_canvas_count(t, 0, y, t->canvas.width, 1, TEST_CANVAS_GROUND) < t->canvas.width) {
            return y;
        }
    }
    return -1;
}

Test(osd, message_is_drawn_in_the_corner)
{
    struct test_canvas t = test_canvas_make(320, 200);
    osd_message(&t.canvas, 0, "");
    cr_expect_eq(lowest_drawn(&t), -1, "no words, no ground");
    osd_message(&t.canvas, 0, "paused");
    cr_expect_neq(test_canvas_get(&t, 6, 6), TEST_CANVAS_GROUND);
    cr_expect_lt(lowest_drawn(&t), 30);
    cr_expect_eq(test_canvas_count(&t, 100, 0, 220, 200, TEST_CANVAS_GROUND), 220 * 200);
    test_canvas_free(&t);
}

Test(osd, message_is_drawn_below)
{
    struct test_canvas high = test_canvas_make(320, 200);
    struct test_canvas low = test_canvas_make(320, 200);
    osd_message(&high.canvas, 0, "paused");
    osd_message(&low.canvas, 50, "paused");
    cr_expect_eq(lowest_drawn(&low), lowest_drawn(&high) + 50);
    cr_expect_eq(test_canvas_count(&low, 0, 0, 320, 51, TEST_CANVAS_GROUND), 320 * 51);
    osd_message(&low.canvas, 1000, "paused");
    osd_message(&low.canvas, -1000, "paused");
    test_canvas_expect_guards(&low);
    test_canvas_free(&high);
    test_canvas_free(&low);
}

Test(osd, message_area_is_what_is_drawn)
{
    static const char *const texts[] = {
        "paused", "one line\nand another\n",
        "a line of words that is too long for a picture of this width", ""};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct test_canvas drawn = test_canvas_make(320, 200);
        const struct osd_area area = osd_message_area(&drawn.canvas, 30, texts[i]);
        cr_expect_eq(osd_message(&drawn.canvas, 30, texts[i]), area.y + area.height);
        const int inside =
            test_canvas_count(&drawn, area.x, area.y, area.width, area.height, TEST_CANVAS_GROUND);
        cr_expect_eq(inside, 0, "%s", texts[i]);
        cr_expect_eq(test_canvas_count(&drawn, 0, 0, 320, 200, TEST_CANVAS_GROUND),
                     320 * 200 - area.width * area.height, "%s", texts[i]);
        test_canvas_free(&drawn);
    }
}

Test(osd, message_wraps)
{
    struct test_canvas one = test_canvas_make(320, 200);
    struct test_canvas lines = test_canvas_make(320, 200);
    struct test_canvas wide = test_canvas_make(320, 200);
    osd_message(&one.canvas, 0, "one line");
    osd_message(&lines.canvas, 0, "one line\nand another\n");
    osd_message(&wide.canvas, 0, "a line of words that is too long for a picture of this width");
    cr_expect_gt(lowest_drawn(&lines), lowest_drawn(&one));
    cr_expect_eq(lowest_drawn(&wide), lowest_drawn(&lines));
    cr_expect_eq(test_canvas_count(&wide, 317, 0, 3, 200, TEST_CANVAS_GROUND), 600);
    test_canvas_free(&one);
    test_canvas_free(&lines);
    test_canvas_free(&wide);
}

Test(osd, message_on_any_picture)
{
    static const int sizes[][2] = {{1, 1}, {3, 300}, {300, 3}, {20, 20}, {1920, 40}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct test_canvas t = test_canvas_make(sizes[i][0], sizes[i][1]);
        osd_message(&t.canvas, 0,
                    "words and an/extraordinarily/long/path/without/a/blank.png\n\nend");
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
}
