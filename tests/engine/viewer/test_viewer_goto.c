/* Going to a place that is typed, and the numbers that such a place has. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/viewer/host/clipboard.h"
#include "tests/engine/viewer/viewer_stage.h"

static void type_text(struct stage *s, const char *text)
{
    for (; *text; text++) {
        type_character(s, (const char[]){*text, '\0'});
    }
}

static void ask(struct stage *s, const char *text)
{
    press(s, 'g', KEY_CTRL);
    cr_assert(s->viewer.go_to.shown);
    type_text(s, text);
    press(s, KEYCODE_RETURN, 0);
}

Test(viewer_goto, goes_to_what_is_typed)
{
    struct stage s;
    char block[32];
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    const struct timeline *timeline = s.viewer.demo.player.timeline;
    press(&s, KEYCODE_SPACE, 0);
    ask(&s, "0:05.25");
    cr_expect_not(s.viewer.go_to.shown);
    cr_expect_eq(t->time, 5.25);
    cr_expect(t->paused, "it stays as it was");
    ask(&s, "50 %");
    cr_expect_float_eq(t->time, timeline_length(timeline) / 2.0, 1e-9);
    snprintf(block, sizeof(block), "b%u", (unsigned)timeline_update_step(timeline, 20));
    ask(&s, block);
    cr_expect_eq(t->time, timeline_update_time(timeline, 20));
    type_character(&s, ":");
    cr_assert(s.viewer.go_to.shown);
    press(&s, KEYCODE_UP, 0);
    press(&s, KEYCODE_UP, 0);
    cr_expect_str_eq(s.viewer.go_to.text, "50 %");
    press(&s, KEYCODE_RETURN, 0);
    cr_expect_float_eq(t->time, timeline_length(timeline) / 2.0, 1e-9);
    press(&s, KEYCODE_BACKSPACE, KEY_SHIFT); /* undoes the jump */
    cr_expect_eq(t->time, timeline_update_time(timeline, 20));
    stage_end(&s);
}

Test(viewer_goto, mistakes_are_told_there)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_SPACE, 0);
    ask(&s, "2");
    ask(&s, "mark 77");
    cr_expect(s.viewer.go_to.shown);
    cr_expect_str_eq(s.viewer.go_to.wrong, "there is no mark 77 in this demo");
    cr_expect_neq(picture(&s), 0u);
    press(&s, KEYCODE_ESCAPE, 0);
    cr_expect_not(s.viewer.go_to.shown);
    ask(&s, "soon");
    cr_expect_not_null(strstr(s.viewer.go_to.wrong, "block N"), "%s", s.viewer.go_to.wrong);
    press(&s, KEYCODE_ESCAPE, 0);
    ask(&s, "9:59:59");
    cr_expect_eq(strncmp(s.viewer.go_to.wrong, "the demo is 0:", 14), 0, "%s",
                 s.viewer.go_to.wrong);
    press(&s, KEYCODE_ESCAPE, 0);
    ask(&s, "");
    cr_expect_not(s.viewer.go_to.shown, "nothing is asked for");
    cr_expect_eq(t->time, 2.0, "nothing of that moved it");
    stage_end(&s);
}

/* Letters that are keys are letters there; keys that type nothing do what they do. */
Test(viewer_goto, keys_are_letters_while_it_asks)
{
    char reason[128];
    struct stage s;
    stage_begin(&s);
    press(&s, 'g', KEY_CTRL);
    press(&s, 's', 0);
    type_character(&s, "s");
    press(&s, 'q', 0);
    type_character(&s, "q");
    cr_expect_not(s.viewer.quit);
    cr_expect_str_eq(s.viewer.go_to.text, "sq");
    press(&s, KEYCODE_BACKSPACE, 0);
    cr_assert(clipboard_set("68850\nand more", reason, sizeof(reason)));
    press(&s, 'v', KEY_CTRL);
    cr_expect_str_eq(s.viewer.go_to.text, "s68850");
    const bool info = s.viewer.info;
    press(&s, KEYCODE_F1, 0);
    cr_expect(s.viewer.help.shown, "help comes over it");
    press(&s, KEYCODE_F1, 0);
    cr_expect(s.viewer.go_to.shown && s.viewer.info == info);
    stage_end(&s);
}

