/* Places of a demo by time and by name, and ranges of them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/demo_place.h"

static struct timeline *timeline;
static const struct demo_mark marks[] = {{1.5, "Quad run"}, {20.0, "end"}};
static struct demo_places places;

static void begin(void)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct format_error err = {0};
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert_eq(timeline_open(&timeline, data, size, &index, &err), 0, "%s", err.what);
    places = (struct demo_places){
        .timeline = timeline, .length = timeline_length(timeline), .marks = marks, .num_marks = 2};
}

static void end(void)
{
    timeline_close(timeline);
}

TestSuite(demo_place, .init = begin, .fini = end);

static void expect_place(const char *text, double expected)
{
    struct demo_place_found place;
    cr_assert(demo_place_is_valid(text), "%s", text);
    cr_expect_eq(demo_place_find(text, &places, &place), DEMO_PLACE_FOUND, "%s", text);
    cr_expect_float_eq(place.seconds, expected, 1e-9, "%s: %.9f, not %.9f", text, place.seconds,
                       expected);
    if (place.has_update) {
        cr_expect_eq(timeline_update_time(timeline, place.update), place.seconds, "%s", text);
    }
}

static void expect_result(const char *text, enum demo_place_result expected, double where)
{
    struct demo_place_found place;
    cr_assert(demo_place_is_valid(text), "%s", text);
    cr_expect_eq(demo_place_find(text, &places, &place), expected, "%s", text);
    cr_expect_float_eq(place.seconds, where, 1e-9, "%s: %.9f", text, place.seconds);
    cr_expect_not(place.has_update, "%s", text);
}

Test(demo_place, times)
{
    expect_place("12.5", 12.5);
    expect_place("0:10", 10.0);
    expect_place("50%", places.length / 2.0);
    expect_place("-10s", places.length - 10.0);
}

/* The number of events of a kind; *first, *last: their times. */
static uint32_t count_events(enum demo_event_kind kind, double *first, double *last)
{
    const uint32_t total = timeline_extent(timeline).num_events;
    uint32_t count = 0;
    for (uint32_t i = 0; i < total; i++) {
        const struct demo_event event = timeline_event(timeline, i);
        if (event.kind == kind) {
            *last = event.time;
            *first = count++ == 0 ? event.time : *first;
        }
    }
    return count;
}

Test(demo_place, events)
{
    static const char *const names[] = {"level", "frag", "death", "pickup", "chat", "secret"};
    int seen = 0;
    for (int kind = 0; kind < 6; kind++) {
        char text[64];
        double first = 0.0, last = 0.0;
        const uint32_t count = count_events((enum demo_event_kind)kind, &first, &last);
        snprintf(text, sizeof(text), "%s %u", names[kind], count + 1);
        expect_result(text, DEMO_PLACE_MISSING, 0.0);
        snprintf(text, sizeof(text), "%s 0", names[kind]);
        expect_result(text, DEMO_PLACE_MISSING, 0.0);
        if (count > 0) {
            snprintf(text, sizeof(text), "%s last", names[kind]);
            expect_place(text, last);
            snprintf(text, sizeof(text), "%s%u", names[kind], count);
            expect_place(text, last);
            expect_place(names[kind], first);
            snprintf(text, sizeof(text), "%s 1 +0.25s", names[kind]);
            expect_place(text, first + 0.25);
            seen++;
        }
    }
    cr_assert_geq(seen, 3, "the built-in demo has events");
}

/* The built-in demo's clock begins at 1 s or later. */
Test(demo_place, server_times)
{
    char text[64];
    for (uint32_t i = 0; i < 40; i += 13) {
        cr_assert_eq(timeline_go_update(timeline, i), 0);
        const double clock = timeline_family(timeline)->clock(timeline_state(timeline));
        snprintf(text, sizeof(text), "server %.0f", clock * 1000.0);
        expect_place(text, timeline_update_time(timeline, i));
        snprintf(text, sizeof(text), "s%.0f +1", clock * 1000.0);
        expect_place(text, timeline_update_time(timeline, i) + 1.0);
    }
    expect_result("server 0", DEMO_PLACE_MISSING, 0.0);
    expect_result("s99999999", DEMO_PLACE_MISSING, 0.0);
    expect_result("server last", DEMO_PLACE_MISSING, 0.0);
}

