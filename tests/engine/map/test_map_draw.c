/* Maps: where places are in the drawing, what is drawn of paths, deaths and heat, hostile names,
 * and that the same input gives the same bytes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/map/map_draw.h"
#include "engine/map/map_view.h"
#include "formats/base/hash64.h"
#include "tests/support/xml/xml_check.h"

enum { WIDE = 400, HIGH = 300 };

/* A floor from (-200, -100) to (200, 100). */
static float corners[4][2] = {{-200, -100}, {-200, 100}, {200, 100}, {200, -100}};
static struct map_area area = {.kind = MAP_FLOOR, .count = 4};
static const struct map_level level = {.points = corners,
                                       .areas = &area,
                                       .num_points = 4,
                                       .num_areas = 1,
                                       .is_there = true,
                                       .mins = {-200, -100, 0},
                                       .maxs = {200, 100, 0}};

static struct map_picture make_picture(const struct map_record *record)
{
    return (struct map_picture){.level = &level,
                                .record = record,
                                .title = "made",
                                .subtitle = "",
                                .width = WIDE,
                                .height = HIGH,
                                .items = true};
}

static char *write_svg(const struct map_picture *picture)
{
    struct byte_writer out = {0};
    struct drawing *drawing = map_draw(picture);
    cr_assert_not_null(drawing);
    const struct drawing_svg form = {.theme = DRAWING_AUTO};
    cr_assert_eq(drawing_write_svg(drawing, &form, &out), 0);
    drawing_free(drawing);
    byte_writer_u8(&out, 0);
    cr_assert_not(out.failed);
    return (char *)out.data;
}

static void draw_pixels(const struct map_picture *picture, uint32_t pixels[WIDE * HIGH])
{
    struct drawing *drawing = map_draw(picture);
    cr_assert_not_null(drawing);
    cr_assert_eq(drawing_to_pixels(drawing, DRAWING_LIGHT, pixels, WIDE, HIGH), 0);
    drawing_free(drawing);
}

/* A path of points that are one second apart. */
static struct map_track make_track(const char *name, struct map_point *points, size_t count)
{
    struct map_track track = {.points = points, .num_points = count};
    strcpy(track.name, name);
    for (size_t i = 0; i < count; i++) {
        points[i].time = (float)i * 0.25f;
        points[i].begins |= i == 0;
    }
    return track;
}

Test(map_draw, places)
{
    const struct map_picture picture = make_picture(NULL);
    const struct map_box box = {10.0, 20.0, 410.0, 420.0};
    const struct map_view view = map_view_make(&picture, box, 10.0);
    cr_expect_float_eq(view.scale, 1.0, 1e-9, "as wide as the box");
    cr_expect_float_eq(map_x(&view, -200.0), 10.0, 1e-9);
    cr_expect_float_eq(map_x(&view, 200.0), 410.0, 1e-9);
    cr_expect_float_eq(map_y(&view, 0.0), 220.0, 1e-9, "in the middle");
    cr_expect_float_eq(map_y(&view, 100.0), 120.0, 1e-9, "y goes up");
}

