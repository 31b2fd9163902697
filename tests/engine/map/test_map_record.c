/* Paths and deaths of demos: places, times, levels, several demos, players. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/map/map_record.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "tests/engine/playback/ghost/nq_run.h"

static const struct map_filter everything = {.to = (double)INFINITY};

static const struct nq_run slow = {
    .level = "maps/run.bsp", .updates = 160, .start = 1.0, .speed = 320.0, .y = 64.0};
static const struct nq_run fast = {
    .level = "maps/run.bsp", .updates = 160, .start = 1.0, .speed = 640.0};
static const struct nq_run still = {
    .level = "maps/lobby.bsp", .updates = 32, .start = 1000.0, .speed = 0.0};
static const struct nq_run elsewhere = {
    .level = "maps/other.bsp", .updates = 160, .start = 1.0, .speed = 320.0};

/* Adds a demo of these runs. Returns map_record_add's used. */
static bool add_runs(struct map_record *record, const struct nq_run *runs, uint32_t count,
                     const struct map_filter *filter)
{
    struct byte_writer bytes = {0};
    struct demo demo;
    struct format_error err = {0};
    bool used;
    nq_run_write(&bytes, runs, count);
    cr_assert_eq(demo_open(&demo, bytes.data, bytes.size, "run.dem"), 0);
    cr_assert_eq(map_record_add(record, &demo, filter, &used, &err), 0, "%s", err.what);
    demo_close(&demo);
    byte_writer_free(&bytes);
    return used;
}

Test(map_record, a_run)
{
    struct map_record record = {0};
    cr_assert(add_runs(&record, &slow, 1, &everything));
    cr_expect_str_eq(record.level, "run");
    cr_expect_eq(record.num_demos, 1u);
    cr_assert_eq(record.num_tracks, 1u);
    const struct map_track *track = &record.tracks[0];
    cr_assert_gt(track->num_points, 50u);
    cr_expect_eq(track->viewed, true);
    for (size_t i = 0; i < track->num_points; i++) {
        const struct map_point *point = &track->points[i];
        const double gone = fmax((double)point->time - 1.0, 0.0);
        cr_expect_lt(fabs((double)point->at[0] - gone * 320.0), 11.0, "%f: %f", (double)point->time,
                     (double)point->at[0]);
        cr_expect_eq(point->at[1], 64.0f);
        cr_expect_eq(point->begins, i == 0);
        cr_expect(point->time < 1.2f || fabsf(point->speed - 320.0f) < 20.0f, "%f: %f",
                  (double)point->time, (double)point->speed);
    }
    cr_expect_gt(record.last, 4.8);
    map_record_free(&record);
}

Test(map_record, a_part)
{
    const struct map_filter part = {.from = 2.0, .to = 3.0};
    struct map_record record = {0};
    cr_assert(add_runs(&record, &slow, 1, &part));
    const struct map_track *track = &record.tracks[0];
    cr_assert_gt(track->num_points, 10u);
    cr_expect_geq(track->points[0].time, 2.0f);
    cr_expect_lt(track->points[0].time, 2.1f);
    cr_expect_leq(track->points[track->num_points - 1].time, 3.0f);
    cr_expect_gt(track->points[track->num_points - 1].time, 2.9f);
    map_record_free(&record);
}

Test(map_record, the_first_level_with_play)
{
    const struct nq_run runs[] = {still, slow, elsewhere};
    struct map_record record = {0};
    cr_assert(add_runs(&record, runs, 3, &everything));
    cr_expect_str_eq(record.level, "run");
    cr_expect_eq(record.tracks[0].points[0].at[1], 64.0f, "nothing is left of the first");
    cr_expect_lt(record.tracks[0].points[record.tracks[0].num_points - 1].at[0], 1300.0f);
    map_record_free(&record);
}

Test(map_record, a_level_by_number)
{
    const struct nq_run runs[] = {slow, fast, elsewhere};
    struct map_filter filter = everything;
    struct map_record record = {0};
    filter.level = 3;
    cr_assert(add_runs(&record, runs, 3, &filter));
    cr_expect_str_eq(record.level, "other");
    map_record_free(&record);
    filter.level = 4;
    cr_expect_not(add_runs(&record, runs, 3, &filter));
    cr_expect_eq(record.num_demos, 0u);
    map_record_free(&record);
}

