/* The seek bar: mapping of positions, and drawing. */
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "engine/viewer/overlay/seek_bar_layout.h"
#include "engine/viewer/overlay/seek_bar_ticks.h"
#include "tests/support/nq_demo.h"
#include "tests/support/osd_canvas.h"

enum { WIDTH = 960, HEIGHT = 600, UPDATES = 161 };

/* Ten seconds, updates 1/16 s apart, events at these updates. */
enum { FRAG_AT = 32, PICKUP_AT = 48, BOTH_AT = 64, LEVEL_AT = 96, CHAT_AT = 128 };

struct fixture {
    struct nq_demo demo;
    struct timeline *timeline;
    struct transport transport;
    struct seek_bar bar;
};

static void add_frag(struct nq_demo *d, int16_t frags)
{
    nq_demo_add(d, &(struct nq_message){.id = NQ_UPDATEFRAGS,
                                        .u.updatefrags = {.player = 0, .frags = frags}});
}

static void fill_update(struct nq_demo *d, int i)
{
    nq_demo_time(d, 10.0f + (float)i * 0.0625f);
    nq_demo_clientdata(d, 0, 100, i >= PICKUP_AT && i < LEVEL_AT ? 1u << 1 : 0);
    if (i == FRAG_AT) {
        add_frag(d, 1);
    } else if (i == BOTH_AT) {
        nq_demo_text(d, NQ_PRINT, "\1player: got you\n");
        add_frag(d, 2);
    } else if (i == CHAT_AT) {
        nq_demo_text(d, NQ_PRINT,
                     "\1player: a long sentence that will not fit beside the time, maybe\n");
    }
}

static void setup(struct fixture *f)
{
    const struct timeline_options options = {.key_frame_bytes = 0};
    struct format_error err;
    memset(f, 0, sizeof(*f));
    nq_demo_begin(&f->demo);
    nq_demo_serverinfo(&f->demo, 4);
    nq_demo_block(&f->demo, 0, 0);
    for (int i = 0; i < UPDATES; i++) {
        if (i == LEVEL_AT) {
            nq_demo_serverinfo(&f->demo, 4);
            nq_demo_block(&f->demo, 0, 0);
        }
        fill_update(&f->demo, i);
        nq_demo_block(&f->demo, 0, 0);
    }
    cr_assert_eq(timeline_open(&f->timeline, f->demo.file.data, f->demo.file.size, &options, &err),
                 0, "%s", err.what);
    f->transport.speed = 1.0;
    f->bar.transport = &f->transport;
    f->bar.timeline = f->timeline;
    f->bar.extent = timeline_extent(f->timeline);
    f->bar.mouse_x = f->bar.mouse_y = -1;
    f->bar.filter = (1u << DEMO_EVENT_KINDS) - 1;
    cr_assert(f->bar.extent.complete);
    cr_assert_float_eq(f->bar.extent.length, 10.0, 0.1);
}

static void teardown(struct fixture *f)
{
    timeline_close(f->timeline);
    nq_demo_end(&f->demo);
}

/* The first event of a kind after `from`. */
static struct demo_event find_event(const struct fixture *f, enum demo_event_kind kind, double from)
{
    struct demo_event event;
    cr_assert(timeline_next_event(f->timeline, from, 1u << kind, &event),
              "no event of kind %d after %g", kind, from);
    return event;
}

/* Top row of the panel. */
static int panel_top(int width, int height)
{
    struct transport transport = {.speed = 1.0};
    const struct seek_bar bar = {.transport = &transport, .mouse_x = -1, .mouse_y = -1};
    int y = height;
    while (y > 0 && seek_bar_part_at(&bar, width, height, width / 2, y - 1) != SEEK_BAR_NOWHERE) {
        y--;
    }
    return y;
}

/* A row of the rail. */
static int rail_row(void)
{
    return panel_top(WIDTH, HEIGHT) + 12;
}

/* The column whose time is nearest. */
static int column_at(const struct seek_bar *bar, double time)
{
    int best = 0;
    for (int x = 1; x < WIDTH; x++) {
        if (fabs(seek_bar_time_at(bar, WIDTH, HEIGHT, x) - time) <
            fabs(seek_bar_time_at(bar, WIDTH, HEIGHT, best) - time)) {
            best = x;
        }
    }
    return best;
}