Test(map_draw, a_level_that_is_not_there_has_the_bounds_of_the_paths)
{
    const struct map_level nothing = {.is_there = false};
    struct map_point points[2] = {{.at = {100, 1000, 0}}, {.at = {300, 1400, 0}}};
    struct map_track track = make_track("a", points, 2);
    const struct map_record record = {.tracks = &track, .num_tracks = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.level = &nothing;
    const struct map_box box = {0.0, 0.0, 400.0, 400.0};
    const struct map_view view = map_view_make(&picture, box, 10.0);
    cr_expect_float_eq(view.scale, 1.0, 1e-9);
    cr_expect_float_eq(map_x(&view, 100.0), 100.0, 1e-9);
    cr_expect_float_eq(map_y(&view, 1400.0), 0.0, 1e-9);
    picture.record = NULL; /* nothing at all */
    cr_expect(isfinite(map_view_make(&picture, box, 10.0).scale));
    free(write_svg(&picture));
}

Test(map_draw, the_same_bytes)
{
    struct map_point points[3] = {{.at = {0, 0, 0}}, {.at = {50, 1.0f / 3.0f, 0}}, {.at = {9, 9}}};
    struct map_track track = make_track("a", points, 3);
    const struct map_record record = {.tracks = &track, .num_tracks = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.paths = picture.speed = picture.kills = true;
    picture.heat = MAP_HEAT_POSITIONS;
    char *a = write_svg(&picture), *b = write_svg(&picture);
    cr_expect_str_eq(a, b);
    cr_expect_str_eq(xml_check(a), "");
    free(a);
    free(b);
}

Test(map_draw, hostile_names)
{
    struct map_point points[2] = {{.at = {0, 0, 0}}, {.at = {50, 0, 0}}};
    struct map_track track = make_track("<script>\"&]]>\x01\xff", points, 2);
    struct map_death death = {.has_victim = true, .has_killer = true, .text = "</title><x>"};
    const struct map_record record = {
        .tracks = &track, .num_tracks = 1, .deaths = &death, .num_deaths = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.paths = picture.kills = true;
    picture.title = "<svg onload=\"x\">";
    picture.subtitle = "]]>&#0;";
    char *svg = write_svg(&picture);
    cr_expect_str_eq(xml_check(svg), "");
    cr_expect_not(strstr(svg, "<script"));
    cr_expect_not(strstr(svg, "<x>"));
    cr_expect(strstr(svg, "&lt;script&gt;"));
    free(svg);
}

Test(map_draw, a_path_is_not_drawn_through_a_teleporter)
{
    struct map_point points[4] = {{.at = {-150, 0, 0}},
                                  {.at = {-100, 0, 0}},
                                  {.at = {100, 0, 0}, .begins = true},
                                  {.at = {150, 0, 0}}};
    struct map_track track = make_track("a", points, 4);
    const struct map_record record = {.tracks = &track, .num_tracks = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.paths = true;
    uint32_t with[WIDE * HIGH], without[WIDE * HIGH];
    draw_pixels(&picture, with);
    track.num_points = 0;
    draw_pixels(&picture, without);
    int left = WIDE, right = 0, count = 0;
    for (int i = 0; i < WIDE * HIGH; i++) {
        if (with[i] != without[i]) {
            left = i % WIDE < left ? i % WIDE : left;
            right = i % WIDE > right ? i % WIDE : right;
            count++;
        }
    }
    cr_expect_gt(right - left, 3 * 50 * WIDE / 1000, "both ends are there");
    cr_expect_lt(count, 2 * (right - left), "and a gap between them");
    int gap = 0;
    for (int x = left; x < right; x++) {
        bool drawn = false;
        for (int y = 0; y < HIGH; y++) {
            drawn |= with[y * WIDE + x] != without[y * WIDE + x];
        }
        gap += !drawn;
    }
    cr_expect_gt(gap, (right - left) / 2);
}

static int count_parts(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++) {
        count++;
    }
    return count;
}

/* A cross where the victim died, a dot where the killer was, a line between them. */
Test(map_draw, what_is_not_known_of_a_death_is_not_drawn)
{
    static const struct {
        bool victim, killer;
        int shapes;
    } cases[] = {{true, true, 3}, {true, false, 1}, {false, true, 1}, {false, false, 0}};
    for (int i = 0; i < 4; i++) {
        struct map_death death = {.victim = -1,
                                  .killer = -1,
                                  .has_victim = cases[i].victim,
                                  .has_killer = cases[i].killer,
                                  .text = "a death"};
        const struct map_record record = {.deaths = &death, .num_deaths = 1, .num_demos = 1};
        struct map_picture picture = make_picture(&record);
        picture.kills = true;
        char *svg = write_svg(&picture);
        cr_expect_eq(count_parts(svg, "a death</title>"), cases[i].shapes, "%d", i);
        free(svg);
    }
}

Test(map_draw, heat_is_where_the_player_stood)
{
    struct map_point points[40];
    memset(points, 0, sizeof(points));
    for (int i = 0; i < 40; i++) {
        points[i].at[0] = 100.0f;
        points[i].at[1] = 50.0f;
    }
    struct map_track track = make_track("a", points, 40);
    const struct map_record record = {.tracks = &track, .num_tracks = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.items = false;
    picture.heat = MAP_HEAT_POSITIONS;
    uint32_t with[WIDE * HIGH], without[WIDE * HIGH];
    draw_pixels(&picture, with);
    track.num_points = 0;
    draw_pixels(&picture, without);
    double x = 0.0, y = 0.0, count = 0.0;
    for (int i = 0; i < WIDE * HIGH; i++) {
        if (with[i] != without[i]) {
            x += i % WIDE;
            y += i / WIDE;
            count++;
        }
    }
    cr_assert_gt(count, 10.0);
    /* The floor is in the middle of the columns left of the legend. */
    double floor_left = WIDE, floor_right = 0.0, floor_top = HIGH, floor_bottom = 0.0;
    for (int i = 0; i < WIDE * HIGH; i++) {
        if (without[i] == map_floor_ink(0).light && i / WIDE < HIGH - 60) {
            floor_left = fmin(floor_left, i % WIDE);
            floor_right = fmax(floor_right, i % WIDE + 1);
            floor_top = fmin(floor_top, i / WIDE);
            floor_bottom = fmax(floor_bottom, i / WIDE + 1);
        }
    }
    cr_expect_lt(fabs(x / count - (floor_left + 0.75 * (floor_right - floor_left))), 3.0);
    cr_expect_lt(fabs(y / count - (floor_top + 0.25 * (floor_bottom - floor_top))), 3.0);
}

Test(map_draw, fights_are_another_heat)
{
    struct map_fight fight = {{0.0f, 0.0f}, 1.0f};
    const struct map_record record = {.fights = &fight, .num_fights = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.heat = MAP_HEAT_FIGHTS;
    char *fights = write_svg(&picture);
    picture.heat = MAP_HEAT_POSITIONS;
    char *positions = write_svg(&picture);
    cr_expect_gt(strlen(fights), strlen(positions));
    free(fights);
    free(positions);
}

Test(map_draw, speeds_have_bands)
{
    struct map_point points[3] = {{.at = {0, 0, 0}},
                                  {.at = {50, 0, 0}, .speed = 330.0f},
                                  {.at = {99, 0, 0}, .speed = 900.0f}};
    struct map_track track = make_track("a", points, 3);
    const struct map_record record = {.tracks = &track, .num_tracks = 1, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.speed = true;
    picture.items = false;
    char *svg = write_svg(&picture);
    char color[8];
    for (int band = 0; band < MAP_SPEED_BANDS; band++) {
        int drawn = 0;
        snprintf(color, sizeof(color), "#%06x", (unsigned)map_speed_ink(band).light);
        char stroke[32];
        snprintf(stroke, sizeof(stroke), "stroke=\"%s\"", color);
        for (const char *at = svg; (at = strstr(at, stroke)); at++) {
            drawn++;
        }
        cr_expect_eq(drawn, band == 3 || band == MAP_SPEED_BANDS - 1, "band %d", band);
    }
    cr_expect(strstr(svg, "800 and more"));
    free(svg);
}

/* A picture with something of everything. */
static char *write_everything(enum map_heat_of heat, bool speed)
{
    struct map_spot spots[] = {{MAP_SPAWN, {-150, -50, 0}, "", "info_player_start"},
                               {MAP_SPAWN, {-150, 50, 0}, "", "info_player_start"},
                               {MAP_WEAPON, {10, 20, 0}, "RL", "weapon_rocketlauncher"},
                               {MAP_TELEPORT, {70, 20, 0}, "", "misc_teleporter_dest"},
                               {MAP_HEALTH, {90, 20, 0}, "MH", "item_health"}};
    struct map_wall walls[] = {{{-200, -100}, {-200, 100}, 0, 100}, {{0, 0}, {50, 50}, 0, 8}};
    struct map_area areas[] = {{.kind = MAP_FLOOR, .count = 4},
                               {.kind = MAP_LAVA, .height = 64.0f, .count = 3}};
    struct map_level whole = level;
    whole.spots = spots;
    whole.num_spots = 5;
    whole.walls = walls;
    whole.num_walls = 2;
    whole.areas = areas;
    whole.num_areas = 2;
    whole.high = 64.0f;
    struct map_point points[2][30];
    memset(points, 0, sizeof(points));
    for (int i = 0; i < 30; i++) {
        points[0][i].at[0] = -150.0f + 10.0f * (float)i;
        points[0][i].at[1] = (float)(i % 7) * 9.0f;
        points[0][i].speed = (float)(i * 33);
        points[1][i].at[0] = 100.0f - 0.1f * (float)i;
        points[1][i].at[1] = -70.0f + (i % 10 > 4 ? 0.05f : 2.0f) * (float)i;
        points[1][i].begins = i == 17;
    }
    struct map_track tracks[] = {make_track("ann", points[0], 30),
                                 make_track("a name that is longer than its row", points[1], 30)};
    tracks[0].frags = 7;
    tracks[1].deaths = 12;
    struct map_death deaths[] = {{1, 0, true, true, {30, 40}, {-60, 10}, "ann kills"},
                                 {0, -1, true, false, {-30, -40}, {0, 0}, "ann dies"}};
    struct map_fight fights[] = {{{30, 40}, 1.0f}, {{35, 40}, 0.25f}};
    const struct map_record record = {.tracks = tracks,
                                      .num_tracks = 2,
                                      .deaths = deaths,
                                      .num_deaths = 2,
                                      .fights = fights,
                                      .num_fights = 2,
                                      .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.level = &whole;
    picture.subtitle = "some.dem";
    picture.paths = picture.kills = true;
    picture.speed = speed;
    picture.heat = heat;
    return write_svg(&picture);
}

Test(map_draw, legends)
{
    char *svg = write_everything(MAP_HEAT_POSITIONS, true);
    cr_expect(strstr(svg, ">spawn point 2</text>"));
    cr_expect(strstr(svg, ">weapon 1</text>"));
    cr_expect_not(strstr(svg, "monster"));
    cr_expect(strstr(svg, ">RL</text>"));
    cr_expect(strstr(svg, ">7 0 ann</text>"));
    cr_expect(strstr(svg, "0 12 a name that"));
    cr_expect_not(strstr(svg, "than its row</text>"));
    cr_expect(strstr(svg, ">height 0</text>"));
    cr_expect(strstr(svg, " units</text>"));
    cr_expect(strstr(svg, ">time spent</text>"));
    cr_expect(strstr(svg, "ann kills</title>"));
    free(svg);
}

/* On every machine; what changes them on purpose is looked at first. */
Test(map_draw, the_same_bytes_everywhere)
{
    static const uint64_t hashes[3] = {UINT64_C(0x6d20e9aec840e880), UINT64_C(0xe1193e173644bb97),
                                       UINT64_C(0x50ba9f38b1728afc)};
    for (int i = 0; i < 3; i++) {
        char *svg = write_everything((enum map_heat_of)i, i == 1);
        const uint64_t hash = hash64_add(HASH64_START, svg, strlen(svg));
        cr_expect_eq(hash, hashes[i], "%d: %llx", i, (unsigned long long)hash);
        cr_expect_str_eq(xml_check(svg), "");
        free(svg);
    }
}

Test(map_draw, many_players_fit)
{
    struct map_track tracks[64];
    struct map_point points[64][1];
    memset(points, 0, sizeof(points));
    for (int i = 0; i < 64; i++) {
        tracks[i] = make_track("a player with a name that is really quite long", points[i], 1);
    }
    const struct map_record record = {.tracks = tracks, .num_tracks = 64, .num_demos = 1};
    struct map_picture picture = make_picture(&record);
    picture.paths = picture.kills = true;
    char *svg = write_svg(&picture);
    cr_expect(strstr(svg, " more</text>"));
    free(svg);
}
