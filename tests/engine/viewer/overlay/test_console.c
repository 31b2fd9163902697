/* The console: filter, scrolling, drawing. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "engine/viewer/overlay/console.h"
#include "tests/support/osd_canvas.h"

/* Line i is "line i", every tenth one "Tenth i"; every seventh is for others. */
static bool give_line(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    (void)context;
    *time = (double)index;
    snprintf(text, CONSOLE_TEXT, index % 10 == 0 ? "Tenth %zu" : "line %zu", index);
    return index % 7 != 6;
}

static const struct console_source source = {.line = give_line, .count = 100, .name = "demo"};

static void type_word(struct console *c, const char *word)
{
    for (; *word != '\0'; word++) {
        console_type(c, *word);
    }
}

Test(console, typing_finds_lines)
{
    struct console c = {0};
    size_t at = 99;
    cr_expect_eq(console_count(&c, &source), 86u, "without those for others");
    cr_expect(console_matches(&c, "anything", &at));
    type_word(&c, "TENTH");
    cr_expect(console_matches(&c, "a tenth", &at));
    cr_expect_eq(at, 2u);
    cr_expect_not(console_matches(&c, "a tent", &at));
    cr_expect_not(console_matches(&c, "", &at));
    cr_expect_eq(console_count(&c, &source), 8u, "20 and 90 are for others");
    type_word(&c, " 5");
    cr_expect_eq(console_count(&c, &source), 1u);
    console_erase(&c);
    console_erase(&c);
    cr_expect_eq(console_count(&c, &source), 8u);
    for (int i = 0; i < 100; i++) {
        console_type(&c, 'x');
        console_type(&c, '\n');
    }
    cr_expect_eq(strlen(c.filter), (size_t)CONSOLE_FILTER - 1);
    c.shown = true;
    console_escape(&c);
    cr_expect(c.shown && c.filter[0] == '\0', "first the filter goes");
    console_escape(&c);
    cr_expect_not(c.shown);
}

Test(console, scrolls_as_far_as_there_are_lines)
{
    struct console c = {0};
    console_scroll(&c, &source, 10);
    cr_expect_eq(c.scroll, 10u);
    console_scroll(&c, &source, -3);
    cr_expect_eq(c.scroll, 7u);
    console_scroll(&c, &source, 1000);
    cr_expect_eq(c.scroll, 85u, "the oldest line stays");
    console_scroll(&c, &source, -1000);
    cr_expect_eq(c.scroll, 0u);
    console_scroll(&c, &source, 5);
    console_type(&c, 'n');
    cr_expect_eq(c.scroll, 0u, "what is looked for begins at the newest");
    const struct console_source none = {.line = give_line, .name = "demo"};
    console_scroll(&c, &none, 10);
    cr_expect_eq(c.scroll, 0u);
}

Test(console, draws_inside_any_picture)
{
    static const int sizes[][2] = {{1, 1}, {40, 30}, {160, 100}, {960, 600}, {3000, 50}};
    struct console c = {.shown = true};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct test_canvas t = test_canvas_make(sizes[i][0], sizes[i][1]);
        for (int k = 0; k < 3; k++) {
            c.filter[0] = '\0';
            type_word(&c, k == 1 ? "line" : k == 2 ? "nowhere" : "");
            c.scroll = k == 0 ? 40 : 0;
            console_draw(&c, &source, &t.canvas);
        }
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
}

static void give_colors(const void *context, size_t index, uint32_t colors[CONSOLE_TEXT])
{
    (void)context;
    for (size_t i = 2; index == 99 && i < 4; i++) {
        colors[i] = 0x00ff0000u;
    }
}

