/* The window on SDL's driver without a screen: size, pictures, positions, mouse. */
#include <SDL.h>
#include <criterion/criterion.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/viewer/host/window.h"

static struct window *create(const struct window_options *options)
{
    char reason[128] = "";
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    struct window *window = window_create(options, reason, sizeof(reason));
    cr_assert_not_null(window, "%s", reason);
    return window;
}

static SDL_Window *sdl_window(void)
{
    SDL_Window *window = SDL_GetWindowFromID(1);
    cr_assert_not_null(window);
    return window;
}

/* A picture of one colour. */
static void show(struct window *window, int width, int height, uint32_t color)
{
    size_t pitch = 0;
    uint32_t *pixels = window_lock(window, width, height, &pitch);
    cr_assert_not_null(pixels);
    cr_assert_geq(pitch, (size_t)width);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            pixels[(size_t)y * pitch + (size_t)x] = color;
        }
    }
    window_present(window);
}

static uint32_t pixel_at(int x, int y)
{
    uint32_t pixel = 0;
    const SDL_Rect rect = {x, y, 1, 1};
    cr_assert_eq(SDL_RenderReadPixels(SDL_GetRenderer(sdl_window()), &rect, SDL_PIXELFORMAT_RGB888,
                                      &pixel, sizeof(pixel)),
                 0);
    return pixel & 0xffffff;
}

Test(window, appears_with_its_first_picture)
{
    int width, height;
    struct window *window = create(&(struct window_options){"first", 400, 300, NULL, false});
    cr_expect(SDL_GetWindowFlags(sdl_window()) & SDL_WINDOW_HIDDEN);
    cr_expect_str_eq(SDL_GetWindowTitle(sdl_window()), "first");
    window_size(window, &width, &height);
    cr_expect(width == 400 && height == 300, "%dx%d", width, height);
    show(window, 400, 300, 0x123456);
    cr_expect_not(SDL_GetWindowFlags(sdl_window()) & SDL_WINDOW_HIDDEN);
    cr_expect_eq(pixel_at(0, 0), 0x123456u);
    cr_expect_eq(pixel_at(399, 299), 0x123456u);
    window_set_title(window, "second");
    cr_expect_str_eq(SDL_GetWindowTitle(sdl_window()), "second");
    cr_expect_eq(window_refresh_rate(window), 60.0);
    window_destroy(window);
    window_destroy(NULL);
}

static void expect_place(const struct window *window, int x, int y, int picture_x, int picture_y)
{
    int at_x, at_y;
    window_to_picture(window, x, y, &at_x, &at_y);
    cr_expect(at_x == picture_x && at_y == picture_y, "%d,%d: %d,%d, not %d,%d", x, y, at_x, at_y,
              picture_x, picture_y);
}

Test(window, pictures_keep_their_aspect)
{
    struct window *window = create(&(struct window_options){"test", 400, 300, NULL, false});
    show(window, 200, 100, 0xffffff); /* 50 black rows above and below */
    cr_expect_eq(pixel_at(200, 49), 0u);
    cr_expect_eq(pixel_at(200, 50), 0xffffffu);
    cr_expect_eq(pixel_at(399, 249), 0xffffffu);
    cr_expect_eq(pixel_at(399, 250), 0u);
    expect_place(window, 0, 50, 0, 0);
    expect_place(window, 398, 248, 199, 99);
    expect_place(window, 100, 10, 50, -20);
    show(window, 100, 100, 0xff0000); /* 50 black columns at each side */
    cr_expect_eq(pixel_at(49, 150), 0u);
    cr_expect_eq(pixel_at(50, 150), 0xff0000u);
    cr_expect_eq(pixel_at(349, 299), 0xff0000u);
    cr_expect_eq(pixel_at(350, 299), 0u);
    expect_place(window, 50, 0, 0, 0);
    expect_place(window, 347, 297, 99, 99);
    show(window, 400, 300, 0x00ff00);
    expect_place(window, 17, 31, 17, 31);
    window_destroy(window);
}

Test(window, fullscreen_is_toggled)
{
    struct window *window = create(&(struct window_options){"test", 400, 300, NULL, false});
    show(window, 400, 300, 0);
    cr_expect_not(window_is_fullscreen(window));
    window_toggle_fullscreen(window);
    cr_expect(window_is_fullscreen(window));
    window_toggle_fullscreen(window);
    cr_expect_not(window_is_fullscreen(window));
    window_destroy(window);
}

Test(window, opens_at_its_last_place_if_a_screen_shows_it)
{
    const struct window_place left = {.rect = {100, 80, 500, 400}};
    const struct window_place away = {.rect = {-5000, 80, 500, 400}};
    int width, height;
    struct window *window = create(&(struct window_options){"test", 0, 0, &left, false});
    for (int i = 0; i < 30; i++) {
        show(window, 50, 40, 0);
    }
    struct window_place place = window_get_place(window);
    cr_expect(place.rect.width == 500 && place.rect.height == 400);
    cr_expect(place.rect.x == 100 && place.rect.y == 80, "%d,%d", place.rect.x, place.rect.y);
    cr_expect_not(place.maximised);
    SDL_SetWindowPosition(sdl_window(), 140, 90);
    SDL_SetWindowSize(sdl_window(), 600, 450);
    for (int i = 0; i < 30; i++) {
        show(window, 50, 40, 0);
    }
    window_toggle_fullscreen(window);
    show(window, 50, 40, 0);
    place = window_get_place(window);
    cr_expect(place.rect.x == 140 && place.rect.y == 90, "%d,%d", place.rect.x, place.rect.y);
    cr_expect(place.rect.width == 600 && place.rect.height == 450, "before it was full screen");
    window_destroy(window);

    window = create(&(struct window_options){"test", 0, 0, &away, false});
    window_size(window, &width, &height);
    SDL_Rect usable;
    cr_assert_eq(SDL_GetDisplayUsableBounds(0, &usable), 0);
    const struct window_rect screen = {usable.x, usable.y, usable.w, usable.h};
    const struct window_rect wanted = window_place_default(&screen);
    cr_expect(width == wanted.width && height == wanted.height, "%dx%d", width, height);
    window_destroy(window);
}

Test(window, without_a_display_the_cause_is_told)
{
    char reason[128] = "";
    const struct window_options options = {"test", 400, 300, NULL, false};
    setenv("SDL_VIDEODRIVER", "nonesuch", 1);
    cr_expect_null(window_create(&options, reason, sizeof(reason)));
    cr_expect_str_not_empty(reason);
}

/* The queue keeps what ends the waiting. */
Test(window, events_end_the_waiting)
{
    struct input_event event;
    struct window *window = create(&(struct window_options){"test", 400, 300, NULL, false});
    while (window_poll(window, &event)) {
    }
    double start = platform_now();
    window_wait(window, 0.05);
    cr_expect_gt(platform_now() - start, 0.04);
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = 3}}, other = {.type = SDL_USEREVENT};
    cr_assert_eq(SDL_PushEvent(&other), 1);
    cr_assert_eq(SDL_PushEvent(&wheel), 1);
    start = platform_now();
    window_wait(window, 20.0);
    cr_expect_lt(platform_now() - start, 10.0);
    cr_assert(window_poll(window, &event));
    cr_expect_eq(event.kind, INPUT_WHEEL);
    cr_expect_eq(event.wheel, 3);
    cr_expect_not(window_poll(window, &event));
    window_destroy(window);
}
