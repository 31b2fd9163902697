/* Division of a frame into view and status bar: the original's sizes and others. */
#include <criterion/criterion.h>

#include "engine/quake/hud/hud_layout.h"

static struct hud_layout lay_out(enum hud_style style, int size, int scale, int width, int height)
{
    const struct hud_options options = {.style = style, .view_size = size, .scale = scale};
    return hud_lay_out(&options, width, height, true);
}

Test(hud_layout, view_sizes)
{
    static const struct {
        int size, width, height;
        int32_t lines;
        struct palette_view view;
    } known[] = {
        {100, 320, 200, 48, {0, 0, 320, 152}}, {110, 320, 200, 24, {0, 0, 320, 176}},
        {120, 320, 200, 0, {0, 0, 320, 200}},  {100, 640, 480, 48, {0, 0, 640, 432}},
        {90, 640, 480, 48, {32, 0, 576, 432}}, {80, 640, 480, 48, {64, 24, 512, 384}},
        {30, 320, 200, 48, {112, 46, 96, 60}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct hud_layout layout =
            lay_out(HUD_CLASSIC, known[i].size, 1, known[i].width, known[i].height);
        const struct palette_view *view = &layout.view, *wanted = &known[i].view;
        cr_expect_eq(layout.lines, known[i].lines, "%zu", i);
        cr_expect(view->x == wanted->x && view->y == wanted->y && view->width == wanted->width &&
                      view->height == wanted->height,
                  "%zu: %d %d %d %d", i, view->x, view->y, view->width, view->height);
    }
}

Test(hud_layout, the_usual_view_is_all_of_the_picture)
{
    for (int size = 100; size <= 120; size += 10) {
        for (int style = 0; style < HUD_STYLES; style++) {
            const struct hud_layout layout = lay_out((enum hud_style)style, size, 0, 960, 600);
            cr_expect_eq(layout.view.width, 960);
            cr_expect_eq(layout.view.height == 600, style != HUD_CLASSIC || size == 120);
            cr_expect_eq(layout.headup, style >= HUD_HEADUP);
            cr_expect_eq(layout.modern, style >= HUD_MODERN);
        }
    }
    cr_expect_not(lay_out(HUD_HEADUP, 90, 0, 960, 600).headup, "a bar below a smaller view");
}

Test(hud_layout, sizes_of_the_bar)
{
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 640, 480).scale, 2);
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 640, 400).scale, 1);
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 960, 600).scale, 2);
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 1280, 720).scale, 2, "less than a seventh of it");
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 1920, 1080).scale, 3);
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 720, 1280).scale, 2, "no wider than the picture");
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 3840, 2160).scale, 6);
    cr_expect_eq(lay_out(HUD_OVER, 100, 1, 1920, 1080).scale, 1);
    cr_expect_eq(lay_out(HUD_OVER, 100, 5, 1920, 1080).scale, 5, "a little more than by itself");
    cr_expect_eq(lay_out(HUD_OVER, 100, 16, 640, 480).scale, 2, "not wider than the picture");
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 160, 100).scale, 1);
    cr_expect_eq(lay_out(HUD_OVER, 100, 0, 160, 100).lines, 0, "a cut bar says nothing");
}

/* The view lies inside the frame, whatever is asked for. */
Test(hud_layout, fits_every_frame)
{
    static const int sizes[][2] = {{160, 100}, {161, 101}, {97, 331},    {320, 200},
                                   {333, 777}, {853, 481}, {3840, 2160}, {1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int size = -10; size <= 200; size++) {
            for (int n = 0; n < HUD_STYLES * 18; n++) {
                const struct hud_layout layout = lay_out((enum hud_style)(n % HUD_STYLES), size,
                                                         n / HUD_STYLES, sizes[i][0], sizes[i][1]);
                const struct palette_view *view = &layout.view;
                cr_assert(layout.scale >= 1 && view->x >= 0 && view->y >= 0 && view->width > 0 &&
                              view->height > 0 && view->x + view->width <= sizes[i][0] &&
                              view->y + view->height <= sizes[i][1],
                          "%zu %d %d: %d %d %d %d", i, size, n, view->x, view->y, view->width,
                          view->height);
            }
        }
    }
}

Test(hud_layout, the_weapon_is_lifted_over_a_bar_of_its_own)
{
    static const float lifts[] = {0.5f, 1.0f, 2.0f, 1.0f, 0.0f};
    for (int i = 0; i < 5; i++) {
        struct hud_options options = {.style = HUD_CLASSIC, .view_size = 80 + 10 * i};
        cr_expect_eq(hud_weapon_lift(&options), lifts[i]);
        options.style = HUD_OVER;
        cr_expect_eq(hud_weapon_lift(&options), 0.0f);
    }
}
