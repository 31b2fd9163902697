/* Maps: where places are in the drawing, what is drawn of paths, deaths and heat, hostile names,
 * and that the same input gives the same bytes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/map/map_draw.h"
#include "engine/map/map_view.h"
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
