/* Gamma, contrast and scale: keys, limits, messages, saved settings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/frame_2d.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "render/enlarge.h"
#include "tests/engine/viewer/viewer_stage.h"

static const char *said(const struct stage *s)
{
    static char text[4096];
    osd_messages_text(&s->viewer.base.messages, text, sizeof(text));
    return text;
}

static double remembered(const struct stage *s, const char *name)
{
    double value = -1.0;
    settings_number(&s->viewer.base.settings, name, 0.0, 100.0, &value);
    return value;
}

Test(viewer_picture, keys_change_the_picture_and_show_it)
{
    struct stage s;
    stage_begin(&s);
    const uint64_t plain = picture(&s);
    press(&s, KEYCODE_UP, KEY_CTRL);
    cr_expect_float_eq(s.viewer.picture.light.gamma, 0.95, 1e-9);
    cr_expect_not_null(strstr(said(&s), "gamma 0.95"), "%s", said(&s));
    const uint64_t brighter = picture(&s);
    cr_expect_neq(brighter, plain);
    press(&s, KEYCODE_DOWN, KEY_CTRL);
    cr_expect_eq(picture(&s), plain, "there and back is where it was");
    press(&s, KEYCODE_UP, KEY_ALT);
    cr_expect_float_eq(s.viewer.picture.light.contrast, 1.1, 1e-9);
    cr_expect_not_null(strstr(said(&s), "contrast 1.10"), "%s", said(&s));
    cr_expect_neq(picture(&s), plain);
    press(&s, KEYCODE_BACKSPACE, KEY_CTRL);
    cr_expect_eq(s.viewer.picture.light.gamma, render_light_for_watching(LOOK_EXACT).gamma);
    cr_expect_eq(s.viewer.picture.light.contrast, 1.0);
    stage_end(&s);
}

Test(viewer_picture, without_a_demo_it_begins_in_true_colour)
{
    struct stage s;
    struct viewer_picture picture = {0};
    stage_begin(&s);
    cr_expect_eq(s.viewer.picture.look, LOOK_EXACT);
    s.asked.num_files = 0;
    viewer_begin_picture(&picture, &s.viewer.base);
    cr_expect_eq(picture.look, LOOK_TRUECOLOR);
    cr_expect_eq(picture.light.gamma, render_light_for_watching(LOOK_TRUECOLOR).gamma);
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "look", "faithful"), 0);
    viewer_begin_picture(&picture, &s.viewer.base);
    cr_expect_eq(picture.look, LOOK_FAITHFUL, "remembered");
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "look", "exact"));
    viewer_begin_picture(&picture, &s.viewer.base);
    cr_expect_eq(picture.look, LOOK_EXACT, "asked for");
    stage_end(&s);
}

Test(viewer_picture, stops_at_the_limits)
{
    struct stage s;
    stage_begin(&s);
    for (int i = 0; i < 100; i++) {
        press(&s, KEYCODE_UP, KEY_CTRL);
        press(&s, KEYCODE_DOWN, KEY_ALT);
    }
    cr_expect_eq(s.viewer.picture.light.gamma, RENDER_GAMMA_MIN);
    cr_expect_eq(s.viewer.picture.light.contrast, RENDER_CONTRAST_MIN);
    cr_expect_not_null(strstr(said(&s), "contrast 1.00, the least"), "%s", said(&s));
    for (int i = 0; i < 100; i++) {
        press(&s, KEYCODE_UP, KEY_ALT);
        press(&s, KEYCODE_DOWN, KEY_CTRL);
    }
    cr_expect_eq(s.viewer.picture.light.gamma, RENDER_GAMMA_MAX);
    cr_expect_eq(s.viewer.picture.light.contrast, RENDER_CONTRAST_MAX);
    cr_expect_not_null(strstr(said(&s), "gamma 3.00, the darkest"), "%s", said(&s));
    stage_end(&s);
}

Test(viewer_picture, key_choices_are_saved_per_look)
{
    struct stage s;
    stage_begin(&s);
    cr_expect_eq(remembered(&s, "gamma"), -1.0, "what was not chosen is not remembered");
    press(&s, KEYCODE_UP, KEY_CTRL);
    cr_expect_float_eq(remembered(&s, "gamma"), 0.95, 1e-9);
    cr_expect_eq(remembered(&s, "contrast"), -1.0);
    s.viewer.picture.look = LOOK_FAITHFUL;
    press(&s, KEYCODE_UP, KEY_ALT);
    cr_expect_float_eq(remembered(&s, "faithful-contrast"), 1.1, 1e-9);
    s.viewer.picture.look = LOOK_TRUECOLOR;
    press(&s, KEYCODE_UP, KEY_ALT);
    cr_expect_float_eq(remembered(&s, "truecolor-contrast"), 1.2, 1e-9);
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    cr_expect_float_eq(s.viewer.picture.light.gamma, 0.95, 1e-9);
    cr_expect_eq(s.viewer.picture.light.contrast, 1.0);
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "gamma", "2"));
    options_settle(&s.asked, false); /* the command line wins, and is not remembered */
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    cr_expect_eq(s.viewer.picture.light.gamma, 2.0);
    cr_expect_float_eq(remembered(&s, "gamma"), 0.95, 1e-9);
    press(&s, KEYCODE_BACKSPACE, KEY_CTRL);
    cr_expect_eq(remembered(&s, "gamma"), -1.0, "normal light is nothing to remember");
    stage_end(&s);
}

