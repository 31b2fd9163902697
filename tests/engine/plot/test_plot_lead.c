/* Times of a ghost's demo on the axis of the own one, leads and splits. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_lead.h"

/* The own player runs along x at 100 units per second through levels that begin at 0 s and 10 s;
 * the ghost is in another level until 5 s and then does the own one's first level at 200. */
static struct body_path_point own_points[200], other_points[140];
static struct body_path_level own_levels[2] = {{.first = 0, .count = 100},
                                               {.first = 100, .count = 100}};
static struct body_path_level other_levels[2] = {{.first = 0, .count = 50},
                                                 {.first = 50, .count = 90}};
static struct ghost_level levels[2];
static struct ghost_set *set;
static struct run_split marks[2] = {{.time = 2.0, .name = "quad"}, {.time = 30.0, .name = "end"}};
static struct ghost_split splits[2];

static void put_points(struct body_path_point *points, uint32_t count, double start, float speed)
{
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (struct body_path_point){.time = start + i * 0.1,
                                             .origin = {speed * (float)i * 0.1f, 0.0f, 0.0f},
                                             .there = true};
    }
}

static void begin(void)
{
    put_points(own_points, 100, 0.0, 100.0f);
    put_points(own_points + 100, 100, 10.0, 100.0f);
    put_points(other_points, 50, 0.0, 0.0f);
    put_points(other_points + 50, 90, 5.0, 200.0f);
    levels[0] = (struct ghost_level){.other = 2, .anchor = 0.5, .other_anchor = 5.0};
    splits[0] = (struct ghost_split){.own = &marks[0], .time = 1.5, .other_time = 1.0, .at = 2.0};
    splits[1] = (struct ghost_split){.own = &marks[1], .time = 29.0, .other_time = 9.0, .at = 30.0};
    set = calloc(1, sizeof(*set));
    cr_assert_not_null(set);
    set->own.path = (struct body_path){
        .points = own_points, .count = 200, .levels = own_levels, .num_levels = 2, .stride = 1};
    set->count = 1;
    set->ghosts[0].run.path = (struct body_path){
        .points = other_points, .count = 140, .levels = other_levels, .num_levels = 2, .stride = 1};
    set->ghosts[0].levels = levels;
    set->ghosts[0].splits = splits;
    set->ghosts[0].num_splits = 2;
}

static void end(void)
{
    free(set);
}

TestSuite(plot_lead, .init = begin, .fini = end);

Test(plot_lead, times_go_by_what_is_aligned)
{
    struct plot_lead_map map = {set, &set->ghosts[0]};
    double mapped = -1.0;
    cr_expect_not(plot_lead_map_time(&map, 2.0, &mapped), "in a level that the own demo has not");
    cr_expect(plot_lead_map_time(&map, 5.0, &mapped));
    cr_expect_eq(mapped, 0.5);
    cr_expect(plot_lead_map_time(&map, 8.25, &mapped));
    cr_expect_eq(mapped, 3.75);
    cr_expect_not(plot_lead_map_time(&map, 15.0, &mapped), "the own next level has begun");
    levels[0].other = 0;
    cr_expect_not(plot_lead_map_time(&map, 8.25, &mapped));
    levels[1] = (struct ghost_level){.other = 2, .anchor = 10.0, .other_anchor = 5.0};
    cr_expect(plot_lead_map_time(&map, 8.25, &mapped));
    cr_expect_eq(mapped, 13.25);
    set->ghosts[0].run.path.num_levels = 0;
    cr_expect_not(plot_lead_map_time(&map, 8.25, &mapped));
}

Test(plot_lead, leads_where_the_ghost_comes_by)
{
    struct plot_series series = {0};
    cr_assert_eq(plot_lead_read(&series, set, &set->ghosts[0], 0.0, 20.0, 200), 0);
    double low, high;
    /* at x the own player is at x / 100, the ghost 0.5 s after its start at x / 200 */
    cr_assert(plot_series_range(&series, 3.99, 4.01, &low, &high));
    cr_expect_float_eq(low, 0.5 + 2.0 - 4.0, 0.02, "%f", low);
    cr_assert(plot_series_range(&series, 8.99, 9.01, &low, &high));
    cr_expect_float_eq(high, 0.5 + 4.5 - 9.0, 0.02, "%f", high);
    cr_expect_not(plot_series_range(&series, 10.5, 20.0, &low, &high), "no ghost in that level");
    plot_series_free(&series);
    series.start = 3.0;
    cr_assert_eq(plot_lead_read(&series, set, &set->ghosts[0], 3.0, 5.0, 20), 0);
    cr_assert(plot_series_range(&series, 3.99, 4.01, &low, &high));
    cr_expect_float_eq(low, -1.5, 0.02, "%f", low);
    cr_expect_not(plot_series_range(&series, 5.01, 20.0, &low, &high));
    plot_series_free(&series);
}

Test(plot_lead, splits_of_the_part)
{
    struct plot_figure *figure = calloc(1, sizeof(*figure));
    cr_assert_not_null(figure);
    figure->to = 20.0;
    plot_lead_splits(figure, &set->ghosts[0], 3);
    cr_assert_eq(figure->num_splits, 1u);
    cr_expect_eq(figure->splits[0].time, 2.0);
    cr_expect_eq(figure->splits[0].lead, -0.5);
    cr_expect_eq(figure->splits[0].color, 3u);
    cr_expect_str_eq(figure->splits[0].name, "quad");
    figure->num_splits = PLOT_SPLITS;
    plot_lead_splits(figure, &set->ghosts[0], 3);
    cr_expect_eq(figure->num_splits, (uint32_t)PLOT_SPLITS);
    free(figure);
}