Test(map_record, several_demos)
{
    const struct nq_run both[] = {elsewhere, fast};
    struct map_record record = {0};
    cr_assert(add_runs(&record, &slow, 1, &everything));
    const size_t points = record.tracks[0].num_points;
    cr_expect_not(add_runs(&record, &elsewhere, 1, &everything), "another level");
    cr_expect_eq(record.num_demos, 1u);
    cr_expect_eq(record.tracks[0].num_points, points);
    cr_expect(add_runs(&record, both, 2, &everything), "one of its levels");
    cr_expect_eq(record.num_demos, 2u);
    size_t begins = 0, all = 0;
    for (size_t i = 0; i < record.num_tracks; i++) {
        all += record.tracks[i].num_points;
        for (size_t k = 0; k < record.tracks[i].num_points; k++) {
            begins += record.tracks[i].points[k].begins;
        }
    }
    cr_expect_eq(begins, 2u, "a path for each demo");
    cr_expect_gt(all, points * 3 / 2);
    map_record_free(&record);
}

static bool add_builtin(struct map_record *record, const char *name,
                        const struct map_filter *filter)
{
    struct demo_source source;
    struct format_error err = {0};
    const struct demo_search search = {0};
    bool used;
    cr_assert_eq(demo_source_open_bytes(&source, name, &search, &err), 0, "%s", err.what);
    cr_assert_eq(map_record_add(record, &source.demo, filter, &used, &err), 0, "%s", err.what);
    demo_source_close(&source);
    return used;
}

Test(map_record, demos_of_all_families)
{
    static const char *const names[] = {"builtin:demo1", "builtin:demo2", "builtin:demo3",
                                        "builtin:demo4", "builtin:demo5"};
    for (int i = 0; i < 5; i++) {
        struct map_record record = {0};
        cr_expect(add_builtin(&record, names[i], &everything), "%s", names[i]);
        cr_expect_str_eq(record.level, i == 4 ? "reel3" : "reel", "%s", names[i]);
        cr_expect_gt(record.num_tracks, 0u, "%s", names[i]);
        for (size_t k = 0; k < record.num_deaths; k++) {
            cr_expect_lt(record.deaths[k].killer, (int32_t)record.num_tracks);
            cr_expect_lt(record.deaths[k].victim, (int32_t)record.num_tracks);
            cr_expect_neq(record.deaths[k].text[0], '\0');
        }
        map_record_free(&record);
    }
}

Test(map_record, deaths)
{
    struct map_record record = {0};
    cr_assert(add_builtin(&record, "builtin:demo4", &everything));
    cr_assert_eq(record.num_tracks, 2u);
    cr_assert_eq(record.num_deaths, 2u);
    cr_expect_geq(record.num_fights, 4u, "both sides of each");
    for (size_t i = 0; i < 2; i++) {
        const struct map_death *death = &record.deaths[i];
        cr_expect(death->has_victim && death->has_killer);
        cr_expect_eq(death->killer, 1 - death->victim);
        cr_expect_eq(record.tracks[i].frags, 1);
        cr_expect_eq(record.tracks[i].deaths, 1);
        cr_expect(strstr(death->text, record.tracks[death->killer].name) == death->text);
        cr_expect(strstr(death->text, " kills "));
        const struct map_track *track = &record.tracks[death->victim];
        float nearest = INFINITY; /* the victim was there */
        for (size_t k = 0; k < track->num_points; k++) {
            nearest = fminf(nearest, fabsf(track->points[k].at[0] - death->at[0]) +
                                         fabsf(track->points[k].at[1] - death->at[1]));
        }
        cr_expect_lt(nearest, 40.0f);
    }
    map_record_free(&record);
    const struct map_filter part = {.from = 0.0, .to = 1.0};
    cr_assert(add_builtin(&record, "builtin:demo4", &part));
    cr_expect_eq(record.num_deaths, 0u);
    map_record_free(&record);
}

Test(map_record, one_player)
{
    struct map_record all = {0}, one = {0};
    cr_assert(add_builtin(&all, "builtin:demo4", &everything));
    cr_assert_gt(all.num_tracks, 1u);
    struct map_filter filter = everything;
    filter.player = all.tracks[1].name;
    cr_assert(add_builtin(&one, "builtin:demo4", &filter));
    size_t with_points = 0;
    for (size_t i = 0; i < one.num_tracks; i++) {
        with_points += one.tracks[i].num_points > 0;
    }
    cr_expect_eq(with_points, 1u);
    filter.player = "nobody of that name";
    map_record_free(&one);
    cr_expect_not(add_builtin(&one, "builtin:demo4", &filter));
    map_record_free(&one);
    map_record_free(&all);
}

Test(map_record, names_of_levels)
{
    static const char *const cases[][2] = {{"maps/dm3.bsp", "dm3"}, {"dm3", "dm3"},
                                           {"a/b/c.bsp", "c"},      {"", ""},
                                           {".bsp", ".bsp"},        {"maps/", ""}};
    char name[MAP_NAME_BYTES];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        map_level_name(name, cases[i][0]);
        cr_expect_str_eq(name, cases[i][1]);
    }
    char text[300];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    map_level_name(name, text);
    cr_expect_eq(strlen(name), (size_t)MAP_NAME_BYTES - 1);
}
