/* Rectangles of several views: they fill the frame, none overlaps another, and too small a frame
 * has fewer. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/playback/views/view_layout.h"

/* Every pixel of the frame is in one view. */
static void check_filled(int layout, int count, int width, int height)
{
    struct playback_part parts[VIEWS_MAX];
    unsigned char *seen = calloc((size_t)width * (size_t)height, 1);
    cr_assert_not_null(seen);
    view_layout_parts((enum view_layout)layout, count, width, height, parts);
    for (int i = 0; i < count; i++) {
        cr_assert(parts[i].left >= 0 && parts[i].left + parts[i].width <= width);
        cr_assert(parts[i].top >= 0 && parts[i].top + parts[i].height <= height);
        for (int y = 0; y < parts[i].height; y++) {
            for (int x = 0; x < parts[i].width; x++) {
                seen[(parts[i].top + y) * width + parts[i].left + x]++;
            }
        }
    }
    for (int i = 0; i < width * height; i++) {
        cr_assert_eq(seen[i], 1, "layout %d, %d views, %dx%d: pixel %d", layout, count, width,
                     height, i);
    }
    free(seen);
}

Test(view_layout, views_fill_the_frame_and_do_not_overlap)
{
    static const int sizes[][2] = {{64, 36}, {65, 37}, {36, 64}, {37, 61}, {1, 1}, {16, 16}};
    for (int layout = 0; layout < VIEW_LAYOUTS; layout++) {
        for (int count = 1; count <= VIEWS_MAX; count *= 2) {
            for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
                check_filled(layout, count, sizes[i][0], sizes[i][1]);
            }
        }
    }
}

static void check_part(struct playback_part part, int left, int top, int width, int height)
{
    cr_expect(part.left == left && part.top == top && part.width == width && part.height == height,
              "%d,%d %dx%d", part.left, part.top, part.width, part.height);
}

Test(view_layout, four_views_of_1280x720_are_640x360)
{
    struct playback_part parts[VIEWS_MAX];
    view_layout_parts(VIEW_GRID, 4, 1280, 720, parts);
    check_part(parts[0], 0, 0, 640, 360);
    check_part(parts[1], 640, 0, 640, 360);
    check_part(parts[2], 0, 360, 640, 360);
    check_part(parts[3], 640, 360, 640, 360);
}

Test(view_layout, a_large_view_has_the_others_beside_it)
{
    struct playback_part parts[VIEWS_MAX];
    view_layout_parts(VIEW_LARGE, 4, 1280, 720, parts);
    check_part(parts[0], 0, 0, 960, 720);
    check_part(parts[1], 960, 0, 320, 240);
    check_part(parts[3], 960, 480, 320, 240);
    view_layout_parts(VIEW_LARGE, 2, 900, 600, parts);
    check_part(parts[0], 0, 0, 600, 600);
    check_part(parts[1], 600, 0, 300, 600);
}

Test(view_layout, an_upright_frame_has_them_below)
{
    struct playback_part parts[VIEWS_MAX];
    view_layout_parts(VIEW_LARGE, 4, 720, 1280, parts);
    check_part(parts[0], 0, 0, 720, 960);
    check_part(parts[2], 240, 960, 240, 320);
    view_layout_parts(VIEW_GRID, 2, 720, 1280, parts);
    check_part(parts[1], 0, 640, 720, 640);
    view_layout_parts(VIEW_GRID, 2, 1280, 720, parts);
    check_part(parts[1], 640, 0, 640, 720);
}

Test(view_layout, a_frame_too_small_has_fewer_views)
{
    const struct view_options grid = {.count = 4}, large = {.count = 4, .layout = VIEW_LARGE};
    cr_expect_eq(view_layout_count(&grid, 4, 320, 200, 160, 100), 4);
    cr_expect_eq(view_layout_count(&grid, 4, 320, 199, 160, 100), 2);
    cr_expect_eq(view_layout_count(&grid, 4, 319, 200, 160, 100), 1);
    cr_expect_eq(view_layout_count(&grid, 2, 1280, 720, 160, 100), 2);
    cr_expect_eq(view_layout_count(&grid, 4, 16, 16, 160, 100), 1);
    cr_expect_eq(view_layout_count(&large, 4, 640, 300, 160, 100), 4);
    cr_expect_eq(view_layout_count(&large, 4, 636, 300, 160, 100), 2);
    cr_expect_eq(view_layout_count(&(struct view_options){0}, 4, 1280, 720, 160, 100), 1);
}

Test(view_layout, the_main_view_has_the_large_place)
{
    static const int places[4] = {1, 2, 0, 3};
    for (int view = 0; view < 4; view++) {
        cr_expect_eq(view_layout_place(VIEW_LARGE, view, 2), places[view]);
        cr_expect_eq(view_layout_place(VIEW_GRID, view, 2), view);
    }
}
