/* The help page: complete at every size of picture; filter. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/overlay/help.h"
#include "tests/support/osd_canvas.h"

static const uint32_t keys_color = 0x00ffffffu;
static const uint32_t heading_color = 0x00e8a33du;

static struct key_map map;

static void set_up(void)
{
    cr_assert_eq(key_map_init(&map), 0);
}

static void tear_down(void)
{
    key_map_free(&map);
}

TestSuite(help, .init = set_up, .fini = tear_down);

/* The ink in a colour on all pages. */
static int ink(const struct help *shown, int width, int height, uint32_t color)
{
    struct help help = *shown;
    struct osd_font font = {0};
    int sum = 0;
    for (help.page = 0; help.page < help_pages(&help, &map, width, height); help.page++) {
        struct test_canvas t = test_canvas_make(width, height);
        t.canvas.font = &font;
        help_draw(&help, &map, &t.canvas);
        test_canvas_expect_guards(&t);
        sum += test_canvas_count_all(&t, color);
        test_canvas_free(&t);
    }
    osd_font_free(&font);
    return sum;
}

/* Ink of the text alone. */
static int ink_of(const char *words, int size, uint32_t color)
{
    struct test_canvas t = test_canvas_make(osd_text_width(words, size) + 8, 2 * size);
    osd_label(&t.canvas, 4, 4, size, color, words);
    int sum = test_canvas_count_all(&t, color);
    test_canvas_free(&t);
    return sum;
}

static int ink_of_headings(int size)
{
    int sum = ink_of("Keys", size, heading_color);
    for (int g = 0; g < KEY_GROUPS; g++) {
        sum += ink_of(key_group_names[g], size, heading_color);
    }
    return sum;
}

static int ink_of_keys(int size)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    int sum = 0;
    for (size_t line = 0; key_map_help(&map, line, keys, what, NULL); line++) {
        sum += ink_of(keys, size, keys_color);
    }
    return sum;
}

Test(help, all_groups_are_whole_on_one_page)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}};
    struct help help = {.shown = true, .all = true};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const int width = sizes[i][0], height = sizes[i][1];
        cr_expect_eq(help_pages(&help, &map, width, height), 1, "%dx%d", width, height);
        const int headings = ink(&help, width, height, heading_color);
        const int keys = ink(&help, width, height, keys_color);
        bool whole = false;
        for (int size = osd_text_size(width, height); size > 6; size--) {
            if (headings == ink_of_headings(size)) {
                whole = true;
                cr_expect_gt(keys, ink_of_keys(size), "%dx%d: the mouse's are there too", width,
                             height);
                cr_expect_geq(size * 3, osd_text_size(width, height) * 2);
            }
        }
        cr_expect(whole, "%dx%d: a heading is missing or cut", width, height);
    }
}

Test(help, small_pictures_have_pages_and_nothing_is_cut)
{
    static const int sizes[][2] = {{960, 600}, {640, 400}, {640, 480}, {480, 300}, {800, 1200}};
    struct help help = {.shown = true, .all = true};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const int width = sizes[i][0], height = sizes[i][1];
        cr_expect_leq(help_pages(&help, &map, width, height), 8, "%dx%d", width, height);
        for (help.page = 0; help.page < help_pages(&help, &map, width, height); help.page++) {
            struct test_canvas t = test_canvas_make(width, height);
            help_draw(&help, &map, &t.canvas);
            uint32_t shade = test_canvas_get(&t, 0, 0);
            cr_expect_eq(test_canvas_count(&t, 0, 0, width, 2, shade), 2 * width);
            cr_expect_eq(test_canvas_count(&t, 0, height - 2, width, 2, shade), 2 * width);
            cr_expect_eq(test_canvas_count(&t, 0, 0, 2, height, shade), 2 * height);
            cr_expect_eq(test_canvas_count(&t, width - 2, 0, 2, height, shade), 2 * height,
                         "%dx%d page %d", width, height, help.page);
            test_canvas_free(&t);
        }
        help.page = 0;
    }
}

/* The first row of the picture with text in it. */
static int first_row(const struct test_canvas *t, int width, int height)
{
    const uint32_t shade = test_canvas_get(t, 0, 0);
    int y = 0;
    while (y < height && test_canvas_count(t, 0, y, width, 1, shade) == width) {
        y++;
    }
    return y;
}

/* Two pages' titles have equally many pixels but for the page's number. */
Test(help, the_title_has_the_page)
{
    enum { TITLE_ROWS = 8 };
    struct help help = {.shown = true, .all = true};
    int ink[2];
    cr_assert_gt(help_pages(&help, &map, 640, 400), 1);
    for (int i = 0; i < 2; i++) {
        help.page = i;
        struct test_canvas t = test_canvas_make(640, 400);
        help_draw(&help, &map, &t.canvas);
        const int top = first_row(&t, 640, 400);
        cr_assert(top + TITLE_ROWS <= 400);
        ink[i] = 640 * TITLE_ROWS -
                 test_canvas_count(&t, 0, top, 640, TITLE_ROWS, test_canvas_get(&t, 0, 0));
        test_canvas_free(&t);
    }
    cr_expect_gt(ink[0], 0);
    cr_expect_neq(ink[0], ink[1]);
}

