/* Gamma and contrast in the window: keys, limits, what is said and what is remembered. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/viewer/viewer_stage.h"

static const char *said(const struct stage *s)
{
    static char text[4096];
    notices_text(&s->viewer.notices, text, sizeof(text));
    return text;
}

static double remembered(const struct stage *s, const char *name)
{
    double value = -1.0;
    settings_number(&s->viewer.settings, name, 0.0, 100.0, &value);
    return value;
}

Test(viewer_light, keys_change_the_picture_and_say_so)
{
    struct stage s;
    stage_begin(&s);
    const uint64_t plain = picture(&s);
    press(&s, SDLK_UP, KMOD_CTRL);
    cr_expect_float_eq(s.viewer.light.gamma, 0.95, 1e-9);
    cr_expect_not_null(strstr(said(&s), "gamma 0.95"), "%s", said(&s));
    const uint64_t brighter = picture(&s);
    cr_expect_neq(brighter, plain);
    press(&s, SDLK_DOWN, KMOD_CTRL);
    cr_expect_eq(picture(&s), plain, "there and back is where it was");
    press(&s, SDLK_UP, KMOD_ALT);
    cr_expect_float_eq(s.viewer.light.contrast, 1.1, 1e-9);
    cr_expect_not_null(strstr(said(&s), "contrast 1.10"), "%s", said(&s));
    cr_expect_neq(picture(&s), plain);
    press(&s, SDLK_BACKSPACE, KMOD_CTRL);
    cr_expect_eq(s.viewer.light.gamma, render_light_for_watching(LOOK_EXACT).gamma);
    cr_expect_eq(s.viewer.light.contrast, 1.0);
    stage_end(&s);
}

Test(viewer_light, stops_at_the_limits)
{
    struct stage s;
    stage_begin(&s);
    for (int i = 0; i < 100; i++) {
        press(&s, SDLK_UP, KMOD_CTRL);
        press(&s, SDLK_DOWN, KMOD_ALT);
    }
    cr_expect_eq(s.viewer.light.gamma, RENDER_GAMMA_LEAST);
    cr_expect_eq(s.viewer.light.contrast, RENDER_CONTRAST_LEAST);
    cr_expect_not_null(strstr(said(&s), "contrast 1.00, the least"), "%s", said(&s));
    for (int i = 0; i < 100; i++) {
        press(&s, SDLK_UP, KMOD_ALT);
        press(&s, SDLK_DOWN, KMOD_CTRL);
    }
    cr_expect_eq(s.viewer.light.gamma, RENDER_GAMMA_MOST);
    cr_expect_eq(s.viewer.light.contrast, RENDER_CONTRAST_MOST);
    cr_expect_not_null(strstr(said(&s), "gamma 3.00, the darkest"), "%s", said(&s));
    stage_end(&s);
}

Test(viewer_light, what_keys_chose_is_remembered_for_each_look)
{
    struct stage s;
    stage_begin(&s);
    cr_expect_eq(remembered(&s, "gamma"), -1.0, "what was not chosen is not remembered");
    press(&s, SDLK_UP, KMOD_CTRL);
    cr_expect_float_eq(remembered(&s, "gamma"), 0.95, 1e-9);
    cr_expect_eq(remembered(&s, "contrast"), -1.0);
    s.options.player.look = LOOK_FAITHFUL;
    press(&s, SDLK_UP, KMOD_ALT);
    cr_expect_float_eq(remembered(&s, "faithful-contrast"), 1.1, 1e-9);
    s.options.player.look = LOOK_EXACT;
    viewer_begin_light(&s.viewer);
    cr_expect_float_eq(s.viewer.light.gamma, 0.95, 1e-9);
    cr_expect_eq(s.viewer.light.contrast, 1.0);
    s.options.own_gamma = true; /* the command line wins, and is not remembered */
    s.options.player.light.gamma = 2.0;
    viewer_begin_light(&s.viewer);
    cr_expect_eq(s.viewer.light.gamma, 2.0);
    cr_expect_float_eq(remembered(&s, "gamma"), 0.95, 1e-9);
    press(&s, SDLK_BACKSPACE, KMOD_CTRL);
    cr_expect_eq(remembered(&s, "gamma"), -1.0, "normal light is nothing to remember");
    stage_end(&s);
}