/* Two letters of the newest line are red, and nothing else is. */
Test(console, letters_have_their_colours)
{
    struct console_source colored = source;
    struct console c = {.shown = true};
    int red[2] = {0, 0};
    for (int pass = 0; pass < 2; pass++) {
        struct test_canvas t = test_canvas_make(640, 400);
        colored.colors = pass == 1 ? give_colors : NULL;
        console_draw(&c, &colored, &t.canvas);
        for (int y = 0; y < 400; y++) {
            for (int x = 0; x < 640; x++) {
                red[pass] += test_canvas_get(&t, x, y) == osd_readable(0xff0000, OSD_CONSOLE);
            }
        }
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
    cr_expect_eq(red[0], 0);
    cr_expect_gt(red[1], 4);
}

static void give_no_colors(const void *context, size_t index, uint32_t colors[CONSOLE_TEXT])
{
    (void)context, (void)index;
    memset(colors, 0, CONSOLE_TEXT * sizeof(*colors));
}

Test(console, lines_without_colours_have_the_usual_one)
{
    struct console_source uncolored = source;
    struct console c = {.shown = true};
    struct test_canvas t[2];
    for (int i = 0; i < 2; i++) {
        t[i] = test_canvas_make(640, 400);
        uncolored.colors = i == 1 ? give_no_colors : NULL;
        console_draw(&c, &uncolored, &t[i].canvas);
    }
    cr_expect_eq(memcmp(t[0].all, t[1].all, t[0].count * sizeof(*t[0].all)), 0);
    test_canvas_free(&t[0]);
    test_canvas_free(&t[1]);
}

/* The hint ends at the right margin; narrow pictures have no room for it. */
Test(console, the_prompt_has_a_hint_at_the_right)
{
    static const int widths[] = {960, 200};
    for (size_t i = 0; i < 2; i++) {
        const int width = widths[i], size = osd_text_size(width, 400);
        const int top = console_rows(width, 400) * osd_line_height(size);
        struct console c = {.shown = true};
        struct test_canvas t = test_canvas_make(width, 400);
        int rightmost = -1;
        console_draw(&c, &source, &t.canvas);
        for (int x = 0; x < width; x++) {
            if (test_canvas_count(&t, x, top, 1, size, 0x009098a0u) > 0) {
                rightmost = x;
            }
        }
        if (i == 0) {
            cr_expect(rightmost > width - size - 2 * osd_advance(size) && rightmost < width - size,
                      "%d of %d", rightmost, width);
        } else {
            cr_expect_eq(rightmost, -1);
        }
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
}

/* Pixels of a text's colour above the prompt. */
static int count_ink(const struct console *c, const struct console_source *lines)
{
    struct test_canvas t = test_canvas_make(640, 400);
    int ink = 0;
    console_draw(c, lines, &t.canvas);
    const int prompt = console_rows(640, 400) * osd_line_height(osd_text_size(640, 400));
    for (int y = 0; y < prompt; y++) {
        for (int x = 0; x < 640; x++) {
            ink += test_canvas_get(&t, x, y) == 0x009098a0u;
        }
    }
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
    return ink;
}

/* Line 6 is for others' eyes. */
static bool give_none(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    return give_line(context, index * 7 + 6, time, text);
}

Test(console, shows_a_line_when_empty)
{
    struct console c = {.shown = true};
    const struct console_source none = {.line = give_line, .name = "demo"};
    const struct console_source hidden = {.line = give_none, .count = 5, .name = "demo"};
    const int printed = count_ink(&c, &none);
    cr_expect_gt(printed, 0);
    cr_expect_eq(count_ink(&c, &hidden), printed, "nothing for this viewer is nothing");
    c.own = true;
    const int own = count_ink(&c, &none);
    cr_expect(own > 0 && own != printed);
    type_word(&c, "nowhere");
    const int found = count_ink(&c, &source);
    cr_expect(found > 0 && found != own && found != printed);
}

/* --- in the viewer -----------------------------------------------------------------------------
 */

/* The background ends half a line of text below the prompt, where a line of colour begins. */
Test(console, the_background_holds_all_rows_and_the_prompt)
{
    const struct console c = {.shown = true};
    const int size = osd_text_size(640, 400), line = osd_line_height(size);
    const int height = (console_rows(640, 400) + 1) * line + size / 2;
    struct test_canvas t = test_canvas_make(640, 400);
    console_draw(&c, &source, &t.canvas);
    cr_expect_neq(test_canvas_get(&t, 0, height - 1), (uint32_t)TEST_CANVAS_GROUND);
    cr_expect_neq(test_canvas_get(&t, 0, height - 1), 0x00e8a33du);
    cr_expect_eq(test_canvas_get(&t, 0, height), 0x00e8a33du);
    cr_expect_eq(test_canvas_get(&t, 639, 399), (uint32_t)TEST_CANVAS_GROUND);
    test_canvas_free(&t);
}

Test(console, scrolling_by_nothing_changes_nothing)
{
    const struct console_source none = {.line = give_line, .name = "demo"};
    struct console c = {.scroll = 3};
    console_scroll(&c, &source, 0);
    cr_expect_eq(c.scroll, 3u);
    console_scroll(&c, &none, 0);
    cr_expect_eq(c.scroll, 3u);
}