/* What the bar shows of a standing picture leads back to it. */
Test(viewer_goto, the_bar_tells_the_place)
{
    struct stage s;
    struct described_bar bar;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    viewer_describe_bar(&s.viewer, &bar);
    cr_expect_null(bar.bar.exact, "it moves");
    press(&s, KEYCODE_SPACE, 0);
    for (int i = 0; i < 3; i++) {
        char part[48];
        unsigned long block, clock;
        transport_seek(t, 3.0 + 1.37 * i);
        cr_expect_neq(picture(&s), 0u);
        const double time = t->time;
        viewer_describe_bar(&s.viewer, &bar);
        cr_assert_eq(sscanf(bar.bar.exact, "b%lu s%lu", &block, &clock), 2, "%s", bar.bar.exact);
        transport_seek(t, 0.0);
        snprintf(part, sizeof(part), "s%lu", clock);
        ask(&s, part);
        cr_expect_float_eq(t->time, time, 0.0011, "%s: %f, not %f", part, t->time, time);
        snprintf(part, sizeof(part), "b%lu", block);
        ask(&s, part);
        cr_expect(t->time <= time && t->time > time - 0.2, "%s: %f, not %f", part, t->time, time);
    }
    stage_end(&s);
}

/* --- marks with names ------------------------------------------------------------------------- */

static const struct demo_marks *marks_of(const struct stage *s)
{
    return &s->viewer.demo.bookmarks.marks;
}

static void name_here(struct stage *s, double time, const char *name)
{
    transport_seek(&s->viewer.demo.transport, time);
    press(s, 'a', KEY_CTRL);
    cr_assert(s->viewer.marks.name.shown);
    type_text(s, name);
    press(s, KEYCODE_RETURN, 0);
    cr_expect_not(s->viewer.marks.name.shown);
}

Test(viewer_goto, marks_get_names_and_are_found_by_them)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_SPACE, 0);
    name_here(&s, 5.0, "Shambler");
    cr_assert_eq(marks_of(&s)->count, 1u);
    cr_expect_str_eq(marks_of(&s)->items[0].name, "Shambler");
    name_here(&s, 6.5, "s fall"); /* within two seconds: the same mark, its name goes on */
    cr_assert_eq(marks_of(&s)->count, 1u);
    cr_expect_str_eq(marks_of(&s)->items[0].name, "Shamblers fall");
    ask(&s, "shambler");
    cr_expect_eq(t->time, 5.0);
    ask(&s, "mark shamblers fall +1s");
    cr_expect_eq(t->time, 6.0);
    ask(&s, "nobody");
    cr_expect_not_null(strstr(s.viewer.go_to.wrong, "mark N or NAME"));
    press(&s, KEYCODE_ESCAPE, 0);
    stage_end(&s);
}

Test(viewer_goto, the_list_of_marks)
{
    struct stage s;
    stage_begin(&s);
    struct transport *t = &s.viewer.demo.transport;
    press(&s, KEYCODE_SPACE, 0);
    press(&s, 'a', KEY_ALT);
    cr_expect_not(s.viewer.chooser.shown, "there is none");
    name_here(&s, 2.0, "alpha");
    name_here(&s, 8.0, "beta");
    name_here(&s, 14.0, "gamma");
    press(&s, 'a', KEY_ALT);
    cr_assert(s.viewer.chooser.shown);
    cr_expect_eq(s.viewer.chooser.selected, 2u, "where the picture is");
    press(&s, KEYCODE_HOME, 0);
    cr_expect_neq(picture(&s), 0u, "it is drawn");
    press(&s, KEYCODE_RETURN, 0);
    cr_expect_not(s.viewer.chooser.shown);
    cr_expect_eq(t->time, 2.0);
    press(&s, 'a', KEY_ALT);
    type_text(&s, "bet");
    press(&s, KEYCODE_DELETE, 0);
    cr_assert_eq(marks_of(&s)->count, 2u);
    cr_expect_str_eq(marks_of(&s)->items[1].name, "gamma");
    cr_expect(s.viewer.chooser.shown);
    press(&s, KEYCODE_DELETE, 0);
    press(&s, KEYCODE_DELETE, 0);
    cr_expect_eq(marks_of(&s)->count, 0u);
    cr_expect_not(s.viewer.chooser.shown, "the last is gone");
    stage_end(&s);
}
