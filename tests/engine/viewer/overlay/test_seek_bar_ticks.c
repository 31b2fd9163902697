/* The seek bar's ticks: runs of columns, lanes, and the rectangles drawn. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "engine/viewer/overlay/seek_bar_layout.h"
#include "engine/viewer/overlay/seek_bar_ticks.h"
#include "tests/support/osd_canvas.h"

enum { WIDTH = 960, HEIGHT = 600 };

static void set_column(struct seek_bar_columns *columns, int column)
{
    columns->words[column / 64] |= UINT64_C(1) << column % 64;
}

/* Ticks of a kind as runs. */
Test(seek_bar_ticks, near_ticks_are_one)
{
    struct seek_bar_columns columns = {{0}}, none = {{0}};
    struct seek_bar_run run;
    static const int places[] = {3, 5, 8, 60, 63, 64, 139};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        set_column(&columns, places[i]);
    }
    static const int runs[][2] = {{3, 9}, {60, 65}, {139, 140}};
    int from = 0;
    for (size_t i = 0; i < 3; i++, from = run.to) {
        cr_assert(seek_bar_next_run(&columns, 140, 4, from, &run));
        cr_expect(run.from == runs[i][0] && run.to == runs[i][1], "%d to %d", run.from, run.to);
    }
    cr_expect_not(seek_bar_next_run(&columns, 140, 4, from, &run));
    cr_expect_not(seek_bar_next_run(&columns, 139, 4, 65, &run),
                  "what is behind the last is not there");
    cr_assert(seek_bar_next_run(&columns, 140, 3, 0, &run));
    cr_expect(run.from == 3 && run.to == 6, "%d to %d: 8 is three away", run.from, run.to);
    cr_assert(seek_bar_next_run(&columns, 140, 1, 0, &run));
    cr_expect(run.from == 3 && run.to == 4);
    cr_expect_not(seek_bar_next_run(&none, SEEK_BAR_MAX_COLUMNS, 4, 0, &run));
    cr_expect_not(seek_bar_next_run(&columns, 0, 4, 0, &run));
}

/* Every column by itself, next to the ends of words above all. */
Test(seek_bar_ticks, every_column_is_found)
{
    for (int column = 0; column < SEEK_BAR_MAX_COLUMNS; column++) {
        struct seek_bar_columns columns = {{0}};
        struct seek_bar_run run;
        set_column(&columns, column);
        cr_assert(seek_bar_next_run(&columns, SEEK_BAR_MAX_COLUMNS, 6, 0, &run));
        cr_assert(run.from == column && run.to == column + 1);
        cr_assert(seek_bar_next_run(&columns, SEEK_BAR_MAX_COLUMNS, 6, column, &run));
        cr_assert_not(seek_bar_next_run(&columns, column, 6, 0, &run));
        cr_assert_not(seek_bar_next_run(&columns, SEEK_BAR_MAX_COLUMNS, 6, column + 1, &run));
    }
}

Test(seek_bar_ticks, lanes_keep_chat_from_frags)
{
    cr_expect_neq(seek_bar_lane(DEMO_EVENT_CHAT), seek_bar_lane(DEMO_EVENT_FRAG));
    cr_expect_neq(seek_bar_lane(DEMO_EVENT_PICKUP), seek_bar_lane(DEMO_EVENT_FRAG));
    cr_expect_neq(seek_bar_lane(DEMO_EVENT_PICKUP), seek_bar_lane(DEMO_EVENT_CHAT));
    cr_expect_eq(seek_bar_lane(DEMO_EVENT_LEVEL), -1);
    for (int kind = 0; kind < DEMO_EVENT_KINDS; kind++) {
        cr_expect_lt(seek_bar_lane((enum demo_event_kind)kind), SEEK_BAR_LANES);
    }
}

/* --- drawn ticks ------------------------------------------------------------------------------ */

struct ticks {
    struct seek_bar bar;
    struct transport transport;
    struct seek_bar_strip strip;
    struct seek_bar_layout at;
};

static void begin_ticks(struct ticks *t)
{
    memset(t, 0, sizeof(*t));
    t->transport.speed = 1.0;
    t->bar.transport = &t->transport;
    t->bar.mouse_x = t->bar.mouse_y = -1;
    t->bar.filter = (1u << DEMO_EVENT_KINDS) - 1;
    t->at = seek_bar_lay_out(&t->bar, WIDTH, HEIGHT);
}

