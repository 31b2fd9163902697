/* Several views in the window: keys for their number, their layout and the main one. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/viewer/record/seen_view.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "engine/viewer/viewer_mouse.h"
#include "tests/engine/viewer/viewer_stage.h"

/* A .mvd of two players. */
static void begin_mvd(struct stage *s)
{
    stage_begin(s);
    viewer_drop_file(&s->viewer.playlist, &s->viewer.base, "builtin:demo4");
    viewer_drop_end(&s->viewer);
    settle(s);
    cr_assert(s->viewer.demo.open);
    press(s, '5', KEY_CTRL);
    picture(s);
}

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

static uint32_t shown(const struct stage *s, int view)
{
    return s->viewer.demo.player.views.views[view].shown.follow;
}

Test(viewer_views, a_key_shows_one_two_and_four)
{
    struct stage s;
    begin_mvd(&s);
    const struct view_set *views = &s.viewer.demo.player.views;
    const uint64_t one = picture(&s);
    press(&s, KEYCODE_F2, 0);
    const uint64_t two = picture(&s);
    cr_expect_str_eq(said(&s), "2 views");
    cr_expect(views->count == 2 && two != one);
    press(&s, KEYCODE_F2, 0);
    cr_expect_neq(picture(&s), two);
    cr_expect_eq(views->count, 4);
    press(&s, KEYCODE_F2, 0);
    cr_expect_eq(picture(&s), one);
    cr_expect_str_eq(said(&s), "1 view");
    stage_end(&s);
}

Test(viewer_views, keys_act_on_the_main_view)
{
    struct stage s;
    begin_mvd(&s);
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    cr_expect(shown(&s, 0) == 1 && shown(&s, 1) == 2);
    press(&s, KEYCODE_F3, 0);
    picture(&s);
    cr_expect_str_eq(said(&s), "view 2: Frost");
    cr_expect(shown(&s, 0) == 1 && shown(&s, 1) == 2);
    press(&s, '1', 0); /* both exchange their players */
    picture(&s);
    cr_expect(shown(&s, 0) == 2 && shown(&s, 1) == 1);
    press(&s, KEYCODE_F3, KEY_SHIFT);
    picture(&s);
    cr_expect_eq(s.viewer.demo.player.views.main, 0);
    cr_expect_eq(s.viewer.demo.player.scene_options.follow, 2u);
    stage_end(&s);
}

Test(viewer_views, the_main_view_can_be_large)
{
    struct stage s;
    begin_mvd(&s);
    press(&s, KEYCODE_F4, 0);
    cr_expect_str_eq(said(&s), "there is one view (F2 shows several)");
    press(&s, KEYCODE_F3, 0);
    cr_expect_str_eq(said(&s), "there is one view (F2 shows several)");
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    press(&s, KEYCODE_F4, 0);
    press(&s, KEYCODE_F3, 0);
    picture(&s);
    const struct view_set *views = &s.viewer.demo.player.views;
    cr_expect_eq(view_set_part(views, 1).left, 0);
    cr_expect_gt(view_set_part(views, 1).width, view_set_part(views, 0).width);
    stage_end(&s);
}

static void click(struct stage *s, int x)
{
    mouse(s, INPUT_MOUSE_DOWN, x, HEIGHT / 2);
    mouse(s, INPUT_MOUSE_UP, x, HEIGHT / 2);
    viewer_follow_click(&s->viewer, platform_now() + 1.0);
}

Test(viewer_views, a_click_on_a_view_makes_it_the_main_one)
{
    struct stage s;
    begin_mvd(&s);
    const struct playback_context *player = &s.viewer.demo.player;
    const struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    const bool paused = t->paused;
    click(&s, WIDTH / 2);
    cr_expect(player->views.main == 1 && t->paused == paused);
    click(&s, WIDTH / 2);
    cr_expect(player->views.main == 1 && t->paused == !paused, "a click on the main one pauses");
    click(&s, WIDTH / 2 - 1);
    cr_expect(player->views.main == 0 && t->paused == !paused);
    stage_end(&s);
}

Test(viewer_views, a_film_and_a_copied_line_have_them)
{
    struct stage s;
    struct seen_view seen;
    begin_mvd(&s);
    seen_view_find(&s.viewer, &seen);
    cr_expect_eq(seen.options.views.count, 1);
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    press(&s, KEYCODE_F4, 0);
    press(&s, KEYCODE_F3, 0);
    seen_view_find(&s.viewer, &seen);
    cr_expect_eq(seen.options.views.count, 2);
    cr_expect_eq(seen.options.views.layout, VIEW_LARGE);
    cr_expect_eq(seen.options.views.main, 2);
    cr_expect_str_eq(seen.options.views.others, "1");
    cr_expect_str_eq(seen.options.follow, "2");
    stage_end(&s);
}

Test(viewer_views, the_next_demo_has_as_many)
{
    struct stage s;
    begin_mvd(&s);
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    viewer_drop_file(&s.viewer.playlist, &s.viewer.base, "builtin:demo1");
    viewer_drop_end(&s.viewer);
    settle(&s);
    picture(&s);
    cr_expect_eq(s.viewer.demo.player.views.count, 2);
    press(&s, KEYCODE_F2, 0);
    picture(&s);
    cr_expect_eq(s.viewer.demo.player.views.count, 2);
    cr_expect_str_eq(said(&s), "the demo has one player's view: 2 views, one of them from behind");
    stage_end(&s);
}