static struct test_canvas draw(const struct seek_bar *bar)
{
    struct test_canvas t = test_canvas_make(WIDTH, HEIGHT);
    seek_bar_draw(bar, &t.canvas);
    test_canvas_expect_guards(&t);
    return t;
}

/* Pixels of a colour in a column of the bar. */
static int in_column(const struct test_canvas *t, int x, uint32_t color)
{
    int top = panel_top(WIDTH, HEIGHT);
    return test_canvas_count(t, x, top, 1, HEIGHT - top, color);
}

Test(seek_bar, only_strip_and_rail_map_to_times)
{
    struct transport transport = {.speed = 2.0};
    struct seek_bar bar = {.transport = &transport, .mouse_x = -1, .mouse_y = -1, .muted = true};
    int top = panel_top(WIDTH, HEIGHT);
    int bottom = HEIGHT - 1;
    cr_expect(top > HEIGHT * 3 / 4 && top < HEIGHT - 20, "from %d", top);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, WIDTH / 2, top - 1), SEEK_BAR_NOWHERE);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, WIDTH, bottom), SEEK_BAR_NOWHERE);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, -1, bottom), SEEK_BAR_NOWHERE);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, WIDTH / 2, HEIGHT), SEEK_BAR_NOWHERE);
    cr_expect_eq(seek_bar_part_at(&bar, 10, 10, 5, -1), SEEK_BAR_NOWHERE);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, WIDTH - 1, top), SEEK_BAR_RAIL);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, 20, rail_row()), SEEK_BAR_RAIL);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, 20, bottom - 8), SEEK_BAR_SYMBOL);
    cr_expect_eq(seek_bar_part_at(&bar, WIDTH, HEIGHT, WIDTH - 1, bottom), SEEK_BAR_GROUND);
}

/* Number of columns that a part takes in the row of text. */
static int part_width(const struct seek_bar *bar, enum seek_bar_part part)
{
    int count = 0;
    for (int x = 0; x < WIDTH; x++) {
        count += seek_bar_part_at(bar, WIDTH, HEIGHT, x, HEIGHT - 10) == part;
    }
    return count;
}

Test(seek_bar, words_that_are_there_can_be_clicked)
{
    struct transport transport = {.speed = 1.0};
    struct seek_bar bar = {.transport = &transport, .mouse_x = -1, .mouse_y = -1, .volume = 100};
    cr_expect_gt(part_width(&bar, SEEK_BAR_SYMBOL), 8);
    cr_expect_eq(part_width(&bar, SEEK_BAR_SPEED), 0, "normal speed is not told");
    cr_expect_eq(part_width(&bar, SEEK_BAR_LOOP), 0);
    cr_expect_eq(part_width(&bar, SEEK_BAR_MUTED), 0, "nor is full volume");
    bar.volume = 70;
    cr_expect_gt(part_width(&bar, SEEK_BAR_MUTED), 20);
    bar.volume = 100;
    transport.speed = 0.5;
    cr_expect_gt(part_width(&bar, SEEK_BAR_SPEED), 20);
    transport.speed = 1.0;
    transport.reverse = true;
    transport.loop = TRANSPORT_LOOP_A;
    bar.muted = true;
    cr_expect_gt(part_width(&bar, SEEK_BAR_SPEED), 20);
    cr_expect_gt(part_width(&bar, SEEK_BAR_LOOP), 20);
    cr_expect_gt(part_width(&bar, SEEK_BAR_MUTED), 20);
}

Test(seek_bar, a_recording_without_an_end_can_be_clicked)
{
    struct transport transport = {.speed = 1.0};
    struct seek_bar_film film = {.from = 2.0, .to = 4.0, .begun = true};
    struct seek_bar bar = {.transport = &transport,
                           .mouse_x = -1,
                           .mouse_y = -1,
                           .volume = 100,
                           .films = &film,
                           .num_films = 1,
                           .film_word = "rec 0:02.0"};
    cr_expect_gt(part_width(&bar, SEEK_BAR_RECORD), 20);
    film.begun = false;
    cr_expect_eq(part_width(&bar, SEEK_BAR_RECORD), 0, "a film is no switch");
}

