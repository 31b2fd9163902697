/* Panels over the picture: position, and how long texts are cut. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/overlay/panel.h"
#include "tests/support/osd_canvas.h"

/* The first and last row that a panel changes; -1 = none. */
static void find_rows(const struct osd_canvas *canvas, int *first, int *last)
{
    *first = *last = -1;
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            if (canvas->pixels[(size_t)y * canvas->pitch + (size_t)x] != canvas->pixels[0]) {
                *first = *first < 0 ? y : *first;
                *last = y;
            }
        }
    }
}

static uint64_t sum_of(const struct osd_canvas *canvas)
{
    uint64_t sum = 0;
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            sum = sum * 31 + canvas->pixels[(size_t)y * canvas->pitch + (size_t)x];
        }
    }
    return sum;
}

static uint64_t draw(const char *text, int width, int height, int top, int bottom)
{
    struct test_canvas guarded = test_canvas_make(width, height);
    int first, last;
    osd_fill(&guarded.canvas, 0, 0, width, height, 0x405060, 255);
    panel_draw(&guarded.canvas, text, top, bottom);
    test_canvas_expect_guards(&guarded);
    find_rows(&guarded.canvas, &first, &last);
    cr_expect_gt(first, top);
    cr_expect_lt(last, bottom, "%dx%d: %d", width, height, last);
    const uint64_t sum = sum_of(&guarded.canvas);
    test_canvas_free(&guarded);
    return sum;
}

Test(panel, fits_between_top_and_bottom)
{
    char text[3000] = "Title";
    for (int i = 0; i < 100; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used, "\nline %d of many", i);
    }
    draw(text, 960, 600, 100, 500);
    draw(text, 320, 200, 20, 160);
    draw(text, 3840, 2160, 0, 2000);
    draw("Title", 960, 600, 300, 500);
}

/* Two thirds of the free rows are below it. */
Test(panel, is_in_the_upper_middle)
{
    struct test_canvas t = test_canvas_make(960, 600);
    int first, last;
    panel_draw(&t.canvas, "Title\nwhat to do\nhow to end", 0, 590);
    find_rows(&t.canvas, &first, &last);
    const int height = last + 1 - first;
    cr_assert(first > 0 && height > 0);
    cr_expect_eq(first, (590 - height) / 3);
    test_canvas_free(&t);
}

Test(panel, the_last_lines_are_there)
{
    const char *many = "Title\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nwhat to do\nhow to end";
    const char *few = "Title\na\nb\nc\nwhat to do\nhow to end";
    const int size = osd_text_size(960, 600), room = 6 * osd_line_height(size) + 2 * size;
    const int bottom = 100 + size / 2 + room + 1;
    cr_expect_eq(draw(many, 960, 600, 100, bottom), draw(few, 960, 600, 100, bottom));
    cr_expect_neq(draw(many, 960, 600, 100, 600), draw(few, 960, 600, 100, 600));
}

Test(panel, words_are_not_cut)
{
    char line[256], rows[256], word[128];
    const int size = osd_text_size(320, 200), columns = (320 - 3 * size) / osd_advance(size);
    cr_assert(columns > 8 && columns < 100);
    memset(word, 'a', sizeof(word));
    word[columns - 3] = '\0';
    snprintf(line, sizeof(line), "Title\n%s bbbbb c", word);
    snprintf(rows, sizeof(rows), "Title\n%s\nbbbbb c", word);
    cr_expect_eq(draw(line, 320, 200, 0, 199), draw(rows, 320, 200, 0, 199));
}
