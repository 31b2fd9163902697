/* Parts saved as demos from the window: which part, its name, what is said. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "engine/playback/demo_source.h"
#include "engine/playback/timeline.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/scratch.h"

static void set_up(void)
{
    scratch_set_up();
    cr_assert_eq(chdir(scratch_root), 0);
}

TestSuite(viewer_clip, .init = set_up, .fini = scratch_tear_down);

static const char *said(const struct stage *s)
{
    return s->viewer.base.messages.passing.text;
}

static void go(struct stage *s, double time)
{
    transport_seek(&s->viewer.demo.transport, time);
    cr_assert_eq(viewer_draw(&s->viewer), 0);
}

static void begin(struct stage *s)
{
    stage_begin(s);
    press(s, KEYCODE_SPACE, 0);
}

static void expect_length(const char *name, double seconds)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    static const struct demo_search search = {.basedir = NULL};
    struct demo_source source;
    struct timeline *timeline;
    struct format_error err = {0};
    cr_assert_eq(demo_source_open_bytes(&source, name, &search, &err), 0, "%s: %s", name, err.what);
    cr_assert_eq(timeline_open_demo(&timeline, &source.demo, &index, &err), 0, "%s", err.what);
    cr_expect_float_eq(timeline_length(timeline), seconds, 0.1, "%s: %g s", name,
                       timeline_length(timeline));
    timeline_close(timeline);
    demo_source_close(&source);
}

Test(viewer_clip, from_here_to_here_in_both_directions)
{
    struct stage s;
    begin(&s);
    go(&s, 2.0);
    press(&s, 'c', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "a demo begins at 0:02.0, Shift+c again saves it up to there");
    press(&s, 'c', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "no demo is saved: that is where it began");
    press(&s, 'c', KEY_SHIFT);
    go(&s, 5.0);
    press(&s, 'c', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "0:02.0 to 0:05.0 saved as a demo: demo1-clip-0001.dem");
    expect_length("demo1-clip-0001.dem", 3.0);
    press(&s, 'c', KEY_SHIFT);
    go(&s, 4.0);
    press(&s, 'c', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "0:04.0 to 0:05.0 saved as a demo: demo1-clip-0002.dem");
    expect_length("demo1-clip-0002.dem", 1.0);
    stage_end(&s);
}

Test(viewer_clip, a_loop_and_the_last_seconds)
{
    struct stage s;
    begin(&s);
    go(&s, 10.0);
    press(&s, 'b', 0);
    go(&s, 12.0);
    press(&s, 'b', 0);
    press(&s, 'c', KEY_SHIFT);
    cr_expect_str_eq(said(&s), "0:10.0 to 0:12.0 saved as a demo: demo1-clip-0001.dem");
    expect_length("demo1-clip-0001.dem", 2.0);
    press(&s, 'b', 0);
    go(&s, 35.0);
    press(&s, 'c', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said(&s), "0:05.0 to 0:35.0 saved as a demo: demo1-clip-0002.dem");
    expect_length("demo1-clip-0002.dem", 30.0);
    go(&s, 3.0);
    press(&s, 'c', KEY_CTRL | KEY_SHIFT);
    cr_expect_str_eq(said(&s), "0:00.0 to 0:03.0 saved as a demo: demo1-clip-0003.dem");
    expect_length("demo1-clip-0003.dem", 3.0);
    stage_end(&s);
}
