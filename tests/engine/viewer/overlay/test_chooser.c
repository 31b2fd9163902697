/* The list to choose a demo from: moving in it, and drawing it inside the picture. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/overlay/chooser.h"
#include "tests/support/osd_canvas.h"

enum { MANY = 100000 };

static char **make_names(size_t count)
{
    char **names = calloc(count, sizeof(*names));
    for (size_t i = 0; i < count; i++) {
        char name[64];
        snprintf(name, sizeof(name), "folder/demo%zu.dem", i);
        names[i] = strdup(name);
    }
    return names;
}

static void free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(names[i]);
    }
    free(names);
}

Test(chooser, moving_ends_at_both_ends)
{
    struct chooser chooser = {0};
    char *names[3] = {NULL, NULL, NULL};
    const struct chooser_list list = {.names = names, .count = 3, .current = 0},
                              none = {.names = names, .count = 0, .current = 0};
    chooser_open(&chooser, 1);
    cr_assert(chooser.shown && chooser.selected == 1);
    chooser_move(&chooser, &list, -5.0);
    cr_expect_eq(chooser.selected, 0u);
    chooser_move(&chooser, &list, 2.0);
    cr_expect_eq(chooser.selected, 2u);
    chooser_move(&chooser, &list, 1e300);
    cr_expect_eq(chooser.selected, 2u);
    chooser_move(&chooser, &none, 1.0);
    cr_expect_eq(chooser.selected, 0u);
}

Test(chooser, the_selected_line_is_in_sight_and_under_the_mouse)
{
    char **names = make_names(MANY);
    const struct chooser_list list = {.names = names, .count = MANY, .current = 7};
    struct chooser chooser = {0};
    struct test_canvas guarded;
    static const size_t places[] = {0, 7, 500, MANY / 2, MANY - 1, 3};
    guarded = test_canvas_make(960, 600);
    chooser_open(&chooser, 0);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        bool found = false;
        chooser.selected = places[i];
        chooser_draw(&chooser, &list, &guarded.canvas);
        for (int y = 0; y < 600; y++) {
            size_t place;
            if (chooser_at(&chooser, &list, 960, 600, 480, y, &place)) {
                found |= place == places[i];
                cr_assert_lt(place, MANY);
            }
        }
        cr_expect(found, "%zu", places[i]);
    }
    test_canvas_free(&guarded);
    free_names(names, MANY);
}

/* A longer name changes pixels of its own line alone. */
Test(chooser, names_are_inside_their_lines)
{
    char *names[] = {"a", "b", "c"};
    const struct chooser_list list = {.names = names, .count = 3, .current = 0};
    struct test_canvas t[2];
    int changed = 0;
    for (int i = 0; i < 2; i++) {
        struct chooser chooser = {0};
        names[1] = i == 0 ? "b" : "longer";
        t[i] = test_canvas_make(960, 600);
        chooser_open(&chooser, 0);
        chooser_draw(&chooser, &list, &t[i].canvas);
        for (int y = 0; i == 1 && y < 600; y++) {
            size_t place = 9;
            (void)!chooser_at(&chooser, &list, 960, 600, 480, y, &place);
            for (int x = 0; x < 960; x++) {
                const bool same = test_canvas_get(&t[0], x, y) == test_canvas_get(&t[1], x, y);
                cr_assert(same || place == 1, "%d,%d", x, y);
                changed += !same;
            }
        }
    }
    cr_expect_gt(changed, 20);
    test_canvas_free(&t[0]);
    test_canvas_free(&t[1]);
}

Test(chooser, stays_inside_every_frame)
{
    static const int sizes[][2] = {{160, 100}, {161, 101},   {320, 200},
                                   {960, 600}, {3840, 2160}, {3840, 100}};
    char name[5000];
    memset(name, 'W', sizeof(name));
    memcpy(name, "a\033[31m/", 7);
    name[sizeof(name) - 1] = '\0';
    char *names[] = {name, name + 4000, NULL};
    for (size_t count = 0; count <= 3; count++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            struct chooser chooser = {0};
            struct test_canvas guarded;
            const struct chooser_list list = {.names = names, .count = count, .current = 0};
            guarded = test_canvas_make(sizes[i][0], sizes[i][1]);
            chooser_open(&chooser, 0);
            chooser_draw(&chooser, &list, &guarded.canvas);
            test_canvas_expect_guards(&guarded);
            test_canvas_free(&guarded);
        }
    }
}

static void type(struct chooser *chooser, const struct chooser_list *list, const char *text)
{
    for (; *text != '\0'; text++) {
        cr_expect(chooser_type(chooser, list, *text));
    }
}

Test(chooser, typing_narrows_the_list)
{
    struct chooser chooser = {0};
    char *names[] = {"f/duel1.dem", "f/b\xc3\xb6se.dem", NULL, "f/DUEL2.dem", "f/other.dem"};
    const struct chooser_list list = {.names = names, .count = 5, .current = 0};
    size_t place, seen = 0;
    chooser_open(&chooser, 4);
    type(&chooser, &list, "duel");
    cr_expect_eq(chooser.selected, 3u, "the nearest one");
    chooser_move(&chooser, &list, -9.0);
    cr_expect_eq(chooser.selected, 0u);
    chooser_move(&chooser, &list, 1.0);
    cr_expect_eq(chooser.selected, 3u);
    for (int y = 0; y < 600; y++) {
        if (chooser_at(&chooser, &list, 960, 600, 480, y, &place)) {
            cr_expect(place == 0 || place == 3);
            seen |= (size_t)1 << place;
        }
    }
    cr_expect_eq(seen, 9u);
    type(&chooser, &list, "x");
    cr_expect_not(chooser_has_choice(&chooser, &list));
    cr_expect_not(chooser_at(&chooser, &list, 960, 600, 480, 300, &place));
    struct test_canvas guarded = test_canvas_make(320, 200);
    chooser_draw(&chooser, &list, &guarded.canvas);
    test_canvas_expect_guards(&guarded);
    test_canvas_free(&guarded);
    cr_expect(chooser_erase(&chooser, &list));
    cr_expect(chooser_has_choice(&chooser, &list));
    cr_expect(chooser_show_all(&chooser));
    cr_expect_not(chooser_show_all(&chooser));
    cr_expect_not(chooser_erase(&chooser, &list));
    cr_expect_not(chooser_type(&chooser, &list, ' '), "which no name begins with");
    cr_expect_not(chooser_type(&chooser, &list, '\n'));
    type(&chooser, &list, "bose");
    cr_expect_eq(chooser.selected, 1u, "whatever marks its letters have");
    for (int i = 0; i < 100; i++) {
        (void)!chooser_type(&chooser, &list, 'y');
    }
    cr_expect_eq(strlen(chooser.filter.text), (size_t)NAME_FILTER_TEXT - 1);
    chooser_free(&chooser);
}
