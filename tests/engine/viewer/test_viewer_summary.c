/* The match summary: by its key, and at the end where the options want it. */
#include <criterion/criterion.h>

#include "engine/capture/film_frames.h"
#include "engine/viewer/viewer_draw.h"
#include "tests/engine/viewer/viewer_stage.h"

Test(viewer_summary, by_a_key_at_any_time)
{
    struct stage s;
    stage_begin(&s);
    viewer_open_demo(&s.viewer, 1); /* a match */
    settle(&s);
    press(&s, 's', KEY_CTRL);
    cr_expect(viewer_summary_is_shown(&s.viewer.summary, &s.viewer.demo, &s.viewer.base));
    cr_expect_neq(picture(&s), 0u);
    cr_expect(s.viewer.demo.player.summary.is_shown, "it was drawn");
    press(&s, 's', KEY_CTRL);
    cr_expect_not(viewer_summary_is_shown(&s.viewer.summary, &s.viewer.demo, &s.viewer.base));
    stage_end(&s);
}

Test(viewer_summary, at_the_end_if_asked)
{
    struct stage s;
    stage_begin(&s);
    const struct viewer *v = &s.viewer;
    press(&s, KEYCODE_END, 0);
    settle(&s);
    cr_assert(transport_is_at_end(&v->demo.transport));
    cr_expect_not(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    s.asked.player.end_summary = true;
    cr_expect(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    press(&s, KEYCODE_HOME, 0);
    cr_expect_not(viewer_summary_is_shown(&v->summary, &v->demo, &v->base));
    stage_end(&s);
}

/* Of the size of the window. */
static void expect_film(const struct viewer *v, const struct film_stretch *stretch,
                        const struct render_frame *seen)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    static const struct film_quality plain = {1, 1, 180.0};
    static uint32_t pixels[WIDTH * HEIGHT];
    struct playback_options options = v->base.options->asked->player;
    struct playback_context player;
    struct film_frames frames;
    options.end_summary = true;
    options.light = v->picture.light;
    options.own_gamma = true;
    cr_assert_eq(playback_open(&player, "builtin:demo1", &options, &index, NULL), 0);
    playback_end_at(&player, stretch->to);
    cr_assert_eq(film_frames_open(&frames, &player, WIDTH, HEIGHT, &plain), 0);
    cr_assert_eq(film_frames_draw(&frames, stretch, stretch->frames - 1, pixels), 0);
    for (size_t y = 0; y < HEIGHT; y++) {
        cr_assert_arr_eq(seen->pixels + y * seen->pitch, pixels + y * WIDTH,
                         WIDTH * sizeof(*pixels), "row %zu", y);
    }
    film_frames_free(&frames);
    playback_close(&player);
}

Test(viewer_summary, the_window_shows_what_a_film_has)
{
    struct stage s;
    struct render_frame frame;
    stage_begin(&s);
    s.asked.player.end_summary = true;
    struct playback_context *player = &s.viewer.demo.player;
    press(&s, KEYCODE_END, 0);
    settle(&s);
    (void)picture(&s);
    cr_assert(player->summary.is_shown);
    cr_assert_eq(viewer_draw_bare(&s.viewer), 0);
    cr_assert_eq(playback_frame(player, &frame), 0);
    cr_assert(frame.width == WIDTH && frame.height == HEIGHT);
    struct film_stretch stretch = {.from = 1.0,
                                   .to = timeline_length(player->timeline),
                                   .speed = 1.0,
                                   .held = 2,
                                   .fps = {1, 1}};
    stretch.frames = film_stretch_frames(&stretch);
    expect_film(&s.viewer, &stretch, &frame);
    stage_end(&s);
}