Test(demo_place, blocks_and_frames)
{
    const struct timeline_extent extent = timeline_extent(timeline);
    const uint32_t step = timeline_update_step(timeline, 10);
    char text[64];
    expect_place("frame 10", timeline_update_time(timeline, 10));
    expect_place("frame", 0.0);
    expect_place("frame last", places.length);
    snprintf(text, sizeof(text), "block %u", step);
    expect_place(text, timeline_update_time(timeline, 10));
    snprintf(text, sizeof(text), "block %u", step + 1);
    expect_place(text, timeline_update_time(timeline, 11));
    expect_place("block 0", 0.0);
    expect_place("b0", 0.0);
    snprintf(text, sizeof(text), "b%u", step);
    expect_place(text, timeline_update_time(timeline, 10));
    snprintf(text, sizeof(text), "block %u", extent.num_steps);
    expect_result(text, DEMO_PLACE_MISSING, 0.0);
    snprintf(text, sizeof(text), "frame %u", extent.num_updates);
    expect_result(text, DEMO_PLACE_MISSING, 0.0);
}

Test(demo_place, marks)
{
    expect_place("mark 2", 20.0);
    expect_place("mark", 1.5);
    expect_place("mark last -0:10", 10.0);
    expect_result("mark 3", DEMO_PLACE_MISSING, 0.0);
    expect_result("mark 1 -2s", DEMO_PLACE_OUTSIDE, 0.0);
    expect_result("mark2+1h", DEMO_PLACE_OUTSIDE, places.length);
    expect_result("1:00:00", DEMO_PLACE_OUTSIDE, places.length);
    expect_place("mark quad RUN", 1.5);
    expect_place("mark quad", 1.5);
    expect_place("mark end -5s", 15.0);
    expect_place("mark  quad run+0:01", 2.5);
    expect_result("mark quart", DEMO_PLACE_MISSING, 0.0);
    expect_result("mark 1 + 1 x", DEMO_PLACE_MISSING, 0.0);
    places.num_marks = 0;
    expect_result("mark last", DEMO_PLACE_MISSING, 0.0);
    expect_result("mark end", DEMO_PLACE_MISSING, 0.0);
    cr_expect(demo_place_is_mark("mark 7") && !demo_place_is_mark("frag 7"));
}

/* A name that another one holds is found, and so is one that ends as a time does. */
Test(demo_place, marks_whose_names_are_alike)
{
    static const struct demo_mark alike[] = {{1.0, "run 1-2"}, {2.0, "run"}, {3.0, "run 1"}};
    size_t a, b;
    places.marks = alike;
    places.num_marks = 3;
    expect_place("mark run", 2.0);
    expect_place("mark run 1", 3.0);
    expect_place("mark run 1-2", 1.0);
    expect_place("mark run 1-1", 2.0);
    expect_result("mark 1-2", DEMO_PLACE_OUTSIDE, 0.0); /* two seconds before the first */
    cr_assert(demo_place_parse_range("mark run-mark x", &a, &b));
    cr_expect(a == 8 && b == 9);
}

Test(demo_place, what_is_no_place)
{
    static const char *const texts[] = {
        "",         "soon",     "frags 3", "frag -",  "frag 3 5s",
        "frag +5%", "frag +-5", "block x", "level,2", "block 99999999999999999999999"};
    struct demo_place_found place;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        cr_expect_not(demo_place_is_valid(texts[i]), "%s", texts[i]);
        cr_expect_eq(demo_place_find(texts[i], &places, &place), DEMO_PLACE_MISSING, "%s",
                     texts[i]);
    }
}

static void expect_range(const char *text, const char *a, const char *b)
{
    size_t length, start;
    cr_assert(demo_place_parse_range(text, &length, &start), "%s", text);
    cr_expect(length == strlen(a) && strncmp(text, a, length) == 0, "%s: %.*s", text, (int)length,
              text);
    cr_expect_str_eq(text + start, b, "%s", text);
}

Test(demo_place, ranges)
{
    size_t length, start;
    static const char *const bad[] = {"", "-", "10", "10-x", "x-10", "10--", "frag 3 - marks x"};
    expect_range("10-20", "10", "20");
    expect_range("10 - 20", "10", "20");
    expect_range("-20--10", "-20", "-10");
    expect_range("10--5", "10", "-5");
    expect_range("-20", "", "20");
    expect_range("-20-", "-20", "");
    expect_range("20-", "20", "");
    expect_range("frag 3 -5s-frag 3 +5s", "frag 3 -5s", "frag 3 +5s");
    expect_range("frag3-5s-frag3+5s", "frag3-5s", "frag3+5s");
    expect_range("mark 1-mark 2 -1", "mark 1", "mark 2 -1");
    expect_range("level 2-level 3", "level 2", "level 3");
    expect_range("1:00-50%", "1:00", "50%");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(demo_place_parse_range(bad[i], &length, &start), "%s", bad[i]);
    }
}