Test(viewer_picture, scales_cycle_and_are_saved)
{
    struct stage s;
    stage_begin(&s);
    const struct scene_options *drawn = &s.viewer.demo.player.scene_options;
    for (int scale = 2; scale <= PICTURE_SCALES; scale++) {
        char words[64];
        press(&s, 'i', KEY_SHIFT);
        picture(&s);
        cr_expect(drawn->width == WIDTH && drawn->height == HEIGHT, "%dx%d", drawn->width,
                  drawn->height);
        cr_expect_eq(s.viewer.demo.player.options.scale, scale);
        cr_expect(s.viewer.picture.fit.canvas_width == WIDTH &&
                  s.viewer.picture.fit.canvas_height == HEIGHT);
        snprintf(words, sizeof(words), "scale %d: %dx%d", scale, enlarge_cells(WIDTH, scale),
                 enlarge_cells(HEIGHT, scale));
        cr_expect_not_null(strstr(said(&s), words), "%s", said(&s));
        cr_expect_eq(remembered(&s, "scale"), scale);
    }
    press(&s, 'i', KEY_SHIFT);
    cr_expect_eq(s.viewer.picture.scale, 0);
    cr_expect_str_eq(settings_text(&s.viewer.base.settings, "scale"), "auto");
    cr_expect_not_null(strstr(said(&s), "scale auto: 640x400"), "%s", said(&s));
    press(&s, 'i', KEY_SHIFT);
    cr_expect_eq(s.viewer.picture.scale, 1);
    stage_end(&s);
}

Test(viewer_picture, any_saved_scale_is_accepted)
{
    static const struct {
        const char *text;
        int scale;
    } cases[] = {{"3", 3}, {"auto", 0}, {"5", 0}, {"much", 0}, {"0", 0}};
    struct stage s;
    stage_begin(&s);
    s.asked = options_default();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cr_assert_eq(settings_set_text(&s.viewer.base.settings, "scale", cases[i].text), 0);
        viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
        cr_expect_eq(s.viewer.picture.scale, cases[i].scale, "%s", cases[i].text);
    }
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "scale", "4"));
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    cr_expect_eq(s.viewer.picture.scale, 4);
    stage_end(&s);
}

Test(viewer_picture, pictures_saved_are_whole_at_every_scale)
{
    struct stage s;
    struct render_frame frame;
    stage_begin(&s);
    s.viewer.picture.scale = 2;
    picture(&s);
    cr_assert_eq(viewer_draw_bare(&s.viewer), 0);
    cr_assert_eq(renderer_frame(s.viewer.demo.player.renderer, &frame), 0);
    cr_expect(frame.width == WIDTH && frame.height == HEIGHT);
    cr_expect_eq(s.viewer.demo.player.options.scale, 1);
    picture(&s);
    cr_expect_eq(s.viewer.demo.player.options.scale, 2, "on the screen as before");
    stage_end(&s);
}

