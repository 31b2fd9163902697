/* The viewer's console: lines at a given time, their colours, keys. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/viewer/overlay/console.h"
#include "engine/viewer/viewer_input.h"
#include "tests/engine/viewer/viewer_stage.h"
#include "tests/support/real_data.h"

Test(viewer_console, lists_prints_up_to_the_time)
{
    struct stage s;
    char text[CONSOLE_TEXT];
    double time;
    stage_begin(&s);
    press(&s, KEYCODE_SPACE, 0);
    press(&s, KEYCODE_END, 0);
    const struct console_source at_end =
        viewer_console_source(&s.viewer.console, &s.viewer.demo, &s.viewer.base);
    cr_assert_gt(at_end.count, 0u, "the built-in demo prints something");
    cr_assert(at_end.line(at_end.context, at_end.count - 1, &time, text));
    cr_expect_str_neq(text, "");
    cr_expect_leq(time, s.viewer.demo.transport.time);
    transport_seek(&s.viewer.demo.transport, time - 0.01);
    cr_expect_lt(viewer_console_source(&s.viewer.console, &s.viewer.demo, &s.viewer.base).count,
                 at_end.count, "later lines are gone");
    transport_seek(&s.viewer.demo.transport, time);
    cr_expect_eq(viewer_console_source(&s.viewer.console, &s.viewer.demo, &s.viewer.base).count,
                 at_end.count);
    stage_end(&s);
}

Test(viewer_console, takes_typed_text_only)
{
    struct stage s;
    stage_begin(&s);
    const struct console *c = &s.viewer.console.view;
    type_character(&s, "~");
    cr_expect(c->shown);
    press(&s, KEYCODE_SPACE, 0);
    cr_expect(s.viewer.demo.transport.paused, "Space pauses while nothing is looked for");
    press(&s, 'q', 0);
    type_character(&s, "q");
    cr_expect_not(s.viewer.quit);
    cr_expect_str_eq(c->filter, "q");
    press(&s, KEYCODE_RIGHT, 0);
    cr_expect_eq(s.viewer.demo.transport.time, 5.0);
    press(&s, KEYCODE_TAB, 0);
    cr_expect(c->own);
    press(&s, KEYCODE_BACKSPACE, 0);
    cr_expect_str_eq(c->filter, "");
    cr_expect_eq(s.viewer.demo.transport.speed, 1.0);
    viewer_say(&s.viewer.base, "something");
    const struct console_source own =
        viewer_console_source(&s.viewer.console, &s.viewer.demo, &s.viewer.base);
    char text[CONSOLE_TEXT];
    double time;
    cr_assert(own.line(own.context, own.count - 1, &time, text));
    cr_expect_str_eq(text, "something");
    press(&s, KEYCODE_HOME, 0);
    cr_expect_eq(c->scroll, own.count - 1);
    struct input_event wheel = {.kind = INPUT_WHEEL};
    wheel.wheel = -1000;
    viewer_handle_event(&s.viewer, &wheel);
    cr_expect_eq(c->scroll, 0u);
    cr_expect_eq(s.viewer.demo.transport.time, 5.0, "the wheel does not seek");
    picture(&s);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(c->shown);
    press(&s, '`', 0);
    cr_expect(c->shown);
    type_character(&s, "`");
    cr_expect_not(c->shown);
    stage_end(&s);
}

/* The darkest digit of a colour is 0x50, so that it is seen on the console's ground. */
Test(viewer_console, lines_have_the_colours_of_their_players)
{
    const struct real_data_name path = real_data_path("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    struct stage s;
    uint32_t colors[CONSOLE_TEXT], darkest = 0xff, lightest = 0;
    stage_begin(&s);
    viewer_drop_file(&s.viewer.playlist, &s.viewer.base, path.text);
    viewer_drop_end(&s.viewer);
    settle(&s);
    press(&s, KEYCODE_END, 0);
    const struct console_source lines =
        viewer_console_source(&s.viewer.console, &s.viewer.demo, &s.viewer.base);
    for (size_t i = 0; i < lines.count; i++) {
        memset(colors, 0, sizeof(colors));
        lines.colors(lines.context, i, colors);
        for (size_t k = 0; k < CONSOLE_TEXT; k++) {
            cr_assert_leq(colors[k], 0xffffffu);
            for (int shift = 0; colors[k] != 0 && shift < 24; shift += 8) {
                const uint32_t part = colors[k] >> shift & 0xff;
                darkest = part < darkest ? part : darkest;
                lightest = part > lightest ? part : lightest;
            }
        }
    }
    cr_expect_eq(darkest, 0x50u, "%x", darkest);
    cr_expect_eq(lightest, 0xffu, "%x", lightest);
    stage_end(&s);
}