Test(seek_bar, covers_more_with_its_label)
{
    struct transport transport = {.speed = 1.0};
    struct seek_bar bar = {.transport = &transport, .mouse_x = -1, .mouse_y = -1};
    int panel = seek_bar_covers(&bar, WIDTH, HEIGHT);
    cr_expect_eq(panel, HEIGHT - panel_top(WIDTH, HEIGHT));
    bar.mouse_x = 100;
    bar.mouse_y = HEIGHT - 10;
    cr_expect_eq(seek_bar_covers(&bar, WIDTH, HEIGHT), panel, "no label for words");
    bar.mouse_y = rail_row();
    int with_label = seek_bar_covers(&bar, WIDTH, HEIGHT);
    cr_expect_gt(with_label, panel + 10);
    bar.mouse_y = 10;
    cr_expect_eq(seek_bar_covers(&bar, WIDTH, HEIGHT), panel);
    bar.dragging = true;
    cr_expect_eq(seek_bar_covers(&bar, WIDTH, HEIGHT), with_label, "wherever the mouse goes");
}

/* The lost part of the file is no time to go to, and looks like none. */
Test(seek_bar, a_damaged_end_is_hatched)
{
    struct fixture f;
    setup(&f);
    f.bar.extent.num_events = 0;
    struct test_canvas whole = draw(&f.bar);
    f.bar.damage = "byte 7: bad";
    f.bar.lost = 0.0;
    struct test_canvas damaged = draw(&f.bar);
    cr_expect_eq(test_canvas_count_all(&whole, 0x00ff5a4a), 0);
    cr_expect_gt(test_canvas_count_all(&damaged, 0x00ff5a4a), 30);
    cr_expect_float_eq(seek_bar_time_at(&f.bar, WIDTH, HEIGHT, WIDTH - 20), f.bar.extent.length,
                       1e-9);
    f.bar.lost = 0.9;
    cr_expect_lt(seek_bar_time_at(&f.bar, WIDTH, HEIGHT, WIDTH / 2), f.bar.extent.length * 0.7);
    cr_expect_float_eq(seek_bar_time_at(&f.bar, WIDTH, HEIGHT, WIDTH * 3 / 4), f.bar.extent.length,
                       0.1, "never more than a quarter");
    test_canvas_free(&whole);
    test_canvas_free(&damaged);
    teardown(&f);
}

Test(seek_bar, times_along_the_rail)
{
    struct transport transport = {.time = 3.0, .speed = 1.0};
    struct seek_bar bar = {.transport = &transport};
    bar.extent.length = 10.0;
    bar.extent.scanned = 1.0;
    bar.extent.complete = true;
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, 0), 0.0);
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, INT_MIN), 0.0);
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 10.0);
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, INT_MAX), 10.0);
    cr_expect_float_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH / 2), 5.0, 0.01);
    for (int x = 1; x < WIDTH; x++) {
        cr_assert_geq(seek_bar_time_at(&bar, WIDTH, HEIGHT, x),
                      seek_bar_time_at(&bar, WIDTH, HEIGHT, x - 1));
    }

    bar.extent.complete = false;
    bar.extent.scanned = 0.25;
    cr_expect_float_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 40.0, 1e-9);
    bar.extent.scanned = 0.0;
    double wild = seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1);
    cr_expect(wild >= 10.0 && wild <= 1000.0, "%g of nothing scanned", wild);

    bar.no_spoilers = true;
    bar.seen = 4.0;
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 4.0);
    transport.time = 6.0;
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 6.0);
    transport.time = bar.seen = 0.0;
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 1.0);
}