static void add_tick(struct ticks *t, enum demo_event_kind kind, int column)
{
    set_column(&t->strip.columns[kind], column);
    t->strip.kinds |= 1u << kind;
}

static struct test_canvas draw_ticks(const struct ticks *t)
{
    struct test_canvas canvas = test_canvas_make(WIDTH, HEIGHT);
    seek_bar_draw_ticks(&canvas.canvas, &t->bar, &t->strip, &t->at);
    test_canvas_expect_guards(&canvas);
    return canvas;
}

/* All pixels of a colour are these, all of them solid. */
static void expect_rectangle(const struct test_canvas *canvas, uint32_t color, int x, int y,
                             int width, int height)
{
    cr_expect_eq(test_canvas_count(canvas, x, y, width, height, color), width * height,
                 "%06x is not all of %d %d %dx%d", color, x, y, width, height);
    cr_expect_eq(test_canvas_count(canvas, 0, 0, WIDTH, HEIGHT, color), width * height,
                 "%06x is outside of %d %d %dx%d", color, x, y, width, height);
}

/* Pixels of a colour in a column; nothing but ticks is drawn. */
static int in_column(const struct test_canvas *canvas, int x, uint32_t color)
{
    return test_canvas_count(canvas, x, 0, 1, HEIGHT, color);
}

Test(seek_bar_ticks, a_tick_is_a_rectangle_in_its_lane)
{
    static const struct {
        enum demo_event_kind kind;
        uint32_t color;
        int lane, width;
    } kinds[] = {{DEMO_EVENT_FRAG, 0xffd83d, 0, 1},   {DEMO_EVENT_DEATH, 0xff5a4a, 0, 2},
                 {DEMO_EVENT_FLAG, 0xff9a3d, 0, 3},   {DEMO_EVENT_PICKUP, 0x6bd66b, 1, 1},
                 {DEMO_EVENT_SECRET, 0xd884ff, 1, 2}, {DEMO_EVENT_CHAT, 0x8cb4e8, 2, 1},
                 {DEMO_EVENT_TEAM, 0xb0a898, 2, 2},   {DEMO_EVENT_LEVEL, 0xffffff, -1, 1},
                 {DEMO_EVENT_FINISH, 0xff6bb5, -1, 2}};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct ticks t;
        begin_ticks(&t);
        add_tick(&t, kinds[i].kind, 100);
        struct test_canvas canvas = draw_ticks(&t);
        const int s = t.at.scale, wide = kinds[i].width * s;
        const int x = seek_bar_x_of_column(&t.at, 100) - wide / 2;
        cr_expect_eq(s, 2);
        cr_expect_eq(seek_bar_event_color(kinds[i].kind), kinds[i].color);
        cr_expect_eq(seek_bar_lane(kinds[i].kind), kinds[i].lane);
        if (kinds[i].lane < 0) {
            expect_rectangle(&canvas, kinds[i].color, x, t.at.ticks, wide,
                             t.at.bottom - t.at.ticks);
        } else {
            expect_rectangle(&canvas, kinds[i].color, x, t.at.ticks + kinds[i].lane * 3 * s, wide,
                             2 * s);
        }
        test_canvas_free(&canvas);
    }
}

Test(seek_bar_ticks, a_rounds_line_is_dashed)
{
    struct ticks t;
    begin_ticks(&t);
    add_tick(&t, DEMO_EVENT_ROUND, 100);
    struct test_canvas canvas = draw_ticks(&t);
    const int x = seek_bar_x_of_column(&t.at, 100) - 1;
    for (int y = t.at.ticks; y < t.at.bottom; y++) {
        cr_expect_eq(test_canvas_get(&canvas, x, y) == seek_bar_event_color(DEMO_EVENT_ROUND),
                     (y - t.at.ticks) % 4 < 2, "%d", y);
    }
    test_canvas_free(&canvas);
}

Test(seek_bar_ticks, ticks_outside_the_rail_are_cut)
{
    struct ticks t;
    begin_ticks(&t);
    const int last = seek_bar_num_columns(&t.at) - 1;
    add_tick(&t, DEMO_EVENT_FRAG, 0);
    add_tick(&t, DEMO_EVENT_CHAT, last);
    struct test_canvas canvas = draw_ticks(&t);
    expect_rectangle(&canvas, seek_bar_event_color(DEMO_EVENT_FRAG), t.at.left, t.at.ticks, 1, 4);
    expect_rectangle(&canvas, seek_bar_event_color(DEMO_EVENT_CHAT), t.at.left + t.at.good - 2,
                     t.at.ticks + 12, 2, 4);
    test_canvas_free(&canvas);
}