Test(help, covers_the_picture)
{
    struct help help = {.shown = true, .all = true};
    struct test_canvas dark = test_canvas_make(960, 600);
    struct test_canvas light = test_canvas_make(960, 600);
    osd_fill(&dark.canvas, 0, 0, 960, 600, 0, 255);
    osd_fill(&light.canvas, 0, 0, 960, 600, 0xffffff, 255);
    help_draw(&help, &map, &dark.canvas);
    help_draw(&help, &map, &light.canvas);
    for (int i = 0; i < 960 * 600; i++) {
        int a = (int)(test_canvas_get(&dark, i % 960, i / 960) & 255);
        int b = (int)(test_canvas_get(&light, i % 960, i / 960) & 255);
        cr_assert_leq(b - a, 16);
    }
    test_canvas_free(&dark);
    test_canvas_free(&light);
}

Test(help, on_any_picture)
{
    static const int sizes[][2] = {{1, 1}, {160, 100}, {10, 300}, {3000, 20}, {0, 0}};
    struct help help = {.shown = true, .all = true};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const int pages = help_pages(&help, &map, sizes[i][0], sizes[i][1]);
        cr_expect_gt(pages, 0);
        for (help.page = 0; help.page < 6; help.page++) {
            struct test_canvas t = test_canvas_make(sizes[i][0], sizes[i][1]);
            help_draw(&help, &map, &t.canvas);
            test_canvas_expect_guards(&t);
            test_canvas_free(&t);
        }
    }
}

Test(help, a_filter_leaves_what_contains_it)
{
    struct help help = {.shown = true, .all = true};
    const int all = ink(&help, 1920, 1080, keys_color);
    help_type(&help, 'M');
    help_type(&help, 'a');
    help_type(&help, 'r');
    help_type(&help, 'k');
    const int some = ink(&help, 1920, 1080, keys_color);
    cr_expect_lt(some, all / 2);
    cr_expect_gt(some, ink_of("mark_", 25, keys_color));
    for (const char *c = "zzz"; *c; c++) {
        help_type(&help, *c);
    }
    cr_expect_eq(ink(&help, 1920, 1080, keys_color), ink_of("Markzzz_", 25, keys_color),
                 "nothing but what was typed");
    for (int i = 0; i < 7; i++) {
        help_erase(&help);
    }
    cr_expect_str_eq(help.filter, "");
    cr_expect_eq(ink(&help, 1920, 1080, keys_color), all);
    help_erase(&help);
    cr_expect_str_eq(help.filter, "");
}

Test(help, actions_are_found_by_their_names_too)
{
    struct help help = {.shown = true, .all = true};
    for (const char *c = "seek"; *c; c++) { /* the lines say "5 s back" */
        help_type(&help, *c);
    }
    cr_expect_gt(ink(&help, 1920, 1080, keys_color), ink_of("seek_Left", 25, keys_color));
}

Test(help, a_filter_takes_visible_characters_up_to_its_room)
{
    struct help help = {.shown = true, .all = true};
    for (int c = -128; c < 128; c++) {
        help_type(&help, (char)c);
    }
    cr_expect_str_eq(help.filter, "!\"#$%&'()*+,-./01234567");
    help_draw(&help, &map, &(struct osd_canvas){0});
    help_escape(&help);
    cr_expect(help.shown);
    cr_expect_str_eq(help.filter, "");
    help_escape(&help);
    cr_expect_not(help.shown);
}

Test(help, pages_turn_inside_those_there_are)
{
    struct help help = {0};
    help_open(&help);
    help.all = true;
    const int pages = help_pages(&help, &map, 320, 200);
    cr_assert_gt(pages, 1);
    help_turn(&help, &map, 320, 200, -1);
    cr_expect(help.page == 0 && !help.all);
    help.all = true;
    help_turn(&help, &map, 320, 200, 1);
    cr_expect_eq(help.page, 1);
    help_turn(&help, &map, 320, 200, 1000);
    cr_expect_eq(help.page, pages - 1);
    help_type(&help, 'q');
    cr_expect_eq(help.page, 0);
}

/* The first page has the ten keys that everybody needs, and leads to all. */
Test(help, first_the_basic_keys)
{
    struct help help = {0};
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    struct key_topic topic;
    int basic = 0;
    for (size_t line = 0; key_map_help(&map, line, keys, what, &topic); line++) {
        basic += topic.basic;
    }
    cr_expect_eq(basic, 10);
    help_open(&help);
    const int few = ink(&help, 960, 600, keys_color);
    cr_expect_eq(help_pages(&help, &map, 960, 600), 1);
    help_turn(&help, &map, 960, 600, 1);
    cr_expect(help.all && help.page == 0);
    cr_expect_gt(ink(&help, 960, 600, keys_color), 3 * few);
    help_turn(&help, &map, 960, 600, -1);
    cr_expect_not(help.all);
    help_type(&help, 'g'); /* finds among all */
    const int found = ink(&help, 960, 600, keys_color);
    help.all = true;
    cr_expect_eq(ink(&help, 960, 600, keys_color), found);
}