Test(seek_bar, ticks_are_at_their_events)
{
    struct fixture f;
    setup(&f);
    struct test_canvas t = draw(&f.bar);
    static const enum demo_event_kind kinds[] = {DEMO_EVENT_FRAG, DEMO_EVENT_PICKUP,
                                                 DEMO_EVENT_CHAT};
    static const double after[] = {0.0, 0.0, 6.0};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct demo_event event = find_event(&f, kinds[i], after[i]);
        int x = column_at(&f.bar, event.time);
        uint32_t color = seek_bar_event_color(event.kind);
        int there = in_column(&t, x, color);
        cr_expect_geq(there, 3, "kind %d: %d pixels at %d", event.kind, there, x);
        cr_expect_eq(in_column(&t, x - 4, color), 0, "kind %d", event.kind);
        cr_expect_eq(in_column(&t, x + 4, color), 0, "kind %d", event.kind);
    }
    /* A level's line also covers the rail. */
    struct demo_event level = find_event(&f, DEMO_EVENT_LEVEL, 1.0);
    int line = in_column(&t, column_at(&f.bar, level.time), seek_bar_event_color(DEMO_EVENT_LEVEL));
    cr_expect_gt(line, 15, "%d pixels", line);
    test_canvas_free(&t);
    teardown(&f);
}

Test(seek_bar, lanes_show_what_happens_at_once)
{
    struct fixture f;
    setup(&f);
    struct demo_event frag = find_event(&f, DEMO_EVENT_FRAG, 3.0);
    struct demo_event chat = find_event(&f, DEMO_EVENT_CHAT, 3.0);
    cr_assert_eq(frag.time, chat.time);
    struct test_canvas t = draw(&f.bar);
    int x = column_at(&f.bar, frag.time);
    cr_expect_gt(in_column(&t, x, seek_bar_event_color(DEMO_EVENT_FRAG)), 0);
    cr_expect_gt(in_column(&t, x, seek_bar_event_color(DEMO_EVENT_CHAT)), 0);
    test_canvas_free(&t);
    f.bar.filter = 1u << DEMO_EVENT_FRAG;
    t = draw(&f.bar);
    cr_expect_gt(in_column(&t, x, seek_bar_event_color(DEMO_EVENT_FRAG)), 0);
    cr_expect_eq(in_column(&t, x, seek_bar_event_color(DEMO_EVENT_CHAT)), 0, "dim");
    test_canvas_free(&t);
    teardown(&f);
}

Test(seek_bar, the_played_part_is_filled)
{
    struct fixture f;
    setup(&f);
    f.transport.time = 5.0;
    f.bar.extent.num_events = 0;
    struct test_canvas t = draw(&f.bar);
    /* The played colour is where the rail was passed, and nowhere behind the head. */
    int head = column_at(&f.bar, 5.0);
    int y = panel_top(WIDTH, HEIGHT);
    while (y < HEIGHT && test_canvas_get(&t, head - 100, y) == test_canvas_get(&t, 1, y)) {
        y++;
    }
    cr_assert_lt(y, HEIGHT);
    uint32_t played = test_canvas_get(&t, head - 100, y);
    uint32_t coming = test_canvas_get(&t, head + 100, y);
    cr_expect_neq(played, coming);
    cr_expect_eq(test_canvas_get(&t, head - 300, y), played);
    cr_expect_eq(test_canvas_get(&t, head + 300, y), coming);

    /* While the index grows, the part it knows is brighter than the rest. */
    f.bar.extent.complete = false;
    f.bar.extent.scanned = 0.5;
    struct test_canvas growing = draw(&f.bar);
    int known = column_at(&f.bar, f.bar.extent.length);
    cr_expect_float_eq(known, WIDTH / 2, 3);
    cr_expect_eq(test_canvas_get(&growing, known - 20, y), coming);
    cr_expect_lt(test_canvas_get(&growing, known + 20, y), coming);
    test_canvas_free(&growing);
    test_canvas_free(&t);
    teardown(&f);
}

/* Colours in the label, which lies above the bar. */
static int in_label(const struct test_canvas *t, uint32_t color)
{
    return test_canvas_count(t, 0, 0, WIDTH, panel_top(WIDTH, HEIGHT), color);
}