/* Points of the window are those of the bar, whatever the picture's scale. */
Test(viewer_picture, the_mouse_finds_the_bar_at_every_scale)
{
    struct stage s;
    stage_begin(&s);
    for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
        s.viewer.picture.scale = scale;
        picture(&s);
        mouse(&s, INPUT_MOUSE_MOVE, 600, 390);
        cr_expect(s.viewer.mouse.x == 600 && s.viewer.mouse.y == 390, "%d, %d", s.viewer.mouse.x,
                  s.viewer.mouse.y);
    }
    stage_end(&s);
}

/* Our lines begin below the game's: in the window's pixels, whatever the picture is made of. */
Test(viewer_picture, messages_are_below_the_games_at_every_scale)
{
    struct stage s;
    stage_begin(&s);
    const struct hud_options *hud = &s.viewer.hud.options;
    for (int scale = 1; scale <= PICTURE_SCALES; scale++) {
        s.viewer.picture.scale = scale;
        cr_assert_eq(viewer_draw(&s.viewer), 0);
        cr_assert_eq(s.viewer.picture.fit.scale, scale);
        const int lines = hud_options_notify_bottom(hud, WIDTH, HEIGHT);
        cr_expect_eq(viewer_messages_top(&s.viewer.demo), lines, "%d", scale);
        cr_expect_geq(viewer_messages_top(&s.viewer.demo), 36);
    }
    s.viewer.demo.player.scene_options.no_hud = true;
    cr_expect_eq(viewer_messages_top(&s.viewer.demo), 0, "where the game says nothing");
    stage_end(&s);
}

/* Whatever the game shows, as long as there is room. */
Test(viewer_picture, messages_cover_nothing_of_the_games)
{
    struct stage s;
    stage_begin(&s);
    viewer_open_demo(&s.viewer, 1); /* a match */
    settle(&s);
    const struct viewer_demo *demo = &s.viewer.demo;
    const struct osd_canvas canvas = {.width = WIDTH, .height = HEIGHT, .font = &s.viewer.font};
    const char *text =
        "a message that is about as long as the window of this test is wide, or nearly\n2\n3\n4\n5";
    picture(&s);
    cr_expect_eq(viewer_messages_place(demo, &canvas, text, HEIGHT), viewer_messages_top(demo));
    press(&s, KEYCODE_TAB, 0);
    picture(&s);
    const int place = viewer_messages_place(demo, &canvas, text, HEIGHT);
    const struct osd_area area = osd_message_area(&canvas, place, text);
    const struct playback_part part = {area.x, area.y, area.width, area.height};
    cr_expect_eq(frame_2d_covered(&demo->player, part), 0.0, "at %d", place);
    cr_expect_neq(place, viewer_messages_top(demo), "the scores are there: %d,%d %dx%d", area.x,
                  area.y, area.width, area.height);
    /* No room below: the first row; and it stays above the end where that is taken, too. */
    cr_expect_leq(viewer_messages_place(demo, &canvas, text, 60), 60);
    stage_end(&s);
}

Test(viewer_picture, a_fixed_scale_is_used_and_the_automatic_one_follows_the_window)
{
    struct stage s;
    stage_begin(&s);
    struct viewer_picture *p = &s.viewer.picture;
    p->auto_width = p->auto_height = 0;
    p->scale = 3;
    cr_expect_eq(viewer_scale(p, 1920, 1080), 3);
    cr_expect_eq(p->auto_width, 0, "the automatic scale is not started");
    p->scale = 0;
    cr_expect_geq(viewer_scale(p, 1920, 1080), 1);
    cr_expect_eq(p->auto_width, 1920);
    cr_expect_eq(p->auto_height, 1080);
    stage_end(&s);
}

/* Hash of the demo's own picture, without what is over it. */
static uint64_t frame(struct stage *s)
{
    picture(s);
    return renderer_hash(s->viewer.demo.player.renderer);
}

