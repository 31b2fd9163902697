/* A second demo or moment in the window: the keys that keep and show it, and what films get. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/record/seen_view.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

/* In the middle of a demo, where nothing is asked for. */
static void begin(struct stage *s)
{
    stage_begin(s);
    settle(s);
    press(s, '4', KEY_CTRL);
    picture(s);
}

Test(viewer_beside, a_kept_moment_stays_beside_what_plays)
{
    struct stage s;
    begin(&s);
    const uint64_t one = picture(&s);
    press(&s, KEYCODE_F6, 0);
    cr_expect_str_eq(said(&s), "nothing is beside it (F7 keeps this moment; play --beside DEMO)");
    cr_expect_eq(picture(&s), one);
    const double kept = s.viewer.demo.transport.time;
    press(&s, KEYCODE_F7, 0);
    cr_expect_not_null(strstr(said(&s), " stays beside (F6: difference, off)"), "%s", said(&s));
    const uint64_t both = picture(&s);
    cr_expect_neq(both, one);
    press(&s, '6', KEY_CTRL);
    cr_expect_neq(picture(&s), both);
    const struct beside *beside = s.viewer.demo.player.beside;
    cr_expect_float_eq(timeline_time(beside->other->timeline), kept, 1e-9);
    cr_expect_gt(timeline_time(s.viewer.demo.player.timeline), kept + 1.0);
    press(&s, KEYCODE_F7, 0);
    picture(&s);
    cr_expect_float_eq(timeline_time(beside->other->timeline), s.viewer.demo.transport.time, 1e-9);
    stage_end(&s);
}

Test(viewer_beside, a_key_steps_through_difference_and_off)
{
    struct stage s;
    begin(&s);
    const uint64_t one = picture(&s);
    press(&s, KEYCODE_F7, 0);
    const uint64_t sides = picture(&s);
    press(&s, KEYCODE_F6, 0);
    cr_expect_str_eq(said(&s), "difference: grey where both are equal");
    const uint64_t difference = picture(&s);
    cr_expect(difference != sides && s.viewer.demo.player.beside->is_difference);
    press(&s, KEYCODE_F6, 0);
    cr_expect_str_eq(said(&s), "one picture");
    cr_expect_eq(picture(&s), one);
    press(&s, KEYCODE_F6, 0);
    cr_expect_str_eq(said(&s), "side by side");
    cr_expect_eq(picture(&s), sides);
    press(&s, KEYCODE_F6, 0);
    press(&s, KEYCODE_F6, 0);
    cr_expect_eq(picture(&s), one);
    press(&s, KEYCODE_F7, 0); /* from off side by side again */
    cr_expect_eq(picture(&s), sides);
    stage_end(&s);
}

Test(viewer_beside, a_film_and_a_copied_line_have_it)
{
    struct stage s;
    struct seen_view seen;
    begin(&s);
    seen_view_find(&s.viewer, &seen);
    cr_expect_not(beside_is_asked(&seen.options.beside));
    press(&s, KEYCODE_F7, 0);
    press(&s, KEYCODE_F6, 0);
    seen_view_find(&s.viewer, &seen);
    cr_assert_not_null(seen.options.beside.at);
    cr_expect_eq(strtod(seen.options.beside.at, NULL), s.viewer.demo.player.beside->moment);
    cr_expect(seen.options.beside.difference);
    press(&s, KEYCODE_F6, 0);
    seen_view_find(&s.viewer, &seen);
    cr_expect_not(beside_is_asked(&seen.options.beside));
    stage_end(&s);
}

Test(viewer_beside, a_moment_is_of_one_demo)
{
    struct stage s;
    begin(&s);
    press(&s, KEYCODE_F7, 0);
    const uint64_t both = picture(&s);
    cr_assert(viewer_reopen_demo(&s.viewer));
    settle(&s);
    cr_assert_not_null(s.viewer.demo.player.beside);
    cr_expect_eq(picture(&s), both);
    press(&s, 'n', KEY_SHIFT);
    settle(&s);
    cr_expect_null(s.viewer.demo.player.beside);
    picture(&s);
    stage_end(&s);
}