Test(seek_bar, the_mouse_reads_an_event)
{
    struct fixture f;
    setup(&f);
    uint32_t color = seek_bar_event_color(DEMO_EVENT_CHAT);
    int x = column_at(&f.bar, find_event(&f, DEMO_EVENT_CHAT, 6.0).time);
    struct test_canvas t = draw(&f.bar);
    cr_expect_eq(in_label(&t, TEST_CANVAS_GROUND), WIDTH * panel_top(WIDTH, HEIGHT), "no mouse");
    test_canvas_free(&t);

    f.bar.mouse_y = rail_row();
    static const struct {
        int away;
        bool read;
    } cases[] = {{0, true}, {3, true}, {-3, true}, {20, false}, {-20, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        f.bar.mouse_x = x + cases[i].away;
        t = draw(&f.bar);
        cr_expect_eq(in_label(&t, color) > 0, cases[i].read, "%d away", cases[i].away);
        cr_expect_gt(in_label(&t, 0x00ffffff), 0, "the time is there in any case");
        test_canvas_free(&t);
    }
    teardown(&f);
}

Test(seek_bar, the_mouse_reads_a_mark)
{
    struct fixture f;
    setup(&f);
    const struct demo_mark marks[] = {{.time = 7.0}};
    f.bar.mouse_x = column_at(&f.bar, 7.0);
    f.bar.mouse_y = rail_row();
    struct test_canvas without = draw(&f.bar);
    f.bar.marks = marks;
    f.bar.num_marks = 1;
    struct test_canvas with = draw(&f.bar);
    int above = panel_top(WIDTH, HEIGHT) * WIDTH;
    cr_expect_lt(in_label(&with, TEST_CANVAS_GROUND), in_label(&without, TEST_CANVAS_GROUND),
                 "a longer label");
    cr_expect_lt(in_label(&without, TEST_CANVAS_GROUND), above);
    test_canvas_free(&with);
    test_canvas_free(&without);
    teardown(&f);
}

/* The label names the damage from the first damaged column on. */
Test(seek_bar, the_mouse_reads_the_damage)
{
    struct fixture f;
    setup(&f);
    f.bar.extent.num_events = 0;
    f.bar.damage = "byte 7: bad";
    const struct seek_bar_layout at = seek_bar_lay_out(&f.bar, WIDTH, HEIGHT);
    cr_assert_lt(at.good, at.width);
    int labels[2];
    for (int i = 0; i < 2; i++) {
        f.bar.mouse_x = at.left + at.good - 1 + i;
        f.bar.mouse_y = rail_row();
        struct test_canvas t = draw(&f.bar);
        labels[i] = in_label(&t, TEST_CANVAS_GROUND);
        test_canvas_free(&t);
    }
    cr_expect_lt(labels[1], labels[0], "a longer label");
    teardown(&f);
}

Test(seek_bar, labels_stay_inside)
{
    struct fixture f;
    setup(&f);
    const struct demo_mark marks[] = {{.time = 0.0}, {.time = f.bar.extent.length}};
    f.bar.marks = marks;
    f.bar.num_marks = 2;
    f.bar.mouse_y = rail_row();
    int rows = panel_top(WIDTH, HEIGHT);
    for (int right = 0; right < 2; right++) {
        f.bar.mouse_x = right ? WIDTH - 1 : 0;
        struct test_canvas t = draw(&f.bar);
        cr_expect_lt(in_label(&t, TEST_CANVAS_GROUND), WIDTH * rows, "there is a label");
        cr_expect_eq(test_canvas_count(&t, 0, 0, 4, rows, TEST_CANVAS_GROUND), 4 * rows);
        cr_expect_eq(test_canvas_count(&t, WIDTH - 4, 0, 4, rows, TEST_CANVAS_GROUND), 4 * rows);
        test_canvas_free(&t);
    }
    teardown(&f);
}

Test(seek_bar, no_spoilers)
{
    struct fixture f;
    setup(&f);
    f.transport.time = 2.5;
    struct test_canvas all = draw(&f.bar);
    cr_expect_gt(test_canvas_count_all(&all, seek_bar_event_color(DEMO_EVENT_CHAT)), 0);
    f.bar.no_spoilers = true;
    f.bar.seen = 2.75; /* one frag so far, no pickup, no chat */
    struct test_canvas seen = draw(&f.bar);
    cr_expect_gt(test_canvas_count_all(&seen, seek_bar_event_color(DEMO_EVENT_FRAG)), 0);
    cr_expect_eq(test_canvas_count_all(&seen, seek_bar_event_color(DEMO_EVENT_PICKUP)), 0);
    cr_expect_eq(test_canvas_count_all(&seen, seek_bar_event_color(DEMO_EVENT_CHAT)), 0);
    test_canvas_free(&all);
    test_canvas_free(&seen);

    /* The picture does not depend on later events. */
    f.bar.mouse_y = rail_row();
    for (int x = -1; x < WIDTH; x += 30) {
        f.bar.mouse_x = x;
        f.bar.extent = timeline_extent(f.timeline);
        struct test_canvas a = draw(&f.bar);
        f.bar.extent.num_events = 2; /* the level and the frag */
        f.bar.extent.length = 1000.0;
        f.bar.extent.scanned = 0.3;
        f.bar.extent.complete = false;
        struct test_canvas b = draw(&f.bar);
        cr_expect(test_canvas_same(&a, &b), "mouse at %d", x);
        test_canvas_free(&a);
        test_canvas_free(&b);
    }
    teardown(&f);
}

static const uint32_t film_color = 0x00ff5a4c;

/* Columns of the line below the rail that are all of a film's colour. */
static int film_columns(const struct test_canvas *t, int from, int to)
{
    int count = 0;
    for (int x = from; x < to; x++) {
        count += test_canvas_get(t, x, panel_top(WIDTH, HEIGHT) + 47) == film_color;
    }
    return count;
}

Test(seek_bar, films_have_a_line_that_is_full_where_they_are_made)
{
    struct fixture f;
    setup(&f);
    struct seek_bar_film films[] = {{.from = 2.0, .to = 6.0, .done = 0.25},
                                    {.from = 8.0, .to = (double)INFINITY}};
    f.bar.films = films;
    f.bar.num_films = 2;
    struct test_canvas t = draw(&f.bar);
    const int from = column_at(&f.bar, 2.0), quarter = column_at(&f.bar, 3.0);
    cr_expect_geq(film_columns(&t, 0, WIDTH), quarter - from - 2);
    cr_expect_leq(film_columns(&t, 0, WIDTH), quarter - from + 2);
    cr_expect_geq(film_columns(&t, from, quarter), quarter - from - 2);
    test_canvas_free(&t);
    films[0].done = films[1].done = 1.0;
    t = draw(&f.bar);
    const int end = column_at(&f.bar, 6.0), last = column_at(&f.bar, f.bar.extent.length);
    cr_expect_geq(film_columns(&t, from, end + 1), end - from);
    cr_expect_eq(film_columns(&t, end + 2, column_at(&f.bar, 8.0) - 1), 0);
    cr_expect_geq(film_columns(&t, column_at(&f.bar, 8.0), WIDTH), last - column_at(&f.bar, 8.0));
    cr_expect_eq(film_columns(&t, last + 3, WIDTH), 0, "not beyond the rail");
    test_canvas_free(&t);
    films[0].to = films[0].from; /* shorter than a pixel: as wide as the scale */
    f.bar.num_films = 1;
    t = draw(&f.bar);
    cr_expect_eq(film_columns(&t, 0, WIDTH), osd_scale(WIDTH, HEIGHT));
    test_canvas_free(&t);
    teardown(&f);
}

/* White runs along the middle of the symbol at the left. */
static int symbol_runs(struct fixture *f)
{
    const struct seek_bar_layout at = seek_bar_lay_out(&f->bar, WIDTH, HEIGHT);
    struct test_canvas look = draw(&f->bar);
    bool inside = false;
    int runs = 0;
    for (int x = at.left; x < at.left + at.symbol; x++) {
        const bool white =
            test_canvas_count(&look, x, at.text + at.symbol / 2, 1, 1, SEEK_BAR_WHITE) > 0;
        runs += white && !inside;
        inside = white;
    }
    test_canvas_free(&look);
    return runs;
}

/* Two beams while it plays: a click pauses; an arrow while it is paused. */
Test(seek_bar, the_symbol_shows_what_a_click_does)
{
    struct fixture f;
    setup(&f);
    f.transport.paused = false;
    cr_expect_eq(symbol_runs(&f), 2);
    f.transport.paused = true;
    cr_expect_eq(symbol_runs(&f), 1);
    teardown(&f);
}

Test(seek_bar, states_look_different)
{
    struct fixture f;
    setup(&f);
    f.bar.extent.num_events = 0;
    struct test_canvas looks[13];
    size_t count = 0;
    looks[count++] = draw(&f.bar);
    f.transport.paused = true;
    looks[count++] = draw(&f.bar);
    f.transport.paused = false;
    f.transport.reverse = true;
    looks[count++] = draw(&f.bar);
    f.transport.reverse = false;
    f.transport.speed = 0.5;
    looks[count++] = draw(&f.bar);
    f.transport.speed = 1.0;
    f.transport.loop = TRANSPORT_LOOP_A;
    f.transport.loop_a = 2.0;
    looks[count++] = draw(&f.bar);
    f.transport.loop = TRANSPORT_LOOP_AB;
    f.transport.loop_b = 4.0;
    looks[count++] = draw(&f.bar);
    f.transport.loop = TRANSPORT_LOOP_NONE;
    f.transport.waiting = true;
    looks[count++] = draw(&f.bar);
    f.transport.waiting = false;
    f.bar.muted = true;
    looks[count++] = draw(&f.bar);
    f.bar.muted = false;
    f.bar.place = 2;
    f.bar.places = 5;
    looks[count++] = draw(&f.bar);
    f.bar.followed = "somebody";
    looks[count++] = draw(&f.bar);
    f.transport.complete = true;
    looks[count++] = draw(&f.bar);
    const struct seek_bar_film film = {.from = 2.0, .to = 4.0, .begun = true};
    f.bar.films = &film;
    f.bar.num_films = 1;
    looks[count++] = draw(&f.bar);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            cr_expect_not(test_canvas_same(&looks[i], &looks[j]), "%zu and %zu", i, j);
        }
    }
    for (size_t i = 0; i < count; i++) {
        test_canvas_free(&looks[i]);
    }
    teardown(&f);
}