/* One moment in each look, with its own light; the third key press gives the first picture back. */
Test(viewer_picture, a_key_steps_through_the_looks)
{
    static const struct {
        enum render_look look;
        const char *says, *remembered;
    } steps[] = {{LOOK_TRUECOLOR, "look: true colour", "truecolor"},
                 {LOOK_FAITHFUL, "look: faithful", "faithful"},
                 {LOOK_EXACT, "look: exact", "exact"}};
    struct stage s;
    uint64_t seen[3];
    stage_begin(&s);
    s.viewer.bar.mode = BAR_NEVER;
    s.asked.player.light = render_light_for_watching(LOOK_EXACT); /* as commands have it */
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    transport_seek(&s.viewer.demo.transport, 3.0);
    const uint64_t first = frame(&s);
    for (int i = 0; i < 3; i++) {
        const enum render_look look = steps[i].look;
        press(&s, 'l', KEY_CTRL);
        seen[i] = frame(&s);
        const struct playback_context *player = &s.viewer.demo.player;
        cr_expect_not_null(strstr(said(&s), steps[i].says), "%s", said(&s));
        cr_expect_str_eq(settings_text(&s.viewer.base.settings, "look"), steps[i].remembered);
        cr_expect_eq(player->options.look, look);
        cr_expect_eq(player->options.light.gamma, render_light_for_watching(look).gamma);
        cr_expect_eq(player->scene_options.lerp_models, look != LOOK_FAITHFUL);
        cr_expect_eq(s.viewer.demo.transport.time, 3.0);
    }
    cr_expect(seen[0] != first && seen[1] != first && seen[0] != seen[1]);
    cr_expect_eq(seen[2], first);
    stage_end(&s);
}

/* A kept moment, other views and saved pictures have the look that is shown; demos that are opened
 * later, too. */
Test(viewer_picture, all_that_is_drawn_has_the_look_that_is_shown)
{
    struct stage s;
    stage_begin(&s);
    viewer_open_demo(&s.viewer, 1); /* a match */
    settle(&s);
    transport_seek(&s.viewer.demo.transport, 4.0);
    press(&s, KEYCODE_F2, 0);
    press(&s, KEYCODE_F7, 0);
    picture(&s);
    const struct playback_context *player = &s.viewer.demo.player;
    const uint64_t exact = playback_hash(player);
    press(&s, 'l', KEY_CTRL);
    picture(&s);
    cr_assert_not_null(player->beside);
    cr_expect_eq(player->beside->other->options.look, LOOK_TRUECOLOR);
    cr_expect(player->beside->other->scene_options.air_bob);
    const uint64_t shown = playback_hash(player);
    cr_expect_neq(shown, exact);
    cr_assert_eq(viewer_draw_bare(&s.viewer), 0);
    cr_expect_eq(playback_hash(player), shown, "of a saved picture");
    cr_assert(viewer_open_demo(&s.viewer, 0));
    cr_expect_eq(player->options.look, LOOK_TRUECOLOR);
    stage_end(&s);
}

Test(viewer_picture, the_command_line_wins_over_the_remembered_look)
{
    struct stage s;
    stage_begin(&s);
    cr_assert_eq(settings_set_text(&s.viewer.base.settings, "look", "faithful"), 0);
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    cr_expect_eq(s.viewer.picture.look, LOOK_FAITHFUL);
    cr_expect_eq(s.viewer.picture.light.gamma, 1.0, "that look's light");
    cr_assert(options_set(&s.asked, COMMAND_PLAY, "look", "truecolor"));
    viewer_begin_picture(&s.viewer.picture, &s.viewer.base);
    cr_expect_eq(s.viewer.picture.look, LOOK_TRUECOLOR);
    stage_end(&s);
}

Test(viewer_picture, quake3_has_one_look)
{
    struct stage s;
    stage_begin(&s);
    free(s.viewer.playlist.names[1]);
    s.viewer.playlist.names[1] = strdup("builtin:demo5");
    cr_assert(viewer_open_demo(&s.viewer, 1));
    settle(&s);
    press(&s, 'l', KEY_CTRL);
    cr_expect_not_null(strstr(said(&s), "one look"), "%s", said(&s));
    cr_expect_eq(s.viewer.picture.look, LOOK_EXACT);
    cr_expect_null(settings_text(&s.viewer.base.settings, "look"));
    stage_end(&s);
}

