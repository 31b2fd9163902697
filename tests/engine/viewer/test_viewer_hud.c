/* Keys of the status bar: effect on the picture, and saved settings. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

static void release(struct stage *s, int32_t code)
{
    const struct input_event event = {.kind = INPUT_KEY_UP, .key.code = code};
    viewer_handle_event(&s->viewer, &event);
}

Test(viewer_hud, scores_stay_while_tab_is_down)
{
    struct stage s;
    stage_begin(&s);
    viewer_open_demo(&s.viewer, 1); /* a match */
    settle(&s);
    const uint64_t plain = picture(&s);
    press(&s, KEYCODE_TAB, 0);
    cr_expect(s.viewer.base.dirty);
    cr_expect_neq(picture(&s), plain);
    release(&s, KEYCODE_LEFT);
    cr_expect_eq(s.viewer.hud.options.scores, HUD_SCORES_PLAYERS, "another key");
    release(&s, KEYCODE_TAB);
    cr_expect_eq(picture(&s), plain);
    press(&s, KEYCODE_TAB, KEY_SHIFT);
    cr_expect_eq(s.viewer.hud.options.scores, HUD_SCORES_TEAMS);
    const struct input_event lost = {.kind = INPUT_FOCUS_LOST};
    viewer_handle_event(&s.viewer, &lost);
    cr_expect_eq(s.viewer.hud.options.scores, HUD_SCORES_NONE,
                 "the release goes to another window");
    stage_end(&s);
}

Test(viewer_hud, view_size_where_the_chase_camera_needs_no_keys)
{
    struct stage s;
    stage_begin(&s);
    const struct hud_options *hud = &s.viewer.hud.options;
    const uint64_t plain = picture(&s);
    press(&s, '-', 0);
    cr_expect_eq(hud->view_size, 90);
    cr_expect_neq(picture(&s), plain);
    press(&s, '=', 0);
    cr_expect_eq(hud->view_size, 100);
    cr_expect_eq(picture(&s), plain);
    press(&s, '=', KEY_SHIFT); /* a plus */
    cr_expect_eq(hud->view_size, 110);
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "view size 110: no inventory");
    press(&s, '=', KEY_CTRL);
    press(&s, '=', KEY_CTRL);
    cr_expect_eq(hud->view_size, 120, "and no further");
    cr_expect_str_eq(s.viewer.base.messages.passing.text, "view size 120: no bar");
    for (int i = 0; i < 20; i++) {
        press(&s, '-', KEY_CTRL);
    }
    cr_expect_eq(hud->view_size, 30);
    const float distance = s.viewer.camera.distance;
    s.viewer.camera.kind = CAMERA_CHASE;
    press(&s, '=', 0);
    cr_expect_eq(hud->view_size, 30);
    cr_expect_lt(s.viewer.camera.distance, distance);
    stage_end(&s);
}

Test(viewer_hud, choices_are_remembered)
{
    struct stage s;
    stage_begin(&s);
    const struct settings *settings = &s.viewer.base.settings;
    press(&s, 'u', 0);
    press(&s, 'u', KEY_SHIFT);
    press(&s, 'g', 0);
    press(&s, 't', 0);
    press(&s, 't', KEY_SHIFT);
    press(&s, 'k', KEY_CTRL);
    press(&s, 't', KEY_ALT);
    press(&s, 't', KEY_ALT);
    press(&s, 'u', KEY_ALT);
    press(&s, '-', 0);
    cr_expect_str_eq(settings_text(settings, "show-frags"), "1");
    cr_expect_str_eq(settings_text(settings, "show-keys"), "1");
    cr_expect_str_eq(settings_text(settings, "show-team"), "1");
    cr_expect_str_eq(settings_text(settings, "hud-clear"), "4");
    cr_expect_str_eq(settings_text(settings, "hud"), "classic");
    cr_expect_str_eq(settings_text(settings, "hud-scale"), "1");
    cr_expect_str_eq(settings_text(settings, "crosshair"), "1");
    cr_expect_str_eq(settings_text(settings, "show-clock"), "1");
    cr_expect_str_eq(settings_text(settings, "show-speed"), "1");
    cr_expect_str_eq(settings_text(settings, "viewsize"), "90");
    const struct hud_options chosen = s.viewer.hud.options;
    viewer_begin_hud(&s.viewer.hud, &s.viewer.base);
    cr_expect_eq(s.viewer.hud.options.style, chosen.style);
    cr_expect_eq(s.viewer.hud.options.view_size, chosen.view_size);
    cr_expect_eq(s.viewer.hud.options.scale, chosen.scale);
    cr_expect_eq(s.viewer.hud.options.crosshair, chosen.crosshair);
    cr_expect(s.viewer.hud.options.clock && s.viewer.hud.options.speed);
    cr_expect(s.viewer.hud.options.frags && s.viewer.hud.options.team);
    cr_expect_eq(s.viewer.hud.options.clear, 4);
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "viewsize", "110"));
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "crosshair", "0"));
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "hud", "over"));
    viewer_begin_hud(&s.viewer.hud, &s.viewer.base);
    cr_expect_eq(s.viewer.hud.options.view_size, 110, "options win");
    cr_expect_eq(s.viewer.hud.options.crosshair, 0);
    cr_expect_eq(s.viewer.hud.options.style, HUD_OVER);
    cr_expect_eq(s.viewer.hud.options.scale, chosen.scale);
    stage_end(&s);
}

Test(viewer_hud, an_invalid_setting_is_reported)
{
    struct stage s;
    stage_begin(&s);
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "hud", "huge"), 0);
    viewer_begin_hud(&s.viewer.hud, &s.viewer.base);
    cr_expect_eq(s.viewer.hud.options.style, HUD_OVER);
    stage_end(&s);
}

Test(viewer_hud, a_size_of_the_bar_is_the_windows)
{
    struct stage s;
    stage_begin(&s);
    s.viewer.hud.options.scale = 2;
    for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
        s.viewer.picture.scale = scale;
        cr_assert_eq(viewer_draw(&s.viewer), 0);
        const struct scene_options *options = &s.viewer.demo.player.scene_options;
        cr_expect_eq(s.viewer.picture.fit.scale, scale);
        cr_expect_eq(options->hud.scale, 2);
        cr_expect(options->width == WIDTH && options->height == HEIGHT, "%dx%d at 1/%d",
                  options->width, options->height, scale);
    }
    stage_end(&s);
}