/* With the mouse on the bar: kinds of events, then the filter's name up to the right margin. */
Test(seek_bar, the_legend_ends_at_the_right_margin)
{
    static const char name[] = "only frags";
    const uint32_t frag = seek_bar_event_color(DEMO_EVENT_FRAG);
    struct fixture f;
    setup(&f);
    const struct seek_bar_layout at = seek_bar_lay_out(&f.bar, WIDTH, HEIGHT);
    f.bar.mouse_x = WIDTH / 2;
    f.bar.mouse_y = at.rail;
    struct test_canvas plain = draw(&f.bar);
    f.bar.filtered = name;
    struct test_canvas filtered = draw(&f.bar);
    const int width = osd_text_width(name, at.size);
    const int x = at.right - width;
    cr_expect_gt(test_canvas_count(&filtered, x, at.text, width, at.size, SEEK_BAR_DIM), 10);
    const int marks = test_canvas_count(&plain, 0, at.text, WIDTH, at.size, frag);
    cr_expect_gt(marks, 0);
    cr_expect_eq(test_canvas_count(&filtered, 0, at.text, x, at.size, frag), marks);
    test_canvas_free(&plain);
    test_canvas_free(&filtered);
    teardown(&f);
}

/* The transport keeps a loop's times when the loop ends. */
Test(seek_bar, only_a_loop_in_use_is_drawn)
{
    struct fixture f;
    setup(&f);
    f.transport.loop = TRANSPORT_LOOP_NONE;
    struct test_canvas plain = draw(&f.bar);
    f.transport.loop_a = 2.0;
    f.transport.loop_b = 6.0;
    struct test_canvas left = draw(&f.bar);
    f.transport.loop = TRANSPORT_LOOP_AB;
    struct test_canvas looped = draw(&f.bar);
    cr_expect(test_canvas_same(&plain, &left));
    cr_expect_not(test_canvas_same(&plain, &looped));
    test_canvas_free(&plain);
    test_canvas_free(&left);
    test_canvas_free(&looped);
    teardown(&f);
}