/* The demo is opened again where it stands, lit in the other way. */
Test(viewer_picture, the_light_of_full_screen_is_chosen_by_a_key)
{
    struct stage s;
    stage_begin(&s);
    press(&s, 'b', KEY_CTRL);
    cr_expect_not_null(strstr(said(&s), "only Quake III"), "%s", said(&s));
    cr_expect_not(s.viewer.picture.overbright);
    free(s.viewer.playlist.names[1]);
    s.viewer.playlist.names[1] = strdup("builtin:demo5");
    cr_assert(viewer_open_demo(&s.viewer, 1));
    settle(&s);
    s.viewer.bar.mode = BAR_NEVER; /* which the status bar would stand on */
    const double time = 3.0;
    transport_seek(&s.viewer.demo.transport, time);
    const uint64_t window = frame(&s);
    press(&s, 'b', KEY_CTRL);
    settle(&s);
    cr_expect_eq(s.viewer.demo.transport.time, time);
    const uint64_t full = frame(&s);
    cr_expect_neq(full, window);
    cr_expect(s.viewer.demo.player.options.overbright);
    cr_expect_eq(remembered(&s, "overbright"), 1.0);
    press(&s, 'b', KEY_CTRL);
    settle(&s);
    cr_expect_eq(frame(&s), window);
    cr_expect_eq(remembered(&s, "overbright"), -1.0);
    stage_end(&s);
}

/* The key enlarges around the mouse, the wheel more or less; the demo's own picture stays. */
Test(viewer_picture, a_key_enlarges_the_picture)
{
    struct stage s;
    stage_begin(&s);
    struct input_event wheel = {.kind = INPUT_WHEEL, .wheel = 1};
    s.viewer.bar.mode = BAR_NEVER;
    const uint64_t plain = frame(&s);
    const double time = s.viewer.demo.transport.time;
    mouse(&s, INPUT_MOUSE_MOVE, 10, 10);
    press(&s, 'z', 0);
    cr_expect_not_null(strstr(said(&s), "enlarged 2.0 times"), "%s", said(&s));
    picture(&s);
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_float_eq(s.viewer.picture.zoom.factor, 2.5, 1e-9);
    cr_expect_eq(s.viewer.demo.transport.time, time, "the wheel does not seek meanwhile");
    cr_expect_eq(frame(&s), plain);
    wheel.wheel = -9;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(s.viewer.picture.zoom.factor, 0.0);
    stage_end(&s);
}

/* All, all but one kind in turn, none; the picture has what is chosen. */
Test(viewer_picture, tints_are_hidden_by_a_key)
{
    struct stage s;
    uint32_t seen = 0;
    stage_begin(&s);
    for (int i = 0; i < SCENE_BLENDS; i++) {
        press(&s, 't', KEY_CTRL);
        picture(&s);
        const uint32_t hidden = s.viewer.demo.player.scene_options.hidden_blends;
        cr_expect(hidden != 0 && (hidden & (hidden - 1)) == 0 && !(seen & hidden));
        seen |= hidden;
    }
    cr_expect_eq(seen, (uint32_t)SCENE_BLENDS_ALL);
    press(&s, 't', KEY_CTRL);
    cr_expect_eq(s.viewer.picture.hidden_blends, (uint32_t)SCENE_BLENDS_ALL);
    cr_expect_not_null(strstr(said(&s), "tints of the screen: none"), "%s", said(&s));
    press(&s, 't', KEY_CTRL);
    cr_expect_eq(s.viewer.picture.hidden_blends, 0u);
    press(&s, 'g', KEY_ALT);
    cr_expect_not_null(strstr(said(&s), "there is no ghost"), "%s", said(&s));
    stage_end(&s);
}

/* The demo's own ghost, 3 s behind. */
Test(viewer_picture, ghosts_are_hidden_by_a_key)
{
    struct stage s;
    stage_begin(&s);
    s.asked.player.ghosts = (struct ghost_options){.names = "builtin:demo1", .align = "3=0"};
    cr_assert(viewer_reopen_demo(&s.viewer));
    settle(&s);
    transport_seek(&s.viewer.demo.transport, 6.0);
    frame(&s);
    cr_assert_eq(s.viewer.demo.player.scene_options.num_ghosts, 1u);
    press(&s, 'g', KEY_ALT);
    frame(&s);
    cr_expect_eq(s.viewer.demo.player.scene_options.num_ghosts, 0u);
    press(&s, 'g', KEY_ALT);
    frame(&s);
    cr_expect_eq(s.viewer.demo.player.scene_options.num_ghosts, 1u);
    stage_end(&s);
}
