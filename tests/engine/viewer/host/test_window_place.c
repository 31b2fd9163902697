/* Position of the window: on all kinds of screens, saved, and always visible. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/viewer/host/window_place.h"
#include "tests/support/scratch.h"

static void expect_default(struct window_rect usable, struct window_rect wanted)
{
    const struct window_rect rect = window_place_default(&usable);
    cr_expect(rect.x == wanted.x && rect.y == wanted.y && rect.width == wanted.width &&
                  rect.height == wanted.height,
              "%dx%d: %d,%d %dx%d", usable.width, usable.height, rect.x, rect.y, rect.width,
              rect.height);
}

Test(window_place, three_quarters_of_the_desktop)
{
    expect_default((struct window_rect){0, 0, 1920, 1080},
                   (struct window_rect){240, 136, 1440, 808});
    expect_default((struct window_rect){0, 27, 1280, 773},
                   (struct window_rect){160, 125, 960, 576});
    expect_default((struct window_rect){0, 0, 3840, 2160},
                   (struct window_rect){480, 270, 2880, 1620});
    /* as wide as 16:9 on the widest, as high as 4:3 on the highest */
    expect_default((struct window_rect){1920, 0, 5120, 1440},
                   (struct window_rect){3520, 180, 1920, 1080});
    expect_default((struct window_rect){0, 0, 1080, 1920},
                   (struct window_rect){136, 658, 808, 604});
    expect_default((struct window_rect){0, 0, 100, 100}, (struct window_rect){-110, -50, 320, 200});
}

Test(window_place, a_window_off_screen_is_moved_back)
{
    static const struct window_rect screens[] = {{0, 30, 1920, 1050}, {-1280, 0, 1280, 1024}};
    static const struct window_rect good[] = {{0, 30, 1920, 1050},
                                              {1800, 500, 800, 600},
                                              {-1280, 0, 640, 480},
                                              {-600, 400, 1200, 800},
                                              {100, 1000, 800, 600}};
    static const struct window_rect bad[] = {
        {1900, 500, 800, 600},  /* a little of its left edge */
        {100, 0, 800, 600},     /* its upper edge under the panel */
        {100, 1079, 800, 600},  /* below */
        {-2000, 100, 640, 480}, /* left of everything */
        {0, 30, 2560, 1440},    /* on a screen that was removed */
        {100000, 100000, 320, 200}};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        cr_expect(window_place_is_usable(&good[i], screens, 2), "good %zu", i);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(window_place_is_usable(&bad[i], screens, 2), "bad %zu", i);
    }
    cr_expect_not(window_place_is_usable(&good[2], screens, 1), "that screen was unplugged");
    cr_expect_not(window_place_is_usable(&good[0], screens, 0));
}

Test(window_place, frames_do_not_move_it_from_run_to_run)
{
    const struct window_rect asked = {300, 100, 800, 600}, got = {301, 120, 800, 600};
    const struct window_rect moved = {501, 220, 900, 600}, elsewhere = {700, 100, 800, 600};
    struct window_rect ask = window_place_to_ask(&moved, &asked, &got);
    cr_expect(ask.x == 500 && ask.y == 200 && ask.width == 900 && ask.height == 600);
    ask = window_place_to_ask(&got, &asked, &got);
    cr_expect(ask.x == 300 && ask.y == 100, "what was not moved is asked for again");
    ask = window_place_to_ask(&moved, &asked, &elsewhere);
    cr_expect(ask.x == 501 && ask.y == 220, "the desktop chose: no frame is as wide");
}

Test(window_place, is_remembered, .init = scratch_set_up, .fini = scratch_tear_down)
{
    struct settings s;
    struct window_place place = {.rect = {-300, 40, 1000, 700}, .maximised = true}, back;
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    cr_expect_not(window_place_recall(&s, &back));
    cr_expect_eq(window_place_remember(&s, &place), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    settings_free(&s);
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    cr_assert(window_place_recall(&s, &back));
    cr_expect(back.rect.x == -300 && back.rect.y == 40 && back.rect.width == 1000 &&
              back.rect.height == 700 && back.maximised);
    cr_expect_eq(settings_set_text(&s, "window-width", "5"), 0);
    cr_expect_not(window_place_recall(&s, &back), "too small to be one");
    cr_expect_eq(settings_set_text(&s, "window-width", "wide"), 0);
    cr_expect_not(window_place_recall(&s, &back));
    settings_free(&s);
}

static void expect_picture(int width, int height, int picture_width, int picture_height,
                           struct window_rect want)
{
    const struct window_rect got =
        window_picture_rect(width, height, picture_width, picture_height);
    cr_expect(got.x == want.x && got.y == want.y && got.width == want.width &&
                  got.height == want.height,
              "%dx%d in %dx%d: %d,%d %dx%d", picture_width, picture_height, width, height, got.x,
              got.y, got.width, got.height);
}

Test(window_place, a_picture_is_as_large_as_fits_in_the_middle)
{
    expect_picture(640, 480, 640, 480, (struct window_rect){0, 0, 640, 480});
    expect_picture(640, 480, 320, 120, (struct window_rect){0, 120, 640, 240});
    expect_picture(640, 480, 100, 200, (struct window_rect){200, 0, 240, 480});
    expect_picture(640, 480, 0, 0, (struct window_rect){0, 0, 640, 480});
}