/* Any size and any numbers: no byte outside the picture. */
Test(seek_bar, on_any_picture)
{
    static const int sizes[][2] = {{0, 0},     {1, 1},     {3, 500},   {16, 10},
                                   {160, 100}, {320, 200}, {2000, 20}, {5000, 300}};
    const struct demo_mark marks[] = {{.time = -1.0}, {.time = 0.0}, {.time = 5.0}, {.time = 1e9}};
    struct fixture f;
    setup(&f);
    f.bar.marks = marks;
    f.bar.num_marks = 4;
    f.transport.loop = TRANSPORT_LOOP_AB;
    f.transport.loop_a = -100.0;
    f.transport.loop_b = 1e12;
    f.transport.speed = 64.0;
    f.transport.reverse = true;
    f.transport.waiting = true;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        int width = sizes[i][0];
        int height = sizes[i][1];
        struct test_canvas t = test_canvas_make(width, height);
        for (int k = 0; k < 12; k++) {
            f.bar.mouse_x = k % 3 == 0 ? -1 : k % 3 == 1 ? width / 2 : width - 1;
            f.bar.mouse_y = height - 1;
            f.bar.no_spoilers = k >= 6;
            f.bar.seen = k;
            f.transport.time = k % 2 ? 1e7 : 4.0;
            seek_bar_draw(&f.bar, &t.canvas);
        }
        test_canvas_expect_guards(&t);
        test_canvas_free(&t);
    }
    teardown(&f);
}

