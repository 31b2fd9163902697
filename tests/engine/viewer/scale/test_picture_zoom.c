/* A part of the picture enlarged: the point under the mouse stays, steps and limits. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/scale/picture_zoom.h"

enum { WIDTH = 40, HEIGHT = 30, PITCH = 48, OUTSIDE = 0x5a5a5a };

static uint32_t pixels[PITCH * HEIGHT];

/* Each pixel is its place. */
static void paint(void)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < PITCH; x++) {
            pixels[y * PITCH + x] = x < WIDTH ? (uint32_t)(y << 8 | x) : OUTSIDE;
        }
    }
}

static uint32_t zoomed(struct picture_zoom *zoom, int mouse_x, int mouse_y, int x, int y)
{
    paint();
    cr_assert_eq(picture_zoom_apply(zoom, pixels, PITCH, WIDTH, HEIGHT, mouse_x, mouse_y), 0);
    for (int i = 0; i < HEIGHT; i++) {
        cr_assert_eq(pixels[i * PITCH + WIDTH], (uint32_t)OUTSIDE);
    }
    return pixels[y * PITCH + x];
}

Test(picture_zoom, is_off_at_first)
{
    struct picture_zoom zoom = {0};
    cr_expect_eq(zoomed(&zoom, 5, 5, 39, 29), 29u << 8 | 39u);
    picture_zoom_toggle(&zoom);
    cr_expect_eq(zoom.factor, 2.0);
    picture_zoom_toggle(&zoom);
    cr_expect_eq(zoom.factor, 0.0);
}

Test(picture_zoom, enlarges_around_the_mouse)
{
    struct picture_zoom zoom = {.factor = 2.0};
    cr_expect_eq(zoomed(&zoom, 0, 0, 0, 0), 0u);
    cr_expect_eq(zoomed(&zoom, 0, 0, 39, 29), 14u << 8 | 19u, "a quarter of the picture");
    cr_expect_eq(zoomed(&zoom, 39, 29, 39, 29), 29u << 8 | 39u);
    cr_expect_eq(zoomed(&zoom, 39, 29, 0, 0), 15u << 8 | 20u);
    cr_expect_eq(zoomed(&zoom, 20, 10, 20, 10), 10u << 8 | 20u, "the point stays");
    cr_expect_eq(zoomed(&zoom, 21, 10, 21, 10), 10u << 8 | 21u, "odd ones, too");
    cr_expect_eq(zoomed(&zoom, -1, 1000, 0, 29), 29u << 8, "the nearest inside");
    picture_zoom_free(&zoom);
}

Test(picture_zoom, any_factor_stays_inside)
{
    struct picture_zoom zoom = {0};
    for (int steps = 0; steps < 30; steps++) {
        picture_zoom_step(&zoom, 1.0);
        cr_assert(zoom.factor > 1.0 && zoom.factor <= PICTURE_ZOOM_MAX);
        for (int x = -3; x < WIDTH + 3; x += 5) {
            const uint32_t last = zoomed(&zoom, x, x, WIDTH - 1, HEIGHT - 1);
            cr_assert_neq(last, (uint32_t)OUTSIDE);
        }
    }
    cr_expect_eq(zoom.factor, PICTURE_ZOOM_MAX);
    picture_zoom_step(&zoom, -100.0);
    cr_expect_eq(zoom.factor, 0.0);
    static uint32_t one = 7;
    zoom.factor = 3.0;
    cr_assert_eq(picture_zoom_apply(&zoom, &one, 1, 1, 1, 0, 0), 0);
    cr_expect_eq(one, 7u);
    picture_zoom_free(&zoom);
}