/* Kinds of a lane from the lowest rank to the highest. */
Test(seek_bar_ticks, the_higher_rank_covers_the_lower)
{
    static const enum demo_event_kind order[] = {
        DEMO_EVENT_CHAT,  DEMO_EVENT_PICKUP, DEMO_EVENT_TEAM,  DEMO_EVENT_SECRET, DEMO_EVENT_FRAG,
        DEMO_EVENT_DEATH, DEMO_EVENT_FLAG,   DEMO_EVENT_ROUND, DEMO_EVENT_FINISH, DEMO_EVENT_LEVEL};
    for (size_t high = 0; high < DEMO_EVENT_KINDS; high++) {
        cr_expect_eq(seek_bar_rank(order[high]), (int)high);
        for (size_t low = 0; low < high; low++) {
            if (seek_bar_lane(order[low]) != seek_bar_lane(order[high])) {
                continue;
            }
            struct ticks t;
            begin_ticks(&t);
            add_tick(&t, order[low], 100);
            add_tick(&t, order[high], 100);
            struct test_canvas canvas = draw_ticks(&t);
            const int x = seek_bar_x_of_column(&t.at, 100);
            cr_expect_gt(in_column(&canvas, x, seek_bar_event_color(order[high])), 0);
            cr_expect_eq(in_column(&canvas, x, seek_bar_event_color(order[low])), 0,
                         "%s is over %s", seek_bar_event_name(order[low]),
                         seek_bar_event_name(order[high]));
            test_canvas_free(&canvas);
        }
    }
}

/* Ticks nearer than five columns (scale 2 + 3) merge; lines of levels and rounds never do. */
Test(seek_bar_ticks, near_ticks_merge_and_lines_do_not)
{
    static const struct {
        enum demo_event_kind kind;
        int apart;
        bool merges;
    } cases[] = {{DEMO_EVENT_FRAG, 4, true},   {DEMO_EVENT_FRAG, 5, false},
                 {DEMO_EVENT_CHAT, 4, true},   {DEMO_EVENT_LEVEL, 4, false},
                 {DEMO_EVENT_ROUND, 3, false}, {DEMO_EVENT_LEVEL, 3, false},
                 {DEMO_EVENT_FINISH, 6, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ticks t;
        begin_ticks(&t);
        add_tick(&t, cases[i].kind, 100);
        add_tick(&t, cases[i].kind, 100 + cases[i].apart);
        struct test_canvas canvas = draw_ticks(&t);
        /* The first tick ends before it; that of a finish is wider. */
        const int between = cases[i].kind == DEMO_EVENT_FINISH ? 103 : 101;
        const int x = seek_bar_x_of_column(&t.at, between);
        const int there = in_column(&canvas, x, seek_bar_event_color(cases[i].kind));
        cr_expect_eq(there > 0, cases[i].merges, "%s %d apart", seek_bar_event_name(cases[i].kind),
                     cases[i].apart);
        test_canvas_free(&canvas);
    }
}

Test(seek_bar_ticks, kinds_outside_the_filter_are_dim)
{
    struct ticks t;
    begin_ticks(&t);
    t.bar.filter = 1u << DEMO_EVENT_CHAT;
    add_tick(&t, DEMO_EVENT_FRAG, 100);
    add_tick(&t, DEMO_EVENT_CHAT, 100);
    struct test_canvas canvas = draw_ticks(&t);
    const int x = seek_bar_x_of_column(&t.at, 100);
    const uint32_t before = canvas.canvas.pixels[0];
    const uint32_t dim = canvas.canvas.pixels[(size_t)t.at.ticks * canvas.canvas.pitch + (size_t)x];
    cr_expect_neq(dim, before);
    cr_expect_neq(dim, seek_bar_event_color(DEMO_EVENT_FRAG));
    cr_expect_gt(in_column(&canvas, x, seek_bar_event_color(DEMO_EVENT_CHAT)), 0);
    test_canvas_free(&canvas);
}