/* The cached strip never changes the picture, whatever changes between pictures. */
Test(seek_bar, a_cached_strip_has_the_same_pixels)
{
    static const struct {
        double time, seen;
        int width, mouse_x;
        bool no_spoilers;
        uint32_t events; /* indexed so far */
    } pictures[] = {
        {0.0, 0.0, 640, -1, false, 2},   {0.0, 0.0, 640, -1, false, 99},
        {1.0, 9.0, 640, 300, false, 99}, {7.0, 9.0, 640, 310, false, 99},
        {7.0, 9.0, 320, 150, false, 99}, {7.0, 7.5, 320, 150, true, 99},
        {2.0, 8.0, 320, 150, true, 99},  {2.0, 8.0, 320, 150, false, 99},
        {9.9, 8.0, 640, 1, false, 99},   {0.5, 8.0, 640, 639, false, 3},
    };
    struct fixture f;
    struct seek_bar_strip strip = {0};
    setup(&f);
    const uint32_t all = f.bar.extent.num_events;
    cr_assert_gt(all, 4);
    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
        struct test_canvas fresh = test_canvas_make(pictures[i].width, 400);
        struct test_canvas kept = test_canvas_make(pictures[i].width, 400);
        f.transport.time = pictures[i].time;
        f.bar.seen = pictures[i].seen;
        f.bar.no_spoilers = pictures[i].no_spoilers;
        f.bar.extent.num_events = pictures[i].events < all ? pictures[i].events : all;
        f.bar.mouse_x = pictures[i].mouse_x;
        f.bar.mouse_y = 400 - seek_bar_covers(&f.bar, pictures[i].width, 400) + 4;
        seek_bar_draw(&f.bar, &fresh.canvas);
        seek_bar_draw_kept(&f.bar, &strip, &kept.canvas);
        cr_expect(test_canvas_same(&fresh, &kept), "picture %zu", i);
        test_canvas_free(&fresh);
        test_canvas_free(&kept);
    }
    teardown(&f);
}

Test(seek_bar, a_demo_of_one_update)
{
    struct transport transport = {.speed = 1.0};
    struct seek_bar bar = {.transport = &transport, .mouse_x = 40, .mouse_y = rail_row()};
    bar.extent.num_updates = 1;
    bar.extent.complete = true;
    cr_expect_eq(seek_bar_time_at(&bar, WIDTH, HEIGHT, WIDTH - 1), 0.0);
    struct test_canvas t = draw(&bar);
    cr_expect_lt(test_canvas_count_all(&t, TEST_CANVAS_GROUND), WIDTH * HEIGHT);
    test_canvas_free(&t);
}
