/* The graph of speeds: where its line is, and that it stays inside. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/viewer/overlay/speed_graph.h"
#include "tests/support/osd_canvas.h"

#define LINE 0x0060c8f0u
#define NOW 0x00e8a33du

enum { SAMPLES = 200 };

static struct speed_sample samples[SAMPLES];

static struct speed_graph make(double speed_before, double speed_after)
{
    for (int i = 0; i < SAMPLES; i++) {
        const double time = 10.0 + i * 0.02;
        samples[i] = (struct speed_sample){time, time < 12.0 ? speed_before : speed_after};
    }
    return (struct speed_graph){samples, SAMPLES, 12.0, 2.0};
}

/* The row of the line in a column, -1 = none. */
static int line_row(const struct test_canvas *t, int x)
{
    for (int y = 0; y < t->canvas.height; y++) {
        if (test_canvas_get(t, x, y) == LINE) {
            return y;
        }
    }
    return -1;
}

Test(speed_graph, top_is_the_lowest_that_holds_all)
{
    const struct speed_sample some[] = {{0.0, 10.0}, {1.0, 100.0}, {2.0, -1.0}};
    const struct speed_sample more[] = {{0.0, 10.0}, {1.0, 401.0}};
    const struct speed_sample wild[] = {{0.0, INFINITY}, {1.0, NAN}};
    cr_expect_eq(speed_graph_top(some, 3), 100.0);
    cr_expect_eq(speed_graph_top(more, 2), 800.0);
    cr_expect(isfinite(speed_graph_top(wild, 2)));
}

Test(speed_graph, faster_is_higher_and_the_play_head_is_in_the_middle)
{
    struct test_canvas t = test_canvas_make(960, 600);
    const struct speed_graph graph = make(100.0, 400.0);
    speed_graph_draw(&graph, &t.canvas, 50, 600);
    int left = -1, right = -1, middle = -1;
    for (int x = 0; x < 960; x++) {
        if (line_row(&t, x) >= 0) {
            left = left < 0 ? x : left;
            right = x;
        }
        middle = middle < 0 && test_canvas_count(&t, x, 0, 1, 600, NOW) > 0 ? x : middle;
    }
    cr_assert(left >= 0 && right > left);
    cr_expect(abs(middle - (left + right) / 2) <= 2, "%d between %d and %d", middle, left, right);
    cr_expect_gt(line_row(&t, left + 3), line_row(&t, right - 3) + 30);
    test_canvas_expect_guards(&t);
    test_canvas_free(&t);
}

Test(speed_graph, nothing_is_drawn_without_samples_or_room)
{
    struct test_canvas t = test_canvas_make(960, 600);
    struct test_canvas clean = test_canvas_make(960, 600);
    const struct speed_graph graph = make(100.0, 400.0), none = {samples, 0, 12.0, 2.0};
    speed_graph_draw(&none, &t.canvas, 50, 600);
    speed_graph_draw(&graph, &t.canvas, 580, 600);
    cr_expect(test_canvas_same(&t, &clean));
    test_canvas_free(&clean);
    test_canvas_free(&t);
}

Test(speed_graph, where_the_player_is_not_there_is_no_line)
{
    struct test_canvas t = test_canvas_make(960, 600);
    const struct speed_graph graph = make(-1.0, 400.0);
    speed_graph_draw(&graph, &t.canvas, 0, 600);
    int columns = 0;
    for (int x = 0; x < 960; x++) {
        columns += line_row(&t, x) >= 0;
    }
    cr_expect(columns > 30 * osd_advance(osd_text_size(960, 600)) / 2 - 4 &&
                  columns < 30 * osd_advance(osd_text_size(960, 600)) / 2 + 4,
              "%d columns: half of them", columns);
    test_canvas_free(&t);
}
